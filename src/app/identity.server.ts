import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { EmbeddedIdentity } from '#src/features/identity/embedded-identity.server.ts';
import type { GoogleSignIn } from '#src/features/identity/google-sign-in.server.ts';
import { withPasswordPlace } from '#src/features/identity/password-queue.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { receiveBody } from '#src/platform/api.server.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import type { ProblemDocument } from '#src/shared/problem.ts';
import { confirmByLink, requestLink, resetByLink, signUpByEmail } from './identity-email-links.server.ts';
import { createGoogleRoutes } from './identity-google.server.ts';
import {
  limitConfirmRequests,
  limitOtherWrites,
  limitPasswordChanges,
  limitPasswords,
  limitResetRequests,
  limitSignIns,
  limitSignUpRequests,
  limitSignUps,
  trustNewBrowser,
} from './identity-rate-limits.server.ts';
import { limitIdentityReads } from './identity-read-limit.server.ts';
import { readBody } from './identity-schemas.server.ts';

/** What the calls of the embedded identity service need. */
export interface IdentityDependencies {
  identity: EmbeddedIdentity;
  context: Pick<AppContext, 'db' | 'limits' | 'notify'>;
  signUp: 'at_once' | 'confirmed';
  google: GoogleSignIn | null;
}

/** The routes of the library that the shop uses. All others are 404. */
const CALLS = {
  GET: ['get-session', 'token', 'jwks'],
  POST: ['sign-up/email', 'sign-in/email', 'sign-out', 'change-password', 'update-user'],
} as const;

/** These neither check a password nor trigger an email. */
const WRITING = ['sign-out', 'update-user', 'sign-in/social'];

/** These hash passwords, so they first take a place in the queue. */
const HASHING = ['sign-up/email', 'sign-in/email', 'change-password', 'verify-email', 'reset-password'];

/** The embedded identity service under `/api/auth`. Its errors have the same form as all errors of the shop. */
export function createIdentityApp({ identity, context, signUp, google }: IdentityDependencies): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  const callLibrary = async (c: Context<ApiEnv>, request = c.req.raw) => asProblem(c, await identity.handler(request));
  const linkContext = { ...context, identity };
  for (const path of HASHING) app.post(`/${path}`, takePasswordPlace);
  for (const path of WRITING) app.post(`/${path}`, limitOtherWrites);
  app.post('/sign-up/email', limitSignUps);
  app.post('/sign-in/email', limitSignIns(identity));
  // This call also checks a password.
  app.post('/change-password', limitPasswords, limitPasswordChanges(identity));
  if (signUp === 'confirmed') app.post('/sign-up/email', limitSignUpRequests, signUpByEmail(context));
  else app.post('/sign-up/email', trustNewBrowser(identity));
  app.post('/send-verification-email', limitConfirmRequests, receiveBody, requestLink(context, 'confirm'));
  app.post('/request-password-reset', limitResetRequests, receiveBody, requestLink(context, 'reset'));
  app.post('/verify-email', limitPasswords, confirmByLink(linkContext));
  // Emails of earlier versions lead here. The page says that there is a newer link, and where.
  app.get('/verify-email', (c) => c.redirect('/confirmEmail/old'));
  app.post('/reset-password', limitPasswords, resetByLink(linkContext));
  app.route('/', createGoogleRoutes(google, callLibrary));
  for (const path of CALLS.GET) app.get(`/${path}`, limitIdentityReads, (c) => callLibrary(c));
  for (const path of CALLS.POST) {
    app.post(`/${path}`, receiveBody, async (c) => {
      const body = await readBody(c, path);
      if (body instanceof Response) return body;
      return callLibrary(c, body ? new Request(c.req.raw, { body: JSON.stringify(body) }) : c.req.raw);
    });
  }
  return app;
}

/** The library's error as a problem document. It keeps its own `code` and `message` for clients that know them. */
async function asProblem(c: Context<ApiEnv>, response: Response): Promise<Response> {
  if (!/json/.test(response.headers.get('content-type') ?? '')) return response;
  if (response.status < 400) return withSignedToken(response);
  const body = (await response.json().catch(() => null)) as { code?: string; message?: string } | null;
  const message = body?.message?.replace(/^\[body\.?(\w*)\] .*/, 'Please check the field $1.') ?? 'This did not work.';
  const code = body?.code ?? `HTTP_${response.status}`;
  const document: ProblemDocument = {
    type: 'urn:ironmonger:problem:identity',
    title: code.toLowerCase().replaceAll('_', ' '),
    status: response.status,
    code,
    detail: message,
    message,
    requestId: c.var.requestId,
  };
  return withBody(response, document, 'application/problem+json');
}

/**
 * Signs the session token in the body, so that it works as a bearer token. The library returns it unsigned, as the
 * database stores it, and the shop rejects unsigned tokens.
 */
async function withSignedToken(response: Response): Promise<Response> {
  const signed = response.headers.get('set-auth-token');
  if (!signed) return response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (typeof body !== 'object' || body === null || !('token' in body) || typeof body.token !== 'string')
    return response;
  return withBody(response, { ...body, token: signed });
}

function withBody(response: Response, body: unknown, type = 'application/json'): Response {
  const headers = new Headers(response.headers);
  headers.set('content-type', type);
  headers.delete('content-length');
  return new Response(JSON.stringify(body), { status: response.status, headers });
}

/**
 * Takes a place in the queue for password hashes for the whole call, or responds 503 at once if there is none. The body
 * is received first, so that no place waits for a slow client.
 */
const takePasswordPlace: MiddlewareHandler<ApiEnv> = (c, next) =>
  receiveBody(c, () => withPasswordPlace(next)) as Promise<void>;
