import { and, eq, isNull } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { build, statement } from '../../platform/statement.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { writeAudit } from '../audit/entry.ts';
import { announceFiles, attachFiles } from '../files/customer-files.ts';
import { fetchDeadlineMs, fetchTask } from '../files/fetch-task.ts';
import { channels } from '../schema.ts';
import type { QueuedTask } from '../tasks/new-task.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { Acceptance, AcceptLimits, Submission } from '../tasks/submission.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { type ReceivedPayload, received } from './said.ts';
import { attachmentsOf, claimed, type NumberedAttachment } from './said-attachments.ts';

/** What hearing a message with files needs. */
export interface FileHearingParts {
  database: Database;
  queue: TaskQueue;
  tickets: Tickets<LaneTicket>;
  settings: AcceptLimits;
}

const environment = { environment: channels.environment };
const findChannel = statement({
  name: 'hear-channel',
  params: { projectId: channels.projectId, id: channels.id },
  columns: environment,
  query: (p) =>
    build
      .select(environment)
      .from(channels)
      .where(and(eq(channels.projectId, p.projectId), eq(channels.id, p.id), isNull(channels.deletedAt))),
});

/** The channel was deleted at this moment. */
class ChannelGone extends Error {}

/** A message with files as it is to be accepted. */
interface WithFiles {
  /** Its task is made here. */
  submission: Omit<Submission, 'task'>;
  /** The id of its task. */
  id: string;
  channelId: string;
  identityId: string;
  payload: Omit<ReceivedPayload, 'attachments'>;
  attachments: NumberedAttachment[];
}

/**
 * Accepts a message with files in one transaction: its name, the records of its files, its task, and a task for each file whose
 * bytes are still to be fetched. A repetition writes nothing.
 * @throws Problem 404 if an upload is not the customer's, is not there, or belongs to another message
 */
export async function hearFiles(
  { database, queue, tickets, settings }: FileHearingParts,
  heard: WithFiles,
): Promise<Acceptance> {
  const { submission } = heard;
  try {
    const { verdict, wake } = await database.transaction(async (tx) => {
      const accepted = await queue.accept<Exclude<Acceptance, { verdict: 'accepted' }>>(
        tx,
        submission,
        async () => {
          const channel = await findChannel.first(tx, {
            projectId: submission.projectId,
            id: heard.channelId,
          });
          if (!channel) return { refused: { verdict: 'identity_not_found' } };
          const full = await queue.takeRoom(tx, submission.projectId, settings);
          if (full) return { refused: { verdict: full } };
          return { answer: submission.answer, make: () => tasksOf(tx, settings, heard, channel.environment) };
        },
      );
      if (accepted.verdict.verdict === 'accepted' && accepted.wake.length === 0) throw new ChannelGone();
      return accepted;
    });
    tickets.send(wake);
    return verdict;
  } catch (error) {
    if (error instanceof ChannelGone) return { verdict: 'identity_not_found' };
    throw error;
  }
}

/** Writes the records of a message, and makes its tasks. */
async function tasksOf(
  tx: Transaction,
  { retryDeadlineMs }: AcceptLimits,
  { submission, id, channelId, identityId, payload, attachments }: WithFiles,
  environment: 'sandbox' | 'live',
): Promise<QueuedTask[]> {
  const { projectId, audit } = submission;
  const { actor, requestId } = audit;
  const uploads = attachments.filter((each) => each.is === 'stored').map((each) => each.id);
  const given = await attachFiles(tx, { projectId, ids: uploads, identityId, messageId: id });
  const stored = new Map(given.map((file) => [file.id, file]));
  if (uploads.some((upload) => !stored.has(upload))) {
    throw new Problem(
      404,
      'file_not_found',
      'A file of this message is not there, or belongs to another message. Upload it again.',
    );
  }
  const toFetch = attachments.filter((each) => each.is === 'to_fetch');
  await announceFiles(
    tx,
    toFetch.map((file) => {
      const claim = claimed(file.claim);
      return { projectId, id: file.id, environment, ...claim, actor, identityId, messageId: id };
    }),
  );
  await writeAudit(tx, { projectId, ...audit, environment, identityId });
  const message = received.task({
    id,
    payload: { ...payload, attachments: attachmentsOf(attachments, stored) },
    ...{ identityId, environment: null, target: null },
  });
  return [
    { projectId, task: message, requestId, deadlineMs: retryDeadlineMs },
    ...toFetch.map((file) => ({
      projectId,
      task: fetchTask({ projectId, id: file.id, identityId }, channelId, file.source),
      requestId,
      deadlineMs: fetchDeadlineMs,
    })),
  ];
}
