import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/postgres.ts';
import type { Shown } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { ownerActor } from './session.ts';

const hourMs = 3_600_000;
/** Views that a process remembers. Who has seen more in an hour is recorded again. */
const mostRemembered = 20_000;

/**
 * Records who of the people of a project has seen what is sensitive, in the audit log of the project, for the routes that the table of the
 * owner API marks by `shows`. What is looked at again and again in an hour is recorded once by each process; what leaves in a file, each time.
 * @returns for a route, what to do before its answer is sent: nobody sees what could not be recorded
 */
export function recordsViews(database: Database) {
  const seen = new Set<string>();
  let hour = 0;

  /** @returns whether it was not seen in this hour */
  function isFirst(view: string): boolean {
    const now = Math.floor(Date.now() / hourMs);
    if (now !== hour || seen.size >= mostRemembered) seen.clear();
    hour = now;
    if (seen.has(view)) return false;
    seen.add(view);
    return true;
  }

  return ({ what, of, param, isFile }: Shown) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (reply.statusCode !== 200) return;
      const { projectId, params, id: requestId } = request;
      const actor = ownerActor(request);
      const subject = { type: of, id: (params as Record<string, string>)[param]! };
      const view = [projectId, actor.name, what, subject.id].join(' ');
      if (!isFile && !isFirst(view)) return;
      try {
        await writeAudit(database, { projectId, actor, action: `view.${what}`, subject, requestId });
      } catch (error) {
        seen.delete(view);
        throw error;
      }
    };
}
