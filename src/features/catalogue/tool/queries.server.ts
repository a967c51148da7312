import { and, desc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { orderByIds, whereIds } from '#src/platform/pagination.server.ts';
import { preparedStatement } from '#src/platform/prepared-statement.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { minorToNumber } from '#src/shared/money.ts';
import { toWireVolumePrices } from '#src/shared/order-terms.ts';
import { pickPlainFields } from '#src/shared/tool-fields/plain-fields.ts';
import type { StaffTool, Tool } from './contract.ts';
import type { ToolDocument } from './kinds.ts';
import { formerSlugs, tools } from './tables.server.ts';

/** A row of `tools` with the name of its category. */
export const TOOL_COLUMNS = {
  ...getTableColumns(tools),
  category: sql<string>`coalesce((select c.name from categories c where c.id = ${tools.categoryId}), '')`.as(
    'category',
  ),
};

export type ToolRow = typeof tools.$inferSelect & { category: string };

/** The message for a tool that does not exist or is a draft. */
export const NO_TOOL = 'There is no such tool.';

/** A literal, so that it matches the predicate of an index. */
export const ON_SALE = sql`${tools.state} = 'on_sale'`;

/** These tools, in the order of their ids. */
export async function listToolRowsByIds(db: Queryable, ids: readonly string[]): Promise<ToolRow[]> {
  const rows = await db.select(TOOL_COLUMNS).from(tools).where(whereIds(tools, ids));
  return orderByIds(ids, rows, (row) => row.id);
}

/** Whether customers may see and order the tool. An index may be a moment behind. */
export const isOnSale = ({ state }: Pick<ToolRow, 'state'>): boolean => state === 'on_sale';

const toolById = preparedStatement((db) =>
  db
    .select(TOOL_COLUMNS)
    .from(tools)
    .where(eq(tools.id, sql.placeholder('id')))
    .limit(1)
    .prepare('tool_by_id'),
);

/** Any tool, including drafts. Null also if the text is not an id. */
export async function getToolRow(db: Queryable, id: string): Promise<ToolRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await toolById(db).execute({ id });
  return row ?? null;
}

const toolBySlug = preparedStatement((db) =>
  db
    .select(TOOL_COLUMNS)
    .from(tools)
    .where(eq(tools.slug, sql.placeholder('slug')))
    .limit(1)
    .prepare('tool_by_slug'),
);

export async function getToolRowBySlug(db: Queryable, slug: string): Promise<ToolRow | null> {
  const [row] = await toolBySlug(db).execute({ slug });
  return row ?? null;
}

/** The current slug of the tool that once had this slug or that has this id. Null if there is none. */
export async function findCurrentSlug(db: Queryable, slug: string): Promise<string | null> {
  const { rows } = await db.execute<{ slug: string }>(sql`
    select t.slug from ${formerSlugs} f join ${tools} t on t.id = f.tool_id where f.slug = ${slug} and t.state <> 'draft'
    union all select slug from ${tools} where id = ${slug} and state <> 'draft' limit 1`);
  return rows[0]?.slug ?? null;
}

/** At most two ids of tools on sale: enough to tell none, one and several apart. */
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

/**
 * The parts of the order of creation that contain a tool on sale. Each part has `size` tools; they are numbered from 1.
 */
export async function listPartsOnSale(db: Queryable, size: number, maxParts: number): Promise<number[]> {
  const { rows } = await db.execute<{ part: number }>(sql`
    select part from generate_series(1, least(${maxParts}, (select coalesce(max(seq), 0) / ${size} + 1 from ${tools}))) as part
    where coalesce((select true from ${tools} where ${ON_SALE} and seq >= (part - 1) * ${size} and seq < part * ${size} limit 1), false)`);
  return rows.map(({ part }) => Number(part));
}

/** Slugs of the tools on sale in such a part, oldest first. */
export async function listSlugsOfPart(db: Queryable, size: number, part: number): Promise<string[]> {
  const rows = await db
    .select({ slug: tools.slug })
    .from(tools)
    .where(and(ON_SALE, gte(tools.seq, (part - 1) * size), lt(tools.seq, part * size)))
    .orderBy(tools.seq);
  return rows.map((row) => row.slug);
}

/** Whether there is any tool, including drafts and archived ones. */
export async function hasTools(db: Queryable): Promise<boolean> {
  return (await db.select({ id: tools.id }).from(tools).limit(1)).length > 0;
}

export function toWireTool(row: ToolRow): Tool {
  return {
    _id: row.id,
    sku: row.sku,
    slug: row.slug,
    itemName: row.itemName,
    about: row.about,
    balance: minorToNumber(row.unitPriceMinor),
    quantity: row.available,
    minOrderQuantity: row.minOrderQuantity,
    packMultiple: row.packMultiple,
    maxOrderQuantity: row.maxOrderQuantity,
    volumePrices: toWireVolumePrices(row.volumePrices),
    specifications: row.specifications,
    weight: row.weight,
    size: row.size,
    maker: row.maker,
    ...pickPlainFields(row),
    picture: row.image,
    pictures: [row.image, ...row.moreImages],
    documents: row.documents.map((document) => ({ ...document, url: toDocumentPath(document) })),
    relations: row.relations,
    category: row.category,
    categoryId: row.categoryId,
    rating:
      row.ratingCount > 0
        ? { average: Math.round((row.ratingSum / row.ratingCount) * 10) / 10, count: row.ratingCount }
        : null,
    state: row.state,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The same with what only staff may see. */
export function toStaffTool(row: ToolRow): StaffTool {
  return { ...toWireTool(row), reorderLevel: row.reorderLevel };
}

/** The path of a document's file, with a name that says what was saved. */
function toDocumentPath({ fileId, title }: Pick<ToolDocument, 'fileId' | 'title'>): string {
  const name = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `/documents/${fileId}/${name || 'document'}.pdf`;
}
