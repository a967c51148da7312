import { type Actor, recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { isUniqueViolation, type Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { suggestSlug } from '#src/platform/suggested-slug.server.ts';
import { dropUndefined } from '#src/shared/drop-undefined.ts';
import { type Outcome, ok } from '#src/shared/problem.ts';
import { mapPlainFields } from '#src/shared/tool-fields/plain-fields.ts';
import { CATEGORY_COUNTS_TAG, FACETS_TAG, TOOL_IDS_TAG } from '../tool/cache-tags.ts';
import { type NewTool, toTerms } from '../tool/contract.ts';
import { markNamedFiles } from '../tool/document-files.server.ts';
import { publishToolChange } from '../tool/publish-tool-change.server.ts';
import type { ToolRow } from '../tool/queries.server.ts';
import { toFamilyTag } from '../tool/related-tools.server.ts';
import { stockAdjustments, tools } from '../tool/tables.server.ts';
import { explainTaken } from './taken-identifiers.server.ts';
import { ensureCategory, explainCategoryError, findCategory } from './tool-category.server.ts';
import { announceAuthor, getAuthor } from './tool-history.server.ts';
import { resolveReferences } from './tool-references.server.ts';

/** The columns of a tool that are stored as sent. */
export function pickDetails(fields: Partial<NewTool>): Partial<ToolRow> {
  const { reorderLevel, specifications, weight, size, maker } = fields;
  const columns = { reorderLevel, specifications, weight, size, maker, ...mapPlainFields((name) => fields[name]) };
  return dropUndefined(columns) as Partial<ToolRow>;
}

/**
 * Stores a tool, with its initial stock as the first stock adjustment. A trigger records its price. Returns its id.
 * Fails if another tool has its SKU, or if a related tool or a document does not exist.
 */
export async function addTool(db: Queryable, tool: NewTool, by: Actor): Promise<Outcome<string>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await insertTool(db, tool, by);
    } catch (error) {
      const failure = explainCategoryError(error) ?? (await explainTaken(db, error, tool));
      if (failure) return failure;
      // Another tool of this name was added at the same moment. The next number is free.
      if (attempt === MAX_ATTEMPTS || !isUniqueViolation(error)) throw error;
    }
  }
}

const MAX_ATTEMPTS = 5;

async function insertTool(db: Queryable, tool: NewTool, by: Actor): Promise<Outcome<string>> {
  const terms = toTerms(tool);
  const id = newIdentifier();
  return db.transaction(async (tx) => {
    const references = await resolveReferences(tx, tool, id);
    if (!references.ok) return references;
    const category = await findCategory(tx, tool);
    if (!category.ok) return category;
    await announceAuthor(tx, by);
    const categoryId = category.value ? await ensureCategory(tx, by, category.value) : null;
    await tx.insert(tools).values({
      id,
      ...(tool.sku ? { sku: tool.sku } : {}),
      slug: tool.slug || suggestSlug(tool.itemName),
      ...pickDetails(tool),
      ...references.value,
      categoryId,
      itemName: tool.itemName,
      about: tool.about,
      ...terms,
      available: tool.quantity,
      image: tool.picture,
      moreImages: tool.pictures?.slice(1) ?? [],
      state: tool.state,
    });
    await markNamedFiles(tx, [], references.value.documents ?? []);
    await recordAuditEvents(tx, {
      by,
      action: 'tool.added',
      id,
      name: tool.itemName,
      after: {
        balance: tool.balance,
        quantity: tool.quantity,
        minOrderQuantity: tool.minOrderQuantity,
        picture: tool.picture,
      },
    });
    if (tool.quantity > 0) {
      await tx.insert(stockAdjustments).values({
        id: newIdentifier(),
        toolId: id,
        delta: tool.quantity,
        reason: 'initial',
        adjustedBy: getAuthor(by),
      });
    }
    const family = tool.family ? [toFamilyTag(tool.family)] : [];
    await publishToolChange(tx, ['tools', TOOL_IDS_TAG, FACETS_TAG, CATEGORY_COUNTS_TAG, ...family]);
    return ok(id);
  });
}
