import { eq, sql } from 'drizzle-orm';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import type { Db, Queryable, Tx } from '#src/platform/database.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import {
  doOnce,
  findFirstResult,
  hashRequest,
  type Idempotency,
  toIdempotency,
} from '#src/platform/idempotency.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { getAccountKey } from '#src/platform/request-client.server.ts';
import { failChanged } from '#src/platform/version-check.server.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { hasPermission } from '#src/shared/permissions.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { followStockChange } from '../keeping/stock-cover.server.ts';
import { explainCategoryError } from '../keeping/tool-category.server.ts';
import { addNamedCategory, resolveChange, restoreCategories } from './bulk-categories.server.ts';
import { type BulkWrite, insertBulkRows, writeBulkValues } from './bulk-writes.server.ts';
import type { BulkPreview, BulkPreviewRequest, BulkPreviewRow, NewBulkChange, RefusedTool } from './contract.ts';
import { describeChange } from './copy.ts';
import {
  type BulkToolRow,
  getBulkChangeByKey,
  getBulkValues,
  listOrderedTools,
  lockBulkChange,
  lockBulkTools,
  NO_BULK_CHANGE,
  readBulkTools,
  toWireValues,
} from './queries.server.ts';
import {
  BULK_PERMISSIONS,
  type BulkChange,
  type BulkOutcome,
  computeChange,
  computeUndo,
  MAX_BULK_TOOLS,
  type ResolvedChange,
} from './rules.ts';
import { bulkChanges } from './tables.server.ts';

/** The bulk change that was made or undone. */
export interface DoneBulkChange {
  id: string;
  count: number;
  /** The tools whose stock it changed. */
  restocked: string[];
}

/**
 * Bulk changes leave most database connections to orders, and one that waits for a lock does not delay another admin's
 * preview. Admins take turns.
 */
const limiter = createFairLimiter({ maxConcurrent: 2, maxPlaces: 22, maxPlacesPerClient: 20 });

/** Previews what a change would do to each chosen tool. Writes nothing. */
export async function previewBulkChange(db: Db, request: BulkPreviewRequest): Promise<Outcome<BulkPreview>> {
  const tools = await limiter.run(getAccountKey(), () => readBulkTools(db, request));
  if (!tools) return fail('busy');
  if (tools.length > MAX_BULK_TOOLS) {
    const most = formatCount(MAX_BULK_TOOLS);
    const sentence = `More than ${most} tools match this filter. Please narrow it: at most ${most} can be changed at once.`;
    return fail('invalid', { fields: { filter: sentence } });
  }
  if (request.filter && tools.length === 0)
    return fail('invalid', { fields: { filter: 'No tools match this filter.' } });
  if (tools.length < (request.ids?.length ?? 0)) return refuseUnknown('ids');
  const change = await resolveChange(db, request.change);
  return change.ok ? ok(toPreview(decideAll(tools, change.value))) : change;
}

/**
 * Does to the tools what the preview showed: all of it in one transaction, or nothing. Fails with a new preview if a
 * tool has another version by now or cannot be changed. A repeated idempotency key changes nothing and returns the
 * first result.
 */
export async function makeBulkChange(
  db: Db,
  by: Caller,
  request: NewBulkChange,
  idempotencyKey: string | undefined,
): Promise<Outcome<DoneBulkChange>> {
  if (!hasPermission(by, BULK_PERMISSIONS[request.change.kind])) return fail('forbidden');
  const attempt = { by, request, idempotency: toIdempotency(idempotencyKey, request) };
  try {
    const made = await limiter.run(by.userId, () =>
      doOnce(
        () => findFirst(db, attempt),
        'bulk_changes_idempotency',
        async () => followChange(db, await db.transaction((tx) => makeInTransaction(tx, attempt))),
      ),
    );
    return made ?? fail('busy');
  } catch (error) {
    const failure = explainCategoryError(error);
    if (failure) return fail('invalid', { fields: { 'change.category': failure.fields?.category ?? '' } });
    throw error;
  }
}

interface Attempt {
  by: Caller;
  request: NewBulkChange;
  idempotency: Idempotency | null;
}

async function makeInTransaction(tx: Tx, attempt: Attempt): Promise<Outcome<DoneBulkChange>> {
  const { by, request, idempotency } = attempt;
  const { change } = request;
  const versions = new Map(request.tools.map(({ _id, version }) => [_id, version]));
  const pictures = new Map(request.tools.map((tool) => [tool._id, tool.pictures ?? []]));
  const tools = await lockBulkTools(tx, [...versions.keys()]);
  // A concurrent request with the same key may have changed these tools. Then its result is also ours.
  const first = await findFirst(tx, attempt);
  if (first) return first;
  if (tools.length < versions.size) return refuseUnknown('tools');
  const resolved = await resolveChange(tx, change, pictures);
  if (!resolved.ok) return resolved;
  const failure = checkDecided(decideAll(tools, resolved.value), versions);
  if (failure) return failure;
  const decided = decideAll(tools, await addNamedCategory(tx, by, resolved.value, change));
  const writes = decided.flatMap(toWrite);
  const id = newIdentifier();
  await tx.insert(bulkChanges).values({
    id,
    kind: change.kind,
    change,
    count: writes.length,
    madeBy: by.email,
    idempotencyKey: idempotency?.key ?? null,
    fingerprint: hashRequest(request),
  });
  await insertBulkRows(tx, id, writes);
  await recordAuditEvents(tx, {
    by,
    action: 'bulk_change.made',
    id,
    name: describeChange(change),
    after: { ...change, count: writes.length },
  });
  const { reason, note } = change.kind === 'stock' ? change : { reason: 'correction' as const, note: '' };
  await writeBulkValues(tx, by, change.kind, writes, { bulkChangeId: id, reason, note });
  return ok(toDone(id, change.kind, writes));
}

/**
 * Gives every tool of a bulk change its previous values: all of them, or none with the reason. Never overwrites what
 * somebody has changed since. Undoing it again does nothing.
 */
export async function undoBulkChange(db: Db, by: Caller, id: string): Promise<Outcome<DoneBulkChange>> {
  const undone = await limiter.run(by.userId, async () =>
    followChange(db, await db.transaction((tx) => undoInTransaction(tx, by, id))),
  );
  return undone ?? fail('busy');
}

async function undoInTransaction(tx: Tx, by: Caller, id: string): Promise<Outcome<DoneBulkChange>> {
  const made = await lockBulkChange(tx, id);
  if (!made) return fail('not_found', { detail: NO_BULK_CHANGE });
  const { change } = made;
  if (!hasPermission(by, BULK_PERMISSIONS[change.kind])) return fail('forbidden');
  if (made.undoneAt) return ok({ id, count: 0, restocked: [] });
  const values = await getBulkValues(tx, id);
  const tools = await lockBulkTools(tx, [...values.keys()]);
  if (change.kind === 'category') await restoreCategories(tx, by, values);
  const ordered = change.kind === 'state' ? await listOrderedTools(tx, [...values.keys()]) : new Set();
  const decided = tools.map((tool): Decided => {
    const changed = values.get(tool.id);
    if (!changed) throw new Error('only tools of the change were locked');
    return { tool, outcome: computeUndo(tool, change.kind, changed, ordered.has(tool.id)) };
  });
  const refused = decided.flatMap(toRefusedTool);
  if (refused.length > 0) return fail('undo_refused', { extra: { tools: refused } });
  const writes = decided.flatMap(toWrite);
  await tx.update(bulkChanges).set({ undoneBy: by.email, undoneAt: sql`now()` }).where(eq(bulkChanges.id, id));
  await recordAuditEvents(tx, {
    by,
    action: 'bulk_change.undone',
    id,
    name: describeChange(change),
    before: { ...change, count: made.count },
  });
  const entry = { bulkChangeId: id, reason: 'correction' as const, note: `Undoes bulk change ${id}` };
  if (writes.length > 0) await writeBulkValues(tx, by, change.kind, writes, entry);
  return ok(toDone(id, change.kind, writes));
}

/** A tool as it is now, with the outcome of the change. */
interface Decided {
  tool: BulkToolRow;
  outcome: BulkOutcome;
}

function decideAll(tools: readonly BulkToolRow[], change: ResolvedChange): Decided[] {
  return tools.map((tool) => ({ tool, outcome: computeChange(tool, change) }));
}

/** Says why the tools can't be changed as previewed, with a new preview. Null if they can. */
function checkDecided(decided: readonly Decided[], versions: ReadonlyMap<string, number>): Failure | null {
  const differing = decided.filter(({ tool }) => versions.get(tool.id) !== tool.version).map(({ tool }) => tool.id);
  if (differing.length > 0) return failChanged('tools', { differing, preview: toPreview(decided) });
  if (decided.some(({ outcome }) => outcome.result === 'refused'))
    return fail('tools_refused', { extra: { preview: toPreview(decided) } });
  if (decided.every(({ outcome }) => outcome.result === 'unchanged'))
    return fail('invalid', {
      fields: { tools: 'All of these tools already have this value, so there is nothing to change.' },
    });
  return null;
}

const RESULTS = ['refused', 'changed', 'unchanged'] as const;

function toPreview(decided: readonly Decided[]): BulkPreview {
  const count = (result: BulkOutcome['result']) => decided.filter(({ outcome }) => outcome.result === result).length;
  const newestFirst = decided.toSorted((one, other) => other.tool.seq - one.tool.seq);
  const rows = RESULTS.flatMap((result) => newestFirst.filter(({ outcome }) => outcome.result === result));
  return {
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    rows: rows.map(toPreviewRow),
  };
}

function toPreviewRow({ tool: { id, sku, itemName, version }, outcome }: Decided): BulkPreviewRow {
  return {
    _id: id,
    sku,
    itemName,
    version,
    result: outcome.result,
    before: toWireValues(outcome.before),
    after: outcome.result === 'changed' ? toWireValues(outcome.after) : null,
    reason: outcome.result === 'refused' ? outcome.reason : null,
  };
}

function toDone(id: string, kind: BulkChange['kind'], writes: readonly BulkWrite[]): DoneBulkChange {
  const ids = writes.map((write) => write.id);
  return { id, count: ids.length, restocked: kind === 'stock' ? ids : [] };
}

/** Recomputes how long the changed stock lasts. Call it after the commit. */
async function followChange(db: Db, done: Outcome<DoneBulkChange>): Promise<Outcome<DoneBulkChange>> {
  if (done.ok) await followStockChange(db, done.value.restocked);
  return done;
}

function toWrite({ tool: { id, itemName, family }, outcome }: Decided): BulkWrite[] {
  return outcome.result === 'changed' ? [{ id, itemName, family, before: outcome.before, after: outcome.after }] : [];
}

function toRefusedTool({ tool: { id, sku, itemName }, outcome }: Decided): RefusedTool[] {
  return outcome.result === 'refused'
    ? [{ _id: id, sku, itemName, current: toWireValues(outcome.before), reason: outcome.reason }]
    : [];
}

function refuseUnknown(field: string): Failure {
  return fail('invalid', { fields: { [field]: 'One of these tools no longer exists. Please choose them again.' } });
}

function findFirst(db: Queryable, { by, idempotency }: Attempt): Promise<Outcome<DoneBulkChange> | null> {
  return findFirstResult(
    idempotency,
    (key) => getBulkChangeByKey(db, by.email, key),
    ({ id, count }): DoneBulkChange => ({ id, count, restocked: [] }),
  );
}
