import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { projects } from '../schema.ts';
import { mayCall, type ProjectGate, passes, type Role } from './roles.ts';
import { members } from './schema.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the project in the path, in which the person who is logged in has a role. */
    projectId: string;
    role: Role;
  }
}

/**
 * Finds the project of the path among those of the person, whose role must pass the gate. A project of others is answered like an
 * unknown one. It reads the role for every request, so a change counts at once in every process.
 */
export function projectScope(database: Database, gate: ProjectGate) {
  return async (request: FastifyRequest): Promise<void> => {
    const { project_id: publicId } = request.params as { project_id: string };
    const id = readId('project', publicId);
    const [found] = id
      ? await database.orm
          .select({ id: projects.id, role: members.role })
          .from(projects)
          .innerJoin(members, and(eq(members.projectId, projects.id), eq(members.personId, request.owner.id)))
          .where(and(eq(projects.id, id), isNull(projects.deletedAt)))
      : [];
    if (!found) throw new Problem(404, 'project_not_found', 'You have no such project.');
    if (!passes(found.role, gate)) throw roleRequired(found.role, gate);
    request.projectId = found.id;
    request.role = found.role;
  };
}

function roleRequired(role: Role, gate: ProjectGate): Problem {
  return new Problem(
    403,
    'role_required',
    `Your role in this project is ${role}. Somebody with the role ${mayCall[gate].join(' or ')} may do this.`,
  );
}
