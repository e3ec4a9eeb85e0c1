import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import type { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { type AuditEntry, writeAudit } from '../audit/entry.ts';
import { lockProject } from '../gate/projects.ts';
import { ownerActor } from '../gate/session.ts';
import { dict, laxInt, literal, text } from '../http/fields.ts';
import { losslessField } from '../http/json-body.ts';
import { ifNoneMatch, refuseToReplace } from '../http/only-new.ts';
import { projectPath } from '../http/path.ts';
import { listOf, namedBody, nothing, pageOf } from '../http/shapes.ts';
import { knownSlugPath, slugPath } from '../http/slug.ts';
import { seesDrafts, workflowWithoutDraft } from '../rights/sight.ts';
import { checkDefinition } from '../scenario/check.ts';
import { readDefinition } from '../scenario/definition.ts';
import type { WorkflowTrigger } from '../scenario/triggers.ts';
import {
  addWorkflowVersion,
  allWorkflows,
  findWorkflow,
  type ListedRun,
  publishedDefinitions,
  removeWorkflow,
  runsOfWorkflow,
  saveWorkflow,
  versionsOfWorkflow,
  type WorkflowRow,
} from '../workflows/drafts.ts';
import { checkedForPublication } from './check.ts';
import { knownWorkflow } from './known-workflow.ts';
import {
  draftChanged,
  editedDraftOf,
  etagHeader,
  etagOf,
  ifMatch,
  requireRevision,
  wantedRevision,
  wantedView,
} from './revision.ts';
import {
  checkedWorkflowShape,
  listedRunShape,
  publishedWorkflowShape,
  viewField,
  workflowShape,
  workflowVersionShape,
} from './shapes.ts';
import { readWorld } from './world.ts';

const page = 100;

interface OwnerWorkflowParts {
  database: Database;
  /** @throws Problem if a published method runs the workflow, which then cannot be deleted */
  refuseWhilePublished: (tx: Transaction, projectId: string, target: { workflow: string }) => Promise<void>;
}

export const listWorkflows = endpoint(
  {
    operationId: 'listWorkflows',
    tags: ['Workflows'],
    summary: 'List workflows',
    params: projectPath,
    answers: { 200: listOf(workflowShape, 'By slug.') },
  },
  async ({ projectId, roles }, _reply, { database }: OwnerWorkflowParts) => {
    const rows = await allWorkflows(database, projectId);
    if (seesDrafts(roles)) return { items: rows.map(present) };
    const published = await publishedDefinitions(database, projectId);
    return { items: rows.map((row) => workflowWithoutDraft(present(row), published.get(row.slug))) };
  },
);

export const readWorkflow = endpoint(
  {
    operationId: 'readWorkflow',
    tags: ['Workflows'],
    summary: 'Read a workflow',
    params: knownSlugPath,
    answers: { 200: workflowShape.describe('The workflow.').meta({ headers: etagHeader }) },
    errors: ['workflow_not_found'],
  },
  async (request, reply, { database }: OwnerWorkflowParts) => {
    const row = await knownWorkflow(database, request);
    reply.header('ETag', etagOf(row.revision));
    if (seesDrafts(request.roles)) return reply.send(present(row));
    const published = await publishedDefinitions(database, request.projectId, [row.slug]);
    return reply.send(workflowWithoutDraft(present(row), published.get(row.slug)));
  },
);

export const putWorkflow = endpoint(
  {
    operationId: 'putWorkflow',
    tags: ['Workflows'],
    summary: 'Make or replace the draft of a workflow',
    description:
      'It is stored whatever the check finds. It is replaced as a whole: a field that is left out gets its default, not its old value.',
    params: slugPath,
    headers: ifMatch.extend(ifNoneMatch.shape),
    body: namedBody(
      'WantedWorkflow',
      z.object({
        name: text({ min: 1, max: 100 }),
        description: text({ max: 1000, default: '' }),
        environment: literal(['sandbox', 'live'], { default: 'sandbox' }).describe(
          'Of every new start, at once, also of the version that is published. Left out, it is the sandbox: a live workflow is then live no more.',
        ),
        definition: dict({ default: { triggers: [], steps: [] } }).describe(
          'Left out, the draft is empty. Published versions stay as they are.',
        ),
        view: viewField,
      }),
      {
        name: 'Lead',
        description: '',
        environment: 'live',
        definition: { triggers: [], steps: [{ id: 'done', type: 'end' }] },
      },
    ),
    config: { keepsDigits: ['view'] },
    answers: {
      200: checkedWorkflowShape.describe('The workflow was replaced.').meta({ headers: etagHeader }),
      201: checkedWorkflowShape.describe('The new workflow.').meta({ headers: etagHeader }),
    },
    errors: ['draft_changed', 'already_exists'],
  },
  async (request, reply, { database }: OwnerWorkflowParts) => {
    const { projectId } = request;
    const { slug } = request.params;
    const { name, description, environment } = request.body;
    const definition = losslessField(request.bodyText, 'definition') ?? '{"triggers":[],"steps":[]}';
    const view = wantedView(request.body.view, losslessField(request.bodyText, 'view'));
    const wanted = wantedRevision(request.headers);
    const draft = { projectId, slug, name, description, environment, definition, view };
    const { row, isNew } = await database.transaction(async (tx) => {
      const present =
        wanted === undefined ? undefined : await findWorkflow(tx, projectId, slug, { lock: true });
      requireRevision(wanted, present && editedDraftOf(present));
      const saved = await saveWorkflow(tx, { ...draft, savedBy: request.owner.email }, wanted);
      if (!saved) throw await changedMeanwhile(tx, request, wanted!);
      refuseToReplace(request.headers, 'workflow', saved.isNew);
      const { revision } = saved.row;
      await writeAudit(tx, entryOf(request, saved.isNew ? 'created' : 'updated', slug, { revision }));
      return saved;
    });
    const findings = checkDefinition(row.definition, 'workflow', await readWorld(database, projectId, slug));
    return reply
      .code(isNew ? 201 : 200)
      .header('ETag', etagOf(row.revision))
      .send({ ...present(row), findings });
  },
);

export const deleteWorkflow = endpoint(
  {
    operationId: 'deleteWorkflow',
    tags: ['Workflows'],
    summary: 'Delete a workflow',
    description: 'Its runs continue.',
    params: knownSlugPath,
    answers: { 204: nothing('It is deleted.') },
    errors: ['workflow_not_found', 'target_published'],
  },
  async (request, reply, { database, refuseWhilePublished }: OwnerWorkflowParts) => {
    await database.transaction(async (tx) => {
      // Deletions and publications of methods take turns, so that nothing published runs what was deleted.
      await lockProject(tx, request.projectId);
      const { slug } = await knownWorkflow(tx, request);
      await refuseWhilePublished(tx, request.projectId, { workflow: slug });
      await removeWorkflow(tx, request.projectId, slug);
      await writeAudit(tx, entryOf(request, 'deleted', slug));
    });
    return reply.code(204).send();
  },
);

export const publishWorkflow = endpoint(
  {
    operationId: 'publishWorkflow',
    tags: ['Workflows'],
    summary: 'Publish a workflow',
    params: knownSlugPath,
    answers: { 201: publishedWorkflowShape.describe('The new version.') },
    errors: ['workflow_not_found', 'not_publishable'],
  },
  async (request, reply, { database }: OwnerWorkflowParts) => {
    const { projectId } = request;
    const { slug } = await knownWorkflow(database, request);
    const published = await database.transaction(async (tx) => {
      // Publications take turns: two that only together form a circle would not find it in the published versions.
      await lockProject(tx, projectId);
      // Locked, so that the checked definition is the published one, and two publications get two numbers.
      const { definition } = await knownWorkflow(tx, request, { lock: true });
      const findings = checkedForPublication(definition, 'workflow', await readWorld(tx, projectId, slug));
      const triggers = readDefinition(definition, 'workflow').definition!.triggers as WorkflowTrigger[];
      const made = { definition, triggers, by: request.owner.email };
      const { version, publishedAt } = await addWorkflowVersion(tx, projectId, slug, made);
      await writeAudit(tx, entryOf(request, 'published', slug, { version }));
      return { version, published_at: publishedAt.toISOString(), findings };
    });
    return reply.code(201).send({ id: slug, ...published });
  },
);

export const listWorkflowVersions = endpoint(
  {
    operationId: 'listWorkflowVersions',
    tags: ['Workflows'],
    summary: 'List published versions of a workflow',
    params: knownSlugPath,
    answers: { 200: listOf(workflowVersionShape, 'At most 1000, newest first.') },
    errors: ['workflow_not_found'],
  },
  async (request, _reply, { database }: OwnerWorkflowParts) => {
    const { slug } = await knownWorkflow(database, request);
    const rows = await versionsOfWorkflow(database, request.projectId, slug);
    return {
      items: rows.map(({ version, definition, publishedAt, publishedBy, templateRules }) => ({
        ...{ version, definition, published_at: publishedAt.toISOString(), published_by: publishedBy },
        template_rules: templateRules,
      })),
    };
  },
);

export const listWorkflowRuns = endpoint(
  {
    operationId: 'listWorkflowRuns',
    tags: ['Workflows'],
    summary: 'List the runs of a workflow',
    params: knownSlugPath,
    querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }),
    answers: { 200: pageOf(listedRunShape, 'At most 100, newest first.') },
    errors: ['workflow_not_found'],
  },
  async (request, _reply, { database }: OwnerWorkflowParts) => {
    const { slug } = await knownWorkflow(database, request);
    const { offset } = request.query;
    const rows = await runsOfWorkflow(database, request.projectId, slug, { offset, limit: page + 1 });
    return {
      items: rows.slice(0, page).map(presentRun),
      next_offset: rows.length > page ? offset + page : null,
    };
  },
);

function presentRun({ id, version, environment, status, error, ...row }: ListedRun) {
  return {
    run_id: showId('run', id),
    ...{ version, environment, status, error },
    identity_id: row.identityId && showId('identity', row.identityId),
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

/** The answer to whoever has changed a revision, while somebody else saved. */
async function changedMeanwhile(
  tx: Transaction,
  { projectId, params }: { projectId: string; params: { slug: string } },
  wanted: number,
): Promise<Problem> {
  const row = await findWorkflow(tx, projectId, params.slug);
  return draftChanged(wanted, row && editedDraftOf(row));
}

function present({ slug, name, description, environment, definition, ...row }: WorkflowRow) {
  return {
    id: slug,
    ...{ name, description, environment, definition },
    published_version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function entryOf(
  request: FastifyRequest,
  what: string,
  slug: string,
  data: Record<string, unknown> = {},
): AuditEntry {
  return {
    projectId: request.projectId,
    actor: ownerActor(request),
    action: `workflow.${what}`,
    subject: { type: 'workflow', id: slug },
    requestId: request.id,
    data,
  };
}
