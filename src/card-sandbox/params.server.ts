import * as z from 'zod';
import type { Form, FormValue } from './form.server.ts';
import { formatStripeAmount, getStripeStep } from './stripe-currencies.ts';
import { invalidParam, type StripeResult, stripeFailure, stripeOk } from './stripe-error.server.ts';

/** Stripe's smallest charge in each currency the sandbox takes, in Stripe's units. */
const MIN_AMOUNTS: Record<string, number> = {
  ...{ aed: 200, aud: 50, bhd: 190, brl: 50, cad: 50, chf: 50, clp: 450, cny: 350, cop: 200_000, crc: 25_000 },
  ...{ czk: 1_500, dkk: 250, egp: 2_400, eur: 50, gbp: 30, hkd: 400, huf: 17_500, idr: 820_000, ils: 160, inr: 50 },
  ...{ isk: 6_100, jod: 360, jpy: 50, kes: 6_500, krw: 720, kwd: 150, mad: 460, mxn: 1_000, myr: 200, ngn: 70_000 },
  ...{ nok: 300, nzd: 50, omr: 190, pen: 170, php: 2_900, pln: 200, pyg: 3_500, ron: 200, sar: 190, sek: 300 },
  ...{ sgd: 50, thb: 1_000, tnd: 1_460, try: 2_100, twd: 1_550, uah: 2_100, ugx: 180_000, usd: 50, vnd: 13_000 },
  ...{ xaf: 280, xof: 280, zar: 860 },
};

const MAX_AMOUNT = 99_999_999;

/** Text that nothing else looks at where it is too long: zod goes on to later checks otherwise. */
export const boundedLine = (max: number, message?: string) =>
  z.string().max(max, { abort: true, ...(message && { message }) });

const integer = boundedLine(13, 'integer')
  .regex(/^-?\d{1,12}$/, 'integer')
  .transform(Number);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const metadata = z.union([z.literal(''), z.record(boundedLine(40), boundedLine(500))]);
const expand = z.array(boundedLine(100)).max(10).default([]);
const reference = boundedLine(100).min(1);
const methodTypes = z.array(z.literal('card')).min(1).max(1);
const email = z.union([z.literal(''), boundedLine(500).pipe(z.email())]);

const money = {
  amount: integer,
  currency: boundedLine(100).transform((value) => value.toLowerCase()),
};

const descriptiveFields = {
  customer: boundedLine(64)
    .regex(/^cus_[A-Za-z0-9]{1,60}$/)
    .optional(),
  description: boundedLine(1_000).optional(),
  receipt_email: email.optional(),
  statement_descriptor_suffix: boundedLine(22).optional(),
  metadata: metadata.optional(),
  payment_method: reference.optional(),
  allowed_payment_method_types: methodTypes.optional(),
  payment_method_types: methodTypes.optional(),
  expand,
};

const confirmFields = {
  return_url: boundedLine(2_000).pipe(z.url()).optional(),
  off_session: flag.optional(),
  error_on_requires_action: flag.optional(),
  use_stripe_sdk: flag.optional(),
};

export const createIntentParams = z.strictObject({
  ...money,
  ...descriptiveFields,
  ...confirmFields,
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).default('always') })
    .optional(),
  capture_method: z.enum(['automatic', 'automatic_async']).optional(),
  confirmation_method: z.literal('automatic').optional(),
  confirm: flag.optional(),
});

export const updateIntentParams = z.strictObject({
  ...descriptiveFields,
  amount: money.amount.optional(),
  currency: money.currency.optional(),
});

export const confirmIntentParams = z.strictObject({
  ...confirmFields,
  payment_method: reference.optional(),
  allowed_payment_method_types: methodTypes.optional(),
  payment_method_types: methodTypes.optional(),
  receipt_email: email.optional(),
  expand,
});

export const cancelIntentParams = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  expand,
});

export const createRefundParams = z.strictObject({
  payment_intent: reference.optional(),
  charge: reference.optional(),
  amount: integer.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand,
});

const createdRange = z.union([
  integer,
  z.strictObject({ gt: integer.optional(), gte: integer.optional(), lt: integer.optional(), lte: integer.optional() }),
]);

export const paginationFields = {
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: reference.optional(),
  ending_before: reference.optional(),
  created: createdRange.optional(),
  expand,
};

const paginationParams = z.strictObject(paginationFields);
export type Pagination = z.infer<typeof paginationParams>;

export const retrieveParams = z.strictObject({ expand });
/** An intent may also be read with its client secret, as a publishable key does. */
export const retrieveIntentParams = z.strictObject({ client_secret: reference.optional(), expand });
export const listIntentsParams = z.strictObject({ ...paginationFields, customer: reference.optional() });
export const listRefundsParams = z.strictObject({
  ...paginationFields,
  payment_intent: reference.optional(),
  charge: reference.optional(),
});
export const listDisputesParams = z.strictObject({
  ...paginationFields,
  payment_intent: reference.optional(),
  charge: reference.optional(),
});
/** Stripe takes many kinds of evidence, but the sandbox reads only this text. */
export const updateDisputeParams = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: boundedLine(20_000) }).optional(),
  submit: flag.optional(),
  expand,
});
export const listChargesParams = z.strictObject({
  ...paginationFields,
  payment_intent: reference.optional(),
  customer: reference.optional(),
});
export const listEventsParams = z.strictObject({
  ...paginationFields,
  type: reference.optional(),
  types: z.array(reference).max(20).optional(),
  delivery_success: flag.optional(),
});

export type CreateIntentParams = z.infer<typeof createIntentParams>;
export type UpdateIntentParams = z.infer<typeof updateIntentParams>;

/** Parses a form by its schema. As Stripe does, it returns the first error only, in Stripe's words. */
export function readParams<S extends z.ZodType>(schema: S, form: Form): StripeResult<z.output<S>> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return stripeOk(parsed.data);
  const issue = parsed.error.issues[0];
  const path = (issue?.path ?? []).map(String);
  if (issue?.code === 'unrecognized_keys') {
    const param = paramName([...path, issue.keys[0] ?? '']);
    return invalidParam(param, `Received unknown parameter: ${param}`, 'parameter_unknown');
  }
  const param = paramName(path);
  const value = valueAt(form, path);
  if (value === undefined) return invalidParam(param, `Missing required param: ${param}.`, 'parameter_missing');
  if (issue?.message === 'integer') {
    return invalidParam(param, `Invalid integer: ${String(value).slice(0, 50)}`, 'parameter_invalid_integer');
  }
  if (value === '') {
    return invalidParam(param, `You passed an empty string for '${param}'.`, 'parameter_invalid_empty');
  }
  return invalidParam(param, `Invalid ${param}: ${issue?.message ?? 'cannot be read'}`);
}

function paramName([first = '', ...rest]: string[]): string {
  return first + rest.map((part) => `[${part}]`).join('');
}

function valueAt(form: Form, path: string[]): FormValue | undefined {
  let value: FormValue | undefined = form;
  for (const part of path) {
    if (typeof value !== 'object' || !Object.hasOwn(value, part)) return undefined;
    value = (value as Form)[part];
  }
  return value;
}

/** Currency known, amount within Stripe's limits for it. */
export function checkMoney(amount: number, currency: string): StripeResult<null> {
  const minAmount = Object.hasOwn(MIN_AMOUNTS, currency) ? MIN_AMOUNTS[currency] : undefined;
  if (minAmount === undefined) {
    const known = Object.keys(MIN_AMOUNTS).join(', ');
    return invalidParam('currency', `Invalid currency: ${currency.slice(0, 20)}. The card sandbox supports: ${known}`);
  }
  const step = getStripeStep(currency);
  if (amount % step !== 0) {
    return invalidParam('amount', `Invalid amount: amounts in ${currency} have to be multiples of ${step}.`);
  }
  if (amount < 1) {
    return invalidParam('amount', 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  }
  if (amount > MAX_AMOUNT) {
    return invalidParam(
      'amount',
      `Amount must be no more than ${formatStripeMoney(MAX_AMOUNT, currency)}`,
      'amount_too_large',
    );
  }
  if (amount < minAmount) {
    return stripeFailure({
      status: 400,
      type: 'invalid_request_error',
      code: 'amount_too_small',
      param: 'amount',
      message: `Amount must be at least ${formatStripeMoney(minAmount, currency)}`,
    });
  }
  return stripeOk(null);
}

/** An amount in Stripe's words: `$0.50 usd`. */
export function formatStripeMoney(amount: number, currency: string): string {
  return `${formatStripeAmount(amount, currency)} ${currency}`;
}
