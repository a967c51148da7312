import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { ADDRESS_FIELDS, type PostalAddress } from '#src/shared/postal-address/postal-address.ts';
import { MAX_ADDRESSES } from './rules.ts';
import { addresses } from './tables.server.ts';

export type AddressRow = typeof addresses.$inferSelect;

/** The default marks of an address in its book. */
export interface Defaults {
  isDefaultDelivery: boolean;
  isDefaultBilling: boolean;
}

/** Waits until nobody else changes this user's book. Must be taken before any lock of a row. */
export async function lockAddressBook(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`addresses of ${userId}`}, 0))`);
}

/** A user's whole book, oldest first, so that nothing moves when a default does. */
export async function listAddresses(db: Queryable, userId: string): Promise<AddressRow[]> {
  return db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(asc(addresses.createdAt), asc(addresses.id))
    .limit(MAX_ADDRESSES);
}

const isOwn = (id: string, userId: string) => and(eq(addresses.id, id), eq(addresses.userId, userId));

/** An address of this user's book with its marks. Null if it does not exist or belongs to somebody else. */
export async function getOwnAddressRow(db: Queryable, userId: string, id: string): Promise<AddressRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await db.select().from(addresses).where(isOwn(id, userId)).limit(1);
  return row ?? null;
}

/** The address itself, for an order that keeps its own copy. Null if it does not exist or belongs to somebody else. */
export async function getOwnAddress(db: Queryable, userId: string, id: string): Promise<PostalAddress | null> {
  const row = await getOwnAddressRow(db, userId, id);
  return row && toPostalAddress(row);
}

/** The address of the book that equals this one in every field, or null. The caller holds the book's lock. */
export async function findSameAddress(tx: Tx, userId: string, address: PostalAddress): Promise<AddressRow | null> {
  const isSame = and(...ADDRESS_FIELDS.map((field) => eq(addresses[field], address[field])));
  const [row] = await tx
    .select()
    .from(addresses)
    .where(and(eq(addresses.userId, userId), isSame))
    .limit(1);
  return row ?? null;
}

/** How many addresses the book has. The caller holds its lock, so that none is added meanwhile. */
export async function countAddresses(tx: Tx, userId: string): Promise<number> {
  return tx.$count(addresses, eq(addresses.userId, userId));
}

/** Returns the id. The caller holds the book's lock. */
export async function insertAddress(
  tx: Tx,
  userId: string,
  address: PostalAddress,
  extras: Defaults & { label: string },
): Promise<string> {
  const id = newIdentifier();
  await tx.insert(addresses).values({ ...address, ...extras, id, userId });
  return id;
}

/** Stores the changed fields of an address. The caller holds the book's lock. */
export async function updateAddress(
  tx: Tx,
  userId: string,
  id: string,
  changes: PostalAddress & Defaults & { label: string; version: number },
): Promise<void> {
  await tx
    .update(addresses)
    .set({ ...changes, changedAt: sql`now()` })
    .where(isOwn(id, userId));
}

/**
 * Removes these marks from every address of the book before another address gets them. The caller holds the book's
 * lock.
 */
export async function clearDefaults(tx: Tx, userId: string, taken: Defaults): Promise<void> {
  const marks = (['isDefaultDelivery', 'isDefaultBilling'] as const).filter((mark) => taken[mark]);
  if (marks.length === 0) return;
  await tx
    .update(addresses)
    .set(Object.fromEntries(marks.map((mark) => [mark, false])))
    .where(and(eq(addresses.userId, userId), or(...marks.map((mark) => addresses[mark]))));
}

/** Returns whether the address existed. */
export async function removeAddress(db: Queryable, userId: string, id: string): Promise<boolean> {
  if (!identifierSchema.safeParse(id).success) return false;
  const deleted = await db.delete(addresses).where(isOwn(id, userId)).returning({ id: addresses.id });
  return deleted.length > 0;
}

/** The address alone, without its marks in the book. */
export function toPostalAddress(row: Readonly<PostalAddress>): PostalAddress {
  return Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, row[field]])) as unknown as PostalAddress;
}
