import { type Context, Hono } from 'hono';
import type { GoogleSignIn } from '#src/features/identity/google-sign-in.server.ts';
import { GOOGLE_ERROR_PARAM, type GoogleError, toGoogleError } from '#src/features/identity/rules.ts';
import { FROM, safeReturnPath } from '#src/features/identity/ui/return-path.ts';
import { receiveBody } from '#src/platform/api.server.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { fail } from '#src/shared/problem.ts';
import { limitPasswords } from './identity-rate-limits.server.ts';
import { readBody } from './identity-schemas.server.ts';

const SIGN_IN = '/signIn';

/** The routes to Google and back. The last redirect always leads to a page of this shop. */
export function createGoogleRoutes(
  google: GoogleSignIn | null,
  callLibrary: (c: Context<ApiEnv>, request: Request) => Promise<Response>,
): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();

  app.post('/sign-in/social', limitPasswords, receiveBody, async (c) => {
    const body = await readBody(c, 'sign-in/social');
    if (body instanceof Response) return body;
    if (!google) return sendFailure(c, fail('not_found'));
    if (!(await google.isAvailable())) return sendFailure(c, fail('google_unreachable'));
    const from = safeReturnPath(body.callbackURL);
    const headers = new Headers(c.req.raw.headers);
    headers.delete('content-length');
    const parameters = {
      provider: 'google',
      callbackURL: from ?? '/',
      errorCallbackURL: signInPage(from, null),
      disableRedirect: true,
    };
    return callLibrary(c, new Request(c.req.url, { method: 'POST', headers, body: JSON.stringify(parameters) }));
  });

  app.get('/callback/google', async (c) => {
    if (!google) return sendFailure(c, fail('not_found'));
    const wait = await c.var.limits.consume('signInAddress', c.var.clientAddress);
    if (wait) return c.redirect(signInPage(null, 'too_many'));
    try {
      const { result, error } = await google.handleReturn(() => callLibrary(c, c.req.raw));
      return toSignInRedirect(result, error);
    } catch (error) {
      // A person is coming back from Google, who cannot use a problem document.
      c.var.log.error({ err: error, requestId: c.var.requestId }, 'a return from Google failed');
      return c.redirect(signInPage(null, 'busy'));
    }
  });

  return app;
}

/** The library's redirect, but with our own error code, and without anything that others wrote into its address. */
function toSignInRedirect(response: Response, error: GoogleError | null): Response {
  const location = response.headers.get('location') ?? '';
  const target = URL.canParse(location, 'https://shop.invalid') ? new URL(location, 'https://shop.invalid') : null;
  const code = target?.searchParams.get('error');
  // No return path leads to these two, but an error of the library always does.
  const succeeded = response.status === 302 && target !== null && !/^\/(signIn$|api\/)/.test(target.pathname);
  if (succeeded) return response;
  const from = target?.pathname === SIGN_IN ? safeReturnPath(target.searchParams.get(FROM)) : null;
  // Keeps the header that deletes the cookie of the attempt.
  const headers = new Headers(response.headers);
  for (const name of ['content-type', 'content-length']) headers.delete(name);
  headers.set('location', signInPage(from, error ?? toGoogleError(code ?? null)));
  return new Response(null, { status: 302, headers });
}

function signInPage(from: string | null, error: GoogleError | null): string {
  const search = new URLSearchParams();
  if (from) search.set(FROM, from);
  if (error) search.set(GOOGLE_ERROR_PARAM, error);
  return search.size > 0 ? `${SIGN_IN}?${search}` : SIGN_IN;
}
