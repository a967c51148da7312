import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '#src/platform/audit/audit-events.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import type { PageQuery } from '#src/shared/list-query.ts';
import { minorToNumber } from '#src/shared/money.ts';
import { toWireVolumePrices } from '#src/shared/order-terms.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import type { VolumePrice } from '#src/shared/quantity-solver.ts';
import { getToolRow, NO_TOOL } from '../tool/queries.server.ts';
import type { StockReason } from '../tool/rules.ts';
import { priceChanges, stockAdjustments } from '../tool/tables.server.ts';
import type { HistoryEntry, ToolHistory } from './contract.ts';

/** Tells the trigger that records prices who changes them, until the transaction ends. */
export async function announceAuthor(tx: Queryable, by: Actor): Promise<void> {
  await tx.execute(sql`select set_config('shop.actor', ${getAuthor(by) ?? ''}, true)`);
}

/** Who made the change: an admin's address, or null for the shop itself. */
export function getAuthor(by: Actor): string | null {
  return typeof by === 'string' ? null : by.email;
}

interface EntryRow extends Record<string, unknown> {
  kind: HistoryEntry['kind'];
  id: string;
  at: Date;
  author: string | null;
  delta: number | null;
  reason: StockReason | null;
  note: string | null;
  unit_price_minor: number | null;
  volume_prices: VolumePrice[] | null;
}

/** The newest entries of a tool's history before the entry `before`, newest first, with the tool's stock. */
export async function getToolHistory(
  db: Queryable,
  id: string,
  { limit, before }: PageQuery,
): Promise<Outcome<ToolHistory>> {
  const tool = await getToolRow(db, id);
  if (!tool) return fail('not_found', { detail: NO_TOOL });
  const cursor = before
    ? sql`and (at, id) < (select at, id from ${stockAdjustments} where id = ${before}
        union all select at, id from ${priceChanges} where id = ${before})`
    : sql``;
  const newest = (columns: SQL, table: SQL) =>
    sql`(select ${columns} from ${table} where tool_id = ${id} ${cursor} order by at desc, id desc limit ${limit})`;
  const { rows } = await db.execute<EntryRow>(sql`
    ${newest(
      sql`'stock' as kind, id, at, adjusted_by as author, delta, reason, note, null::int as unit_price_minor, null::jsonb as volume_prices`,
      sql`${stockAdjustments}`,
    )}
    union all
    ${newest(sql`'price', id, at, changed_by, null, null, null, unit_price_minor, volume_prices`, sql`${priceChanges}`)}
    order by at desc, id desc limit ${limit}`);
  const { available, held, sold } = tool;
  return ok({ stock: { adjusted: available + held + sold, available, held, sold }, entries: rows.map(toEntry) });
}

function toEntry({ id, at, author, kind, ...row }: EntryRow): HistoryEntry {
  const common = { _id: id, at: new Date(at).toISOString(), by: author };
  return kind === 'stock'
    ? { kind, ...common, delta: row.delta ?? 0, reason: row.reason ?? 'correction', note: row.note ?? '' }
    : {
        kind,
        ...common,
        balance: minorToNumber(row.unit_price_minor ?? 0),
        volumePrices: toWireVolumePrices(row.volume_prices ?? []),
      };
}
