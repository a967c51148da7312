import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { RunningShop } from '#tests/support/running-shop.ts';

/** How long the shop may take to index a range that came by SQL, per thousand tools. */
const MS_PER_THOUSAND = 3_000;

/**
 * Waits until the shop's search knows every tool. This is the hook for an index beside `tools`: where the shop fills one
 * by itself, this waits for it; where it does so on request only, this is where to ask. The newest tool is indexed last,
 * so that finding it by its part number says that all are there.
 */
export async function indexAll({
  shop,
  pool,
  count,
}: {
  shop: RunningShop;
  pool: pg.Pool;
  count: number;
}): Promise<void> {
  const { rows } = await pool.query('select id, sku from tools order by seq desc limit 1');
  const [newest] = rows as { id: string; sku: string }[];
  if (!newest) return;
  const until = Date.now() + 30_000 + (count / 1_000) * MS_PER_THOUSAND;
  for (;;) {
    const response = await fetch(`${shop.origin}/api/tools?${new URLSearchParams({ q: newest.sku, limit: '10' })}`);
    const found = response.ok ? ((await response.json()) as { _id: string }[]) : [];
    if (found.some(({ _id }) => _id === newest.id)) return;
    if (Date.now() > until) throw new Error(`the shop's search does not know ${newest.sku}, its newest tool`);
    await pause(200);
  }
}
