import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#src/features/identity/rules.ts';
import { type ApiEnv, faultsByField, sendRefusal } from '#src/platform/api.server.ts';
import { emailSchema, lineOfText } from '#src/shared/identifier.ts';
import { type ProblemDocument, refuse } from '#src/shared/problem.ts';
import { limitAccount, limitMails, limitPasswords, limitSignUps } from './identity-limits.server.ts';

/** Of everything the identity library can answer, what the shop has a use for; the rest does not exist here. */
const CALLS = {
  GET: ['get-session', 'token', 'jwks', 'verify-email', 'error'],
  POST: ['sign-up/email', 'sign-in/email', 'sign-out', 'send-verification-email', 'change-password', 'update-user'],
} as const;

const filledIn = z.string({ error: 'Please fill this in.' });

/** What comes in here is refused as everywhere else, before the library sees it: the shop's own bounds, at the field. */
const BODIES: Record<string, z.ZodType> = {
  '/sign-up/email': z.looseObject(
    {
      name: filledIn.pipe(lineOfText(100)),
      email: filledIn.refine((email) => emailSchema.safeParse(email).success, 'Please enter an e-mail address.'),
      password: filledIn
        .min(SHORTEST_PASSWORD, `Please choose at least ${SHORTEST_PASSWORD} characters.`)
        .max(LONGEST_PASSWORD, `Please choose at most ${LONGEST_PASSWORD} characters.`),
    },
    { error: 'Please fill this in.' },
  ),
  '/update-user': z.looseObject({ name: filledIn.pipe(lineOfText(100)).optional() }, { error: 'Please fill this in.' }),
};

/** The embedded identity service under `/api/auth`, its errors in the one form all errors of the shop have. */
export function identityApp(handler: (request: Request) => Promise<Response>): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.post('/sign-up/email', limitSignUps);
  app.post('/sign-in/email', limitPasswords, limitAccount());
  // This looks at a password too: whoever has come by a session must not be able to try them all.
  app.post('/change-password', limitPasswords);
  app.post('/send-verification-email', limitMails());
  for (const path of CALLS.GET) app.get(`/${path}`, async (c) => asProblem(c, await handler(c.req.raw)));
  for (const path of CALLS.POST) {
    const schema = BODIES[`/${path}`];
    app.post(`/${path}`, async (c) => {
      const fields = schema ? await faultsOf(schema, c.req.raw.clone()) : null;
      if (fields) return sendRefusal(c, refuse('invalid', { detail: Object.values(fields).join(' '), fields }));
      return asProblem(c, await handler(c.req.raw));
    });
  }
  return app;
}

async function faultsOf(schema: z.ZodType, request: Request): Promise<Record<string, string> | null> {
  const body: unknown = await request.json().catch(() => null);
  // What is no JSON at all is told by the library.
  if (body === null) return null;
  const parsed = schema.safeParse(body);
  return parsed.success ? null : faultsByField(parsed.error.issues);
}

/** The library's error as a problem document; its own `code` and `message` stay, for clients that know them. */
async function asProblem(c: Context<ApiEnv>, response: Response): Promise<Response> {
  if (response.status < 400 || !/json/.test(response.headers.get('content-type') ?? '')) return response;
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
  const headers = new Headers(response.headers);
  headers.set('content-type', 'application/problem+json');
  headers.delete('content-length');
  return new Response(JSON.stringify(document), { status: response.status, headers });
}
