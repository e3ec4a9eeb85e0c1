import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { newId, readId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { oneOf } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { writeAudit } from '../audit/entry.ts';
import { auditOf, fileIdsOf } from '../content/attachments.ts';
import { type Content, channelTypes } from '../content/content.ts';
import { type MessagePayload, message } from '../content/payload.ts';
import type { OperatorRequest } from '../dialogs/hold.ts';
import { dialogs } from '../dialogs/schema.ts';
import { hasFiles } from '../files/attached.ts';
import { attachedFileNotFound, keyReused } from '../gate/idempotency.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { faultsOn } from '../messages/faults.ts';
import { channels, identities } from '../schema.ts';
import type { QueuedTask } from '../tasks/new-task.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { noteAnswer } from './figures.ts';
import { shownAs } from './queue.ts';

const i = alias(identities, 'i');
const c = alias(channels, 'c');

const findChannel = statement({
  name: 'operator-channel',
  prepared: false,
  params: { projectId: i.projectId, identityId: i.id },
  columns: { id: c.id, type: as(oneOf(...channelTypes), sql`${c.type}`), environment: c.environment },
  query: ({ projectId, identityId }, columns) => sql`
    SELECT ${columns} FROM ${identities} AS ${i}
    JOIN ${channels} AS ${c} ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId} AND ${c.deletedAt} IS NULL
    WHERE ${i.projectId} = ${projectId} AND ${i.id} = ${identityId}`,
});

const touchDialog = statement({
  name: 'operator-dialog',
  prepared: false,
  params: { projectId: dialogs.projectId, identityId: dialogs.identityId, channelId: dialogs.channelId },
  query: (p) =>
    build
      .insert(dialogs)
      .values(p)
      .onConflictDoUpdate({
        target: [dialogs.projectId, dialogs.identityId],
        set: { updatedAt: sql`clock_timestamp()`, awayAt: null },
      }),
});

/**
 * Queues a message of an operator, whether or not they hold the dialog.
 * @param more.repeatable the idempotency key; a repetition sends nothing and returns the first id
 * @param more.first what comes with the message, in its transaction; not with a repetition
 * @param more.rates the person whom its buttons rate
 * @returns undefined if there is no such identity, or its channel was deleted
 * @throws ValidationProblem if the channel could not deliver it, Problem if the key was used with another body, or an
 *   attachment names a file that the project does not have
 */
export async function sayAsOperator(
  tx: Transaction,
  { queue, retryDeadlineMs }: { queue: TaskQueue; retryDeadlineMs: number },
  { projectId, identityId, actor, requestId }: OperatorRequest,
  content: Content,
  {
    repeatable,
    first,
    rates,
  }: {
    repeatable?: { key: string; fingerprint: Buffer } | undefined;
    first?: () => Promise<void>;
    rates?: MessagePayload['rates'];
  } = {},
): Promise<{ messageId: string; wake: LaneTicket[]; isReplayed: boolean } | undefined> {
  const channel = await findChannel.first(tx, { projectId, identityId });
  if (!channel) return undefined;
  const faults = faultsOn(content, channel.type);
  if (faults.length > 0) {
    throw new ValidationProblem(
      faults.map(({ loc, message, input }) => valueError(['body', ...loc], message, input)),
    );
  }
  const id = newId();
  const messageId = showId('message', id);
  const make = async (): Promise<QueuedTask[]> => {
    if (!(await hasFiles(tx, projectId, fileIdsOf(content)))) throw attachedFileNotFound();
    await first?.();
    // Before the counters of unfinished work, as in a turn, so that there is no deadlock.
    await touchDialog.run(tx, { projectId, identityId, channelId: channel.id });
    await writeAudit(tx, {
      projectId,
      actor,
      action: 'message.accepted',
      subject: { type: 'message', id: messageId },
      environment: channel.environment,
      requestId,
      identityId,
      data: { identity_id: showId('identity', identityId), by: 'operator', ...auditOf(content) },
    });
    const personId = actor.id === null ? undefined : readId('owner', actor.id);
    if (personId) await noteAnswer(tx, { projectId, identityId, personId });
    const { name: speaker, picture } = personId ? await shownAs(tx, projectId, personId) : {};
    const task = message.task({
      id,
      payload: {
        ...content,
        author: 'operator',
        ...(actor.name !== null && { by: { email: actor.name } }),
        ...{ speaker, picture },
        ...(rates && { rates }),
      },
      ...{ identityId, environment: null, target: 'channel' },
    });
    return [{ projectId, task, requestId, deadlineMs: retryDeadlineMs }];
  };
  if (!repeatable) return { messageId, wake: await queue.add(tx, await make()), isReplayed: false };
  const write = { projectId, endpoint: `dialogs/${identityId}/messages`, ...repeatable };
  const { verdict, wake } = await queue.accept<never>(tx, write, async () => ({ answer: messageId, make }));
  if (verdict.verdict === 'reused') throw keyReused();
  return { messageId: verdict.answer, wake, isReplayed: verdict.verdict === 'replayed' };
}
