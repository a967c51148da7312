import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/{features/*,platform/*,card-sandbox}/tables.server.ts',
  out: './migrations',
  casing: 'snake_case',
});
