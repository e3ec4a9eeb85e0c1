import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientGone } from '../platform/client-gone.ts';
import { JsonText, jsonText } from '../platform/json-text.ts';
import type { Queryable } from '../platform/postgres.ts';
import { sendJson } from './answer.ts';
import { countMatching } from './figures.ts';
import type { Filters } from './filters.ts';
import type { Versioned } from './kept.ts';
import { type Cursor, type KeptPage, type Position, readCursor, whereSql, writeCursor } from './keyset.ts';
import type { ListKind } from './list-kind.ts';
import {
  type Found,
  fromOf,
  type List,
  type PlainStatements,
  readBeyond,
  readPageOf,
  readPiece,
} from './list-statements.ts';
import { isIndexed, type OrderTerm, orderText, readOrdering } from './ordering.ts';
import { defaultSize, envelope, link, pageNumber, readPage, readPageSize } from './page.ts';
import type { CatalogParts } from './parts.ts';
import { Query } from './query.ts';

/** Skipping this many records of an index takes only a moment. */
const maxNearRecords = 10_000;

/** Whether only a few records of an index are read, however large the table is. */
function isLight(filters: Filters, order: OrderTerm[], offset = 0): boolean {
  return !filters.any && isIndexed(order) && offset <= maxNearRecords;
}

/**
 * Reads the query of a list.
 * @param more adds the filters of this list only
 * @throws Refusal 400 with every invalid filter
 */
export async function readListQuery<Values extends { ordering?: string | undefined }>(
  { query, filters }: { query: Values; filters: Filters },
  list: ListKind<Values>,
  more: (filters: Filters) => void | Promise<void> = () => {},
): Promise<OrderTerm[]> {
  list.filter(filters, query);
  await more(filters);
  filters.check();
  return readOrdering(query.ordering, list.orderable, list.record.id);
}

/** A requested list. */
interface Asked {
  list: Pick<List<never>, 'name' | 'record' | 'shown' | 'plain'>;
  filters: Filters;
  order: OrderTerm[];
}

/**
 * Answers a list: numbered pages with an exact count, or with `cursor=` keyset pages without one.
 * @param more adds the filters of this list only
 */
export async function answerList<Values extends { ordering?: string | undefined }>(
  request: FastifyRequest,
  values: Values,
  reply: FastifyReply,
  parts: CatalogParts,
  list: List<Values>,
  more?: (filters: Filters) => void | Promise<void>,
): Promise<FastifyReply> {
  const { filters } = request;
  const order = await readListQuery({ query: values, filters }, list, more);
  const query = new Query(request);
  const cursor = query.last('cursor');
  const asked = { list, filters, order };
  const body =
    cursor === undefined
      ? await numberedPage(request, clientGone(reply), parts, query, asked)
      : await cursorPage(request, clientGone(reply), parts, query, asked, cursor);
  return sendJson(reply, body);
}

/**
 * Answers a numbered page. Its count and its records belong to the same state of the catalog or to a later one; both are
 * cached for a state until the next write.
 */
async function numberedPage(
  request: FastifyRequest,
  gone: AbortSignal,
  parts: CatalogParts,
  query: Query,
  asked: Asked,
): Promise<string> {
  const { list, filters, order } = asked;
  const state = await parts.state.read();
  const count = filters.any
    ? await countMatching(
        parts.searches,
        parts.counts,
        {
          from: fromOf(list),
          where: whereSql(filters.conditions),
          key: `${list.name} ${filters.key}`,
          version: state.version,
        },
        gone,
      )
    : state[list.name];
  const { number, size } = readPage(query);
  const page = pageNumber({ number, size }, count);
  const place = { size, offset: (page - 1) * size };
  const key = JSON.stringify([list.name, filters.key, orderText(order), place]);
  const read = (abandoned: AbortSignal) => fetchPage(parts, asked, place, abandoned);
  const { results } = list.plain
    ? await parts.pages.get(key, state.version, read, gone)
    : (await read(gone)).value;
  return envelope(request, query, { page, size, count, results });
}

async function fetchPage(
  { database, hot, searches }: CatalogParts,
  { list, filters, order }: Asked,
  place: { size: number; offset: number },
  abandoned: AbortSignal,
): Promise<Versioned<KeptPage>> {
  const light = isLight(filters, order, place.offset);
  // Prepare only a statement whose plan is the same for every value. Never prepare a search: after five executions
  // Postgres would choose a plan that ignores the trigram index.
  const plain = light && order.length === 1 ? list.plain : undefined;
  const { version, results } = plain
    ? await plain.page(order[0]!.descending).one(hot, place)
    : await readPageOf(
        light ? database : searches(abandoned),
        list,
        { conditions: filters.conditions, order },
        place,
      );
  return { version, value: { results: results ?? '' } };
}

async function cursorPage(
  request: FastifyRequest,
  gone: AbortSignal,
  parts: CatalogParts,
  query: Query,
  asked: Asked,
  token: string,
): Promise<string> {
  const { list, filters, order } = asked;
  const cursor = readCursor(token, order);
  const size = readPageSize(query);
  // Read the state before the page: the page may then be newer than its cache entry, and be fetched again, but never older.
  const { version } = await parts.state.read();
  const key = JSON.stringify([list.name, filters.key, orderText(order), size, cursor]);
  const read = (abandoned: AbortSignal) => fetchBeyond(parts, asked, cursor, size, abandoned);
  const { results, first, last, more } = list.plain
    ? await parts.pages.get(
        key,
        version,
        async (abandoned) => ({ version, value: await read(abandoned) }),
        gone,
      )
    : await read(gone);
  const linkTo = (position: Position | undefined, backwards: boolean) =>
    position ? link(request, query, { cursor: writeCursor(order, position, backwards) }) : null;
  const next = more || cursor.backwards ? linkTo(last, false) : null;
  const hasPrevious = cursor.backwards ? more : cursor.position !== undefined;
  const previous = hasPrevious ? linkTo(first, true) : null;
  return jsonText({ next, previous, results: new JsonText(`[${results}]`) });
}

async function fetchBeyond(
  { database, hot, searches }: CatalogParts,
  { list, filters, order }: Asked,
  cursor: Cursor,
  size: number,
  abandoned: AbortSignal,
): Promise<KeptPage> {
  // Planning takes longer than reading twenty rows by their id, so the default size has a prepared statement. Other
  // sizes have none, because a connection keeps every prepared statement.
  const isPlain = !filters.any && order.length === 1 && size === defaultSize;
  const rows =
    isPlain && list.plain
      ? await fetchPlain(hot, list.plain, order[0]!.descending, cursor)
      : await readBeyond(
          isLight(filters, order) ? database : searches(abandoned),
          list,
          { conditions: filters.conditions, order },
          cursor,
          size + 1,
        );
  const more = rows.length > size;
  if (more) rows.pop();
  if (cursor.backwards) rows.reverse();
  const positionOf = (row: Found | undefined) => row && (JSON.parse(row.position) as Position);
  const results = rows.map(({ record }) => record).join();
  return { results, first: positionOf(rows[0]), last: positionOf(rows.at(-1)), more };
}

function fetchPlain(
  hot: Queryable,
  plain: PlainStatements,
  descending: boolean,
  { position, backwards }: Cursor,
): Promise<Found[]> {
  const [id] = position ?? [];
  return typeof id === 'string'
    ? plain.beyond(descending, backwards).all(hot, { id })
    : plain.first(descending, backwards).all(hot);
}

const rowsAtOnce = 2000;

/**
 * Streams all records of a list in order, in pieces of JSON lines. Each piece is read by its position, so neither the
 * server nor the database holds more than one piece. After the first piece the others wait for a seat without a limit,
 * because an answer that has begun can no longer be refused.
 * @param gone aborts when the client has gone
 */
export async function* streamList(
  { database, searches }: CatalogParts,
  { list, filters, order }: { list: Asked['list']; filters: Filters; order: OrderTerm[] },
  gone: AbortSignal,
): AsyncGenerator<string> {
  const light = isLight(filters, order);
  const asked = { conditions: filters.conditions, order };
  let position: Position | undefined;
  for (;;) {
    const patience = position === undefined ? undefined : Number.POSITIVE_INFINITY;
    const reads = light ? database.reading(gone) : searches(gone, patience);
    const { lines, size, last } = await readPiece(reads, list, asked, position, rowsAtOnce);
    if (lines !== null) yield `${lines}\n`;
    if (size < rowsAtOnce || last === null) return;
    position = JSON.parse(last) as Position;
  }
}
