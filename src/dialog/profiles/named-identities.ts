import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { rowsOf } from '../../platform/sql-expressions.ts';
import { orNull } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { Environment } from '../schema.ts';
import { channels, identities } from '../schema.ts';

/** An identity as other systems name it: its id, or a channel's id with the customer's id in that channel. */
export type NamedIdentity = { id: string } | { channelId: string; externalId: string };

const longestExternalId = 255;

/**
 * Reads who is meant by the values of templates.
 * @returns undefined if they name neither an identity nor a customer in a channel
 */
export function namedIdentity({
  identity_id: identity,
  channel_id: channel,
  external_id: external,
}: {
  identity_id?: unknown;
  channel_id?: unknown;
  external_id?: unknown;
}): NamedIdentity | undefined {
  const id = typeof identity === 'string' ? readId('identity', identity) : undefined;
  if (id) return { id };
  const channelId = typeof channel === 'string' ? readId('channel', channel) : undefined;
  // Some systems write the ids of their customers as numbers.
  const externalId = typeof external === 'number' ? String(external) : external;
  if (!channelId || typeof externalId !== 'string') return undefined;
  return externalId === '' || externalId.length > longestExternalId ? undefined : { channelId, externalId };
}

/** An identity that was found. */
export interface FoundIdentity {
  id: string;
  /** The environment of its channel. */
  environment: Environment;
}

const i = alias(identities, 'i');
const c = alias(channels, 'c');
const wantedIdentities = rowsOf('w', {
  projectId: i.projectId,
  id: orNull(i.id),
  channelId: orNull(i.channelId),
  externalId: orNull(i.externalId),
});
const { at: w } = wantedIdentities;

const findNamed = statement({
  name: 'mapped-identities',
  params: { wanted: wantedIdentities },
  columns: { n: wantedIdentities.n, id: i.id, environment: c.environment },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${p.wanted}
    CROSS JOIN LATERAL (
      SELECT ${i.projectId}, ${i.id}, ${i.channelId} FROM ${identities} AS ${i}
      WHERE ${i.projectId} = ${w.projectId} AND ${i.id} = ${w.id}
      UNION ALL
      SELECT ${i.projectId}, ${i.id}, ${i.channelId} FROM ${identities} AS ${i}
      WHERE ${i.projectId} = ${w.projectId} AND ${i.channelId} = ${w.channelId}
        AND ${i.externalId} = ${w.externalId}
    ) AS ${i}
    JOIN ${channels} AS ${c}
      ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId} AND ${c.deletedAt} IS NULL`,
});

/** @returns each identity, in the same order; undefined if the project has none, or its channel was deleted */
export async function findIdentities(
  tx: Queryable,
  wanted: { projectId: string; identity: NamedIdentity }[],
): Promise<(FoundIdentity | undefined)[]> {
  const found: (FoundIdentity | undefined)[] = wanted.map(() => undefined);
  if (wanted.length === 0) return found;
  const nothing = { id: null, channelId: null, externalId: null };
  const rows = await findNamed.all(tx, {
    wanted: wanted.map(({ projectId, identity }) => ({ projectId, ...nothing, ...identity })),
  });
  for (const { n, id, environment } of rows) found[n - 1] = { id, environment };
  return found;
}
