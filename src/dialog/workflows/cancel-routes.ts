import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { writeAudit } from '../audit/entry.ts';
import { ownerActor } from '../gate/session.ts';
import { slugPath } from '../http/slug.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { cancelRuns } from './cancel.ts';
import { cancelAllRuns } from './cancel-all.ts';
import { wasMade } from './drafts.ts';
import { workflowNotFound } from './project-routes.ts';
import { ownedRunShape } from './project-shapes.ts';
import { canceledRunsShape } from './shapes.ts';
import { readRunFor } from './shown-run.ts';

interface CancelParts {
  database: Database;
  tickets: Tickets<LaneTicket>;
  /** A queue whose counters no turn changes. */
  cancelQueue: TaskQueue;
}

/** A run whose turn ends during the cancellation is tried again this often. */
const mostTries = 5;

export const cancelWorkflowRun = endpoint(
  {
    operationId: 'cancelWorkflowRun',
    tags: ['Workflows'],
    summary: 'Cancel a run',
    description:
      'What has not begun fails with `canceled`; what has begun ends as it ends, and the run does not go on.',
    params: slugPath.extend({ run_id: z.string().describe('`run_…`') }),
    answers: {
      200: ownedRunShape.describe('The run, which had ended before.'),
      202: ownedRunShape.describe('The run, which will end.'),
    },
    errors: ['run_not_found'],
  },
  async (request, reply, { database, tickets, cancelQueue: queue }: CancelParts) => {
    const { projectId, params, id: requestId } = request;
    const id = readId('run', params.run_id);
    const canceling = { actor: ownerActor(request), requestId };
    for (let tries = 1; ; tries++) {
      const before = id && (await readRunFor(database, request, id));
      if (!before || before.workflow !== params.slug) throw runNotFound();
      if (before.finished_at !== null) return before;
      if (tries > mostTries) return reply.code(202).send(before);
      const done = await database.transaction((tx) => cancelRuns(tx, queue, projectId, [id], canceling));
      tickets.send(done.wake);
      if (done.ending.length > 0) return reply.code(202).send(before);
    }
  },
);

export const cancelWorkflowRuns = endpoint(
  {
    operationId: 'cancelWorkflowRuns',
    tags: ['Workflows'],
    summary: 'Cancel all runs of a workflow',
    description:
      'Also of one that was deleted. It works in steps, so a call that was broken off is simply repeated.',
    params: slugPath,
    answers: { 200: canceledRunsShape.describe('How many runs were canceled.') },
    errors: ['workflow_not_found'],
  },
  async (request, _reply, { database, tickets, cancelQueue: queue }: CancelParts) => {
    const { projectId, id: requestId } = request;
    const { slug } = request.params;
    // A deleted workflow is allowed too, because its runs continue.
    if (!(await wasMade(database, projectId, slug))) throw workflowNotFound();
    const canceling = { actor: ownerActor(request), requestId };
    const wake = (lanes: LaneTicket[]) => tickets.send(lanes);
    const done = await cancelAllRuns(database, queue, { projectId, slug }, canceling, wake);
    await database.transaction((tx) =>
      writeAudit(tx, {
        ...{ projectId, ...canceling },
        action: 'workflow.canceled',
        subject: { type: 'workflow', id: slug },
        data: { ...done },
      }),
    );
    return { workflow: slug, ...done };
  },
);

function runNotFound(): Problem {
  return new Problem(404, 'run_not_found', 'This workflow has no such run.');
}
