import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { findScenarioVersion, newestScenarioVersions } from '../dialogs/scenario-versions.ts';
import { ownerActor } from '../gate/session.ts';
import { projectPath } from '../http/path.ts';
import { listOf, namedBody } from '../http/shapes.ts';
import { knownSlugPath } from '../http/slug.ts';
import { saveWorkflow, versionOfWorkflow } from '../workflows/drafts.ts';
import { differenceOf } from './difference.ts';
import { comparedQuery, differenceShape, editorShape, presenceBody } from './editor-shapes.ts';
import { knownWorkflow } from './known-workflow.ts';
import type { DraftPlace, DraftPresence } from './presence.ts';
import {
  type EditedDraft,
  editedDraftOf,
  etagHeader,
  etagOf,
  ifMatch,
  requireRevision,
  wantedRevision,
} from './revision.ts';
import { readEditedDraft, saveDraft } from './scenario.ts';
import { editedDraftShape } from './shapes.ts';

/** What editors of drafts need: the draft with its view, earlier versions as the draft, differences, and who else is there. */

interface EditorParts {
  database: Database;
  draftPresence: DraftPresence;
}

const versionPath = { version: z.string().describe('Its number.') };
const edited = editedDraftShape.describe('The draft, with what the editor keeps beside it.').meta({
  headers: etagHeader,
});

export const readScenarioEditor = endpoint(
  {
    operationId: 'readScenarioEditor',
    tags: ['Scenario'],
    summary: 'Read the draft as an editor',
    params: projectPath,
    answers: { 200: edited },
  },
  async ({ projectId }, reply, { database }: EditorParts) =>
    answer(reply, await readEditedDraft(database, projectId)),
);

export const readWorkflowEditor = endpoint(
  {
    operationId: 'readWorkflowEditor',
    tags: ['Workflows'],
    summary: 'Read the draft of a workflow as an editor',
    params: knownSlugPath,
    answers: { 200: edited },
    errors: ['workflow_not_found'],
  },
  async (request, reply, { database }: EditorParts) =>
    answer(reply, editedDraftOf(await knownWorkflow(database, request))),
);

const restoring =
  'Nothing is published. The view of the draft stays, since steps keep their ids. ' +
  'With `If-Match` it replaces only the revision that you have seen.';

export const restoreScenarioDraft = endpoint(
  {
    operationId: 'restoreScenarioDraft',
    tags: ['Scenario'],
    summary: 'Make a version the draft',
    description: restoring,
    params: projectPath.extend(versionPath),
    headers: ifMatch,
    answers: { 200: edited },
    errors: ['version_not_found', 'draft_changed'],
  },
  async (request, reply, { database }: EditorParts) => {
    const { projectId, owner, params, headers } = request;
    const earlier = await scenarioVersion(database, projectId, params.version);
    const draft = {
      definition: JSON.stringify(earlier.definition),
      by: owner.email,
      revision: wantedRevision(headers),
    };
    const saved = await database.transaction(async (tx) => {
      const revision = await saveDraft(tx, projectId, draft);
      await writeAudit(tx, {
        projectId,
        actor: ownerActor(request),
        action: 'scenario.draft_saved',
        subject: { type: 'scenario', id: showId('project', projectId) },
        requestId: request.id,
        data: { revision, restored_from: earlier.version },
      });
      return readEditedDraft(tx, projectId);
    });
    return answer(reply, saved);
  },
);

export const restoreWorkflowDraft = endpoint(
  {
    operationId: 'restoreWorkflowDraft',
    tags: ['Workflows'],
    summary: 'Make a version of a workflow the draft',
    description: `${restoring} Its name, description and environment stay.`,
    params: knownSlugPath.extend(versionPath),
    headers: ifMatch,
    answers: { 200: edited },
    errors: ['workflow_not_found', 'version_not_found', 'draft_changed'],
  },
  async (request, reply, { database }: EditorParts) => {
    const { projectId, owner, headers, params } = request;
    const wanted = wantedRevision(headers);
    const saved = await database.transaction(async (tx) => {
      const row = await knownWorkflow(tx, request, { lock: true });
      const earlier = await workflowVersion(tx, projectId, row.slug, params.version);
      requireRevision(wanted, editedDraftOf(row));
      const { slug, name, description, environment } = row;
      const made = await saveWorkflow(tx, {
        ...{ projectId, slug, name, description, environment },
        definition: JSON.stringify(earlier.definition),
        view: undefined,
        savedBy: owner.email,
      });
      const { revision } = made!.row;
      await writeAudit(tx, {
        projectId,
        actor: ownerActor(request),
        action: 'workflow.updated',
        subject: { type: 'workflow', id: slug },
        requestId: request.id,
        data: { revision, restored_from: earlier.version },
      });
      return made!.row;
    });
    return answer(reply, editedDraftOf(saved));
  },
);

export const compareScenario = endpoint(
  {
    operationId: 'compareScenario',
    tags: ['Scenario'],
    summary: 'Compare two versions, or one with the draft',
    params: projectPath,
    querystring: comparedQuery,
    answers: { 200: differenceShape.describe('What differs.') },
    errors: ['version_not_found'],
  },
  async ({ projectId, query }, _reply, { database }: EditorParts) => {
    const sideOf = async (asked: string) =>
      asked === 'draft'
        ? draftSide(await readEditedDraft(database, projectId))
        : versionSide(await scenarioVersion(database, projectId, asked));
    const [inForce] = query.from ? [] : await newestScenarioVersions(database, projectId, 1);
    return compared(await sideOf(fromOf(query, inForce?.version)), await sideOf(query.to ?? 'draft'));
  },
);

export const compareWorkflow = endpoint(
  {
    operationId: 'compareWorkflow',
    tags: ['Workflows'],
    summary: 'Compare two versions of a workflow, or one with the draft',
    params: knownSlugPath,
    querystring: comparedQuery,
    answers: { 200: differenceShape.describe('What differs.') },
    errors: ['workflow_not_found', 'version_not_found'],
  },
  async (request, _reply, { database }: EditorParts) => {
    const { projectId, query } = request;
    const row = await knownWorkflow(database, request);
    const sideOf = async (asked: string) =>
      asked === 'draft'
        ? draftSide(editedDraftOf(row))
        : versionSide(await workflowVersion(database, projectId, row.slug, asked));
    return compared(await sideOf(fromOf(query, row.version)), await sideOf(query.to ?? 'draft'));
  },
);

const presenceTold = {
  description:
    'Repeat it every ten seconds while you edit: after 30 seconds without it others do not see you. They are told by `draft_presence` on the ' +
    'stream of the project. Nothing is stored.',
  body: namedBody('DraftPresence', presenceBody, { step: 'hello' }),
  answers: { 200: listOf(editorShape, 'Who else works on the draft at the moment.') },
};

export const joinScenarioDraft = endpoint(
  {
    operationId: 'joinScenarioDraft',
    tags: ['Scenario'],
    summary: 'Say that you work on the draft, and see who else does',
    params: projectPath,
    ...presenceTold,
  },
  async (request, _reply, { draftPresence }: EditorParts) => {
    const { projectId } = request;
    return joined(draftPresence, request, {
      projectId,
      subject: { type: 'scenario', id: showId('project', projectId) },
    });
  },
);

export const joinWorkflowDraft = endpoint(
  {
    operationId: 'joinWorkflowDraft',
    tags: ['Workflows'],
    summary: 'Say that you work on the draft of a workflow, and see who else does',
    params: knownSlugPath,
    ...presenceTold,
    errors: ['workflow_not_found'],
  },
  async (request, _reply, { database, draftPresence }: EditorParts) => {
    const { slug } = await knownWorkflow(database, request);
    return joined(draftPresence, request, {
      projectId: request.projectId,
      subject: { type: 'workflow', id: slug },
    });
  },
);

function joined(
  presence: DraftPresence,
  { owner, body }: Pick<FastifyRequest, 'owner'> & { body: z.output<typeof presenceBody> },
  place: DraftPlace,
) {
  presence.tell(place, owner, body.step ?? null, body.here);
  return { items: presence.others(place, owner.id) };
}

function answer(reply: FastifyReply, draft: EditedDraft): FastifyReply {
  return reply.header('ETag', etagOf(draft.revision)).send(draft);
}

type Orm = Pick<Transaction, 'orm'>;

/** A published version of a scenario or a workflow. */
interface Version {
  version: number;
  definition: unknown;
  publishedAt: Date;
  publishedBy: string;
}

const isNumber = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

async function scenarioVersion(tx: Orm, projectId: string, number: string): Promise<Version> {
  const found = isNumber(number) && (await findScenarioVersion(tx, projectId, Number(number)));
  if (!found) throw new Problem(404, 'version_not_found', `The scenario has no version ${number}.`);
  return found;
}

async function workflowVersion(tx: Orm, projectId: string, slug: string, number: string): Promise<Version> {
  const found = isNumber(number) && (await versionOfWorkflow(tx, projectId, slug, Number(number)));
  if (!found) throw new Problem(404, 'version_not_found', `The workflow has no version ${number}.`);
  return found;
}

/** What is compared with the other side. @param inForce the number of the version in force, if there is one */
function fromOf({ from }: z.output<typeof comparedQuery>, inForce: number | null | undefined): string {
  if (from) return from;
  if (inForce) return String(inForce);
  throw new Problem(
    404,
    'version_not_found',
    'Nothing is published. Say in `from` what you want to compare.',
  );
}

interface Side {
  definition: unknown;
  shown: { version: number | null; at: string | null; by: string | null };
}

const draftSide = ({ definition, saved_at, saved_by }: EditedDraft): Side => ({
  definition,
  shown: { version: null, at: saved_at, by: saved_by },
});

const versionSide = ({ definition, version, publishedAt, publishedBy }: Version): Side => ({
  definition,
  shown: { version, at: publishedAt.toISOString(), by: publishedBy },
});

const compared = (from: Side, to: Side) => ({
  from: from.shown,
  to: to.shown,
  ...differenceOf(from.definition, to.definition),
});
