import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../../platform/postgres.ts';
import { name } from '../../../platform/sql-expressions.ts';
import { statement } from '../../../platform/statement.ts';
import { identities } from '../../schema.ts';
import { webchatTranscripts } from './schema.ts';
import { webchatTopic } from './transcript.ts';

const t = alias(webchatTranscripts, 't');
const i = alias(identities, 'i');

/** One mark for each transcript. Where everything was read before, nothing is written. */
const moveMarks = statement({
  name: 'webchat-seen',
  prepared: false,
  params: { projectId: i.projectId, profileId: i.profileId },
  query: ({ projectId, profileId }) => sql`
    WITH moved AS (
      UPDATE ${webchatTranscripts} AS ${t} SET ${name(t.seen)} = ${t.last} FROM ${identities} AS ${i}
      WHERE ${i.projectId} = ${projectId} AND ${i.profileId} = ${profileId}
        AND ${t.projectId} = ${projectId} AND ${t.identityId} = ${i.id} AND ${t.seen} < ${t.last}
      RETURNING ${i.channelId}, ${i.externalId}
    )
    SELECT pg_notify(${webchatTopic}, channel_id || ' ' || external_id) FROM moved`,
});

/** Shows the visitors who are this customer that a person has read what they said so far. */
export async function showSeen(
  database: Queryable,
  customer: { projectId: string; profileId: string },
): Promise<void> {
  await moveMarks.run(database, customer);
}
