import { newId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { sha256, type Vault } from '../../platform/secrets.ts';
import type { Tickets } from '../../platform/tickets.ts';
import type { Actor } from '../audit/entry.ts';
import type { Said } from '../channels/channel-type.ts';
import { canonicalJson } from '../http/json-body.ts';
import { ensureIdentity } from '../profiles/identities.ts';
import type { Acceptance, Acceptor } from '../tasks/accept.ts';
import type { LaneTicket } from '../tasks/task.ts';
import type { ReceivedPayload } from './kinds.ts';
import { laneOf } from './lane.ts';

/** What the addresses of channels are made with. */
export interface HearingParts {
  database: Database;
  acceptor: Acceptor;
  vault: Vault;
  limiter: RateLimiter;
  tickets: Tickets<LaneTicket>;
  shard: number;
}

export interface HearingChannel {
  projectId: string;
  id: string;
  name: string;
}

/** How a message from a channel was taken, with its id: that of the first one if it is a repetition. */
export interface Heard {
  acceptance: Acceptance;
  identityId: string;
}

/**
 * Accepts what a customer said: stored with its audit entry before this resolves, and then handed to the scenario in
 * the order in which it came. A customer who was never heard before gets an identity and a profile.
 */
export async function hear(
  { database, acceptor }: Pick<HearingParts, 'database' | 'acceptor'>,
  channel: HearingChannel,
  message: Said,
  requestId: string,
): Promise<Heard> {
  const { projectId } = channel;
  const actor: Actor = { type: 'channel', id: showId('channel', channel.id), name: channel.name };
  const identityId = await identityOf(database, channel, message, actor, requestId);
  const id = newId();
  const messageId = showId('message', id);
  const payload: ReceivedPayload = { text: message.text, data: message.data };
  const acceptance = await acceptor.accept({
    projectId,
    keyId: null,
    endpoint: `channels/${channel.id}`,
    key: message.key,
    fingerprint: sha256(canonicalJson(JSON.stringify([message.externalId, payload]))),
    answer: `{"message_id":"${messageId}","status":"queued","duplicate":false}`,
    task: {
      id,
      kind: 'received',
      lane: laneOf(identityId),
      payload: JSON.stringify(payload),
      identityId,
      environment: null,
      target: null,
    },
    refusedChannelTypes: [],
    audit: {
      actorType: actor.type,
      actorId: actor.id,
      actorName: actor.name,
      action: 'message.received',
      subjectType: 'message',
      subjectId: messageId,
      requestId,
      data: JSON.stringify({ identity_id: showId('identity', identityId) }),
    },
  });
  return { acceptance, identityId };
}

async function identityOf(
  database: Database,
  { projectId, id: channelId }: HearingChannel,
  { externalId, name }: Said,
  actor: Actor,
  requestId: string,
): Promise<string> {
  const { rows } = await database.query<{ id: string }>({
    name: 'identity-heard',
    text: `SELECT id FROM dialog.identities WHERE project_id = $1 AND channel_id = $2 AND external_id = $3`,
    values: [projectId, channelId, externalId],
  });
  if (rows[0]) return rows[0].id;
  const made = await database.transaction((tx) =>
    ensureIdentity(tx, { projectId, channelId, externalId, name }, actor, requestId),
  );
  return made.id;
}
