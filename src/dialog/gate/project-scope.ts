import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { statement } from '../../platform/statement.ts';
import { anyOf, mayCall, type ProjectGate, passes, type Role, type Roles } from '../rights/roles.ts';
import { projects } from '../schema.ts';
import { members } from './schema.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the project in the path, in which the person who is logged in has a role. */
    projectId: string;
    /** What the person is in it, and what their personal token is if it says so. */
    roles: Roles;
  }
}

/**
 * Finds the project of the path among those of the person, whose role must pass the gate. A project of others is answered like an
 * unknown one. The role is read for every request, so a change counts at once in every process. A personal token may do no more than
 * its own role and that of its person, whichever is less.
 */
export function projectScope(database: Database, gate: ProjectGate) {
  return async (request: FastifyRequest): Promise<void> => {
    const { project_id: publicId } = request.params as { project_id: string };
    const id = readId('project', publicId);
    const { id: personId, token } = request.owner;
    // With a token, its gate has read the role together with the token.
    const role =
      id && (token ? token.memberRole : (await findRole.first(database, { projectId: id, personId }))?.role);
    if (!role) throw new Problem(404, 'project_not_found', 'You have no such project.');
    if (!passes(role, gate)) throw roleRequired('Your role in this project', role, gate);
    if (token?.role && !passes(token.role, gate))
      throw roleRequired('The role of this token', token.role, gate);
    request.projectId = id;
    request.roles = token?.role ? [role, token.role] : [role];
  };
}

const findRole = statement({
  name: 'member-role',
  params: { projectId: projects.id, personId: members.personId },
  columns: { role: members.role },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${projects} JOIN ${members} ON ${members.projectId} = ${projects.id}
    WHERE ${projects.id} = ${p.projectId} AND ${projects.deletedAt} IS NULL AND ${members.personId} = ${p.personId}`,
});

function roleRequired(whose: string, role: Role, gate: ProjectGate): Problem {
  return new Problem(
    403,
    'role_required',
    `${whose} is ${role}. Somebody with the role ${anyOf(mayCall[gate])} may do this.`,
  );
}
