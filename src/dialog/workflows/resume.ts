import { and, desc, eq, sql } from 'drizzle-orm';
import { parseExactly } from '../../platform/exact-json.ts';
import { readId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { readJob } from '../operations/read-job.ts';
import { type Definition, readDefinition } from '../scenario/definition.ts';
import { flowOf } from '../scenario/flow.ts';
import { isOutermost, type Placed } from '../scenario/placed.ts';
import type { KeptData } from '../scenario/position.ts';
import { outputsOf } from '../scenario/step-traits.ts';
import type { Json, JsonObject } from '../template/json.ts';
import { act, openOutcomes } from './open-outcomes.ts';
import type { Begun } from './repeat.ts';
import { workflowSteps } from './schema.ts';
import { readWorkflowVersion } from './versions.ts';

/** How a run begins at a step that an earlier one came to, with what that one had. */

const s = workflowSteps;

const at = { n: s.n, type: s.type, ...act };

const findReached = statement({
  name: 'run-reached',
  prepared: false,
  params: { projectId: s.projectId, runId: s.runId, step: s.step },
  columns: at,
  query: (p) =>
    build
      .select(at)
      .from(s)
      .where(and(eq(s.projectId, p.projectId), eq(s.runId, p.runId), eq(s.step, p.step)))
      .orderBy(desc(s.n))
      .limit(1),
});

const findOutputs = statement({
  name: 'run-outputs',
  prepared: false,
  params: { projectId: s.projectId, runId: s.runId, before: types.bigint },
  columns: { step: as(s.step, sql`"last".step`), output: as(types.text, sql`"last".output::text`) },
  query: (p, columns) => sql`
    SELECT ${columns} FROM (
      SELECT DISTINCT ON (${s.step}) ${s.step}, ${s.output}, ${s.n} FROM ${s}
      WHERE ${s.projectId} = ${p.projectId} AND ${s.runId} = ${p.runId} AND ${s.n} < ${p.before}
        AND ${s.output} IS NOT NULL
      ORDER BY ${s.step}, ${s.n} DESC
    ) AS "last" ORDER BY "last".n`,
});

/** Steps that fail with one of the steps that they carry out, after others of these may have done what they do. */
const carriesOutOthers = new Set(['call', 'parallel', 'for_each']);

/** Why a workflow was not even started, by the code of the failure. */
const notStarted = new Set(['workflow_not_found', 'workflow_not_published', 'too_deep']);

/** Where a run is to begin. */
interface Wanted {
  projectId: string;
  runId: string;
  earlier: Begun;
  /** A step that the earlier run came to; undefined for the one in which it failed. */
  step: string | undefined;
  /** The version that is to run. */
  version: number;
  /** It is to begin behind the step; `result` is what the step gave, if its job does not say. Undefined: at the step. */
  behind?: { result: Json } | undefined;
}

/**
 * Finds what a run begins with that goes on where an earlier one failed, or at another step that it came to: the outputs and variables
 * that there were when it came to that step last. Behind the step it has what came of its job, too.
 * @throws Problem 409 if it cannot begin there, or if that might repeat an action without being asked to
 */
export async function resumeAt(
  tx: Queryable,
  { projectId, runId, earlier, step: named, version, behind }: Wanted,
): Promise<{ step: string; kept: KeptData; outcome?: JsonObject }> {
  if (named === undefined && earlier.status !== 'failed' && earlier.status !== 'unknown') {
    throw new Problem(409, 'run_not_failed', 'The run has not failed; name the "step" at which to begin.');
  }
  const step = named ?? earlier.failedAt;
  const reached = step === null ? undefined : await findReached.first(tx, { projectId, runId, step });
  if (step === null || !reached) {
    throw new Problem(
      409,
      'step_not_reached',
      'The run has not come to this step; carry it out from the beginning.',
    );
  }
  const isAction = reached.type === 'operation' || reached.type === 'payment';
  const isRun = reached.type === 'workflow' && !notStarted.has(reached.code ?? '');
  const mayHaveHappened = isAction
    ? openOutcomes.has(reached.code ?? '')
    : isRun || carriesOutOthers.has(reached.type);
  const job = isAction && (behind || mayHaveHappened) ? await jobOf(tx, projectId, reached.jobId) : undefined;
  if (!behind && (job?.state === 'queued' || job?.state === 'running')) {
    const detail = `What the step "${step}" does is still under way: its job ${reached.jobId} is ${job.state}. Wait for its end.`;
    throw new Problem(409, 'outcome_unknown', detail);
  }
  if (!behind && named === undefined && mayHaveHappened && job?.state !== 'failed') {
    const detail =
      job?.state === 'succeeded'
        ? `What the step "${step}" does has happened. Go on behind it with "from": "after", or name it as the "step" to do it again.`
        : `What the step "${step}" does may have happened. If it may be done again, name it as the "step".`;
    throw new Problem(409, 'outcome_unknown', detail);
  }
  if (behind && reached.type !== 'operation') {
    const detail = `A run goes on behind a step of type operation only, and "${step}" is a ${reached.type}.`;
    throw new Problem(409, 'step_not_restartable', detail);
  }
  if (behind && job?.state !== 'succeeded') throw notSucceeded(step, reached.jobId, job?.state);
  const had = await definitionOf(tx, projectId, earlier.slug, earlier.version);
  const wanted = version === earlier.version ? had : await definitionOf(tx, projectId, earlier.slug, version);
  if (!isOutermost(flowOf(wanted).steps.get(step))) {
    const detail = `A run cannot begin at the step "${step}": version ${version} has none of this name, or it is inside another step or flow. Name a step of the outermost list.`;
    throw new Problem(409, 'step_not_restartable', detail);
  }
  const outputs = await findOutputs.all(tx, { projectId, runId, before: reached.n });
  const kept = keptFrom(had, earlier, outputs);
  if (!behind || !job) return { step, kept };
  const result = (job.result as Json) ?? behind.result;
  return { step, kept, outcome: { status: 'succeeded', result, error: null, job_id: reached.jobId } };
}

async function jobOf(tx: Queryable, projectId: string, publicId: string | null) {
  const id = publicId === null ? undefined : readId('job', publicId);
  return id === undefined ? undefined : await readJob.first(tx, { projectId, id });
}

function notSucceeded(step: string, jobId: string | null, state: string | undefined): Problem {
  const todo: Record<string, string> = {
    unknown: 'settle its outcome as "done" if it has happened',
    failed: 'it did not happen, so carry out the step itself with "from": "failed"',
  };
  const detail =
    state === undefined
      ? `No job of the step "${step}" is on record, so it is not known what came of it; name the step to do it again.`
      : `The job ${jobId} of the step "${step}" is ${state}: ${todo[state] ?? 'wait for its end'}.`;
  return new Problem(409, 'job_not_succeeded', detail);
}

/** The outputs that steps of the document's own lists had left, and the variables that they had set. */
function keptFrom(
  definition: Definition,
  { kept }: Begun,
  outputs: { step: string; output: string }[],
): KeptData {
  const steps = new Map<string, Json>(Object.entries(kept?.steps ?? {}));
  const vars = new Map<string, Json>(Object.entries(kept?.vars ?? {}));
  for (const { step: id, output: text } of outputs) {
    const placed = flowOf(definition).steps.get(id);
    const output = parseExactly(text) as Json;
    // A called flow has outputs and variables of its own, and output null stands for none.
    if (!placed || placed.list.flow !== null || output === null) continue;
    const { step } = placed;
    if (outputsOf(step).length > 0 && !isInRoundOfItsOwn(placed)) steps.set(id, output);
    if (step.type !== 'set' || !step.vars) continue;
    for (const [name, value] of Object.entries((output as { vars: JsonObject }).vars)) vars.set(name, value);
  }
  return { steps: Object.fromEntries(steps), vars: Object.fromEntries(vars) };
}

/** Whether a step is in a list whose rounds go on side by side: their outputs end with them. */
function isInRoundOfItsOwn({ list: { owner } }: Placed): boolean {
  if (owner === null) return false;
  const { step } = owner;
  return (step.type === 'for_each' && (step.concurrency ?? 1) > 1) || isInRoundOfItsOwn(owner);
}

async function definitionOf(
  tx: Queryable,
  projectId: string,
  slug: string,
  version: number,
): Promise<Definition> {
  const stored = await readWorkflowVersion(tx, projectId, slug, version);
  const { definition } = readDefinition(stored?.definition, 'workflow');
  if (definition) return definition;
  throw new Error(`version ${version} of the workflow ${slug} cannot be read`);
}
