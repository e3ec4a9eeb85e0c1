import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { readStepFigures, type StepDay, versionsWithFigures } from '../analytics/step-figures.ts';
import { type NumberingParts, numberWaiting } from '../audit/numbering.ts';
import { scenarioFlow } from '../audit/schema.ts';
import { newestScenarioVersions } from '../dialogs/scenario-versions.ts';
import { readScenarioVersion } from '../dialogs/versions.ts';
import { dialogsWaiting } from '../dialogs/waiting.ts';
import type { StoredVersion } from '../flows/definitions.ts';
import { isSlug } from '../http/slug.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { readDefinition } from '../scenario/definition.ts';
import { placedSteps } from '../scenario/placed.ts';
import type { Kind } from '../scenario/position.ts';
import type { Environment } from '../schema.ts';
import { findWorkflow } from '../workflows/drafts.ts';
import { workflowNotFound } from '../workflows/project-routes.ts';
import { readWorkflowVersion } from '../workflows/versions.ts';
import { runsWaiting } from '../workflows/waiting.ts';
import type { figuresOfSteps, stepFilters } from './shapes.ts';

/** A flow whose figures are read. */
interface Counted {
  kind: Kind;
  /** Its name in the figures. */
  flow: string;
  /** The version in force; undefined if there is none. */
  published: number | undefined;
  /** A version as it is stored; undefined if there is none. */
  storedOf(database: Queryable, version: number): Promise<StoredVersion | undefined>;
  /** How many wait at each of these steps of a version now. */
  waitingAt(
    database: Queryable,
    place: { version: number; environment: Environment; steps: string[] },
  ): Promise<ReadonlyMap<string, number>>;
}

type Filters = z.output<typeof stepFilters>;
type Answer = z.output<typeof figuresOfSteps>;

/** The figures of the steps of a project's scenario. @throws Problem if there is no such version */
export async function figuresOfScenario(
  parts: NumberingParts,
  reply: FastifyReply,
  projectId: string,
  filters: Filters,
): Promise<Answer> {
  const [published] = await newestScenarioVersions(parts.database, projectId, 1);
  return read(parts, reply, projectId, filters, {
    kind: 'scenario',
    flow: scenarioFlow,
    published: published?.version,
    storedOf: (database, version) => readScenarioVersion(database, projectId, scenarioFlow, version),
    waitingAt: (database, place) => dialogsWaiting(database, { projectId, ...place }),
  });
}

/** The figures of the steps of a workflow. @throws Problem if there is no such workflow or version */
export async function figuresOfWorkflow(
  parts: NumberingParts,
  reply: FastifyReply,
  projectId: string,
  slug: string,
  filters: Filters,
): Promise<Answer> {
  const found = isSlug(slug) ? await findWorkflow(parts.database, projectId, slug) : undefined;
  if (!found) throw workflowNotFound();
  return read(parts, reply, projectId, filters, {
    kind: 'workflow',
    flow: slug,
    published: found.version ?? undefined,
    storedOf: (database, version) => readWorkflowVersion(database, projectId, slug, version),
    waitingAt: (database, place) => runsWaiting(database, { projectId, slug, ...place }),
  });
}

async function read(
  parts: NumberingParts,
  reply: FastifyReply,
  projectId: string,
  filters: Filters,
  { kind, flow, published, storedOf, waitingAt }: Counted,
): Promise<Answer> {
  const { version = published, environment } = filters;
  const { from, to } = periodOf(filters);
  const database = parts.database.reading(clientGone(reply));
  const stored = version === undefined ? undefined : await storedOf(database, version);
  if (version === undefined || stored === undefined) {
    throw new Problem(
      404,
      'version_not_found',
      `The ${kind} has no ${version ? 'such' : 'published'} version.`,
    );
  }
  const { definition } = readDefinition(stored.definition, kind);
  const steps = definition ? [...placedSteps(definition)].map(({ step }) => step) : [];
  await numberWaiting(parts, projectId);
  const period = { projectId, flow, environment, from, to };
  const [days, versions, waiting] = await Promise.all([
    readStepFigures(database, { ...period, version }),
    versionsWithFigures(database, period),
    waitingAt(database, { version, environment, steps: steps.map(({ id }) => id) }),
  ]);
  return {
    ...{ version, versions, environment, from, to },
    steps: figuresOf(steps, days, waiting),
  };
}

/** Some steps with their figures, and those at which something happened, although this build cannot read their document. */
function figuresOf(
  steps: { id: string; type: string }[],
  days: StepDay[],
  waiting: ReadonlyMap<string, number>,
): Answer['steps'] {
  const found = new Map<string, Answer['steps'][number]>();
  const figuresAt = (id: string, type = 'unknown') => {
    const known = found.get(id) ?? {
      ...{ id, type, reached: 0, left: 0, failed: 0 },
      ...{ waiting: waiting.get(id) ?? 0, series: [] },
    };
    found.set(id, known);
    return known;
  };
  for (const { id, type } of steps) figuresAt(id, type);
  for (const { step: id, ...day } of days) {
    const figures = figuresAt(id);
    figures.reached += day.reached;
    figures.left += day.left;
    figures.failed += day.failed;
    figures.series.push(day);
  }
  return [...found.values()];
}

const dayMs = 86_400_000;
const usualDays = 30;
const mostDays = 90;

/** The period that was asked for. @throws ValidationProblem for an empty one or one that is too long */
function periodOf({ from: first, to: last }: Filters): { from: string; to: string } {
  const to = last ?? new Date().toISOString().slice(0, 10);
  const from = first ?? new Date(Date.parse(to) - (usualDays - 1) * dayMs).toISOString().slice(0, 10);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  const problem =
    days < 1
      ? 'lies after the end of the period'
      : days > mostDays
        ? `the period has at most ${mostDays} days`
        : null;
  if (problem) throw new ValidationProblem([valueError(['query', 'from'], problem, from)]);
  return { from, to };
}
