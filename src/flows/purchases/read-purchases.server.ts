import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import * as z from 'zod';
import { managedOrderSchema, orderSchema } from '#src/features/orders/contract.ts';
import { searchPurchases } from '#src/features/orders/search-orders.server.ts';
import { type PurchaseQuery, purchaseShape } from '#src/features/purchases/contract.ts';
import { getOrCreatePurchase, type PurchaseRow } from '#src/features/purchases/queries.server.ts';
import {
  PURCHASE_ENDED,
  PURCHASE_LIVE,
  PURCHASE_TO_SHIP,
  purchases,
  TO_CANCEL,
  WITHOUT_ADDRESS,
} from '#src/features/purchases/tables.server.ts';
import { toWirePurchase } from '#src/features/purchases/wire.server.ts';
import type { Reader } from '#src/platform/caller.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { searchPageIds } from '#src/platform/folded-search.server.ts';
import { readList, readRows } from '#src/platform/lists.server.ts';
import { listPageIds, type PageIds } from '#src/platform/pagination.server.ts';
import { toSearchWords } from '#src/shared/pagination.ts';
import { PURCHASE_NUMBER } from '#src/shared/purchase-number.ts';
import { findReferences } from './find-references.server.ts';
import { MAX_LISTED_LINES, readListedLines } from './read-lines.server.ts';

/** Counts of all lines, of which a list may not show the last. */
const countsShape = {
  lineCount: z
    .number()
    .int()
    .meta({
      description: `How many lines it has. A list shows the first lines of each purchase, at most ${MAX_LISTED_LINES} in all. A single purchase has all of them.`,
    }),
  pieceCount: z.number().int().meta({ description: 'How many pieces all of its lines have together.' }),
  shippedPieceCount: z.number().int().meta({ description: 'How many of these have shipped.' }),
};

const sku = z.string().meta({ description: 'The current SKU of its tool.', example: 'KT-HAM500' });

export const purchaseSchema = z
  .object({
    ...purchaseShape,
    ...countsShape,
    lines: z.array(orderSchema.extend({ sku }).meta({ id: 'PurchaseLine' })),
  })
  .meta({ id: 'Purchase' });

export type Purchase = z.infer<typeof purchaseSchema>;

/** A purchase as an admin sees it, with its dispute on each line. */
export const managedPurchaseSchema = z
  .object({
    ...purchaseShape,
    ...countsShape,
    lines: z.array(managedOrderSchema.extend({ sku }).meta({ id: 'ManagedPurchaseLine' })),
  })
  .meta({ id: 'ManagedPurchase' });

export type ManagedPurchase = z.infer<typeof managedPurchaseSchema>;

const ownedBy = (reader: Reader): SQL | undefined =>
  reader === 'shop' ? undefined : eq(purchases.userId, reader.userId);

/**
 * One's own purchases or everyone's, with at most `mostLines` lines together. Addresses in `homeCountry` do not name
 * their country.
 */
export function listPurchases(
  db: Queryable,
  reader: Reader,
  query: PurchaseQuery,
  homeCountry: string | null,
  mostLines = MAX_LISTED_LINES,
) {
  return readList(db, query, {
    table: purchases,
    where: ownedBy(reader),
    search: (source) => listPurchaseIds(source, reader, query),
    read: async (source, ids) => addLines(source, await readRows(source, purchases, ids), homeCountry, mostLines),
  });
}

/** A purchase by its id or its number. Null if it does not exist or belongs to another user. */
export async function readPurchase(
  db: Queryable,
  reader: Reader,
  idOrNumber: string,
  homeCountry: string | null,
): Promise<ManagedPurchase | null> {
  const row = await findPurchaseRow(db, reader, idOrNumber);
  return row ? ((await addLines(db, [row], homeCountry))[0] ?? null) : null;
}

/** The same without its lines. An order of an earlier version gets its purchase now. */
export async function findPurchaseRow(db: Queryable, reader: Reader, idOrNumber: string): Promise<PurchaseRow | null> {
  const byNumber = PURCHASE_NUMBER.test(idOrNumber);
  const find = async () => {
    const column = byNumber ? purchases.number : purchases.id;
    const where = and(eq(column, idOrNumber), ownedBy(reader));
    const [row] = await db.select().from(purchases).where(where).limit(1);
    return row ?? null;
  };
  return byNumber ? find() : getOrCreatePurchase(db, idOrNumber, find);
}

function filterBy(view: PurchaseQuery['state']): SQL | undefined {
  switch (view) {
    case undefined:
      return undefined;
    case 'live':
      return PURCHASE_LIVE;
    case 'ended':
      return PURCHASE_ENDED;
    case 'to_ship':
      return PURCHASE_TO_SHIP;
    case 'without_address':
      return WITHOUT_ADDRESS;
    case 'to_cancel':
      return TO_CANCEL;
    default:
      return eq(purchases.state, view);
  }
}

/** Its number finds one purchase, even if it has ended; anything else is searched for in purchases and their lines. */
async function listPurchaseIds(db: Queryable, reader: Reader, query: PurchaseQuery): Promise<PageIds> {
  const { q = '', state } = query;
  const isLive = state === 'live';
  const narrow = and(ownedBy(reader), isLive ? undefined : filterBy(state));
  const where = isLive ? filterBy(state) : undefined;
  const keys = { total: purchases.totalMinor };
  if (toSearchWords(q).length === 0) return listPageIds(db, purchases, { where: and(where, narrow), keys }, query);
  const references = await findReferences(db, q, reader === 'shop' ? null : reader.userId);
  const numbered = inArray(purchases.id, [...references.numberedIds]);
  if (!references.isNumber) {
    const filter = { where: where && or(where, numbered), narrow, keys };
    return searchPageIds(db, purchases, searchPurchases(q, references), filter, query);
  }
  return listPageIds(db, purchases, { where: and(narrow, numbered), keys }, query);
}

/** Adds the lines that belong to each purchase. */
async function addLines(
  db: Queryable,
  rows: readonly PurchaseRow[],
  homeCountry: string | null,
  mostLines = MAX_LISTED_LINES,
): Promise<ManagedPurchase[]> {
  if (rows.length === 0) return [];
  const listed = await readListedLines(db, rows, mostLines);
  return listed.map(({ purchase, lines, ...counts }) => {
    const holdExpiresAt = lines.find((line) => line.holdExpiresAt !== null)?.holdExpiresAt ?? null;
    return { ...toWirePurchase(purchase, { holdExpiresAt, homeCountry }), ...counts, lines };
  });
}
