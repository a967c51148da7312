import { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from '#src/platform/api.server.ts';
import { hasBody } from '#src/platform/http/admission-control.server.ts';
import { type BodyBudgetLimits, createBodyBudget } from '#src/platform/http/body-budget.server.ts';
import {
  type BodyPace,
  BodyRefused,
  openRequestBody,
  type RequestBody,
} from '#src/platform/http/request-body.server.ts';
import { findBodyBound } from './body-bounds.server.ts';

const MEBIBYTE = 1024 * 1024;

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
