// @ts-check
// Started by dev.mjs. Runs Vite and the shop in one process, so that pages and server share one module graph as in the
// build.
import { join } from 'node:path';
import { build, createRunnableDevEnvironment, createServer } from 'vite';
import { loadPackagesFromBundle } from './dev-packages.mjs';
import { findFreePort, root } from './processes.mjs';

const ENTRY = '/src/app/dev.ts';
const SERVER_BUILD = 'virtual:react-router/server-build';
/** Changes in these folders do not affect the pages. */
const UNWATCHED = ['artifacts', 'bench', 'build', 'data*', 'docs', 'scripts', 'test-results', 'tests'];

await loadPackagesFromBundle();
const socketPort = await findFreePort();
const vite = await createServer({
  root,
  appType: 'custom',
  logLevel: 'warn',
  server: {
    middlewareMode: true,
    hmr: { port: socketPort },
    watch: { ignored: UNWATCHED.map((folder) => join(root, folder, '**')) },
  },
  environments: {
    ssr: {
      dev: {
        // Hot reload inside the server would start a second shop next to the running one.
        createEnvironment: (name, config) =>
          createRunnableDevEnvironment(name, config, { hot: true, runnerOptions: { hmr: false } }),
      },
    },
  },
});
const ssr = /** @type {import('vite').RunnableDevEnvironment} */ (vite.environments.ssr);

let clearCache = () => {};
/** @type {Promise<string> | undefined} */
let cardScript;
let hasFailed = false;

vite.watcher.on('all', (_event, file) => {
  if (hasFailed || isServerFile(file)) process.send?.('restart');
  cardScript = undefined;
  clearCache();
});

try {
  /** @type {typeof import('../src/app/dev.ts')} */
  const { startDevServer } = await ssr.runner.import(ENTRY);
  startDevServer({
    middleware: vite.middlewares,
    loadBuild: () => ssr.runner.import(SERVER_BUILD),
    bundleCardScript: () => (cardScript ??= bundleCardScript()),
    onStart: (clear) => {
      clearCache = clear;
    },
    socketUrl: `ws://localhost:${socketPort}`,
  });
} catch (error) {
  hasFailed = true;
  if (error instanceof Error) vite.ssrFixStacktrace(error);
  console.error(error);
  console.error('The shop will start again after the next change.');
}

/**
 * Whether the running shop imported the file. All other files belong to pages, which import them again on the next
 * request.
 * @param {string} file
 */
function isServerFile(file) {
  const seen = new Set();
  const queue = [...(ssr.moduleGraph.getModulesByFile(file) ?? [])];
  for (const module of queue) {
    if (module.url === ENTRY) return true;
    if (seen.has(module)) continue;
    seen.add(module);
    queue.push(...module.importers);
  }
  return false;
}

async function bundleCardScript() {
  const configFile = join(root, 'vite.card-sandbox.config.ts');
  const result = await build({ configFile, logLevel: 'error', build: { write: false, minify: false } });
  const [bundle] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ (Array.isArray(result) ? result : [result]);
  return bundle?.output[0].code ?? '';
}
