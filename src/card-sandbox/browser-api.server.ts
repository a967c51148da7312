import { eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import * as z from 'zod';
import { type CardSummary, readCard } from './cards.server.ts';
import { toPaymentMethodObject } from './charge-objects.server.ts';
import { confirmLocked, resolveChallenge } from './confirm.server.ts';
import type { SandboxFaults } from './faults.server.ts';
import {
  checkApiKey,
  createStripeApp,
  readForm,
  type SandboxContext,
  type SandboxEnv,
  type SandboxLog,
  SILENT,
  secretsMatch,
  sendError,
} from './http.server.ts';
import { type IntentView, toBrowserIntent, toPaymentIntentObject } from './objects.server.ts';
import { boundedLine, readParams } from './params.server.ts';
import { addPaymentMethod, lockIntent, type SandboxDatabase, type WriteContext } from './store.server.ts';
import { resourceMissing, type StripeErrorBody, type StripeResult } from './stripe-error.server.ts';
import { paymentIntents } from './tables.server.ts';

interface SandboxBrowserOptions {
  db: SandboxDatabase;
  publishableKey: string;
  log?: SandboxLog;
  /** Called after a write was committed: the webhook dispatcher's `notify`. */
  onChange?: () => void;
  faults?: SandboxFaults;
}

const text = (max: number) => boundedLine(max).optional();

const card = z.strictObject({
  number: boundedLine(30).min(1),
  exp_month: boundedLine(2).regex(/^\d{1,2}$/),
  exp_year: boundedLine(4).regex(/^(\d{2}|\d{4})$/),
  cvc: text(4),
});
const billing_details = z
  .strictObject({
    name: text(200),
    email: boundedLine(320).pipe(z.email()).optional(),
    phone: text(40),
    address: z
      .strictObject({
        city: text(200),
        country: text(2),
        line1: text(300),
        line2: text(300),
        postal_code: text(20),
        state: text(100),
      })
      .optional(),
  })
  .optional();

const cardData = { type: z.literal('card'), card, billing_details };
const client_secret = boundedLine(120).min(1);

const createMethodParams = z.strictObject(cardData);
const confirmParams = z.strictObject({
  client_secret,
  payment_method: boundedLine(100).min(1).optional(),
  payment_method_data: z.strictObject(cardData).optional(),
  receipt_email: boundedLine(500).pipe(z.email()).optional(),
});
const challengeParams = z.strictObject({
  client_secret,
  challenge: boundedLine(60).min(1),
  result: z.enum(['complete', 'fail', 'close']),
});

/**
 * What the browser script calls, under `/v1`: publishable key as bearer, and for an intent its client secret.
 * The secret travels in a body or in the `Client-Secret` header, never in an address that a log would keep.
 */
export function createSandboxBrowserApi(options: SandboxBrowserOptions): Hono<SandboxEnv> {
  const { db, faults } = options;
  const app = createStripeApp(options.log ?? SILENT);

  app.use('/v1/*', async (c, next) => {
    const error = checkApiKey(c, options.publishableKey);
    return error ? sendError(c, error) : next();
  });

  app.post('/v1/payment_methods', async (c) => {
    const params = await readFormParams(c, createMethodParams);
    if (!params.ok) return sendError(c, params.error);
    const known = readCard(params.value.card);
    if (!known.ok) return sendError(c, known.error);
    return c.json(toPaymentMethodObject(await addPaymentMethod(db, withBilling(known.value, params.value))));
  });

  app.get('/v1/payment_intents/:id', async (c) => {
    const id = c.req.param('id');
    const [intent] = await db.select().from(paymentIntents).where(eq(paymentIntents.id, id));
    if (!intent || !secretsMatch(c.req.header('client-secret') ?? '', intent.clientSecret)) {
      return sendError(c, resourceMissing('payment_intent', id, 'intent').error);
    }
    return c.json(toBrowserIntent(toPaymentIntentObject({ intent, charge: null })));
  });

  app.post('/v1/payment_intents/:id/confirm', async (c) => {
    const params = await readFormParams(c, confirmParams);
    if (!params.ok) return sendError(c, params.error);
    const { payment_method, payment_method_data: data, receipt_email } = params.value;
    const known = data ? readCard(data.card) : null;
    if (known && !known.ok) return sendError(c, known.error);
    return change(c, params.value.client_secret, (context, view) =>
      confirmLocked(context, view, {
        paymentMethod: payment_method,
        newPaymentMethod: known && data ? withBilling(known.value, data) : undefined,
        receiptEmail: receipt_email,
        keepProcessing: faults?.consume('processing', c.req) != null,
      }),
    );
  });

  app.post('/v1/payment_intents/:id/challenge', async (c) => {
    const params = await readFormParams(c, challengeParams);
    if (!params.ok) return sendError(c, params.error);
    const { challenge, result } = params.value;
    return change(c, params.value.client_secret, (context, view) => resolveChallenge(context, view, challenge, result));
  });

  /** Locks the intent, checks its secret and works on it, in one transaction. */
  async function change(
    c: SandboxContext,
    secret: string,
    work: (context: WriteContext, view: IntentView) => Promise<StripeResult<IntentView>>,
  ): Promise<Response> {
    const id = c.req.param('id') ?? '';
    const result = await db.transaction(async (tx) => {
      const locked = await lockIntent(tx, id);
      if (!locked.ok) return locked;
      if (!secretsMatch(secret, locked.value.intent.clientSecret))
        return resourceMissing('payment_intent', id, 'intent');
      return work({ tx, requestId: c.var.requestId, idempotencyKey: null }, locked.value);
    });
    options.onChange?.();
    return result.ok
      ? c.json(toBrowserIntent(toPaymentIntentObject(result.value)))
      : sendError(c, toBrowserError(result.error));
  }

  return app;
}

async function readFormParams<S extends z.ZodType>(c: SandboxContext, schema: S): Promise<StripeResult<z.output<S>>> {
  const { form } = await readForm(c);
  return form.ok ? readParams(schema, form.value) : form;
}

function withBilling(known: CardSummary, data: z.infer<typeof createMethodParams>) {
  return { ...known, billingDetails: data.billing_details ?? {} };
}

function toBrowserError(error: StripeErrorBody): StripeErrorBody {
  return error.payment_intent ? { ...error, payment_intent: toBrowserIntent(error.payment_intent) } : error;
}
