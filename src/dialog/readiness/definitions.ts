import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { as, outer } from '../../platform/sql-expressions.ts';
import { documentOf } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { scenarioDrafts, scenarioVersions } from '../dialogs/schema.ts';
import { readWorld } from '../publication/world.ts';
import type { World } from '../scenario/check/world.ts';
import { checkDefinition } from '../scenario/check.ts';
import { readDefinition } from '../scenario/definition.ts';
import type { Kind } from '../scenario/position.ts';
import { asksForHours } from '../scenario/reads.ts';
import { workflows, workflowVersions } from '../workflows/schema.ts';
import { blocking, count, ok, type ReadinessCheck, type ReadinessItem, warning } from './check.ts';

const mostWorkflows = 100;

const v = alias(scenarioVersions, 'v');
const d = alias(scenarioDrafts, 'd');
const w = alias(workflows, 'w');
const wv = alias(workflowVersions, 'wv');

/** The draft and the current version; null if there is none. */
const findScenario = statement({
  name: 'readiness-scenario',
  prepared: false,
  params: { projectId: v.projectId },
  columns: (p) => ({
    draft: as(
      documentOf<unknown>(),
      sql`(SELECT ${d.definition} FROM ${scenarioDrafts} AS ${d} WHERE ${d.projectId} = ${p.projectId})`,
    ),
    published: as(documentOf<unknown>(), v.definition),
    version: outer(v.version),
  }),
  query: (p, columns) => sql`
    SELECT ${columns} FROM (SELECT) AS one LEFT JOIN LATERAL (
      SELECT ${v.definition}, ${v.version} FROM ${scenarioVersions} AS ${v}
      WHERE ${v.projectId} = ${p.projectId} ORDER BY ${v.version} DESC LIMIT 1) AS ${v} ON true`,
});

const findWorkflows = statement({
  name: 'readiness-workflows',
  prepared: false,
  params: { projectId: w.projectId },
  columns: { slug: w.slug, name: w.name, definition: wv.definition },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${workflows} AS ${w}
    JOIN ${workflowVersions} AS ${wv}
      ON ${wv.projectId} = ${w.projectId} AND ${wv.slug} = ${w.slug} AND ${wv.version} = ${w.version}
    WHERE ${w.projectId} = ${p.projectId} AND ${w.deletedAt} IS NULL ORDER BY ${w.slug} LIMIT ${mostWorkflows}`,
});

type Scenario = ResultOf<typeof findScenario>;
type Workflow = ResultOf<typeof findWorkflows>;

/**
 * Whether the scenario and the workflows work with what the project has now. A definition was checked when it was published, but
 * what it refers to may have been deleted since.
 */
export const definitionsWork: ReadinessCheck = async ({ database, projectId }) => {
  const [world, scenario, published] = await Promise.all([
    readWorld(database, projectId),
    findScenario.one(database, { projectId }),
    findWorkflows.all(database, { projectId }),
  ]);
  return [
    publishedScenario(scenario, world),
    ...draftScenario(scenario, world),
    ...published.map((workflow) => publishedWorkflow(workflow, world)),
    ...openingHours([...published.map(({ definition }) => definition), scenario.published], world),
  ];
};

/** Returns nothing if no published definition asks when the project is open. */
function openingHours(published: unknown[], { hasCalendar }: World): ReadinessItem[] {
  const isAsked = published.some((stored, n) => {
    const { definition } = readDefinition(stored, n === published.length - 1 ? 'scenario' : 'workflow');
    return definition !== undefined && asksForHours(definition);
  });
  if (!isAsked) return [];
  const subject = { id: 'calendar', title: 'Opening hours' };
  return [
    hasCalendar
      ? ok(subject, 'The calendar says when the project is open.', 'calendar_there')
      : warning(
          subject,
          'A published definition asks for the opening hours, but there is no calendar, so the project counts as always open.',
          'Say in the calendar of the project when it is open.',
          'calendar_missing',
        ),
  ];
}

function publishedScenario({ published, version }: Scenario, world: World): ReadinessItem {
  const subject = { id: 'scenario', title: 'Published scenario' };
  if (version === null) {
    const detail = 'No scenario is published, so nobody answers what customers write.';
    return warning(
      subject,
      detail,
      'Write a scenario and publish it, unless this project only sends messages.',
      'scenario_none',
    );
  }
  const fault = firstFault(published, 'scenario', world);
  return fault
    ? blocking(
        subject,
        `Version ${version} cannot work any more: ${fault}`,
        'Mend the draft, and publish it.',
        'scenario_broken',
        { version, fault },
      )
    : ok(subject, `Version ${version} works with what the project has.`, 'scenario_works', { version });
}

/** Returns nothing if there is no draft. */
function draftScenario({ draft }: Scenario, world: World): ReadinessItem[] {
  if (draft === null) return [];
  const subject = { id: 'scenario_draft', title: 'Draft of the scenario' };
  const fault = firstFault(draft, 'scenario', world);
  return [
    fault
      ? warning(
          subject,
          `It cannot be published: ${fault}`,
          'Check the draft, and mend what the check finds.',
          'draft_faulty',
          { fault },
        )
      : ok(subject, 'The check finds nothing that stands in the way of publication.', 'draft_works'),
  ];
}

function publishedWorkflow({ slug, name, definition }: Workflow, world: World): ReadinessItem {
  const subject = { id: `workflow:${slug}`, title: `Workflow ${name}`, name };
  const fault = firstFault(definition, 'workflow', { ...world, self: slug });
  return fault
    ? blocking(
        subject,
        `It cannot work any more: ${fault}`,
        'Mend the workflow, and publish it.',
        'workflow_broken',
        {
          fault,
        },
      )
    : ok(subject, 'It works with what the project has.', 'workflow_works');
}

/** The first blocking finding, and the number of further ones. */
function firstFault(definition: unknown, kind: Kind, world: World): string | undefined {
  const [first, ...more] = checkDefinition(definition, kind, world).filter((f) => f.severity === 'blocking');
  if (!first) return undefined;
  return more.length === 0 ? first.message : `${first.message} (and ${count(more.length, 'more finding')})`;
}
