import { withArticle } from './with-article.ts';

const CUSTOMER = ['addresses.keep', 'basket.keep', 'exemptions.keep', 'orders.place', 'reviews.write'] as const;

const ADMIN = [
  'orders.read',
  'orders.change',
  'orders.cancel',
  'orders.ship',
  'payments.read',
  'payments.refund',
  'range.read',
  'range.keep',
  'range.prices',
  'range.import',
  'stock.adjust',
  'search.tune',
  'reviews.moderate',
  'inbox.read',
  'inbox.answer',
  'subscribers.read',
  'mails.read',
  'mails.resend',
  'exemptions.review',
  'users.read',
  'users.manage',
  'exports.read',
  'overview.read',
  'system.read',
] as const;

const OWNER_ALONE = ['audit.read', 'links.read', 'settings.change', 'staff.manage'] as const;

/** What a role may do, as `noun.verb`. Every guarded API call, page, menu entry and button names one of them. */
export const PERMISSIONS = [...CUSTOMER, ...ADMIN, ...OWNER_ALONE] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Customers and staff share no permission, so `getAudience` can say who a missing one belongs to. */
type StaffPermission = Exclude<Permission, (typeof CUSTOMER)[number]>;

interface RoleEntry<P extends Permission = Permission> {
  label: string;
  plural: string;
  permissions: readonly P[];
}

/** The roles of people who work for the shop, with their permissions. An owner may do everything that an admin may. */
const STAFF = {
  admin: { label: 'Admin', plural: 'Admins', permissions: ADMIN },
  owner: { label: 'Owner', plural: 'Owners', permissions: [...ADMIN, ...OWNER_ALONE] },
} as const satisfies Record<string, RoleEntry<StaffPermission>>;

export const ROLES = {
  customer: { label: 'Customer', plural: 'Customers', permissions: CUSTOMER },
  ...STAFF,
} as const satisfies Record<string, RoleEntry>;

export type Role = keyof typeof ROLES;

/** The values of `users.role`. An owner is stored as an admin with a flag (decision 38). */
export type StoredRole = Exclude<Role, 'owner'>;

export type StaffRole = Exclude<StoredRole, 'customer'>;

export const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]];

export const STORED_ROLES = ROLE_NAMES.filter((role) => role !== 'owner') as [StoredRole, ...StoredRole[]];

export const STAFF_ROLES = STORED_ROLES.filter((role) => role !== 'customer') as [StaffRole, ...StaffRole[]];

/** The roles that somebody is given and can lose again. */
export type GrantedRole = keyof typeof STAFF;

export const GRANTED_ROLES = Object.keys(STAFF) as [GrantedRole, ...GrantedRole[]];

/** The stored role that can have the owner's flag. */
export const OWNERS_STORED_ROLE = 'admin' satisfies StoredRole;

export function toRole({ role, owner }: { role: StoredRole; owner: boolean }): Role {
  return owner ? 'owner' : role;
}

/** A role within a sentence, such as 'an admin'. */
export function nameRole(role: Role): string {
  return withArticle(ROLES[role].label.toLowerCase());
}

export function hasPermission({ role }: { role: Role }, permission: Permission): boolean {
  const { permissions }: RoleEntry = ROLES[role];
  return permissions.includes(permission);
}

export function listRolesWith(permission: Permission): Role[] {
  return ROLE_NAMES.filter((role) => hasPermission({ role }, permission));
}

/** Whether this role works for the shop. A role in an old record that the shop no longer has was a staff role. */
export function isStaff(role: string | null): boolean {
  return role !== 'customer';
}

/** Whom a permission is for, which refusals mention: customers, everyone who works for the shop, or only owners. */
export function getAudience(permission: Permission): 'customer' | 'staff' | 'owner' {
  const holders = listRolesWith(permission);
  if (!holders.every(isStaff)) return 'customer';
  return holders.length === 1 && holders[0] === 'owner' ? 'owner' : 'staff';
}
