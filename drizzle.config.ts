import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/{features/*,features/*/*,platform/*,card-sandbox}/{tables,*-tables}.server.ts',
  out: './migrations',
  casing: 'snake_case',
});
