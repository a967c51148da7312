import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '#src/platform/migrate.server.ts';
import { superviseCluster } from '#src/platform/postgres/supervisor.server.ts';
import { TEMPLATE, withDatabase } from './database-url.ts';
import { makeScratchDir } from './scratch-dir.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** A folder for the files of this run. */
    scratchDir: string;
  }
}

/** Starts one PostgreSQL for the run, with a migrated template for the test databases. */
export default async function setup(project: TestProject) {
  const dataDir = makeScratchDir('shop-tests-');
  // What this run has compiled, for the processes and threads that load the same programs later.
  process.env.NODE_COMPILE_CACHE = join(dataDir, 'compiled');
  // It does not wait for the disk, so it is fast, but loses its data if the machine stops.
  const log = { warn: () => {}, error: () => {} };
  const postgres = await superviseCluster({ dataDir, log, durable: false });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrateDatabase(withDatabase(postgres.url, TEMPLATE), 'migrations');
  project.provide('postgresUrl', postgres.url);
  project.provide('scratchDir', dataDir);
  return async () => {
    await postgres.stop();
    // Processes that end at the same time may still add to what they have compiled.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  };
}
