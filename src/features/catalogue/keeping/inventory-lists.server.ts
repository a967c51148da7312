import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { type ListedTools, readToolList, STOCK_CONDITIONS } from '../range/tool-lists.server.ts';
import { matchesQuery, readMatchQuery } from '../search/match-tools.server.ts';
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
  draft: sql`${tools.state} = 'draft' and ${tools.state} <> 'on_sale'`,
  archived: sql`${tools.state} = 'archived' and ${tools.state} <> 'on_sale'`,
} satisfies Record<NonNullable<InventoryQuery['state']>, SQL | undefined>;

function inState(state: InventoryQuery['state']): SQL | undefined {
  return state && STATE_CONDITIONS[state];
}

/** All tools, including drafts and archived ones, or a page of a search among them. */
export function listInventoryRows(db: Queryable, query: InventoryQuery): Promise<ListedTools> {
  const { state } = query;
  const hints = {
    isRare: state !== undefined && state !== 'available',
    isScattered: state === 'reorder' || state === 'running_out',
  };
  return readToolList(db, query, { onSale: false, filter: inState(state) }, hints);
}

/** The condition that selects the tools which the list of all tools shows for this search and state. */
export async function inInventory(
  db: Queryable,
  { q, state }: Pick<InventoryQuery, 'q' | 'state'>,
): Promise<SQL | undefined> {
  return and(inState(state), matchesQuery(await readMatchQuery(db, q, { onSale: false })));
}
