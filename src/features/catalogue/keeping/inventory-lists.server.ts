import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { toReadSource } from '#src/platform/replica/read-source.server.ts';
import { type ListedTools, readToolList, STOCK_CONDITIONS } from '../range/tool-lists.server.ts';
import { matchesQuery, readMatchQuery } from '../search/match-tools.server.ts';
import { withSubtree } from '../tool/category-subtree.server.ts';
import { ON_SALE } from '../tool/queries.server.ts';
import { tools } from '../tool/tables.server.ts';
import type { InventoryQuery } from './contract.ts';
import { TO_REORDER } from './reorder.server.ts';
import { RUNNING_OUT } from './stock-cover.server.ts';

// The second condition of drafts and of archived tools matches the predicate of an index.
const STATE_CONDITIONS = {
  available: and(ON_SALE, STOCK_CONDITIONS.available),
  low: and(ON_SALE, STOCK_CONDITIONS.low),
  out: and(ON_SALE, STOCK_CONDITIONS.out),
  reorder: TO_REORDER,
  running_out: RUNNING_OUT,
  unweighed: and(ON_SALE, sql`${tools.weight} is null and ${tools.packWeight} = ''`),
  draft: sql`${tools.state} = 'draft' and ${tools.state} <> 'on_sale'`,
  archived: sql`${tools.state} = 'archived' and ${tools.state} <> 'on_sale'`,
} satisfies Record<NonNullable<InventoryQuery['state']>, SQL | undefined>;

function inState(state: InventoryQuery['state']): SQL | undefined {
  return state && STATE_CONDITIONS[state];
}

/** All tools, including drafts and archived ones, or a page of a search among them. */
export async function listInventoryRows(db: Queryable, query: InventoryQuery): Promise<ListedTools> {
  const { state, category } = query;
  const source = toReadSource(db);
  const hints = {
    isRare: (state !== undefined && state !== 'available') || category !== undefined,
    isScattered: state === 'reorder' || state === 'running_out' || category !== undefined,
  };
  const filter = and(inState(state), await inCategory(source, category));
  // A filtered list counts as a search, whatever else is asked for.
  const asked = category === undefined ? query : { ...query, page: query.page ?? (query.cursor ? undefined : 1) };
  return readToolList(source, asked, { onSale: false, filter }, hints);
}

/** What selects tools of the list of all tools: a search, a state, a category. */
export type InventoryFilter = Pick<InventoryQuery, 'q' | 'state' | 'category'>;

/** The condition that selects the tools which the list of all tools shows with this filter. */
export async function inInventory(db: Queryable, { q, state, category }: InventoryFilter): Promise<SQL | undefined> {
  const words = matchesQuery(await readMatchQuery(db, q, { onSale: false }));
  return and(inState(state), await inCategory(db, category), words);
}

/** The condition for the tools in a category and below it. No tool is in one that does not exist. */
async function inCategory(db: Queryable, slug: string | undefined): Promise<SQL | undefined> {
  if (slug === undefined) return undefined;
  const { rows } = await db.execute<{ id: string }>(sql`${withSubtree(slug)} select id from below`);
  return sql`${tools.categoryId} = any(${sql.param(rows.map(({ id }) => id))}::text[])`;
}
