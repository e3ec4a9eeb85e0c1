import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { newId, readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import {
  acceptCodes,
  answerAcceptance,
  fingerprintOf,
  idempotencyHeaders,
  replayedHeader,
} from '../gate/idempotency.ts';
import { missingScope } from '../gate/project-gate.ts';
import { projectAnswers } from '../http/answers.ts';
import { dict, laxInt, literal, text } from '../http/fields.ts';
import { holdsUnstorable, losslessField } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import { isSlug } from '../http/slug.ts';
import { unstorable, ValidationProblem, valueError } from '../http/validation.ts';
import { noIdentity } from '../profiles/identities.ts';
import type { Acceptor } from '../tasks/accept.ts';
import { findRepetition } from '../tasks/repetition.ts';
import { findRefusal, placeOf } from './accept-run.ts';
import type { InputChecks } from './input-schema.ts';
import { operationKinds } from './kinds.ts';
import { listOperations, operationReader } from './store.ts';

const page = 100;

const environment = z.enum(['sandbox', 'live']);

const operationRecord = z.object({
  id: z.string().describe('The name that the owner chose.'),
  name: z.string(),
  kind: z.string().describe('`http`, `webhook` or `payment`.'),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()).describe('JSON Schema 2020-12 of the `input` of a run.'),
  environments: z.array(environment),
  updated_at: z.iso.datetime(),
});

const operationList = z
  .object({ items: z.array(operationRecord), next_offset: z.int().nullable() })
  .describe('Operations by id.');

const accepted = z
  .object({
    job_id: z.string().describe('`job_…`'),
    status: z.literal('queued'),
    environment,
    status_url: z.string().describe('The path of the job.'),
  })
  .describe('The run is stored and will be carried out once.')
  .meta({ headers: replayedHeader });

const runBody = z
  .object({
    input: dict({ default: {} }).describe(
      'What the operation is to work with; its `input_schema` says what it takes.',
    ),
    identity_id: text().nullish().describe('`idn_…`: templates may then read the profile of this customer.'),
    environment: literal(['sandbox', 'live'], { default: 'sandbox' }).describe(
      '`sandbox` gives a mock result and calls nothing; `live` acts.',
    ),
  })
  .meta({ 'x-examples': { run: { value: { input: { sku: 'A-1' }, environment: 'sandbox' } } } });

export interface OperationOptions {
  database: Database;
  /** For what every run goes through. */
  hot: Database;
  acceptor: Acceptor;
  inputChecks: InputChecks;
}

/** What a project can do in other systems, and doing it. */
export function operationRoutes(plain: FastifyInstance, options: OperationOptions): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { database, hot, acceptor, inputChecks } = options;
  const readRunnable = operationReader(hot);

  app.get(
    '/operations',
    {
      config: { scope: 'integrations:read' },
      schema: {
        operationId: 'listOperations',
        tags: ['Operations'],
        summary: 'List operations',
        description: 'Needs the scope `integrations:read`. How an operation does its work is not shown.',
        params: projectPath,
        querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }),
        response: projectAnswers({ 200: operationList }),
      },
    },
    async (request) => {
      const { offset } = request.query;
      const { projectId } = request.projectKey;
      const rows = await listOperations(database, projectId, { offset, limit: page + 1 });
      return {
        items: rows.slice(0, page).map((row) => ({
          id: row.slug,
          name: row.name,
          kind: row.kind,
          description: row.description,
          input_schema: row.input_schema,
          environments: row.environments,
          updated_at: row.updated_at.toISOString(),
        })),
        next_offset: rows.length > page ? offset + page : null,
      };
    },
  );

  app.post(
    '/operations/:operation_id/runs',
    {
      config: { scope: 'integrations:run' },
      schema: {
        operationId: 'runOperation',
        tags: ['Operations'],
        summary: 'Run an operation',
        description:
          'Needs the scope `integrations:run`. An operation of kind `payment` needs the scope `payments:write` too, and ' +
          'an `identity_id`. The answer means that the run is queued; its job tells what became of it. An input that does not fit the `input_schema` is a 422 at the field that is wrong.',
        params: projectPath.extend({ operation_id: z.string() }),
        headers: idempotencyHeaders,
        body: runBody,
        response: projectAnswers({ 202: accepted }, [
          ...acceptCodes,
          'operation_not_found',
          'environment_not_available',
        ]),
      },
    },
    async (request, reply) => {
      const key = request.projectKey;
      const { projectId } = key;
      const inputText = readInputText(request);
      const { operation_id: slug } = request.params;
      const { input, identity_id: publicIdentity, environment: where } = request.body;
      const write = {
        projectId,
        endpoint: `operations/${slug}/runs`,
        key: request.headers['idempotency-key'],
        fingerprint: fingerprintOf(request),
      };
      const operation = isSlug(slug) ? await readRunnable(projectId, slug) : undefined;
      if (operation) {
        const missing = operationKinds[operation.kind]!.scopes.find((scope) => !key.scopes.has(scope));
        if (missing) throw missingScope(missing);
      }
      const refusal = findRefusal(
        inputChecks,
        operation,
        { environment: where, input, identity: publicIdentity },
        ['body'],
      );
      if (refusal || !operation) {
        const repetition = isSlug(slug) ? await findRepetition(hot, write) : undefined;
        if (!repetition) throw refusal;
        return answerAcceptance(reply, repetition);
      }
      const id = newId();
      const jobId = showId('job', id);
      const acceptance = await acceptor.accept({
        ...write,
        keyId: key.id,
        answer: JSON.stringify({
          job_id: jobId,
          status: 'queued',
          environment: where,
          status_url: `/api/v1/projects/${key.publicProjectId}/jobs/${jobId}`,
        }),
        task: {
          id,
          kind: 'job',
          ...placeOf(operation, id),
          payload: `{"revision":"${operation.revision_id}","input":${inputText}}`,
          identityId: publicIdentity == null ? null : (readId('identity', publicIdentity) ?? noIdentity),
          environment: where,
        },
        refusedChannelTypes: [],
        audit: {
          actorType: 'key',
          actorId: key.publicId,
          actorName: key.name,
          action: 'job.accepted',
          subjectType: 'job',
          subjectId: jobId,
          requestId: request.id,
          data: JSON.stringify({ operation_id: slug }),
        },
      });
      return answerAcceptance(reply, acceptance);
    },
  );
}

/**
 * The input as it was sent: no digit of it passes through a double.
 * @throws ValidationProblem when the database could not keep it; of two members with the same name the parsed body,
 *   which was checked before, holds only one.
 */
function readInputText(request: FastifyRequest): string {
  const input = losslessField(request.bodyText, 'input') ?? '{}';
  if (holdsUnstorable(input)) throw new ValidationProblem([valueError(['body', 'input'], unstorable, null)]);
  return input;
}
