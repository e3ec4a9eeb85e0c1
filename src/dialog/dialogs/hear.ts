import { newId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { sha256, type Vault } from '../../platform/secrets.ts';
import type { Tickets } from '../../platform/tickets.ts';
import type { Actor } from '../audit/entry.ts';
import { canonicalJson } from '../http/canonical-json.ts';
import { ensureIdentity, identityOf as knownIdentity } from '../profiles/identities.ts';
import type { Acceptor } from '../tasks/accept.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { Acceptance } from '../tasks/submission.ts';
import type { LaneTicket } from '../tasks/task.ts';
import type { JsonObject } from '../template/json.ts';
import { type ReceivedPayload, received } from './said.ts';

/** What the routes that channels call need. */
export interface HearingParts {
  database: Database;
  acceptor: Acceptor;
  vault: Vault;
  limiter: RateLimiter;
  tickets: Tickets<LaneTicket>;
  queue: TaskQueue;
}

export interface HearingChannel {
  projectId: string;
  id: string;
  name: string;
}

/** What a customer said. */
export interface Said {
  /** Unique in the channel: a second message with the same key is a repetition. */
  key: string;
  /** The customer's id in the channel, 1 to 255 code points. */
  externalId: string;
  /** The customer's name in the channel. */
  name: string | null;
  text: string;
  /** Further data from the channel, for templates. */
  data: JsonObject;
}

/** The verdict on a message from a channel. A repetition has the id of the first message. */
export interface Heard {
  acceptance: Acceptance;
  identityId: string;
}

/**
 * Accepts what a customer said: it is stored with its audit entry before this resolves, and then given to the scenario in the
 * order of arrival. A new customer gets an identity and a profile.
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
    answer: JSON.stringify({ message_id: messageId, status: 'queued', duplicate: false }),
    task: received.task({ id, payload, identityId, environment: null, target: null }),
    refusedChannelTypes: [],
    audit: {
      actor,
      action: 'message.received',
      subject: { type: 'message', id: messageId },
      requestId,
      data: { identity_id: showId('identity', identityId) },
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
  const known = await knownIdentity(database, { projectId, channelId, externalId });
  if (known !== undefined) return known;
  const made = await database.transaction((tx) =>
    ensureIdentity(tx, { projectId, channelId, externalId, name }, actor, requestId),
  );
  return made.id;
}
