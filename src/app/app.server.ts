import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { authenticate } from '#src/features/identity/service.server.ts';
import { LARGEST_UPLOAD_BYTES } from '#src/features/images/encode.server.ts';
import { ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import { isPicture } from '#src/flows/is-picture.server.ts';
import { clientAddressOf, isLocalRequest } from '#src/platform/address.server.ts';
import { type ApiEnv, limited, sendRefusal } from '#src/platform/api.server.ts';
import { isDatabaseUnavailable } from '#src/platform/database.server.ts';
import { KEPT_TAGS_HEADER } from '#src/platform/kept.server.ts';
import type { RateLimits } from '#src/platform/limits.server.ts';
import type { Metrics } from '#src/platform/metrics.server.ts';
import type { PageVisitor } from '#src/platform/page-context.ts';
import { refuse } from '#src/shared/problem.ts';
import { type ApiParts, assembleApi } from './api.server.ts';
import { findableApp } from './findable.server.ts';
import { type IdentityParts, identityApp } from './identity.server.ts';
import { linkPreviewsApp } from './link-previews.server.ts';
import { picturesApp } from './pictures.server.ts';
import { refuseForeignWrites, requireJson, secureHeaders } from './security.server.ts';
import { answerUnknownCall } from './wrong-method.server.ts';

type AppEnv = ApiEnv & { Bindings: Partial<HttpBindings> };

export interface AppParts extends ApiParts {
  limits: RateLimits;
  metrics: Metrics;
  trustedProxies: number;
  metricsToken: string | undefined;
  /** The embedded identity service; absent with a hosted one. */
  identity: IdentityParts | undefined;
  /** What the card form's script talks to, mounted at `/card-sandbox`; absent with a hosted provider. */
  cardSandbox: Hono | undefined;
  /** The built files and the pages; absent where only the calls are tested. */
  browserSide:
    | {
        assets: import('hono').MiddlewareHandler<ApiEnv>;
        pages: (request: Request, visitor: PageVisitor) => Promise<Response>;
      }
    | undefined;
}

const LARGEST_BODY = 64 * 1024;
/** A dispute's message carries all that was answered, up to 150,000 characters of it, each several bytes long. */
const LARGEST_MESSAGE = 1024 * 1024;
const WEBHOOK = '/api/webhooks/stripe';

/** The whole shop as one function from request to answer. It does not listen, so tests call it in memory. */
export function createApp(parts: AppParts): Hono<AppEnv> {
  const { shop, metrics } = parts;
  const { db } = shop;
  const app = new Hono<AppEnv>();
  const answerUnknown = answerUnknownCall(app as never);

  app.use(async (c, next) => {
    const begun = performance.now();
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('db', shop.db);
    c.set('kept', shop.kept);
    c.set('limits', parts.limits);
    c.set('log', shop.log);
    c.set('clientAddress', clientAddressOf(c.env?.incoming, parts.trustedProxies));
    c.set('isPicture', (address) => isPicture(shop.db, address));
    c.set('authenticate', (authorization) => authenticate(shop.db, authorization));
    await next();
    c.res.headers.set('x-request-id', requestId);
    const seconds = (performance.now() - begun) / 1000;
    const route = routePath(c);
    metrics.observeRequest(c.req.method, route, c.res.status, seconds);
    const level = c.res.status >= 500 ? 'error' : c.req.method === 'GET' && seconds < 1 ? 'debug' : 'info';
    shop.log[level](
      { requestId, method: c.req.method, route, status: c.res.status, ms: Math.round(seconds * 1000) },
      'request',
    );
  });

  // Outside everything that belongs to an answer, so that it is kept with its headers.
  app.use(async (c, next) => {
    if (c.req.method !== 'GET') {
      await next();
      // A HEAD answer has no body and is never kept: it would be given to the next GET.
      c.res.headers.delete(KEPT_TAGS_HEADER);
      return;
    }
    const answer = await shop.kept.fill(c.req.raw, async () => {
      await next();
      return c.res;
    });
    c.res = undefined;
    c.res = answer;
  });
  app.use(
    secureHeaders({
      overHttps: shop.publicUrl.startsWith('https:'),
      payments: shop.settings.payments,
      opensPopups: shop.settings.identity.kind === 'firebase',
    }),
  );
  app.use(refuseForeignWrites(shop.publicUrl));
  app.use('/api/*', requireJson(['/api/images']));
  const tooLarge = (c: Context<AppEnv>) =>
    answerLargeForm(c, parts.browserSide) ?? sendRefusal(c as never, refuse('body_too_large'));
  const small = bodyLimit({ maxSize: LARGEST_BODY, onError: tooLarge });
  const upload = bodyLimit({ maxSize: LARGEST_UPLOAD_BYTES + LARGEST_BODY, onError: tooLarge });
  const message = bodyLimit({ maxSize: LARGEST_MESSAGE, onError: tooLarge });
  app.use((c, next) => {
    const { path } = c.req;
    return (path === '/api/images' ? upload : path === WEBHOOK ? message : small)(c, next);
  });

  app.get('/healthz', (c) => c.text('ok'));
  // Without its database the shop can do nothing; without a hosted system it can do all the rest, and goes on.
  app.get('/readyz', async (c) => {
    const ready = await db.execute('select 1').then(
      () => true,
      () => false,
    );
    const ports = shop.ports.statuses().map(({ port, mode, health }) => ({ port, mode, health }));
    const known = ports.map((status) =>
      status.port === 'database' ? { ...status, health: ready ? 'up' : 'down' } : status,
    );
    const body = { status: ready ? 'ready' : 'not ready', ports: known };
    return ready ? c.json(body) : c.json(body, 503, { 'retry-after': '2' });
  });
  app.get('/metrics', async (c) => {
    const allowed = parts.metricsToken
      ? c.req.header('authorization') === `Bearer ${parts.metricsToken}`
      : isLocalRequest(c.env?.incoming);
    if (!allowed) return sendRefusal(c as never, refuse('forbidden'));
    return c.text(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType });
  });

  if (parts.identity) app.route('/api/auth', identityApp(parts.identity));
  app.route('/api', assembleApi(parts));
  app.route('/images/og', linkPreviewsApp(parts.images));
  app.route('/images', picturesApp(parts.images));
  app.route('/', findableApp(shop.publicUrl));
  if (parts.cardSandbox) {
    app.use('/card-sandbox/v1/*', limited({ name: 'cardAddress', by: 'address' }));
    app.route('/card-sandbox', parts.cardSandbox);
  }
  app.all('/api/*', (c) => answerUnknown(c as never));
  const { browserSide } = parts;
  if (browserSide) {
    app.use(browserSide.assets);
    app.all('*', (c) => {
      const { limits, clientAddress, requestId } = c.var;
      return browserSide.pages(c.req.raw, { limits, clientAddress, requestId });
    });
  }
  app.notFound((c) => sendRefusal(c as never, refuse('not_found')));

  app.onError((error, c) => {
    const send = (code: Parameters<typeof refuse>[0]) => sendRefusal(c as never, refuse(code));
    if (error instanceof HTTPException && error.status < 500)
      return send(
        error.status === 413 ? 'body_too_large' : /json/i.test(error.message) ? 'malformed_json' : 'malformed_request',
      );
    if (error instanceof ProviderUnavailable) {
      shop.log.warn({ err: error, requestId: c.var.requestId }, 'the card provider cannot be reached');
      return send('provider_unavailable');
    }
    if (isDatabaseUnavailable(error)) {
      shop.log.warn({ err: error, requestId: c.var.requestId }, 'the database cannot be reached');
      return send('busy');
    }
    shop.log.error({ err: error, requestId: c.var.requestId, route: routePath(c) }, 'a request failed');
    return send('internal');
  });
  return app;
}

/** Who sends too large a form sits in front of a page: it comes back with a sentence. Null for whatever is no form of a page. */
function answerLargeForm(c: Context<AppEnv>, browserSide: AppParts['browserSide']): Promise<Response> | null {
  const { method, path, url } = c.req;
  if (!browserSide || method !== 'POST' || /^\/(api|images|card-sandbox)\//.test(path)) return null;
  const { limits, clientAddress, requestId } = c.var;
  return browserSide.pages(new Request(url, { method, body: new URLSearchParams() }), {
    limits,
    clientAddress,
    requestId,
    formTooLarge: true,
  });
}
