import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { dropDatabase } from './database.ts';
import { withDatabase } from './database-url.ts';

/** A database with two roles: `owner` creates the tables, and the shop runs as `app`. */
export interface DatabaseWithRoles {
  owner: string;
  app: string;
  /** The addresses of the empty database for both roles. */
  env: { DATABASE_URL: string; DATABASE_MIGRATION_URL: string };
  queryAs(role: string, statement: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** The beginning of both roles' passwords. */
export const CANARY = 'canary-password-of-';

/** Creates an empty database with its own owner, and a second role without any permissions in it. */
export async function createDatabaseWithRoles(): Promise<DatabaseWithRoles> {
  const server = inject('postgresUrl');
  const name = `roles_${randomBytes(6).toString('hex')}`;
  const [owner, app] = [`${name}_owner`, `${name}_app`] as const;
  const toUrl = (role: string) => withDatabase(server, name).replace(/\/\/[^@]+@/, `//${role}:${CANARY}${role}@`);
  for (const role of [owner, app]) await query(server, `create role ${role} login password '${CANARY}${role}'`);
  await query(server, `grant ${owner} to shop`);
  await query(server, `create database ${name} owner ${owner}`);
  return {
    owner,
    app,
    env: { DATABASE_URL: toUrl(app), DATABASE_MIGRATION_URL: toUrl(owner) },
    queryAs: (role, statement) => query(toUrl(role), statement),
    async drop() {
      await dropDatabase(server, name);
      for (const role of [owner, app]) await query(server, `drop role ${role}`);
    },
  };
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
