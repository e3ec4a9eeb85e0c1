import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import { notify } from '../../platform/notices.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { recordForInstallation } from '../audit/installation-log.ts';
import { endChannels } from '../channels/find.ts';
import { endConnections } from '../connections/find.ts';
import { markAllRevoked } from '../gate/keys.ts';
import { mayMakeProjects } from '../gate/members.ts';
import {
  insertProject,
  markProjectDeleted,
  type ProjectRow,
  projectById,
  projectsOf,
  renameProject,
} from '../gate/projects.ts';
import { revocations } from '../gate/revocations.ts';
import { ownerActor } from '../gate/session.ts';
import { text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { listOf, namedBody, nothing } from '../http/shapes.ts';
import { refuseWhilePaymentsAreOpen } from '../payments/unfinished.ts';
import { firstCustomerFields } from '../project-settings/customer-fields.ts';
import { changeProjectSettings } from '../project-settings/settings.ts';
import type { Role } from '../rights/roles.ts';
import { projectShape } from './shapes.ts';

const name = text({ min: 1, max: 100 });

interface ProjectParts {
  database: Database;
}

export const listProjects = endpoint(
  {
    operationId: 'listProjects',
    tags: ['Projects'],
    summary: 'List your projects',
    answers: { 200: listOf(projectShape, 'Those in which you have a role, oldest first.') },
  },
  async (request, _reply, { database }: ProjectParts) => {
    const { id, token } = request.owner;
    const among = token?.projectIds;
    const rows = (await projectsOf(database, id)).filter((row) => !among || among.includes(row.id));
    return { items: rows.map((row) => present(row, row.role)) };
  },
);

export const makeProject = endpoint(
  {
    operationId: 'createProject',
    tags: ['Projects'],
    summary: 'Make a project',
    body: namedBody('NewProject', z.object({ name }), { name: 'Shop' }),
    answers: { 201: projectShape.describe('The new project.') },
    errors: ['may_not_make_projects'],
  },
  async (request, reply, { database }: ProjectParts) => {
    if (!(await mayMakeProjects(database, request.owner.id))) {
      throw new Problem(
        403,
        'may_not_make_projects',
        'Your account is there to help in projects of others. An owner of a project may make more.',
      );
    }
    const id = await database.transaction(async (tx) => {
      const created = await insertProject(tx, request.owner.id, request.body.name);
      await changeProjectSettings(tx, created, { customers: firstCustomerFields });
      await writeAudit(tx, {
        projectId: created,
        actor: ownerActor(request),
        action: 'project.created',
        subject: { type: 'project', id: showId('project', created) },
        requestId: request.id,
        data: { name: request.body.name },
      });
      await recordForInstallation(tx, {
        kind: 'project.created',
        person: request.owner,
        request,
        data: { project: showId('project', created), name: request.body.name },
      });
      return created;
    });
    return reply.code(201).send(present(await projectById(database, id), 'owner'));
  },
);

export const readProject = endpoint(
  {
    operationId: 'readProject',
    tags: ['Projects'],
    summary: 'Read a project',
    params: projectPath,
    answers: { 200: projectShape.describe('The project.') },
  },
  async (request, _reply, { database }: ProjectParts) =>
    present(await projectById(database, request.projectId), request.roles[0]),
);

export const updateProject = endpoint(
  {
    operationId: 'updateProject',
    tags: ['Projects'],
    summary: 'Rename a project',
    params: projectPath,
    body: namedBody('ProjectChange', z.object({ name: name.nullish() }), { name: 'Shop in Riga' }),
    answers: { 200: projectShape.describe('The project.') },
  },
  async (request, _reply, { database }: ProjectParts) => {
    const wanted = request.body.name;
    if (wanted != null) {
      await database.transaction(async (tx) => {
        await renameProject(tx, request.projectId, wanted);
        await writeAudit(tx, {
          projectId: request.projectId,
          actor: ownerActor(request),
          action: 'project.updated',
          subject: { type: 'project', id: showId('project', request.projectId) },
          requestId: request.id,
          data: { name: wanted },
        });
      });
    }
    return present(await projectById(database, request.projectId), request.roles[0]);
  },
);

// Its keys end at once. The worker deletes its data in batches, because there may be millions of rows.
export const deleteProject = endpoint(
  {
    operationId: 'deleteProject',
    tags: ['Projects'],
    summary: 'Delete a project',
    description: 'Its keys are revoked at once, and its data is deleted in the background.',
    params: projectPath,
    answers: { 204: nothing('It is deleted.') },
    errors: ['project_has_payments'],
  },
  async (request, reply, { database }: ProjectParts) => {
    await database.transaction(async (tx) => {
      await markProjectDeleted(tx, request.projectId);
      await refuseWhilePaymentsAreOpen(tx, request.projectId);
      await markAllRevoked(tx, request.projectId);
      await endChannels(tx, request.projectId);
      await endConnections(tx, request.projectId);
      await notify(tx, revocations, '*');
      const { name: ofProject } = await projectById(tx, request.projectId);
      await recordForInstallation(tx, {
        kind: 'project.deleted',
        person: request.owner,
        request,
        data: { project: showId('project', request.projectId), name: ofProject },
      });
    });
    return reply.code(204).send();
  },
);

/** @param role of the person who asks */
function present(row: ProjectRow, role: Role): z.output<typeof projectShape> {
  return {
    id: showId('project', row.id),
    name: row.name,
    role,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
