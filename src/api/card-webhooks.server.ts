import * as z from 'zod';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { createWebhookReceiver } from '#src/flows/payments/receive-webhook.server.ts';
import { createApi, defineRoute, jsonResponse, sendFailure } from '#src/platform/api.server.ts';
import { admitWebhook } from './webhook-admission.server.ts';

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
