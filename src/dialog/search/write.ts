import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/postgres.ts';
import { as, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { conversationMessages } from '../conversations/schema.ts';
import { identities } from '../schema.ts';
import { searchCursors, searchIdentities, searchMessages } from './schema.ts';
import { bucketOf, indexed, wordsOf } from './words.ts';

/** Writes the words of messages and accounts, for whoever follows the log and whoever fills in what was there before. */

const m = alias(conversationMessages, 'm');
const i = alias(identities, 'i');
const s = searchMessages;
const a = searchIdentities;
const c = alias(searchCursors, 'c');

const wantedMessages = rowsOf('w', { projectId: m.projectId, id: m.id });
const wantedIdentities = rowsOf('v', { projectId: i.projectId, id: i.id });

/** A message or an account to be found, whose words are not written yet. */
interface Found {
  projectId: string;
  id: string;
  /** Of a message. */
  seq?: number;
  text: string;
}

/** A visitor of a web chat without a name is called by the last four signs of the id (`src/console/text/name.ts`), so these are a word, too. */
const textOfIdentity = sql`concat_ws(' ', ${i.name}, ${i.externalId}, substring(${i.externalId} FROM '^vis_[0-9a-z]{22}([0-9a-z]{4})$'))`;
const isNewMessage = sql`NOT EXISTS (SELECT 1 FROM ${s} WHERE ${s.projectId} = ${m.projectId} AND ${s.id} = ${m.id})`;
const isNewIdentity = sql`NOT EXISTS (SELECT 1 FROM ${a} WHERE ${a.projectId} = ${i.projectId} AND ${a.id} = ${i.id})`;

/** What is not written yet of these messages and accounts. OFFSET 0 keeps each looked up by its key. */
export const findNamed = statement({
  name: 'search-read',
  params: { messages: wantedMessages, identities: wantedIdentities },
  columns: {
    projectId: as(types.uuid, sql`project_id`),
    id: as(types.uuid, sql`id`),
    seq: as(types.bigint, sql`seq`),
    text: as(types.text, sql`words`),
  },
  query: (given, columns) => sql`
    SELECT ${columns} FROM (
      SELECT said.* FROM ${given.messages} CROSS JOIN LATERAL (
        SELECT ${m.projectId}, ${m.id}, ${m.seq}, coalesce(${m.payload} ->> 'text', '') AS words
        FROM ${conversationMessages} AS ${m}
        WHERE ${m.projectId} = ${wantedMessages.at.projectId} AND ${m.id} = ${wantedMessages.at.id} AND ${isNewMessage}
        OFFSET 0
      ) AS said
      UNION ALL
      SELECT account.* FROM ${given.identities} CROSS JOIN LATERAL (
        SELECT ${i.projectId}, ${i.id}, NULL::bigint, ${textOfIdentity} FROM ${identities} AS ${i}
        WHERE ${i.projectId} = ${wantedIdentities.at.projectId} AND ${i.id} = ${wantedIdentities.at.id} AND ${isNewIdentity}
        OFFSET 0
      ) AS account
    ) AS either`,
});

/** Messages and accounts of a project before an id, the newest first, with whether their words are to be written. */
export const findEarlier = {
  messages: statement({
    name: 'search-earlier-messages',
    prepared: false,
    params: { projectId: m.projectId, before: m.id, most: types.int },
    columns: {
      id: m.id,
      seq: m.seq,
      text: as(types.text, sql`coalesce(${m.payload} ->> 'text', '')`),
      isNew: as(types.boolean, isNewMessage),
    },
    query: ({ projectId, before, most }, columns) => sql`
      SELECT ${columns} FROM ${conversationMessages} AS ${m}
      WHERE ${m.projectId} = ${projectId} AND ${m.id} < ${before} ORDER BY ${m.id} DESC LIMIT ${most}`,
  }),
  identities: statement({
    name: 'search-earlier-identities',
    prepared: false,
    params: { projectId: i.projectId, before: i.id, most: types.int },
    columns: { id: i.id, text: as(types.text, textOfIdentity), isNew: as(types.boolean, isNewIdentity) },
    query: ({ projectId, before, most }, columns) => sql`
      SELECT ${columns} FROM ${identities} AS ${i}
      WHERE ${i.projectId} = ${projectId} AND ${i.id} < ${before} ORDER BY ${i.id} DESC LIMIT ${most}`,
  }),
};

const revised = rowsOf('x', { projectId: s.projectId, id: s.id });

/** Removes the words of messages that say something else now, so that they are found as new ones. */
export const forget = statement({
  name: 'search-forget',
  prepared: false,
  params: { revised },
  query: (given) => sql`
    DELETE FROM ${s} USING ${given.revised}
    WHERE ${s.projectId} = ${revised.at.projectId} AND ${s.id} = ${revised.at.id}`,
});

const renamed = rowsOf('y', { projectId: a.projectId, id: a.id });

/** Removes the words of accounts that are called something else now, so that they are found as new ones. */
export const forgetAccounts = statement({
  name: 'search-forget-accounts',
  prepared: false,
  params: { renamed },
  query: (given) => sql`
    DELETE FROM ${a} USING ${given.renamed}
    WHERE ${a.projectId} = ${renamed.at.projectId} AND ${a.id} = ${renamed.at.id}`,
});

const spoken = rowsOf('said', { projectId: s.projectId, id: s.id, seq: s.seq, words: types.text });
const known = rowsOf('account', { projectId: a.projectId, id: a.id, words: types.text });
const moved = rowsOf('moved', {
  projectId: c.projectId,
  last: c.last,
  messages: c.messages,
  olderMessages: c.olderMessages,
  identities: c.identities,
  olderIdentities: c.olderIdentities,
  messagesBefore: c.messagesBefore,
  identitiesBefore: c.identitiesBefore,
});

/** Writes words, and moves the cursors of their projects, which are locked. */
const write = statement({
  name: 'search-write',
  params: { spoken, known, moved },
  query: (given) => sql`
    WITH turned AS (
      UPDATE ${searchCursors} AS ${c} SET
        ${name(c.last)} = ${moved.at.last}, ${name(c.messages)} = ${moved.at.messages},
        ${name(c.olderMessages)} = ${moved.at.olderMessages}, ${name(c.identities)} = ${moved.at.identities},
        ${name(c.olderIdentities)} = ${moved.at.olderIdentities}, ${name(c.messagesBefore)} = ${moved.at.messagesBefore},
        ${name(c.identitiesBefore)} = ${moved.at.identitiesBefore}, ${name(c.filledAt)} = clock_timestamp()
      FROM ${given.moved} WHERE ${c.projectId} = ${moved.at.projectId}
    ), accounts AS (
      INSERT INTO ${a} (${names(a.projectId, a.id, a.words)})
      SELECT ${known.at.projectId}, ${known.at.id}, array_to_tsvector(string_to_array(${known.at.words}, ' '))
      FROM ${given.known}
      ON CONFLICT DO NOTHING
    )
    INSERT INTO ${s} (${names(s.projectId, s.id, s.seq, s.words)})
    SELECT ${spoken.at.projectId}, ${spoken.at.id}, ${spoken.at.seq}, array_to_tsvector(string_to_array(${spoken.at.words}, ' '))
    FROM ${given.spoken}
    ON CONFLICT DO NOTHING`,
});

/** The cursor of a project, which the transaction has locked. */
export interface Cursor {
  projectId: string;
  number: number;
  last: number;
  messages: number;
  olderMessages: number;
  identities: number;
  olderIdentities: number;
  messagesBefore: string | null;
  identitiesBefore: string | null;
}

/** Its columns, for those who lock it. */
export const cursorColumns = {
  projectId: c.projectId,
  number: c.number,
  last: c.last,
  messages: c.messages,
  olderMessages: c.olderMessages,
  identities: c.identities,
  olderIdentities: c.olderIdentities,
  messagesBefore: c.messagesBefore,
  identitiesBefore: c.identitiesBefore,
};

/**
 * Writes the words of messages and accounts, each into the bucket whose turn it is, and the cursors.
 * @param cursors those of all projects in `found`, with their new places; their counts are raised here
 * @param age whether these came since the project is followed, or were there before
 */
export async function writeWords(
  tx: Transaction,
  cursors: readonly Cursor[],
  found: readonly Found[],
  age: 'newer' | 'older',
): Promise<void> {
  const byProject = new Map(cursors.map((cursor) => [cursor.projectId, { ...cursor }]));
  const said: { projectId: string; id: string; seq: number; words: string }[] = [];
  const accounts: { projectId: string; id: string; words: string }[] = [];
  for (const { projectId, id, seq, text } of found) {
    const words = wordsOf(text);
    if (words.length === 0) continue;
    const cursor = byProject.get(projectId)!;
    const count = countOf[age][seq === undefined ? 'identities' : 'messages'];
    const ofBucket = indexed(cursor.number, bucketOf[age](cursor[count]++), words);
    if (seq === undefined) accounts.push({ projectId, id, words: ofBucket });
    else said.push({ projectId, id, seq, words: ofBucket });
  }
  await write.run(tx, { spoken: said, known: accounts, moved: [...byProject.values()] });
}

const countOf = {
  newer: { messages: 'messages', identities: 'identities' },
  older: { messages: 'olderMessages', identities: 'olderIdentities' },
} as const;
