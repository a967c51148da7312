import { eq } from 'drizzle-orm';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { AuditValues } from '#src/platform/audit/tables.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import type { Db, Tx } from '#src/platform/database.server.ts';
import { checkVersion } from '#src/platform/version-check.server.ts';
import { dropUndefined } from '#src/shared/drop-undefined.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { hasPermission } from '#src/shared/permissions.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { orders } from '../../orders/tables.server.ts';
import { CATEGORY_COUNTS_TAG, FACETS_TAG, listToolTags, TOOL_IDS_TAG } from '../tool/cache-tags.ts';
import { type StaffTool, type Tool, toTerms } from '../tool/contract.ts';
import { markNamedFiles } from '../tool/document-files.server.ts';
import { publishToolChange } from '../tool/publish-tool-change.server.ts';
import { NO_TOOL, TOOL_COLUMNS, type ToolRow, toStaffTool } from '../tool/queries.server.ts';
import { listRelatedTools, toCardTag, toFamilyTag } from '../tool/related-tools.server.ts';
import { checkTerms, type ToolState } from '../tool/rules.ts';
import { tools } from '../tool/tables.server.ts';
import { pickDetails } from './add-tool.server.ts';
import { followStockChange } from './stock-cover.server.ts';
import { explainTaken } from './taken-identifiers.server.ts';
import { ensureCategory, explainCategoryError, findCategory, type SentCategory } from './tool-category.server.ts';
import { type ChangeableField, listChangedFields, type SentFields } from './tool-changes.ts';
import { announceAuthor } from './tool-history.server.ts';
import { resolveReferences } from './tool-references.server.ts';

const isPrice = (field: ChangeableField) => field === 'balance' || field === 'volumePrices';

/** How many fields of a tool changed, and the version it has now. */
export interface ChangedTool {
  modified: number;
  version: number;
}

/**
 * Changes fields of a tool if it still has the version that was read. Otherwise fails and says what differs. Orders
 * keep the price they were placed at.
 */
export async function changeTool(
  db: Db,
  by: Caller,
  id: string,
  version: number | undefined,
  sent: SentFields,
): Promise<Outcome<ChangedTool>> {
  try {
    const outcome = await db.transaction(async (tx): Promise<Outcome<ChangedTool>> => {
      const row = await lockTool(tx, id);
      if (!row) return fail('not_found', { detail: NO_TOOL });
      const before = toStaffTool(row);
      const references = await resolveReferences(tx, sent, id);
      if (!references.ok) return references;
      const { relations } = references.value;
      const category = await findCategory(tx, pickChangedCategory(before, sent));
      if (!category.ok) return category;
      const { categoryId: _, category: _named, ...others } = sent;
      const meant = category.value?.id === row.categoryId ? undefined : category.value;
      const changed = listChangedFields(before, {
        ...others,
        ...(relations ? { relations } : {}),
        ...(meant ? { category: meant.name, categoryId: meant.id ?? '' } : {}),
      });
      // The same request was sent again because its first response was lost.
      if (changed.length === 0) return ok({ modified: 0, version: row.version });
      if (changed.some(isPrice) && !hasPermission(by, 'range.prices')) return fail('forbidden');
      if (version === undefined) return fail('version_required');
      const conflict = await checkVersion('tool', { read: version, now: row.version }, async () => {
        const shown = changed.filter((field) => field !== 'categoryId');
        const differences = shown.map((field) => ({ field, sent: sent[field] ?? null, current: before[field] }));
        const related = await listRelatedTools(tx, before, { drafts: true });
        return { tool: { ...before, related }, differences };
      });
      if (conflict) return conflict;
      if (sent.state !== undefined && row.state === 'archived') return fail('tool_archived');
      // A draft has no page, so buyers would lose theirs. Nobody can place an order meanwhile, since that locks the
      // tool, too.
      if (sent.state === 'draft' && row.state !== 'draft' && (await isOrdered(tx, id))) return fail('tool_ordered');
      const terms = toTerms({ ...before, ...dropUndefined(sent) });
      const errors = checkTerms(terms);
      if (errors) return fail('invalid', { fields: errors });
      await announceAuthor(tx, by);
      const categoryId = meant ? await ensureCategory(tx, by, meant) : row.categoryId;
      const after = await updateTool(tx, row, {
        ...terms,
        ...pickDetails(sent),
        ...references.value,
        categoryId,
        ...pickImages(row, sent),
        ...dropUndefined({
          sku: sent.sku,
          slug: sent.slug,
          itemName: sent.itemName,
          about: sent.about,
          state: sent.state,
        }),
      });
      if (changed.includes('documents')) await markNamedFiles(tx, row.documents, after.documents);
      await recordAuditEvents(tx, {
        by,
        action: 'tool.changed',
        id,
        name: row.itemName,
        before: toAuditValues(before, changed),
        after: toAuditValues(toStaffTool(after), changed),
      });
      return ok({ modified: 1, version: after.version });
    });
    // How many orders its stock is for depends on its terms and its reorder level.
    if (outcome.ok && outcome.value.modified > 0) await followStockChange(db, [id]);
    return outcome;
  } catch (error) {
    const failure = explainCategoryError(error) ?? (await explainTaken(db, error, sent));
    if (failure) return failure;
    throw error;
  }
}

/** Takes a tool off sale and off the lists until somebody brings it back. Its orders keep it. */
export function archiveTool(db: Db, by: Caller, id: string): Promise<Outcome<ChangedTool>> {
  return setState(db, by, id, 'archived');
}

/** Puts an archived tool on sale again. */
export function restoreTool(db: Db, by: Caller, id: string): Promise<Outcome<ChangedTool>> {
  return setState(db, by, id, 'on_sale');
}

async function setState(db: Db, by: Caller, id: string, state: 'archived' | 'on_sale'): Promise<Outcome<ChangedTool>> {
  const outcome = await db.transaction(async (tx): Promise<Outcome<ChangedTool>> => {
    const row = await lockTool(tx, id);
    if (!row) return fail('not_found', { detail: NO_TOOL });
    if ((row.state === 'archived') === (state === 'archived')) return ok({ modified: 0, version: row.version });
    // Everybody would see its page although the tool was never published.
    if (row.state === 'draft') return fail('tool_draft');
    const after = await updateTool(tx, row, { state });
    await recordAuditEvents(tx, {
      by,
      action: state === 'archived' ? 'tool.archived' : 'tool.restored',
      id,
      name: row.itemName,
      before: { state: row.state },
      after: { state },
    });
    return ok({ modified: 1, version: after.version });
  });
  if (outcome.ok && outcome.value.modified > 0) await followStockChange(db, [id]);
  return outcome;
}

/** Keeps the name or id of a category if it differs from what is stored: somebody may send back all that they read. */
function pickChangedCategory(before: Tool, { category, categoryId }: SentFields): SentCategory {
  return {
    category: category === before.category ? undefined : category,
    categoryId: categoryId === before.categoryId ? undefined : categoryId,
  };
}

/** `picture` replaces the first image; `pictures` replaces all of them. */
function pickImages(row: ToolRow, { picture, pictures }: SentFields): Partial<ToolRow> {
  const [image, ...moreImages] = pictures ?? (picture ? [picture, ...row.moreImages] : []);
  return image ? { image, moreImages: moreImages.filter((other) => other !== image) } : {};
}

async function lockTool(tx: Tx, id: string): Promise<ToolRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await tx.select(TOOL_COLUMNS).from(tools).where(eq(tools.id, id)).for('update');
  return row ?? null;
}

async function isOrdered(tx: Tx, id: string): Promise<boolean> {
  const first = await tx.select({ id: orders.id }).from(orders).where(eq(orders.toolId, id)).limit(1);
  return first.length > 0;
}

/** A trigger increments the version. */
async function updateTool(tx: Tx, row: ToolRow, changes: Partial<ToolRow>): Promise<ToolRow> {
  const [after] = await tx.update(tools).set(changes).where(eq(tools.id, row.id)).returning(TOOL_COLUMNS);
  if (!after) throw new Error('the locked tool does not exist');
  await publishToolChange(tx, listChangedTags(row, after));
  return after;
}

/** The cache tags of everything that shows a tool, as it was before and as it is now. */
function listChangedTags(before: ToolRow, after: ToolRow): string[] {
  const listed = (value: ToolState) => value === 'on_sale';
  const isListedAlike = listed(before.state) === listed(after.state) && before.slug === after.slug;
  const families = [...new Set([before.family, after.family])].filter((family) => family !== '');
  return [
    ...listToolTags(after.id),
    toCardTag(after.id),
    ...families.map(toFamilyTag),
    ...(isListedAlike ? [] : [TOOL_IDS_TAG]),
    FACETS_TAG,
    ...(before.state === after.state && before.categoryId === after.categoryId ? [] : [CATEGORY_COUNTS_TAG]),
  ];
}

function toAuditValues(tool: StaffTool, names: ChangeableField[]): AuditValues {
  const shown = names.filter((name) => name !== 'categoryId' || !names.includes('category'));
  return Object.fromEntries(
    shown.map((name) => {
      const value = tool[name];
      if (name === 'volumePrices')
        return [name, tool.volumePrices.map(({ quantity, unitPrice }) => `${quantity}: ${unitPrice}`).join(', ')];
      return [name, typeof value === 'object' && value !== null ? JSON.stringify(value) : value];
    }),
  );
}
