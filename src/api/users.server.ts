import * as z from 'zod';
import { disabledUserSchema, disableUserSchema } from '#src/features/identity/contract.ts';
import { grantRole, makeOwner, revokeOwner, revokeRole } from '#src/flows/accounts/change-roles.server.ts';
import { disableUser, enableUser } from '#src/flows/accounts/disable-user.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { createApi, defineRoute, jsonContent, jsonResponse, sendFailure } from '#src/platform/api.server.ts';
import { emailSchema, idParams } from '#src/shared/field-schemas.ts';
import type { Outcome } from '#src/shared/problem.ts';
import { modifiedSchema } from '#src/shared/write-results.ts';

const byEmail = z.object({ email: emailSchema });

const putAdmin = defineRoute('users.manage', {
  method: 'put',
  path: '/user/admin/{email}',
  summary: 'Make a user admin',
  request: { params: byEmail },
  responses: { 200: jsonResponse('Done, or so already.', modifiedSchema) },
  errors: [404, 409, 422],
});

const deleteAdmin = defineRoute('staff.manage', {
  method: 'delete',
  path: '/user/admin/{email}',
  summary: 'Make an admin a customer again (an owner)',
  request: { params: byEmail },
  responses: { 200: jsonResponse('Done, or so already. Their next call is a customer’s.', modifiedSchema) },
  errors: [404, 409, 422],
});

const putOwner = defineRoute('staff.manage', {
  method: 'put',
  path: '/users/{id}/owner',
  summary: 'Make an admin owner (an owner)',
  request: { params: idParams },
  responses: { 200: jsonResponse('Done, or so already.', modifiedSchema) },
  errors: [404, 409],
});

const deleteOwner = defineRoute('staff.manage', {
  method: 'delete',
  path: '/users/{id}/owner',
  summary: 'Make an owner an admin like others (an owner)',
  request: { params: idParams },
  responses: { 200: jsonResponse('Done, or so already. The last owner stays owner.', modifiedSchema) },
  errors: [404, 409],
});

const postDisable = defineRoute('users.manage', {
  method: 'post',
  path: '/users/{id}/disable',
  summary: 'Disable an account (an owner, if it is an admin’s)',
  description:
    'Every session ends at once, and unpaid orders end; paid ones stay. Orders that a slow card provider holds up end within a minute.',
  request: { params: idParams, body: { required: true, ...jsonContent(disableUserSchema) } },
  responses: { 200: jsonResponse('Done, or so already.', disabledUserSchema) },
  errors: [404, 409, 422],
});

const postEnable = defineRoute('users.manage', {
  method: 'post',
  path: '/users/{id}/enable',
  summary: 'Enable a disabled account (an owner, if it is an admin’s)',
  request: { params: idParams },
  responses: { 200: jsonResponse('They can sign in again. Orders that ended stay so.', modifiedSchema) },
  errors: [404],
});

/** The calls that change what a user may do. */
export function usersApi(context: AppContext) {
  const toBody = (changed: Extract<Outcome<number>, { ok: true }>) => ({
    acknowledged: true as const,
    modifiedCount: changed.value,
  });
  return createApi()
    .openapi(putAdmin, async (c) => {
      const changed = await grantRole(context, c.var.caller, c.req.valid('param').email, 'admin');
      return changed.ok ? c.json(toBody(changed), 200) : sendFailure(c, changed);
    })
    .openapi(deleteAdmin, async (c) => {
      const changed = await revokeRole(context, c.var.caller, c.req.valid('param').email);
      return changed.ok ? c.json(toBody(changed), 200) : sendFailure(c, changed);
    })
    .openapi(putOwner, async (c) => {
      const changed = await makeOwner(context, c.var.caller, c.req.valid('param').id);
      return changed.ok ? c.json(toBody(changed), 200) : sendFailure(c, changed);
    })
    .openapi(deleteOwner, async (c) => {
      const changed = await revokeOwner(context, c.var.caller, c.req.valid('param').id);
      return changed.ok ? c.json(toBody(changed), 200) : sendFailure(c, changed);
    })
    .openapi(postDisable, async (c) => {
      const { reason } = c.req.valid('json');
      const disabled = await disableUser(context, c.var.caller, c.req.valid('param').id, reason);
      if (!disabled.ok) return sendFailure(c, disabled);
      const { modified, endedOrders } = disabled.value;
      return c.json({ acknowledged: true as const, modifiedCount: modified, endedOrders }, 200);
    })
    .openapi(postEnable, async (c) => {
      const changed = await enableUser(context, c.var.caller, c.req.valid('param').id);
      return changed.ok ? c.json(toBody(changed), 200) : sendFailure(c, changed);
    });
}
