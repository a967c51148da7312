import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#src/platform/database.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { TEMPLATE, withDatabase } from './database-url.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

type AnyRow = pg.QueryResult['rows'][number];

export interface TestDatabase extends Database {
  url: string;
  /** Runs a statement, and returns its rows. */
  query<Row extends pg.QueryResultRow = AnyRow>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** The same for a template: each `${}` becomes a parameter of the statement. */
  sql<Row extends pg.QueryResultRow = AnyRow>(statement: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
  /**
   * Runs a statement on a connection of its own without the shop's time limits. Inserting thousands of rows exceeds them
   * on a busy machine.
   */
  fill(statement: string, values?: unknown[]): Promise<void>;
  drop(): Promise<void>;
}

/** Creates a migrated, empty database for one test file. `connect` returns another address that leads to it. */
export async function createTestDatabase(
  connections = 10,
  connect = async (url: string) => url,
): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying the files takes half the time of copying their pages through the log.
  await runStatement(server, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  const url = withDatabase(server, name);
  const database = openDatabase(await connect(url), connections, createLog('silent'), { watchTransaction });
  return toTestDatabase(database, url, () => dropDatabase(server, name));
}

/** Adds what tests need to an open database. `drop` removes it after it was closed. */
export function toTestDatabase(database: Database, url: string, drop: () => Promise<void>): TestDatabase {
  const query: TestDatabase['query'] = async (statement, values = []) =>
    (await database.pool.query(statement, values)).rows;
  return {
    ...database,
    url,
    query,
    sql: (parts, ...values) =>
      query(
        parts.reduce((text, part, at) => `${text}$${at}${part}`),
        values,
      ),
    fill: (statement, values) => runStatement(url, statement, values),
    async drop() {
      await database.close();
      await drop();
    },
  };
}

/** Tables whose content is visible to everybody. */
const PUBLIC_TABLES = ['tools', 'reviews', 'categories', 'blogs', 'shop_settings', 'tax_rates'];
const PUBLIC_WRITE = new RegExp(`\\b(?:insert into|update|delete from) "?(${PUBLIC_TABLES.join('|')})\\b`);

/**
 * Rejects a transaction that writes a public table without invalidating cache tags, since cached responses would be
 * stale. It only sees the statements of transactions: neither a single statement outside of one nor what a trigger
 * writes.
 */
function watchTransaction() {
  let written: string | undefined;
  return {
    onStatement(text: string) {
      written ??= PUBLIC_WRITE.exec(text)?.[1];
    },
    beforeCommit(hasPublished: boolean) {
      if (written && !hasPublished) throw new Error(`a transaction writes ${written} and calls no publishChange`);
    },
  };
}

/** Retries the drop, because `force` cannot end autovacuum, which runs as the superuser. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runStatement(server, `drop database ${name} with (force)`);
    } catch (error) {
      if (attempt === 60 || (error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
      await pause(300);
    }
  }
}

/** Runs one statement on a connection of its own. */
export async function runStatement(url: string, statement: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}
