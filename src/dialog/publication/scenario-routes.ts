import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import {
  findScenarioVersion,
  newestScenarioVersions,
  type ScenarioVersion,
} from '../dialogs/scenario-versions.ts';
import { ownerActor } from '../gate/session.ts';
import { dict } from '../http/fields.ts';
import { losslessField } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import { listOf, namedBody } from '../http/shapes.ts';
import { scenarioFor } from '../rights/sight.ts';
import { checkDefinition } from '../scenario/check.ts';
import { isPublishable } from '../scenario/finding.ts';
import { checkedForPublication } from './check.ts';
import { etagHeader, etagOf, ifMatch, wantedRevision, wantedView } from './revision.ts';
import { publish, readDraft, readEditedDraft, saveDraft } from './scenario.ts';
import {
  checkedDraftShape,
  checkResultShape,
  definitionToCheck,
  publishedScenarioShape,
  scenarioDraftShape,
  scenarioShape,
  scenarioVersionShape,
  viewField,
} from './shapes.ts';
import { readWorld } from './world.ts';

const exampleDefinition = {
  triggers: [{ type: 'command', command: '/start' }],
  steps: [{ id: 'hello', type: 'message', text: 'Hello' }],
};

const draftBody = namedBody(
  'WantedDraft',
  z.object({
    definition: dict().describe('As docs/scenarios.md describes it.'),
    view: viewField,
  }),
  { definition: exampleDefinition },
);

/** Most versions in a list. */
const maxVersions = 1000;

interface ScenarioParts {
  database: Database;
}

export const readScenario = endpoint(
  {
    operationId: 'readScenario',
    tags: ['Scenario'],
    summary: 'Read the scenario of a project',
    params: projectPath,
    answers: { 200: scenarioShape.describe('Its draft, and the version in force.') },
  },
  async ({ projectId, roles }, _reply, { database }: ScenarioParts) => {
    const [draft, [published]] = await Promise.all([
      readDraft(database, projectId),
      newestScenarioVersions(database, projectId, 1),
    ]);
    return scenarioFor(roles, { draft, published: published ? present(published) : null });
  },
);

export const readScenarioDraft = endpoint(
  {
    operationId: 'readScenarioDraft',
    tags: ['Scenario'],
    summary: 'Read the draft',
    params: projectPath,
    answers: { 200: scenarioDraftShape.describe('The draft.').meta({ headers: etagHeader }) },
  },
  async ({ projectId }, reply, { database }: ScenarioParts) => {
    const { definition, revision, saved_at } = await readEditedDraft(database, projectId);
    return reply.header('ETag', etagOf(revision)).send({ definition, updated_at: saved_at });
  },
);

export const saveScenarioDraft = endpoint(
  {
    operationId: 'saveScenarioDraft',
    tags: ['Scenario'],
    summary: 'Save the draft',
    description: 'It is stored whatever the check finds.',
    params: projectPath,
    headers: ifMatch,
    body: draftBody,
    config: { keepsDigits: ['view'] },
    answers: {
      200: checkedDraftShape.describe('The draft, and what the check found.').meta({ headers: etagHeader }),
    },
    errors: ['draft_changed'],
  },
  async (request, reply, { database }: ScenarioParts) => {
    const { projectId, owner } = request;
    const wanted = {
      // The text as written, so that the owner's order of fields is kept.
      definition: losslessField(request.bodyText, 'definition')!,
      view: wantedView(request.body.view, losslessField(request.bodyText, 'view')),
      by: owner.email,
      revision: wantedRevision(request.headers),
    };
    const revision = await database.transaction(async (tx) => {
      const saved = await saveDraft(tx, projectId, wanted);
      await writeAudit(tx, {
        projectId,
        actor: ownerActor(request),
        action: 'scenario.draft_saved',
        subject: { type: 'scenario', id: showId('project', projectId) },
        requestId: request.id,
        data: { revision: saved },
      });
      return saved;
    });
    const findings = checkDefinition(
      request.body.definition,
      'scenario',
      await readWorld(database, projectId),
    );
    return reply
      .header('ETag', etagOf(revision))
      .send({ ...(await readDraft(database, projectId)), findings });
  },
);

export const checkScenario = endpoint(
  {
    operationId: 'checkScenario',
    tags: ['Scenario'],
    summary: 'Check a scenario',
    description: 'The one that is sent, or the draft.',
    params: projectPath,
    body: definitionToCheck,
    answers: { 200: checkResultShape.describe('What the check found.') },
  },
  async (request, _reply, { database }: ScenarioParts) => {
    const { projectId } = request;
    const definition = request.body?.definition ?? (await readDraft(database, projectId)).definition;
    const findings = checkDefinition(definition, 'scenario', await readWorld(database, projectId));
    return { publishable: isPublishable(findings), findings };
  },
);

export const publishScenario = endpoint(
  {
    operationId: 'publishScenario',
    tags: ['Scenario'],
    summary: 'Publish the draft',
    description: 'Dialogs in progress stay on the version they began with.',
    params: projectPath,
    answers: { 201: publishedScenarioShape.describe('The new version.') },
    errors: ['not_publishable'],
  },
  async (request, reply, { database }: ScenarioParts) => {
    const { projectId } = request;
    const { definition } = await readDraft(database, projectId);
    const world = await readWorld(database, projectId);
    const findings = checkedForPublication(definition, 'scenario', world);
    const made = await database.transaction((tx) =>
      publish(tx, projectId, {
        definition,
        by: request.owner.email,
        restoredFrom: null,
        audit: { actor: ownerActor(request), requestId: request.id },
      }),
    );
    return reply.code(201).send({ ...present(made), findings });
  },
);

export const listScenarioVersions = endpoint(
  {
    operationId: 'listScenarioVersions',
    tags: ['Scenario'],
    summary: 'List published versions',
    params: projectPath,
    answers: { 200: listOf(scenarioVersionShape, 'At most 1000, newest first.') },
  },
  async ({ projectId }, _reply, { database }: ScenarioParts) => {
    const rows = await newestScenarioVersions(database, projectId, maxVersions);
    return { items: rows.map(present) };
  },
);

export const restoreScenarioVersion = endpoint(
  {
    operationId: 'restoreScenarioVersion',
    tags: ['Scenario'],
    summary: 'Publish an earlier version anew',
    description:
      'It becomes the draft as well. With `If-Match` it replaces only the revision that you have seen.',
    params: projectPath.extend({ version: z.string().describe('Its number.') }),
    headers: ifMatch,
    answers: { 201: publishedScenarioShape.describe('The new version.') },
    errors: ['version_not_found', 'not_publishable', 'draft_changed'],
  },
  async (request, reply, { database }: ScenarioParts) => {
    const { projectId } = request;
    const wanted = request.params.version;
    const revision = wantedRevision(request.headers);
    const earlier =
      /^\d{1,9}$/.test(wanted) && (await findScenarioVersion(database, projectId, Number(wanted)));
    if (!earlier) throw new Problem(404, 'version_not_found', 'The scenario has no such version.');
    const world = await readWorld(database, projectId);
    const findings = checkedForPublication(earlier.definition, 'scenario', world);
    const made = await database.transaction(async (tx) => {
      await saveDraft(tx, projectId, {
        definition: JSON.stringify(earlier.definition),
        by: request.owner.email,
        revision,
      });
      return publish(tx, projectId, {
        definition: earlier.definition,
        by: request.owner.email,
        restoredFrom: earlier.version,
        audit: { actor: ownerActor(request), requestId: request.id },
      });
    });
    return reply.code(201).send({ ...present(made), findings });
  },
);

function present({ version, definition, publishedAt, publishedBy, ...row }: ScenarioVersion) {
  return {
    ...{ version, definition, published_at: publishedAt.toISOString() },
    ...{ published_by: publishedBy, restored_from: row.restoredFrom, template_rules: row.templateRules },
  };
}
