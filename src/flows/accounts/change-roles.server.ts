import { revokeLinksOfUser } from '#src/features/identity/account-ownership.server.ts';
import type { UserRow } from '#src/features/identity/queries.server.ts';
import { lockOwners, lockUser, lockUserByEmail, setRole } from '#src/features/identity/roles.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import type { Tx } from '#src/platform/database.server.ts';
import type { AuditAction } from '#src/shared/audit-actions.ts';
import { OWNERS_STORED_ROLE, STAFF_ROLES, type StaffRole } from '#src/shared/permissions.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';

type RoleContext = Pick<AppContext, 'db'>;

const NOBODY = 'There is no such user.';

/**
 * Gives a user a staff role. Only an owner changes the role of somebody who already works for the shop. Returns the number of
 * changed users: 0 if they had it already.
 */
export async function grantRole(
  { db }: RoleContext,
  caller: Caller,
  email: string,
  role: StaffRole,
): Promise<Outcome<number>> {
  return db.transaction(async (tx) => {
    const owners = await lockOwners(tx);
    const user = await lockUserByEmail(tx, email);
    if (!user) return fail('not_found', { detail: 'There is no user with this email address.' });
    if (user.role === role) return ok(0);
    const held = findStaffRole(user);
    if (held && !owners.includes(caller.userId)) return fail('owners_only');
    const failure = keepLastOwner(owners, user);
    if (failure) return failure;
    if (user.disabledAt) return fail('user_disabled');
    if (!user.emailConfirmed) return fail('email_unconfirmed');
    await setRole(tx, user.id, { role, owner: false });
    await revokeLinksOfUser(tx, user);
    if (held) await recordRevoked(tx, caller, user, held);
    await record(tx, caller, user, `user.${role}_granted`);
    return ok(1);
  });
}

/**
 * Makes somebody who has this staff role a customer again, who is no longer an owner either. Takes effect at their next
 * call.
 */
export function revokeRole(
  context: RoleContext,
  caller: Caller,
  email: string,
  role: StaffRole,
): Promise<Outcome<number>> {
  return asOwner(context, caller, async (tx, owners) => {
    const user = await lockUserByEmail(tx, email);
    if (!user) return fail('not_found', { detail: 'There is no user with this email address.' });
    if (user.role !== role) return ok(0);
    const failure = keepLastOwner(owners, user);
    if (failure) return failure;
    await setRole(tx, user.id, { role: 'customer', owner: false });
    await recordRevoked(tx, caller, user, role);
    return ok(1);
  });
}

export function makeOwner(context: RoleContext, caller: Caller, userId: string): Promise<Outcome<number>> {
  return asOwner(context, caller, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) return fail('not_found', { detail: NOBODY });
    if (user.disabledAt) return fail('user_disabled');
    if (user.role !== OWNERS_STORED_ROLE) return fail('not_admin');
    if (user.owner) return ok(0);
    await setRole(tx, user.id, { owner: true });
    await revokeLinksOfUser(tx, user);
    await record(tx, caller, user, 'user.owner_granted');
    return ok(1);
  });
}

/** Takes ownership from somebody, who stays an admin. The last owner keeps it. */
export function revokeOwner(context: RoleContext, caller: Caller, userId: string): Promise<Outcome<number>> {
  return asOwner(context, caller, async (tx, owners) => {
    const user = await lockUser(tx, userId);
    if (!user) return fail('not_found', { detail: NOBODY });
    if (!user.owner) return ok(0);
    const failure = keepLastOwner(owners, user);
    if (failure) return failure;
    await setRole(tx, user.id, { owner: false });
    await record(tx, caller, user, 'user.owner_revoked');
    return ok(1);
  });
}

/** The failure of taking ownership from, or disabling, the only owner who can sign in. */
export function keepLastOwner(owners: readonly string[], user: Pick<UserRow, 'id'>): Failure | null {
  return owners.length === 1 && owners[0] === user.id ? fail('last_owner') : null;
}

function findStaffRole({ role }: UserRow): StaffRole | undefined {
  return STAFF_ROLES.find((one) => one === role);
}

async function recordRevoked(tx: Tx, by: Caller, user: UserRow, role: StaffRole): Promise<void> {
  if (user.owner) await record(tx, by, user, 'user.owner_revoked');
  await record(tx, by, user, `user.${role}_revoked`);
}

function record(tx: Tx, by: Caller, { id, email }: UserRow, action: AuditAction): Promise<void> {
  return recordAuditEvents(tx, { by, action, id, name: email });
}

/**
 * Runs `work` with all owners locked, if the caller is still one of them. The route's guard checked that before the
 * lock.
 */
async function asOwner<T>(
  { db }: RoleContext,
  caller: Caller,
  work: (tx: Tx, owners: readonly string[]) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return db.transaction(async (tx) => {
    const owners = await lockOwners(tx);
    return owners.includes(caller.userId) ? work(tx, owners) : fail('owners_only');
  });
}
