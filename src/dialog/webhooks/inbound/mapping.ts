import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId } from '../../../platform/ids.ts';
import type { Queryable } from '../../../platform/postgres.ts';
import { rowsOf } from '../../../platform/sql-expressions.ts';
import { orNull } from '../../../platform/sql-types.ts';
import { statement } from '../../../platform/statement.ts';
import type { Environment } from '../../schema.ts';
import { channels, identities } from '../../schema.ts';
import type { JsonObject } from '../../template/json.ts';
import { Allowance, render, renderText, type Scope } from '../../template/liquid.ts';
import type { EventTarget } from './target.ts';

/** The event that a call becomes: its customer and its text. */
export interface MappedEvent {
  /** An identity's id, or a channel's id with the customer's id in that channel. */
  identity: { id: string } | { channelId: string; externalId: string };
  text: string;
  data: JsonObject;
}

/** A call cannot become the event that its receiver describes. The message is for people. */
export class MappingError extends Error {}

const longestText = 3000;
const longestExternalId = 255;

/**
 * Makes the event of a call.
 * @param scope `body` and `headers` of the call
 * @throws MappingError if it names no customer or has no text
 * @throws TemplateError
 */
export function mapEvent(target: EventTarget, scope: Scope): MappedEvent {
  const allowance = new Allowance();
  const text = renderText(target.text, scope, allowance);
  const length = [...text].length;
  if (length < 1 || length > longestText) {
    throw new MappingError(`text must have 1 to ${longestText} characters, it has ${length}`);
  }
  if (/\p{Surrogate}/u.test(text)) throw new MappingError('text holds half a surrogate pair');
  return {
    identity: identityOf(render(target.identity, scope, allowance)),
    text,
    data: render(target.data as JsonObject, scope, allowance) as JsonObject,
  };
}

function identityOf(rendered: unknown): MappedEvent['identity'] {
  if (typeof rendered === 'string') {
    const id = readId('identity', rendered);
    if (id) return { id };
  } else if (typeof rendered === 'object' && rendered !== null) {
    const { channel_id: channel, external_id: external } = rendered as JsonObject;
    const channelId = typeof channel === 'string' ? readId('channel', channel) : undefined;
    // Some systems write the ids of their customers as numbers.
    const externalId = typeof external === 'number' ? String(external) : external;
    if (
      channelId &&
      typeof externalId === 'string' &&
      externalId !== '' &&
      externalId.length <= longestExternalId
    ) {
      return { channelId, externalId };
    }
  }
  throw new MappingError('identity gives neither the id of an identity nor a channel_id with an external_id');
}

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

const findMapped = statement({
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
  wanted: { projectId: string; identity: MappedEvent['identity'] }[],
): Promise<(FoundIdentity | undefined)[]> {
  const found: (FoundIdentity | undefined)[] = wanted.map(() => undefined);
  if (wanted.length === 0) return found;
  const nothing = { id: null, channelId: null, externalId: null };
  const rows = await findMapped.all(tx, {
    wanted: wanted.map(({ projectId, identity }) => ({ projectId, ...nothing, ...identity })),
  });
  for (const { n, id, environment } of rows) found[n - 1] = { id, environment };
  return found;
}
