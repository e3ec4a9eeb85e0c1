import { readWorld } from '../flows/world.ts';
import type { World } from '../scenario/check/world.ts';
import { checkDefinition } from '../scenario/check.ts';
import type { Kind } from '../scenario/position.ts';
import { blocking, count, ok, type ReadinessCheck, type ReadinessItem, rowsOf, warning } from './check.ts';

const mostWorkflows = 100;

interface Scenario {
  draft: unknown;
  published: unknown;
  version: number | null;
}

interface Workflow {
  slug: string;
  name: string;
  definition: unknown;
}

/**
 * Whether the scenario and the workflows work with what the project has now. A definition was checked when it was
 * published, and since then what it names may have gone.
 */
export const definitionsWork: ReadinessCheck = async (scene) => {
  const [world, [scenario], workflows] = await Promise.all([
    readWorld(scene.database, scene.projectId),
    rowsOf<Scenario>(
      scene,
      `SELECT (SELECT definition FROM dialog.scenario_drafts WHERE project_id = $1) AS draft,
         v.definition AS published, v.version
       FROM (SELECT) AS one LEFT JOIN LATERAL (
         SELECT definition, version FROM dialog.scenario_versions
         WHERE project_id = $1 ORDER BY version DESC LIMIT 1) AS v ON true`,
    ),
    rowsOf<Workflow>(
      scene,
      `SELECT w.slug, w.name, v.definition FROM dialog.workflows AS w
       JOIN dialog.workflow_versions AS v
         ON v.project_id = w.project_id AND v.slug = w.slug AND v.version = w.version
       WHERE w.project_id = $1 AND w.deleted_at IS NULL ORDER BY w.slug LIMIT ${mostWorkflows}`,
    ),
  ]);
  return [
    publishedScenario(scenario!, world),
    ...draftScenario(scenario!, world),
    ...workflows.map((workflow) => publishedWorkflow(workflow, world)),
  ];
};

function publishedScenario({ published, version }: Scenario, world: World): ReadinessItem {
  const subject = { id: 'scenario', title: 'Published scenario' };
  if (version === null) {
    const detail = 'No scenario is published, so nobody answers what customers write.';
    return warning(
      subject,
      detail,
      'Write a scenario and publish it, unless this project only sends messages.',
    );
  }
  const fault = firstFault(published, 'scenario', world);
  return fault
    ? blocking(
        subject,
        `Version ${version} cannot work any more: ${fault}`,
        'Mend the draft, and publish it.',
      )
    : ok(subject, `Version ${version} works with what the project has.`);
}

/** Nothing for a draft that was not begun. */
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
        )
      : ok(subject, 'The check finds nothing that stands in the way of publication.'),
  ];
}

function publishedWorkflow({ slug, name, definition }: Workflow, world: World): ReadinessItem {
  const subject = { id: `workflow:${slug}`, title: `Workflow ${name}` };
  const fault = firstFault(definition, 'workflow', world);
  return fault
    ? blocking(subject, `It cannot work any more: ${fault}`, 'Mend the workflow, and publish it.')
    : ok(subject, 'It works with what the project has.');
}

/** The first of the blocking findings, and how many more there are. */
function firstFault(definition: unknown, kind: Kind, world: World): string | undefined {
  const [first, ...more] = checkDefinition(definition, kind, world).filter((f) => f.severity === 'blocking');
  if (!first) return undefined;
  return more.length === 0 ? first.message : `${first.message} (and ${count(more.length, 'more finding')})`;
}
