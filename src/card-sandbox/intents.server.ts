import { eq, sql } from 'drizzle-orm';
import { confirmLocked } from './confirm.server.ts';
import { makeClientSecret, makeId } from './ids.server.ts';
import { isOpen } from './intent-states.ts';
import { type IntentView, toPaymentIntentObject } from './objects.server.ts';
import { type CreateIntentParams, checkMoney, type UpdateIntentParams } from './params.server.ts';
import {
  lockIntent,
  recordEvent,
  resolvePaymentMethod,
  transitionIntent,
  unexpectedState,
  type WriteContext,
} from './store.server.ts';
import { invalidParam, type StripeResult, stripeOk } from './stripe-error.server.ts';
import { paymentIntents } from './tables.server.ts';

const MAX_METADATA_KEYS = 50;

export async function createIntent(
  context: WriteContext,
  params: CreateIntentParams,
  keepProcessing: () => boolean,
): Promise<StripeResult<IntentView>> {
  const money = checkMoney(params.amount, params.currency);
  if (!money.ok) return money;
  const metadata = mergeMetadata({}, params.metadata);
  if (!metadata.ok) return metadata;
  const automatic = params.automatic_payment_methods;
  // `payment_method_types` is the name older API versions have for it.
  const types = params.allowed_payment_method_types ?? params.payment_method_types;
  if (automatic?.enabled && types) {
    return invalidParam(
      'automatic_payment_methods',
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
    );
  }
  const method = params.payment_method ? await resolvePaymentMethod(context.tx, params.payment_method) : null;
  if (method && !method.ok) return method;
  const id = makeId('pi');
  const [intent] = await context.tx
    .insert(paymentIntents)
    .values({
      id,
      clientSecret: makeClientSecret(id),
      amount: params.amount,
      currency: params.currency,
      status: method ? 'requires_confirmation' : 'requires_payment_method',
      customer: params.customer ?? null,
      description: params.description || null,
      receiptEmail: params.receipt_email || null,
      statementDescriptorSuffix: params.statement_descriptor_suffix || null,
      metadata: metadata.value,
      automaticPaymentMethods:
        types || automatic?.enabled === false
          ? null
          : { enabled: true, allow_redirects: automatic?.allow_redirects ?? 'always' },
      paymentMethod: method ? method.value.id : null,
    })
    .returning();
  if (!intent) throw new Error('The payment intent was not written');
  const view = { intent, charge: null };
  await recordEvent(context, 'payment_intent.created', id, toPaymentIntentObject(view));
  if (!params.confirm) return stripeOk(view);
  return confirmLocked(context, view, {
    offSession: params.off_session || params.error_on_requires_action,
    keepProcessing: keepProcessing(),
  });
}

/** Money and card only while the intent is open; an open 3-D Secure challenge ends with such a change. */
export async function updateIntent(
  context: WriteContext,
  id: string,
  params: UpdateIntentParams,
): Promise<StripeResult<IntentView>> {
  const locked = await lockIntent(context.tx, id);
  if (!locked.ok) return locked;
  const { intent, charge } = locked.value;
  const amount = params.amount ?? intent.amount;
  const currency = params.currency ?? intent.currency;
  const moneyChanges = amount !== intent.amount || currency !== intent.currency;
  if ((moneyChanges || params.payment_method) && !isOpen(intent.status)) {
    const what = moneyChanges ? 'amount' : 'payment_method';
    return unexpectedState(
      locked.value,
      `This PaymentIntent's ${what} could not be updated because it has a status of ${intent.status}. You may only update the ${what} of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
    );
  }
  const money = checkMoney(amount, currency);
  if (!money.ok) return money;
  const metadata = mergeMetadata(intent.metadata, params.metadata);
  if (!metadata.ok) return metadata;
  const method = params.payment_method ? await resolvePaymentMethod(context.tx, params.payment_method) : null;
  if (method && !method.ok) return method;
  const change = {
    metadata: metadata.value,
    customer: params.customer ?? intent.customer,
    description: changed(params.description, intent.description),
    receiptEmail: changed(params.receipt_email, intent.receiptEmail),
    statementDescriptorSuffix: changed(params.statement_descriptor_suffix, intent.statementDescriptorSuffix),
  };
  if (method || (moneyChanges && intent.status === 'requires_action')) {
    const paymentMethod = method ? method.value.id : intent.paymentMethod;
    const moved = await transitionIntent(context, intent, 'requires_confirmation', {
      ...change,
      amount,
      currency,
      paymentMethod,
    });
    return stripeOk({ intent: moved, charge: null });
  }
  const [updated] = await context.tx
    .update(paymentIntents)
    .set(moneyChanges ? { ...change, amount, currency } : change)
    .where(eq(paymentIntents.id, id))
    .returning();
  if (!updated) throw new Error(`Payment intent ${id} vanished while locked`);
  return stripeOk({ intent: updated, charge });
}

export async function cancelIntent(
  context: WriteContext,
  id: string,
  reason?: string,
): Promise<StripeResult<IntentView>> {
  const locked = await lockIntent(context.tx, id);
  if (!locked.ok) return locked;
  const { intent } = locked.value;
  if (!isOpen(intent.status)) {
    return unexpectedState(
      locked.value,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_confirmation, requires_action.`,
    );
  }
  const moved = await transitionIntent(context, intent, 'canceled', {
    canceledAt: sql`now()`,
    cancellationReason: reason ?? null,
  });
  const view = { intent: moved, charge: null };
  await recordEvent(context, 'payment_intent.canceled', id, toPaymentIntentObject(view));
  return stripeOk(view);
}

const changed = (received: string | undefined, before: string | null): string | null =>
  received === undefined ? before : received || null;

/** Stripe's rule: keys are merged, an empty value removes its key, an empty string removes all. */
export function mergeMetadata(
  before: Record<string, string>,
  received: '' | Record<string, string> | undefined,
): StripeResult<Record<string, string>> {
  if (received === undefined) return stripeOk(before);
  if (received === '') return stripeOk({});
  const merged = Object.entries({ ...before, ...received }).filter(([, value]) => value !== '');
  return merged.length > MAX_METADATA_KEYS
    ? invalidParam('metadata', `Metadata can have up to ${MAX_METADATA_KEYS} keys.`)
    : stripeOk(Object.fromEntries(merged));
}
