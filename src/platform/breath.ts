/** Milliseconds of work between two breaths. */
const msBetween = 10;

/** Lets the work of each breath that is being taken go on; the one that has waited longest stands first. */
const waiting: (() => void)[] = [];

/**
 * Pauses of long work, in which others use the event loop. Awaiting what is there already does not pause: promises are
 * settled before anything else has its turn.
 *
 * In each round of the event loop one piece of long work goes on. So others wait for one piece, however much long work there
 * is. The first breath is due at once, because much work may begin at the same time.
 */
export class Breath {
  #last = Number.NEGATIVE_INFINITY;

  get isDue(): boolean {
    return performance.now() - this.#last > msBetween;
  }

  async take(): Promise<void> {
    await new Promise<void>((goOn) => {
      waiting.push(goOn);
      if (waiting.length === 1) setImmediate(letOneGoOn);
    });
    this.#last = performance.now();
  }
}

function letOneGoOn(): void {
  waiting.shift()!();
  // From here it runs in the next round, after a poll for input.
  if (waiting.length > 0) setImmediate(letOneGoOn);
}
