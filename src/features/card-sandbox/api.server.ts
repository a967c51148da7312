import { setTimeout as wait } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Hono } from 'hono';
import type { z } from 'zod';
import { confirmIntent } from './confirm.server.ts';
import { closeDispute, updateDispute } from './disputes.server.ts';
import { expandObject } from './expand.server.ts';
import type { SandboxFaults } from './faults.server.ts';
import {
  checkKey,
  createStripeApp,
  readForm,
  type SandboxContext,
  type SandboxEnv,
  type SandboxLog,
  SILENT,
  sendProblem,
} from './http.server.ts';
import { fingerprintOf, runOnce } from './idempotency.server.ts';
import { cancelIntent, createIntent, updateIntent } from './intents.server.ts';
import type { Ledger, SandboxDatabase } from './ledger.server.ts';
import { disputeObject, refundObject } from './money-objects.server.ts';
import { type IntentView, listObject, paymentIntentObject, type StripeObject } from './objects.server.ts';
import * as schemas from './params.server.ts';
import { badParam, done, noSuch, type Outcome, problemBody } from './problem.server.ts';
import {
  findObject,
  listCharges,
  listDisputes,
  listEvents,
  listIntents,
  listRefunds,
  type Page,
} from './reads.server.ts';
import { createRefund } from './refunds.server.ts';
import type { DisputeRow } from './tables.server.ts';

interface SandboxServerOptions {
  db: SandboxDatabase;
  /** The only key this API answers to. */
  secretKey: string;
  log?: SandboxLog;
  /** Called after a write was committed; give it the courier's `wake`. */
  onChange?: () => void;
  faults?: SandboxFaults;
}

type Expanding = z.ZodType<{ expand: string[] }>;

/** Stripe's secret-key API under `/v1`, for a port that only the shop itself can reach. */
export function createSandboxServerApi(options: SandboxServerOptions): Hono<SandboxEnv> {
  const { db, secretKey, faults } = options;
  const app = createStripeApp(options.log ?? SILENT);

  app.use('/v1/*', async (c, next) => {
    const problem = checkKey(c, secretKey);
    if (problem) return sendProblem(c, problem);
    if (!faults) return next();
    const refusal = plannedRefusal(faults.take('answer', c.req));
    if (refusal) return refusal;
    const drop = faults.take('drop', c.req) !== null;
    const truncate = faults.take('truncate', c.req) !== null;
    await next();
    if (drop || truncate) await cutConnection(c, truncate);
  });

  function get<S extends Expanding>(
    path: string,
    schema: S,
    read: (params: z.output<S>, id: string, c: SandboxContext) => Promise<Outcome<StripeObject>>,
  ): void {
    app.get(path, async (c) => {
      await delay(c);
      const { form } = await readForm(c);
      const params = form.ok ? schemas.readParams(schema, form.value) : form;
      if (!params.ok) return sendProblem(c, params.problem);
      const found = await read(params.value, c.req.param('id') ?? '', c);
      const shown = found.ok ? await expandObject(db, found.value, params.value.expand) : found;
      return shown.ok ? c.json(shown.value) : sendProblem(c, shown.problem);
    });
  }

  function post<S extends Expanding>(
    path: string,
    schema: S,
    write: (ledger: Ledger, params: z.output<S>, id: string, c: SandboxContext) => Promise<Outcome<StripeObject>>,
  ): void {
    app.post(path, async (c) => {
      const { text, form } = await readForm(c);
      const params = form.ok ? schemas.readParams(schema, form.value) : form;
      if (!params.ok) return sendProblem(c, params.problem);
      const key = c.req.header('idempotency-key') || null;
      if (key && key.length > 255) {
        const refusal = badParam('Idempotency-Key', 'An idempotency key has at most 255 characters.');
        return sendProblem(c, refusal.problem);
      }
      const { requestId } = c.var;
      const fingerprint = fingerprintOf(c.req.method, c.req.path, text);
      const answer = await runOnce(db, { key, fingerprint, requestId }, async (tx) => {
        await delay(c);
        const ledger = { tx, requestId, idempotencyKey: key };
        const result = await write(ledger, params.value, c.req.param('id') ?? '', c);
        const shown = result.ok ? await expandObject(tx, result.value, params.value.expand) : result;
        return shown.ok
          ? { status: 200, body: shown.value }
          : { status: shown.problem.status, body: problemBody(shown.problem) };
      });
      options.onChange?.();
      if (answer.replayOf) {
        c.header('Idempotent-Replayed', 'true');
        c.header('Original-Request', answer.replayOf);
      }
      if (key) c.header('Idempotency-Key', key);
      return c.json(answer.body, answer.status as 200);
    });
  }

  const delay = async (c: SandboxContext): Promise<void> => {
    const ms = faults?.take('delay', c.req);
    if (ms) await wait(ms);
  };
  const keepsProcessing = (c: SandboxContext) => faults?.take('processing', c.req) != null;

  const find = (prefix: string, kind: string, param: string) => async (_params: unknown, id: string) => {
    const found = id.startsWith(`${prefix}_`) ? await findObject(db, id) : null;
    return found ? done(found) : noSuch(kind, id, param);
  };
  const asList = async (url: string, page: Promise<Outcome<Page>>): Promise<Outcome<StripeObject>> => {
    const read = await page;
    return read.ok ? done(listObject(url, read.value.data, read.value.hasMore)) : read;
  };
  const asIntent = async (view: Promise<Outcome<IntentView>>): Promise<Outcome<StripeObject>> => {
    const result = await view;
    return result.ok ? done(paymentIntentObject(result.value)) : result;
  };

  const intents = '/v1/payment_intents';
  get(intents, schemas.listIntentsParams, (params) => asList(intents, listIntents(db, params)));
  get(`${intents}/:id`, schemas.retrieveIntentParams, find('pi', 'payment_intent', 'intent'));
  post(intents, schemas.createIntentParams, (ledger, params, _id, c) =>
    asIntent(createIntent(ledger, params, () => keepsProcessing(c))),
  );
  post(`${intents}/:id`, schemas.updateIntentParams, (ledger, params, id) =>
    asIntent(updateIntent(ledger, id, params)),
  );
  post(`${intents}/:id/confirm`, schemas.confirmIntentParams, (ledger, params, id, c) =>
    asIntent(
      confirmIntent(ledger, id, {
        paymentMethod: params.payment_method,
        receiptEmail: params.receipt_email,
        unattended: params.off_session || params.error_on_requires_action,
        keepProcessing: keepsProcessing(c),
      }),
    ),
  );
  post(`${intents}/:id/cancel`, schemas.cancelIntentParams, (ledger, params, id) =>
    asIntent(cancelIntent(ledger, id, params.cancellation_reason)),
  );

  const refunds = '/v1/refunds';
  get(refunds, schemas.listRefundsParams, (params) => asList(refunds, listRefunds(db, params)));
  get(`${refunds}/:id`, schemas.retrieveParams, find('re', 'refund', 'refund'));
  post(refunds, schemas.createRefundParams, async (ledger, params) => {
    const refund = await createRefund(ledger, params);
    return refund.ok ? done(refundObject(refund.value)) : refund;
  });

  const disputes = '/v1/disputes';
  get(disputes, schemas.listDisputesParams, (params) => asList(disputes, listDisputes(db, params)));
  get(`${disputes}/:id`, schemas.retrieveParams, find('du', 'dispute', 'dispute'));
  const asDispute = async (dispute: Promise<Outcome<DisputeRow>>): Promise<Outcome<StripeObject>> => {
    const result = await dispute;
    return result.ok ? done(disputeObject(result.value)) : result;
  };
  post(`${disputes}/:id`, schemas.updateDisputeParams, (ledger, params, id) =>
    asDispute(updateDispute(ledger, id, params)),
  );
  post(`${disputes}/:id/close`, schemas.retrieveParams, (ledger, _params, id) => asDispute(closeDispute(ledger, id)));

  get('/v1/charges', schemas.listChargesParams, (params) => asList('/v1/charges', listCharges(db, params)));
  get('/v1/charges/:id', schemas.retrieveParams, find('ch', 'charge', 'id'));
  get('/v1/events', schemas.listEventsParams, (params) => asList('/v1/events', listEvents(db, params)));
  get('/v1/events/:id', schemas.retrieveParams, find('evt', 'event', 'id'));
  get('/v1/payment_methods/:id', schemas.retrieveParams, find('pm', 'PaymentMethod', 'payment_method'));

  return app;
}

function plannedRefusal(status: number | null): Response | null {
  if (status === null) return null;
  const problem =
    status === 429
      ? ({
          status: 429,
          type: 'invalid_request_error',
          code: 'rate_limit',
          message:
            'Request rate limit exceeded. Learn more about rate limits here: https://stripe.com/docs/rate-limits.',
        } as const)
      : ({ status: 500, type: 'api_error', message: 'An unknown error occurred.' } as const);
  return Response.json(problemBody(problem), { status });
}

/** Ends the connection instead of answering, at once or after half of the answer. */
async function cutConnection(c: SandboxContext, inTheMiddle: boolean): Promise<void> {
  const { outgoing } = c.env;
  if (!outgoing) throw new Error('A connection can only be cut on a listening server');
  if (inTheMiddle) {
    const body = Buffer.from(await c.res.clone().arrayBuffer());
    outgoing.writeHead(c.res.status, { 'content-type': 'application/json', 'content-length': body.length });
    await new Promise((sent) => outgoing.write(body.subarray(0, body.length / 2), sent));
  }
  outgoing.destroy();
  c.res = undefined;
  c.res = RESPONSE_ALREADY_SENT;
}
