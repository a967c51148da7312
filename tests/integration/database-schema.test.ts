import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { describeDatabase } from '#tests/support/describe-database.ts';
import drizzleConfig from '../../drizzle.config.ts';

test('docs/database.sql matches the database after all migrations', async () => {
  const database = await createTestDatabase();
  const description = await describeDatabase(database.pool);
  await database.drop();
  await expect(description, 'npm run schema writes it anew').toMatchFileSnapshot('../../docs/database.sql');
});

test('the migrations create everything that the code’s tables define', async () => {
  const { schema, out, casing } = drizzleConfig as { schema: string; out: string; casing: 'snake_case' };
  const tables: Record<string, unknown> = {};
  for (const file of globSync(schema))
    for (const [name, value] of Object.entries(await import(join(process.cwd(), file))))
      tables[`${file} ${name}`] = value;
  const newest = globSync(`${out}/meta/*_snapshot.json`).sort().at(-1) ?? '';
  const missing = await generateMigration(
    JSON.parse(readFileSync(newest, 'utf8')),
    generateDrizzleJson(tables, undefined, undefined, casing),
  );
  expect(missing, 'npm run migration writes them').toEqual([]);
});
