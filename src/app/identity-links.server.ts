import type { Handler } from 'hono';
import { confirmAddress, resetPassword } from '#src/features/identity/account.server.ts';
import { identityTexts } from '#src/features/identity/messages.ts';
import { hashPassword } from '#src/features/identity/password.server.ts';
import { displayNameOf } from '#src/features/identity/rules.ts';
import type { IdentityDesk } from '#src/flows/answer-identity-requests.server.ts';
import { type ApiEnv, sendRefusal } from '#src/platform/api.server.ts';
import { emailSchema } from '#src/shared/identifier.ts';
import { refuse } from '#src/shared/problem.ts';
import { takeBody } from './identity-bodies.server.ts';

/** Signs up without telling whether the address has an account, in words or in work: the mail says it, to its owner. */
export function signUpByMail(desk: IdentityDesk): Handler<ApiEnv> {
  return async (c) => {
    const body = await takeBody(c, 'sign-up/email');
    if (body instanceof Response) return body;
    const email = emailSchema.parse(body.email);
    const displayName = displayNameOf(body.name, email);
    await desk.ask({ kind: 'sign_up', email, displayName, passwordHash: await hashPassword(body.password) });
    return c.json({ token: null, user: { name: displayName, email, emailVerified: false } });
  };
}

/** Has a link sent to an address. The answer is the same for every address, and given before anybody looks at it. */
export function requestLink(desk: IdentityDesk, kind: 'confirm' | 'reset'): Handler<ApiEnv> {
  return async (c) => {
    const body = await takeBody(c, 'address');
    if (body instanceof Response) return body;
    await desk.ask({ kind, email: emailSchema.parse(body.email) });
    return c.json({ status: true });
  };
}

/** Confirms the address that a link was sent to; one that carries a password asks for it, or for a new one. */
export const confirmByLink: Handler<ApiEnv> = async (c) => {
  const body = await takeBody(c, 'link');
  if (body instanceof Response) return body;
  const fault = await confirmAddress(c.var.db, body.token, body);
  if (fault === null) return c.json({ status: true });
  if (fault !== 'password_missing' && fault !== 'password_other') return sendRefusal(c, refuse(`link_${fault}`));
  const detail = identityTexts.confirm.passwords[fault];
  return sendRefusal(c, refuse('invalid', { detail, fields: { password: detail } }));
};

/** Gives the person whom a link was sent to a new password. */
export const resetByLink: Handler<ApiEnv> = async (c) => {
  const body = await takeBody(c, 'new-password');
  if (body instanceof Response) return body;
  const fault = await resetPassword(c.var.db, body.token, body.newPassword);
  return fault ? sendRefusal(c, refuse(`link_${fault}`)) : c.json({ status: true });
};
