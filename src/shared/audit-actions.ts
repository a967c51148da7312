import { GRANTED_ROLES } from './permissions.ts';

const ROLE_CHANGES = GRANTED_ROLES.flatMap((role) => [`user.${role}_granted`, `user.${role}_revoked`] as const);

export type RoleChange = (typeof ROLE_CHANGES)[number];

/**
 * What the audit log records, as subject and action. Labels for people are in the feature's `copy.ts`. The subject of
 * `order.placed`, `order.paid` and `order.addressed` is a purchase; that of the other `order.*` is a line, and an export
 * has none.
 */
export const AUDIT_ACTIONS = [
  'order.placed',
  'order.deleted',
  'order.expired',
  'order.paid',
  'order.shipped',
  'order.separated',
  'order.addressed',
  'purchase.canceled',
  'purchase.cancel_requested',
  'purchase.cancel_declined',
  'refund.requested',
  'refund.dismissed',
  'refund.succeeded',
  'refund.failed',
  'order.exported',
  'shipment.created',
  'shipment.undone',
  'shipment.corrected',
  'payment.synced',
  'payment.refund_due',
  'payment.refunded',
  'payment.charged_back',
  'tool.added',
  'tool.changed',
  'tool.stock_adjusted',
  'tool.archived',
  'tool.restored',
  'tool.removed',
  'tool.exported',
  'bulk_change.made',
  'bulk_change.undone',
  'synonyms.added',
  'synonyms.changed',
  'synonyms.removed',
  'category.added',
  'category.changed',
  'category.deleted',
  'import.confirmed',
  'import.done',
  'import.undone',
  'review.changed',
  'review.removed',
  'review.taken_down',
  'review.restored',
  'review.published',
  ...ROLE_CHANGES,
  'user.disabled',
  'user.enabled',
  'user.password_set',
  'user.data_exported',
  'user.erased',
  'setting.changed',
  'shipping_zone.added',
  'shipping_zone.changed',
  'shipping_zone.deleted',
  'shipping_method.added',
  'shipping_method.changed',
  'shipping_method.deleted',
  'tax_rate.added',
  'tax_rate.changed',
  'tax_rate.deleted',
  'exemption.approved',
  'exemption.rejected',
  'exemption.withdrawn',
  'mail.link_read',
  'audit.exported',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The kinds of subjects, in the order of the page's filter. */
export const AUDIT_SUBJECTS = [
  'order',
  'purchase',
  'shipment',
  'payment',
  'refund',
  'tool',
  'bulk_change',
  'synonyms',
  'category',
  'import',
  'review',
  'user',
  'setting',
  'shipping_zone',
  'shipping_method',
  'tax_rate',
  'exemption',
  'mail',
  'audit',
] as const;

export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** Who acted: a signed-in user, the shop itself, the card provider, or somebody at the machine's console. */
export const AUDIT_ACTORS = ['user', 'shop', 'provider', 'console'] as const;
