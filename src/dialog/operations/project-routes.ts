import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newId, readId, showId } from '../../platform/ids.ts';
import { JsonText } from '../../platform/json-text.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { acceptWrite } from '../gate/accept.ts';
import { acceptCodes, answerAcceptance, idempotencyHeaders } from '../gate/idempotency.ts';
import { missingScope } from '../gate/project-gate.ts';
import { laxInt } from '../http/fields.ts';
import { holdsUnstorable, losslessField } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import { pageOf } from '../http/shapes.ts';
import { isSlug } from '../http/slug.ts';
import { unstorable } from '../http/unstorable.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { noIdentity } from '../profiles/identities.ts';
import type { Acceptor } from '../tasks/accept.ts';
import { findRefusal, operationNotFound } from './accept-run.ts';
import type { InputChecks } from './input-schema.ts';
import { job, targetOf } from './job.ts';
import { operationKinds } from './kinds.ts';
import { acceptedJob, listedOperation, runBody } from './project-shapes.ts';
import { listOperations as findOperations, type operationReader } from './store.ts';

const page = 100;

const operationPage = pageOf(listedOperation, 'Operations by id.', 'OperationPage');

export interface OperationParts {
  database: Database;
  readRunnable: ReturnType<typeof operationReader>;
  acceptor: Acceptor;
  inputChecks: InputChecks;
}

export const listOperations = endpoint(
  {
    operationId: 'listOperations',
    tags: ['Operations'],
    summary: 'List operations',
    description: 'How an operation does its work is not shown.',
    params: projectPath,
    querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }),
    answers: { 200: operationPage },
  },
  async (request, _reply, { database }: OperationParts) => {
    const { offset } = request.query;
    const { projectId } = request.projectKey;
    const rows = await findOperations(database, projectId, { offset, limit: page + 1 });
    return {
      items: rows.slice(0, page).map((row) => ({
        id: row.slug,
        name: row.name,
        kind: row.kind,
        description: row.description,
        input_schema: row.inputSchema,
        environments: row.environments,
        updated_at: row.updatedAt.toISOString(),
      })),
      next_offset: rows.length > page ? offset + page : null,
    };
  },
);

export const runOperation = endpoint(
  {
    operationId: 'runOperation',
    tags: ['Operations'],
    summary: 'Run an operation',
    description:
      'An operation of kind `payment` needs the scope `payments:write` too, and an `identity_id`. The ' +
      'answer means that the run is queued; its job tells what became of it. An input that does not fit ' +
      'the `input_schema` is a 422 at the field that is wrong.',
    params: projectPath.extend({ operation_id: z.string() }),
    headers: idempotencyHeaders,
    body: runBody,
    answers: { 202: acceptedJob },
    errors: [...acceptCodes, 'operation_not_found', 'environment_not_available'],
  },
  async (request, reply, { readRunnable, acceptor, inputChecks }: OperationParts) => {
    const key = request.projectKey;
    const { projectId } = key;
    const inputText = readInputText(request);
    const { operation_id: slug } = request.params;
    const { input, identity_id: publicIdentity, environment: where } = request.body;
    if (!isSlug(slug)) throw operationNotFound();
    const name = { endpoint: `operations/${slug}/runs`, key: request.headers['idempotency-key'] };
    const operation = await readRunnable(projectId, slug);
    if (operation) {
      const missing = operationKinds[operation.kind]!.scopes.find((scope) => !key.scopes.has(scope));
      if (missing) throw missingScope(missing);
    }
    const refusal = await findRefusal(
      inputChecks,
      operation,
      { projectId, environment: where, input, identity: publicIdentity },
      ['body'],
    );
    if (refusal || !operation) {
      const decided = refusal ?? operationNotFound();
      return answerAcceptance(reply, await acceptWrite(acceptor, request, name, decided));
    }
    const id = newId();
    const jobId = showId('job', id);
    const acceptance = await acceptWrite(acceptor, request, name, {
      task: job.task({
        id,
        payload: { revision: operation.revisionId, input: new JsonText(inputText) },
        identityId: publicIdentity == null ? null : (readId('identity', publicIdentity) ?? noIdentity),
        environment: where,
        target: targetOf(operation),
      }),
      answer: {
        job_id: jobId,
        status: 'queued',
        environment: where,
        status_url: `/api/v1/projects/${key.publicProjectId}/jobs/${jobId}`,
      },
      audit: {
        action: 'job.accepted',
        subject: { type: 'job', id: jobId },
        data: { operation_id: slug },
      },
    });
    return answerAcceptance(reply, acceptance);
  },
);

/**
 * The input as it was sent, so that its numbers keep their digits.
 * @throws ValidationProblem if the database cannot store it. The parsed body was checked before, but of two members with the
 *   same name it has only one.
 */
export function readInputText(request: Pick<FastifyRequest, 'bodyText'>): string {
  const input = losslessField(request.bodyText, 'input') ?? '{}';
  if (holdsUnstorable(input)) throw new ValidationProblem([valueError(['body', 'input'], unstorable, null)]);
  return input;
}
