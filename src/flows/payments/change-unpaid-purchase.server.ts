import { ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import {
  abandonAttempt,
  getOpenPayment,
  type PaymentRow,
  setPaymentState,
} from '#src/features/payments/queries.server.ts';
import { lockPurchase, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { ensureIntentId } from './payment-intents.server.ts';
import { settlePayment } from './settle-payment.server.ts';

/** A new attempt to pay may start in between. Three tries are enough for one user's clicks. */
const MAX_ATTEMPTS = 3;

interface Change<T> {
  event: 'cancel' | 'expire';
  /** Whether the provider is known to be unavailable. Only an expiry continues without it. */
  providerUnavailable?: boolean;
  /** A sentence for the caller that says what was not done because the provider is unavailable. */
  refusal: string;
  /** Whether the purchase can be changed, with the data that `apply` needs. */
  check: (locked: PurchaseWithLines) => Outcome<T>;
  apply: (tx: Tx, locked: PurchaseWithLines, checked: T) => Promise<void>;
}

/**
 * Changes an unpaid purchase under its lock, after its open intent was canceled at the provider, so that nobody can pay
 * the old total. If it was paid meanwhile, it is settled and not changed. `providerUnavailable` in the result means
 * that it ended without the provider.
 */
export async function changeUnpaidPurchase<T>(
  context: AppContext,
  purchaseId: string,
  { event, providerUnavailable = false, refusal, check, apply }: Change<T>,
): Promise<Outcome<{ checked: T; providerUnavailable: boolean }>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const open = await getOpenPayment(context.db, purchaseId);
    const canceled = open && !providerUnavailable ? await cancelOpenIntent(context, open, { event, refusal }) : null;
    if (canceled && !canceled.ok) return canceled;
    await failPoint('cancel:before-commit');
    const outcome = await context.db.transaction(async (tx) => {
      const locked = await lockPurchase(tx, purchaseId);
      if (!locked) return fail('not_found');
      const checked = check(locked);
      if (!checked.ok) return checked;
      const stillOpen = await getOpenPayment(tx, purchaseId);
      if (stillOpen && stillOpen.id !== open?.id) return 'again' as const;
      if (stillOpen && canceled?.value)
        await setPaymentState(tx, stillOpen.id, { state: 'canceled', ...canceled.value });
      // Nobody ever received its client secret.
      else if (stillOpen?.state === 'creating' && event === 'cancel') await abandonAttempt(tx, stillOpen.id);
      await apply(tx, locked, checked.value);
      return checked;
    });
    if (outcome === 'again') continue;
    if (!outcome.ok) return outcome;
    return ok({
      checked: outcome.value,
      providerUnavailable: providerUnavailable || canceled?.value === null,
    });
  }
  return fail('payment_processing');
}

/**
 * Cancels the open intent, so that it can never be paid. Null if the purchase ends without the provider. An expiry does
 * not wait for an unavailable provider. Nobody has the client secret of an attempt without an intent.
 */
async function cancelOpenIntent(
  context: AppContext,
  open: PaymentRow,
  { event, refusal }: Pick<Change<unknown>, 'event' | 'refusal'>,
): Promise<Outcome<{ intentId: string; providerStatus: string } | null>> {
  try {
    const intentId = await ensureIntentId(context, open);
    if (!intentId) return ok(null);
    const providerStatus = await context.provider.cancelIntent(intentId);
    if (providerStatus) return ok({ intentId, providerStatus });
    const settled = await settlePayment(context, intentId);
    if (settled.ok) return fail('already_paid');
    return settled.code === 'payment_incomplete' ? fail('payment_processing') : settled;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    if (event === 'expire' || open.state === 'creating') return ok(null);
    return fail('provider_unavailable', {
      detail: `A card payment for this order has been started, and the card provider cannot be reached right now to cancel it. ${refusal} Please try again in a few minutes.`,
    });
  }
}
