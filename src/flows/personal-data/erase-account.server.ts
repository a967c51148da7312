import { lockAccount } from '#src/features/identity/account-ownership.server.ts';
import { eraseUser } from '#src/features/identity/erasure.server.ts';
import { lockOwners, lockUser } from '#src/features/identity/roles.server.ts';
import { hasOrdersToShip, listUnpaidPurchaseIds } from '#src/features/purchases/erasure.server.ts';
import { keepLastOwner } from '#src/flows/accounts/change-roles.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { cancelPurchase } from '#src/flows/cancellations/cancel-purchase.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { PERSONAL_DATA } from './list-sections.server.ts';

/** The most purchases that one call ends, since each may call the card provider. */
const MAX_CANCELED = 100;

/**
 * Deletes the caller's account with everything that the shop is not obliged to keep. Unpaid purchases are canceled
 * first, as their buyer would do it. Paid ones keep name and addresses, as their papers do; while one has to be
 * shipped, the account cannot be deleted. The user's row stays without name and address.
 */
export async function eraseAccount(context: AppContext, caller: Caller): Promise<Outcome<null>> {
  const { db } = context;
  // Checked before anything is canceled, and again under the locks.
  if (await hasOrdersToShip(db, caller.userId)) return fail('orders_to_ship');
  const isLastOwner = await db.transaction(async (tx) => keepLastOwner(await lockOwners(tx), { id: caller.userId }));
  if (isLastOwner) return isLastOwner;
  const canceled = await cancelUnpaid(context, caller);
  if (!canceled.ok) return canceled;
  await failPoint('erase-account:canceled');
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, caller.email);
    const owners = await lockOwners(tx);
    const user = await lockUser(tx, caller.userId);
    if (!user || user.email !== caller.email) return fail('token_invalid');
    const failure = keepLastOwner(owners, user);
    if (failure) return failure;
    // An order that is placed meanwhile waits for the user's lock and is then refused.
    if (await hasOrdersToShip(tx, user.id)) return fail('orders_to_ship');
    if ((await listUnpaidPurchaseIds(tx, user.id, 1)).length > 0) return fail('busy');
    const person = {
      userId: user.id,
      email: user.email,
      isEmailProven: user.emailConfirmed && account?.confirmed !== false,
    };
    for (const { erase } of PERSONAL_DATA) await erase?.(tx, person);
    await eraseUser(tx, user);
    // Without the address, since the log keeps everything.
    await recordAuditEvents(tx, { by: 'shop', action: 'user.erased', id: user.id, name: 'Deleted account' });
    return ok(null);
  });
}

async function cancelUnpaid(context: AppContext, caller: Caller): Promise<Outcome<null>> {
  for (const id of await listUnpaidPurchaseIds(context.db, caller.userId, MAX_CANCELED)) {
    const outcome = await cancelPurchase(context, id, { event: 'cancel', by: caller });
    // Somebody else has ended it meanwhile.
    if (outcome.ok || outcome.code === 'not_found') continue;
    return outcome.code === 'already_paid' ? fail('orders_to_ship') : outcome;
  }
  return ok(null);
}
