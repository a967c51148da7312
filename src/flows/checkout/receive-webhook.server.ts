import type { AppContext } from '#src/flows/app-context.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';

/**
 * Takes one signed message of the card provider: verified on the raw body before anything of it is read, and stored by
 * its id. The answer waits for the database alone, never for the provider.
 */
export async function receiveWebhook(
  context: AppContext,
  rawBody: string,
  signature: string | undefined,
): Promise<Outcome<null>> {
  const event = context.provider.verifyWebhook(rawBody, signature);
  if (!event) return fail('signature_invalid');
  return (await context.webhookWorker.store(event)) ? ok(null) : fail('busy');
}
