import { type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { search, statement } from '../../platform/statement.ts';
import { noSuch } from '../errors.ts';
import { importErrors, imports, sources } from '../schema.ts';
import { idText, recordText, s, shownTime } from '../sql.ts';
import { type ImportState, isInterrupted, isUndoable } from './run.ts';

/** An import that is under way, and whose process has ended, is interrupted. */
const shownState = sql`CASE WHEN ${isInterrupted} THEN 'interrupted' ELSE ${imports.state} END`;

/** The columns of an import in answers. */
const shownImport = sql`${imports.id}, ${imports.mode}, ${shownState} AS state, ${imports.sourceId} AS source,
  (SELECT ${s.name} FROM ${sources} AS ${s} WHERE ${s.id} = ${imports.sourceId}) AS source_name,
  ${imports.onDuplicate}, ${imports.vanishedStatus}, ${imports.rows}, ${imports.created}, ${imports.updated}, ${imports.unchanged},
  ${imports.skipped}, ${imports.vanished}, ${imports.failed}, ${imports.unreadFromLine}, ${imports.detail},
  ${isUndoable} AS can_undo,
  ${shownTime(imports.startedAt)} AS started_at, ${shownTime(imports.endedAt)} AS ended_at, ${shownTime(imports.undoneAt)} AS undone_at`;

const shown = { text: as(types.text, recordText(shownImport)) };

const readImportText = statement({
  name: 'catalog-import',
  params: { id: idText },
  columns: shown,
  query: ({ id }, columns) => sql`SELECT ${columns} FROM ${imports} WHERE ${imports.id} = ${id}`,
});

/** @returns the JSON text of an import. @throws Refusal 404 */
export async function readImport(database: Queryable, id: string): Promise<string> {
  const found = await readImportText.first(database, { id });
  if (!found) throw noSuch('Import');
  return found.text;
}

/** An import, as far as it decides what can be done with it. */
export interface FoundImport {
  mode: 'add' | 'replace';
  state: ImportState;
  sourceId: string | null;
  vanishedStatus: string | null;
  rows: number;
  failed: number;
  /** Whether all rows of the list are there to be applied. */
  isStaged: boolean;
  isInterrupted: boolean;
}

const readFound = statement({
  name: 'catalog-import-standing',
  params: { id: idText },
  columns: {
    ...{ mode: imports.mode, state: imports.state, vanishedStatus: imports.vanishedStatus },
    ...{ rows: imports.rows, failed: imports.failed },
    sourceId: as(orNull(types.text), sql`${imports.sourceId}::text`),
    isStaged: as(types.boolean, sql`${imports.stagedAt} IS NOT NULL`),
    isInterrupted: as(types.boolean, isInterrupted),
  },
  query: ({ id }, columns) => sql`SELECT ${columns} FROM ${imports} WHERE ${imports.id} = ${id}`,
});

/** @throws Refusal 404 */
export async function findImport(database: Queryable, id: string): Promise<FoundImport> {
  const found = await readFound.first(database, { id });
  if (!found) throw noSuch('Import');
  return found;
}

/** Which imports a list shows; absent ones do not narrow it. */
export interface ImportFilter {
  source?: string | undefined;
  state?: string | undefined;
  mode?: string | undefined;
}

const whereOf = ({ source, state, mode }: ImportFilter): SQL => {
  const conditions = [
    ...(source === undefined ? [] : [sql`${imports.sourceId} = ${source}::bigint`]),
    ...(state === undefined ? [] : [sql`${shownState} = ${state}`]),
    ...(mode === undefined ? [] : [sql`${imports.mode} = ${mode}`]),
  ];
  return conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
};

/** @returns how many imports there are */
export async function countImports(database: Database, filter: ImportFilter): Promise<number> {
  const columns = { count: as(types.bigint, sql`count(*)`) };
  const [found] = await search(
    database,
    columns,
    (returned) => sql`SELECT ${returned} FROM ${imports} ${whereOf(filter)}`,
  );
  return found!.count;
}

/** @returns JSON texts with commas between them, newest first */
export async function listImports(
  database: Database,
  filter: ImportFilter,
  { size, offset }: { size: number; offset: number },
): Promise<string> {
  const rows = await search(
    database,
    shown,
    (returned) => sql`
      SELECT ${returned} FROM ${imports} ${whereOf(filter)} ORDER BY ${imports.id} DESC LIMIT ${size} OFFSET ${offset}`,
  );
  return rows.map(({ text }) => text).join();
}

const errorsAtOnce = 1000;

const readSomeErrors = statement({
  name: 'catalog-import-errors',
  prepared: false,
  params: { id: idText, after: types.bigint },
  columns: {
    index: importErrors.index,
    line: importErrors.line,
    errors: as(types.text, sql`${importErrors.errors}::text`),
  },
  query: ({ id, after }, columns) => sql`
    SELECT ${columns} FROM ${importErrors} WHERE ${importErrors.importId} = ${id} AND ${importErrors.index} > ${after}
    ORDER BY ${importErrors.index} LIMIT ${sql.raw(String(errorsAtOnce))}`,
});

/** The errors of an import in the order of its file, a piece at a time. */
export async function* readErrors(
  database: Queryable,
  id: string,
): AsyncGenerator<{ index: number; line: number; errors: string }[]> {
  for (let after = -1; ; ) {
    const rows = await readSomeErrors.all(database, { id, after });
    if (rows.length > 0) yield rows;
    if (rows.length < errorsAtOnce) return;
    after = rows.at(-1)!.index;
  }
}
