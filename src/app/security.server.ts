import type { Context, MiddlewareHandler } from 'hono';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { fail } from '#src/shared/problem.ts';

const BARE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Scripts, styles and fonts: browsers never show them as documents, so headers about documents would only waste bytes.
 */
const PART_OF_PAGE = /^(text\/(javascript|css)|font\/)/;

/**
 * Sets the headers of every response. Pages have their own content security policy. `opensPopups`: pages open popups of
 * a hosted identity service, which must be able to reach them.
 */
export function secureHeaders(options: {
  overHttps: boolean;
  payments: 'sandbox' | 'stripe';
  opensPopups: boolean;
}): MiddlewareHandler<ApiEnv> {
  const { overHttps, payments, opensPopups } = options;
  // A bank's 3-D Secure page in Stripe's frame may ask the browser to confirm the payment.
  const payment = payments === 'stripe' ? 'self "https://js.stripe.com" "https://hooks.stripe.com"' : 'self';
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set('x-content-type-options', 'nosniff');
    headers.set('cross-origin-resource-policy', 'same-origin');
    if (overHttps) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    if (PART_OF_PAGE.test(headers.get('content-type') ?? '')) return;
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', BARE_POLICY);
    if (!headers.has('x-frame-options')) headers.set('x-frame-options', 'DENY');
    if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin');
    headers.set('cross-origin-opener-policy', opensPopups ? 'same-origin-allow-popups' : 'same-origin');
    headers.set('permissions-policy', `camera=(), microphone=(), geolocation=(), payment=(${payment})`);
  };
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Browsers say where a write comes from. Rejects writes from foreign pages, whatever token they carry. */
export function rejectForeignWrites(publicUrl: string): MiddlewareHandler<ApiEnv> {
  const own = new URL(publicUrl).origin;
  return async (c, next) => {
    if (!SAFE.has(c.req.method) && isForeign(c, own)) return sendFailure(c, fail('origin_refused'));
    await next();
  };
}

function isForeign(c: Context<ApiEnv>, own: string): boolean {
  if (c.req.header('sec-fetch-site') === 'cross-site') return true;
  const origin = c.req.header('origin');
  if (!origin || origin === own) return false;
  return !URL.canParse(origin) || new URL(origin).host !== c.req.header('host');
}

/** JSON routes only accept JSON, so that a form on a foreign page cannot pose as an API call. */
export function requireJson(exempt: readonly string[]): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const hasBody = Number(c.req.header('content-length') ?? 0) > 0 || c.req.header('transfer-encoding') !== undefined;
    const type = c.req.header('content-type') ?? '';
    if (
      hasBody &&
      !SAFE.has(c.req.method) &&
      !/^application\/json\s*(;|$)/i.test(type) &&
      !exempt.includes(c.req.path)
    ) {
      return sendFailure(c, fail('unsupported_media'));
    }
    await next();
  };
}
