import { createHash, timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import Stripe from 'stripe';
import { describeDatabaseFault, findDatabaseFault } from '#src/platform/database-faults.server.ts';
import { type Form, parseForm } from './form.server.ts';
import { makeId } from './ids.server.ts';
import { type StripeErrorBody, type StripeResult, stripeFailure, toErrorResponse } from './stripe-error.server.ts';

/** What the sandbox logs: ids, paths and states, never a body. */
export interface SandboxLog {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const SILENT: SandboxLog = { debug() {}, warn() {}, error() {} };

export interface SandboxEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string };
}

export type SandboxContext = Context<SandboxEnv>;

const MAX_BODY = 64 * 1024;

/** A Hono app whose every response looks like Stripe's: JSON, `Request-Id`, `Stripe-Version`, error objects. */
export function createStripeApp(log: SandboxLog): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();

  app.use('/v1/*', async (c, next) => {
    const started = performance.now();
    c.set('requestId', makeId('req'));
    await next();
    c.header('Request-Id', c.var.requestId);
    c.header('Stripe-Version', c.req.header('stripe-version')?.slice(0, 50) ?? Stripe.API_VERSION);
    c.header('Cache-Control', 'no-store');
    const { method, path } = c.req;
    const ms = Math.round(performance.now() - started);
    log.debug({ requestId: c.var.requestId, method, path, status: c.res.status, ms }, 'card sandbox request');
  });

  const tooLarge = toErrorResponse({
    status: 413,
    type: 'invalid_request_error',
    message: 'The request body is too large.',
  });
  app.use('/v1/*', bodyLimit({ maxSize: MAX_BODY, onError: (c) => c.json(tooLarge, 413) }));

  app.notFound((c) =>
    sendError(c, {
      status: 404,
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${c.req.method}: ${c.req.path.slice(0, 200)}).`,
    }),
  );

  app.onError((error, c) => {
    const fault = findDatabaseFault(error);
    if (fault) {
      log.warn({ err: error, fault, requestId: c.get('requestId') }, describeDatabaseFault(fault));
      c.header('retry-after', '1');
      return sendError(c, {
        status: 503,
        type: 'api_error',
        message: 'The card sandbox is unavailable right now. The request was not carried out.',
      });
    }
    log.error({ err: error, requestId: c.get('requestId') }, 'card sandbox request failed');
    return sendError(c, {
      status: 500,
      type: 'api_error',
      message: 'An unknown error occurred in the card sandbox. The request was not carried out.',
    });
  });

  return app;
}

export function sendError(c: Context, error: StripeErrorBody): Response {
  return c.json(toErrorResponse(error), error.status);
}

/** The query of a GET, or the body of a POST, with its text for the idempotency fingerprint. */
export async function readForm(c: SandboxContext): Promise<{ text: string; form: StripeResult<Form> }> {
  if (c.req.method === 'GET') {
    const text = new URL(c.req.url).search;
    return { text, form: parseForm(text) };
  }
  if (c.req.header('content-type')?.includes('json')) {
    const message = 'Invalid request: the body must be application/x-www-form-urlencoded, not JSON.';
    return { text: '', form: stripeFailure({ status: 400, type: 'invalid_request_error', message }) };
  }
  const text = await c.req.text();
  return { text, form: parseForm(text) };
}

/** The key of `Authorization: Bearer …`, or the user name of `Basic …`, as Stripe takes it; null without one. */
function readApiKey(c: Context): string | null {
  const [scheme = '', value = ''] = (c.req.header('authorization') ?? '').trim().split(/ +/);
  if (scheme.toLowerCase() === 'bearer') return value || null;
  if (scheme.toLowerCase() !== 'basic') return null;
  return Buffer.from(value, 'base64').toString().split(':')[0] || null;
}

/** Compares in constant time. */
export function secretsMatch(received: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(received), digest(expected));
}

/** Null when the key is the expected one, else Stripe's error, which shows the key's last letters alone. */
export function checkApiKey(c: Context, expected: string): StripeErrorBody | null {
  const received = readApiKey(c);
  if (received === null) {
    return {
      status: 401,
      type: 'invalid_request_error',
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    };
  }
  if (secretsMatch(received, expected)) return null;
  const shown = received.length > 12 ? `${received.slice(0, 7)}****${received.slice(-4)}` : '****';
  return { status: 401, type: 'invalid_request_error', message: `Invalid API Key provided: ${shown}` };
}
