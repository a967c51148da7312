import { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { MAX_CERTIFICATE_BYTES } from '#src/features/exemptions/rules.ts';
import { MAX_IMPORT_BYTES } from '#src/features/imports/rules.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { hasBody } from '#src/platform/http/admission-control.server.ts';
import { type BodyBudgetLimits, createBodyBudget } from '#src/platform/http/body-budget.server.ts';
import {
  type BodyPace,
  BodyRefused,
  openRequestBody,
  type RequestBody,
} from '#src/platform/http/request-body.server.ts';
import { MAX_UPLOAD_BYTES } from '#src/shared/upload-limits.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
/** Room for the rest of a form with a file. */
const FORM_BYTES = 64 * KIBIBYTE;

/** The size limit of a request body. */
interface BodyBound {
  /** A path, or a prefix of paths that ends in `*`. The first match applies. */
  path: string;
  maxBytes: number;
  /** Where a body is stored while it arrives: in memory, in a file, or nowhere. */
  kept: 'memory' | 'file' | 'nowhere';
  /** How long the whole body may take to arrive, in ms, if that is less than for other requests. */
  maxMs?: number;
}

/** The limit of every route. `docs/security.md` has this list. */
export const BODY_BOUNDS: readonly BodyBound[] = [
  { path: '/api/images', maxBytes: MAX_UPLOAD_BYTES + FORM_BYTES, kept: 'file' },
  { path: '/api/documents', maxBytes: MAX_UPLOAD_BYTES + FORM_BYTES, kept: 'file' },
  { path: '/api/exemptions', maxBytes: MAX_CERTIFICATE_BYTES + FORM_BYTES, kept: 'file' },
  { path: '/api/imports', maxBytes: MAX_IMPORT_BYTES + FORM_BYTES, kept: 'nowhere' },
  // The event of a dispute contains all evidence: up to 150,000 characters of several bytes each.
  { path: '/api/webhooks/stripe', maxBytes: MEBIBYTE, kept: 'memory', maxMs: 3_000 },
  { path: '/api/*', maxBytes: 64 * KIBIBYTE, kept: 'memory' },
  { path: '/card-sandbox/v1/*', maxBytes: 64 * KIBIBYTE, kept: 'memory' },
  { path: '/*', maxBytes: 64 * KIBIBYTE, kept: 'memory' },
];

/** The limit of a path. Every path has one. */
export function findBodyBound(path: string): BodyBound {
  const found = BODY_BOUNDS.find((bound) =>
    bound.path.endsWith('*') ? path.startsWith(bound.path.slice(0, -1)) : path === bound.path,
  );
  if (!found) throw new Error(`The path ${path} has no bound.`);
  return found;
}

export interface BodyLimits extends BodyBudgetLimits, Pick<BodyPace, 'windowMs' | 'leastBytes'> {}

/** Room for two thousand ordinary forms, or for thirty requests of the largest size. */
const LIMITS: BodyLimits = {
  maxBytes: 32 * MEBIBYTE,
  maxBytesPerClient: 8 * MEBIBYTE,
  windowMs: 10_000,
  leastBytes: 1_024,
};

/**
 * Leaves every body unread until a route asks for it with `receiveBody` or takes it from `c.var.body`. By then, its
 * guards, limits and places, which only need the headers, have let the request through. A route that does neither sees
 * an empty body.
 */
export function holdBodies(
  limits: Partial<BodyLimits> = {},
): MiddlewareHandler<ApiEnv & { Bindings: Partial<HttpBindings> }> {
  const { windowMs, leastBytes, ...budgetLimits } = { ...LIMITS, ...limits };
  const budget = createBodyBudget(budgetLimits);
  return async (c, next) => {
    const { method, url, headers, signal } = c.req.raw;
    // Nobody reads the body of these methods.
    if (method === 'GET' || method === 'HEAD') return next();
    const { maxBytes, maxMs } = findBodyBound(c.req.path);
    const declared = readLength(headers);
    if (declared !== null && declared > maxBytes) throw new BodyRefused('body_too_large');
    const source = openSource(c.env?.incoming, c.req.raw);
    if (!source) return next();
    let body: RequestBody | null = null;
    const share = budget.open(c.var.clientAddress, () => body?.refuse('busy'));
    body = openRequestBody({ source, declared, maxBytes, share, pace: { windowMs, leastBytes, maxMs } });
    c.set('body', body);
    c.req.raw = new Request(url, { method, headers, signal });
    try {
      await next();
    } finally {
      share.release();
    }
  };
}

function readLength(headers: Headers): number | null {
  const length = headers.get('content-length') ?? '';
  return /^\d+$/.test(length) && !headers.has('transfer-encoding') ? Number(length) : null;
}

/** The source of the bytes; null if no body was announced. In tests, without a connection, it is the request itself. */
function openSource(incoming: HttpBindings['incoming'] | undefined, request: Request): Readable | null {
  if (!incoming) return request.body && Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]);
  return hasBody(incoming) ? (incoming as Readable) : null;
}
