import type { Database, Queryable } from './postgres.ts';

const patienceMs = 2000;

interface Waiter {
  seated(): void;
}

/** Limits how much work of one kind runs at once in this process. Further work waits its turn, for a short time. */
export class Seats {
  readonly #waiting = new Set<Waiter>();
  readonly #mostWaiting: number;
  readonly #refusal: () => Error;
  #free: number;

  /**
   * @param most pieces of work that run at once
   * @param refusal makes the error for work that finds no seat in time
   * @param mostWaiting work beyond this many waiting pieces is refused at once
   */
  constructor(most: number, refusal: () => Error, mostWaiting = Number.POSITIVE_INFINITY) {
    this.#free = most;
    this.#refusal = refusal;
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Runs `work` on a seat.
   * @param signal ends the wait for a seat; once `work` runs, it must handle the signal itself
   * @param forMs how long to wait for a seat; two seconds if absent
   * @throws the refusal if no seat became free in time; the signal's reason
   */
  async hold<Result>(work: () => Promise<Result>, signal: AbortSignal, forMs = patienceMs): Promise<Result> {
    await this.#take(signal, forMs);
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next.seated();
      else this.#free++;
    }
  }

  #take(signal: AbortSignal, forMs: number): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.#mostWaiting) return Promise.reject(this.#refusal());
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
      };
      const giveUp = () => {
        leave();
        reject(signal.aborted ? signal.reason : this.#refusal());
      };
      const waiter: Waiter = {
        seated() {
          leave();
          resolve();
        },
      };
      const timer = Number.isFinite(forMs) ? setTimeout(giveUp, forMs) : undefined;
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiter);
    });
  }
}

/**
 * Reads as `Database.reading` does, each on a seat, so that only a limited number of them runs at once.
 * @param signal ends the wait for a seat and cancels the running statement
 * @param forMs how long a statement waits for a seat; two seconds if absent
 */
export function seatedReads(
  database: Database,
  seats: Seats,
  signal: AbortSignal,
  forMs?: number,
): Queryable {
  const reads = database.reading(signal);
  return { query: (text, values) => seats.hold(() => reads.query(text, values), signal, forMs) };
}
