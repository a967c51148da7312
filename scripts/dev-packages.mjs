// @ts-check
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { hashFiles, readStamp } from './prepare.mjs';
import { root } from './processes.mjs';

/** The server's largest ES module packages, by the names under which the shop imports them. */
const PACKAGES = [
  '@hono/node-server',
  '@hono/zod-openapi',
  'better-auth',
  'better-auth/adapters/drizzle',
  'better-auth/api',
  'better-auth/plugins',
  'drizzle-orm',
  'drizzle-orm/migrator',
  'drizzle-orm/node-postgres',
  'drizzle-orm/node-postgres/migrator',
  'drizzle-orm/pg-core',
  'hono',
  'hono/body-limit',
  'hono/html',
  'hono/http-exception',
  'hono/route',
  'jose',
  'stripe',
  'zod',
];
const folder = join(root, 'node_modules', '.cache', 'dev-packages');

/**
 * Makes this process load the packages from a bundle: finding and reading a thousand files adds a second to each start.
 */
export async function loadPackagesFromBundle() {
  const names = PACKAGES.map((name, index) => /** @type {const} */ ([name, `package-${index}`]));
  const stamp = join(folder, '.bundled');
  const expected = hashFiles(['package-lock.json', 'scripts/dev-packages.mjs']);
  if (readStamp(stamp) !== expected) {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      publicDir: false,
      ssr: { noExternal: true, external: ['pg'] },
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: true,
        minify: false,
        rolldownOptions: {
          input: Object.fromEntries(names.map(([name, file]) => [file, name])),
          // The folder has no package.json that declares ES modules.
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    });
    writeFileSync(stamp, expected);
  }
  const bundles = new Map(
    names.map(([name, file]) => [import.meta.resolve(name), pathToFileURL(join(folder, `${file}.mjs`)).href]),
  );
  registerHooks({ resolve: (specifier, context, next) => next(bundles.get(specifier) ?? specifier, context) });
}
