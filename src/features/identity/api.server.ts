import * as z from 'zod';
import { answer, call, createApi, json, listAnswer, sendRefusal } from '#src/platform/api.server.ts';
import { totalHeader } from '#src/platform/paging.server.ts';
import { deletedSchema, modifiedSchema } from '#src/shared/acknowledged.ts';
import { emailSchema } from '#src/shared/identifier.ts';
import { asksForListing } from '#src/shared/paging.ts';
import { refuse } from '#src/shared/problem.ts';
import { adminSchema, exchangeSchema, tokenSchema, userListSchema, userSchema } from './contract.ts';
import { findUsers, listUsers, selectUserByEmail } from './queries.server.ts';
import { endOwnSignIn, endRunOutSignIn, exchangeIdToken, type IdentityIssuer, makeAdmin } from './service.server.ts';

const params = z.object({ email: emailSchema });

const putUser = call('identity', {
  method: 'put',
  path: '/user/{email}',
  summary: 'Exchange an ID token for an access token',
  request: { params, body: { required: true, ...json(exchangeSchema) } },
  responses: { 200: answer('The access token.', tokenSchema) },
  refusals: [403, 422, 503],
  limit: { name: 'exchangeAddress', by: 'address' },
});

const deleteToken = call('signedIn', {
  method: 'delete',
  path: '/token',
  summary: 'End one’s own access token, and all others of the same sign-in',
  responses: { 200: answer('Ended; `deletedCount` tokens are worth nothing now.', deletedSchema) },
});

const getAdmin = call('signedIn', {
  method: 'get',
  path: '/admin/{email}',
  summary: 'Whether somebody is admin',
  request: { params },
  responses: { 200: answer('One’s own status; an admin may ask for anyone.', adminSchema) },
  refusals: [403, 422],
});

const getUsers = call('admin', {
  method: 'get',
  path: '/user',
  summary: 'The newest users, oldest of them first',
  request: { query: userListSchema },
  responses: { 200: listAnswer('At most `limit` users.', z.array(userSchema)) },
  refusals: [422],
});

const putAdmin = call('admin', {
  method: 'put',
  path: '/user/admin/{email}',
  summary: 'Make a user admin',
  request: { params },
  responses: { 200: answer('Done, or so already.', modifiedSchema) },
  refusals: [404, 422],
});

export function identityApi(issuer: IdentityIssuer) {
  const api = createApi();
  // Before the guard, which takes no token that has run out.
  api.delete('/token', async (c, next) => {
    const deletedCount = await endRunOutSignIn(c.var.db, c.req.header('authorization') ?? '');
    return deletedCount === null ? next() : c.json({ acknowledged: true, deletedCount });
  });
  return api
    .openapi(putUser, async (c) => {
      const { email } = c.req.valid('param');
      if (c.req.valid('json').email !== email) return sendRefusal(c, refuse('not_your_email'));
      const exchanged = await exchangeIdToken(c.var.db, issuer, c.req.header('authorization'), email);
      if (!exchanged.ok) return sendRefusal(c, exchanged);
      return c.json({ token: exchanged.value.token, expiresAt: exchanged.value.expiresAt.toISOString() }, 200);
    })
    .openapi(deleteToken, async (c) => {
      const deletedCount = await endOwnSignIn(c.var.db, c.req.header('authorization') ?? '');
      return c.json({ acknowledged: true as const, deletedCount }, 200);
    })
    .openapi(getAdmin, async (c) => {
      const { email } = c.req.valid('param');
      const { caller, db } = c.var;
      if (email === caller.email) return c.json({ admin: caller.role === 'admin' }, 200);
      if (caller.role !== 'admin') return sendRefusal(c, refuse('not_your_email'));
      const user = await selectUserByEmail(db, email);
      return c.json({ admin: user?.role === 'admin' }, 200);
    })
    .openapi(getUsers, async (c) => {
      const query = c.req.valid('query');
      if (!asksForListing(query)) return c.json(await listUsers(c.var.db, query), 200);
      const { rows, total } = await findUsers(c.var.db, query);
      return c.json(rows, 200, totalHeader(total));
    })
    .openapi(putAdmin, async (c) => {
      const granted = await makeAdmin(c.var.db, c.req.valid('param').email);
      if (!granted.ok) return sendRefusal(c, granted);
      return c.json({ acknowledged: true as const, modifiedCount: granted.value }, 200);
    });
}
