import { isNull, type SQL, sql } from 'drizzle-orm';
import { alphabeticalKey } from '#src/platform/alphabetical-key.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import type { ShortTools } from '#src/shared/short-tools.ts';
import { tools } from '../catalogue/tool/tables.server.ts';
import { MAX_MAIL_ITEMS, MAX_REPORTED, NOTICE_RETENTION } from './rules.ts';
import { notices, stockNotices } from './tables.server.ts';

export type Notice = Pick<typeof notices.$inferSelect, 'kind' | 'subject' | 'purchaseId'>;

/** Whether the shop has not been told about something yet. Reads one entry of an index. */
export async function hasPendingNotices(db: Queryable): Promise<boolean> {
  const rows = await db.select({ kind: notices.kind }).from(notices).where(isNull(notices.reportedAt)).limit(1);
  return rows.length > 0;
}

/**
 * Marks pending events as reported and returns them, oldest first. The caller writes the mail in the same transaction.
 */
export async function takePendingNotices(tx: Queryable): Promise<Notice[]> {
  const { rows } = await tx.execute<{ kind: Notice['kind']; subject: string; purchase_id: string | null }>(sql`
    with due as materialized (
      select kind, subject from ${notices} where reported_at is null order by created_at limit ${MAX_REPORTED} for update
    ), taken as (
      update ${notices} as n set reported_at = now() from due
      where n.kind = due.kind and n.subject = due.subject returning n.kind, n.subject, n.purchase_id, n.created_at
    )
    select kind, subject, purchase_id from taken order by created_at, subject`);
  return rows.map(({ kind, subject, purchase_id: purchaseId }) => ({ kind, subject, purchaseId }));
}

/** Deletes events that nobody wants to be notified of. Returns how many; the next run takes the rest. */
export async function dropPendingNotices(db: Queryable): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${notices} where (kind, subject) in (
      select kind, subject from ${notices} where reported_at is null order by created_at limit ${MAX_REPORTED})`);
  return rowCount ?? 0;
}

/** Deletes events that were reported long ago. Returns how many; the next run takes the rest. */
export async function deleteOldNotices(db: Queryable): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${notices} where (kind, subject) in (
      select kind, subject from ${notices} where reported_at < now() - ${NOTICE_RETENTION}::interval
      order by reported_at limit ${MAX_REPORTED})`);
  return rowCount ?? 0;
}

/** The tools that are short now: sold out, or to reorder. `toReorder` selects the ids of the latter. */
const listShort = (toReorder: SQL) => sql`
  select id, 'out' as state from ${tools} where state = 'on_sale' and stock_state = 'out'
  union all select t.id, 'low' from (${toReorder}) r join ${tools} t on t.id = r.id
  where t.state = 'on_sale' and t.stock_state <> 'out'`;

/** Forgets tools that have enough stock again, and that a tool was sold out if it is only to reorder now. */
export async function forgetRestockedTools(db: Queryable, toReorder: SQL): Promise<void> {
  await db.execute(sql`
    with short as materialized (${listShort(toReorder)}), gone as (
      delete from ${stockNotices} as n where not exists (select from short where short.id = n.tool_id)
    )
    update ${stockNotices} as n set state = 'low' from short
    where short.id = n.tool_id and n.state = 'out' and short.state = 'low'`);
}

/** Marks the tools that have become short since the last mail. Returns their number and some of them. */
export async function takeShortTools(tx: Queryable, toReorder: SQL): Promise<ShortTools> {
  const { rows } = await tx.execute<{ out: number; low: number; tools: ShortTools['tools'] | null }>(sql`
    with taken as (
      insert into ${stockNotices} as n (tool_id, state)
      select short.id, short.state from (${listShort(toReorder)}) short
      where not exists (select from ${stockNotices} k where k.tool_id = short.id and k.state in ('out', short.state))
      on conflict (tool_id) do update set state = excluded.state, reported_at = now()
      returning tool_id, state
    ), listed as (
      select t.id, t.item_name as "itemName", taken.state, t.available from taken join ${tools} t on t.id = taken.tool_id
      order by taken.state desc, ${alphabeticalKey(sql`t.item_name`)}, t.seq limit ${MAX_MAIL_ITEMS}
    )
    select count(*) filter (where state = 'out')::int as "out", count(*) filter (where state = 'low')::int as low,
      (select json_agg(listed) from listed) as tools
    from taken`);
  const [found] = rows;
  return { out: found?.out ?? 0, low: found?.low ?? 0, tools: found?.tools ?? [] };
}
