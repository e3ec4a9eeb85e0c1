import { and, eq, sql } from 'drizzle-orm';
import { Breath } from '../../platform/breath.ts';
import { ClientGone } from '../../platform/client-gone.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { listOf, orNull, types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { isRefusal } from '../errors.ts';
import type { ItemErrors } from '../offers/bulk.ts';
import type { OnDuplicate } from '../offers/put.ts';
import { importChanges, importErrors, imports, sources, stagedOffers } from '../schema.ts';
import { idText } from '../sql.ts';
import { faultOf } from '../steps.ts';

/** How an import goes on, and how it has ended. */
export type ImportState = (typeof imports.$inferSelect)['state'];

/** How many rows were read, and what became of their offers. */
export interface ImportCounts {
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  vanished: number;
  failed: number;
}

const countTypes = {
  ...{ rows: types.bigint, created: types.bigint, updated: types.bigint, unchanged: types.bigint },
  ...{ skipped: types.bigint, vanished: types.bigint, failed: types.bigint },
};

/** What is known about an import when it begins. */
export interface NewImport {
  mode: 'add' | 'replace';
  onDuplicate: OnDuplicate;
  /** The id of the source of rows that name none. */
  sourceId: string | null;
  /** The status of offers that a list which replaces no longer has; null: they are deleted. */
  vanishedStatus: string | null;
}

const insertImport = statement({
  name: 'catalog-begin-import',
  params: {
    mode: imports.mode,
    onDuplicate: types.text,
    sourceId: orNull(idText),
    vanishedStatus: orNull(types.text),
  },
  columns: { id: as(types.text, sql`${imports.id}::text`) },
  query: (p, returned) => sql`
    INSERT INTO ${imports} (mode, on_duplicate, source_id, vanished_status)
    VALUES (${p.mode}, ${p.onDuplicate}, (SELECT ${sources.id} FROM ${sources} WHERE ${sources.id} = ${p.sourceId}), ${p.vanishedStatus})
    RETURNING ${returned}`,
});

const noteProgress = statement({
  name: 'catalog-note-import',
  params: { id: idText, ...countTypes },
  query: ({ id, ...counts }) =>
    build
      .update(imports)
      .set({ ...counts, aliveAt: sql`now()` })
      .where(and(sql`${imports.id} = ${id}`, eq(imports.state, 'running'))),
});

const endImport = statement({
  name: 'catalog-end-import',
  params: {
    ...{ id: idText, state: imports.state, detail: orNull(types.text), unreadFromLine: orNull(types.bigint) },
    ...countTypes,
  },
  query: ({ id, ...values }) =>
    build
      .update(imports)
      .set({ ...values, aliveAt: sql`now()`, endedAt: sql`now()` })
      .where(sql`${imports.id} = ${id}`),
});

const stillAlive = statement({
  name: 'catalog-import-is-alive',
  params: { id: idText },
  query: ({ id }) => build.update(imports).set({ aliveAt: sql`now()` }).where(sql`${imports.id} = ${id}`),
});

const noteStaged = statement({
  name: 'catalog-import-is-staged',
  params: { id: idText },
  query: ({ id }) => build.update(imports).set({ stagedAt: sql`now()` }).where(sql`${imports.id} = ${id}`),
});

const giveUp = statement({
  name: 'catalog-give-import-up',
  params: { id: idText },
  query: ({ id }) =>
    build
      .update(imports)
      .set({ aliveAt: sql`'epoch'` })
      .where(and(sql`${imports.id} = ${id}`, eq(imports.state, 'running'))),
});

const errorRows = rowsOf('e', { index: types.bigint, line: types.bigint, errors: types.jsonText });
const insertErrors = statement({
  name: 'catalog-note-import-errors',
  prepared: false,
  params: { id: idText, errors: errorRows },
  query: ({ id, errors }) => sql`
    INSERT INTO ${importErrors} (import_id, index, line, errors)
    SELECT ${id}, ${errorRows.at.index}, ${errorRows.at.line}, ${errorRows.at.errors} FROM ${errors}
    ON CONFLICT DO NOTHING`,
});

/** Runs are on record for so many days. */
const keptDays = 90;
const removedAtOnce = 20;

const removeOldImports = statement({
  name: 'catalog-remove-old-imports',
  prepared: false,
  columns: { id: as(types.text, sql`${imports.id}::text`) },
  query: (_, returned) => sql`
    DELETE FROM ${imports} WHERE ${imports.id} IN (
      SELECT ${imports.id} FROM ${imports} WHERE ${imports.startedAt} < now() - make_interval(days => ${sql.raw(String(keptDays))})
      ORDER BY ${imports.startedAt} LIMIT ${sql.raw(String(removedAtOnce))}
    ) RETURNING ${returned}`,
});

const idList = { ids: listOf(idText) };
const removeStaged = statement({
  name: 'catalog-remove-staged-offers',
  prepared: false,
  params: idList,
  query: ({ ids }) => sql`DELETE FROM ${stagedOffers} WHERE ${stagedOffers.importId} = ANY (${ids})`,
});
const removeChanges = statement({
  name: 'catalog-remove-import-changes',
  prepared: false,
  params: idList,
  query: ({ ids }) => sql`DELETE FROM ${importChanges} WHERE ${importChanges.importId} = ANY (${ids})`,
});

/** Deletes the rows that were staged for these imports. */
export async function dropStaged(on: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await removeStaged.run(on, { ids });
}

/** Deletes what would undo these imports. */
export async function dropChanges(on: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await removeChanges.run(on, { ids });
}

const removeEarlierChanges = statement({
  name: 'catalog-remove-earlier-changes',
  prepared: false,
  params: { importId: idText, sourceId: idText },
  query: ({ importId, sourceId }) => sql`
    DELETE FROM ${importChanges} WHERE ${importChanges.importId} IN (
      SELECT ${imports.id} FROM ${imports} WHERE ${imports.sourceId} = ${sourceId} AND ${imports.id} < ${importId})`,
});

/** Deletes what would undo the imports of a source before this one. */
export async function dropEarlierChanges(on: Queryable, importId: string, sourceId: string): Promise<void> {
  await removeEarlierChanges.run(on, { importId, sourceId });
}

const aliveEveryMs = 10_000;
/** Whether the process of an import that is under way has said nothing for a minute. */
export const isInterrupted = sql`(${imports.state} = 'running' AND ${imports.aliveAt} < now() - interval '1 minute')`;
/** Whether what it did can be undone: it has ended in some way, and no newer one of its source has, which is still there. */
export const isUndoable = sql`(${imports.sourceId} IS NOT NULL AND (${imports.state} IN ('done', 'failed') OR ${isInterrupted}) AND EXISTS (
  SELECT FROM ${importChanges} WHERE ${importChanges.importId} = ${imports.id}))`;
/** The record of an import has this many errors at most. */
const mostErrors = 100_000;
const errorsAtOnce = 500;

/** An import under way, and its record. */
export class ImportRun {
  readonly id: string;
  readonly #database: Database;
  readonly #timer: NodeJS.Timeout;
  #counts: ImportCounts = {
    ...{ rows: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, vanished: 0, failed: 0 },
  };
  readonly #breath = new Breath();
  #noted = 0;
  #notedErrors = 0;

  private constructor(id: string, database: Database) {
    this.id = id;
    this.#database = database;
    this.#timer = setInterval(() => {
      // If this fails, the next one may not.
      stillAlive.run(database, { id }).catch(() => {});
    }, aliveEveryMs);
    this.#timer.unref();
  }

  /** Puts an import on record, and removes what is on record for too long. */
  static async begin(database: Database, given: NewImport): Promise<ImportRun> {
    const old = (await removeOldImports.all(database)).map(({ id }) => id);
    await dropStaged(database, old);
    await dropChanges(database, old);
    return new ImportRun((await insertImport.one(database, { ...given })).id, database);
  }

  /** Goes on with an import that is on record, with what was counted before. */
  static resume(database: Database, id: string, counts: Pick<ImportCounts, 'rows' | 'failed'>): ImportRun {
    const run = new ImportRun(id, database);
    run.count(counts);
    return run;
  }

  get counts(): ImportCounts {
    return this.#counts;
  }

  /** Counts without writing. */
  count(counts: Partial<ImportCounts>): void {
    this.#counts = { ...this.#counts, ...counts };
  }

  /**
   * Notes how far it is. The record may be a second behind, and that the database cannot take it does not stop the import.
   * @param failed the errors of rows since the last call
   */
  async progress(counts: Partial<ImportCounts>, failed: readonly ItemErrors[] = []): Promise<void> {
    this.count(counts);
    await faultOf(async () => {
      const errors = failed.slice(0, Math.max(0, mostErrors - this.#notedErrors));
      this.#notedErrors += errors.length;
      for (let from = 0; from < errors.length; from += errorsAtOnce) {
        // Many imports may have errors at the same time.
        await this.#breath.take();
        await insertErrors.run(this.#database, {
          id: this.id,
          errors: errors.slice(from, from + errorsAtOnce).map(({ index, line = 0, errors }) => ({
            index,
            line,
            errors: JSON.stringify(errors),
          })),
        });
      }
      if (Date.now() - this.#noted < 1000) return;
      this.#noted = Date.now();
      await noteProgress.run(this.#database, { id: this.id, ...this.#counts });
    });
  }

  /** Notes that the whole list is staged: from now on it can be applied without its file. */
  async staged(): Promise<void> {
    await noteStaged.run(this.#database, { id: this.id });
  }

  /** Notes the end. @param on a transaction that it belongs to @param detail why it ended, if it is not done */
  async end(
    state: ImportState,
    { on = this.#database, detail = null, unreadFromLine = null }: Ending = {},
  ): Promise<void> {
    await endImport.run(on, { id: this.id, state, detail, unreadFromLine, ...this.#counts });
  }

  /** Does what the import is for. If that fails, so has the import. */
  async until<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await faultOf(() => this.end('failed', { detail: reasonOf(error) }));
      throw error;
    }
  }

  /** Ends its sign of life. Call it whatever happened: what has no end on record then is interrupted, and is shown so at once. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await faultOf(async () => {
      await giveUp.run(this.#database, { id: this.id });
    });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ClientGone) return 'The sender left before the end of the file.';
  return isRefusal(error) ? error.message : 'The file broke off, or the server failed.';
}

interface Ending {
  on?: Queryable;
  detail?: string | null;
  unreadFromLine?: number | null;
}
