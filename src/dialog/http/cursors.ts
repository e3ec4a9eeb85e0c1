import { gte, lt, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { idsSince, type RecordKind, readId, showId } from '../../platform/ids.ts';
import { text } from './fields.ts';

/** Lists that are paged by a cursor, and the filters by time that they share. */

/** Records on a page. */
export const cursorPage = 100;

/** A time in a query string; an empty one is no condition. ISO 8601 has a year 0000, Postgres has not. */
export const momentFilter = text({ max: 40, default: '' }).refine(
  (given) =>
    given === '' || (z.iso.datetime({ offset: true }).safeParse(given).success && !given.startsWith('0000')),
  'not a time of RFC 3339, such as 2026-11-20T10:51:43Z',
);

/** The parameter `cursor` of a list. @param isCursor whether the list has given this text as one */
export const cursorField = (isCursor: (shown: string) => boolean) =>
  text({ max: 200, default: '' })
    .refine((shown) => shown === '' || isCursor(shown), 'give the next_cursor of the page before, as it came')
    .describe('The `next_cursor` of the page before.');

/** The cursor of a list that is sorted by its ids: the id of the last record of the page before. */
export const idCursor = (kind: RecordKind) => cursorField((shown) => readId(kind, shown) !== undefined);

/** The parameters of such a list that has a range of time, too. */
export const rangeFields = (kind: RecordKind) => ({
  from: momentFilter.describe('Accepted at this moment or later (RFC 3339).'),
  to: momentFilter.describe('Accepted before this moment (RFC 3339).'),
  cursor: idCursor(kind),
});

/** An id is made by another clock than the time of its record. */
const clocksApartMs = 60_000;

/** A time between the limits of what Postgres reads: no record is outside of them. */
export const momentOf = (given: string): Date =>
  new Date(Math.max(0, Math.min(Date.parse(given), Date.UTC(9999, 0))));

/** Below every id made at this moment or later. */
const idAt = (ms: number): string => idsSince(new Date(Math.max(0, ms)));

/** The conditions of these parameters: a range of ids, because ids begin with their time, and the time itself. */
export function rangeOf(
  kind: RecordKind,
  { id, createdAt }: { id: AnyPgColumn; createdAt: AnyPgColumn },
  { from, to, cursor }: { from: string; to: string; cursor: string },
): SQL[] {
  const conditions: SQL[] = [];
  if (from !== '') {
    const at = momentOf(from);
    conditions.push(gte(id, idAt(at.getTime() - clocksApartMs)), gte(createdAt, at));
  }
  if (to !== '') {
    const at = momentOf(to);
    conditions.push(lt(id, idAt(at.getTime() + clocksApartMs)), lt(createdAt, at));
  }
  const before = readId(kind, cursor);
  if (before !== undefined) conditions.push(lt(id, before));
  return conditions;
}

/** A page of records. @param rows one more than a page if there are more @param cursorAt the cursor after a record */
export function pageUpTo<Row, Item>(
  rows: Row[],
  present: (row: Row) => Item,
  cursorAt: (row: Row) => string,
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, cursorPage);
  const last = rows.length > cursorPage ? shown.at(-1) : undefined;
  return { items: shown.map(present), next_cursor: last === undefined ? null : cursorAt(last) };
}

/** The same for a list that is sorted by its ids. */
export const pageById = <Row extends { id: string }, Item>(
  kind: RecordKind,
  rows: Row[],
  present: (row: Row) => Item,
) => pageUpTo(rows, present, ({ id }) => showId(kind, id));
