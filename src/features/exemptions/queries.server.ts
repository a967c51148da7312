import { and, asc, desc, eq, gte, isNull, lt, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#src/platform/caller.ts';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { containsFolded, isThere, searchAny, searchPageIds, storedText } from '#src/platform/folded-search.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { readList, readRows } from '#src/platform/lists.server.ts';
import { listPageIds, orderByIds, whereIds } from '#src/platform/pagination.server.ts';
import { preparedStatement } from '#src/platform/prepared-statement.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import type { Destination } from '#src/shared/postal-address/places.ts';
import { users } from '../identity/tables.server.ts';
import type { ExemptionQuery, ManagedExemption, NewExemption, WireExemption } from './contract.ts';
import { coversDestination, EXPIRING_DAYS, type ExemptionInForce, getState, MAX_EXEMPTIONS } from './rules.ts';
import { exemptionFiles, exemptions } from './tables.server.ts';

export type ExemptionRow = typeof exemptions.$inferSelect;

/** The last day of those that are listed as expiring. */
function getExpiringUntil(today: string): string {
  const last = new Date(`${today}T00:00:00Z`);
  last.setUTCDate(last.getUTCDate() + EXPIRING_DAYS);
  return last.toISOString().slice(0, 10);
}

const isInForce = (today: string | Placeholder) =>
  and(eq(exemptions.state, 'approved'), or(isNull(exemptions.validUntil), gte(exemptions.validUntil, today)));

const inForce = preparedStatement((db) => {
  const { id, kind, certificateNumber, validUntil, places, seq } = exemptions;
  return db
    .select({ id, kind, certificateNumber, validUntil, places })
    .from(exemptions)
    .where(and(eq(exemptions.userId, sql.placeholder('userId')), isInForce(sql.placeholder('today'))))
    .orderBy(sql`${validUntil} desc nulls first`, asc(seq))
    .limit(MAX_EXEMPTIONS)
    .prepare('exemptions_in_force');
});

/**
 * The certificates of a buyer that hold on a day in the shop's time zone. Those that hold longest come first. Every order
 * of a shop with tax asks for them.
 */
export async function listExemptionsInForce(
  db: Queryable,
  userId: string,
  today: string,
): Promise<{ find: (destination: Destination) => ExemptionInForce | null }> {
  const rows = await inForce(db).execute({ userId, today });
  return {
    find(destination) {
      const found = rows.find((row) => coversDestination(row.places, destination));
      if (!found) return null;
      const { places: _, ...inForce } = found;
      return inForce;
    },
  };
}

function filterBy(state: ExemptionQuery['state'], today: string): SQL | undefined {
  switch (state) {
    case undefined:
      return undefined;
    case 'approved':
      return isInForce(today);
    case 'expiring':
      return and(
        eq(exemptions.state, 'approved'),
        gte(exemptions.validUntil, today),
        lte(exemptions.validUntil, getExpiringUntil(today)),
      );
    case 'expired':
      return and(eq(exemptions.state, 'approved'), lt(exemptions.validUntil, today));
    default:
      return eq(exemptions.state, state);
  }
}

/** What a buyer reads as theirs. */
export const isOwnedBy = (userId: string) => and(eq(exemptions.userId, userId), isNull(exemptions.disownedAt));

/** A buyer's own certificates. */
export function listOwnExemptions(db: Queryable, userId: string, query: ExemptionQuery, today: string) {
  const where = isOwnedBy(userId);
  const narrow = and(where, filterBy(query.state, today));
  const q = query.q?.trim();
  return readList(db, query, {
    table: exemptions,
    where,
    search: (source) =>
      q
        ? searchPageIds(source, exemptions, searchExemptions(q), { narrow, keys: {} }, query)
        : listPageIds(source, exemptions, { where: narrow, keys: {} }, query),
    read: async (source, ids) => (await readRows(source, exemptions, ids)).map((row) => toWireExemption(row, today)),
  });
}

/** Everyone's certificates, for the shop. */
export function listManagedExemptions(db: Queryable, query: ExemptionQuery, today: string) {
  const narrow = filterBy(query.state, today);
  const q = query.q?.trim();
  return readList(db, query, {
    table: exemptions,
    search: (source) =>
      q
        ? searchPageIds(source, exemptions, searchExemptions(q), { narrow, keys: {} }, query)
        : listPageIds(source, exemptions, { where: narrow, keys: {} }, query),
    read: (source, ids) => getManagedExemptions(source, ids, today),
  });
}

async function getManagedExemptions(db: Queryable, ids: readonly string[], today: string): Promise<ManagedExemption[]> {
  const rows = await db
    .select({ row: exemptions, email: users.email, name: users.displayName, disabledAt: users.disabledAt })
    .from(exemptions)
    .innerJoin(users, eq(users.id, exemptions.userId))
    .where(whereIds(exemptions, ids));
  return orderByIds(ids, rows, ({ row }) => row.id).map(({ row, email, name, disabledAt }) => ({
    ...toWireExemption(row, today),
    owner: { email, name, disabled: disabledAt !== null },
  }));
}

function searchExemptions(q: string) {
  const [number, owner] = [storedText(exemptions), storedText(users)];
  const isOwner = isThere(sql`from ${users} where ${users.id} = ${exemptions.userId} and ${containsFolded(owner, q)}`);
  return searchAny(exemptions, {
    q,
    texts: [
      { indexed: number, ofRow: number },
      { indexed: owner, ofRow: sql`(select ${owner} from ${users} where ${users.id} = ${exemptions.userId})` },
    ],
    conditions: ([inNumber = sql`false`, ofOwner = sql`false`]) => [
      inNumber,
      sql`${exemptions.userId} in (select ${users.id} from ${users} where ${ofOwner})`,
    ],
    matches: sql`(${or(containsFolded(number, q), isOwner)})`,
  });
}

/** A certificate on the wire, on a day in the shop's time zone. */
export function toWireExemption(row: ExemptionRow, today: string): WireExemption {
  const { id, kind, certificateNumber, validUntil, places, reason, bytes, version } = row;
  const state = getState(row, today);
  return {
    _id: id,
    kind,
    state,
    certificateNumber,
    validUntil,
    isExpiring: state === 'approved' && validUntil !== null && validUntil <= getExpiringUntil(today),
    places,
    reason,
    canDelete: row.approvedAt === null,
    bytes,
    version,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

/** Waits until nobody else adds certificates for this user. Must be taken before any lock of a row. */
export async function lockExemptionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`exemptions of ${userId}`}, 0))`);
}

/** How many certificates a user has in all, and how many wait for a decision. */
export async function countExemptions(db: Queryable, userId: string): Promise<{ all: number; pending: number }> {
  const rows = await db
    .select({ state: exemptions.state })
    .from(exemptions)
    .where(isOwnedBy(userId))
    .orderBy(desc(exemptions.seq))
    .limit(MAX_EXEMPTIONS);
  return { all: rows.length, pending: rows.filter(({ state }) => state === 'pending').length };
}

/** Returns the id. */
export async function insertExemption(
  tx: Tx,
  userId: string,
  exemption: NewExemption,
  content: Buffer,
): Promise<string> {
  const id = newIdentifier();
  await tx.insert(exemptions).values({ ...exemption, id, userId, bytes: content.length });
  await tx.insert(exemptionFiles).values({ exemptionId: id, content });
  return id;
}

const isReadBy = (id: string, reader: Reader) =>
  and(eq(exemptions.id, id), reader === 'shop' ? undefined : isOwnedBy(reader.userId));

/** Somebody else's certificate is not found. */
export async function getExemption(db: Queryable, id: string, reader: Reader): Promise<ExemptionRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await db.select().from(exemptions).where(isReadBy(id, reader)).limit(1);
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockExemption(tx: Tx, id: string, reader: Reader): Promise<ExemptionRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await tx.select().from(exemptions).where(isReadBy(id, reader)).for('update');
  return row ?? null;
}

export async function updateExemption(
  tx: Tx,
  id: string,
  changes: Partial<Pick<ExemptionRow, 'state' | 'reason' | 'approvedAt' | 'decidedAt' | 'version'>>,
): Promise<void> {
  await tx.update(exemptions).set(changes).where(eq(exemptions.id, id));
}

export async function deleteExemption(tx: Tx, id: string): Promise<void> {
  await tx.delete(exemptions).where(eq(exemptions.id, id));
}

/** A part of a certificate's file. */
export function readCertificatePiece(db: Queryable, exemptionId: string, offset: number, bytes: number) {
  return db
    .select({ piece: sql<Buffer>`substring(${exemptionFiles.content} from ${offset + 1} for ${bytes})` })
    .from(exemptionFiles)
    .where(eq(exemptionFiles.exemptionId, exemptionId));
}
