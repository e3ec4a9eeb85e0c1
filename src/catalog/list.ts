import type { FastifyReply, FastifyRequest } from 'fastify';
import { countMatching, stateSql } from './figures.ts';
import { Filters } from './filters.ts';
import { type Cursor, type Position, readCursor, seekSql, writeCursor } from './keyset.ts';
import { type OrderColumn, type OrderTerm, orderSql, readOrdering } from './ordering.ts';
import { defaultSize, envelope, link, pageNumber, Query, readPage, readPageSize } from './page.ts';
import type { CatalogParts } from './parts.ts';

/** The records of a page as JSON text and, for one that was found by a cursor, where it lies. */
export interface KeptPage {
  results: string;
  first?: Position | undefined;
  last?: Position | undefined;
  more?: boolean;
}

/** What is listed. */
export interface ListKind {
  name: 'offers' | 'sources';
  /** The columns of a record `o` as they are shown. */
  columns: string;
  orderable: Record<string, OrderColumn>;
  /** Reads the filters of a query that every list of this kind has. */
  filter(filters: Filters): void;
}

const tableOf = ({ name }: ListKind) => `catalog.${name}`;

/** Filters that only one list has. */
export type MoreFilters = (filters: Filters) => void | Promise<void>;

/** Reads the query of a list. @throws Refusal 400 with every filter that is wrong */
export async function readListQuery(
  request: FastifyRequest,
  kind: ListKind,
  more?: MoreFilters,
): Promise<{ query: Query; filters: Filters; order: OrderTerm[] }> {
  const query = new Query(request);
  const filters = new Filters(query);
  kind.filter(filters);
  await more?.(filters);
  filters.check();
  return { query, filters, order: readOrdering(query.last('ordering'), kind.orderable) };
}

/** Answers a list: numbered pages with an exact count, or with `cursor=` keyset pages without one. */
export async function answerList(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: CatalogParts,
  kind: ListKind,
  more?: MoreFilters,
): Promise<FastifyReply> {
  const { query, filters, order } = await readListQuery(request, kind, more);
  const cursor = query.last('cursor');
  const body =
    cursor === undefined
      ? await numberedPage(request, parts, kind, query, filters, order)
      : await cursorPage(request, parts, kind, query, filters, order, cursor);
  return reply.type('application/json').send(body);
}

/**
 * The count and the records are of one state of the catalog or of a later one; what was worked out for a state is kept
 * until the catalog is written to.
 */
async function numberedPage(
  request: FastifyRequest,
  parts: CatalogParts,
  kind: ListKind,
  query: Query,
  filters: Filters,
  order: OrderTerm[],
): Promise<string> {
  const state = await parts.state.read();
  const count = filters.any
    ? await countMatching(parts.database, parts.counts, {
        table: tableOf(kind),
        where: filters.where,
        values: filters.parameters.values,
        key: filters.key,
        version: state.version,
      })
    : state[kind.name];
  const asked = readPage(query);
  const page = pageNumber(asked, count);
  const place = { size: asked.size, offset: (page - 1) * asked.size };
  const key = JSON.stringify([kind.name, filters.key, orderSql(order), place]);
  const { results } = await parts.pages.get(key, state.version, () =>
    fetchPage(parts, kind, filters, order, place),
  );
  return envelope(request, query, { page, size: asked.size, count, results });
}

async function fetchPage(
  { database, hot }: CatalogParts,
  kind: ListKind,
  filters: Filters,
  order: OrderTerm[],
  { size, offset }: { size: number; offset: number },
): Promise<{ version: string; value: KeptPage }> {
  const statement = (limit: string, skip: string) => `SELECT state.version, (
    SELECT string_agg(row_to_json(r)::text, ',') FROM (
      SELECT ${kind.columns} FROM (
        SELECT o.* FROM ${tableOf(kind)} AS o ${filters.where} ORDER BY ${orderSql(order)} LIMIT ${limit} OFFSET ${skip}
      ) AS o
    ) AS r) AS results
  FROM ${stateSql}`;
  type Row = { version: string; results: string | null };
  // Named only where every value gives the same plan. A search must never be: after five executions Postgres would
  // settle for a plan that ignores the trigram index.
  const plain = !filters.any && order.length === 1;
  const { rows } = plain
    ? await hot.query<Row>({
        name: `catalog-${kind.name}${order[0]!.descending ? '-down' : ''}`,
        text: statement('$1', '$2'),
        values: [size, offset],
      })
    : await database.query<Row>(statement(String(size), String(offset)), filters.parameters.values);
  return { version: rows[0]!.version, value: { results: rows[0]!.results ?? '' } };
}

async function cursorPage(
  request: FastifyRequest,
  parts: CatalogParts,
  kind: ListKind,
  query: Query,
  filters: Filters,
  order: OrderTerm[],
  token: string,
): Promise<string> {
  const cursor = readCursor(token, order);
  const size = readPageSize(query);
  const { version } = await parts.state.read();
  const key = JSON.stringify([kind.name, filters.key, orderSql(order), size, cursor]);
  const { results, first, last, more } = await parts.pages.get(key, version, () =>
    fetchBeyond(parts, kind, filters, order, cursor, size),
  );
  const linkTo = (position: Position | undefined, backwards: boolean) =>
    position ? link(request, query, { cursor: writeCursor(order, position, backwards) }) : null;
  const next = more || cursor.backwards ? linkTo(last, false) : null;
  const hasPrevious = cursor.backwards ? more : cursor.position !== undefined;
  const previous = hasPrevious ? linkTo(first, true) : null;
  return `{"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},"results":[${results}]}`;
}

async function fetchBeyond(
  { database, hot, state }: CatalogParts,
  kind: ListKind,
  filters: Filters,
  order: OrderTerm[],
  cursor: Cursor,
  size: number,
): Promise<{ version: string; value: KeptPage }> {
  // Read first: the page may be of a later state than it is kept for, and is then fetched again, never the reverse.
  const { version } = await state.read();
  const { values } = filters.parameters;
  const seek = seekSql(tableOf(kind), filters.conditions, order, cursor, size + 1, filters.parameters);
  const text = `SELECT row_to_json(r)::text AS record, ${positionSql(order)} AS position
    FROM (${seek}) AS o CROSS JOIN LATERAL (SELECT ${kind.columns}) AS r`;
  // Planning takes longer than reading twenty rows by their id. Any other size is a statement that is not named: a
  // connection remembers every name for ever.
  const plain = !filters.any && order.length === 1 && size === defaultSize;
  const name = `catalog-${kind.name}-beyond-${order[0]!.descending}-${cursor.backwards}-${values.length}`;
  const { rows } = plain
    ? await hot.query<BeyondRow>({ name, text, values })
    : await database.query<BeyondRow>(text, values);
  const more = rows.length > size;
  if (more) rows.pop();
  if (cursor.backwards) rows.reverse();
  const positionOf = (row: BeyondRow | undefined) => row && (JSON.parse(row.position) as Position);
  const results = rows.map(({ record }) => record).join();
  return { version, value: { results, first: positionOf(rows[0]), last: positionOf(rows.at(-1)), more } };
}

interface BeyondRow {
  record: string;
  position: string;
}

/** A row's position in an order, as JSON text. */
function positionSql(order: OrderTerm[]): string {
  return `json_build_array(${order.map(({ column }) => `o.${column}::text`).join(', ')})::text`;
}

const rowsAtOnce = 2000;

/**
 * All records of a list in order, in pieces of JSON lines, each fetched by its position, so that neither the server nor
 * the database holds more than one piece.
 */
export async function* streamList(
  { database }: CatalogParts,
  kind: ListKind,
  filters: Filters,
  order: OrderTerm[],
): AsyncGenerator<string> {
  const given = filters.parameters.values.length;
  let position: (string | null)[] | undefined;
  for (;;) {
    filters.parameters.values.length = given;
    const cursor = { position, backwards: false };
    const seek = seekSql(tableOf(kind), filters.conditions, order, cursor, rowsAtOnce, filters.parameters);
    const { rows } = await database.query<{ lines: string | null; size: number; last: string }>(
      `SELECT string_agg(row_to_json(r)::text, E'\\n') AS lines, count(*)::int AS size,
         (array_agg(${positionSql(order)}))[count(*)] AS last
       FROM (${seek}) AS o CROSS JOIN LATERAL (SELECT ${kind.columns}) AS r`,
      filters.parameters.values,
    );
    const { lines, size, last } = rows[0]!;
    if (lines !== null) yield `${lines}\n`;
    if (size < rowsAtOnce) return;
    position = JSON.parse(last) as (string | null)[];
  }
}
