import type { Handler } from 'hono';
import { confirmEmail, resetPassword } from '#src/features/identity/account.server.ts';
import { identityCopy } from '#src/features/identity/copy.ts';
import { hashPassword } from '#src/features/identity/password.server.ts';
import { toDisplayName } from '#src/features/identity/rules.ts';
import { addAccountRequest } from '#src/flows/accounts/account-request-worker.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { type ApiEnv, sendFailure } from '#src/platform/api.server.ts';
import { emailSchema } from '#src/shared/field-schemas.ts';
import { fail } from '#src/shared/problem.ts';
import { readBody } from './identity-schemas.server.ts';

type RequestContext = Pick<AppContext, 'db' | 'notify'>;

/** Signs up without telling whether the address has an account, in words or in work: the mail says it, to its owner. */
export function signUpByEmail(context: RequestContext): Handler<ApiEnv> {
  return async (c) => {
    const body = await readBody(c, 'sign-up/email');
    if (body instanceof Response) return body;
    const email = emailSchema.parse(body.email);
    const displayName = toDisplayName(body.name, email);
    await addAccountRequest(context, {
      kind: 'sign_up',
      email,
      displayName,
      passwordHash: await hashPassword(body.password),
    });
    return c.json({ token: null, user: { name: displayName, email, emailVerified: false } });
  };
}

/** Has a link sent to an address. The answer is the same for every address, and given before anybody looks at it. */
export function requestLink(context: RequestContext, kind: 'confirm' | 'reset'): Handler<ApiEnv> {
  return async (c) => {
    const body = await readBody(c, 'address');
    if (body instanceof Response) return body;
    await addAccountRequest(context, { kind, email: emailSchema.parse(body.email) });
    return c.json({ status: true });
  };
}

/** Confirms the address that a link was sent to; one that carries a password asks for it, or for a new one. */
export const confirmByLink: Handler<ApiEnv> = async (c) => {
  const body = await readBody(c, 'link');
  if (body instanceof Response) return body;
  const fault = await confirmEmail(c.var.db, body.token, body);
  if (fault === null) return c.json({ status: true });
  if (fault !== 'password_missing' && fault !== 'password_other') return sendFailure(c, fail(`link_${fault}`));
  const detail = identityCopy.confirm.passwords[fault];
  return sendFailure(c, fail('invalid', { detail, fields: { password: detail } }));
};

/** Gives the person whom a link was sent to a new password. */
export const resetByLink: Handler<ApiEnv> = async (c) => {
  const body = await readBody(c, 'new-password');
  if (body instanceof Response) return body;
  const fault = await resetPassword(c.var.db, body.token, body.newPassword);
  return fault ? sendFailure(c, fail(`link_${fault}`)) : c.json({ status: true });
};
