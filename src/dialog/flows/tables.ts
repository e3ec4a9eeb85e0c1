import { parseExactly } from '../../platform/exact-json.ts';
import { leavesOf } from '../scenario/branches.ts';
import type { Definition } from '../scenario/definition.ts';
import type { Position } from '../scenario/position.ts';
import { type Entry, tablesOfTurn } from '../scenario/reach.ts';
import { tablesReadBy } from '../scenario/reads.ts';
import { type RowCondition, readRows } from '../tables/query.ts';
import type { Json, JsonObject } from '../template/json.ts';
import type { Caller, Performer } from './calls.ts';
import type { TurnGroup } from './turn-group.ts';

/** Reads rows for a step. From here on long numbers are texts. */
export const readTable: Performer<'table_read'> = async (group, call, { projectId, environment }) => {
  const { table, where, sort, limit, offset = 0 } = call;
  await group.sheets.settle();
  const read = await readRows(group.tx, {
    projectId,
    table,
    environment,
    where: where as RowCondition[],
    sort,
    limit,
    offset,
  });
  if (!read.ok) return failed(read);
  return { status: 'succeeded', result: { ...shownRows(read.rows), revision: read.revision }, error: null };
};

/** Changes rows for a step. */
export const writeTable: Performer<'table_write'> = async (group, call, caller) => {
  const { sheets } = group;
  const { projectId, environment } = caller;
  const { table, action, key, if_revision: ifRevision = null } = call;
  const rows = call.rows.map((row) => JSON.stringify(row));
  const wanted = { projectId, table, environment, action, key, ifRevision, rows };
  const change = await (sheets.append(wanted) ?? sheets.change(wanted));
  if (!change.ok) return failed(change);
  const { written, revision } = change;
  group.written.add(caller, table, change);
  return { status: 'succeeded', result: { written, revision }, error: null };
};

/** A turn that is about to run, and where it may begin. */
export interface Course extends Pick<Caller, 'projectId' | 'environment'> {
  definition: Definition;
  entry: Entry;
}

/** Where a turn of a waiting flow may begin: there, or in each of its branches. */
export function entriesOf(position: Position): Entry[] {
  return [...leavesOf(position)].flatMap(({ step, paused }) =>
    step === null ? [] : { step, waits: !paused },
  );
}

/**
 * Locks the tables that these turns may write, before any of them reads, and all at once: turns of several flows share a
 * transaction, and would deadlock if each locked its tables when it reaches them.
 */
export async function lockTables(group: TurnGroup, courses: Course[]): Promise<void> {
  const sheets = courses.flatMap(({ definition, entry, projectId, environment }) =>
    tablesOfTurn(definition, entry).map((table) => ({ projectId, table, environment })),
  );
  await group.sheets.lock(sheets);
}

const rowsForTemplates = 100;

/** Reads the first rows of the tables in a flow's templates, for `{{table.<slug>…}}`. */
export async function readTables(
  group: TurnGroup,
  definition: Definition,
  { projectId, environment }: Pick<Caller, 'projectId' | 'environment'>,
): Promise<JsonObject> {
  const found: JsonObject = {};
  const tables = tablesReadBy(definition);
  if (tables.length > 0) await group.sheets.settle();
  for (const table of tables) {
    const read = await readRows(group.tx, { projectId, table, environment, limit: rowsForTemplates });
    if (read.ok) found[table] = shownRows(read.rows);
  }
  return found;
}

function shownRows(texts: string[]) {
  const rows = texts.map((row) => parseExactly(row) as JsonObject);
  return { rows, count: rows.length, first: rows[0] ?? null };
}

function failed({ code, message }: { code: string; message: string }) {
  return { status: 'failed' as const, result: null as Json, error: { code, message } };
}
