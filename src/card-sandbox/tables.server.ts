import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSchema,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';

/** The card sandbox has a schema of its own, apart from the shop's tables, as a hosted provider would. */
export const cardSandbox = pgSchema('card_sandbox');

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const seq = () => bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity();
const money = (name: string) => bigint(name, { mode: 'number' });

export interface BillingDetails {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  address?: Record<string, string | undefined> | undefined;
}

/** What is stored of a card: enough to show it and to know its behavior, never its number or security code. */
export const paymentMethods = cardSandbox.table(
  'payment_methods',
  {
    id: text('id').primaryKey(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expMonth: smallint('exp_month').notNull(),
    expYear: smallint('exp_year').notNull(),
    behavior: text('behavior').notNull(),
    billingDetails: jsonb('billing_details').$type<BillingDetails>().notNull().default({}),
    created: instant('created').notNull().defaultNow(),
  },
  (t) => [
    check('payment_methods_id', sql`${t.id} ~ '^pm_[A-Za-z0-9]{24}$'`),
    check('payment_methods_last4', sql`${t.last4} ~ '^[0-9]{4}$'`),
    check('payment_methods_month', sql`${t.expMonth} between 1 and 12`),
    check('payment_methods_year', sql`${t.expYear} between 2000 and 2100`),
  ],
);

/** Amounts are integer minor units of `currency`. A challenge is open exactly while the intent requires action. */
export const paymentIntents = cardSandbox.table(
  'payment_intents',
  {
    id: text('id').primaryKey(),
    seq: seq().unique('payment_intents_seq'),
    clientSecret: text('client_secret').notNull().unique('payment_intents_client_secret'),
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    status: text('status').notNull(),
    customer: text('customer'),
    description: text('description'),
    receiptEmail: text('receipt_email'),
    statementDescriptorSuffix: text('statement_descriptor_suffix'),
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
    automaticPaymentMethods: jsonb('automatic_payment_methods').$type<{ enabled: true; allow_redirects: string }>(),
    paymentMethod: text('payment_method').references(() => paymentMethods.id),
    challenge: text('challenge').unique('payment_intents_challenge'),
    lastPaymentError: jsonb('last_payment_error').$type<Record<string, unknown>>(),
    canceledAt: instant('canceled_at'),
    cancellationReason: text('cancellation_reason'),
    created: instant('created').notNull().defaultNow(),
  },
  (t) => [
    unique('payment_intents_money').on(t.id, t.amount, t.currency),
    index('payment_intents_by_method').on(t.paymentMethod),
    check('payment_intents_id', sql`${t.id} ~ '^pi_[A-Za-z0-9]{24}$'`),
    check('payment_intents_amount', sql`${t.amount} between 1 and 99999999`),
    check('payment_intents_currency', sql`${t.currency} ~ '^[a-z]{3}$'`),
    check(
      'payment_intents_status',
      sql`${t.status} in ('requires_payment_method', 'requires_confirmation', 'requires_action', 'processing', 'succeeded', 'canceled')`,
    ),
    check(
      'payment_intents_method',
      sql`${t.status} in ('requires_payment_method', 'canceled') or ${t.paymentMethod} is not null`,
    ),
    check('payment_intents_challenge_open', sql`(${t.status} = 'requires_action') = (${t.challenge} is not null)`),
    check('payment_intents_canceled', sql`(${t.status} = 'canceled') = (${t.canceledAt} is not null)`),
  ],
);

/** Captures: money taken. Declined attempts leave an error on their intent, not a row here. */
export const charges = cardSandbox.table(
  'charges',
  {
    id: text('id').primaryKey(),
    seq: seq().unique('charges_seq'),
    paymentIntent: text('payment_intent').notNull().unique('charges_one_per_intent'),
    paymentMethod: text('payment_method')
      .notNull()
      .references(() => paymentMethods.id),
    amount: money('amount').notNull(),
    amountRefunded: money('amount_refunded').notNull().default(0),
    currency: text('currency').notNull(),
    disputed: boolean('disputed').notNull().default(false),
    created: instant('created').notNull().defaultNow(),
  },
  (t) => [
    // The intent's amount is part of the key, so neither can drift from the other once money was taken.
    foreignKey({
      name: 'charges_intent_money',
      columns: [t.paymentIntent, t.amount, t.currency],
      foreignColumns: [paymentIntents.id, paymentIntents.amount, paymentIntents.currency],
    }),
    unique('charges_money').on(t.id, t.paymentIntent, t.currency),
    index('charges_by_method').on(t.paymentMethod),
    check('charges_id', sql`${t.id} ~ '^ch_[A-Za-z0-9]{24}$'`),
    check('charges_amount', sql`${t.amount} > 0`),
    check('charges_refunded', sql`${t.amountRefunded} between 0 and ${t.amount}`),
  ],
);

export const cardRefunds = cardSandbox.table(
  'refunds',
  {
    id: text('id').primaryKey(),
    seq: seq().unique('refunds_seq'),
    charge: text('charge').notNull(),
    paymentIntent: text('payment_intent').notNull(),
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    reason: text('reason'),
    status: text('status').notNull().default('succeeded'),
    /** When the bank decides, and how. */
    settlesAt: instant('settles_at'),
    settlesAs: text('settles_as'),
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
    created: instant('created').notNull().defaultNow(),
  },
  (t) => [
    foreignKey({
      name: 'refunds_charge_money',
      columns: [t.charge, t.paymentIntent, t.currency],
      foreignColumns: [charges.id, charges.paymentIntent, charges.currency],
    }),
    index('refunds_by_intent').on(t.paymentIntent),
    index('refunds_by_charge').on(t.charge),
    index('refunds_to_settle').on(t.settlesAt).where(sql`${t.settlesAt} is not null`),
    check('refunds_status', sql`${t.status} in ('pending', 'succeeded', 'failed')`),
    check(
      'refunds_settle',
      sql`(${t.settlesAt} is null) = (${t.settlesAs} is null) and ${t.settlesAs} in ('succeeded', 'failed')`,
    ),
    check('refunds_id', sql`${t.id} ~ '^re_[A-Za-z0-9]{24}$'`),
    check('refunds_amount', sql`${t.amount} > 0`),
    check('refunds_reason', sql`${t.reason} in ('duplicate', 'fraudulent', 'requested_by_customer')`),
  ],
);

/** Disputes by cardholders' banks: the money is taken back until the dispute is decided. */
export const disputes = cardSandbox.table(
  'disputes',
  {
    id: text('id').primaryKey(),
    seq: seq().unique('disputes_seq'),
    charge: text('charge').notNull().unique('disputes_one_per_charge'),
    paymentIntent: text('payment_intent').notNull(),
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    reason: text('reason').notNull(),
    status: text('status').notNull(),
    evidence: jsonb('evidence').$type<Record<string, string>>().notNull().default({}),
    dueBy: instant('due_by').notNull(),
    created: instant('created').notNull().defaultNow(),
  },
  (t) => [
    foreignKey({
      name: 'disputes_charge_money',
      columns: [t.charge, t.paymentIntent, t.currency],
      foreignColumns: [charges.id, charges.paymentIntent, charges.currency],
    }),
    index('disputes_by_intent').on(t.paymentIntent),
    check('disputes_id', sql`${t.id} ~ '^du_[A-Za-z0-9]{24}$'`),
    check('disputes_amount', sql`${t.amount} > 0`),
    check(
      'disputes_status',
      sql`${t.status} in ('warning_needs_response', 'warning_closed', 'needs_response', 'won', 'lost')`,
    ),
  ],
);

/** Every state change, and the outbox of the webhook dispatcher: due while `next_attempt_at` is set. */
export const events = cardSandbox.table(
  'events',
  {
    id: text('id').primaryKey(),
    seq: seq().unique('events_seq'),
    type: text('type').notNull(),
    paymentIntent: text('payment_intent')
      .notNull()
      .references(() => paymentIntents.id),
    object: jsonb('object').$type<Record<string, unknown>>().notNull(),
    requestId: text('request_id'),
    idempotencyKey: text('idempotency_key'),
    created: instant('created').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').defaultNow(),
    deliveredAt: instant('delivered_at'),
  },
  (t) => [
    index('events_due').on(t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    index('events_by_intent').on(t.paymentIntent),
    check('events_id', sql`${t.id} ~ '^evt_[A-Za-z0-9]{24}$'`),
    check('events_attempts', sql`${t.attempts} >= 0`),
    check('events_delivered', sql`${t.deliveredAt} is null or ${t.nextAttemptAt} is null`),
  ],
);

/** The stored response of a write, committed together with the write itself. */
export const idempotencyKeys = cardSandbox.table(
  'idempotency_keys',
  {
    key: text('key').primaryKey(),
    fingerprint: text('fingerprint').notNull(),
    requestId: text('request_id').notNull(),
    status: smallint('status').notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    created: instant('created').notNull().defaultNow(),
  },
  (t) => [
    index('idempotency_keys_created').on(t.created),
    check('idempotency_keys_length', sql`length(${t.key}) between 1 and 255`),
  ],
);

export type PaymentMethodRow = typeof paymentMethods.$inferSelect;
export type PaymentIntentRow = typeof paymentIntents.$inferSelect;
export type ChargeRow = typeof charges.$inferSelect;
export type CardRefundRow = typeof cardRefunds.$inferSelect;
export type DisputeRow = typeof disputes.$inferSelect;
export type EventRow = typeof events.$inferSelect;
