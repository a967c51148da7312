import { storeWebhookEvent } from '#src/features/payments/webhook-events.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { createConcurrencyLimiter } from '#src/platform/concurrency-limiter.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';

/** Low, so that a flood of webhooks leaves database connections to customers. */
const CONCURRENCY = 4;
const MAX_WAITING = 100;

/**
 * Verifies the signature of the raw body before reading anything in it, and stores the event by its id. The response
 * only waits for the database, never for the provider. `busy` makes the provider send the event again.
 */
export function createWebhookReceiver(context: Pick<AppContext, 'db' | 'provider' | 'notify'>) {
  const limiter = createConcurrencyLimiter(CONCURRENCY, MAX_WAITING);
  return async (rawBody: string, signature: string | undefined): Promise<Outcome<null>> => {
    const event = context.provider.verifyWebhook(rawBody, signature);
    if (!event) return fail('signature_invalid');
    const stored = await limiter.run(async () => {
      await storeWebhookEvent(context.db, event);
      return true;
    });
    if (!stored) return fail('busy');
    context.notify('webhook-events');
    return ok(null);
  };
}
