import { loopTurns, TurnsBusy } from '../../platform/loop-turns.ts';
import { Problem } from '../../platform/problem.ts';

/**
 * Renders templates in turn. A rendering may take as long as its allowance, and many tasks and requests may come together, so
 * they take turns, by project.
 */

/** For one project. At 50 ms each, and the same time for others in between, the last one waits some seconds. */
const mostRequestsWaiting = 50;

/** Renders for a task, whose number is limited. */
export function inTurn<Result>(projectId: string, work: () => Result): Promise<Result> {
  return loopTurns.take(`task ${projectId}`, work);
}

/** Renders in a transaction. Whoever waits for its locks must not wait for all requests and tasks of the project. */
export function inTurnWithLocks<Result>(projectId: string, work: () => Result): Promise<Result> {
  return loopTurns.take(`transaction ${projectId}`, work);
}

/** Renders, or compiles a schema, while a client waits. @throws Problem 503 `busy` */
export async function inTurnOfRequest<Result>(projectId: string, work: () => Result): Promise<Result> {
  try {
    return await loopTurns.take(`request ${projectId}`, work, { mostWaiting: mostRequestsWaiting });
  } catch (error) {
    if (!(error instanceof TurnsBusy)) throw error;
    const message =
      'Too many requests of this project wait for their templates. Repeat the request in a moment.';
    throw new Problem(503, 'busy', message, { retryAfterSeconds: 1 });
  }
}
