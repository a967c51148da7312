import { eq, sql } from 'drizzle-orm';
import { confirmLocked } from './confirm.server.ts';
import { makeClientSecret, makeId } from './ids.server.ts';
import { isOpen } from './intent-states.ts';
import {
  findPaymentMethod,
  type Ledger,
  lockIntent,
  moveIntent,
  recordEvent,
  unexpectedState,
} from './ledger.server.ts';
import { type IntentView, paymentIntentObject } from './objects.server.ts';
import { type CreateIntentParams, checkMoney, type UpdateIntentParams } from './params.server.ts';
import { badParam, done, type Outcome } from './problem.server.ts';
import { paymentIntents } from './tables.server.ts';

const MOST_METADATA = 50;

export async function createIntent(
  ledger: Ledger,
  params: CreateIntentParams,
  keepProcessing: () => boolean,
): Promise<Outcome<IntentView>> {
  const money = checkMoney(params.amount, params.currency);
  if (!money.ok) return money;
  const metadata = mergeMetadata({}, params.metadata);
  if (!metadata.ok) return metadata;
  const automatic = params.automatic_payment_methods;
  // `payment_method_types` is the name older API versions have for it.
  const types = params.allowed_payment_method_types ?? params.payment_method_types;
  if (automatic?.enabled && types) {
    return badParam(
      'automatic_payment_methods',
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
    );
  }
  const method = params.payment_method ? await findPaymentMethod(ledger.tx, params.payment_method) : null;
  if (method && !method.ok) return method;
  const id = makeId('pi');
  const [intent] = await ledger.tx
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
  await recordEvent(ledger, 'payment_intent.created', id, paymentIntentObject(view));
  if (!params.confirm) return done(view);
  return confirmLocked(ledger, view, {
    unattended: params.off_session || params.error_on_requires_action,
    keepProcessing: keepProcessing(),
  });
}

/** Money and card only while the intent is open; an open 3-D Secure challenge ends with such a change. */
export async function updateIntent(
  ledger: Ledger,
  id: string,
  params: UpdateIntentParams,
): Promise<Outcome<IntentView>> {
  const locked = await lockIntent(ledger.tx, id);
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
  const method = params.payment_method ? await findPaymentMethod(ledger.tx, params.payment_method) : null;
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
    const moved = await moveIntent(ledger, intent, 'requires_confirmation', {
      ...change,
      amount,
      currency,
      paymentMethod,
    });
    return done({ intent: moved, charge: null });
  }
  const [updated] = await ledger.tx
    .update(paymentIntents)
    .set(moneyChanges ? { ...change, amount, currency } : change)
    .where(eq(paymentIntents.id, id))
    .returning();
  if (!updated) throw new Error(`Payment intent ${id} vanished while locked`);
  return done({ intent: updated, charge });
}

export async function cancelIntent(ledger: Ledger, id: string, reason?: string): Promise<Outcome<IntentView>> {
  const locked = await lockIntent(ledger.tx, id);
  if (!locked.ok) return locked;
  const { intent } = locked.value;
  if (!isOpen(intent.status)) {
    return unexpectedState(
      locked.value,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_confirmation, requires_action.`,
    );
  }
  const moved = await moveIntent(ledger, intent, 'canceled', {
    canceledAt: sql`now()`,
    cancellationReason: reason ?? null,
  });
  const view = { intent: moved, charge: null };
  await recordEvent(ledger, 'payment_intent.canceled', id, paymentIntentObject(view));
  return done(view);
}

const changed = (given: string | undefined, before: string | null): string | null =>
  given === undefined ? before : given || null;

/** Stripe's rule: keys are merged, an empty value removes its key, an empty string removes all. */
export function mergeMetadata(
  before: Record<string, string>,
  given: '' | Record<string, string> | undefined,
): Outcome<Record<string, string>> {
  if (given === undefined) return done(before);
  if (given === '') return done({});
  const merged = Object.entries({ ...before, ...given }).filter(([, value]) => value !== '');
  return merged.length > MOST_METADATA
    ? badParam('metadata', `Metadata can have up to ${MOST_METADATA} keys.`)
    : done(Object.fromEntries(merged));
}
