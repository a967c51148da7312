import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import { minify } from '@swc/core';
import tailwindcss from '@tailwindcss/vite';
import { build, defineConfig, type Plugin } from 'vite';
import { NOT_BUNDLED } from './scripts/not-bundled.mjs';
import { ALWAYS_LOADED, shortenRouteManifest } from './scripts/shorten-route-manifest.mjs';

/**
 * The image process and the threads that render papers and read imports run from their own files next to the server.
 */
const PROGRAMS: Plugin = {
  name: 'programs',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  buildStart() {
    this.emitFile({ type: 'chunk', id: './src/platform/image-process/main.mjs', fileName: 'image-process.js' });
    this.emitFile({
      type: 'chunk',
      id: './src/features/papers/render-thread.server.ts',
      fileName: 'paper-renderer.js',
    });
    this.emitFile({ type: 'chunk', id: './src/flows/imports/file-thread.server.ts', fileName: 'import-reader.js' });
  },
};

/** Bundles a program to a string, for an inline script in the document. */
const INLINE_SCRIPT: Plugin = {
  name: 'inline-script',
  enforce: 'pre',
  async load(id) {
    const [file, query] = id.split('?');
    if (query !== 'inline-script' || !file) return null;
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        write: false,
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: { input: file, output: { format: 'iife' } },
      },
    });
    const [chunk] = 'output' in built ? built.output : [];
    if (!chunk) throw new Error(`${file} makes no script`);
    for (const path of chunk.moduleIds) this.addWatchFile(path);
    return `export default ${JSON.stringify(chunk.code.trim())};`;
  },
};

/**
 * Parts of React Router that this shop does not use and that would be 2 % of a page's script, by what they export.
 * Bundling fails if React Router has no such file or needs another export of it.
 */
const UNUSED_ROUTER_PARTS: Record<string, string> = {
  // For the `instrumentations` of `HydratedRouter`.
  'lib/router/instrumentation.js': `
    export const instrumentHandler = () => {};
    export const instrumentClientSideRouter = (router) => router;
    export const getRouteInstrumentationUpdates = () => ({});
    export const consumeInstrumentationClientResultMetaReceiver = () => {};
    export const instrumentationResultMetaContext = null;`,
  // For `routeDiscovery: { mode: 'lazy' }` in react-router.config.ts.
  'lib/dom/ssr/fog-of-war.js': `
    export const URL_LIMIT = 0;
    export const isFogOfWarEnabled = () => false;
    export const getManifestPath = () => '';
    export const getPartialManifest = (manifest) => manifest;
    export const getPathsWithAncestors = () => [];
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const handleClientVersionMismatch = () => false;
    export const useFogOFWarDiscovery = () => {};`,
};

const LEAN_ROUTER: Plugin = {
  name: 'lean-router',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) => UNUSED_ROUTER_PARTS[getRouterPart(id)],
  buildEnd() {
    const loaded = new Set([...this.getModuleIds()].map(getRouterPart));
    const missing = Object.keys(UNUSED_ROUTER_PARTS).filter((part) => !loaded.has(part));
    if (missing.length > 0) this.error(`React Router no longer has ${missing.join(' and ')}`);
  },
};

function getRouterPart(id: string): string {
  return (
    /[\\/]node_modules[\\/]react-router[\\/]dist[\\/]production[\\/](.+)$/.exec(id)?.[1]?.replaceAll('\\', '/') ?? ''
  );
}

/** Compresses the client's files at the highest level, which would take the server too long per request. */
const COMPRESS: Plugin = {
  name: 'compress',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const texts = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
    await Promise.all(
      texts.map(async (name) => {
        if (name.endsWith('.js')) await minifyAgain(join(dir, name));
        await compress(join(dir, name));
      }),
    );
  },
};

/** Rewrites and compresses the list of routes, which React Router writes while it builds the server. */
const COMPRESS_ROUTES: Plugin = {
  name: 'compress-routes',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  async writeBundle() {
    const folder = 'build/client/assets';
    const [name, another] = (await readdir(folder)).filter((file) => /^manifest-\w+\.js$/.test(file));
    if (!name || another) throw new Error('React Router writes its list of routes elsewhere');
    const file = join(folder, name);
    await writeFile(file, shortenRouteManifest(await readFile(file, 'utf8')));
    await compress(file);
  },
};

/** A second minifier finds another percent. The first line may be a hint to the browser: see `toCompileHint`. */
async function minifyAgain(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [hint = ''] = /^\/\/# .*\n/.exec(text) ?? [];
  const { code } = await minify(text, { module: true, compress: { passes: 3 }, mangle: true });
  await writeFile(file, hint + code);
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params }));
}

/**
 * How the client's code is split into files. They are few, since a request costs more than some bytes that a page does
 * not need. They are several, since a phone runs each of them in its own task: see `deferHydration`.
 */
const CODE_SPLITTING = {
  groups: [
    {
      name: 'vendor',
      test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]|[\\/]evaluate-react\.ts$/,
    },
    {
      // The frame of every page, and what most public pages need besides.
      name: 'frame',
      test: /[\\/]src[\\/](root|routes[\\/]layout|platform[\\/]page-request|shared[\\/](money|numbers|purchase-number|units|versions|ui[\\/](page|linked-data|responsive-image|price))|features[\\/](basket[\\/]ui[\\/]add-to-basket|catalogue[\\/]tool[\\/]ui[\\/](stock-badge|tool-action)))\.tsx?$/,
    },
    {
      // For the pages that show tools, reviews or posts as cards, and the home page, which shows all of them.
      name: 'cards',
      test: /[\\/]src[\\/](shared[\\/]ui[\\/]price-note|features[\\/](catalogue[\\/]tool[\\/]ui[\\/]tool-card|reviews[\\/]ui[\\/]review-card|blog[\\/](copy|ui[\\/](blog-card|all-posts-link))|map[\\/]ui[\\/]with-timeout))\.tsx?$/,
    },
    {
      // For the pages of tools and categories, and for those that show countries.
      name: 'tool-fields',
      test: /[\\/]src[\\/](shared[\\/](tool-fields[\\/]plain-fields|postal-address[\\/]country-names|ui[\\/]breadcrumb)|features[\\/]catalogue[\\/]tool[\\/](copy|kinds|ui[\\/]wide-table))\.tsx?$/,
    },
    {
      // For the pages of tools, and the basket.
      name: 'quantity',
      test: /[\\/]src[\\/](shared[\\/](order-terms|describe-bounds|quantity-solver|smallest-order|ui[\\/]quantity-field)|features[\\/]shipping[\\/]ui[\\/]leaves-note)\.tsx?$/,
    },
    {
      name: 'tool-page',
      test: /[\\/]src[\\/]features[\\/](catalogue[\\/]tool[\\/]ui[\\/](tool-(detail|documents|gallery|specification)|no-longer-sold|related-tools|more-tools|size-table)|reviews[\\/]ui[\\/]tool-reviews|stock-alerts[\\/]ui[\\/]stock-alert-form|enquiries[\\/]ui[\\/]quote-link|basket[\\/]ui[\\/]add-quantity|orders[\\/]ui[\\/](sold-out-notice|quantity-to-order))\.tsx$/,
    },
    {
      name: 'identity',
      test: /[\\/]src[\\/]features[\\/]identity[\\/](copy|ui[\\/](identity-form|use-sign-in|unconfirmed-note|sign-in-reason))/,
      minShareCount: 2,
    },
    {
      name: 'tools-list',
      test: /[\\/]src[\\/]features[\\/]catalogue[\\/]range[\\/](tools-copy|ui[\\/]tool-list)\.ts$/,
    },
    {
      name: 'lists',
      test: /[\\/]src[\\/](shared|features)[\\/].*(table|[\\/]list)/,
      minShareCount: 6,
      maxModuleSize: 8_000,
    },
    {
      // Shared by the pages that require sign-in.
      name: 'private',
      test: /[\\/]src[\\/](shared|features)[\\/].*(require-|load-staff|permissions|page-error|date-time|dates\.|[\\/]badge|(state-icon|select-field)\.|tool-link\.|use-action|payment-badges)/,
      minShareCount: 6,
      maxModuleSize: 8_000,
    },
  ],
};

/** What only joins shared modules has no name: nobody asks for it by name, and every page would load it. */
function nameChunk({ name, isDynamicEntry }: { name: string; isDynamicEntry: boolean }): string {
  const isNamed =
    isDynamicEntry || name === 'rolldown-runtime' || CODE_SPLITTING.groups.some((group) => group.name === name);
  return isNamed ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js';
}

/**
 * Makes browsers compile these files completely while they load, off the main thread. Nearly all of their code runs.
 */
function toCompileHint({ name }: { name: string }): string {
  return name === 'vendor' ? '//# allFunctionsCalledOnLoad' : '';
}

export default defineConfig(({ command }) => ({
  plugins: [INLINE_SCRIPT, LEAN_ROUTER, tailwindcss(), reactRouter(), PROGRAMS, COMPRESS, COMPRESS_ROUTES],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: CODE_SPLITTING,
            postBanner: toCompileHint,
            // Hashes are what compresses least of the list of routes. 42 bits still tell two versions of a file apart.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: nameChunk,
          },
        },
      },
    },
    ssr: {
      // Finding and reading 1,500 package files took half of the startup time.
      ...(command === 'build' && { resolve: { noExternal: true, external: NOT_BUNDLED } }),
      // The server's entry is the entry of the build, so that server and pages share one module graph.
      build: { rolldownOptions: { input: './src/app/main.ts' } },
    },
  },
  build: {
    target: 'es2024',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: {
      resolveDependencies: (file, deps) =>
        // The basket would name a dozen files that few shops load, and that are needed below its lines.
        file.includes('/basket-estimate-') ? [] : deps.filter((dep) => !ALWAYS_LOADED.test(dep)),
    },
  },
}));
