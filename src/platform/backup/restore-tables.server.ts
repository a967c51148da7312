import { once } from 'node:events';
import pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { StartupError } from '../startup-error.server.ts';
import { copyTarget, type DatabaseManifest, type DumpedTable, SCHEMAS } from './dump-database.server.ts';

export interface TableRestorer {
  /** Adds rows of a table, as COPY wrote them. Pieces of one table must follow one another. */
  add(table: string, rows: ReadableStream<Uint8Array>): Promise<void>;
  /** Checks every reference, brings back triggers and sequences, and commits. */
  finish(): Promise<void>;
}

/**
 * Begins to restore the rows of a backup into a database that has the same migrations, in one transaction: a run that
 * ends early leaves nothing. Rows that migrations have made are replaced. References are checked at the end, when all
 * rows are there; triggers do not run, since what they would do has been done.
 */
export async function beginRestore(
  client: pg.ClientBase,
  { tables, sequences }: DatabaseManifest,
): Promise<TableRestorer> {
  const byName = new Map<string, DumpedTable>(tables.map((table) => [table.name, table]));
  await client.query('begin');
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text = any($1)`,
    [SCHEMAS],
  );
  for (const { table, name } of references)
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`);
  for (const name of byName.keys()) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${[...byName.keys()].join(', ')}`);

  let open: { table: string; stream: CopyStreamQuery; failed: Promise<never> } | null = null;

  function openCopy(table: DumpedTable) {
    const stream = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
    const failed = once(stream, 'error').then(([error]) => Promise.reject(error));
    failed.catch(() => {}); // whoever writes next gets it
    return { table: table.name, stream, failed };
  }

  async function endCopy(): Promise<void> {
    if (!open) return;
    const { stream, failed } = open;
    open = null;
    const finished = once(stream, 'finish');
    stream.end();
    await Promise.race([finished, failed]);
  }

  return {
    async add(name, rows) {
      const table = byName.get(name);
      if (!table) throw new StartupError(`The backup is damaged: it has rows of ${name}, which it does not list.`);
      if (open?.table !== name) {
        await endCopy();
        open = openCopy(table);
      }
      const { stream, failed } = open;
      for await (const chunk of rows) if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), failed]);
    },
    async finish() {
      await endCopy();
      for (const { table, name, definition } of references)
        await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
      for (const name of byName.keys()) await client.query(`alter table ${name} enable trigger user`);
      for (const { name, value } of sequences)
        if (value !== null) await client.query('select setval($1::regclass, $2)', [name, value]);
      await client.query('commit');
      await client.query('analyze');
    },
  };
}
