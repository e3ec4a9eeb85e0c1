import { newId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { writeAudit } from '../audit/entry.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import type { ChannelTypeName, Content } from '../messages/content.ts';
import { faultsOn } from '../messages/faults.ts';
import type { MessagePayload } from '../messages/payload.ts';
import type { Environment } from '../schema.ts';
import { insertTasks } from '../tasks/insert.ts';
import type { LaneTicket } from '../tasks/task.ts';
import type { OperatorRequest } from './hold.ts';

/**
 * Queues what an operator says, whether or not they hold the dialog.
 * @returns undefined if there is no such identity, or its channel was deleted.
 * @throws ValidationProblem where the channel could not deliver it.
 */
export async function sayAsOperator(
  tx: Transaction,
  { shard, retryDeadlineMs }: { shard: number; retryDeadlineMs: number },
  { projectId, identityId, actor, requestId }: OperatorRequest,
  content: Content,
): Promise<{ messageId: string; wake: LaneTicket[] } | undefined> {
  const { rows } = await tx.query<{ type: ChannelTypeName; environment: Environment }>(
    `SELECT c.type, c.environment FROM dialog.identities AS i
     JOIN dialog.channels AS c ON c.project_id = i.project_id AND c.id = i.channel_id AND c.deleted_at IS NULL
     WHERE i.project_id = $1 AND i.id = $2`,
    [projectId, identityId],
  );
  const channel = rows[0];
  if (!channel) return undefined;
  const faults = faultsOn(content, channel.type);
  if (faults.length > 0) {
    throw new ValidationProblem(
      faults.map(({ loc, message, input }) => valueError(['body', ...loc], message, input)),
    );
  }
  // Before the counters of unfinished work, as in a turn: nobody waits for the other in a circle.
  await tx.query(
    `INSERT INTO dialog.dialogs (project_id, identity_id) VALUES ($1, $2)
     ON CONFLICT (project_id, identity_id) DO UPDATE SET updated_at = clock_timestamp()`,
    [projectId, identityId],
  );
  const id = newId();
  const wake = await insertTasks(tx, shard, [
    {
      projectId,
      id,
      kind: 'message',
      lane: `message:${identityId}`,
      environment: null,
      identityId,
      target: 'channel',
      requestId,
      payload: { ...content, author: 'operator' } satisfies MessagePayload,
      deadlineMs: retryDeadlineMs,
    },
  ]);
  const messageId = showId('message', id);
  await writeAudit(tx, {
    projectId,
    actor,
    action: 'message.accepted',
    subject: { type: 'message', id: messageId },
    environment: channel.environment,
    requestId,
    identityId,
    data: { identity_id: showId('identity', identityId), by: 'operator' },
  });
  return { messageId, wake };
}
