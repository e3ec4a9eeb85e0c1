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
import type { Acceptance, AcceptLimits } from '../tasks/submission.ts';
import type { LaneTicket } from '../tasks/task.ts';
import type { JsonObject } from '../template/json.ts';
import { hearFiles } from './hear-files.ts';
import { type Press, type ReceivedPayload, received } from './said.ts';
import {
  attachmentsOf,
  comparable,
  type NumberedAttachment,
  numbered,
  type SaidAttachment,
} from './said-attachments.ts';

/** What the routes that channels call need. */
export interface HearingParts {
  database: Database;
  acceptor: Acceptor;
  vault: Vault;
  limiter: RateLimiter;
  tickets: Tickets<LaneTicket>;
  queue: TaskQueue;
  settings: AcceptLimits;
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
  /** Who sent it, where one sender can become another customer: a repeated message is compared by it. */
  sender?: string;
  /** The customer's name in the channel. */
  name: string | null;
  /** Empty only if there are attachments. */
  text: string;
  /** Further data from the channel, for templates. */
  data: JsonObject;
  /**
   * What came besides the words, in its order: files to be fetched from the channel (`to_fetch`), files that the customer has
   * uploaded here (`stored`), and everything that is no file (`plain`).
   */
  attachments?: readonly SaidAttachment[] | undefined;
  /** Set if they pressed an inline button, whose text is `text`. */
  press?: Press | undefined;
}

/** The verdict on a message from a channel. A repetition has the id of the first message. */
export interface Heard {
  acceptance: Acceptance;
  identityId: string;
}

/**
 * Accepts what a customer said: it is stored with its audit entry before this resolves, and then given to the scenario in the
 * order of arrival. A new customer gets an identity and a profile.
 *
 * A file gets its record and its id here, in the same transaction. One that is to be fetched is then fetched by a task of its own,
 * which the scenario does not wait for. An upload (`storeUpload` in files/upload.ts, with the `identityId` of this customer) is
 * given to this message, once.
 * @throws Problem 404 for an upload that cannot be given to this message
 */
export async function hear(
  parts: Pick<HearingParts, 'database' | 'acceptor' | 'queue' | 'tickets' | 'settings'>,
  channel: HearingChannel,
  message: Said,
  requestId: string,
): Promise<Heard> {
  const { database, acceptor } = parts;
  const { projectId } = channel;
  const actor: Actor = { type: 'channel', id: showId('channel', channel.id), name: channel.name };
  const identityId = await identityOf(database, channel, message, actor, requestId);
  const id = newId();
  const messageId = showId('message', id);
  const { text, data, press, attachments = [] } = message;
  const said = press ? { text, data, press } : { text, data };
  const found = numbered(attachments);
  const compared =
    attachments.length > 0 ? { text, data, attachments: comparable(attachments) } : { text, data };
  const submission = {
    projectId,
    keyId: null,
    endpoint: `channels/${channel.id}`,
    key: message.key,
    fingerprint: sha256(canonicalJson(JSON.stringify([message.sender ?? message.externalId, compared]))),
    answer: JSON.stringify({ message_id: messageId, status: 'queued', duplicate: false }),
    refusedChannelTypes: [],
    audit: {
      actor,
      action: 'message.received',
      subject: { type: 'message', id: messageId },
      requestId,
      data: { identity_id: showId('identity', identityId), ...audited(found) },
    },
  };
  if (found.some(({ is }) => is !== 'plain')) {
    const heard = {
      submission,
      id,
      channelId: channel.id,
      identityId,
      payload: said,
      attachments: found,
    };
    return { acceptance: await hearFiles(parts, heard), identityId };
  }
  const payload: ReceivedPayload = found.length > 0 ? { ...said, attachments: attachmentsOf(found) } : said;
  const task = received.task({ id, payload, identityId, environment: null, target: null });
  return { acceptance: await acceptor.accept({ ...submission, task }), identityId };
}

/** What the audit log says of attachments: their types and their files, and nothing of what is in them. */
function audited(attachments: readonly NumberedAttachment[]): { attachments?: object[] } {
  if (attachments.length === 0) return {};
  return {
    attachments: attachments.map((each) =>
      each.is === 'plain'
        ? { type: each.attachment.type }
        : { type: each.type, file_id: showId('file', each.id) },
    ),
  };
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
