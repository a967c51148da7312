import { and, eq, gt, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { alphabeticalKey } from '#src/platform/alphabetical-key.server.ts';
import type { AuthenticatedUser } from '#src/platform/caller.ts';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { listPageIdsWith, storedText } from '#src/platform/folded-search.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { readList, readRows } from '#src/platform/lists.server.ts';
import { preparedStatement } from '#src/platform/prepared-statement.server.ts';
import { STAFF_ROLES, STORED_ROLES, type StoredRole, toRole } from '#src/shared/permissions.ts';
import type { User, UserListQuery } from './contract.ts';
import {
  accessTokens,
  accountRequests,
  identityLinks,
  identitySessions,
  identityVerifications,
  signIns,
  users,
} from './tables.server.ts';

export type UserRow = typeof users.$inferSelect;

const callerByToken = preparedStatement((db) =>
  db
    .select({
      userId: users.id,
      email: users.email,
      displayName: users.displayName,
      role: users.role,
      owner: users.owner,
      emailConfirmed: users.emailConfirmed,
    })
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

/** The user of an access token, with the current role; null for unknown or expired tokens and disabled users. */
export async function getCallerByToken(db: Queryable, tokenHash: string): Promise<AuthenticatedUser | null> {
  const [row] = await callerByToken(db).execute({ tokenHash });
  if (!row) return null;
  const { owner, ...user } = row;
  return { ...user, role: toRole({ role: user.role, owner }) };
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
 * The shop's user for a verified identity, created on first use. Null when the address belongs to another identity: an
 * address alone never gives access to an account.
 */
export async function upsertUser(db: Queryable, identity: VerifiedIdentity): Promise<UserRow | null> {
  const [row] = await db
    .insert(users)
    .values({ id: newIdentifier(), ...identity })
    .onConflictDoUpdate({
      target: users.email,
      // A confirmed address stays confirmed: the table allows no admin without one.
      set: {
        // The name that a disabled user gives themself must not reach any list.
        displayName: sql`case when ${users.disabledAt} is null then ${identity.displayName} else ${users.displayName} end`,
        emailConfirmed: sql`${users.emailConfirmed} or ${identity.emailConfirmed}`,
      },
      setWhere: eq(users.subject, identity.subject),
    })
    .returning();
  return row ?? null;
}

/**
 * Gives the account of an address to another identity, which must have confirmed the address. The previous one is
 * signed out. Null when nobody ever signed in to the account.
 */
export async function reassignUser(db: Queryable, identity: VerifiedIdentity): Promise<UserRow | null> {
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

/** Stores a sign-in and locks it until the transaction ends. False when it has ended. */
export async function touchSignIn(tx: Tx, key: string): Promise<boolean> {
  const rows = await tx
    .insert(signIns)
    .values({ key })
    .onConflictDoUpdate({ target: signIns.key, set: { seenAt: sql`now()` }, setWhere: isNull(signIns.endedAt) })
    .returning({ key: signIns.key });
  return rows.length > 0;
}

/** Marks the sign-in of a token as ended, if it has one. */
export async function endSignIn(tx: Tx, tokenHash: string): Promise<void> {
  const key = tx.select({ key: accessTokens.signIn }).from(accessTokens).where(eq(accessTokens.tokenHash, tokenHash));
  await tx
    .update(signIns)
    .set({ endedAt: sql`now()` })
    .where(eq(signIns.key, sql`(${key})`));
}

/** The identity session for which this token was issued. Null if the identity service is hosted. */
export async function getSessionOfToken(tx: Tx, tokenHash: string): Promise<string | null> {
  const [row] = await tx
    .select({ sessionId: accessTokens.sessionId })
    .from(accessTokens)
    .where(eq(accessTokens.tokenHash, tokenHash));
  return row?.sessionId ?? null;
}

/**
 * Locks a session until the transaction ends, either to end it or so that nobody else does. False if it has ended. The
 * order of locks is account, user, session, token; any other order would deadlock.
 */
export async function lockSession(tx: Tx, id: string, strength: 'key share' | 'update'): Promise<boolean> {
  const rows = await tx
    .select({ id: identitySessions.id })
    .from(identitySessions)
    .where(eq(identitySessions.id, id))
    .for(strength);
  return rows.length > 0;
}

/** Deletes a session of the embedded identity service. Its ID tokens become worthless. */
export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.delete(identitySessions).where(eq(identitySessions.id, id));
}

/** Whether this token has expired and belongs to a stored sign-in. */
export async function isExpiredSignInToken(tx: Tx, tokenHash: string): Promise<boolean> {
  const found = await tx.$count(
    accessTokens,
    and(eq(accessTokens.tokenHash, tokenHash), isNotNull(accessTokens.signIn), lte(accessTokens.expiresAt, sql`now()`)),
  );
  return found > 0;
}

/** Deletes a token and all others of the same sign-in or session. Returns how many. */
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

/** Stores a token and returns when it expires, by the database's clock, which also checks it. */
export async function insertAccessToken(
  db: Queryable,
  token: { tokenHash: string; userId: string; sessionId: string | null; signIn: string | null; lifetimeMs: number },
): Promise<Date> {
  const { lifetimeMs, ...rest } = token;
  const [row] = await db
    .insert(accessTokens)
    .values({ ...rest, expiresAt: sql`now() + make_interval(secs => ${lifetimeMs / 1000})` })
    .returning({ expiresAt: accessTokens.expiresAt });
  if (!row) throw new Error('an insert returns its row');
  return row.expiresAt;
}

/**
 * Removes expired access tokens, sessions, verifications, tokens of links, account requests and sign-ins. Expired
 * tokens of links stay for a week, so that their page can say why they do not work. An expired access token of a stored
 * sign-in stays for a day: it can still end that sign-in. Account requests are given up after a day.
 */
export async function deleteExpired(db: Queryable): Promise<number> {
  const isUseless = or(isNull(accessTokens.signIn), lt(accessTokens.expiresAt, sql`now() - interval '1 day'`));
  // An ended sign-in is kept as long as its browser could try its ID tokens.
  const isStale = and(isNull(signIns.endedAt), lt(signIns.seenAt, sql`now() - interval '1 day'`));
  let deleted = 0;
  for (const deletion of [
    db.delete(accessTokens).where(and(lt(accessTokens.expiresAt, sql`now()`), isUseless)),
    db.delete(identitySessions).where(lt(identitySessions.expiresAt, sql`now()`)),
    db.delete(identityVerifications).where(lt(identityVerifications.expiresAt, sql`now()`)),
    db.delete(identityLinks).where(lt(identityLinks.expiresAt, sql`now() - interval '7 days'`)),
    db.delete(accountRequests).where(lt(accountRequests.createdAt, sql`now() - interval '1 day'`)),
    db.delete(signIns).where(or(isStale, lt(signIns.endedAt, sql`now() - interval '1 year'`))),
  ])
    deleted += (await deletion).rowCount ?? 0;
  return deleted;
}

const STATES = {
  ...(Object.fromEntries(STORED_ROLES.map((role) => [role, eq(users.role, role)])) as Record<StoredRole, SQL>),
  owner: eq(users.owner, true),
  disabled: isNotNull(users.disabledAt),
  confirmed: eq(users.emailConfirmed, true),
  unconfirmed: eq(users.emailConfirmed, false),
};

/** Users without deleted accounts. */
export function listUsers(db: Queryable, query: UserListQuery) {
  const where = isNull(users.erasedAt);
  // Together, both conditions match the predicates of the indexes.
  const narrow = query.state && and(STATES[query.state], where);
  const keys = { name: alphabeticalKey(users.displayName), email: users.email };
  return readList(db, query, {
    table: users,
    where,
    search: (source) => listPageIdsWith(source, users, storedText(users), { where, narrow, keys }, query),
    read: async (source, ids) => (await readRows(source, users, ids)).map(toWireUser),
  });
}

function toWireUser(row: UserRow): User {
  return {
    _id: row.id,
    email: row.email,
    displayName: row.displayName,
    role: STAFF_ROLES.find((role) => role === row.role) ?? '',
    owner: row.owner,
    emailVerified: row.emailConfirmed,
    createdAt: row.createdAt.toISOString(),
    disabled: row.disabledAt && { at: row.disabledAt.toISOString(), reason: row.disabledReason ?? '' },
  };
}
