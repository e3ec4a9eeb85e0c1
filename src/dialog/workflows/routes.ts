import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { newId, readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import {
  acceptCodes,
  answerAcceptance,
  fingerprintOf,
  idempotencyHeaders,
  replayedHeader,
} from '../gate/idempotency.ts';
import { projectAnswers } from '../http/answers.ts';
import { dict, text } from '../http/fields.ts';
import { losslessField } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import { isSlug } from '../http/slug.ts';
import { noIdentity } from '../profiles/identities.ts';
import type { Acceptor } from '../tasks/accept.ts';
import { findRepetition } from '../tasks/repetition.ts';
import { readRun } from './runs.ts';
import { findRunnable, laneOfRun } from './start.ts';

const accepted = z
  .object({
    run_id: z.string().describe('`run_…`'),
    status: z.literal('queued'),
    status_url: z.string().describe('Where the run is read.'),
  })
  .describe('The run is stored and will be carried out.')
  .meta({ headers: replayedHeader });

const moment = z.iso.datetime();
const fault = z.object({ code: z.string(), message: z.string() }).nullable();

const run = z
  .object({
    run_id: z.string(),
    workflow: z.string(),
    version: z.int(),
    environment: z.enum(['sandbox', 'live']),
    status: z
      .enum(['queued', 'running', 'waiting', 'succeeded', 'failed', 'unknown'])
      .describe('`unknown`: an action of the run may have happened, and nobody can tell.'),
    input: z.record(z.string(), z.unknown()),
    output: z.unknown(),
    error: fault,
    identity_id: z.string().nullable(),
    steps: z
      .array(
        z.object({
          id: z.string(),
          type: z.string(),
          status: z.enum(['succeeded', 'failed', 'waiting']),
          output: z.unknown(),
          error: fault,
          started_at: moment,
          finished_at: moment.nullable(),
        }),
      )
      .describe('In the order in which they were begun, at most 1000.'),
    created_at: moment,
    started_at: moment.nullable(),
    finished_at: moment.nullable(),
  })
  .describe('The run.');

export function workflowRoutes(
  plain: FastifyInstance,
  { acceptor, database }: { acceptor: Acceptor; database: Database },
): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();

  app.post(
    '/workflows/:identifier/run',
    {
      config: { scope: 'workflows:run' },
      schema: {
        operationId: 'runWorkflow',
        tags: ['Workflows'],
        summary: 'Start a workflow',
        description:
          'Needs the scope `workflows:run`. The published version of the workflow runs, in the environment that its ' +
          'owner gave it.',
        params: projectPath.extend({ identifier: z.string().describe('The name of the workflow in paths.') }),
        headers: idempotencyHeaders,
        body: z
          .object({
            input: dict({ default: {} }).describe('Read in templates as `{{input.<key>}}`.'),
            identity_id: text().nullish().describe('The customer whom the run concerns, if any.'),
          })
          .meta({ 'x-examples': { run: { value: { input: { order: 1042 } } } } }),
        response: projectAnswers({ 202: accepted }, [
          ...acceptCodes,
          'workflow_not_found',
          'workflow_not_published',
        ]),
      },
    },
    async (request, reply) => {
      const key = request.projectKey;
      const { projectId } = key;
      const slug = request.params.identifier;
      if (!isSlug(slug)) throw workflowNotFound();
      const publicIdentity = request.body.identity_id ?? null;
      const write = {
        projectId,
        endpoint: `workflows/${slug}/run`,
        key: request.headers['idempotency-key'],
        fingerprint: fingerprintOf(request),
      };
      const workflow = await findRunnable(database, projectId, slug);
      if (!workflow?.version) {
        const repetition = await findRepetition(database, write);
        if (repetition) return answerAcceptance(reply, repetition);
        throw workflow ? notPublished(slug) : workflowNotFound();
      }
      const id = newId();
      const runId = showId('run', id);
      const input = losslessField(request.bodyText, 'input') ?? '{}';
      const acceptance = await acceptor.accept({
        ...write,
        keyId: key.id,
        answer: JSON.stringify({
          run_id: runId,
          status: 'queued',
          status_url: `/api/v1/projects/${showId('project', projectId)}/workflow-runs/${runId}`,
        }),
        task: {
          id,
          kind: 'run',
          lane: laneOfRun(id),
          payload: `{"type":"start","workflow":"${slug}","version":${workflow.version},"input":${input},"event":null}`,
          identityId: publicIdentity === null ? null : (readId('identity', publicIdentity) ?? noIdentity),
          environment: workflow.environment,
          target: null,
        },
        refusedChannelTypes: [],
        audit: {
          actorType: 'key',
          actorId: key.publicId,
          actorName: key.name,
          action: 'run.created',
          subjectType: 'run',
          subjectId: runId,
          requestId: request.id,
          data: JSON.stringify({ workflow: slug, version: workflow.version, started_by: 'key' }),
        },
      });
      return answerAcceptance(reply, acceptance);
    },
  );

  app.get(
    '/workflow-runs/:identifier',
    {
      config: { scope: 'workflows:read' },
      schema: {
        operationId: 'readWorkflowRun',
        tags: ['Workflows'],
        summary: 'Read a run of a workflow',
        description: 'Needs the scope `workflows:read`.',
        params: projectPath.extend({ identifier: z.string().describe('`run_…`') }),
        response: projectAnswers({ 200: run }, ['run_not_found']),
      },
    },
    async (request) => {
      const id = readId('run', request.params.identifier);
      const found = id && (await readRun(database, request.projectKey.projectId, id));
      if (!found) throw new Problem(404, 'run_not_found', 'This project has no such run.');
      return found;
    },
  );
}

export function workflowNotFound(): Problem {
  return new Problem(404, 'workflow_not_found', 'This project has no such workflow.');
}

function notPublished(slug: string): Problem {
  return new Problem(
    409,
    'workflow_not_published',
    `The workflow ${slug} has no published version yet; its owner publishes it.`,
  );
}
