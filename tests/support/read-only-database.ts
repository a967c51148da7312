import type pg from 'pg';

/**
 * Makes a database refuse writes on new connections, as a primary that was demoted does, or accept them again. Those
 * that are open stay as they are, so tests cut them.
 */
export async function setReadOnly(client: Pick<pg.Pool, 'query'>, isReadOnly: boolean): Promise<void> {
  const change = isReadOnly ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only';
  await client.query(
    `begin read write; do $$ begin execute format('alter database %I ${change}', current_database()); end $$; commit`,
  );
}
