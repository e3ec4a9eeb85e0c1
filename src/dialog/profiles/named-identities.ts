import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { oneOf, orNull } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { type ChannelTypeName, channelTypes } from '../content/content.ts';
import { isUnstorable } from '../http/unstorable.ts';
import type { Environment } from '../schema.ts';
import { channels, identities } from '../schema.ts';

/** An identity by its id, or by a channel's id with the customer's id in that channel. */
export type ExactIdentity = { id: string } | { channelId: string; externalId: string };

/**
 * A customer as other systems name them. With `create`, whoever is not in the channel yet is made, under that name. By a field of
 * the profile, it is their account in the channel, or without one the account that was active last.
 */
export type NamedIdentity =
  | { id: string }
  | { channelId: string; externalId: string; create?: { name: string | null } }
  | { field: string; value: string; channelId?: string };

/** By what a customer is named. The values may be anything that templates give. */
export interface Naming {
  identity_id?: unknown;
  channel_id?: unknown;
  external_id?: unknown;
  create?: unknown;
  name?: unknown;
  state_field?: unknown;
  state_value?: unknown;
}

const longestExternalId = 255;
const longestName = 255;

/**
 * Reads who is meant by the values of templates.
 * @returns undefined if they name neither an identity nor a customer in a channel or by a field
 */
export function namedIdentity(naming: Naming): NamedIdentity | undefined {
  const id = typeof naming.identity_id === 'string' ? readId('identity', naming.identity_id) : undefined;
  if (id) return { id };
  const channel = naming.channel_id;
  const channelId = typeof channel === 'string' ? readId('channel', channel) : undefined;
  const { state_field: field, state_value } = naming;
  if (typeof field === 'string') {
    const value = textOf(state_value);
    // A channel that is none must not count as any channel.
    if (value === undefined || (channel !== undefined && !channelId)) return undefined;
    return { field, value, ...(channelId && { channelId }) };
  }
  const externalId = textOf(naming.external_id);
  if (!channelId || externalId === undefined || externalId.length > longestExternalId) return undefined;
  const name =
    textOf(naming.name)
      ?.slice(0, longestName)
      .replace(/\p{Surrogate}/gu, '') ?? null;
  return { channelId, externalId, ...(naming.create === true && { create: { name } }) };
}

/** A text that is not empty. Some systems write the ids of their customers as numbers. */
function textOf(given: unknown): string | undefined {
  const text = typeof given === 'number' ? String(given) : given;
  return typeof text !== 'string' || text === '' || isUnstorable(text) ? undefined : text;
}

/** An identity that was found. */
export interface FoundIdentity {
  id: string;
  /** Those of its channel. */
  environment: Environment;
  channelType: ChannelTypeName;
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
  columns: {
    n: wantedIdentities.n,
    id: i.id,
    environment: c.environment,
    channelType: as(oneOf(...channelTypes), sql`${c.type}`),
  },
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
  wanted: readonly { projectId: string; identity: ExactIdentity }[],
): Promise<(FoundIdentity | undefined)[]> {
  const found: (FoundIdentity | undefined)[] = wanted.map(() => undefined);
  if (wanted.length === 0) return found;
  const nothing = { id: null, channelId: null, externalId: null };
  const rows = await findNamed.all(tx, {
    wanted: wanted.map(({ projectId, identity }) => ({
      ...{ projectId, ...nothing },
      ...('id' in identity
        ? { id: identity.id }
        : { channelId: identity.channelId, externalId: identity.externalId }),
    })),
  });
  for (const { n, ...identity } of rows) found[n - 1] = identity;
  return found;
}
