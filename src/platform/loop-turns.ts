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
  member?: string;
  mostWaiting?: number;
  signal?: AbortSignal;
}

/** What waits of an owner, by member. Whose turn comes next stands first, here and among the owners. */
type Members = Map<string, Waiting[]>;

/** Milliseconds that short work may take together in one round of the event loop. */
const msPerRound = 10;

/** Too much work of one owner is waiting already. */
export class TurnsBusy extends Error {}

/** See the comment at the top of this file. */
export class LoopTurns {
  readonly #waiting = new Map<string, Members>();
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
   * @param limits.member who of the owner's, where many share its turns: they take those in turn
   * @param limits.mostWaiting how much work of this member may wait; left out where the caller limits it
   * @param limits.signal takes the work back if it has not begun
   * @throws TurnsBusy, what the work throws, or the reason of the signal
   */
  take<Result>(owner: string, work: () => Result, limits: Limits = {}): Promise<Result> {
    const { member = owner, mostWaiting = Number.POSITIVE_INFINITY, signal } = limits;
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
      const members: Members = this.#waiting.get(owner) ?? new Map();
      const pieces = members.get(member) ?? [];
      if (pieces.length >= mostWaiting) {
        reject(new TurnsBusy('too much is waiting for its turn'));
        return;
      }
      this.#waiting.set(owner, members.set(member, pieces));
      pieces.push(piece);
      const takeBack = () => this.#takeBack(owner, member, piece, signal?.reason);
      signal?.addEventListener('abort', takeBack, { once: true });
    });
  }

  #takeBack(owner: string, member: string, piece: Waiting, reason: unknown): void {
    const members = this.#waiting.get(owner);
    const pieces = members?.get(member) ?? [];
    const at = pieces.indexOf(piece);
    if (!members || at < 0) return;
    pieces.splice(at, 1);
    if (pieces.length === 0) members.delete(member);
    if (members.size === 0) this.#waiting.delete(owner);
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
    const [owner, members] = this.#waiting.entries().next().value!;
    const [member, pieces] = members.entries().next().value!;
    const piece = pieces.shift()!;
    moveToEnd(members, member, pieces.length > 0);
    moveToEnd(this.#waiting, owner, members.size > 0);
    return piece;
  }
}

/** A map keeps the order in which its keys were added. */
function moveToEnd<Value>(map: Map<string, Value>, key: string, isKept: boolean): void {
  const value = map.get(key)!;
  map.delete(key);
  if (isKept) map.set(key, value);
}

/** Runs the callback after the next poll for input. Two `setImmediate` are needed: the first may still be in this round. */
function nextRound(callback: () => void): void {
  setImmediate(() => setImmediate(callback));
}

/** The turns of this process, which has one event loop. */
export const loopTurns = new LoopTurns();
