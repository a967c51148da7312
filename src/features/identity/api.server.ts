import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { emailSchema } from '#src/shared/field-schemas.ts';
import { hasPermission, isStaff, ROLES, type Role, toRole } from '#src/shared/permissions.ts';
import { fail } from '#src/shared/problem.ts';
import { deletedSchema } from '#src/shared/write-results.ts';
import { endExpiredSignIn, endOwnSignIn, exchangeIdToken } from './access-tokens.server.ts';
import { adminSchema, exchangeSchema, tokenSchema, userListQuerySchema, userSchema } from './contract.ts';
import type { IdentityIssuer } from './id-tokens.server.ts';
import { getUserByEmail, listUsers } from './queries.server.ts';

const params = z.object({ email: emailSchema });

const putUser = defineRoute('identity', {
  method: 'put',
  path: '/user/{email}',
  summary: 'Exchange an ID token for an access token',
  request: { params, body: jsonBody(exchangeSchema) },
  responses: { 200: jsonResponse('The access token.', tokenSchema) },
  errors: [403, 503],
  limit: { name: 'exchangeAddress', by: 'address' },
});

const deleteToken = defineRoute('signedIn', {
  method: 'delete',
  path: '/token',
  summary: 'Revoke your access token and all others of the same sign-in',
  responses: { 200: jsonResponse('`deletedCount` tokens are revoked.', deletedSchema) },
});

const getAdmin = defineRoute('signedIn', {
  method: 'get',
  path: '/admin/{email}',
  summary: 'Check whether a user is an admin',
  request: { params },
  responses: { 200: jsonResponse('Your own status or, with `users.read`, anyone’s.', adminSchema) },
  errors: [403, 422],
});

const getUsers = defineRoute('users.read', {
  method: 'get',
  path: '/user',
  summary: 'List the newest users, oldest first',
  request: { query: userListQuerySchema },
  responses: { 200: listResponse('At most `limit` users.', z.array(userSchema)) },
  searchable: true,
});

export function identityApi(issuer: IdentityIssuer) {
  const api = createApi();
  // Before the guard, which accepts no expired token.
  api.delete('/token', async (c, next) => {
    const deletedCount = await endExpiredSignIn(c.var.db, c.req.header('authorization') ?? '');
    return deletedCount === null ? next() : c.json({ acknowledged: true, deletedCount });
  });
  return api
    .openapi(putUser, async (c) => {
      const { email } = c.req.valid('param');
      if (c.req.valid('json').email !== email) return sendFailure(c, fail('not_your_email'));
      const exchanged = await exchangeIdToken(c.var.db, issuer, c.req.header('authorization'), email);
      if (!exchanged.ok) return sendFailure(c, exchanged);
      return c.json({ token: exchanged.value.token, expiresAt: exchanged.value.expiresAt.toISOString() }, 200);
    })
    .openapi(deleteToken, async (c) => {
      const deletedCount = await endOwnSignIn(c.var.db, c.req.header('authorization') ?? '');
      return c.json({ acknowledged: true as const, deletedCount }, 200);
    })
    .openapi(getAdmin, async (c) => {
      const { email } = c.req.valid('param');
      const { caller, db } = c.var;
      if (email === caller.email) return c.json(toAdminStatus(caller), 200);
      if (!hasPermission(caller, 'users.read')) return sendFailure(c, fail('not_your_email'));
      const user = await getUserByEmail(db, email);
      return c.json(toAdminStatus(user && { role: toRole(user) }), 200);
    })
    .openapi(getUsers, async (c) => sendList(c, await listUsers(c.var.db, c.req.valid('query'))));
}

/** The specification calls it `admin`. It is true for everyone who works for the shop, whatever their role. */
function toAdminStatus(user: { role: Role } | null) {
  const role = user?.role ?? 'customer';
  return {
    admin: isStaff(role),
    ...(role === 'owner' ? { owner: true as const } : {}),
    permissions: user ? [...ROLES[role].permissions] : [],
  };
}
