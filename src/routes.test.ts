import { readdirSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from './routes.ts';

const listFiles = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [file, ...listFiles(children)]);

test('the routes folder contains exactly the pages of the site map', async () => {
  const folder = readdirSync(new URL('./routes', import.meta.url)).filter((file) => !file.includes('.test.'));
  expect(folder.map((file) => `routes/${file}`).sort()).toEqual([...new Set(listFiles(await routes))].sort());
});
