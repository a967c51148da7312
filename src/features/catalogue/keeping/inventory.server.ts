import type { Queryable } from '#src/platform/database.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import { mapSlice } from '#src/platform/pagination.server.ts';
import { getAccountKey } from '#src/platform/request-client.server.ts';
import { isSearchQuery } from '#src/shared/list-query.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import type { ListedTools } from '../range/tool-lists.server.ts';
import { getToolRow, NO_TOOL, type ToolRow, toStaffTool } from '../tool/queries.server.ts';
import { getCoverDays } from '../tool/stock-cover.ts';
import type { InventoryQuery, InventoryTool } from './contract.ts';
import { listInventoryRows } from './inventory-lists.server.ts';
import { getPaces } from './stock-cover.server.ts';

/** Separate from the limit of the public lists, so that neither waits for the other. Admins take turns. */
const inventoryLimiter = createFairLimiter({ maxConcurrent: 2, maxPlaces: 22, maxPlacesPerClient: 8 });

/** All tools, including drafts and archived ones, for admins. */
export async function listInventory(
  db: Queryable,
  query: InventoryQuery,
): Promise<Outcome<ListedTools<InventoryTool>>> {
  const read = () => listInventoryRows(db, query);
  const found = isSearchQuery(query) ? await inventoryLimiter.run(getAccountKey(), read) : await read();
  return found ? ok(mapSlice(found, await toInventoryTools(db, found.rows))) : fail('busy');
}

/** Tools as admins see them, with how long their current stock lasts. */
async function toInventoryTools(db: Queryable, rows: readonly ToolRow[]): Promise<InventoryTool[]> {
  const paces = await getPaces(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const tool = toStaffTool(row);
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
