import { z } from 'zod';
import { PoolBusy } from '../../platform/thread-pool.ts';
import type { Expressions } from '../expression/expressions.ts';
import { defineKind } from '../tasks/kind.ts';
import { lanesOf } from '../tasks/lanes.ts';
import type { Pause, TaskError, TaskOutcome } from '../tasks/task.ts';
import { anyJson } from '../template/json.ts';
import { storable } from '../template/storable.ts';
import type { Performer } from './calls.ts';

/** Expressions of steps are evaluated in tasks, since they may take longer than a turn with its locks may. */

const transformLanes = lanesOf('transform');

/** Evaluates an expression for a flow, apart from its turns. */
export const transform = defineKind({
  name: 'transform',
  payload: z.object({ expression: z.string(), input: anyJson }),
  lane: ({ id }) => transformLanes.of(id),
});

/** Queues the evaluation of an expression. The waiter is notified of what it gave. */
export function queueTransform({ retryDeadlineMs }: { retryDeadlineMs: number }): Performer<'transform'> {
  return async ({ outbox }, { expression, input }, caller) => {
    const { projectId, environment, identityId, requestId, waiter } = caller;
    const task = transform.task({
      payload: { expression, input: storable(input) },
      ...{ environment, identityId },
      target: null,
      origin: waiter.origin,
    });
    outbox.queue({ projectId, task, requestId, waiter, deadlineMs: retryDeadlineMs });
    return { status: 'started' };
  };
}

/** Attempts that may end with their process before the expression is taken for the reason. */
const mostAttempts = 5;
const busyMs = 500;

const lostTooOften: TaskError = {
  code: 'transform_failed',
  message: `The server ended ${mostAttempts} times while it evaluated the expression.`,
};

/** Evaluates expressions. It never begins: an expression touches nothing, and gives the same however often it is evaluated. */
export function transformKind({ expressions }: { expressions: Expressions }) {
  return transform.outer({
    record: 'transform',
    succeeded: 'succeeded',
    // The flow tells what its step gave, or why it failed.
    quiet: 'always',
    async run({ projectId, payload, createdAt, attempts, progress }): Promise<TaskOutcome | Pause> {
      if (attempts > mostAttempts) return { state: 'failed', error: lostTooOften };
      try {
        const given = await expressions.evaluate(projectId, { ...payload, at: createdAt.getTime() });
        if (!('json' in given)) return { state: 'failed', error: given };
        return { state: 'succeeded', result: storable(JSON.parse(given.json)) };
      } catch (error) {
        if (!(error instanceof PoolBusy)) throw error;
        return { state: 'paused', inMs: busyMs * (1 + Math.random()), progress };
      }
    },
  });
}
