import type { Context } from 'hono';
import * as z from 'zod';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#src/features/identity/rules.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { boundedText, MAX_TYPED_LENGTH } from '#src/shared/bounded-schemas.ts';
import { toFieldErrors } from '#src/shared/field-errors.ts';
import { emailSchema, singleLineText } from '#src/shared/field-schemas.ts';
import { fail } from '#src/shared/problem.ts';

const required = { error: 'Please fill this in.' };
const filledIn = (max: number, sentence?: string) => boundedText(max, sentence, required);
const password = filledIn(MAX_PASSWORD_LENGTH, `Please choose at most ${MAX_PASSWORD_LENGTH} characters.`).min(
  MIN_PASSWORD_LENGTH,
  `Please choose at least ${MIN_PASSWORD_LENGTH} characters.`,
);
const NO_EMAIL = 'Please enter an email address.';
const email = filledIn(MAX_TYPED_LENGTH, NO_EMAIL).refine((text) => emailSchema.safeParse(text).success, NO_EMAIL);
const token = filledIn(200, 'Please send at most 200 characters.').min(1, required.error);
const name = z.string(required).pipe(singleLineText(100));

/**
 * The shop's own limits of each body. Errors are reported at their field, as everywhere else, before the library sees
 * the body.
 */
export const IDENTITY_SCHEMAS = {
  'sign-up/email': z.looseObject({ name, email, password }, required),
  // The library would store anything else that is sent, such as an image of any length.
  'update-user': z.object({ name: name.optional() }, required),
  // All other sessions with the old password are signed out, whatever the caller requests.
  'change-password': z
    .object(
      {
        currentPassword: filledIn(MAX_PASSWORD_LENGTH, `Please send at most ${MAX_PASSWORD_LENGTH} characters.`),
        newPassword: password,
      },
      required,
    )
    .transform((passwords) => ({ ...passwords, revokeOtherSessions: true })),
  'sign-in/social': z.looseObject(
    {
      provider: z.literal('google', 'Only Google is known here.'),
      callbackURL: boundedText(2_000, 'Please send at most 2000 characters.').optional(),
    },
    required,
  ),
  address: z.looseObject({ email }, required),
  link: z.looseObject(
    {
      token,
      password: boundedText(MAX_PASSWORD_LENGTH, `Please send at most ${MAX_PASSWORD_LENGTH} characters.`).optional(),
      newPassword: password.optional(),
    },
    required,
  ),
  'new-password': z.looseObject({ token, newPassword: password }, required),
} satisfies Record<string, z.ZodType>;

type Bodies = { [name in keyof typeof IDENTITY_SCHEMAS]: z.output<(typeof IDENTITY_SCHEMAS)[name]> };

/** The parsed body, or a response that says which field is wrong. Null if a call has no limits here. */
export async function readBody<N extends keyof Bodies>(c: Context<ApiEnv>, name: N): Promise<Bodies[N] | Response>;
export async function readBody(c: Context<ApiEnv>, name: string): Promise<object | Response | null>;
export async function readBody(c: Context<ApiEnv>, name: string): Promise<object | Response | null> {
  if (!Object.hasOwn(IDENTITY_SCHEMAS, name)) return null;
  const body: unknown = await c.req.raw
    .clone()
    .json()
    .catch(() => undefined);
  if (body === undefined) return sendFailure(c, fail('malformed_json'));
  const parsed = IDENTITY_SCHEMAS[name as keyof Bodies].safeParse(body);
  if (parsed.success) return parsed.data;
  const fields = toFieldErrors(parsed.error.issues);
  return sendFailure(c, fail('invalid', { detail: Object.values(fields).join(' '), fields }));
}
