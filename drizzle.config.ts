import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/dialog/**/schema.ts',
  out: './migrations',
});
