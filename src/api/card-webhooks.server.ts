import type { MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { mayBeSigned } from '#src/features/payments/webhook-signature.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { createWebhookReceiver } from '#src/flows/payments/receive-webhook.server.ts';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { jsonResponse } from '#src/platform/api-schemas.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import { fail } from '#src/shared/problem.ts';

/**
 * The messages whose bodies are read and checked at once; the others wait unread. The provider sends bursts from few
 * addresses.
 */
const turns = createFairLimiter({
  maxConcurrent: 8,
  maxConcurrentPerClient: 4,
  maxPlaces: 300,
  maxPlacesPerClient: 150,
});

/** Rejects a message whose signature cannot be valid before its body is read. */
const requireFreshSignature: MiddlewareHandler<ApiEnv> = (c, next) =>
  mayBeSigned(c.req.header('stripe-signature'), Date.now())
    ? next()
    : Promise.resolve(sendFailure(c, fail('signature_invalid')));

/** Waits for a turn among all senders of messages. `busy` makes the provider send its message again. */
const waitForTurn: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const work = async () => {
    await next();
    return true;
  };
  const done = await turns.run(c.var.clientAddress, work, c.req.raw.signal);
  return done ? undefined : sendFailure(c, fail('busy'));
};

/** The checks that a webhook call must pass before any of its body is read. */
const admitWebhook = [requireFreshSignature, waitForTurn] as const;

const postWebhook = defineRoute('signature', {
  method: 'post',
  path: '/webhooks/stripe',
  summary: 'Receive a signed webhook event from the card provider',
  responses: { 200: jsonResponse('Received.', z.object({ received: z.literal(true) })) },
  errors: [400, 503],
  admit: admitWebhook,
});

/** The calls of the card provider. */
export function cardWebhooksApi(context: AppContext) {
  const receiveWebhook = createWebhookReceiver(context);
  return createApi().openapi(postWebhook, async (c) => {
    const received = await receiveWebhook(await c.req.text(), c.req.header('stripe-signature'));
    if (!received.ok) return sendFailure(c, received);
    return c.json({ received: true as const }, 200);
  });
}
