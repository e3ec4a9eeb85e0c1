import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { cache } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { itemsOf, membersOf, objectOf } from '../api/json-text.ts';
import { type Pages, usePagesOf } from '../api/pages.ts';
import { hasCode } from '../api/problem.ts';
import { type Place, rowPath, rowsPath } from './paths.ts';

/** A row with the JSON texts of its values. */
export interface TableRow {
  /** Its place, by which it is changed. */
  row: number;
  values: ReadonlyMap<string, string>;
  /** The revision of the table at which it was read. */
  revision: number;
}

interface RowsPage {
  rows: TableRow[];
  revision: number;
  total: number;
  next_offset: number | null;
}

export const keyOfRow = ({ row }: TableRow): string => String(row);

function readRow(text: string, revision: number): TableRow {
  const members = membersOf(text);
  return { row: Number(members.get('row')), values: membersOf(members.get('data') ?? '{}'), revision };
}

function readPage(text: string): RowsPage {
  const members = membersOf(text);
  const next = members.get('next_offset');
  const revision = Number(members.get('revision'));
  return {
    rows: itemsOf(members.get('rows') ?? '[]').map((row) => readRow(row, revision)),
    revision,
    total: Number(members.get('total')),
    next_offset: next === undefined || next === 'null' ? null : Number(next),
  };
}

const rowsIn = ({ rows }: RowsPage): readonly TableRow[] => rows;

/** The rows of a table that conditions choose, page by page. @param where @param sort JSON, as the API takes it; empty for none */
export function useRows(
  { project_id, slug, environment }: Place,
  { where, sort }: { where: string; sort: string },
  isOn: boolean,
): Pages<TableRow, RowsPage> {
  const list = useInfiniteQuery<RowsPage, Error, InfiniteData<RowsPage, number>, readonly unknown[], number>({
    queryKey: ['get', rowsPath, { project_id, slug, environment, where, sort }, 'pages'],
    enabled: isOn,
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset, signal }) => {
      const params = { path: { project_id, slug }, query: { environment, where, sort, offset } };
      const { data } = await api.GET(rowsPath, { params, signal, parseAs: 'text' });
      return readPage(data as string);
    },
    getNextPageParam: ({ next_offset }) => next_offset ?? undefined,
  });
  return usePagesOf(list, rowsIn);
}

/** Puts what the server answered into the lists that were read, at its place. */
function keepRow(fresh: TableRow): void {
  cache.setQueriesData<InfiniteData<RowsPage>>(
    { predicate: ({ queryKey }) => queryKey[1] === rowsPath && queryKey[3] === 'pages' },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          rows: page.rows.map((each) => (each.row === fresh.row ? fresh : each)),
        })),
      },
  );
}

const raw = (text: string) => ({ bodySerializer: () => text, body: {} as never });

/** A row by what the server says of it. */
function rowOf(row: number, text: string): TableRow {
  const members = membersOf(text);
  return {
    row,
    values: membersOf(members.get('data') ?? '{}'),
    revision: Number(members.get('revision')),
  };
}

/** What a row becomes: JSON texts by column; undefined for a column that it loses. */
export type Change = ReadonlyMap<string, string | undefined>;

/**
 * Changes columns of a row; the others keep their values.
 * @param revision at which the row was seen
 * @returns the row as it is then
 * @throws ApiProblem `revision_conflict` if somebody has written into the table since: `rowInConflict` has the row
 */
export async function changeRow(
  { project_id, slug, environment }: Place,
  row: number,
  change: Change,
  revision: number,
): Promise<TableRow> {
  const set = [...change].flatMap(([column, value]) =>
    value === undefined ? [] : [[column, value] as const],
  );
  const unset = [...change].flatMap(([column, value]) => (value === undefined ? [column] : []));
  const { data } = await api.PATCH(rowPath, {
    params: { path: { project_id, slug, row }, query: { environment } },
    ...raw(`{"set":${objectOf(set)},"unset":${JSON.stringify(unset)},"if_revision":${revision}}`),
    parseAs: 'text',
  });
  const changed = rowOf(row, data as unknown as string);
  keepRow(changed);
  return changed;
}

/** The row as it is now, if it was not changed because somebody has written into the table since it was seen. */
export function rowInConflict(row: number, problem: unknown): TableRow | undefined {
  if (!hasCode(problem, 'revision_conflict')) return undefined;
  const now = rowOf(row, problem.text);
  keepRow(now);
  return now;
}

/** Adds a row at the end. */
export async function addRow(
  { project_id, slug, environment }: Place,
  values: ReadonlyMap<string, string>,
): Promise<void> {
  await api.POST(rowsPath, {
    params: { path: { project_id, slug }, query: { environment } },
    ...raw(`{"data":${objectOf(values)}}`),
    parseAs: 'text',
  });
}

export async function deleteRow({ project_id, slug, environment }: Place, row: number): Promise<void> {
  await api.DELETE(rowPath, { params: { path: { project_id, slug, row }, query: { environment } } });
}
