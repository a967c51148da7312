import { sql } from 'drizzle-orm';
import type { Tx } from './database.server.ts';

/**
 * Waits for all orders that are being placed and keeps further ones waiting until the transaction ends. Placing an order
 * shares this lock, see `is_shop_currency` in the migrations.
 */
export async function lockCurrency(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('currency of the shop', 0))`);
}
