import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/postgres.ts';
import { as, value } from '../platform/sql-expressions.ts';
import { orNull, type SqlType, types } from '../platform/sql-types.ts';
import { type Statement, search, statement } from '../platform/statement.ts';
import { stateSql, version } from './figures.ts';
import { type Position, type Sought, seekSql, whereSql } from './keyset.ts';
import type { ListKind } from './list-kind.ts';
import { type OrderTerm, orderSql } from './ordering.ts';
import { defaultSize } from './page.ts';
import { offers, sources } from './schema.ts';
import { idText } from './sql.ts';

/** The statements of lists. Those without filters are prepared; the others are built and planned for each request. */

type Kind = Pick<ListKind<never>, 'name' | 'record' | 'shown'>;

/** The table of a list, under the alias that its filters and orders use. */
export const fromOf = ({ name, record }: Kind): SQL =>
  sql`${name === 'offers' ? offers : sources} AS ${record}`;

/** The filters and the order of a page. */
type Asked = Pick<Sought, 'conditions' | 'order'>;

/**
 * A page by its number: the state in which it was read, and its records as JSON texts separated by commas.
 * @param rows the whole rows `o` of the page, in order
 */
function pageColumns(kind: Kind, rows: SQL) {
  return {
    version,
    results: as(
      orNull(types.text),
      sql`(
        SELECT string_agg(row_to_json(r)::text, ',') FROM (SELECT ${kind.shown} FROM (${rows}) AS o) AS r)`,
    ),
  };
}

/** The rows of a page near the beginning of an index. */
const nearRows = (kind: Kind, order: OrderTerm[], { size, offset }: { size: SQL; offset: SQL }): SQL =>
  sql`SELECT o.* FROM ${fromOf(kind)} ORDER BY ${orderSql(order)} LIMIT ${size} OFFSET ${offset}`;

/**
 * The rows of any page. Only ids are passed over and sorted: at an offset of half a million that is up to sixty times as quick as with
 * whole rows, since the index alone has them.
 */
const farRows = (
  kind: Kind,
  { conditions, order }: Asked,
  { size, offset }: { size: SQL; offset: SQL },
): SQL =>
  sql`SELECT o.* FROM ${fromOf(kind)} WHERE ${kind.record.id} = ANY (ARRAY(
        SELECT ${kind.record.id} FROM ${fromOf(kind)} ${whereSql(conditions)} ORDER BY ${orderSql(order)} LIMIT ${size} OFFSET ${offset}
      )) ORDER BY ${orderSql(order)}`;

export interface Page {
  version: string;
  results: string | null;
}

/** Reads a page by a statement that is built for this request. */
export async function readPageOf(
  reads: Queryable,
  kind: Kind,
  asked: Asked,
  { size, offset }: { size: number; offset: number },
): Promise<Page> {
  const columns = pageColumns(kind, farRows(kind, asked, { size: digits(size), offset: digits(offset) }));
  const [page] = await search(reads, columns, (selected) => sql`SELECT ${selected} FROM ${stateSql}`);
  return page!;
}

const digits = (number: number): SQL => sql.raw(String(number));

/** Records after a position, each with its own position. */
function beyondColumns(order: OrderTerm[]) {
  return {
    record: as(types.text, sql`row_to_json(r)::text`),
    position: as(types.text, positionSql(order)),
  };
}

const beyondSql = (kind: Kind, seek: SQL, columns: SQL): SQL =>
  sql`SELECT ${columns} FROM (${seek}) AS o CROSS JOIN LATERAL (SELECT ${kind.shown}) AS r`;

export interface Found {
  record: string;
  position: string;
}

/** Reads after a position, by a statement that is built for this request. */
export function readBeyond(
  reads: Queryable,
  kind: Kind,
  asked: Asked,
  cursor: { position: Position | undefined; backwards: boolean },
  limit: number,
): Promise<Found[]> {
  const seek = seekSql({ ...asked, from: fromOf(kind) }, withTypes(cursor, asked.order), limit);
  return search(reads, beyondColumns(asked.order), (columns) => beyondSql(kind, seek, columns));
}

/** The values of a position, each with the type of its column. */
function withTypes<Cursor extends { position: Position | undefined; backwards: boolean }>(
  { position, backwards }: Cursor,
  order: OrderTerm[],
): { position: (SQL | null)[] | undefined; backwards: boolean } {
  const typed = (text: string | null, i: number) =>
    text === null ? null : value(asText(order[i]!.type), text);
  return { position: position?.map(typed), backwards };
}

const asText = (name: string): SqlType<string> => ({ name, encode: (text) => text });

/** A row's position in an order, as JSON text. */
function positionSql(order: OrderTerm[]): SQL {
  const texts = order.map(({ column }) => sql`${column}::text`);
  return sql`json_build_array(${sql.join(texts, sql`, `)})::text`;
}

export interface Piece {
  /** Records as lines of JSON; null if there are none. */
  lines: string | null;
  size: number;
  /** The position of the last record, as JSON text; null if there is none. */
  last: string | null;
}

/** Reads a piece of an export: records after a position as one text. */
export async function readPiece(
  reads: Queryable,
  kind: Kind,
  asked: Asked,
  position: Position | undefined,
  limit: number,
): Promise<Piece> {
  const cursor = withTypes({ position, backwards: false }, asked.order);
  const seek = seekSql({ ...asked, from: fromOf(kind) }, cursor, limit);
  const columns = {
    lines: as(orNull(types.text), sql`string_agg(row_to_json(r)::text, E'\\n')`),
    size: as(types.int, sql`count(*)::int`),
    last: as(orNull(types.text), sql`(array_agg(${positionSql(asked.order)}))[count(*)]`),
  };
  const [piece] = await search(reads, columns, (selected) => beyondSql(kind, seek, selected));
  return piece!;
}

/** The statements of a list by id without filters. Every value gives the same plan, so they are planned once. */
export interface PlainStatements {
  /** @param descending the direction of the order */
  page(descending: boolean): Statement<{ size: number; offset: number }, Page>;
  /** The first page by cursor, of the usual size. */
  first(descending: boolean, backwards: boolean): Statement<Record<never, never>, Found>;
  /** The pages after it. */
  beyond(descending: boolean, backwards: boolean): Statement<{ id: string }, Found>;
}

/** A list with its prepared statements. Without them its pages are neither prepared nor cached. */
export interface List<Values> extends ListKind<Values> {
  plain?: PlainStatements;
}

const both = [false, true];

/** Compiles the prepared statements of a list. */
export function plainStatements(kind: Kind): PlainStatements {
  const order = (descending: boolean): OrderTerm[] => [
    { column: kind.record.id, type: 'bigint', nullable: false, descending },
  ];
  const asked = (descending: boolean) => ({ conditions: [], order: order(descending), from: fromOf(kind) });
  const limit = defaultSize + 1;
  const down = (descending: boolean) => (descending ? '-down' : '');
  const pages = both.map((descending) =>
    statement({
      name: `catalog-${kind.name}${down(descending)}`,
      params: { size: types.bigint, offset: types.bigint },
      columns: (params) => pageColumns(kind, nearRows(kind, order(descending), params)),
      query: (_, columns) => sql`SELECT ${columns} FROM ${stateSql}`,
    }),
  );
  const name = (what: string, descending: boolean, backwards: boolean) =>
    `catalog-${kind.name}-${what}${down(descending)}${backwards ? '-back' : ''}`;
  const firsts = both.map((descending) =>
    both.map((backwards) =>
      statement({
        name: name('first', descending, backwards),
        columns: beyondColumns(order(descending)),
        query: (_, columns) =>
          beyondSql(kind, seekSql(asked(descending), { position: undefined, backwards }, limit), columns),
      }),
    ),
  );
  const beyond = both.map((descending) =>
    both.map((backwards) =>
      statement({
        name: name('beyond', descending, backwards),
        params: { id: idText },
        columns: beyondColumns(order(descending)),
        query: ({ id }, columns) =>
          beyondSql(kind, seekSql(asked(descending), { position: [id], backwards }, limit), columns),
      }),
    ),
  );
  return {
    page: (descending) => pages[Number(descending)]!,
    first: (descending, backwards) => firsts[Number(descending)]![Number(backwards)]!,
    beyond: (descending, backwards) => beyond[Number(descending)]![Number(backwards)]!,
  };
}
