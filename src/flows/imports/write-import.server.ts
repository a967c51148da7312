import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { listOrderedTools } from '#src/features/catalogue/bulk/queries.server.ts';
import { followStockChange } from '#src/features/catalogue/keeping/stock-cover.server.ts';
import { explainTaken } from '#src/features/catalogue/keeping/taken-identifiers.server.ts';
import { explainCategoryError } from '#src/features/catalogue/keeping/tool-category.server.ts';
import { announceAuthor } from '#src/features/catalogue/keeping/tool-history.server.ts';
import { publishToolChange } from '#src/features/catalogue/tool/publish-tool-change.server.ts';
import type { ToolRow } from '#src/features/catalogue/tool/queries.server.ts';
import { advanceImport } from '#src/features/imports/queries.server.ts';
import { type ImportRow, importRows, imports, type StoredRow } from '#src/features/imports/tables.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { type Person, recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { isUniqueViolation, type Tx } from '#src/platform/database.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { forEachInTurns } from '#src/platform/long-work.server.ts';
import { toRowEvents } from './audit-rows.server.ts';
import { addMissingCategories, readCategoryTree } from './category-tree.server.ts';
import { type DecidedRow, decideRow, matchStoredRows, refuseRow } from './decide-row.server.ts';
import { finishImport, storeOutcomes } from './store-outcomes.server.ts';
import type { WrittenFields } from './tool-cells.server.ts';
import { insertAdjustments, insertTools, listTags, lockTools, toDbValues, updateTools } from './write-tools.server.ts';

const TO_WRITE = and(inArray(importRows.result, ['create', 'change']), isNull(importRows.outcome));

/**
 * Writes the next rows of a confirmed import, in one transaction with their records: each row is written once, whenever
 * the process is killed. Resolves to the number of rows: 0 at the end.
 */
export async function writeRows({ db }: Pick<AppContext, 'db'>, job: ImportRow, limit: number): Promise<number> {
  try {
    const written = await db.transaction((tx) => writeInTransaction(tx, job, limit));
    await failPoint('imports:committed');
    await followStockChange(
      db,
      written.flatMap(({ toolId, plan }) =>
        toolId && plan && (plan.delta !== 0 || plan.changed.includes('reorderLevel')) ? [toolId] : [],
      ),
    );
    return written.length;
  } catch (error) {
    if (!isUniqueViolation(error) && !explainCategoryError(error)) throw error;
    // Somebody took a SKU or a slug, or deleted a category, at the same moment. Row by row, only that one is refused.
    if (limit > 1) return writeOneByOne(db, job, limit);
    await storeRefusal(db, job, error);
    return 1;
  }
}

async function writeOneByOne(db: AppContext['db'], job: ImportRow, count: number): Promise<number> {
  for (let done = 0; done < count; done += 1) {
    if ((await writeRows({ db }, job, 1)) === 0) return done;
  }
  return count;
}

async function storeRefusal(db: AppContext['db'], job: ImportRow, error: unknown): Promise<void> {
  await db.transaction(async (tx) => {
    await advanceImport(tx, job, { written: sql`${imports.written} + 1`, refused: sql`${imports.refused} + 1` });
    const [stored] = await readNext(tx, job.id, 1);
    if (!stored) return;
    const fields = stored.fields as WrittenFields;
    const failure =
      explainCategoryError(error) ??
      (await explainTaken(db, error, { sku: fields.sku ?? '', slug: fields.slug ?? '' }));
    const [reason = 'Another product now has the same SKU or address.'] = Object.values(failure?.fields ?? {});
    await storeOutcomes(tx, job.id, [refuseRow(stored, reason)]);
  });
}

function readNext(tx: Tx, importId: string, limit: number): Promise<StoredRow[]> {
  return tx
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, importId), TO_WRITE))
    .orderBy(asc(importRows.row))
    .limit(limit);
}

async function writeInTransaction(tx: Tx, job: ImportRow, limit: number): Promise<DecidedRow[]> {
  const by = getPerson(job);
  // Locks the import: another run that believes it has the claim waits here and then finds that it has lost it.
  await advanceImport(tx, job);
  const stored = await readNext(tx, job.id, limit);
  if (stored.length === 0) {
    await finishImport(tx, job, by);
    return [];
  }
  const matched = await matchStoredRows(tx, stored);
  const locked = await lockTools(tx, [...new Set(matched.values())]);
  const becomeDrafts = stored.flatMap(({ fields, toolId }) => (fields.state === 'draft' && toolId ? [toolId] : []));
  const ordered = becomeDrafts.length > 0 ? await listOrderedTools(tx, becomeDrafts) : new Set<string>();
  const tree = stored.some(({ fields }) => fields.category) ? await readCategoryTree(tx) : null;
  const written: DecidedRow[] = [];
  await forEachInTurns(
    stored,
    (row) => void written.push(decideRow(row, locked.get(matched.get(row.row) ?? '') ?? null, { ordered, tree })),
  );
  await announceAuthor(tx, by);
  const addedCategories = await addMissingCategories(
    tx,
    by,
    written.flatMap(({ plan }) => plan ?? []),
  );
  for (const row of written)
    if (row.tool && row.plan && row.outcome === 'changed') row.became = toDbValues(row.plan.columns);
  const created = written.filter(({ outcome }) => outcome === 'created');
  const changed = written.filter(({ outcome }) => outcome === 'changed');
  await insertTools(
    tx,
    created.flatMap(({ toolId, plan }) => (toolId && plan ? [{ id: toolId, ...plan }] : [])),
  );
  await updateTools(
    tx,
    changed.flatMap(({ tool, became, plan }) =>
      tool && became && plan ? [{ tool, values: became, delta: plan.delta }] : [],
    ),
  );
  await insertAdjustments(
    tx,
    by,
    [...created, ...changed].flatMap(({ toolId, plan, outcome }) =>
      toolId && plan
        ? [
            outcome === 'created'
              ? { toolId, delta: plan.delta, reason: 'initial' as const, note: '' }
              : { toolId, delta: plan.delta, reason: 'count' as const, note: `Import ${job.fileName}`.slice(0, 200) },
          ]
        : [],
    ),
  );
  await recordAuditEvents(tx, ...[...created, ...changed].flatMap((row) => toRowEvents(by, job.id, row)));
  await storeOutcomes(tx, job.id, written);
  const refused = written.filter(({ outcome }) => outcome === 'refused').length;
  await advanceImport(tx, job, {
    written: sql`${imports.written} + ${written.length}`,
    refused: sql`${imports.refused} + ${refused}`,
    ...(addedCategories.length > 0
      ? { addedCategories: sql`${imports.addedCategories} || ${sql.param(addedCategories)}::text[]` }
      : {}),
  });
  const some = (is: (columns: Partial<ToolRow>) => boolean) => changed.some(({ plan }) => plan && is(plan.columns));
  const isListed = created.length > 0 || some(({ state, slug }) => state !== undefined || slug !== undefined);
  const isCounted =
    created.length > 0 || some(({ state, categoryId }) => state !== undefined || categoryId !== undefined);
  const shown = changed.flatMap(({ tool, plan }) =>
    tool ? [tool, { id: tool.id, family: plan?.columns.family ?? tool.family }] : [],
  );
  const families = created.map(({ plan, toolId }) => ({ id: toolId ?? '', family: plan?.columns.family ?? '' }));
  if (shown.length + created.length > 0)
    await publishToolChange(tx, [
      ...listTags(shown, { isListed, isCounted }),
      // Only lists and the pages of its family show a new tool.
      ...listTags(
        families.filter(({ family }) => family !== ''),
        { isListed: false, isCounted: false },
      ),
    ]);
  await failPoint('imports:written');
  return written;
}

/** The admin who confirmed the import. It is carried out later, so there is no client address. */
function getPerson({ confirmedBy }: ImportRow): Person {
  if (!confirmedBy) throw new Error('only confirmed imports are written');
  return confirmedBy;
}
