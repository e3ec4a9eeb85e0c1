import { z } from 'zod';
import { parseExactly } from '../../platform/exact-json.ts';
import { readId, showId } from '../../platform/ids.ts';
import { JsonText } from '../../platform/json-text.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { optionalIdempotencyHeaders } from '../gate/idempotency.ts';
import { ownerActor } from '../gate/session.ts';
import { literal, text } from '../http/fields.ts';
import { losslessField } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import { mayBeLeftOut, named, namedBody } from '../http/shapes.ts';
import { isSlug, knownSlugPath } from '../http/slug.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { settlesAll } from '../rights/sight.ts';
import { type SettleParts, settleOutcomes } from '../tasks/settle.ts';
import type { Json } from '../template/json.ts';
import { requireMayRepeat } from './open-outcomes.ts';
import {
  acceptedStart,
  customerOf,
  type DescribedRun,
  type OwnerRunParts,
  startedRun,
  startForOwner,
} from './owner-start.ts';
import { notPublished, workflowNotFound } from './project-routes.ts';
import { ownedRunShape, workflowRunBody } from './project-shapes.ts';
import { readBegun } from './repeat.ts';
import { lockRepeated } from './repeated-jobs.ts';
import { resumeAt } from './resume.ts';
import { meantStep } from './resumed-step.ts';
import { listRuns, runFilters, runList } from './run-list.ts';
import { readRunFor } from './shown-run.ts';
import { findRunnable, type Runnable } from './start.ts';
import { keepCopy } from './tried-drafts.ts';

export const listProjectRuns = endpoint(
  {
    operationId: 'listProjectRuns',
    tags: ['Workflows'],
    summary: 'List the runs of all workflows',
    description:
      'From the moment that a worker took them up, also while they wait as `queued` for others with their key, and also of workflows ' +
      'that were deleted.',
    params: projectPath,
    querystring: runFilters,
    answers: { 200: runList },
  },
  ({ projectId, query }, _reply, { database }: OwnerRunParts) => listRuns(database, projectId, query),
);

export const readProjectRun = endpoint(
  {
    operationId: 'readProjectRun',
    tags: ['Workflows'],
    summary: 'Read a run',
    description: 'With what each of its steps was given, and what came of it.',
    params: projectPath.extend({ run_id: z.string().describe('`run_…`') }),
    answers: { 200: ownedRunShape },
    errors: ['run_not_found'],
  },
  async (request, _reply, { database }: OwnerRunParts) => {
    const id = readId('run', request.params.run_id);
    const found = id && (await readRunFor(database, request, id));
    if (!found) throw new Problem(404, 'run_not_found', 'This project has no such run.');
    return found;
  },
);

export const startWorkflowRun = endpoint(
  {
    operationId: 'startWorkflowRun',
    tags: ['Workflows'],
    summary: 'Start a workflow by hand',
    description:
      'The published version runs, in the environment of the workflow. With an `Idempotency-Key` a repeated request starts one run.',
    params: knownSlugPath,
    headers: optionalIdempotencyHeaders,
    body: workflowRunBody,
    config: { keepsDigits: ['input'] },
    answers: { 202: acceptedStart(startedRun, 'The run is stored and will be carried out.') },
    errors: ['workflow_not_found', 'workflow_not_published', 'identity_not_found', 'idempotency_key_reused'],
  },
  async (request, reply, parts: OwnerRunParts) => {
    const { projectId, params, body } = request;
    const describe = async (tx: Transaction): Promise<DescribedRun> => {
      const { version, environment } = await runnable(tx, projectId, params.slug);
      const identityId = await customerOf(tx, projectId, body.identity_id);
      const input = new JsonText(losslessField(request.bodyText, 'input') ?? '{}');
      return { version, environment, identityId, input, startedBy: 'owner' };
    };
    return startForOwner(request, reply, parts, { endpoint: 'runs', describe });
  },
);

const rerunBody = namedBody(
  'Rerun',
  z.object({
    version: literal(['newest', 'same'])
      .optional()
      .describe(
        'The published version, or the one that the earlier run had, also that of a draft. By default `newest` from the beginning, and ' +
          '`same` at a step.',
      ),
    from: literal(['beginning', 'failed', 'after'])
      .optional()
      .describe(
        '`beginning`: where the earlier run began, as without `from` and `step`; say it if what a step of it did is unknown and may be done ' +
          'again. `failed`: at the step in which it failed, with the outputs of the steps before. `after`: behind that step, with what came of ' +
          'its job later, as when you have settled an unknown outcome as `done`.',
      ),
    step: text({ min: 1, max: 64 })
      .optional()
      .describe('Another step that it came to, at which to begin, or with `after` behind which.'),
    result: z
      .unknown()
      .optional()
      .describe(
        'With `after`: what the operation gave, if its job has no result because you have settled it.',
      ),
  }),
  { from: 'failed' },
);

const startedRerun = named(
  'StartedRerun',
  startedRun.extend({
    settled: z
      .array(z.string())
      .optional()
      .describe(
        'The jobs, `job_…`, whose unknown outcome you have settled as `failed` by doing them again; absent if there are none.',
      ),
  }),
  {
    run_id: 'run_01m7w9cq8yfm1r5kx3v7d0bt2n',
    status: 'queued',
    version: 3,
    settled: ['job_01m7w9cq9afm1r5kx3v7d0bt2n'],
  },
);

export const rerunWorkflowRun = endpoint(
  {
    operationId: 'rerunWorkflowRun',
    tags: ['Workflows'],
    summary: 'Carry out a run again',
    description:
      'A new run with the input, the event and the customer of one that has ended: from the beginning, or at a step, with what the steps ' +
      'before it have left. Those are not carried out again. Whoever names a step whose outcome is unknown, and may settle that, has ' +
      'settled it as `failed` by this. With an `Idempotency-Key` a repeated request starts one run.',
    params: knownSlugPath.extend({ run_id: z.string().describe('`run_…`') }),
    headers: optionalIdempotencyHeaders,
    body: mayBeLeftOut(rerunBody),
    config: { keepsDigits: ['result'] },
    answers: { 202: acceptedStart(startedRerun, 'The new run is stored and will be carried out.') },
    errors: [
      ...['run_not_found', 'run_not_ended', 'workflow_not_found', 'workflow_not_published'],
      ...['run_not_failed', 'step_not_reached', 'step_not_restartable', 'outcome_unknown'],
      ...['draft_gone', 'job_not_succeeded', 'idempotency_key_reused'],
    ] as const,
  },
  async (request, reply, parts: OwnerRunParts & SettleParts) => {
    const { projectId, params, roles } = request;
    const { version: wanted, from, step, result } = request.body ?? {};
    if (step !== undefined && from !== undefined && from !== 'after') {
      const message = '"step" goes with "from": "after", or without "from"';
      throw new ValidationProblem([valueError(['body', 'step'], message, step)]);
    }
    if (result !== undefined && from !== 'after') {
      throw new ValidationProblem([
        valueError(['body', 'result'], '"result" goes with "from": "after"', result),
      ]);
    }
    const id = readId('run', params.run_id);
    if (!id) throw notBegun();
    // Jobs of unknown outcome that are done again: whoever wants that has decided not to count on the first time.
    let repeated: string[] = [];
    const describe = async (tx: Transaction): Promise<DescribedRun> => {
      const earlier = await readBegun(tx, projectId, id);
      if (earlier?.slug !== params.slug) throw notBegun();
      if (earlier.finishedAt === null) {
        throw new Problem(409, 'run_not_ended', 'The run has not ended; cancel it, or wait for its end.');
      }
      const { environment, identityId, input, event, kept, pinned, outcome } = earlier;
      const isMeant = from !== undefined || step !== undefined;
      await requireMayRepeat(tx, roles, { projectId, runId: id, environment }, isMeant);
      const isResumed = step !== undefined || from === 'failed' || from === 'after';
      const isSame = (wanted ?? (isResumed ? 'same' : 'newest')) === 'same';
      const { version } = await runnable(tx, projectId, params.slug, isSame ? earlier.version : undefined);
      if (version < 0 && !(await keepCopy(tx, projectId, params.slug, version))) {
        const detail = 'The draft of which the run was is not kept any more; run the draft as it is now.';
        throw new Problem(409, 'draft_gone', detail);
      }
      const again = { projectId, runId: id, earlier, step, version };
      // As what a job gave would be read: with all digits.
      const given = parseExactly(losslessField(request.bodyText, 'result') ?? 'null') as Json;
      const behind = from === 'after' ? { result: given } : undefined;
      const resumed = isResumed ? await resumeAt(tx, { ...again, behind }) : undefined;
      // Without its name a step is only begun at if it is known that nothing happened.
      if (step !== undefined && !behind && settlesAll(roles)) {
        repeated = await lockRepeated(tx, { projectId, runId: id, step });
      }
      const began = {
        ...(earlier.step !== null && { step: meantStep(earlier.step, kept !== null) }),
        ...(kept && { kept }),
        ...(outcome !== null && { outcome: new JsonText(outcome) }),
      };
      return {
        ...{ environment, identityId, version, input: new JsonText(input) },
        rerunOf: id,
        startedBy: `owner again ${params.run_id}${resumed ? ` ${behind ? 'after' : 'at'} ${resumed.step}` : ''}`,
        ...(event !== null && event !== 'null' && { event: new JsonText(event) }),
        ...(pinned !== null && { pinned: new JsonText(pinned) }),
        ...(resumed ?? began),
      };
    };
    const more = () =>
      repeated.length === 0 ? {} : { settled: repeated.map((jobId) => showId('job', jobId)) };
    const make = async (tx: Transaction, rerun: string) => {
      if (repeated.length === 0) return [];
      const at = new Date().toISOString();
      const { wake } = await settleOutcomes(tx, parts, {
        ...{ projectId, ids: repeated, actor: ownerActor(request), requestId: request.id },
        settlement: { outcome: 'failed', note: '', at, by: request.owner.email, rerun },
      });
      return wake;
    };
    const start = { endpoint: `runs/${params.run_id}/rerun`, describe, more, make };
    return startForOwner(request, reply, parts, start);
  },
);

const notBegun = () =>
  new Problem(404, 'run_not_found', 'This workflow has no such run, or it has not begun.');

/** A workflow that is not deleted. @param version that is to run; the published one if absent @throws Problem 404, 409 */
async function runnable(
  tx: Transaction,
  projectId: string,
  slug: string,
  version?: number,
): Promise<Runnable & { version: number }> {
  const found = isSlug(slug) ? await findRunnable(tx, projectId, slug) : undefined;
  if (!found) throw workflowNotFound();
  const wanted = version ?? found.version;
  if (wanted === null) throw notPublished(slug);
  return { ...found, version: wanted };
}
