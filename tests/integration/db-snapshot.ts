import type { TestShop } from '#tests/support/shop.ts';

/** Counters and records of requests, which change even if nothing happened. */
const BOOKKEEPING = new Set(['public.rate_limits', 'public.access_tokens', 'public.provider_events']);

const SUM = "count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0)";

/**
 * Returns a checksum of each table, so that tests can assert that nothing changed. It adds up the hashes of all rows,
 * since sorting the rows took most of the time.
 */
export async function snapshotDatabase(
  shop: TestShop,
  exclude: readonly string[] = [],
): Promise<Record<string, string>> {
  const sums = (await listTables(shop))
    .filter((name) => !exclude.includes(name))
    .map((name) => `select '${name}' as name, ${SUM} as sum from ${name} t`);
  const { rows } = await shop.database.pool.query<{ name: string; sum: string }>({
    name: `sums without ${exclude.length} tables`,
    text: sums.join(' union all '),
  });
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/**
 * Records all written rows from now on, even if their values do not change. The returned function returns the tables
 * that were written to since its last call. This is faster than comparing snapshots, which took half of the access
 * matrix's time.
 */
export async function recordWrites(shop: TestShop): Promise<() => Promise<string[]>> {
  const { pool } = shop.database;
  const triggers = (await listTables(shop)).map(
    (name) => `
      create trigger zz_record_row after insert or update or delete on ${name}
        for each row execute function test_writes.record();
      create trigger zz_record_truncate after truncate on ${name}
        for each statement execute function test_writes.record();`,
  );
  await pool.query(`
    create schema test_writes;
    create unlogged table test_writes.writes (seq bigint generated always as identity primary key, name text not null);
    create function test_writes.record() returns trigger language plpgsql as $$ begin
      insert into test_writes.writes (name) values (tg_table_schema || '.' || tg_table_name);
      return null;
    end $$;
    ${triggers.join('')}`);
  let last = '0';
  return async () => {
    const { rows } = await pool.query<{ seq: string; name: string }>({
      name: 'writes since',
      text: 'select max(seq) as seq, name from test_writes.writes where seq > $1 group by name order by name',
      values: [last],
    });
    for (const { seq } of rows) if (BigInt(seq) > BigInt(last)) last = seq;
    return rows.map(({ name }) => name);
  };
}

/** Leaves out partitions, whose rows belong to their table. */
async function listTables(shop: TestShop): Promise<string[]> {
  const rows = await shop.sql<{
    name: string;
  }>`select nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where nspname in ('public', 'card_sandbox') and relkind in ('r', 'p') and not relispartition order by 1`;
  return rows.map(({ name }) => name).filter((name) => !BOOKKEEPING.has(name));
}
