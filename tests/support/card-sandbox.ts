import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import Stripe from 'stripe';
import { createSandboxServerApi } from '#src/card-sandbox/api.server.ts';
import { createSandboxBrowserApi } from '#src/card-sandbox/browser-api.server.ts';
import { createSandboxFaults } from '#src/card-sandbox/faults.server.ts';
import { createWebhookDispatcher, type WebhookDispatcherOptions } from '#src/card-sandbox/webhook-dispatcher.server.ts';
import { describeError } from '#src/platform/log.server.ts';
import { createTestDatabase } from './database.ts';

export const SECRET_KEY = 'sk_test_sandboxSecretKeyForTests';
export const PUBLISHABLE_KEY = 'pk_test_sandboxPublishableKey';
export const WEBHOOK_SECRET = 'whsec_sandbox';

interface ReceivedWebhook {
  payload: string;
  signature: string;
  at: number;
}

type Json = Record<string, unknown> & { error?: Record<string, unknown> };

/** A whole sandbox on loopback ports of its own, with the official SDK and a browser's calls as its clients. */
export async function startSandbox(options: Partial<WebhookDispatcherOptions> = {}) {
  const database = await createTestDatabase();
  const { db } = database;
  const faults = createSandboxFaults();
  const received: ReceivedWebhook[] = [];
  const receiver = { status: 200, responseDelayMs: 0 };
  const shop = await listen(
    createServer(async (request, response) => {
      const webhook = await readWebhook(request);
      received.push(webhook);
      setTimeout(() => response.writeHead(receiver.status).end(), receiver.responseDelayMs);
    }),
  );
  const logged: unknown[] = [];
  // As the shop's log writes it.
  const record = ({ err, ...fields }: { err?: unknown }, message: string) =>
    logged.push([{ ...fields, ...(err === undefined ? {} : { err: describeError(err) }) }, message]);
  const log = { debug: record, warn: record, error: record };
  const hook = { url: `${shop.url}/hook`, secret: WEBHOOK_SECRET };
  const makeDispatcher = () =>
    createWebhookDispatcher({ db, ...hook, log, faults, initialRetryDelayMs: 40, ...options });
  const dispatcher = makeDispatcher();
  const wiring = { db, faults, log, onChange: dispatcher.notify };
  const api = await listen(
    createAdaptorServer({ fetch: createSandboxServerApi({ ...wiring, secretKey: SECRET_KEY }).fetch }) as Server,
  );
  const shopOrigin = new Hono().route(
    '/card-sandbox',
    createSandboxBrowserApi({ ...wiring, publishableKey: PUBLISHABLE_KEY }),
  );
  const client = (key = SECRET_KEY, maxNetworkRetries = 0) =>
    new Stripe(key, { host: '127.0.0.1', port: api.port, protocol: 'http', maxNetworkRetries, telemetry: false });

  /** A call as the browser script makes it. */
  async function browse(path: string, body: Record<string, string>, key = PUBLISHABLE_KEY) {
    const response = await shopOrigin.request(`/card-sandbox/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(body).toString(),
    });
    return { status: response.status, body: (await response.json()) as Json };
  }

  /** What confirmCardPayment sends for a card typed into the form. */
  const payWith = (intent: { id: string; client_secret: string | null }, number: string, extra = {}) =>
    browse(`/payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? '',
      ...typedCard(number),
      ...extra,
    });

  return {
    ...database,
    api,
    browse,
    client,
    dispatcher,
    faults,
    logged,
    makeDispatcher,
    payWith,
    received,
    receiver,
    shopOrigin,
    stripe: client(),
    async close() {
      await dispatcher.stop();
      await Promise.all([api.close(), shop.close()]);
      await database.drop();
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export function typedCard(number: string): Record<string, string> {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '11',
    'payment_method_data[card][exp_year]': '34',
    'payment_method_data[card][cvc]': number.startsWith('3') ? '1234' : '123',
    'payment_method_data[billing_details][name]': 'Ada Smith',
    'payment_method_data[billing_details][email]': 'ada@example.com',
    'payment_method_data[billing_details][address][postal_code]': '94110',
  };
}

/** Waits until `check` holds, at most `ms`; false when it never did. */
export async function eventually(check: () => boolean | Promise<boolean>, ms = 3000): Promise<boolean> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    if (await check()) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return check();
}

async function readWebhook(request: IncomingMessage): Promise<ReceivedWebhook> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return {
    payload: Buffer.concat(chunks).toString(),
    signature: String(request.headers['stripe-signature']),
    at: Date.now(),
  };
}

async function listen(server: Server) {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
