import { createHash } from 'node:crypto';
import { and, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { countFitting } from '#src/platform/response-bytes.server.ts';
import { minorToNumber } from '#src/shared/money.ts';
import type { OrderTerms } from '#src/shared/quantity-solver.ts';
import type { Tool } from './contract.ts';
import type { Related, RelatedTool, ToolSize } from './related-contract.ts';
import { getSmallestOfTerms } from './smallest-quantity.ts';
import { tools } from './tables.server.ts';

const MAX_SIZES = 60;

const TERMS = {
  unitPriceMinor: tools.unitPriceMinor,
  minOrderQuantity: tools.minOrderQuantity,
  packMultiple: tools.packMultiple,
  maxOrderQuantity: tools.maxOrderQuantity,
  volumePrices: tools.volumePrices,
};

function toWireTerms(terms: Omit<OrderTerms, 'available'>) {
  return { balance: minorToNumber(terms.unitPriceMinor), smallestOrder: getSmallestOfTerms(terms) };
}

/** The tools that a tool names, in its order. Without drafts if `drafts` is false. */
export async function listRelatedTools(
  db: Queryable,
  { relations }: Pick<Tool, 'relations'>,
  { drafts }: { drafts: boolean },
): Promise<RelatedTool[]> {
  if (relations.length === 0) return [];
  const ids = [...new Set(relations.map(({ toolId }) => toolId))];
  const rows = await db
    .select({
      _id: tools.id,
      sku: tools.sku,
      slug: tools.slug,
      itemName: tools.itemName,
      picture: tools.image,
      state: tools.state,
      ...TERMS,
    })
    .from(tools)
    .where(inArray(tools.id, ids));
  const byId = new Map(
    rows.map((row) => {
      const { _id, sku, slug, itemName, picture, state } = row;
      return [_id, { _id, sku, slug, itemName, picture, state, ...toWireTerms(row) }];
    }),
  );
  return relations.flatMap(({ kind, toolId }) => {
    const related = byId.get(toolId);
    return related && (drafts || related.state !== 'draft') ? [{ kind, ...related }] : [];
  });
}

/** The sizes of a tool that are on sale, oldest first. Empty if there is no other. */
async function listSizes(db: Queryable, { _id, family }: Pick<Tool, '_id' | 'family'>): Promise<ToolSize[]> {
  if (family === '') return [];
  const rows = await db
    .select({
      _id: tools.id,
      sku: tools.sku,
      slug: tools.slug,
      itemName: tools.itemName,
      specifications: tools.specifications,
      weight: tools.weight,
      ...TERMS,
    })
    .from(tools)
    // The first two conditions match an index.
    .where(
      and(sql`${tools.family} <> ''`, sql`lower(${tools.family}) = lower(${family})`, sql`${tools.state} = 'on_sale'`),
    )
    .orderBy(tools.seq)
    .limit(MAX_SIZES);
  if (!rows.some((row) => row._id !== _id)) return [];
  const sizes = rows.map((row) => {
    const { unitPriceMinor: _, maxOrderQuantity: _max, volumePrices: _prices, ...size } = row;
    return { ...size, ...toWireTerms(row) };
  });
  const fitting = new Set(sizes.slice(0, countFitting(sizes)));
  return sizes.filter((size) => size._id === _id || fitting.has(size));
}

/** The other tools on a tool's public page. */
export async function getRelated(db: Queryable, tool: Pick<Tool, '_id' | 'relations' | 'family'>): Promise<Related> {
  const [related, sizes] = await Promise.all([listRelatedTools(db, tool, { drafts: false }), listSizes(db, tool)]);
  return { related, sizes };
}

/**
 * The cache tag of pages that show the sizes of a family. Its length does not depend on the name, since messages have
 * bounded lengths.
 */
export function toFamilyTag(family: string): string {
  return `family:${createHash('sha256').update(family.toLowerCase()).digest('base64url').slice(0, 22)}`;
}

/** The cache tags of the other tools on a tool's page. Orders of those tools do not invalidate them. */
export function listRelatedTags({ relations, family }: Pick<Tool, 'relations' | 'family'>): string[] {
  return [...relations.map(({ toolId }) => toCardTag(toolId)), ...(family ? [toFamilyTag(family)] : [])];
}

/** The cache tag of what other tools' pages show of this tool. */
export function toCardTag(id: string): string {
  return `tool-card:${id}`;
}
