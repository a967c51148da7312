import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

/** Queries take the database or a transaction in it. */
export type Db = NodePgDatabase;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
export type Queryable = Db | Tx;

/** Builds queries for a connection or a pool. `onStatement` gets the text of each. */
export const createDb = (client: pg.Pool | pg.PoolClient, onStatement?: (text: string) => void): Db =>
  drizzle({ client, casing: 'snake_case', ...(onStatement && { logger: { logQuery: onStatement } }) });
