/**
 * Shares the event loop between owners, for work whose length nobody knows in advance. Short work runs at once. After long
 * work the event loop is left to others for the same time, so that two long pieces never run back to back, and all of them
 * together use at most half of the thread.
 */

interface Waiting {
  work: () => unknown;
  resolve(result: never): void;
  reject(error: unknown): void;
}

interface Limits {
  mostWaiting?: number;
  signal?: AbortSignal;
}

/** Milliseconds that short work may take together in one round of the event loop. */
const msPerRound = 10;

/** Too much work of one owner is waiting already. */
export class TurnsBusy extends Error {}

/** See the comment at the top of this file. */
export class LoopTurns {
  /** By owner; the owner whose turn comes next stands first. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** Whether a piece of work runs now. */
  #works = false;
  #usedInRound = 0;
  #roundIsCounted = false;
  /** Whether the event loop is left to others now. */
  #rests = false;

  /**
   * Runs synchronous work now, or when it is its owner's turn. The work must limit its own length. Work that is taken up within
   * other work is part of that.
   * @param owner owners take turns, whatever amount of work each has waiting
   * @param limits.mostWaiting how much of this owner's work may wait; left out where the caller limits it
   * @param limits.signal takes the work back if it has not begun
   * @throws TurnsBusy, what the work throws, or the reason of the signal
   */
  take<Result>(owner: string, work: () => Result, limits: Limits = {}): Promise<Result> {
    const { mostWaiting = Number.POSITIVE_INFINITY, signal } = limits;
    return new Promise<Result>((resolve, reject) => {
      // It would not abort again, and work for somebody who has left takes the turns of others.
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      if (this.#works) {
        resolve(work());
        return;
      }
      const piece: Waiting = { work, resolve, reject };
      if (!this.#rests) {
        this.#carryOut(piece);
        return;
      }
      const ofOwner = this.#waiting.get(owner) ?? [];
      if (ofOwner.length >= mostWaiting) {
        reject(new TurnsBusy('too much is waiting for its turn'));
        return;
      }
      ofOwner.push(piece);
      this.#waiting.set(owner, ofOwner);
      signal?.addEventListener('abort', () => this.#takeBack(owner, piece, signal.reason), { once: true });
    });
  }

  #takeBack(owner: string, piece: Waiting, reason: unknown): void {
    const ofOwner = this.#waiting.get(owner) ?? [];
    const at = ofOwner.indexOf(piece);
    if (at < 0) return;
    ofOwner.splice(at, 1);
    if (ofOwner.length === 0) this.#waiting.delete(owner);
    piece.reject(reason);
  }

  #carryOut({ work, resolve, reject }: Waiting): void {
    const began = performance.now();
    this.#works = true;
    try {
      resolve(work() as never);
    } catch (error) {
      reject(error);
    }
    this.#works = false;
    const used = performance.now() - began;
    this.#usedInRound += used;
    if (this.#usedInRound > msPerRound) this.#rest(used > msPerRound ? used : 0);
    else this.#countRound();
  }

  #countRound(): void {
    if (this.#roundIsCounted) return;
    this.#roundIsCounted = true;
    nextRound(() => {
      this.#roundIsCounted = false;
      if (!this.#rests) this.#usedInRound = 0;
    });
  }

  #rest(ms: number): void {
    this.#rests = true;
    const goOn = () => {
      this.#rests = false;
      this.#usedInRound = 0;
      while (!this.#rests && this.#waiting.size > 0) this.#carryOut(this.#next());
    };
    if (ms > 0) setTimeout(() => nextRound(goOn), ms);
    else nextRound(goOn);
  }

  #next(): Waiting {
    const [owner, pieces] = this.#waiting.entries().next().value!;
    const piece = pieces.shift()!;
    this.#waiting.delete(owner);
    if (pieces.length > 0) this.#waiting.set(owner, pieces);
    return piece;
  }
}

/** Runs the callback after the next poll for input. Two `setImmediate` are needed: the first may still be in this round. */
function nextRound(callback: () => void): void {
  setImmediate(() => setImmediate(callback));
}

/** The turns of this process, which has one event loop. */
export const loopTurns = new LoopTurns();
