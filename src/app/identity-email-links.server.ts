import type { Handler } from 'hono';
import { identityCopy } from '#src/features/identity/copy.ts';
import { hashPassword } from '#src/features/identity/password.server.ts';
import { toDisplayName } from '#src/features/identity/rules.ts';
import { addAccountRequest } from '#src/flows/accounts/account-request-worker.server.ts';
import { confirmAddress, type LinkContext } from '#src/flows/accounts/confirm-address.server.ts';
import { resetForgottenPassword } from '#src/flows/accounts/reset-forgotten-password.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { emailSchema } from '#src/shared/field-schemas.ts';
import { fail } from '#src/shared/problem.ts';
import { readBody } from './identity-schemas.server.ts';

type RequestContext = Pick<AppContext, 'db' | 'notify'>;

/** Signs up. Neither the response nor its timing reveals whether the address has an account; only the email does. */
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

/** Queues an email with a link. The response is the same for every address and does not wait for a lookup. */
export function requestLink(context: RequestContext, kind: 'confirm' | 'reset'): Handler<ApiEnv> {
  return async (c) => {
    const body = await readBody(c, 'address');
    if (body instanceof Response) return body;
    await addAccountRequest(context, { kind, email: emailSchema.parse(body.email) });
    return c.json({ status: true });
  };
}

/**
 * Confirms the address of a link. Without a session of the account, it requires the account's password, or a new one.
 */
export function confirmByLink(context: LinkContext): Handler<ApiEnv> {
  return async (c) => {
    const body = await readBody(c, 'link');
    if (body instanceof Response) return body;
    const visitor = { headers: c.req.raw.headers, clientAddress: c.var.clientAddress };
    const result = await confirmAddress(context, visitor, body);
    if ('retryAfter' in result) return sendFailure(c, fail('too_many_requests', { extra: result }));
    const { error } = result;
    if (error === null) return c.json({ status: true });
    if (error !== 'password_missing' && error !== 'password_other') return sendFailure(c, fail(`link_${error}`));
    const detail = identityCopy.confirm.passwords[error];
    return sendFailure(c, fail('invalid', { detail, fields: { password: detail } }));
  };
}

/** Sets a new password for the user whom the link belongs to. */
export function resetByLink(context: LinkContext): Handler<ApiEnv> {
  return async (c) => {
    const body = await readBody(c, 'new-password');
    if (body instanceof Response) return body;
    const { failure, ...done } = await resetForgottenPassword(context, c.req.raw.headers, body);
    if (failure !== null) return sendFailure(c, fail(`link_${failure}`));
    if ('cookie' in done && done.cookie) c.header('set-cookie', done.cookie, { append: true });
    return c.json({ status: true });
  };
}
