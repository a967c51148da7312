import { sql } from 'drizzle-orm';
import { DEFAULT_REORDER_ORDERS } from '#src/shared/reorder-level.ts';
import { shopSettings } from '../../shop-settings/tables.server.ts';
import { MAY_HAVE_TO_BE_REORDERED, toolStocks, tools } from '../tool/tables.server.ts';

// Read in the statement, so that a changed setting applies to lists and counts at the same moment.
const BELOW_LEVEL = sql`${MAY_HAVE_TO_BE_REORDERED}
  and orders_left < coalesce((select (values->>'reorderOrders')::int from ${shopSettings}), ${sql.raw(`${DEFAULT_REORDER_ORDERS}`)})`;

/**
 * The condition that a tool is on sale, can be ordered and has fewer pieces than its reorder level, or than the setting
 * says.
 */
export const TO_REORDER = sql`${tools.state} = 'on_sale' and ${tools.id} in (select tool_id from ${toolStocks} where ${BELOW_LEVEL})`;

/** The ids of the same tools, for a count with a limit. A tool that is not on sale has no orders left to count. */
export const TO_REORDER_IDS = sql`select tool_id as id from ${toolStocks} where ${BELOW_LEVEL}`;
