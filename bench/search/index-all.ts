import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** How long the shop may take to index a thousand tools that were inserted by SQL, in ms. */
const MS_PER_THOUSAND = 3_000;

/** Waits until the shop has indexed all tools, including those inserted by SQL. */
export async function indexAll({ pool, count }: { pool: pg.Pool; count: number }): Promise<void> {
  const until = Date.now() + 30_000 + (count / 1_000) * MS_PER_THOUSAND;
  for (;;) {
    const { rows } = await pool.query(
      'select (select count(*) from tools) - (select count(*) from tool_search) as missing, exists (select from tool_search_queue) as queued',
    );
    if (Number(rows[0].missing) === 0 && !rows[0].queued) return;
    if (Date.now() > until) throw new Error(`the shop has not indexed ${rows[0].missing} tools`);
    await pause(200);
  }
}
