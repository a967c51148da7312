import { type Outcome, refuse, succeed } from '#src/shared/problem.ts';
import type { Shop } from './shop.server.ts';

/**
 * Takes one signed message of the card provider: verified on the raw body before anything of it is read, and stored by
 * its id. The answer waits for the database alone, never for the provider.
 */
export async function receiveProviderEvent(
  shop: Shop,
  rawBody: string,
  signature: string | undefined,
): Promise<Outcome<null>> {
  const event = shop.provider.readEvent(rawBody, signature);
  if (!event) return refuse('signature_invalid');
  return (await shop.events.take(event)) ? succeed(null) : refuse('busy');
}
