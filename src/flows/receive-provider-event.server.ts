import { markEventApplied, recordEvent } from '#src/features/payments/queries.server.ts';
import { type Outcome, refuse, succeed } from '#src/shared/problem.ts';
import { settlePayment } from './settle-payment.server.ts';
import type { Shop } from './shop.server.ts';

/**
 * Takes one signed message of the card provider: verified on the raw body before anything of it is read, stored by
 * its id, applied at most once. The message only says where to look; what counts is what the provider answers.
 */
export async function receiveProviderEvent(
  shop: Shop,
  rawBody: string,
  signature: string | undefined,
): Promise<Outcome<{ applied: boolean }>> {
  const event = shop.provider.readEvent(rawBody, signature);
  if (!event) return refuse('signature_invalid');
  const intentId =
    event.type.startsWith('payment_intent.') && 'id' in event.data.object ? String(event.data.object.id) : null;
  const { applied } = await recordEvent(shop.db, event, intentId);
  if (applied) return succeed({ applied: false });
  if (intentId) await settlePayment(shop, intentId);
  await markEventApplied(shop.db, event.id);
  return succeed({ applied: true });
}
