import { eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import * as z from 'zod';
import { type KnownCard, readCard } from './cards.server.ts';
import { answerChallenge, confirmLocked } from './confirm.server.ts';
import type { SandboxFaults } from './faults.server.ts';
import {
  checkKey,
  createStripeApp,
  readForm,
  type SandboxContext,
  type SandboxEnv,
  type SandboxLog,
  SILENT,
  sameSecret,
  sendProblem,
} from './http.server.ts';
import { addPaymentMethod, type Ledger, lockIntent, type SandboxDatabase } from './ledger.server.ts';
import { paymentMethodObject } from './money-objects.server.ts';
import { browserView, type IntentView, paymentIntentObject } from './objects.server.ts';
import { readParams } from './params.server.ts';
import { noSuch, type Outcome, type StripeProblem } from './problem.server.ts';
import { paymentIntents } from './tables.server.ts';

interface SandboxBrowserOptions {
  db: SandboxDatabase;
  publishableKey: string;
  log?: SandboxLog;
  /** Called after a write was committed; give it the courier's `wake`. */
  onChange?: () => void;
  faults?: SandboxFaults;
}

const text = (max: number) => z.string().max(max).optional();

const card = z.strictObject({
  number: z.string().min(1).max(30),
  exp_month: z.string().regex(/^\d{1,2}$/),
  exp_year: z.string().regex(/^(\d{2}|\d{4})$/),
  cvc: z.string().max(4).optional(),
});
const billing_details = z
  .strictObject({
    name: text(200),
    email: z.email().max(320).optional(),
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
const client_secret = z.string().min(1).max(120);

const createMethodParams = z.strictObject(cardData);
const confirmParams = z.strictObject({
  client_secret,
  payment_method: z.string().min(1).max(100).optional(),
  payment_method_data: z.strictObject(cardData).optional(),
  receipt_email: z.email().max(500).optional(),
});
const challengeParams = z.strictObject({
  client_secret,
  challenge: z.string().min(1).max(60),
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
    const problem = checkKey(c, options.publishableKey);
    return problem ? sendProblem(c, problem) : next();
  });

  app.post('/v1/payment_methods', async (c) => {
    const params = await readBody(c, createMethodParams);
    if (!params.ok) return sendProblem(c, params.problem);
    const known = readCard(params.value.card);
    if (!known.ok) return sendProblem(c, known.problem);
    return c.json(paymentMethodObject(await addPaymentMethod(db, withBilling(known.value, params.value))));
  });

  app.get('/v1/payment_intents/:id', async (c) => {
    const id = c.req.param('id');
    const [intent] = await db.select().from(paymentIntents).where(eq(paymentIntents.id, id));
    if (!intent || !sameSecret(c.req.header('client-secret') ?? '', intent.clientSecret)) {
      return sendProblem(c, noSuch('payment_intent', id, 'intent').problem);
    }
    return c.json(browserView(paymentIntentObject({ intent, charge: null })));
  });

  app.post('/v1/payment_intents/:id/confirm', async (c) => {
    const params = await readBody(c, confirmParams);
    if (!params.ok) return sendProblem(c, params.problem);
    const { payment_method, payment_method_data: data, receipt_email } = params.value;
    const known = data ? readCard(data.card) : null;
    if (known && !known.ok) return sendProblem(c, known.problem);
    return change(c, params.value.client_secret, (ledger, view) =>
      confirmLocked(ledger, view, {
        paymentMethod: payment_method,
        newPaymentMethod: known && data ? withBilling(known.value, data) : undefined,
        receiptEmail: receipt_email,
        keepProcessing: faults?.take('processing', c.req) != null,
      }),
    );
  });

  app.post('/v1/payment_intents/:id/challenge', async (c) => {
    const params = await readBody(c, challengeParams);
    if (!params.ok) return sendProblem(c, params.problem);
    const { challenge, result } = params.value;
    return change(c, params.value.client_secret, (ledger, view) => answerChallenge(ledger, view, challenge, result));
  });

  /** Locks the intent, checks its secret and works on it, in one transaction. */
  async function change(
    c: SandboxContext,
    secret: string,
    work: (ledger: Ledger, view: IntentView) => Promise<Outcome<IntentView>>,
  ): Promise<Response> {
    const id = c.req.param('id') ?? '';
    const result = await db.transaction(async (tx) => {
      const locked = await lockIntent(tx, id);
      if (!locked.ok) return locked;
      if (!sameSecret(secret, locked.value.intent.clientSecret)) return noSuch('payment_intent', id, 'intent');
      return work({ tx, requestId: c.var.requestId, idempotencyKey: null }, locked.value);
    });
    options.onChange?.();
    return result.ok
      ? c.json(browserView(paymentIntentObject(result.value)))
      : sendProblem(c, forBrowser(result.problem));
  }

  return app;
}

async function readBody<S extends z.ZodType>(c: SandboxContext, schema: S): Promise<Outcome<z.output<S>>> {
  const { form } = await readForm(c);
  return form.ok ? readParams(schema, form.value) : form;
}

function withBilling(known: KnownCard, data: z.infer<typeof createMethodParams>) {
  return { ...known, billingDetails: data.billing_details ?? {} };
}

function forBrowser(problem: StripeProblem): StripeProblem {
  return problem.payment_intent ? { ...problem, payment_intent: browserView(problem.payment_intent) } : problem;
}
