import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { oneOf, orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { channelTypes } from '../content/content.ts';
import { conversationMessages } from '../conversations/schema.ts';
import { profilesByContact } from '../profiles/contacts.ts';
import { customersWith } from '../profiles/listing.ts';
import { channels, identities } from '../schema.ts';
import { searchCursors, searchIdentities, searchMessages } from './schema.ts';
import type { foundShape } from './shapes.ts';
import { excerptOf, inBucket, questionOf } from './words.ts';

/** Hits of a sort; if there are more, the question is too wide. */
const mostHits = 200;

const c = alias(searchCursors, 'c');
const s = alias(searchMessages, 's');
const a = alias(searchIdentities, 'a');
const m = alias(conversationMessages, 'm');
const i = alias(identities, 'i');
const ch = alias(channels, 'ch');

/**
 * The newest hits of a question, and one more if there are more. It is put to each bucket by itself, the newest first, and ends as
 * soon as there are enough: so a word that everybody says costs no more than one bucket, however many messages there are. `IS TRUE`
 * keeps Postgres from reading all rows of the project by its key.
 */
const hitsIn = (
  { words, projectId, id }: Record<'words' | 'projectId' | 'id', AnyPgColumn>,
  from: SQL,
  {
    newer,
    older,
    order,
    given,
    question,
  }: { newer: AnyPgColumn; older: AnyPgColumn; order: AnyPgColumn; given: SQL; question: SQL },
): SQL => sql`
  SELECT hit.id, hit.place FROM ${searchCursors} AS ${c}
  CROSS JOIN generate_series(${newer} / ${inBucket}, -1 - ${older} / ${inBucket}, -1) AS bucket
  CROSS JOIN LATERAL (
    SELECT ${id} AS id, ${order} AS place FROM ${from}
    WHERE (${projectId} = ${given}) IS TRUE
      AND ${words} @@ replace(${question}, '%', ${c.number} || '.' || bucket || ':')::tsquery
    ORDER BY ${order} DESC LIMIT ${mostHits + 1}
  ) AS hit
  WHERE ${c.projectId} = ${given}
  LIMIT ${mostHits + 1}`;

/**
 * OFFSET 0 keeps each message, account and channel looked up by its key: for a project with many more of them than most have, Postgres would
 * read all again for each hit.
 */
const findMessages = statement({
  name: 'search-messages',
  prepared: false,
  params: { projectId: c.projectId, question: types.text },
  columns: {
    id: as(m.id, sql`${m.id}`),
    direction: m.direction,
    author: as(orNull(types.text), sql`${m.payload} ->> 'author'`),
    text: as(types.text, sql`${m.payload} ->> 'text'`),
    createdAt: m.createdAt,
    identityId: i.id,
    profileId: i.profileId,
    name: i.name,
    externalId: i.externalId,
    channelId: ch.id,
    channelType: as(oneOf(...channelTypes), sql`${ch.type}`),
    channelName: ch.name,
  },
  query: ({ projectId, question }, columns) => sql`
    SELECT ${columns} FROM (
      ${hitsIn(s, sql`${searchMessages} AS ${s}`, { newer: c.messages, older: c.olderMessages, order: s.seq, given: projectId, question })}
    ) AS found
    CROSS JOIN LATERAL (
      SELECT * FROM ${conversationMessages} AS one WHERE one.project_id = ${projectId} AND one.id = found.id OFFSET 0
    ) AS ${m}
    CROSS JOIN LATERAL (
      SELECT * FROM ${identities} AS one WHERE one.project_id = ${projectId} AND one.id = ${m.identityId} OFFSET 0
    ) AS ${i}
    CROSS JOIN LATERAL (
      SELECT * FROM ${channels} AS one WHERE one.project_id = ${projectId} AND one.id = ${i.channelId} OFFSET 0
    ) AS ${ch}
    ORDER BY ${m.seq} DESC`,
});

type MessageHit = ResultOf<typeof findMessages>;

const findAccounts = statement({
  name: 'search-accounts',
  prepared: false,
  params: { projectId: c.projectId, question: types.text },
  columns: { profileId: i.profileId },
  query: ({ projectId, question }, columns) => sql`
    SELECT ${columns} FROM (
      ${hitsIn(a, sql`${searchIdentities} AS ${a}`, { newer: c.identities, older: c.olderIdentities, order: a.id, given: projectId, question })}
    ) AS found
    CROSS JOIN LATERAL (
      SELECT * FROM ${identities} AS one WHERE one.project_id = ${projectId} AND one.id = found.id OFFSET 0
    ) AS ${i}
    ORDER BY ${i.id} DESC`,
});

type Found = z.output<typeof foundShape>;

/**
 * Customers by the names and external ids of their accounts, and by the whole phone number or mail address that their state has; the
 * newest account first.
 */
export async function searchCustomers(
  database: Queryable,
  projectId: string,
  asked: string,
): Promise<NonNullable<Found['customers']>> {
  const question = questionOf(asked);
  const [byContact, hits] = await Promise.all([
    profilesByContact(database, projectId, asked, mostHits + 1),
    question === undefined ? [] : findAccounts.all(database, { projectId, question }),
  ]);
  const ids = [...new Set([...byContact, ...hits.map(({ profileId }) => profileId)])];
  return {
    items: await customersWith(database, projectId, ids.slice(0, mostHits)),
    narrow: hits.length > mostHits || ids.length > mostHits,
  };
}

/** Conversations by the words of their messages, the newest message first. */
export async function searchConversations(
  database: Queryable,
  projectId: string,
  asked: string,
): Promise<NonNullable<Found['conversations']>> {
  const question = questionOf(asked);
  const hits = question === undefined ? [] : await findMessages.all(database, { projectId, question });
  const byIdentity = new Map<string, MessageHit[]>();
  for (const hit of hits.slice(0, mostHits)) {
    const others = byIdentity.get(hit.identityId);
    if (others) others.push(hit);
    else byIdentity.set(hit.identityId, [hit]);
  }
  return {
    items: [...byIdentity.values()].map((messages) => {
      const { identityId, profileId, name, externalId, channelId, channelType, channelName } = messages[0]!;
      return {
        identity_id: showId('identity', identityId),
        profile_id: showId('profile', profileId),
        ...{ name, external_id: externalId },
        channel: { id: showId('channel', channelId), type: channelType, name: channelName },
        messages: messages.map(({ id, direction, author, text, createdAt }) => ({
          id: showId('message', id),
          direction,
          author:
            direction === 'in'
              ? 'customer'
              : author === 'scenario' || author === 'operator'
                ? author
                : 'client',
          excerpt: excerptOf(text, asked),
          created_at: createdAt.toISOString(),
        })),
      };
    }),
    narrow: hits.length > mostHits,
  };
}
