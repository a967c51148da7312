import { isUserDisabled } from '#src/features/identity/roles.server.ts';
import { type ProviderIntent, ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import { getDatabaseTime, getOpenPayment, insertPayment } from '#src/features/payments/queries.server.ts';
import { lockPurchase } from '#src/features/purchases/queries.server.ts';
import { nextPurchaseState } from '#src/features/purchases/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { findPurchaseToPay, type PaymentInput } from './find-purchase-to-pay.server.ts';
import { type Attempt, getIntent } from './payment-intents.server.ts';
import { markIntentMissing, settlePayment } from './settle-payment.server.ts';

/**
 * Returns the client secret of a purchase's only open intent, and creates the intent if there is none. The amount is
 * the total of the stored purchase. If one order of several lines is to be paid alone, it first leaves its purchase.
 * Throws `ProviderUnavailable`.
 */
export async function startPayment(
  context: AppContext,
  caller: Caller,
  input: PaymentInput,
): Promise<Outcome<{ clientSecret: string }>> {
  const found = await findPurchaseToPay(context, caller, input);
  if (!found.ok) return found;

  // The second try replaces an open intent that can no longer be paid.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const claimed = await claimAttempt(context, found.value);
    if (!claimed.ok) return claimed;
    const result = await getIntentOrFailure(context, claimed.value);
    if (!result.ok) return result;
    const intent = result.value;
    // The intent is canceled or unknown at the provider: its attempt ends, and the purchase gets a new one.
    if (!intent) {
      const { intentId } = claimed.value.payment;
      if (intentId) await markIntentMissing(context, intentId, await getDatabaseTime(context.db));
      continue;
    }
    if (intent.status === 'canceled') {
      await settlePayment(context, intent.id);
      continue;
    }
    if (intent.status === 'succeeded') {
      const settled = await settlePayment(context, intent.id);
      return settled.ok ? fail('already_paid') : settled;
    }
    if (intent.status === 'processing') return fail('payment_processing');
    return ok({ clientSecret: intent.clientSecret });
  }
  return fail('provider_unavailable');
}

/** Returns the open attempt to pay a purchase, or stores a new one before the provider is called. */
async function claimAttempt(context: AppContext, purchaseId: string): Promise<Outcome<Attempt>> {
  return context.db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    if (!locked || !nextPurchaseState(locked.purchase.state, 'pay'))
      return fail(locked?.purchase.paidAt ? 'already_paid' : 'not_found');
    const { userId, totalMinor: amountMinor, currency } = locked.purchase;
    // The user was disabled after this request began, so the purchase is about to end.
    if (await isUserDisabled(tx, userId)) return fail('account_disabled');
    const payment =
      (await getOpenPayment(tx, purchaseId)) ??
      (await insertPayment(tx, { purchaseId, userId, amountMinor, currency }));
    return ok({ purchase: locked, payment });
  });
}

/** Calls `getIntent`. Returns a failure instead of throwing if the provider permanently rejects the payment. */
async function getIntentOrFailure(context: AppContext, attempt: Attempt): Promise<Outcome<ProviderIntent | null>> {
  const { purchase, payment } = attempt;
  try {
    return ok(await getIntent(context, attempt));
  } catch (error) {
    if (!(error instanceof ProviderUnavailable) || !error.rejected || payment.intentId) throw error;
    context.log.error({ err: error, purchaseId: purchase.purchase.id }, 'the card provider rejected a payment');
    return fail('payment_refused');
  }
}
