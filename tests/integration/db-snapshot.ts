import type { TestShop } from '#tests/support/shop.ts';

/** Counters and records of requests; they change even when nothing happened. */
const BOOKKEEPING = new Set(['public.rate_limits', 'public.access_tokens', 'public.provider_events']);

/** A checksum of each table, so that tests can assert that nothing changed. */
export async function snapshotDatabase(
  shop: TestShop,
  exclude: readonly string[] = [],
): Promise<Record<string, string>> {
  const { rows: tables } = await shop.database.pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('public', 'card_sandbox') and table_type = 'BASE TABLE' order by 1`,
  );
  const sums = tables
    .map(({ name }) => name)
    .filter((name) => !BOOKKEEPING.has(name) && !exclude.includes(name))
    .map(
      (name) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
    );
  const { rows } = await shop.database.pool.query<{ name: string; sum: string }>(sums.join(' union all '));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
