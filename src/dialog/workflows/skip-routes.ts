import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { writeAudit } from '../audit/entry.ts';
import { originOfRun, runTurn } from '../flows/run-turn.ts';
import { acceptedSkip, skipBody, skipWithinMs, waitToSkip } from '../flows/skip.ts';
import { ownerActor } from '../gate/session.ts';
import { mayBeLeftOut } from '../http/shapes.ts';
import { slugPath } from '../http/slug.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { standingOfRun } from './waiting.ts';

interface SkipParts {
  database: Database;
  queue: TaskQueue;
  tickets: Tickets<LaneTicket>;
}

export const skipWaitOfRun = endpoint(
  {
    operationId: 'skipWaitOfRun',
    tags: ['Workflows'],
    summary: 'Skip the wait of a run in the sandbox',
    description:
      'The run goes on as if the time had passed for which it waits: after a delay, or where a step leads that waits no longer. The ' +
      'clock stays as it is, and so do all other flows. A second request skips the same wait no second time.',
    params: slugPath.extend({ run_id: z.string().describe('`run_…`') }),
    body: mayBeLeftOut(skipBody),
    answers: { 202: acceptedSkip.describe('The run will go on.') },
    errors: ['run_not_found', 'not_in_sandbox', 'no_such_wait'],
  },
  async (request, reply, { database, queue, tickets }: SkipParts) => {
    const { projectId, params, id: requestId } = request;
    const id = readId('run', params.run_id);
    const { until, wake } = await database.transaction(async (tx) => {
      const run = id && (await standingOfRun(tx, projectId, id));
      if (!run || run.slug !== params.slug) {
        throw new Problem(404, 'run_not_found', 'This workflow has no such run, or it has not begun.');
      }
      const { environment, identityId, slug, position, finishedAt } = run;
      if (environment !== 'sandbox') {
        const detail = 'The run is live, and waits for its time; only what is in the sandbox skips a wait.';
        throw new Problem(409, 'not_in_sandbox', detail);
      }
      const skip = waitToSkip({ position: finishedAt === null ? position : null }, request.body?.until);
      const task = runTurn.task({
        ...{ identityId, environment, target: null },
        origin: originOfRun(slug),
        payload: { type: 'timer', id, skip },
      });
      await writeAudit(tx, {
        ...{ projectId, environment, identityId, requestId, actor: ownerActor(request) },
        action: 'run.wait_skipped',
        subject: { type: 'run', id: showId('run', id) },
        data: { workflow: slug, until: skip.until },
      });
      const woken = await queue.add(tx, [{ projectId, task, requestId, deadlineMs: skipWithinMs }]);
      return { until: skip.until, wake: woken };
    });
    tickets.send(wake);
    return reply.code(202).send({ status: 'queued', until });
  },
);
