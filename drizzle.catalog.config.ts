import { defineConfig } from 'drizzle-kit';

/** The catalog shares nothing with the project API, so its migrations have a journal of their own. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/catalog/schema.ts'],
  out: './migrations/catalog',
});
