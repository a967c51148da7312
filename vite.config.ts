import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The server's own entry is the server build, so that server and pages are one module graph.
  environments: {
    ssr: { build: { rolldownOptions: { input: './src/app/main.ts' } } },
  },
  build: { target: 'es2024', sourcemap: false, assetsInlineLimit: 0 },
});
