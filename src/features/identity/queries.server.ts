import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Caller } from '#src/platform/caller.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { among, contains, createdBefore, inOrderOf, searchText, selectPageOfIds } from '#src/platform/paging.server.ts';
import { preparedStatement } from '#src/platform/prepared.server.ts';
import type { Found } from '#src/shared/listing.ts';
import type { PageQuery } from '#src/shared/paging.ts';
import type { User, UserList } from './contract.ts';
import {
  accessTokens,
  identityLinks,
  identityRequests,
  identitySessions,
  identityVerifications,
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
export async function selectCaller(db: Queryable, tokenHash: string): Promise<Caller | null> {
  const [row] = await callerByToken(db).execute({ tokenHash });
  return row ?? null;
}

export async function selectUserByEmail(db: Queryable, email: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email)).limit(1);
  return row ?? null;
}

export interface VerifiedPerson {
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
export async function upsertUser(db: Queryable, person: VerifiedPerson): Promise<UserRow | null> {
  const [row] = await db
    .insert(users)
    .values({ id: newIdentifier(), ...person })
    .onConflictDoUpdate({
      target: users.email,
      // A confirmed address stays confirmed: an admin would otherwise lose a constraint they rely on.
      set: {
        displayName: person.displayName,
        emailConfirmed: sql`${users.emailConfirmed} or ${person.emailConfirmed}`,
      },
      setWhere: eq(users.subject, person.subject),
    })
    .returning();
  return row ?? null;
}

/** Stores a token for `lifeMs`, counted by the database's clock, which is also the one it is checked by. */
export async function insertAccessToken(
  db: Queryable,
  token: { tokenHash: string; userId: string; sessionId: string | null; lifeMs: number },
): Promise<Date> {
  const { lifeMs, ...rest } = token;
  const [row] = await db
    .insert(accessTokens)
    .values({ ...rest, expiresAt: sql`now() + make_interval(secs => ${lifeMs / 1000})` })
    .returning({ expiresAt: accessTokens.expiresAt });
  if (!row) throw new Error('an insert answers its row');
  return row.expiresAt;
}

/**
 * Removes what has run out: access tokens, and the embedded identity service's sessions and verifications. A link goes a
 * week later, so that its page can say why it does not work; a request that failed for a day is given up.
 */
export async function deleteExpired(db: Queryable): Promise<void> {
  await db.delete(accessTokens).where(lt(accessTokens.expiresAt, sql`now()`));
  await db.delete(identitySessions).where(lt(identitySessions.expiresAt, sql`now()`));
  await db.delete(identityVerifications).where(lt(identityVerifications.expiresAt, sql`now()`));
  await db.delete(identityLinks).where(lt(identityLinks.expiresAt, sql`now() - interval '7 days'`));
  await db.delete(identityRequests).where(lt(identityRequests.createdAt, sql`now() - interval '1 day'`));
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
export async function findUsers(db: Queryable, query: UserList): Promise<Found<User>> {
  const where = and(query.state && STATES[query.state], contains(searched, query.q));
  const keys = { name: sql`lower(${users.displayName})`, email: users.email };
  const { ids, total } = await selectPageOfIds(db, users, { where, keys }, query);
  const rows = await db.select().from(users).where(among(users, ids));
  return { rows: inOrderOf(ids, rows, (row) => row.id).map(toWireUser), total };
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
