import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { listOf } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { channels, identities } from '../schema.ts';

const i = alias(identities, 'i');
const c = alias(channels, 'c');

/** Finds the customer with this id at the platform, in the first of these channels that has one. */
export const findCustomer = statement({
  name: 'miniapp-customer',
  prepared: false,
  params: { projectId: i.projectId, channelIds: listOf(i.channelId), userId: i.externalId },
  columns: { id: i.id, profileId: i.profileId, channelId: i.channelId, environment: c.environment },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${identities} AS ${i}
    JOIN ${channels} AS ${c}
      ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId} AND ${c.deletedAt} IS NULL
    WHERE ${i.projectId} = ${p.projectId} AND ${i.channelId} = ANY (${p.channelIds})
      AND ${i.externalId} = ${p.userId}
    ORDER BY array_position(${p.channelIds}, ${i.channelId}) LIMIT 1`,
});
