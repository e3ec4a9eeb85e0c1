import { resolve } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { readSources } from '../rules/sources.ts';

/** Loads every module that makes statements, so that all statements are registered. */
export async function loadStatements(): Promise<void> {
  const makers = readSources('src').filter(({ links }) =>
    links.some(({ to, names }) => to === 'src/platform/statement.ts' && names.includes('statement')),
  );
  for (const { path } of makers) await import(resolve(path));
}

/** The columns of all tables of the schema, each once. */
export async function allColumns(): Promise<PgColumn[]> {
  const tables = new Set<PgTable>();
  for (const { path } of readSources('src').filter(({ path }) => path.endsWith('/schema.ts'))) {
    for (const made of Object.values(await import(resolve(path)))) if (is(made, PgTable)) tables.add(made);
  }
  return [...tables].flatMap((table) => getTableConfig(table).columns);
}
