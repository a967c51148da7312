import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import {
  createdBefore,
  listPageIds,
  orderByIds,
  type PageFilter,
  type SortTable,
  toPlainSlice,
  whereIds,
} from '#src/platform/pagination.server.ts';
import { preparedStatement } from '#src/platform/prepared-statement.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import type { PageQuery } from '#src/shared/list-query.ts';
import { centsToNumber } from '#src/shared/money.ts';
import { toWireVolumePrices } from '#src/shared/order-terms.ts';
import type { ListSlice, SearchResult } from '#src/shared/pagination.ts';
import type { Tool, ToolQuery } from './contract.ts';
import { toDocumentPath } from './document-path.ts';
import type { InventoryQuery } from './inventory-contract.ts';
import { hasWords, matchesQuery } from './search/match-tools.server.ts';
import { searchByRelevance } from './search/search-tools.server.ts';
import { listCommonMatches } from './search/sort-matches.server.ts';
import { RUNNING_OUT } from './stock-cover.server.ts';
import { COVER_ASCENDING, COVER_DESCENDING, formerSlugs, toolStocks, tools } from './tables.server.ts';

/** A row of `tools` with the name of its category. */
export const TOOL_FIELDS = {
  ...getTableColumns(tools),
  category: sql<string>`coalesce((select c.name from categories c where c.id = ${tools.categoryId}), '')`.as(
    'category',
  ),
};

export type ToolRow = typeof tools.$inferSelect & { category: string };

/** Said of a tool that is not there, or that is a draft. */
export const NO_TOOL = 'There is no such tool.';

/** The newest `limit` of all tools before `before`, oldest first. */
export function listAllToolRows(db: Queryable, page: PageQuery): Promise<ListSlice<ToolRow>> {
  return listNewestTools(db, page);
}

// A literal, which matches the condition of an index.
const ON_SALE = sql`${tools.state} = 'on_sale'`;

/** The newest `limit` tools on sale, of those before `before`, oldest first. */
export function listToolRows(db: Queryable, page: PageQuery): Promise<ListSlice<ToolRow>> {
  return listNewestTools(db, page, ON_SALE);
}

async function listNewestTools(db: Queryable, page: PageQuery, where?: SQL): Promise<ListSlice<ToolRow>> {
  const rows = await db
    .select(TOOL_FIELDS)
    .from(tools)
    .where(and(where, createdBefore(tools, page)))
    .orderBy(desc(tools.seq))
    .limit(page.limit + 1);
  return toPlainSlice(rows, page.limit, ({ seq }) => seq);
}

// Literals, which match the condition of an index.
const STOCK_CONDITIONS = {
  available: sql`${tools.stockState} <> 'out'`,
  low: sql`${tools.stockState} = 'low'`,
  out: sql`${tools.stockState} = 'out'`,
};

/** A page of a search among the tools on sale. */
export function searchToolRows(db: Queryable, query: Omit<ToolQuery, 'category'>, filters?: SQL): Promise<FoundTools> {
  return searchRows(db, query, true, and(query.state && STOCK_CONDITIONS[query.state], filters));
}

/** These tools, in the order of their ids. */
export async function listToolRowsByIds(db: Queryable, ids: readonly string[]): Promise<ToolRow[]> {
  const rows = await db.select(TOOL_FIELDS).from(tools).where(whereIds(tools, ids));
  return orderByIds(ids, rows, (row) => row.id);
}

// The second condition is that of an index.
const STATE_CONDITIONS = {
  draft: sql`${tools.state} = 'draft' and ${tools.state} <> 'on_sale'`,
  archived: sql`${tools.state} = 'archived' and ${tools.state} <> 'on_sale'`,
};

function inState(state: InventoryQuery['state']): SQL | undefined {
  if (state === undefined) return undefined;
  if (state === 'draft' || state === 'archived') return STATE_CONDITIONS[state];
  if (state === 'running_out') return RUNNING_OUT;
  return and(ON_SALE, STOCK_CONDITIONS[state]);
}

/** A page of all tools, drafts and archived ones too. */
export function searchInventoryRows(db: Queryable, query: InventoryQuery): Promise<FoundTools> {
  return searchRows(db, query, false, inState(query.state));
}

/** The condition of the tools that the list of all tools shows by this search and state. */
export async function inInventory(
  db: Queryable,
  { q, state }: Pick<InventoryQuery, 'q' | 'state'>,
): Promise<SQL | undefined> {
  return and(inState(state), await matchesQuery(db, q));
}

/** What was found by words, and how. */
export interface FoundTools<T = ToolRow> extends SearchResult<T> {
  /** How many have all the words, of an order by relevance: they come first. */
  matching?: number;
  /** No tool has all the words: these come nearest. */
  nearest?: boolean;
  /** The words as they were searched, where they were corrected. */
  corrected?: string | null;
}

/** The same conditions beside the stock that lists are sorted by. Literals as well. */
const SORTED_STOCK_CONDITIONS: Partial<Record<string, SQL>> = {
  available: sql`${toolStocks.stockState} <> 'out'`,
  low: sql`${toolStocks.stockState} = 'low'`,
  out: sql`${toolStocks.stockState} = 'out'`,
};

const ofTool = { table: toolStocks, on: eq(toolStocks.toolId, tools.id) };

async function searchRows(
  db: Queryable,
  query: InventoryQuery,
  onSale: boolean,
  filter: SQL | undefined,
): Promise<FoundTools> {
  const { q, sort = 'relevance' } = query;
  if (sort === 'relevance' && q !== undefined && hasWords(q)) {
    // What an admin changes at once is what has all the words, and who filters wants fewer tools, not others.
    const near = onSale && filter === undefined;
    const { ids, ...found } = await searchByRelevance(db, { ...query, q, onSale, near, filter });
    return { ...found, rows: await listToolRowsByIds(db, ids) };
  }
  const shown = and(onSale ? ON_SALE : undefined, filter);
  const sorted = { ...query, sort: sort === 'relevance' ? undefined : sort };
  const keys = listSortKeys(query);
  const common =
    q === undefined || filter ? null : await listCommonMatches(db, q, onSale, { where: shown, ...keys }, sorted);
  const { ids, ...found } =
    common ?? (await listPageIds(db, tools, { where: and(shown, await matchesQuery(db, q)), ...keys }, sorted));
  return { rows: await listToolRowsByIds(db, ids), ...found };
}

/** What lists of tools are sorted by, each by an index. Stock and cover stand beside the tool, for tools in this state. */
export function listSortKeys({
  sort,
  state,
}: Pick<InventoryQuery, 'sort' | 'state'>): Pick<PageFilter, 'keys' | 'beside'> {
  const besideTool: SortTable = { ...ofTool, where: SORTED_STOCK_CONDITIONS[state ?? ''] };
  return {
    keys: {
      name: sql`lower(${tools.itemName})`,
      price: tools.unitPriceCents,
      minimum: tools.minOrderQuantity,
      stock: toolStocks.available,
      cover: sort === 'cover' ? COVER_ASCENDING : COVER_DESCENDING,
    },
    beside: { stock: besideTool, cover: besideTool },
  };
}

const toolById = preparedStatement((db) =>
  db
    .select(TOOL_FIELDS)
    .from(tools)
    .where(eq(tools.id, sql.placeholder('id')))
    .limit(1)
    .prepare('tool_by_id'),
);

/** Any tool, a draft too; null also for what is no id. */
export async function getToolRow(db: Queryable, id: string): Promise<ToolRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await toolById(db).execute({ id });
  return row ?? null;
}

const toolBySlug = preparedStatement((db) =>
  db
    .select(TOOL_FIELDS)
    .from(tools)
    .where(eq(tools.slug, sql.placeholder('slug')))
    .limit(1)
    .prepare('tool_by_slug'),
);

export async function getToolRowBySlug(db: Queryable, slug: string): Promise<ToolRow | null> {
  const [row] = await toolBySlug(db).execute({ slug });
  return row ?? null;
}

/** The slug that a tool has now which had this one before, or has this id; null where there is none. */
export async function findCurrentSlug(db: Queryable, slug: string): Promise<string | null> {
  const { rows } = await db.execute<{ slug: string }>(sql`
    select t.slug from ${formerSlugs} f join ${tools} t on t.id = f.tool_id where f.slug = ${slug} and t.state <> 'draft'
    union all select slug from ${tools} where id = ${slug} and state <> 'draft' limit 1`);
  return rows[0]?.slug ?? null;
}

/** At most two ids of tools on sale: enough to distinguish none, one and several. */
export async function listToolIdsByName(db: Queryable, itemName: string): Promise<string[]> {
  const rows = await db
    .select({ id: tools.id })
    .from(tools)
    .where(and(ON_SALE, eq(tools.itemName, itemName)))
    .limit(2);
  return rows.map((row) => row.id);
}

/** The names of the newest `limit` tools on sale, in alphabetical order. */
export async function listToolNames(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .select({ itemName: tools.itemName })
    .from(tools)
    .where(ON_SALE)
    .orderBy(desc(tools.seq))
    .limit(limit);
  return [...new Set(rows.map((row) => row.itemName))].sort((a, b) => a.localeCompare(b));
}

/** Slugs of tools on sale, oldest first. */
export async function listToolSlugs(db: Queryable, offset: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ slug: tools.slug })
    .from(tools)
    .where(ON_SALE)
    .orderBy(tools.seq)
    .offset(offset)
    .limit(limit);
  return rows.map((row) => row.slug);
}

/** All tools, drafts and archived ones too. */
export async function countTools(db: Queryable): Promise<number> {
  return db.$count(tools);
}

export async function countToolsOnSale(db: Queryable): Promise<number> {
  return db.$count(tools, ON_SALE);
}

export function toWireTool(row: ToolRow): Tool {
  return {
    _id: row.id,
    sku: row.sku,
    slug: row.slug,
    gtin: row.gtin,
    itemName: row.itemName,
    about: row.about,
    balance: centsToNumber(row.unitPriceCents),
    quantity: row.available,
    minOrderQuantity: row.minOrderQuantity,
    packMultiple: row.packMultiple,
    maxOrderQuantity: row.maxOrderQuantity,
    volumePrices: toWireVolumePrices(row.volumePrices),
    specifications: row.specifications,
    weight: row.weight,
    size: row.size,
    maker: row.maker,
    warnings: row.warnings,
    picture: row.image,
    pictures: [row.image, ...row.moreImages],
    documents: row.documents.map((document) => ({ ...document, url: toDocumentPath(document) })),
    relations: row.relations,
    category: row.category,
    categoryId: row.categoryId,
    family: row.family,
    rating:
      row.ratingCount > 0
        ? { average: Math.round((row.ratingSum / row.ratingCount) * 10) / 10, count: row.ratingCount }
        : null,
    state: row.state,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
  };
}
