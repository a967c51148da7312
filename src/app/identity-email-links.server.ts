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

/** Signs up. Neither response nor timing reveals whether the address has an account; only the mail does. */
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

/** Queues a link for an address. The response is the same for every address and does not wait for a lookup. */
export function requestLink(context: RequestContext, kind: 'confirm' | 'reset'): Handler<ApiEnv> {
  return async (c) => {
    const body = await readBody(c, 'address');
    if (body instanceof Response) return body;
    await addAccountRequest(context, { kind, email: emailSchema.parse(body.email) });
    return c.json({ status: true });
  };
}

/** Confirms the address of a link. A link with sign-up details requires their password, or a new one. */
export const confirmByLink: Handler<ApiEnv> = async (c) => {
  const body = await readBody(c, 'link');
  if (body instanceof Response) return body;
  const failure = await confirmEmail(c.var.db, body.token, body);
  if (failure === null) return c.json({ status: true });
  if (failure !== 'password_missing' && failure !== 'password_other') return sendFailure(c, fail(`link_${failure}`));
  const detail = identityCopy.confirm.passwords[failure];
  return sendFailure(c, fail('invalid', { detail, fields: { password: detail } }));
};

/** Sets a new password for the user of a link. */
export const resetByLink: Handler<ApiEnv> = async (c) => {
  const body = await readBody(c, 'new-password');
  if (body instanceof Response) return body;
  const failure = await resetPassword(c.var.db, body.token, body.newPassword);
  return failure ? sendFailure(c, fail(`link_${failure}`)) : c.json({ status: true });
};
