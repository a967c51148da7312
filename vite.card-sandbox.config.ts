import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the card sandbox's browser script. Run it after the shop's own build, which empties build/client. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: here('build/client/card-sandbox'),
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'es2022',
    lib: {
      entry: here('src/card-sandbox/browser/stripe.ts'),
      formats: ['iife'],
      name: 'cardSandbox',
      fileName: () => 'stripe.js',
    },
  },
});
