import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { projects } from '../schema.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the project in the path, which belongs to the owner who is logged in. */
    projectId: string;
  }
}

/** Finds the project of the path among the owner's own. A project of somebody else is answered like an unknown one. */
export function projectScope(database: Database) {
  return async (request: FastifyRequest): Promise<void> => {
    const { project_id: publicId } = request.params as { project_id: string };
    const id = readId('project', publicId);
    const [found] = id
      ? await database.orm
          .select({ id: projects.id })
          .from(projects)
          .where(and(eq(projects.id, id), eq(projects.ownerId, request.owner.id), isNull(projects.deletedAt)))
      : [];
    if (!found) throw new Problem(404, 'project_not_found', 'You have no such project.');
    request.projectId = found.id;
  };
}
