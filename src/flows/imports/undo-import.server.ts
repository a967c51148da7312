import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { ToolRow } from '#src/features/catalogue/queries.server.ts';
import { followStockChange } from '#src/features/catalogue/stock-cover.server.ts';
import { tools } from '#src/features/catalogue/tables.server.ts';
import { explainCategoryError } from '#src/features/catalogue/tool-category.server.ts';
import { announceAuthor } from '#src/features/catalogue/tool-history.server.ts';
import { categories } from '#src/features/categories/tables.server.ts';
import { advanceImport } from '#src/features/imports/queries.server.ts';
import { type ImportRow, importRows, imports, type StoredRow } from '#src/features/imports/tables.server.ts';
import { orders } from '#src/features/orders/tables.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { type AuditEvent, type Person, recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { isUniqueViolation, type Queryable, type Tx } from '#src/platform/database.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { publishInTransaction } from '#src/platform/response-cache/cache-invalidation-bus.server.ts';
import {
  type DbValues,
  insertAdjustments,
  listTags,
  lockTools,
  pickDbValues,
  updateTools,
} from './write-tools.server.ts';

/** A row that cannot be undone, and why. */
export interface Blocked {
  row: number;
  sku: string;
  name: string;
  reason: string;
}

/** Why a written row cannot be undone as things are; null where it can. The sentences are keys of `REASONS`. */
const BLOCKED_BY = sql`case
  when t.id is null then 'gone'
  when exists (select from ${orders} o where o.tool_id = t.id and o.placed_at >= r.written_at and o.state not in ('deleted', 'expired')) then 'ordered'
  when r.outcome = 'created' and (t.version <> 1 or t.available + t.held + t.sold <> r.delta) then 'changed'
  when t.available - r.delta < 0 then 'stock'
  when exists (
    select from jsonb_each(r.became) v
    where to_jsonb(t) -> v.key is distinct from v.value and to_jsonb(t) -> v.key is distinct from r.was -> v.key
  ) then 'changed'
  when r.was ->> 'category_id' is not null and not exists (select from ${categories} c where c.id = r.was ->> 'category_id') then 'category'
end`;

const REASONS: Record<string, string> = {
  gone: 'it is gone',
  ordered: 'it was ordered since',
  changed: 'it was changed again since',
  stock: 'its pieces are no longer free',
  category: 'its former category was deleted since',
};

const CHECK_BATCH = 5_000;
const MAX_NAMED = 10;
/** Nobody waits longer for a response. What is found later is left as it is, and said. */
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

/** What keeps an import from being undone, as a sentence. */
export function describeBlocked(blocked: readonly Blocked[]): string {
  const named = blocked.slice(0, 3).map(({ sku, name, reason }) => `${name} (${sku}): ${reason}`);
  const more = blocked.length > named.length ? '; and others' : '';
  return `Nothing was undone. ${named.join('; ')}${more}.`;
}

const UNDOABLE = inArray(importRows.outcome, ['created', 'changed']);

/**
 * Takes back the next rows of an import, the last ones first, all in one transaction with what says so. What was ordered or
 * changed since is left. Resolves to how many it looked at; none are left at 0.
 */
export async function undoRows({ db }: Pick<AppContext, 'db'>, job: ImportRow, limit: number): Promise<number> {
  try {
    const undone = await db.transaction((tx) => undoInTransaction(tx, job, limit));
    await failPoint('imports:undone');
    await followStockChange(
      db,
      undone.flatMap(({ toolId, delta }) => (toolId && delta !== 0 ? [toolId] : [])),
    );
    return undone.length;
  } catch (error) {
    const isCategory = explainCategoryError(error) !== null;
    if (!isUniqueViolation(error) && !isCategory) throw error;
    if (limit > 1) {
      for (let done = 0; done < limit; done += 1) if ((await undoRows({ db }, job, 1)) === 0) return done;
      return limit;
    }
    await db.transaction(async (tx) => {
      await advanceImport(tx, job, { written: sql`${imports.written} + 1` });
      const [row] = await readNext(tx, job.id, 1);
      const reason = isCategory
        ? `Left as it is: ${REASONS.category}.`
        : 'Another product has its former SKU or address.';
      if (row) await storeResult(tx, job.id, [{ row: row.row, reason }]);
    });
    return 1;
  }
}

function readNext(tx: Tx, importId: string, limit: number): Promise<StoredRow[]> {
  return tx
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, importId), UNDOABLE))
    .orderBy(desc(importRows.row))
    .limit(limit);
}

async function undoInTransaction(tx: Tx, job: ImportRow, limit: number): Promise<StoredRow[]> {
  const by = job.undoneBy;
  if (!by) throw new Error('somebody asked for the undo');
  await advanceImport(tx, job);
  const rows = await readNext(tx, job.id, limit);
  if (rows.length === 0) {
    await finish(tx, job, by);
    return [];
  }
  const locked = await lockTools(
    tx,
    rows.flatMap(({ toolId }) => toolId ?? []),
  );
  const reasons = await explainRows(tx, job.id, rows);
  const open = rows.filter(({ row }) => !reasons.has(row));
  const toolOf = ({ toolId }: StoredRow): ToolRow | null => locked.get(toolId ?? '') ?? null;
  await announceAuthor(tx, by);
  const changed = open.flatMap((row) => {
    const tool = row.outcome === 'changed' ? toolOf(row) : null;
    return tool ? [{ row, tool, values: row.was ?? {}, delta: -row.delta }] : [];
  });
  await updateTools(tx, changed);
  await insertAdjustments(
    tx,
    by,
    changed.map(({ tool, delta }) => ({
      toolId: tool.id,
      delta,
      reason: 'correction',
      note: `Undoes import ${job.fileName}`.slice(0, 200),
    })),
  );
  const created = open.flatMap((row) => (row.outcome === 'created' ? (toolOf(row) ?? []) : []));
  const kept = await removeCreated(tx, created);
  await recordAuditEvents(tx, ...changed.map((entry) => toChangeEvent(by, job.id, entry)));
  await recordAuditEvents(tx, ...created.map((tool) => toRemovalEvent(by, job.id, tool, kept.has(tool.id))));
  await storeResult(
    tx,
    job.id,
    rows.map((row) => ({
      row: row.row,
      reason: reasons.get(row.row) ?? null,
      ...(row.toolId && kept.has(row.toolId) ? { note: 'Archived: something else still refers to it.' } : {}),
    })),
  );
  await advanceImport(tx, job, { written: sql`${imports.written} + ${rows.length}` });
  await publishInTransaction(
    tx,
    listTags(
      [
        ...changed.flatMap(({ tool, values }) => [tool, { id: tool.id, family: String(values.family ?? '') }]),
        ...created,
      ],
      { isListed: true, isCounted: true },
    ),
  );
  await failPoint('imports:undoing');
  return open;
}

/** Which of these rows can no longer be undone, and why. Asked after the locks, which keep orders from coming in between. */
async function explainRows(tx: Tx, importId: string, stored: readonly StoredRow[]): Promise<Map<number, string>> {
  const { rows } = await tx.execute<{ row: number; reason: string }>(sql`
    select r.row, ${BLOCKED_BY} as reason from ${importRows} r left join ${tools} t on t.id = r.tool_id
    where r.import_id = ${importId} and r.row = any(${sql.param(stored.map(({ row }) => row))}::integer[])`);
  return new Map(
    rows.flatMap(({ row, reason }) => (reason ? [[row, `Left as it is: ${REASONS[reason]}.`] as const] : [])),
  );
}

/** Deletes created tools; archives those on sale that something else refers to. Resolves to the ids of the latter. */
async function removeCreated(tx: Tx, created: readonly ToolRow[]): Promise<Set<string>> {
  if (created.length === 0) return new Set();
  const ids = created.map(({ id }) => id);
  const { rows } = await tx.execute<{ gone: string[] }>(
    sql`select delete_created_tools(${sql.param(ids)}::text[]) as gone`,
  );
  const gone = new Set(rows[0]?.gone ?? []);
  const kept = ids.filter((id) => !gone.has(id));
  if (kept.length > 0)
    await tx
      .update(tools)
      .set({ state: 'archived' })
      .where(and(inArray(tools.id, kept), eq(tools.state, 'on_sale')));
  return new Set(kept);
}

function toChangeEvent(
  by: Person,
  importId: string,
  { row, tool, values, delta }: { row: StoredRow; tool: ToolRow; values: DbValues; delta: number },
): AuditEvent {
  const names = Object.keys(values);
  const toAudit = (all: DbValues) =>
    Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
  const isStock = names.length === 0;
  return {
    by,
    action: isStock ? 'tool.stock_adjusted' : 'tool.changed',
    id: tool.id,
    name: tool.itemName,
    before: { ...toAudit(pickDbValues(tool, names)), ...(delta ? { quantity: tool.available } : {}) },
    after: {
      ...toAudit(row.was ?? {}),
      ...(delta ? { quantity: tool.available + delta, delta, reason: 'correction' } : {}),
      import: importId,
    },
  };
}

function toRemovalEvent(by: Person, importId: string, tool: ToolRow, isKept: boolean): AuditEvent {
  const action = isKept ? 'tool.archived' : 'tool.removed';
  return {
    by,
    action,
    id: tool.id,
    name: tool.itemName,
    before: { sku: tool.sku, state: tool.state },
    after: { import: importId },
  };
}

async function storeResult(
  tx: Tx,
  importId: string,
  results: readonly { row: number; reason: string | null; note?: string }[],
): Promise<void> {
  const rows = results.map(({ row, reason, note }) => ({
    row,
    outcome: reason ? 'left' : 'undone',
    reason: reason ?? note ?? null,
  }));
  await tx.execute(sql`
    update ${importRows} r set outcome = v.outcome, reason = v.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (row integer, outcome text, reason text)
    where r.import_id = ${importId} and r.row = v.row`);
}

async function finish(tx: Tx, job: ImportRow, by: Person): Promise<void> {
  await advanceImport(tx, job, { state: 'undone', undoneAt: sql`now()`, claim: null, claimedUntil: null });
  const { creates, changes } = job;
  await recordAuditEvents(tx, {
    by,
    action: 'import.undone',
    id: job.id,
    name: job.fileName,
    before: { creates, changes },
  });
}
