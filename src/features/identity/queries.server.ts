import { and, desc, eq, gt, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Caller } from '#src/platform/caller.ts';
import { acquireTxLock, type Db, type Queryable, type Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import {
  containsWords,
  createdBefore,
  listPageIds,
  orderByIds,
  searchText,
  whereIds,
} from '#src/platform/pagination.server.ts';
import { preparedStatement } from '#src/platform/prepared-statement.server.ts';
import type { PageQuery } from '#src/shared/list-query.ts';
import type { SearchResult } from '#src/shared/pagination.ts';
import type { User, UserList } from './contract.ts';
import {
  accessTokens,
  identityLinks,
  identityRequests,
  identitySessions,
  identityVerifications,
  signIns,
  users,
} from './tables.server.ts';

export type UserRow = typeof users.$inferSelect;

const callerByToken = preparedStatement((db) =>
  db
    .select({ userId: users.id, email: users.email, displayName: users.displayName, role: users.role })
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.userId))
    .where(
      and(
        eq(accessTokens.tokenHash, sql.placeholder('tokenHash')),
        gt(accessTokens.expiresAt, sql`now()`),
        isNull(users.disabledAt),
      ),
    )
    .limit(1)
    .prepare('caller_by_token'),
);

/** Who holds this token, with the role the database has now; null for unknown, expired or disabled. */
export async function getCallerByToken(db: Queryable, tokenHash: string): Promise<Caller | null> {
  const [row] = await callerByToken(db).execute({ tokenHash });
  return row ?? null;
}

export async function getUserByEmail(db: Queryable, email: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email)).limit(1);
  return row ?? null;
}

export interface VerifiedIdentity {
  /** `realm|subject` of the identity service. */
  subject: string;
  email: string;
  displayName: string;
  emailConfirmed: boolean;
}

/**
 * The shop's user for a verified identity, made on first use. Null when the e-mail belongs to another identity:
 * an address alone never gives access to somebody's account.
 */
export async function upsertUser(db: Queryable, identity: VerifiedIdentity): Promise<UserRow | null> {
  const [row] = await db
    .insert(users)
    .values({ id: newIdentifier(), ...identity })
    .onConflictDoUpdate({
      target: users.email,
      // A confirmed address stays confirmed: an admin would otherwise lose a constraint they rely on.
      set: {
        displayName: identity.displayName,
        emailConfirmed: sql`${users.emailConfirmed} or ${identity.emailConfirmed}`,
      },
      setWhere: eq(users.subject, identity.subject),
    })
    .returning();
  return row ?? null;
}

/**
 * Gives the account of an address to another identity, which must have confirmed it; whoever had it is signed out. Null
 * when nobody ever signed in to it.
 */
export async function reassignUser(db: Db, identity: VerifiedIdentity): Promise<UserRow | null> {
  const { email, ...rest } = identity;
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(users)
      .set(rest)
      .where(and(eq(users.email, email), isNotNull(users.subject), ne(users.subject, identity.subject)))
      .returning();
    if (row) await tx.delete(accessTokens).where(eq(accessTokens.userId, row.id));
    return row ?? null;
  });
}

/** Remembers a sign-in and holds it until the transaction ends. False when it has been ended. */
export async function touchSignIn(tx: Tx, key: string): Promise<boolean> {
  const rows = await tx
    .insert(signIns)
    .values({ key })
    .onConflictDoUpdate({ target: signIns.key, set: { seenAt: sql`now()` }, setWhere: isNull(signIns.endedAt) })
    .returning({ key: signIns.key });
  return rows.length > 0;
}

/** Marks the sign-in that a token came from as ended, where there is one. */
export async function endSignIn(tx: Tx, tokenHash: string): Promise<void> {
  const key = tx.select({ key: accessTokens.signIn }).from(accessTokens).where(eq(accessTokens.tokenHash, tokenHash));
  await tx
    .update(signIns)
    .set({ endedAt: sql`now()` })
    .where(eq(signIns.key, sql`(${key})`));
}

/** Whether this token has run out and came from a sign-in that is remembered by itself. */
export async function isExpiredSignInToken(tx: Tx, tokenHash: string): Promise<boolean> {
  const found = await tx.$count(
    accessTokens,
    and(eq(accessTokens.tokenHash, tokenHash), isNotNull(accessTokens.signIn), lte(accessTokens.expiresAt, sql`now()`)),
  );
  return found > 0;
}

/** Deletes a token and all others of the same sign-in or session. How many there were. */
export async function deleteSiblingTokens(tx: Tx, tokenHash: string): Promise<number> {
  const own = tx.select().from(accessTokens).where(eq(accessTokens.tokenHash, tokenHash)).as('own');
  const siblings = tx
    .select({ hash: accessTokens.tokenHash })
    .from(accessTokens)
    .innerJoin(
      own,
      or(
        eq(accessTokens.tokenHash, own.tokenHash),
        eq(accessTokens.signIn, own.signIn),
        eq(accessTokens.sessionId, own.sessionId),
      ),
    );
  const deleted = await tx.delete(accessTokens).where(sql`${accessTokens.tokenHash} in ${siblings}`);
  return deleted.rowCount ?? 0;
}

/** Stores a token for `lifeMs`, counted by the database's clock, which is also the one it is checked by. */
export async function insertAccessToken(
  db: Queryable,
  token: { tokenHash: string; userId: string; sessionId: string | null; signIn: string | null; lifetimeMs: number },
): Promise<Date> {
  const { lifetimeMs, ...rest } = token;
  const [row] = await db
    .insert(accessTokens)
    .values({ ...rest, expiresAt: sql`now() + make_interval(secs => ${lifetimeMs / 1000})` })
    .returning({ expiresAt: accessTokens.expiresAt });
  if (!row) throw new Error('an insert answers its row');
  return row.expiresAt;
}

/**
 * Removes what has run out: access tokens, and the embedded identity service's sessions and verifications. A link goes a
 * week later, so that its page can say why it does not work; a request that failed for a day is given up. A token of a
 * sign-in that is remembered by itself stays as long as that: it opens nothing, but still says which sign-in to end.
 */
export async function deleteExpired(db: Queryable): Promise<void> {
  const useless = or(isNull(accessTokens.signIn), lt(accessTokens.expiresAt, sql`now() - interval '1 day'`));
  await db.delete(accessTokens).where(and(lt(accessTokens.expiresAt, sql`now()`), useless));
  await db.delete(identitySessions).where(lt(identitySessions.expiresAt, sql`now()`));
  await db.delete(identityVerifications).where(lt(identityVerifications.expiresAt, sql`now()`));
  await db.delete(identityLinks).where(lt(identityLinks.expiresAt, sql`now() - interval '7 days'`));
  await db.delete(identityRequests).where(lt(identityRequests.createdAt, sql`now() - interval '1 day'`));
  // One that has ended is remembered as long as its browser could go on asking with what it still holds.
  const stale = and(isNull(signIns.endedAt), lt(signIns.seenAt, sql`now() - interval '1 day'`));
  await db.delete(signIns).where(or(stale, lt(signIns.endedAt, sql`now() - interval '1 year'`)));
}

/** A page of users in ascending order of creation. */
export async function listUsers(db: Queryable, { limit, before }: PageQuery): Promise<User[]> {
  const rows = await db.select().from(users).where(createdBefore(users, before)).orderBy(desc(users.seq)).limit(limit);
  return rows.reverse().map(toWireUser);
}

const searched = searchText(users.email, users.displayName);

const STATES = {
  admin: eq(users.role, 'admin'),
  customer: eq(users.role, 'customer'),
  confirmed: eq(users.emailConfirmed, true),
  unconfirmed: eq(users.emailConfirmed, false),
};

/** A listing of users. */
export async function searchUsers(db: Queryable, query: UserList): Promise<SearchResult<User>> {
  const where = and(query.state && STATES[query.state], containsWords(searched, query.q));
  const keys = { name: sql`lower(${users.displayName})`, email: users.email };
  const { ids, total } = await listPageIds(db, users, { where, keys }, query);
  const rows = await db.select().from(users).where(whereIds(users, ids));
  return { rows: orderByIds(ids, rows, (row) => row.id).map(toWireUser), total };
}

function toWireUser(row: UserRow): User {
  return {
    _id: row.id,
    email: row.email,
    displayName: row.displayName,
    role: row.role === 'admin' ? 'admin' : '',
    emailVerified: row.emailConfirmed,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Makes a confirmed user admin. How many changed: 0 when they were already, or are not confirmed. */
export async function grantAdmin(db: Queryable, email: string): Promise<number> {
  const changed = await db
    .update(users)
    .set({ role: 'admin' })
    .where(and(eq(users.email, email), eq(users.role, 'customer'), eq(users.emailConfirmed, true)))
    .returning({ id: users.id });
  return changed.length;
}

/** Any constant will do; every process of the shop takes the same one. */
export const FIRST_ADMIN_LOCK = 7_214_003;

/** Makes a user admin if nobody is. */
export async function grantFirstAdmin(db: Db, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await acquireTxLock(tx, FIRST_ADMIN_LOCK);
    if ((await tx.$count(users, eq(users.role, 'admin'))) > 0) return;
    const confirmed = and(eq(users.id, userId), eq(users.emailConfirmed, true), isNull(users.disabledAt));
    await tx.update(users).set({ role: 'admin' }).where(confirmed);
  });
}
