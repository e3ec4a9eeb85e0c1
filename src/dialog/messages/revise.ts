import { readId, showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { writeAudit } from '../audit/entry.ts';
import { openSecrets } from '../channels/secrets.ts';
import { channelTypeByName } from '../channels/types.ts';
import { plainContent, resolveContent } from '../content/content.ts';
import { contentOf, type MessagePayload, message, revision } from '../content/payload.ts';
import type { ChannelTypeName } from '../schema.ts';
import { findTask, rewriteTask } from '../tasks/rewrite.ts';
import type { TaskOutcome } from '../tasks/task.ts';
import { recipientOf, recipientReader } from './recipients.ts';

/** A message to a customer, as its task has it. */
export interface KnownMessage {
  id: string;
  identityId: string;
  environment: 'sandbox' | 'live';
  state: string;
  payload: MessagePayload;
  result: unknown;
  finishedAt: Date | null;
}

/** Finds a message to a customer; undefined if it is none, or its task is no longer kept. */
export async function findMessage(
  database: Queryable,
  projectId: string,
  id: string,
): Promise<KnownMessage | undefined> {
  const task = await findTask(database, { projectId, id, kind: message.name });
  if (!task?.identityId || !message.made(task)) return undefined;
  return { ...task, id, identityId: task.identityId };
}

/**
 * Why a message cannot be changed, as a sentence that also says what to do; undefined if it can.
 * @param isDeletion whether it is to be deleted, or to get another text
 */
export function hindranceTo(
  { state, payload, environment, result, finishedAt }: KnownMessage,
  type: ChannelTypeName,
  isDeletion: boolean,
): string | undefined {
  if (payload.author !== 'operator') return 'Only what a person has said can be changed.';
  if (payload.deleted) return 'The message was deleted before.';
  if (state === 'queued' || state === 'running')
    return 'The message is still on its way. Try again when it is sent.';
  if (state !== 'succeeded') return 'The message was not sent, or it is not known whether it was.';
  const { revising, inside } = channelTypeByName[type];
  if (!revising) return `What was sent through a channel of type ${type} cannot be changed.`;
  if (environment === 'sandbox' && !inside) return undefined;
  const content = resolveContent(contentOf(payload), type);
  return revising.hindrance({ content, sentAt: finishedAt!, result }, isDeletion);
}

/** A change that was carried out. */
interface Revised {
  projectId: string;
  known: KnownMessage;
  type: ChannelTypeName;
  text: string | null;
  at: string;
  by: { id: string; email: string };
  requestId: string | null;
  revisionId: string;
}

/** Writes what the customer sees now where the message is read, with an entry in the audit log. The record of conversations follows that. */
async function note(tx: Transaction, { known, type, text, at, by, ...revised }: Revised): Promise<void> {
  const { projectId, requestId, revisionId } = revised;
  const { id, identityId, environment, payload } = known;
  const { author, by: said, speaker, picture, rates } = payload;
  const content =
    text === null ? plainContent('') : { ...resolveContent(contentOf(payload), type), text, variants: {} };
  await rewriteTask(tx, {
    ...{ projectId, id },
    payload: {
      ...content,
      ...{ author, by: said, speaker, picture, rates, revised_at: at },
      ...(text === null && { deleted: true }),
    },
  });
  await writeAudit(tx, {
    ...{ projectId, environment, requestId, identityId },
    actor: { type: 'owner', id: by.id, name: by.email },
    action: text === null ? 'message.deleted' : 'message.edited',
    subject: { type: 'message', id: showId('message', id) },
    data: {
      identity_id: showId('identity', identityId),
      revision_id: showId('revision', revisionId),
    },
  });
}

/**
 * The kind that edits and deletes what people have said. A change goes out once: after an unclear answer it is unknown, and an owner says
 * what became of it. In the sandbox it is only noted, unless the channel opens no socket anyway.
 */
export function revisionKind({
  database,
  vault,
  http,
}: {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
}) {
  const recipients = recipientReader(database);
  return revision.outer({
    record: 'revision',
    succeeded: 'succeeded',
    // A success is an entry of the message.
    quiet: 'success',
    async run({ id: revisionId, projectId, identityId, requestId, payload }, begin): Promise<TaskOutcome> {
      const recipient = await recipients.submit({ projectId, identityId });
      const known = await findMessage(database, projectId, readId('message', payload.message_id)!);
      if (!recipient || !known) return { state: 'failed', error: gone };
      const { text, by } = payload;
      const { type } = recipient;
      const hindrance = hindranceTo(known, type, text === null);
      if (hindrance)
        return { state: 'failed', error: { code: 'message_not_changeable', message: hindrance } };
      const { revising, inside } = channelTypeByName[type];
      const at = new Date().toISOString();
      const outcome: TaskOutcome =
        known.environment === 'sandbox' && !inside
          ? { state: 'succeeded' }
          : await revising!.revise(
              {
                ...{ projectId, messageId: payload.message_id, identityId: showId('identity', identityId) },
                ...{ externalId: recipient.externalId, settings: recipient.settings },
                content: resolveContent(contentOf(known.payload), type),
                ...{ sentAt: known.finishedAt!, result: known.result },
                secrets: openSecrets(vault, recipient.channelId, recipient.secrets),
              },
              text,
              at,
              begin,
              { http, database },
            );
      if (outcome.state !== 'succeeded') return outcome;
      const revised = { projectId, known, type, text, at, by, requestId, revisionId };
      await database.transaction((tx) => note(tx, revised));
      return { state: 'succeeded' };
    },
    async settled(tx, projectId, revisionIds) {
      // Revisions are settled one by one, by people: the list has one.
      for (const id of revisionIds) await noteFoundOut(tx, projectId, id);
    },
  });
}

/** Writes a revision of which somebody has found out that it happened after all. */
async function noteFoundOut(tx: Transaction, projectId: string, revisionId: string): Promise<void> {
  const task = await findTask(tx, { projectId, id: revisionId, kind: revision.name });
  if (task?.state !== 'succeeded' || !revision.made(task)) return;
  const { message_id, text, by } = task.payload;
  const known = await findMessage(tx, projectId, readId('message', message_id)!);
  const type = known && (await recipientOf(tx, { projectId, identityId: known.identityId }))?.type;
  if (!known || !type || known.payload.deleted) return;
  const at = new Date().toISOString();
  await note(tx, { projectId, known, type, text, at, by, requestId: task.requestId, revisionId });
}

const gone = {
  code: 'message_gone',
  message: 'The channel was deleted, or the message is no longer kept.',
};
