import { readId } from '../../../platform/ids.ts';
import type { Queryable } from '../../../platform/postgres.ts';
import { type JsonObject, render, renderText, type Scope } from '../../scenario/template.ts';
import type { Environment } from '../../schema.ts';
import type { EventTarget } from './target.ts';

/** The event that a call becomes: for whom, and what is said. */
export interface MappedEvent {
  /** An identity's id, or a channel's with the customer's id in it. */
  identity: { id: string } | { channelId: string; externalId: string };
  text: string;
  data: JsonObject;
}

/** A call that cannot become what its receiver wants of it. The message is for people. */
export class MappingError extends Error {}

const longestText = 3000;
const longestExternalId = 255;

/**
 * @param scope `body` and `headers` of the call.
 * @throws MappingError when it names no customer or says nothing
 * @throws TemplateError
 */
export function mapEvent(target: EventTarget, scope: Scope): MappedEvent {
  const text = renderText(target.text, scope);
  const length = [...text].length;
  if (length < 1 || length > longestText) {
    throw new MappingError(`text must have 1 to ${longestText} characters, it has ${length}`);
  }
  if (/\p{Surrogate}/u.test(text)) throw new MappingError('text holds half a surrogate pair');
  return {
    identity: identityOf(render(target.identity, scope)),
    text,
    data: render(target.data as JsonObject, scope) as JsonObject,
  };
}

function identityOf(rendered: unknown): MappedEvent['identity'] {
  if (typeof rendered === 'string') {
    const id = readId('identity', rendered);
    if (id) return { id };
  } else if (typeof rendered === 'object' && rendered !== null) {
    const { channel_id: channel, external_id: external } = rendered as JsonObject;
    const channelId = typeof channel === 'string' ? readId('channel', channel) : undefined;
    // A number is how some systems write the ids of their customers.
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
  /** That of its channel. */
  environment: Environment;
}

/** @returns each identity, in the same order; undefined where the project has none, or its channel was deleted. */
export async function findIdentities(
  tx: Queryable,
  wanted: { projectId: string; identity: MappedEvent['identity'] }[],
): Promise<(FoundIdentity | undefined)[]> {
  const found: (FoundIdentity | undefined)[] = wanted.map(() => undefined);
  if (wanted.length === 0) return found;
  const { rows } = await tx.query<FoundIdentity & { n: number }>({
    name: 'mapped-identities',
    text: `SELECT w.n::int AS n, i.id, c.environment
           FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) WITH ORDINALITY
             AS w(project_id, id, channel_id, external_id, n)
           CROSS JOIN LATERAL (
             SELECT i.project_id, i.id, i.channel_id FROM dialog.identities AS i
             WHERE i.project_id = w.project_id AND i.id = w.id
             UNION ALL
             SELECT i.project_id, i.id, i.channel_id FROM dialog.identities AS i
             WHERE i.project_id = w.project_id AND i.channel_id = w.channel_id AND i.external_id = w.external_id
           ) AS i
           JOIN dialog.channels AS c
             ON c.project_id = i.project_id AND c.id = i.channel_id AND c.deleted_at IS NULL`,
    values: [
      wanted.map(({ projectId }) => projectId),
      wanted.map(({ identity }) => ('id' in identity ? identity.id : null)),
      wanted.map(({ identity }) => ('id' in identity ? null : identity.channelId)),
      wanted.map(({ identity }) => ('id' in identity ? null : identity.externalId)),
    ],
  });
  for (const { n, id, environment } of rows) found[n - 1] = { id, environment };
  return found;
}
