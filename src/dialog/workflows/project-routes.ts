import { z } from 'zod';
import { newId, readId, showId } from '../../platform/ids.ts';
import { JsonText } from '../../platform/json-text.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { originOfRun, runTurn } from '../flows/run-turn.ts';
import { acceptWrite } from '../gate/accept.ts';
import { acceptCodes, answerAcceptance, idempotencyHeaders } from '../gate/idempotency.ts';
import { losslessField } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import { isSlug } from '../http/slug.ts';
import { noIdentity } from '../profiles/identities.ts';
import type { Acceptor } from '../tasks/accept.ts';
import { acceptedRun, runShape, workflowRunBody } from './project-shapes.ts';
import { listRuns, runFilters, runList } from './run-list.ts';
import { readRun } from './runs.ts';
import { findRunnable } from './start.ts';

interface RunParts {
  database: Database;
  acceptor: Acceptor;
}

export const runWorkflow = endpoint(
  {
    operationId: 'runWorkflow',
    tags: ['Workflows'],
    summary: 'Start a workflow',
    description: 'The published version of the workflow runs, in the environment that its owner gave it.',
    params: projectPath.extend({ identifier: z.string().describe('The name of the workflow in paths.') }),
    headers: idempotencyHeaders,
    body: workflowRunBody,
    answers: { 202: acceptedRun },
    errors: [...acceptCodes, 'workflow_not_found', 'workflow_not_published'],
  },
  async (request, reply, { database, acceptor }: RunParts) => {
    const { projectId } = request.projectKey;
    const slug = request.params.identifier;
    if (!isSlug(slug)) throw workflowNotFound();
    const publicIdentity = request.body.identity_id ?? null;
    const name = { endpoint: `workflows/${slug}/run`, key: request.headers['idempotency-key'] };
    const workflow = await findRunnable(database, projectId, slug);
    if (!workflow?.version) {
      const refusal = workflow ? notPublished(slug) : workflowNotFound();
      return answerAcceptance(reply, await acceptWrite(acceptor, request, name, refusal));
    }
    const id = newId();
    const runId = showId('run', id);
    const { version, environment } = workflow;
    const startedBy = 'key';
    const acceptance = await acceptWrite(acceptor, request, name, {
      task: runTurn.task({
        id,
        payload: {
          ...{ type: 'start', workflow: slug, version },
          input: new JsonText(losslessField(request.bodyText, 'input') ?? '{}'),
          event: null,
          started_by: startedBy,
        },
        identityId: publicIdentity === null ? null : (readId('identity', publicIdentity) ?? noIdentity),
        environment,
        target: null,
        origin: originOfRun(slug),
      }),
      answer: {
        run_id: runId,
        status: 'queued',
        status_url: `/api/v1/projects/${showId('project', projectId)}/workflow-runs/${runId}`,
      },
      audit: {
        action: 'run.created',
        subject: { type: 'run', id: runId },
        data: { workflow: slug, version, started_by: startedBy },
      },
    });
    return answerAcceptance(reply, acceptance);
  },
);

export const readWorkflowRun = endpoint(
  {
    operationId: 'readWorkflowRun',
    tags: ['Workflows'],
    summary: 'Read a run of a workflow',
    params: projectPath.extend({ identifier: z.string().describe('`run_…`') }),
    answers: { 200: runShape },
    errors: ['run_not_found'],
  },
  async (request, _reply, { database }: RunParts) => {
    const id = readId('run', request.params.identifier);
    const found = id && (await readRun(database, request.projectKey.projectId, id));
    if (!found) throw new Problem(404, 'run_not_found', 'This project has no such run.');
    return found;
  },
);

export const listClientRuns = endpoint(
  {
    operationId: 'listRuns',
    tags: ['Workflows'],
    summary: 'List runs',
    description:
      'From the moment that a worker took them up, also while they wait as `queued` for others with their key, and also of workflows ' +
      'that were deleted.',
    params: projectPath,
    querystring: runFilters,
    answers: { 200: runList },
  },
  (request, _reply, { database }: RunParts) =>
    listRuns(database, request.projectKey.projectId, request.query),
);

/** The answer if the project has no such workflow. */
export function workflowNotFound(): Problem {
  return new Problem(404, 'workflow_not_found', 'This project has no such workflow.');
}

/** The answer if the workflow has no published version. */
export function notPublished(slug: string): Problem {
  return new Problem(
    409,
    'workflow_not_published',
    `The workflow ${slug} has no published version yet; its owner publishes it.`,
  );
}
