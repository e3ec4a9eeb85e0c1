import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import { JsonText, jsonText } from '../../platform/json-text.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { seesCourse } from '../audit/begun.ts';
import { type NoAnswerReason, reasonIn } from '../connections/no-answer.ts';
import { losslessField } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import { sendJson } from '../http/send-json.ts';
import { jobWithoutWords } from '../rights/sight.ts';
import { triedOf } from './attempts.ts';
import { jobFilters, jobPage, readJobs } from './job-list.ts';
import { jobShape, ownedJobShape } from './project-shapes.ts';
import { type JobRow, readJob } from './read-job.ts';

interface JobParts {
  database: Database;
}

const listed = {
  tags: ['Operations'],
  summary: 'List jobs',
  description: 'The runs of all operations, whoever asked for them, as long as they are kept.',
  params: projectPath,
  querystring: jobFilters,
  answers: { 200: jobPage },
} as const;

export const listJobs = endpoint(
  { operationId: 'listJobs', ...listed },
  async (request, _reply, { database }: JobParts) =>
    readJobs(database, request.projectKey.projectId, request.query),
);

export const listProjectJobs = endpoint(
  { operationId: 'listProjectJobs', ...listed },
  async ({ projectId, query }, _reply, { database }: JobParts) => readJobs(database, projectId, query),
);

const read = {
  tags: ['Operations'],
  summary: 'Read a job',
  description:
    '`unknown` means that the action may have happened: the service does not repeat it, and an owner ' +
    'settles it.',
  params: projectPath.extend({ job_id: z.string() }),
  errors: ['job_not_found'],
} as const;

export const getJob = endpoint(
  { operationId: 'getJob', ...read, answers: { 200: jobShape } },
  async (request, reply, parts: JobParts) => {
    const { job_id: publicId } = request.params;
    const row = await find(parts, request.projectKey.projectId, publicId);
    return sendJson(reply, jsonText(present(publicId, row)));
  },
);

export const readProjectJob = endpoint(
  { operationId: 'readProjectJob', ...read, answers: { 200: ownedJobShape } },
  async (request, reply, parts: JobParts) => {
    const { job_id: publicId } = request.params;
    const row = await find(parts, request.projectId, publicId);
    const { waiter, sent } = row;
    const runId = waiter?.kind === 'run' ? showId('run', waiter.id) : null;
    const job = {
      ...present(publicId, row),
      error: row.error && withReason(row.error),
      ...(runId && { run_id: runId }),
      request: sent,
      attempts: row.attempts,
      tried: triedOf(row.progress).map(({ at, error }) => ({ at, error: withReason(error) })),
      next_attempt_at: row.state === 'queued' && row.attempts > 0 ? row.dueAt.toISOString() : null,
    };
    const isSeen = await seesCourse(parts.database, request, { ...job, begun: runId ?? publicId });
    return sendJson(reply, jsonText(isSeen ? job : jobWithoutWords(job)));
  },
);

/** Names the sentence of a fault, if it is one of those about calls without an answer. */
function withReason<Fault extends { message: string }>(fault: Fault): Fault & { reason?: NoAnswerReason } {
  const reason = reasonIn(fault.message);
  return reason === undefined ? fault : { ...fault, reason };
}

/** @throws Problem 404 */
async function find({ database }: JobParts, projectId: string, publicId: string): Promise<JobRow> {
  const row = await readJob.first(database, { projectId, id: readId('job', publicId) ?? null });
  if (!row) throw new Problem(404, 'job_not_found', 'This project has no such job.');
  return row;
}

/** @returns for `jsonText`, with the input as it was sent */
function present(publicId: string, row: JobRow) {
  return {
    job_id: publicId,
    operation_id: row.slug,
    environment: row.environment,
    status: row.state,
    input: new JsonText(losslessField(row.payload, 'input') ?? '{}'),
    identity_id: row.identityId && showId('identity', row.identityId),
    result: row.result,
    error: row.error,
    ...(row.answer && { answer: row.answer }),
    order_id: row.orderId && showId('order', row.orderId),
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}
