import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { keyGate, type ProjectGateOptions } from '../gate/project-gate.ts';
import { methodNotFound } from './not-found.ts';
import { knownMethods } from './store.ts';

/**
 * Adds the gate of everything below `/api/published`, including unknown addresses: a method key in force (401), and its rate
 * (429). Register it before anything else that may refuse a request.
 */
export function registerMethodKeys(app: FastifyInstance, options: ProjectGateOptions): void {
  const admit = keyGate(app, options);
  app.addHook('onRequest', async (request, reply) => {
    await admit(request, reply, (key) => key.methods !== null);
  });
}

/**
 * Adds the gate of calls: the key's own project (otherwise 404, whether or not the project exists), and a method that the key
 * allows (403).
 */
export function registerMethodGate(app: FastifyInstance, database: Database): void {
  app.addHook('onRequest', async (request) => {
    const { project, slug } = request.params as { project: string; slug: string };
    const { methods, projectId, publicProjectId } = request.projectKey;
    if (project !== publicProjectId) throw methodNotFound();
    if (methods?.has(slug)) return;
    if (!(await knownMethods(database, projectId, [slug])).has(slug)) throw methodNotFound();
    throw new Problem(403, 'missing_method', `This key is not for ${slug}. Create a key that is.`);
  });
}
