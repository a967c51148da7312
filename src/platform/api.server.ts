import { ReadableStream } from 'node:stream/web';
import { createRoute, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { toFieldErrors } from '#src/shared/field-errors.ts';
import { getAudience, hasPermission, isStaff, type Permission, type Role } from '#src/shared/permissions.ts';
import { type Failure, fail, problemSchema } from '#src/shared/problem.ts';
import type { ApiEnv } from './api-env.server.ts';
import { sendFailure } from './api-responses.server.ts';
import {
  boundSearches,
  boundWalk,
  boundWrites,
  type Limit,
  limitCostlyReads,
  rateLimit,
  runCostlyReadInTurn,
} from './call-limits.server.ts';
import { nameAccount } from './request-client.server.ts';
import { cacheableRoute, type ToCacheKey } from './response-cache/cacheable-routes.server.ts';

/**
 * Who may use a route: users with this permission, or one of the kinds that need none. Routes of kind `identity` and
 * `signature` check the caller themselves: by an ID token from the identity service, or by a signature.
 */
export type Access = keyof typeof OPEN_GUARDS | Permission;

const OPEN_GUARDS = {
  public: [],
  identity: [requireBearer()],
  signature: [],
  signedIn: [guard(null)],
} satisfies Record<string, MiddlewareHandler<ApiEnv>[]>;

const isOpen = (access: Access): access is keyof typeof OPEN_GUARDS => access in OPEN_GUARDS;

const READING_METHODS: ReadonlySet<string> = new Set(['get', 'head', 'options']);

const STATUS_DESCRIPTIONS: Partial<Record<number, string>> = {
  402: 'The card provider has not received the payment.',
  412: 'It has changed since you read it.',
  413: 'The body is too large.',
  502: 'An outside system that this call needs cannot be reached; nothing was changed.',
  503: 'Unavailable or too busy right now; see Retry-After.',
  401: 'The token is missing or no longer valid.',
  403: 'You are not allowed to do this.',
  404: 'It does not exist, or it belongs to someone else.',
  409: 'It conflicts with the current state.',
  422: 'A field is missing or invalid.',
  428: 'The request does not say which version you read.',
  429: 'Too many requests; see Retry-After.',
};

/**
 * Declares an OpenAPI route with its access.
 *
 * `access`: every route has one. The guard, the `limit` and `admit` run before anything of the request body is read.
 * Then the whole body is received, unless the handler `takes` it as it arrives.
 *
 * `errors`: statuses besides those that follow from the rest, such as 422 for a route that reads a query or a body.
 *
 * `cacheable`: the response is the same for everybody. Only such responses are cached, and only for them may one
 * request wait for another.
 *
 * `limit`: a write without one counts toward the limit of all writes, and a public list with a cursor has a limit
 * anyway.
 *
 * `searchable`: limits the searches of each caller and runs few of them at once.
 *
 * `costly`: limits calls that read much of one account, for which accounts take turns.
 */
export function defineRoute<P extends string, R extends Omit<RouteConfig, 'path'> & { path: P }>(
  access: Access,
  config: R & {
    errors?: readonly number[];
    limit?: Limit;
    admit?: readonly MiddlewareHandler<ApiEnv>[];
    takes?: 'file' | 'stream';
    searchable?: true;
    costly?: true;
    cacheable?: Cacheable;
  },
) {
  if (config.cacheable && access !== 'public') throw new Error(`${config.path} is guarded and cannot be cacheable`);
  const errors = new Set(config.errors ?? []);
  const countsAsWrite = !config.limit && access !== 'signature' && !READING_METHODS.has(config.method);
  const isWalked = access === 'public' && listQueryNames(config).includes('cursor');
  if (config.limit || countsAsWrite || config.searchable || config.costly || isWalked) errors.add(429);
  if (config.searchable || config.costly || config.takes || config.admit) errors.add(503);
  if (config.path.includes('{')) errors.add(404);
  if (config.request?.query || config.request?.body || config.request?.headers) errors.add(422);
  if (access !== 'public' && access !== 'signature') errors.add(401);
  if (!isOpen(access)) errors.add(403);
  const problem = { content: { 'application/problem+json': { schema: problemSchema } } };
  const { errors: _named, limit, admit = [], takes, searchable, costly, cacheable, ...route } = config;
  const extended = {
    ...route,
    middleware: [
      ...(isOpen(access) ? OPEN_GUARDS[access] : [guard(access)]),
      ...(config.path.includes('{') ? [rejectOddPath] : []),
      ...(isWalked ? [boundWalk] : []),
      ...(limit ? [rateLimit(limit)] : []),
      ...(countsAsWrite ? [boundWrites] : []),
      ...(searchable ? [boundSearches] : []),
      ...(cacheable ? [cacheableRoute(createCacheKey(config, cacheable))] : []),
      ...admit,
      ...(takes ? [] : [receiveBody]),
      // Takes a turn only after the body has arrived, so that a slow client does not keep others waiting.
      ...(costly ? [limitCostlyReads, runCostlyReadInTurn] : []),
    ],
    ...(isOpen(access) ? { 'x-access': access } : { 'x-access': getAudience(access), 'x-permission': access }),
    ...(takes ? { 'x-takes': takes } : {}),
    ...(access === 'public' || access === 'signature'
      ? {}
      : { security: [{ [access === 'identity' ? 'idToken' : 'accessToken']: [] }] }),
    responses: {
      ...route.responses,
      ...Object.fromEntries(
        [...errors]
          .sort()
          .map((status) => [status, { ...problem, description: STATUS_DESCRIPTIONS[status] ?? 'An error.' }]),
      ),
    },
  };
  return createRoute<P, R>(extended as unknown as R);
}

/**
 * `true`, or a function that returns the parameters of an address that are not in the contract, in one spelling, or
 * null if the response is not cached.
 */
type Cacheable = true | ((url: URL) => URLSearchParams | null);

/**
 * Builds the key from the query as the contract reads it: in the contract's order, without defaults, and without
 * parameters that it does not name.
 */
function createCacheKey(route: Pick<RouteConfig, 'request'>, cacheable: Cacheable): ToCacheKey {
  const { query } = route.request ?? {};
  const contract = query instanceof z.ZodObject ? query : z.object({});
  const names = listQueryNames(route);
  const defaults = contract.safeParse({}).data ?? {};
  return (url) => {
    const others = cacheable === true ? new URLSearchParams() : cacheable(url);
    if (!others) return null;
    if (names.some((name) => url.searchParams.getAll(name).length > 1)) return null;
    const { data } = contract.safeParse(Object.fromEntries(url.searchParams));
    if (!data) return null;
    const canonical = new URLSearchParams();
    for (const name of names) {
      if (data[name] !== undefined && data[name] !== defaults[name]) canonical.set(name, String(data[name]));
    }
    for (const [name, value] of others) canonical.append(name, value);
    return canonical.size > 0 ? `${url.pathname}?${canonical}` : url.pathname;
  };
}

function listQueryNames({ request }: Pick<RouteConfig, 'request'>): string[] {
  return request?.query instanceof z.ZodObject ? Object.keys(request.query.shape) : [];
}

/** Lets signed-in callers through if they have the needed permission. Null: none is needed. */
function guard(needed: Permission | null): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const found = await c.var.authenticate(c.req.header('authorization'));
    if (!found.ok) return sendFailure(c, found);
    if (needed && !hasPermission(found.value, needed))
      return sendFailure(c, refusePermission(found.value.role, needed));
    c.set('caller', { ...found.value, clientAddress: c.var.clientAddress });
    nameAccount(found.value.userId);
    await next();
  };
}

/** Explains why this role may not: the sentence says whom to ask, or which account to use. */
function refusePermission(role: Role, needed: Permission): Failure {
  const audience = getAudience(needed);
  if (audience === 'customer') return fail('customers_only');
  return fail(audience === 'owner' && isStaff(role) ? 'owners_only' : 'forbidden');
}

/** Reads the whole body, up to its size limit, for later handlers. Throws `BodyRefused`. */
export const receiveBody: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { body } = c.var;
  if (body && !body.isAsked) {
    const { url, method, headers, signal } = c.req.raw;
    c.req.raw = new Request(url, { method, headers, signal, body: await body.receive() });
  }
  await next();
};

/** The request with a body that can be read as it arrives, for a route that `takes` it. */
export function getStreamedRequest({ req, var: { body } }: Context<ApiEnv>): Request {
  if (!body) return req.raw;
  const { url, method, headers, signal } = req.raw;
  const stream = ReadableStream.from(body.stream()) as RequestInit['body'];
  return new Request(url, { method, headers, signal, duplex: 'half', body: stream } as RequestInit);
}

/**
 * Rejects path parameters that cannot be an id, slug or email address. The database would refuse some of them as text.
 */
const rejectOddPath: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const words = Object.values<string>(c.req.param());
  return words.every((word) => /^[ -~]{1,254}$/.test(word)) ? next() : sendFailure(c, fail('not_found'));
};

function requireBearer(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (!c.req.header('authorization')) return sendFailure(c, fail('unauthenticated'));
    await next();
  };
}

/** Creates a sub-app whose routes answer bad input with one problem document that has each error at its field. */
export function createApi(): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      if (result.success) return undefined;
      const fields = toFieldErrors(result.error.issues);
      return sendFailure(c as unknown as Context<ApiEnv>, fail('invalid', { fields }));
    },
  });
}
