import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { type Context, type Handler, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import { findRememberedAddress } from '#src/features/catalogue/range/remembered-view.ts';
import { authenticate } from '#src/features/identity/access-tokens.server.ts';
import { runForPasswordClient } from '#src/features/identity/password-queue.server.ts';
import { ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import { imageExists } from '#src/flows/images/image-exists.server.ts';
import { stripForeignImages } from '#src/flows/images/strip-foreign-images.server.ts';
import { receiveBody } from '#src/platform/api.server.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { rateLimit } from '#src/platform/call-limits.server.ts';
import { getClientAddress, isLocalRequest } from '#src/platform/client-address.server.ts';
import { describeDatabaseFault, findDatabaseFault } from '#src/platform/database-faults.server.ts';
import type { DatabaseMonitor } from '#src/platform/database-monitor.server.ts';
import { isImmutable } from '#src/platform/http/immutable-files.ts';
import { BodyRefused } from '#src/platform/http/request-body.server.ts';
import type { UploadPlaces } from '#src/platform/http/upload-places.server.ts';
import type { ImageProcess } from '#src/platform/image-process/image-process.server.ts';
import type { Metrics } from '#src/platform/metrics.server.ts';
import { Overloaded } from '#src/platform/overloaded.server.ts';
import type { RateLimits } from '#src/platform/rate-limits.server.ts';
import { runForNetwork } from '#src/platform/request-client.server.ts';
import { cacheResponses } from '#src/platform/response-cache/cache-middleware.server.ts';
import {
  type ComputeLimit,
  declareCacheable,
  getCacheableRoute,
} from '#src/platform/response-cache/cacheable-routes.server.ts';
import { compressUncached } from '#src/platform/response-cache/http-variants.server.ts';
import { runInSpan, type Span, startSpan, TRACEPARENT } from '#src/platform/tracing/tracing.server.ts';
import { VagueSearch } from '#src/platform/vague-search.server.ts';
import { fail } from '#src/shared/problem.ts';
import { type ApiDependencies, createApiApp } from './api.server.ts';
import { createDocumentsApp } from './documents.server.ts';
import { createHealthApp } from './health-checks.server.ts';
import { createIdentityApp, type IdentityDependencies } from './identity.server.ts';
import { createImagesApp } from './images.server.ts';
import { createLinkPreviewsApp } from './link-previews.server.ts';
import { createUnknownRouteHandler } from './method-not-allowed.server.ts';
import { isPageRequest, sendOverloadedPage } from './overloaded-page.server.ts';
import type { Pages } from './pages.server.ts';
import { type BodyLimits, holdBodies } from './request-bodies.server.ts';
import { createRequestLevels } from './request-levels.server.ts';
import { rejectForeignWrites, requireJson, secureHeaders } from './security.server.ts';
import { createSeoApp } from './seo.server.ts';

type AppEnv = ApiEnv & { Bindings: Partial<HttpBindings> };

export interface AppDependencies extends ApiDependencies {
  limits: RateLimits;
  metrics: Metrics;
  monitor: DatabaseMonitor;
  imageProcess: ImageProcess;
  uploads: UploadPlaces;
  bodyLimits?: Partial<BodyLimits> | undefined;
  trustedProxies: number;
  metricsToken: string | undefined;
  /** The embedded identity service. Absent with a hosted one. */
  identity: IdentityDependencies | undefined;
  /** The API for the card form's script, mounted at `/card-sandbox`. Absent with a hosted provider. */
  cardSandbox: Hono | undefined;
  /** Limits what rendering pages costs. */
  limitRendering: ComputeLimit;
  /** The built files and the pages. Absent in tests of the API only. */
  browserSide:
    | {
        assets: import('hono').MiddlewareHandler<ApiEnv>;
        pages: Pages;
      }
    | undefined;
}

/** What balancers make: UUIDs, hexadecimal numbers, addresses with ports and times. Nothing that could forge a log line. */
const REQUEST_ID = /^[\w.:+/=-]{8,128}$/;

/** These accept forms with files. */
const UPLOAD_PATHS = ['/api/images', '/api/documents', '/api/exemptions', '/api/imports'];

/** The whole shop as one function from request to response. It does not listen, so tests can call it in memory. */
export function createApp(parts: AppDependencies): Hono<AppEnv> {
  const { context, metrics } = parts;
  const { db } = context;
  const app = new Hono<AppEnv>();
  const handleUnknownRoute = createUnknownRouteHandler(app as never);
  const requestLevels = createRequestLevels();

  app.use(async (c, next) => {
    const startedAt = performance.now();
    const requestId = readFromProxy(c.req.header('x-request-id'), REQUEST_ID, parts.trustedProxies) ?? randomUUID();
    c.set('requestId', requestId);
    c.set('db', context.db);
    c.set('limits', parts.limits);
    c.set('uploads', parts.uploads);
    c.set('log', context.log);
    c.set('clientAddress', getClientAddress(c.env?.incoming, parts.trustedProxies));
    c.set('imageExists', (address) => imageExists(context.db, address));
    c.set('stripForeignImages', (rows) => stripForeignImages(context.db, rows));
    c.set('authenticate', (authorization) => authenticate(context.db, authorization));
    const span = startSpan({
      name: c.req.method,
      kind: 'server',
      attributes: { 'http.request.method': c.req.method, 'ironmonger.request_id': requestId },
      parent: readFromProxy(c.req.header('traceparent'), TRACEPARENT, parts.trustedProxies),
    });
    await runInSpan(span, () => runForNetwork(c.var.clientAddress, next));
    // A page has many files that never change, and nobody asks about one of them.
    if (!isImmutable(c.res.headers)) c.res.headers.set('x-request-id', requestId);
    const seconds = (performance.now() - startedAt) / 1000;
    const route = routePath(c);
    const { status } = c.res;
    metrics.observeRequest(c.req.method, route, status, seconds);
    if (span) endRequestSpan(span, { method: c.req.method, route, status });
    const level = requestLevels.choose({ method: c.req.method, status, seconds });
    const problem = status >= 500 ? { problem: c.var.problem } : {};
    context.log[level](
      { requestId, method: c.req.method, route, status, ms: Math.round(seconds * 1000), ...problem },
      'request',
    );
  });

  app.use('/categories/:slug', async (c, next) => {
    // Data for a page that is open already: its own code has chosen the address.
    const isOther = c.req.method !== 'GET' || c.req.path.endsWith('.data');
    const remembered = isOther ? null : findRememberedAddress(new URL(c.req.url), c.req.header('cookie') ?? '');
    return remembered ? c.redirect(remembered) : next();
  });
  // Comes before everything that adds headers, which are cached with the response.
  app.use(cacheResponses(context.responseCache));
  app.use(
    secureHeaders({
      overHttps: context.publicUrl.startsWith('https:'),
      payments: context.settings.payments,
      opensPopups: context.settings.identity.kind === 'firebase',
    }),
  );
  app.use(rejectForeignWrites(context.publicUrl));
  app.use('/api/*', requireJson(UPLOAD_PATHS));
  app.use(holdBodies(parts.bodyLimits));

  // Every password hash for a request, in an API call or a page's form, counts for its client.
  app.use((c, next) =>
    c.req.method === 'GET' ? next() : runForPasswordClient(c.var.clientAddress, c.req.raw.signal, next),
  );

  app.route('/', createHealthApp(parts.monitor, context.health));
  app.get('/metrics', async (c) => {
    const allowed = parts.metricsToken
      ? c.req.header('authorization') === `Bearer ${parts.metricsToken}`
      : isLocalRequest(c.env?.incoming);
    if (!allowed) return sendFailure(c as never, fail('forbidden'));
    return c.text(await metrics.toText(), 200, { 'content-type': metrics.registry.contentType });
  });

  if (parts.identity) app.route('/api/auth', createIdentityApp(parts.identity));
  app.route('/api', createApiApp(parts));
  app.route('/images/og', createLinkPreviewsApp(parts.images, parts.imageProcess));
  app.route('/images', createImagesApp(parts.images));
  app.route('/documents', createDocumentsApp(db));
  app.route('/', createSeoApp(context, parts.imageProcess));
  if (parts.cardSandbox) {
    app.use('/card-sandbox/v1/*', rateLimit({ name: 'cardAddress', by: 'address' }), receiveBody);
    app.route('/card-sandbox', parts.cardSandbox);
  }
  app.all('/api/*', (c) => handleUnknownRoute(c as never));
  const { browserSide } = parts;
  if (browserSide) {
    // Receives the body first, so that a page's turn does not wait for a slow client.
    app.use(browserSide.assets, receiveBody);
    const respond: Handler<AppEnv> = async (c) => {
      const { clientAddress, requestId } = c.var;
      const render = () => browserSide.pages.respond(c.req.raw, { clientAddress, requestId });
      // A page that will be cached already has its turn.
      if (getCacheableRoute(c)) return render();
      return compressUncached(await parts.limitRendering(c, render), c.req.raw.headers);
    };
    app.all('*', declareCacheable(respond, browserSide.pages.toCacheKey, parts.limitRendering));
  }
  app.notFound((c) => sendFailure(c as never, fail('not_found')));

  app.onError((error, c) => {
    const send = (code: Parameters<typeof fail>[0]) => sendFailure(c as never, fail(code));
    const { incoming } = c.env ?? {};
    if (incoming?.destroyed && !incoming.complete) {
      // Nobody reads this response. Its error would look like a lost database connection.
      context.log.debug({ requestId: c.var.requestId }, 'a client left before its body was sent');
      return send('malformed_request');
    }
    if (error instanceof BodyRefused) return refuseBody(c, error, browserSide);
    if (error instanceof HTTPException && error.status < 500)
      return send(/json/i.test(error.message) ? 'malformed_json' : 'malformed_request');
    if (error instanceof ProviderUnavailable) {
      context.log.warn({ err: error, requestId: c.var.requestId }, 'the card provider cannot be reached');
      return send('provider_unavailable');
    }
    if (error instanceof Overloaded) {
      if (isPageRequest(c)) return sendOverloadedPage(c, error);
      const { code, retryAfter } = error;
      return sendFailure(c as never, fail(code, { extra: { retryAfter } }));
    }
    if (error instanceof VagueSearch) return sendFailure(c as never, fail('invalid', { fields: { q: error.message } }));
    const fault = findDatabaseFault(error);
    if (fault) {
      context.log.warn({ err: error, fault, requestId: c.var.requestId }, describeDatabaseFault(fault));
      return send('busy');
    }
    context.log.error({ err: error, requestId: c.var.requestId, route: routePath(c) }, 'a request failed');
    return send('internal');
  });
  return app;
}

/**
 * The id or the trace that our own proxy gave a request, so that what it records and what we record belong together.
 * Null without a proxy: anybody could have sent it.
 */
function readFromProxy(sent: string | undefined, format: RegExp, trustedProxies: number): string | null {
  return trustedProxies > 0 && sent && format.test(sent) ? sent : null;
}

/** The name has the route instead of the path, which may contain ids and addresses. */
function endRequestSpan(span: Span, response: { method: string; route: string; status: number }): void {
  const { method, route, status } = response;
  span.setName(`${method} ${route}`);
  span.set({ 'http.route': route, 'http.response.status_code': status });
  if (status >= 500) span.fail(String(status));
  span.end();
}

/** Explains why a body was not read: to the sender of a form on its page, to all others in a problem document. */
function refuseBody(
  c: Context<AppEnv>,
  { code }: BodyRefused,
  browserSide: AppDependencies['browserSide'],
): Response | Promise<Response> {
  if (code === 'busy' && isPageRequest(c)) return sendOverloadedPage(c, new Overloaded(code, 1));
  const { method, path, url } = c.req;
  const isForm = browserSide && method === 'POST' && !/^\/(api|images|card-sandbox)\//.test(path);
  if (!isForm || code !== 'body_too_large') return sendFailure(c as never, fail(code));
  const { clientAddress, requestId } = c.var;
  return browserSide.pages.respond(new Request(url, { method, body: new URLSearchParams() }), {
    clientAddress,
    requestId,
    formTooLarge: true,
  });
}
