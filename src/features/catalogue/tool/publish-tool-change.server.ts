import { sql } from 'drizzle-orm';
import { categories } from '#src/features/categories/tables.server.ts';
import { publishChange, type Tx } from '#src/platform/database.server.ts';
import { CATEGORY_COUNTS_TAG } from './cache-tags.ts';

/**
 * Publishes the cache tags of changed tools once the transaction commits. If the tools count differently for their
 * categories, triggers may also have made one public, which every page with the bar of categories shows. Call it after
 * the tools are written.
 */
export async function publishToolChange(tx: Tx, tags: readonly string[]): Promise<void> {
  publishChange(tx, tags);
  if (!tags.includes(CATEGORY_COUNTS_TAG)) return;
  // There are few categories, so that reading them all takes less than an index would cost.
  const { rowCount } = await tx.execute(sql`select from ${categories} where xmin = pg_current_xact_id()::xid limit 1`);
  if (rowCount) publishChange(tx, ['categories']);
}
