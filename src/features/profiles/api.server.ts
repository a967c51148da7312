import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure, sendInserted } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse } from '#src/platform/api-schemas.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { checkImageField } from '#src/platform/check-image-fields.server.ts';
import { emailSchema } from '#src/shared/field-schemas.ts';
import { hasPermission } from '#src/shared/permissions.ts';
import { type Failure, fail } from '#src/shared/problem.ts';
import { acknowledgedSchema, modifiedSchema } from '#src/shared/write-results.ts';
import { type ProfileFields, profileFieldsSchema, profileSchema } from './contract.ts';
import { createProfile, getProfile, updateProfile } from './queries.server.ts';

const params = z.object({ email: emailSchema });
const body = jsonBody(profileFieldsSchema);

const getProfileRoute = defineRoute('signedIn', {
  method: 'get',
  path: '/profile/{email}',
  summary: 'Get a profile, or null if there is none yet',
  request: { params },
  responses: { 200: jsonResponse('The profile or null.', profileSchema.nullable()) },
  errors: [403, 422],
});

const createProfileRoute = defineRoute('signedIn', {
  method: 'post',
  path: '/profile',
  summary: 'Create your profile',
  request: { body },
  responses: { 201: jsonResponse('Stored.', acknowledgedSchema) },
  errors: [403, 409],
});

const updateProfileRoute = defineRoute('signedIn', {
  method: 'put',
  path: '/update/{email}',
  summary: 'Update your profile',
  request: { params, body },
  responses: { 200: jsonResponse('Stored.', modifiedSchema) },
  errors: [403],
});

/** A user may only read and write the profile with their own email address, under their own name. */
function checkOwnership(caller: Caller, email: string | undefined, fields?: ProfileFields): Failure | null {
  if ([email, fields?.email].some((one) => one !== undefined && one !== caller.email)) return fail('not_your_email');
  if (fields && fields.displayName !== caller.displayName) {
    return fail('invalid', { fields: { displayName: `Please use your own name, ${caller.displayName}.` } });
  }
  return null;
}

export const profilesApi = createApi()
  .openapi(getProfileRoute, async (c) => {
    const { email } = c.req.valid('param');
    const failure = hasPermission(c.var.caller, 'users.read') ? null : checkOwnership(c.var.caller, email);
    if (failure) return sendFailure(c, failure);
    return c.json(await getProfile(c.var.db, email), 200);
  })
  .openapi(createProfileRoute, async (c) => {
    const fields = c.req.valid('json');
    const failure =
      checkOwnership(c.var.caller, undefined, fields) ?? (await checkImageField(c, 'image', fields.image));
    if (failure) return sendFailure(c, failure);
    return sendInserted(c, await createProfile(c.var.db, c.var.caller.userId, fields));
  })
  .openapi(updateProfileRoute, async (c) => {
    const fields = c.req.valid('json');
    const { email } = c.req.valid('param');
    const failure = checkOwnership(c.var.caller, email, fields) ?? (await checkImageField(c, 'image', fields.image));
    if (failure) return sendFailure(c, failure);
    const modifiedCount = await updateProfile(c.var.db, c.var.caller.userId, fields);
    if (!modifiedCount)
      return sendFailure(c, fail('not_found', { detail: 'You have no profile yet. Please add one first.' }));
    return c.json({ acknowledged: true as const, modifiedCount }, 200);
  });
