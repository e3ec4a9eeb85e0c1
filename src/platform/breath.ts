import { setImmediate as nextRound } from 'node:timers/promises';

/** Milliseconds of work between two breaths. */
const msBetween = 10;

/**
 * Pauses of long work, in which others use the event loop. Awaiting what is there already does not pause: promises are
 * settled before anything else has its turn.
 */
export class Breath {
  #last = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#last > msBetween;
  }

  async take(): Promise<void> {
    await nextRound();
    this.#last = performance.now();
  }
}
