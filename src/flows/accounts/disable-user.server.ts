import type { UserRow } from '#src/features/identity/queries.server.ts';
import { lockOwners, lockUser, setRole } from '#src/features/identity/roles.server.ts';
import { endUserSessions } from '#src/features/identity/user-sessions.server.ts';
import { endHoldsOfUser } from '#src/features/orders/transitions.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { isStaff } from '#src/shared/permissions.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { keepLastOwner } from './change-roles.server.ts';

/** In ms: how long the caller waits for the stock to be returned. The scheduled expiry returns the rest. */
const RETURN_TIMEOUT_MS = 5_000;

/**
 * Disables a user: every session ends in the same transaction, and the holds of their unpaid orders expire. The orders
 * then end like any overdue order: one that was paid meanwhile stays. Returns the number of changed users and of ended
 * orders.
 */
export async function disableUser(
  context: AppContext,
  caller: Caller,
  userId: string,
  reason: string,
): Promise<Outcome<{ modified: number; endedOrders: number }>> {
  const disabled = await context.db.transaction(async (tx): Promise<Outcome<number>> => {
    const owners = await lockOwners(tx);
    const user = await lockUser(tx, userId);
    if (!user) return fail('not_found', { detail: 'There is no such user.' });
    const failure = checkAuthority(caller, owners, user) ?? keepLastOwner(owners, user) ?? keepOneself(caller, user);
    if (failure) return failure;
    if (user.disabledAt) return ok(0);
    await setRole(tx, user.id, { disabledAt: new Date(), disabledReason: reason });
    await endUserSessions(tx, user);
    await endHoldsOfUser(tx, user.id);
    await recordAuditEvents(tx, {
      by: caller,
      action: 'user.disabled',
      id: user.id,
      name: user.email,
      after: { reason },
    });
    return ok(1);
  });
  if (!disabled.ok) return disabled;
  await failPoint('disable-user:committed');
  const endedOrders = await expirePurchases(context, AbortSignal.timeout(RETURN_TIMEOUT_MS), { userId, by: caller });
  return ok({ modified: disabled.value, endedOrders });
}

/**
 * Lets a disabled user sign in again. Orders that have ended stay so. Sessions that were begun at the identity service
 * meanwhile end, so that nothing from before works again by itself.
 */
export async function enableUser(context: AppContext, caller: Caller, userId: string): Promise<Outcome<number>> {
  return context.db.transaction(async (tx) => {
    const owners = await lockOwners(tx);
    const user = await lockUser(tx, userId);
    if (!user) return fail('not_found', { detail: 'There is no such user.' });
    const failure = checkAuthority(caller, owners, user);
    if (failure) return failure;
    if (!user.disabledAt) return ok(0);
    await setRole(tx, user.id, { disabledAt: null, disabledReason: null });
    await endUserSessions(tx, user);
    await recordAuditEvents(tx, {
      by: caller,
      action: 'user.enabled',
      id: user.id,
      name: user.email,
      before: { reason: user.disabledReason },
    });
    return ok(1);
  });
}

function checkAuthority(caller: Caller, owners: readonly string[], user: UserRow): Failure | null {
  if (!isStaff(user.role) || owners.includes(caller.userId)) return null;
  return fail('owners_only', { detail: 'Only an owner of the shop can disable or enable a staff account.' });
}

function keepOneself(caller: Caller, user: UserRow): Failure | null {
  return user.id === caller.userId ? fail('own_account') : null;
}
