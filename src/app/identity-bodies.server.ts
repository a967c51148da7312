import type { Context } from 'hono';
import * as z from 'zod';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#src/features/identity/rules.ts';
import { type ApiEnv, faultsByField, sendRefusal } from '#src/platform/api.server.ts';
import { emailSchema, lineOfText } from '#src/shared/identifier.ts';
import { refuse } from '#src/shared/problem.ts';

const needed = { error: 'Please fill this in.' };
const filledIn = z.string(needed);
const password = filledIn
  .min(SHORTEST_PASSWORD, `Please choose at least ${SHORTEST_PASSWORD} characters.`)
  .max(LONGEST_PASSWORD, `Please choose at most ${LONGEST_PASSWORD} characters.`);
const email = filledIn.refine((text) => emailSchema.safeParse(text).success, 'Please enter an e-mail address.');
const token = filledIn.min(1, needed.error).max(200);

/** What comes in is refused as everywhere else, before the library sees it: the shop's own bounds, at the field. */
const BODIES = {
  'sign-up/email': z.looseObject({ name: filledIn.pipe(lineOfText(100)), email, password }, needed),
  'update-user': z.looseObject({ name: filledIn.pipe(lineOfText(100)).optional() }, needed),
  'sign-in/social': z.looseObject(
    { provider: z.literal('google', 'Only Google is known here.'), callbackURL: z.string().max(2_000).optional() },
    needed,
  ),
  address: z.looseObject({ email }, needed),
  link: z.looseObject(
    { token, password: z.string().max(LONGEST_PASSWORD).optional(), newPassword: password.optional() },
    needed,
  ),
  'new-password': z.looseObject({ token, newPassword: password }, needed),
} satisfies Record<string, z.ZodType>;

type Bodies = { [name in keyof typeof BODIES]: z.output<(typeof BODIES)[name]> };

/** The body of a call, left in place for the library; or the refusal that says at which field it is wrong. */
export async function takeBody<N extends keyof Bodies>(c: Context<ApiEnv>, name: N): Promise<Bodies[N] | Response>;
export async function takeBody(c: Context<ApiEnv>, name: string): Promise<object | Response | null>;
export async function takeBody(c: Context<ApiEnv>, name: string): Promise<object | Response | null> {
  if (!Object.hasOwn(BODIES, name)) return null;
  const body: unknown = await c.req.raw
    .clone()
    .json()
    .catch(() => undefined);
  // What is no JSON at all is no body.
  if (body === undefined) return sendRefusal(c, refuse('malformed_json'));
  const parsed = BODIES[name as keyof Bodies].safeParse(body);
  if (parsed.success) return parsed.data;
  const fields = faultsByField(parsed.error.issues);
  return sendRefusal(c, refuse('invalid', { detail: Object.values(fields).join(' '), fields }));
}
