import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { maxId } from '../../platform/ids.ts';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import { statement } from '../../platform/statement.ts';
import { searchCursors } from './schema.ts';
import { type Cursor, cursorColumns, findEarlier, writeWords } from './write.ts';

/** Fills in what was there before the search, project by project in turns, from the newest to the oldest. */

/** Messages or accounts of one transaction. */
const atOnce = 1000;

const c = alias(searchCursors, 'c');
const isUnfilled = sql`(${c.messagesBefore} IS NOT NULL OR ${c.identitiesBefore} IS NOT NULL)`;

/** Whether there is a project to go on with. */
export const isSearchUnfilled = sql`EXISTS (SELECT FROM ${searchCursors} AS ${c} WHERE ${isUnfilled})`;

const take = statement({
  name: 'search-fill-take',
  prepared: false,
  columns: cursorColumns,
  query: (_, columns) => sql`
    SELECT ${columns} FROM ${searchCursors} AS ${c} WHERE ${isUnfilled}
    ORDER BY ${c.filledAt} LIMIT 1 FOR UPDATE SKIP LOCKED`,
});

/**
 * Takes the project that waits longest a batch further, in one transaction: a process that dies leaves off between two batches.
 * @returns whether there was anything to do
 */
export function fillSearch(database: Database): Promise<boolean> {
  return database.transaction(fillSome, { durable: false });
}

async function fillSome(tx: Transaction): Promise<boolean> {
  const cursor = await take.first(tx);
  if (!cursor) return false;
  const { projectId } = cursor;
  // Accounts first: they are fewer, and the first that people look for.
  if (cursor.identitiesBefore !== null) {
    const rows = await findEarlier.identities.all(tx, {
      projectId,
      before: cursor.identitiesBefore,
      most: atOnce,
    });
    await fill(tx, { ...cursor, identitiesBefore: placeAfter(rows) }, rows);
  } else if (cursor.messagesBefore !== null) {
    const rows = await findEarlier.messages.all(tx, {
      projectId,
      before: cursor.messagesBefore,
      most: atOnce,
    });
    await fill(tx, { ...cursor, messagesBefore: placeAfter(rows) }, rows);
  }
  return true;
}

const placeAfter = (rows: readonly { id: string }[]): string | null =>
  rows.length < atOnce ? null : rows.at(-1)!.id;

async function fill(
  tx: Transaction,
  cursor: Cursor,
  rows: readonly { id: string; seq?: number; text: string; isNew: boolean }[],
): Promise<void> {
  const found = rows
    .filter(({ isNew }) => isNew)
    .map(({ id, seq, text }) => ({
      projectId: cursor.projectId,
      id,
      text,
      ...(seq !== undefined && { seq }),
    }));
  await writeWords(tx, [cursor], found, 'older');
}

const find = statement({
  name: 'search-filled',
  prepared: false,
  params: { projectId: c.projectId },
  columns: {
    messagesBefore: c.messagesBefore,
    messages: c.olderMessages,
    accounts: c.olderIdentities,
  },
  query: ({ projectId }, columns) => sql`
    SELECT ${columns} FROM ${searchCursors} AS ${c} WHERE ${c.projectId} = ${projectId} AND ${isUnfilled}`,
});

/**
 * How far the filling in of a project is; undefined if it has come to its end.
 * @returns how many are done, and the time of the oldest message among them, of which the beginning of its id tells
 */
export async function fillStanding(
  database: Queryable,
  projectId: string,
): Promise<{ messages: number; accounts: number; before: Date | null } | undefined> {
  const standing = await find.first(database, { projectId });
  if (!standing) return undefined;
  const { messagesBefore, messages, accounts } = standing;
  const isBegun = messagesBefore !== null && messagesBefore !== maxId;
  const ms = isBegun ? Number.parseInt(messagesBefore.replaceAll('-', '').slice(0, 12), 16) : 0;
  return { messages, accounts, before: isBegun ? new Date(Math.min(ms, 8.64e15)) : null };
}
