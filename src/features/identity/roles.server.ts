import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { acquireTxLock, type Db, type Queryable, type Tx } from '#src/platform/database.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { listRolesWith, OWNERS_STORED_ROLE, type Permission, STORED_ROLES } from '#src/shared/permissions.ts';
import type { UserRow } from './queries.server.ts';
import { users } from './tables.server.ts';

/** Key of an advisory lock: any constant, the same in every process of the shop. */
export const FIRST_ADMIN_LOCK = 7_214_003;

/** The condition for users who have a permission, whether or not they can sign in. */
export function whereMay(permission: Permission): SQL | undefined {
  const roles = listRolesWith(permission);
  const stored = STORED_ROLES.filter((role) => roles.includes(role));
  return or(inArray(users.role, stored), roles.includes('owner') ? eq(users.owner, true) : undefined);
}

const isActiveOwner = and(eq(users.owner, true), isNull(users.disabledAt));

/** Makes a user admin and owner if nobody can manage the shop's users. */
export async function grantFirstAdmin(db: Db, { id, email }: Pick<UserRow, 'id' | 'email'>): Promise<void> {
  await db.transaction(async (tx) => {
    await acquireTxLock(tx, FIRST_ADMIN_LOCK);
    if ((await tx.$count(users, whereMay('users.manage'))) > 0) return;
    const confirmed = and(eq(users.id, id), eq(users.emailConfirmed, true), isNull(users.disabledAt));
    const { rowCount } = await tx.update(users).set({ role: OWNERS_STORED_ROLE, owner: true }).where(confirmed);
    if (!rowCount) return;
    await recordAuditEvents(
      tx,
      { by: 'shop', action: `user.${OWNERS_STORED_ROLE}_granted`, id, name: email },
      { by: 'shop', action: 'user.owner_granted', id, name: email },
    );
  });
}

/**
 * Makes an admin owner if the shop has none: the one with this address, else the oldest. If the shop has an owner,
 * nothing changes, so that a restart does not undo what its owners decided.
 */
export async function ensureOwner(db: Db, email: string | undefined): Promise<void> {
  await db.transaction(async (tx) => {
    await acquireTxLock(tx, FIRST_ADMIN_LOCK);
    if ((await tx.$count(users, isActiveOwner)) > 0) return;
    const [heir] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.role, OWNERS_STORED_ROLE), isNull(users.disabledAt)))
      .orderBy(sql`${users.email} = ${email ?? ''} desc`, asc(users.seq))
      .limit(1);
    if (!heir) return;
    await tx.update(users).set({ owner: true }).where(eq(users.id, heir.id));
    await recordAuditEvents(tx, { by: 'shop', action: 'user.owner_granted', id: heir.id, name: heir.email });
  });
}

/**
 * The ids of the owners who can sign in, locked until the transaction ends. Everybody who removes or disables an owner
 * holds this lock: two owners who do that to each other take turns, and the second finds that they are no longer an
 * owner.
 */
export async function lockOwners(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(isActiveOwner)
    .orderBy(users.id)
    .for('no key update');
  return rows.map(({ id }) => id);
}

/** A user, locked until the transaction ends. Null for unknown and malformed ids, and for a deleted account. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.erasedAt)))
    .for('no key update');
  return row ?? null;
}

/** The same, by address. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.email, email)).for('no key update');
  return row ?? null;
}

/** Changes what a user may do. The caller holds the locks of the owners and of this user. */
export async function setRole(
  tx: Tx,
  userId: string,
  change: Partial<Pick<UserRow, 'role' | 'owner' | 'disabledAt' | 'disabledReason'>>,
): Promise<void> {
  await tx.update(users).set(change).where(eq(users.id, userId));
}

export async function isUserDisabled(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db.select({ disabledAt: users.disabledAt }).from(users).where(eq(users.id, userId));
  return row !== undefined && row.disabledAt !== null;
}
