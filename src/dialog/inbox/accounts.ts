import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { identities } from '../schema.ts';
import { conversations } from './schema.ts';

/** The accounts of customers with whom there are conversations. */

const i = alias(identities, 'i');
const k = alias(conversations, 'k');

const findAccounts = statement({
  name: 'conversation-accounts',
  prepared: false,
  params: { projectId: i.projectId, profileId: i.profileId },
  columns: { id: i.id },
  query: ({ projectId, profileId }, columns) => sql`
    SELECT ${columns} FROM ${identities} AS ${i}
    WHERE ${i.projectId} = ${projectId} AND ${i.profileId} = ${profileId}`,
});

/** The ids of the accounts of a customer. */
export const identitiesOf = async (
  database: Queryable,
  projectId: string,
  profileId: string,
): Promise<string[]> => (await findAccounts.all(database, { projectId, profileId })).map(({ id }) => id);

const findConversation = statement({
  name: 'conversation-of-account',
  prepared: false,
  params: { projectId: i.projectId, identityId: i.id },
  columns: { profileId: k.profileId, assigneeId: k.assigneeId },
  query: ({ projectId, identityId }, columns) => sql`
    SELECT ${columns} FROM ${identities} AS ${i}
    JOIN ${conversations} AS ${k} ON ${k.projectId} = ${i.projectId} AND ${k.profileId} = ${i.profileId}
    WHERE ${i.projectId} = ${projectId} AND ${i.id} = ${identityId}`,
});

/** The conversation to which an account belongs, and who sees to it; undefined if there is none yet. */
export const conversationOf = (
  database: Queryable,
  given: { projectId: string; identityId: string },
): Promise<ResultOf<typeof findConversation> | undefined> => findConversation.first(database, given);
