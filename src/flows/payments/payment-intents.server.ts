import { type CardProvider, type ProviderIntent, ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import {
  abandonAttempt,
  attachIntent,
  attachLateIntent,
  getPayment,
  type PaymentRow,
} from '#src/features/payments/queries.server.ts';
import {
  getPurchaseWithLines,
  type LineRow,
  type PurchaseRow,
  type PurchaseWithLines,
} from '#src/features/purchases/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';

/** An attempt to pay, with its purchase. */
export interface Attempt {
  purchase: PurchaseWithLines;
  payment: PaymentRow;
}

/** The intent of an attempt. The attempt's id is the idempotency key, so a lost response is sent again. */
export async function getIntent(context: AppContext, { purchase, payment }: Attempt): Promise<ProviderIntent | null> {
  if (payment.intentId) return context.provider.retrieveIntent(payment.intentId);
  try {
    return await createAttachedIntent(context, purchase, payment);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    // The provider rejects a key that is in use: the concurrent request may have stored the intent.
    const attached = await getPayment(context.db, payment.id);
    if (!attached?.intentId) throw error;
    return context.provider.retrieveIntent(attached.intentId);
  }
}

/**
 * An attempt always sends the same arguments: the provider rejects a key with different ones. Null if the attempt has
 * ended meanwhile: then its intent is canceled.
 */
async function createAttachedIntent(
  context: AppContext,
  { purchase, lines }: PurchaseWithLines,
  payment: PaymentRow,
): Promise<ProviderIntent | null> {
  const intent = await createIntent(context, {
    paymentId: payment.id,
    purchaseId: purchase.id,
    userId: purchase.userId,
    email: purchase.email,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    description: describeToProvider(purchase, lines),
  });
  await failPoint('start-payment:intent-created');
  await attachIntent(context.db, payment.id, intent.id);
  const attached = await getPayment(context.db, payment.id);
  if (attached?.state !== 'canceled') return intent;
  await attachLateIntent(context.db, payment.id, intent.id);
  await context.provider.cancelIntent(intent.id);
  return null;
}

/**
 * A rejected payment, or a failure that the provider stores for this key, never becomes an intent. The attempt ends,
 * and the next request starts another. If the intent exists after all, nobody has its client secret, so nobody can pay
 * it.
 */
async function createIntent(
  context: AppContext,
  input: Parameters<CardProvider['createIntent']>[0],
): Promise<ProviderIntent> {
  try {
    return await context.provider.createIntent(input);
  } catch (error) {
    if (error instanceof ProviderUnavailable && (error.keyPoisoned || error.rejected))
      await abandonAttempt(context.db, input.paymentId);
    throw error;
  }
}

/**
 * The intent id of an attempt. If the provider's response was lost, the same key fetches it again, and it is stored.
 * Null if the attempt has ended meanwhile.
 */
export async function ensureIntentId(context: AppContext, payment: PaymentRow): Promise<string | null> {
  if (payment.intentId) return payment.intentId;
  const purchase = await getPurchaseWithLines(context.db, payment.purchaseId);
  if (!purchase) throw new Error('a payment always has its purchase');
  return (await createAttachedIntent(context, purchase, payment))?.id ?? null;
}

/** The description in the provider's dashboard and receipts. All requests with the same key must send the same one. */
function describeToProvider({ number }: PurchaseRow, [first, ...more]: readonly LineRow[]): string {
  if (first && more.length === 0) return `${first.quantity} × ${first.itemName}`;
  return `Order ${number}`;
}
