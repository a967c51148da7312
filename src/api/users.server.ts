import * as z from 'zod';
import { disabledUserSchema, disableUserSchema } from '#src/features/identity/contract.ts';
import { grantRole, makeOwner, revokeOwner, revokeRole } from '#src/flows/accounts/change-roles.server.ts';
import { disableUser, enableUser } from '#src/flows/accounts/disable-user.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure, sendModified } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse } from '#src/platform/api-schemas.server.ts';
import { emailSchema, idParams } from '#src/shared/field-schemas.ts';
import { nameRole, STAFF_ROLES, type StaffRole } from '#src/shared/permissions.ts';
import { modifiedSchema } from '#src/shared/write-results.ts';

const byEmail = z.object({ email: emailSchema });

/** The calls that give this role and take it away. The specification has the first one for admins. */
const defineRoleCalls = (role: StaffRole) => ({
  putRole: defineRoute('users.manage', {
    method: 'put',
    path: `/user/${role}/{email}`,
    summary: `Make a user ${nameRole(role)}`,
    request: { params: byEmail },
    responses: { 200: jsonResponse(`They are ${nameRole(role)} now, or were already.`, modifiedSchema) },
    errors: [409, 422],
  }),
  deleteRole: defineRoute('staff.manage', {
    method: 'delete',
    path: `/user/${role}/{email}`,
    summary: `Make ${nameRole(role)} a customer again (owners only)`,
    request: { params: byEmail },
    responses: {
      200: jsonResponse('They are a customer, or were already. It takes effect with their next call.', modifiedSchema),
    },
    errors: [409, 422],
  }),
});

const putOwner = defineRoute('staff.manage', {
  method: 'put',
  path: '/users/{id}/owner',
  summary: 'Make an admin an owner (owners only)',
  request: { params: idParams },
  responses: { 200: jsonResponse('They are an owner now, or were already.', modifiedSchema) },
  errors: [409],
});

const deleteOwner = defineRoute('staff.manage', {
  method: 'delete',
  path: '/users/{id}/owner',
  summary: 'Make an owner an ordinary admin (owners only)',
  description: 'The last owner cannot be changed: the response is 409.',
  request: { params: idParams },
  responses: { 200: jsonResponse('They are no longer an owner.', modifiedSchema) },
  errors: [409],
});

const postDisable = defineRoute('users.manage', {
  method: 'post',
  path: '/users/{id}/disable',
  summary: 'Disable an account (owners only, if it is an admin’s)',
  description:
    'All sessions end at once. Unpaid orders end; paid orders stay. If the card provider is slow, some orders end up to a minute later.',
  request: { params: idParams, body: jsonBody(disableUserSchema) },
  responses: { 200: jsonResponse('The account is disabled, or was already.', disabledUserSchema) },
  errors: [409],
});

const postEnable = defineRoute('users.manage', {
  method: 'post',
  path: '/users/{id}/enable',
  summary: 'Enable a disabled account (owners only, if it is an admin’s)',
  request: { params: idParams },
  responses: { 200: jsonResponse('They can sign in again. Orders that ended do not come back.', modifiedSchema) },
});

/** The calls that change what a user may do. */
export function usersApi(context: AppContext) {
  const api = createApi();
  for (const role of STAFF_ROLES) {
    const { putRole, deleteRole } = defineRoleCalls(role);
    api
      .openapi(putRole, async (c) =>
        sendModified(c, await grantRole(context, c.var.caller, c.req.valid('param').email, role)),
      )
      .openapi(deleteRole, async (c) =>
        sendModified(c, await revokeRole(context, c.var.caller, c.req.valid('param').email, role)),
      );
  }
  return api
    .openapi(putOwner, async (c) => sendModified(c, await makeOwner(context, c.var.caller, c.req.valid('param').id)))
    .openapi(deleteOwner, async (c) =>
      sendModified(c, await revokeOwner(context, c.var.caller, c.req.valid('param').id)),
    )
    .openapi(postDisable, async (c) => {
      const { reason } = c.req.valid('json');
      const disabled = await disableUser(context, c.var.caller, c.req.valid('param').id, reason);
      if (!disabled.ok) return sendFailure(c, disabled);
      const { modified, endedOrders } = disabled.value;
      return c.json({ acknowledged: true as const, modifiedCount: modified, endedOrders }, 200);
    })
    .openapi(postEnable, async (c) =>
      sendModified(c, await enableUser(context, c.var.caller, c.req.valid('param').id)),
    );
}
