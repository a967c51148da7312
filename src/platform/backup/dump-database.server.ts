import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ArchiveWriter } from './archive.server.ts';

/** The schemas of the shop. That of the migrator is made by the migrations. */
export const SCHEMAS = ['public', 'card_sandbox'];
/** Rows are written in pieces of this many bytes, since an entry of an archive needs its size in advance. */
const PIECE_BYTES = 8 * 1024 * 1024;

export interface DumpedTable {
  /** With its schema. */
  name: string;
  columns: string[];
}

export interface DatabaseManifest {
  /** The creation times of the migrations that the database has, in ms since 1970. */
  migrations: number[];
  tables: DumpedTable[];
  /** The last value of each sequence; null if it has not been used. */
  sequences: { name: string; value: string | null }[];
}

/** What this role may read in a database, as seen by the transaction of this connection. */
export async function readDatabaseManifest(client: pg.ClientBase): Promise<DatabaseManifest> {
  const migrations = await client.query<{ at: string }>(
    'select created_at as at from drizzle.__drizzle_migrations order by created_at',
  );
  // Generated columns are computed again. An operator's own tables may be closed to the shop.
  const tables = await client.query<DumpedTable>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = any($1) and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and has_table_privilege(c.oid, 'select')
     group by c.oid, n.nspname, c.relname order by 1`,
    [SCHEMAS],
  );
  const sequences = await client.query<DatabaseManifest['sequences'][number]>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where schemaname = any($1) order by 1`,
    [SCHEMAS],
  );
  return {
    migrations: migrations.rows.map(({ at }) => Number(at)),
    tables: tables.rows,
    sequences: sequences.rows,
  };
}

/** The entry of a piece of a table's rows. Pieces of one table follow one another in this order. */
const toEntryName = (table: string, piece: number) => `tables/${table}/${String(piece).padStart(6, '0')}`;

/** The table of an entry that `dumpTable` has written; null for another entry. */
export function readTableName(entry: string): string | null {
  const [folder, table, piece] = entry.split('/');
  return folder === 'tables' && table && piece ? table : null;
}

export const copyTarget = ({ name, columns }: DumpedTable) =>
  `${name} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

/** Writes the rows of a table. The driver's errors are thrown. */
export async function dumpTable(
  client: pg.ClientBase,
  table: DumpedTable,
  archive: Pick<ArchiveWriter, 'add'>,
): Promise<void> {
  let pieces = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  const flush = async () => {
    await archive.add(toEntryName(table.name, pieces), Buffer.concat(waiting));
    pieces += 1;
    [waiting, waitingBytes] = [[], 0];
  };
  for await (const chunk of client.query(copyTo(`copy ${copyTarget(table)} to stdout`))) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes >= PIECE_BYTES) await flush();
  }
  if (waitingBytes > 0) await flush();
}
