import * as z from 'zod';
import { answer, call, createApi, json, pictureFault, sendRefusal } from '#src/platform/api.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { acknowledgedSchema, modifiedSchema } from '#src/shared/acknowledged.ts';
import { emailSchema } from '#src/shared/identifier.ts';
import { type Refusal, refuse } from '#src/shared/problem.ts';
import { type ProfileFields, profileFieldsSchema, profileSchema } from './contract.ts';
import { createProfile, findProfile, updateProfile } from './queries.server.ts';

const params = z.object({ email: emailSchema });
const body = { required: true, ...json(profileFieldsSchema) };

const getProfile = call('signedIn', {
  method: 'get',
  path: '/profile/{email}',
  summary: 'A profile; null where there is none yet',
  request: { params },
  responses: { 200: answer('The profile or null.', profileSchema.nullable()) },
  refusals: [403, 422],
});

const postProfile = call('signedIn', {
  method: 'post',
  path: '/profile',
  summary: 'Create one’s own profile',
  request: { body },
  responses: { 201: answer('Stored.', acknowledgedSchema) },
  refusals: [403, 409, 422],
});

const putProfile = call('signedIn', {
  method: 'put',
  path: '/update/{email}',
  summary: 'Update one’s own profile',
  request: { params, body },
  responses: { 200: answer('Stored.', modifiedSchema) },
  refusals: [403, 404, 422],
});

/** A profile belongs to its person: no other address in the path or in the body, no other name. */
function foreign(caller: Caller, email: string | undefined, fields?: ProfileFields): Refusal | null {
  if ([email, fields?.email].some((given) => given !== undefined && given !== caller.email))
    return refuse('not_your_email');
  if (fields && fields.displayName !== caller.displayName) {
    return refuse('invalid', { fields: { displayName: `Please use your own name, ${caller.displayName}.` } });
  }
  return null;
}

export const profilesApi = createApi()
  .openapi(getProfile, async (c) => {
    const { email } = c.req.valid('param');
    const refusal = c.var.caller.role === 'admin' ? null : foreign(c.var.caller, email);
    if (refusal) return sendRefusal(c, refusal);
    return c.json(await findProfile(c.var.db, email), 200);
  })
  .openapi(postProfile, async (c) => {
    const fields = c.req.valid('json');
    const refusal = foreign(c.var.caller, undefined, fields) ?? (await pictureFault(c, 'image', fields.image));
    if (refusal) return sendRefusal(c, refusal);
    const created = await createProfile(c.var.db, c.var.caller.userId, fields);
    if (!created.ok) return sendRefusal(c, created);
    return c.json({ acknowledged: true as const, insertedId: created.value }, 201);
  })
  .openapi(putProfile, async (c) => {
    const fields = c.req.valid('json');
    const given = c.req.valid('param').email;
    const refusal = foreign(c.var.caller, given, fields) ?? (await pictureFault(c, 'image', fields.image));
    if (refusal) return sendRefusal(c, refusal);
    const modifiedCount = await updateProfile(c.var.db, c.var.caller.userId, fields);
    if (!modifiedCount)
      return sendRefusal(c, refuse('not_found', { detail: 'You have no profile yet. Please add one first.' }));
    return c.json({ acknowledged: true as const, modifiedCount }, 200);
  });
