import { sql } from 'drizzle-orm';
import { stockAdjustments, tools } from '#src/features/catalogue/tool/tables.server.ts';
import { categories } from '#src/features/categories/tables.server.ts';
import { importRows, type StoredRow } from '#src/features/imports/tables.server.ts';
import { orders } from '#src/features/orders/tables.server.ts';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { formatCount } from '#src/shared/numbers.ts';

/** A row that cannot be undone, with the reason. */
export interface Blocked {
  row: number;
  sku: string;
  name: string;
  reason: string;
}

/**
 * The condition that the stock was adjusted after the row was written, so that the former count is no longer valid.
 * Adjustments that were undone since don't count. Every adjustment takes its time under the lock of its tool. The row's
 * own adjustment is older.
 */
const ADJUSTED_SINCE = sql`(select coalesce(sum(a.delta), 0) from ${stockAdjustments} a where a.tool_id = t.id and a.at > r.written_at)`;

/** Another tool has the SKU or the slug that it would get back. */
const IS_TAKEN = sql`exists (select from ${tools} o where lower(o.sku) = lower(r.was ->> 'sku') and o.id <> t.id)
  or exists (select from ${tools} o where o.slug = r.was ->> 'slug' and o.id <> t.id)`;

/** Why a written row currently cannot be undone. Null if it can. The texts are keys of `REASONS`. */
const BLOCKED_BY = sql`case
  when t.id is null then 'gone'
  when exists (select from ${orders} o where o.tool_id = t.id and o.placed_at >= r.written_at and o.state not in ('deleted', 'expired')) then 'ordered'
  when r.outcome = 'created' and (t.version <> 1 or t.available + t.held + t.sold <> r.delta) then 'changed'
  when r.outcome = 'changed' and r.delta <> 0 and ${ADJUSTED_SINCE} <> 0 then 'changed'
  when t.available - r.delta < 0 then 'stock'
  when exists (
    select from jsonb_each(r.became) v
    where to_jsonb(t) -> v.key is distinct from v.value and to_jsonb(t) -> v.key is distinct from r.was -> v.key
  ) then 'changed'
  when ${IS_TAKEN} then 'taken'
  when r.was ->> 'category_id' is not null and not exists (select from ${categories} c where c.id = r.was ->> 'category_id') then 'category'
end`;

const REASONS: Record<string, string> = {
  gone: 'it no longer exists',
  ordered: 'it has been ordered since',
  changed: 'it has been changed again since',
  stock: 'its pieces are no longer available',
  taken: 'another product has its former SKU or address',
  category: 'its former category has been deleted',
};

const CHECK_BATCH = 5_000;
const MAX_NAMED = 10;
/** In ms. Nobody waits longer for a response. Rows that are found later are left as they are and reported. */
const CHECK_MS = 8_000;

/** Up to ten rows that keep an import from being undone. */
export async function listBlocked(db: Queryable, importId: string): Promise<Blocked[]> {
  const until = performance.now() + CHECK_MS;
  const blocked: Blocked[] = [];
  for (let after = 0; performance.now() < until && blocked.length < MAX_NAMED; ) {
    const { rows } = await db.execute<{ row: number; sku: string; name: string; reason: string | null }>(sql`
      select r.row, coalesce(t.sku, r.sku) as sku, coalesce(t.item_name, r.name) as name, ${BLOCKED_BY} as reason
      from ${importRows} r left join ${tools} t on t.id = r.tool_id
      where r.import_id = ${importId} and r.outcome in ('created', 'changed') and r.row > ${after}
      order by r.row limit ${CHECK_BATCH}`);
    for (const { reason, ...row } of rows) if (reason) blocked.push({ ...row, reason: REASONS[reason] ?? reason });
    if (rows.length < CHECK_BATCH) break;
    after = rows.at(-1)?.row ?? after;
  }
  return blocked.slice(0, MAX_NAMED);
}

/** A sentence that says what keeps an import from being undone. */
export function describeBlocked(blocked: readonly Blocked[]): string {
  const named = blocked.slice(0, 3).map(({ sku, name, reason }) => `${name} (${sku}): ${reason}`);
  const more = blocked.length > named.length ? '; and others' : '';
  return `Nothing was undone. ${named.join('; ')}${more}.`;
}

/** The message about a row that is left as it is. */
export const toLeftReason = (reason: string): string =>
  (REASONS[reason] ?? reason).replace(/^./, (letter) => letter.toUpperCase()).concat('.');

/** Sentences that say what an undo has left as it is. Null if it undid everything. */
export async function describeLeft(tx: Tx, importId: string, count: number): Promise<string | null> {
  if (count === 0) return null;
  const { rows } = await tx.execute<{ sku: string; name: string; reason: string }>(sql`
    select sku, name, reason from ${importRows} where import_id = ${importId} and outcome = 'left' order by row limit 3`);
  const named = rows.map(({ sku, name, reason }) => `${name} (${sku}): ${reason}`).join(' ');
  const more = count > rows.length ? ' The list of rows shows the others.' : '';
  return `${count === 1 ? '1 row was not undone' : `${formatCount(count)} rows were not undone`}. ${named}${more} Please check these products yourself.`;
}

/**
 * Which of these rows can no longer be undone, and why. Ask after taking the locks, which keep orders from coming in
 * between.
 */
export async function explainBlocked(
  tx: Tx,
  importId: string,
  stored: readonly StoredRow[],
): Promise<Map<number, string>> {
  const { rows } = await tx.execute<{ row: number; reason: string }>(sql`
    select r.row, ${BLOCKED_BY} as reason from ${importRows} r left join ${tools} t on t.id = r.tool_id
    where r.import_id = ${importId} and r.row = any(${sql.param(stored.map(({ row }) => row))}::integer[])`);
  return new Map(rows.flatMap(({ row, reason }) => (reason ? [[row, toLeftReason(reason)] as const] : [])));
}
