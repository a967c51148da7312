import { type Actor, recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { isUniqueViolation, type Queryable } from '#src/platform/database.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { mapSlice } from '#src/platform/pagination.server.ts';
import { getAccountKey } from '#src/platform/request-client.server.ts';
import type { PageQuery } from '#src/shared/list-query.ts';
import { centsToDecimal, centsToNumber } from '#src/shared/money.ts';
import { toOrderTerms } from '#src/shared/order-terms.ts';
import { type ListSlice, type SearchResult, toSearchWords } from '#src/shared/pagination.ts';
import { fail, type Outcome, ok, PROBLEMS } from '#src/shared/problem.ts';
import { describeQuantity } from '#src/shared/quantity-copy.ts';
import { getUnitPriceCents, isOrderable, listOffers } from '#src/shared/quantity-solver.ts';
import { type NewTool, type QuantityResult, type Tool, type ToolQuery, toTerms } from './contract.ts';
import { markNamedFiles } from './document-files.server.ts';
import type { InventoryQuery, InventoryTool } from './inventory-contract.ts';
import {
  findCurrentSlug,
  getToolRow,
  getToolRowBySlug,
  listAllToolRows,
  listToolRows,
  NO_TOOL,
  type ToolRow,
  toWireTool,
} from './queries.server.ts';
import { recordMiss, type Searcher } from './search/search-misses.server.ts';
import { countSearches, runInTurn } from './search/search-turns.server.ts';
import { getPaces } from './stock-cover.server.ts';
import { getCoverDays } from './stock-cover.ts';
import { stockAdjustments, tools } from './tables.server.ts';
import { explainTaken } from './taken-identifiers.server.ts';
import { ensureCategory, explainCategoryError, findCategory } from './tool-category.server.ts';
import { announceAuthor, getAuthor } from './tool-history.server.ts';
import { type FoundTools, searchInventoryRows, searchToolRows } from './tool-lists.server.ts';
import { resolveReferences } from './tool-references.server.ts';

/** The cache tag of the list of all tools' addresses. */
export const TOOL_IDS_TAG = 'tool-ids';

/** The cache tag of what counts tools by their values. An order leaves it as it is: such counts follow within a minute. */
export const FACETS_TAG = 'tool-facets';

/** The cache tag of how many tools each category has. */
export const CATEGORY_COUNTS_TAG = 'category-counts';

/** The cache tags of everything that shows this tool. */
export function listToolTags(id: string): string[] {
  return ['tools', `tool:${id}`];
}

/** The newest `limit` tools of those before `before`, oldest first. */
export async function listTools(db: Queryable, page: PageQuery): Promise<ListSlice<Tool>> {
  const slice = await listToolRows(db, page);
  return mapSlice(slice, slice.rows.map(toWireTool));
}

/** A search may read the whole catalog. The limit leaves database connections to the rest of the shop. */
const searchLimiter = createFairLimiter({
  maxConcurrent: 3,
  maxConcurrentPerClient: 2,
  maxPlaces: 63,
  maxPlacesPerClient: 20,
});

/**
 * A page of a tool search, which counts against what `searcher` may search. Where it finds nothing, the owner reads of it.
 */
export async function searchTools(
  db: Queryable,
  query: ToolQuery,
  searcher: Searcher,
): Promise<Outcome<FoundTools<Tool>>> {
  const refused = await countSearches(searcher, Number(toSearchWords(query.q).length > 0));
  if (refused) return refused;
  const found = await runInTurn(searchLimiter, searcher, async () => ok(await searchToolRows(db, query)));
  if (!found.ok) return found;
  const { value } = found;
  const { q, state, page = 1, cursor } = query;
  const isMiss = value.nearest ?? value.total === 0;
  if (q && isMiss && !state && page === 1 && !cursor) await recordMiss(db, q, searcher);
  return ok(mapSlice(value, value.rows.map(toWireTool)));
}

/** The newest `limit` of all tools before `before`, oldest first, drafts and archived ones too: for admins. */
export async function listInventory(db: Queryable, page: PageQuery): Promise<ListSlice<InventoryTool>> {
  const slice = await listAllToolRows(db, page);
  return mapSlice(slice, await toInventoryTools(db, slice.rows));
}

/** Apart from the public one, so that neither waits for the other. Admins take turns. */
const inventoryLimiter = createFairLimiter({ maxConcurrent: 2, maxPlaces: 22, maxPlacesPerClient: 8 });

/** A page of a search among all tools, for admins. */
export async function searchInventory(
  db: Queryable,
  query: InventoryQuery,
): Promise<Outcome<SearchResult<InventoryTool>>> {
  const found = await inventoryLimiter.run(getAccountKey(), () => searchInventoryRows(db, query));
  return found ? ok(mapSlice(found, await toInventoryTools(db, found.rows))) : fail('busy');
}

/** Tools as admins see them: how long each lasts, at its stock of now. */
async function toInventoryTools(db: Queryable, rows: readonly ToolRow[]): Promise<InventoryTool[]> {
  const paces = await getPaces(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const tool = toWireTool(row);
    const pace = row.state === 'on_sale' ? paces.get(row.id) : undefined;
    const cover = pace ? { days: getCoverDays(tool, pace), sold: pace.sold, paceDays: pace.paceDays } : null;
    return { ...tool, cover };
  });
}

/** Any tool, a draft too: for admins. */
export async function getInventoryTool(db: Queryable, id: string): Promise<Outcome<InventoryTool>> {
  const row = await getToolRow(db, id);
  const [tool] = await toInventoryTools(db, row ? [row] : []);
  return tool ? ok(tool) : fail('not_found', { detail: NO_TOOL });
}

/** A tool that is or was on sale. A draft is as if it were not there. */
export async function getTool(db: Queryable, id: string): Promise<Outcome<Tool>> {
  const row = await getToolRow(db, id);
  return row && row.state !== 'draft' ? ok(toWireTool(row)) : fail('not_found', { detail: NO_TOOL });
}

/** A tool by the slug of its page, or where that page is now. A draft is as if it were not there. */
export async function getToolBySlug(db: Queryable, slug: string): Promise<{ tool: Tool } | { movedTo: string } | null> {
  const row = /^[a-z0-9-]{1,80}$/.test(slug) ? await getToolRowBySlug(db, slug) : null;
  if (row && row.state !== 'draft') return { tool: toWireTool(row) };
  // An id may be of any case.
  const current = /^[A-Za-z0-9-]{1,80}$/.test(slug) ? await findCurrentSlug(db, slug) : null;
  return current === null || current === slug ? null : { movedTo: current };
}

/** What an order of this quantity costs, or what to order instead. An archived tool has no offers. */
export function solveQuantity(tool: Tool, quantity: number): QuantityResult {
  if (tool.state !== 'on_sale')
    return { orderable: false, unitPrice: null, total: null, detail: PROBLEMS.not_for_sale[1], offers: [] };
  const terms = toOrderTerms(tool);
  const orderable = isOrderable(terms, quantity);
  const unitPriceCents = getUnitPriceCents(terms, quantity);
  return {
    orderable,
    unitPrice: orderable ? centsToNumber(unitPriceCents) : null,
    total: orderable ? centsToDecimal(quantity * unitPriceCents) : null,
    detail: describeQuantity(terms, quantity),
    offers: listOffers(terms, quantity).map((offer) => ({
      quantity: offer.quantity,
      unitPrice: centsToNumber(offer.unitPriceCents),
      total: centsToDecimal(offer.totalCents),
      why: offer.reason,
    })),
  };
}

/** The columns of a tool that nothing is computed of. */
export function pickDetails(fields: Partial<NewTool>): Partial<ToolRow> {
  const { gtin, specifications, weight, size, maker, warnings, family } = fields;
  const columns = { gtin, specifications, weight, size, maker, warnings, family };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/**
 * Stores a tool, with its initial stock as the first stock adjustment. A trigger records its price. Returns its id. Fails
 * where another tool has its SKU, or where a related tool or a document is not there.
 */
export async function addTool(db: Queryable, tool: NewTool, by: Actor): Promise<Outcome<string>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await insertTool(db, tool, by);
    } catch (error) {
      const failure = explainCategoryError(error) ?? (await explainTaken(db, error, tool));
      if (failure) return failure;
      // Another tool of this name was added at the same moment: the next number is free.
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
      ...(tool.slug ? { slug: tool.slug } : {}),
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
    return ok(id);
  });
}
