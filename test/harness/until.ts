import { Patience } from './patience.ts';

/**
 * Calls the function until its result is neither undefined nor false.
 * @param withinMs on an idle machine; see patience.ts
 * @throws when it takes longer than that
 */
export async function until<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = 15_000,
): Promise<T> {
  const patience = new Patience(withinMs);
  // The pauses grow, since each check takes processor time from the work that the test waits for.
  for (let pauseMs = 15; ; pauseMs = Math.min(80, pauseMs * 1.2)) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer as T;
    if (patience.isOver) throw new Error(`not within ${withinMs} ms: ${ask}`);
    await patience.pause(pauseMs);
  }
}
