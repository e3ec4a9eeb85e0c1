import { showId } from '../../platform/ids.ts';
import { type AuditEntry, system } from '../audit/entry.ts';
import { auditOf } from '../content/attachments.ts';
import { message } from '../content/payload.ts';
import type { MessageContent } from '../scenario/position.ts';
import type { QueuedTask } from '../tasks/new-task.ts';
import type { LoadedDialog } from './load.ts';

/** Messages of flows, as tasks. */

/** The step that says a message; `workflow` is null in the scenario. */
export type SpokenBy = { workflow: string | null; version: number; step: string };

/** The task of a message, and what it says. */
export interface QueuedMessage extends QueuedTask {
  content: MessageContent;
}

/** Makes the task for a message of a flow. @param by absent for a sentence of the service itself */
export function messageTask(
  {
    projectId,
    identityId,
    environment,
    origin,
  }: Pick<LoadedDialog, 'projectId' | 'identityId' | 'environment'> & { origin: string },
  requestId: string | null,
  content: MessageContent,
  deadlineMs: number,
  by?: SpokenBy,
): QueuedMessage {
  return {
    content,
    projectId,
    task: message.task({
      payload: { ...content, author: 'scenario', ...(by && { by }) },
      ...{ identityId, environment, origin },
      target: 'channel',
    }),
    requestId,
    deadlineMs,
  };
}

/** The audit entry for an accepted message; `message.sent` or another outcome follows. */
export function acceptedEntry({ projectId, task, requestId, content }: QueuedMessage): AuditEntry {
  return {
    projectId,
    actor: system,
    action: 'message.accepted',
    subject: { type: 'message', id: showId('message', task.id) },
    environment: task.environment,
    requestId,
    identityId: task.identityId,
    data: { identity_id: showId('identity', task.identityId!), ...auditOf(content) },
  };
}
