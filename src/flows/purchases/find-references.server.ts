import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { readCodeQuery } from '#src/features/catalogue/search/code-start.server.ts';
import { foldText } from '#src/features/catalogue/search/fold-text.ts';
import { hasCode } from '#src/features/catalogue/search/match-tools.server.ts';
import { toolSearch } from '#src/features/catalogue/search/tables.server.ts';
import type { OrderReferences } from '#src/features/orders/search-orders.server.ts';
import { NUMBER_PREFIXES } from '#src/features/papers/kinds.ts';
import { papers } from '#src/features/papers/tables.server.ts';
import { purchases, purchaseYears } from '#src/features/purchases/tables.server.ts';
import { shipments } from '#src/features/shipments/tables.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { padCount, readPurchaseNumber } from '#src/shared/purchase-number.ts';

/** How many tools, and purchases of each kind of number, one search may name. */
const MAX_REFERENCES = 200;

/** A part of a tracking number that is shorter is found in too many of them. */
const MIN_TRACKING = 6;

/** So few digits alone mean the number of a purchase: in names and ids, they stand everywhere. */
const MAX_COUNT_ONLY = 3;

/** See `FindReferences`. A search without a digit names tools only: all other numbers have one. */
export async function findReferences(db: Queryable, q: string, buyerId: string | null): Promise<OrderReferences> {
  const none = { isNumber: false, numberedIds: [], purchaseIds: [] };
  if (!/\d/.test(q)) return { ...none, toolIds: await findTools(db, q) };
  const typed = readNumber(q);
  const numberedIds = typed ? await findPurchases(db, [typed.ids], buyerId) : [];
  if (typed?.isUnique && numberedIds.length > 0)
    return { isNumber: true, numberedIds, purchaseIds: numberedIds, toolIds: [] };
  const [found, toolIds] = await Promise.all([
    findPurchases(db, [...byPaper(q), ...byTracking(q)], buyerId),
    findTools(db, q),
  ]);
  return { ...none, numberedIds, purchaseIds: [...new Set([...numberedIds, ...found])], toolIds };
}

async function findTools(db: Queryable, q: string): Promise<string[]> {
  const code = await readCodeQuery(db, q, { onSale: false });
  const rows = await db.select({ id: toolSearch.toolId }).from(toolSearch).where(hasCode(code)).limit(MAX_REFERENCES);
  return rows.map(({ id }) => id);
}

/** The purchases whose ids these queries return. */
async function findPurchases(db: Queryable, lookups: readonly SQL[], buyerId: string | null): Promise<string[]> {
  if (lookups.length === 0) return [];
  const parts = lookups.map(
    (ids) => sql`(select p.id, p.seq from ${purchases} p where p.id in (${ids})
      ${buyerId === null ? sql`` : sql`and p.user_id = ${buyerId}`} order by p.seq desc limit ${MAX_REFERENCES})`,
  );
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from (${sql.join(parts, sql` union all `)}) as found`,
  );
  return rows.map(({ id }) => id);
}

/** A number as somebody typed it. */
interface TypedNumber {
  /** Selects the purchases with this number. */
  ids: SQL;
  /** It means nothing else: unlike PO numbers and postal codes, it has a year or hardly a digit. */
  isUnique: boolean;
}

/** Reads a purchase number with or without its prefix and year: `im 2026 123`, `2026-000123`, `000123` or `123`. */
function readNumber(q: string): TypedNumber | null {
  const number = readPurchaseNumber(q);
  if (number) return { ids: sql`select id from ${purchases} where number = ${number}`, isUnique: true };
  const [, year, count] = /^\s*(?:(\d{4})[\s-]+)?(\d{1,12})\s*$/.exec(q) ?? [];
  if (!count) return null;
  const isUnique = year !== undefined || count.length <= MAX_COUNT_ONLY;
  return { ids: byCount(Number(count), year ? Number(year) : null), isUnique };
}

/** By the place in the count of a year, or of every year: the prefix of numbers may have been another one then. */
function byCount(count: number, year: number | null): SQL {
  return sql`select p.id from ${purchaseYears} y join ${purchases} p
    on p.seq = y.base + ${count}::bigint and p.number like '%-' || y.year || '-' || ${padCount(count)}::text
    where ${year === null ? sql`true` : sql`y.year = ${year}`}`;
}

/** By the number of an invoice, credit note or debit note, with any separators: `inv 2026 12`. */
function byPaper(q: string): SQL[] {
  const [prefix = '', year, count, ...others] = q
    .toUpperCase()
    .split(/[^A-Z0-9]+|(?<=[A-Z])(?=\d)/)
    .filter(Boolean);
  const isPaper = Object.values<string>(NUMBER_PREFIXES).includes(prefix) && others.length === 0;
  if (!isPaper || !/^\d{4}$/.test(year ?? '') || !count || !/^\d{1,12}$/.test(count)) return [];
  const number = `${prefix}-${year}-${padCount(Number(count))}`;
  const issued = and(eq(papers.number, number), isNotNull(papers.count));
  return [sql`select ${papers.purchaseId} from ${papers} where ${issued}`];
}

/** By any part of a tracking number, with any separators or none. */
function byTracking(q: string): SQL[] {
  const key = foldText(q).replaceAll(/[^a-z0-9]/g, '');
  if (key.length < MIN_TRACKING) return [];
  return [
    sql`select ${shipments.purchaseId} from ${shipments} where ${shipments.tracking} <> '' and ${shipments.undoneAt} is null
      and fold_text(regexp_replace(${shipments.tracking}, '[^[:alnum:]]', '', 'g')) like ${`%${key}%`}`,
  ];
}
