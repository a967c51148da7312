import { setTimeout as wait } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Hono } from 'hono';
import type { z } from 'zod';
import { toDisputeObject, toRefundObject } from './charge-objects.server.ts';
import { confirmIntent } from './confirm.server.ts';
import { closeDispute, updateDispute } from './disputes.server.ts';
import { expandObject } from './expand.server.ts';
import type { SandboxFaults } from './faults.server.ts';
import {
  checkApiKey,
  createStripeApp,
  readForm,
  type SandboxContext,
  type SandboxEnv,
  type SandboxLog,
  SILENT,
  sendError,
} from './http.server.ts';
import { fingerprintRequest, runIdempotent } from './idempotency.server.ts';
import { cancelIntent, createIntent, updateIntent } from './intents.server.ts';
import { type IntentView, type StripeObject, toListObject, toPaymentIntentObject } from './objects.server.ts';
import * as schemas from './params.server.ts';
import {
  getObject,
  listCardRefunds,
  listCharges,
  listDisputes,
  listEvents,
  listIntents,
  type ObjectPage,
} from './queries.server.ts';
import { createRefund } from './refunds.server.ts';
import type { SandboxDatabase, WriteContext } from './store.server.ts';
import { invalidParam, resourceMissing, type StripeResult, stripeOk, toErrorResponse } from './stripe-error.server.ts';
import type { DisputeRow } from './tables.server.ts';
import { createTaxCalculations, TAX_SETTINGS } from './tax-calculations.server.ts';
import { createTaxCalculationParams, listTaxLinesParams } from './tax-params.server.ts';

interface SandboxServerOptions {
  db: SandboxDatabase;
  /** The only key this API accepts. */
  secretKey: string;
  log?: SandboxLog;
  /** Called after a write was committed: the webhook dispatcher's `notify`. */
  onChange?: () => void;
  faults?: SandboxFaults;
}

type ExpandParams = z.ZodType<{ expand: string[] }>;

/** Stripe's secret-key API under `/v1`, for a port that only the shop itself can reach. */
export function createSandboxServerApi(options: SandboxServerOptions): Hono<SandboxEnv> {
  const { db, secretKey, faults } = options;
  const app = createStripeApp(options.log ?? SILENT);

  app.use('/v1/*', async (c, next) => {
    const error = checkApiKey(c, secretKey);
    if (error) return sendError(c, error);
    if (!faults) return next();
    const failure = toInjectedError(faults.consume('error', c.req));
    if (failure) return failure;
    const drop = faults.consume('drop', c.req) !== null;
    const truncate = faults.consume('truncate', c.req) !== null;
    await next();
    if (drop || truncate) await cutConnection(c, truncate);
  });

  function get<S extends ExpandParams>(
    path: string,
    schema: S,
    read: (params: z.output<S>, id: string, c: SandboxContext) => Promise<StripeResult<StripeObject>>,
  ): void {
    app.get(path, async (c) => {
      await delay(c);
      const { form } = await readForm(c);
      const params = form.ok ? schemas.readParams(schema, form.value) : form;
      if (!params.ok) return sendError(c, params.error);
      const found = await read(params.value, c.req.param('id') ?? '', c);
      const shown = found.ok ? await expandObject(db, found.value, params.value.expand) : found;
      return shown.ok ? c.json(shown.value) : sendError(c, shown.error);
    });
  }

  function post<S extends ExpandParams>(
    path: string,
    schema: S,
    write: (
      context: WriteContext,
      params: z.output<S>,
      id: string,
      c: SandboxContext,
    ) => Promise<StripeResult<StripeObject>>,
  ): void {
    app.post(path, async (c) => {
      const { text, form } = await readForm(c);
      const params = form.ok ? schemas.readParams(schema, form.value) : form;
      if (!params.ok) return sendError(c, params.error);
      const key = c.req.header('idempotency-key') || null;
      if (key && key.length > 255) {
        const failure = invalidParam('Idempotency-Key', 'An idempotency key has at most 255 characters.');
        return sendError(c, failure.error);
      }
      const { requestId } = c.var;
      const fingerprint = fingerprintRequest(c.req.method, c.req.path, text);
      const response = await runIdempotent(db, { key, fingerprint, requestId }, async (tx) => {
        await delay(c);
        const context = { tx, requestId, idempotencyKey: key };
        const result = await write(context, params.value, c.req.param('id') ?? '', c);
        const shown = result.ok ? await expandObject(tx, result.value, params.value.expand) : result;
        return shown.ok
          ? { status: 200, body: shown.value }
          : { status: shown.error.status, body: toErrorResponse(shown.error) };
      });
      options.onChange?.();
      if (response.replayOf) {
        c.header('Idempotent-Replayed', 'true');
        c.header('Original-Request', response.replayOf);
      }
      if (key) c.header('Idempotency-Key', key);
      return c.json(response.body, response.status as 200);
    });
  }

  const delay = async (c: SandboxContext): Promise<void> => {
    const ms = faults?.consume('delay', c.req);
    if (ms) await wait(ms);
  };
  const shouldKeepProcessing = (c: SandboxContext) => faults?.consume('processing', c.req) != null;

  const retrieve = (prefix: string, kind: string, param: string) => async (_params: unknown, id: string) => {
    const found = id.startsWith(`${prefix}_`) ? await getObject(db, id) : null;
    return found ? stripeOk(found) : resourceMissing(kind, id, param);
  };
  const asList = async (url: string, page: Promise<StripeResult<ObjectPage>>): Promise<StripeResult<StripeObject>> => {
    const read = await page;
    return read.ok ? stripeOk(toListObject(url, read.value.data, read.value.hasMore)) : read;
  };
  const asIntent = async (view: Promise<StripeResult<IntentView>>): Promise<StripeResult<StripeObject>> => {
    const result = await view;
    return result.ok ? stripeOk(toPaymentIntentObject(result.value)) : result;
  };

  const intents = '/v1/payment_intents';
  get(intents, schemas.listIntentsParams, (params) => asList(intents, listIntents(db, params)));
  get(`${intents}/:id`, schemas.retrieveIntentParams, retrieve('pi', 'payment_intent', 'intent'));
  post(intents, schemas.createIntentParams, (context, params, _id, c) =>
    asIntent(createIntent(context, params, () => shouldKeepProcessing(c))),
  );
  post(`${intents}/:id`, schemas.updateIntentParams, (context, params, id) =>
    asIntent(updateIntent(context, id, params)),
  );
  post(`${intents}/:id/confirm`, schemas.confirmIntentParams, (context, params, id, c) =>
    asIntent(
      confirmIntent(context, id, {
        paymentMethod: params.payment_method,
        receiptEmail: params.receipt_email,
        offSession: params.off_session || params.error_on_requires_action,
        keepProcessing: shouldKeepProcessing(c),
      }),
    ),
  );
  post(`${intents}/:id/cancel`, schemas.cancelIntentParams, (context, params, id) =>
    asIntent(cancelIntent(context, id, params.cancellation_reason)),
  );

  const refunds = '/v1/refunds';
  get(refunds, schemas.listRefundsParams, (params) => asList(refunds, listCardRefunds(db, params)));
  get(`${refunds}/:id`, schemas.retrieveParams, retrieve('re', 'refund', 'refund'));
  post(refunds, schemas.createRefundParams, async (context, params) => {
    const refund = await createRefund(context, params);
    return refund.ok ? stripeOk(toRefundObject(refund.value)) : refund;
  });

  const disputes = '/v1/disputes';
  get(disputes, schemas.listDisputesParams, (params) => asList(disputes, listDisputes(db, params)));
  get(`${disputes}/:id`, schemas.retrieveParams, retrieve('du', 'dispute', 'dispute'));
  const asDispute = async (dispute: Promise<StripeResult<DisputeRow>>): Promise<StripeResult<StripeObject>> => {
    const result = await dispute;
    return result.ok ? stripeOk(toDisputeObject(result.value)) : result;
  };
  post(`${disputes}/:id`, schemas.updateDisputeParams, (context, params, id) =>
    asDispute(updateDispute(context, id, params)),
  );
  post(`${disputes}/:id/close`, schemas.retrieveParams, (context, _params, id) => asDispute(closeDispute(context, id)));

  get('/v1/charges', schemas.listChargesParams, (params) => asList('/v1/charges', listCharges(db, params)));
  get('/v1/charges/:id', schemas.retrieveParams, retrieve('ch', 'charge', 'id'));
  get('/v1/events', schemas.listEventsParams, (params) => asList('/v1/events', listEvents(db, params)));
  get('/v1/events/:id', schemas.retrieveParams, retrieve('evt', 'event', 'id'));
  get('/v1/payment_methods/:id', schemas.retrieveParams, retrieve('pm', 'PaymentMethod', 'payment_method'));

  const calculations = '/v1/tax/calculations';
  const taxes = createTaxCalculations();
  post(calculations, createTaxCalculationParams, async (_context, params) => taxes.create(params));
  get(`${calculations}/:id/line_items`, listTaxLinesParams, async (params, id) => taxes.listLines(id, params));
  get('/v1/tax/settings', schemas.retrieveParams, async () => stripeOk(TAX_SETTINGS));

  return app;
}

function toInjectedError(status: number | null): Response | null {
  if (status === null) return null;
  const error =
    status === 429
      ? ({
          status: 429,
          type: 'invalid_request_error',
          code: 'rate_limit',
          message:
            'Request rate limit exceeded. Learn more about rate limits here: https://stripe.com/docs/rate-limits.',
        } as const)
      : ({ status: 500, type: 'api_error', message: 'An unknown error occurred.' } as const);
  return Response.json(toErrorResponse(error), { status });
}

/** Ends the connection instead of responding, at once or after half of the response. */
async function cutConnection(c: SandboxContext, midway: boolean): Promise<void> {
  const { outgoing } = c.env;
  if (!outgoing) throw new Error('A connection can only be cut on a listening server');
  if (midway) {
    const body = Buffer.from(await c.res.clone().arrayBuffer());
    outgoing.writeHead(c.res.status, { 'content-type': 'application/json', 'content-length': body.length });
    await new Promise((sent) => outgoing.write(body.subarray(0, body.length / 2), sent));
  }
  outgoing.destroy();
  c.res = undefined;
  c.res = RESPONSE_ALREADY_SENT;
}
