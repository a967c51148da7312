import type { TestShop } from '#tests/support/shop.ts';

/** Counters and records of requests; they change even when nothing happened. */
const BOOKKEEPING = new Set(['public.rate_limits', 'public.access_tokens', 'public.provider_events']);

/**
 * A checksum of each table, so that tests can assert that nothing changed. It adds up a hash of each row: sorting the
 * rows first took most of the access matrix's time.
 */
export function snapshotDatabase(shop: TestShop, exclude?: readonly string[]): Promise<Record<string, string>> {
  return sumRows(shop, 'hashtextextended(t::text, 0)', exclude);
}

/**
 * The same of each row's place and the transaction that wrote it. Tests assert with it that nothing was written, not
 * even the same again. It reads no values: that took half of the access matrix's time.
 */
export function snapshotVersions(shop: TestShop): Promise<Record<string, string>> {
  return sumRows(shop, 'hashtidextended(ctid, xmin::text::int8)');
}

async function sumRows(shop: TestShop, hash: string, exclude: readonly string[] = []): Promise<Record<string, string>> {
  const { rows: tables } = await shop.database.pool.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname in ('public', 'card_sandbox') order by 1`,
  );
  const sums = tables
    .map(({ name }) => name)
    .filter((name) => !BOOKKEEPING.has(name) && !exclude.includes(name))
    .map((name) => `select '${name}' as name, count(*) || ' ' || coalesce(sum(${hash}), 0) as sum from ${name} t`);
  const { rows } = await shop.database.pool.query<{ name: string; sum: string }>({
    name: `${hash} without ${exclude.length} tables`,
    text: sums.join(' union all '),
  });
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
