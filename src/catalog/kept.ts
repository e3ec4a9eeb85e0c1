/** A value, and the state of the catalog for which it was computed. */
export interface Versioned<Value> {
  version: string;
  value: Value;
}

/** A computation for several callers. It is told to stop when the last of them has gone. */
class Flight<Value> {
  readonly #found: Promise<Versioned<Value>>;
  readonly #abandon = new AbortController();
  #waiting = 0;

  constructor(compute: (signal: AbortSignal) => Promise<Versioned<Value>>) {
    this.#found = compute(this.#abandon.signal);
    this.#found.catch(() => {}); // those who wait get the error
  }

  get isAbandoned(): boolean {
    return this.#abandon.signal.aborted;
  }

  /** @param signal of the caller; without it the caller waits to the end */
  join(signal?: AbortSignal): Promise<Versioned<Value>> {
    this.#waiting++;
    if (!signal) return this.#found;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        if (--this.#waiting === 0) this.#abandon.abort(signal.reason);
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      const stay = () => signal.removeEventListener('abort', leave);
      this.#found.then(resolve, reject).finally(stay);
    });
  }
}

/**
 * Caches what was computed for a state of the catalog, until the next write. Equal questions at the same time are computed once.
 */
export class Kept<Value> {
  readonly #most: number;
  readonly #isWorthKeeping: (value: Value) => boolean;
  readonly #values = new Map<string, Versioned<Value>>();
  readonly #underway = new Map<string, Flight<Value>>();

  /** @param most number of values in the cache */
  constructor(most: number, isWorthKeeping: (value: Value) => boolean = () => true) {
    this.#most = most;
    this.#isWorthKeeping = isWorthKeeping;
  }

  /**
   * @param compute returns the value with the version of the state that it read; its signal aborts when all callers have gone
   * @param signal of the caller; without it the caller waits to the end
   */
  async get(
    key: string,
    version: string,
    compute: (signal: AbortSignal) => Promise<Versioned<Value>>,
    signal?: AbortSignal,
  ): Promise<Value> {
    const kept = this.#values.get(key);
    if (kept?.version === version) {
      // The oldest value is dropped first; a value that is used again becomes the newest.
      this.#values.delete(key);
      this.#values.set(key, kept);
      return kept.value;
    }
    const fresh = await this.#share(`${version} ${key}`, compute, signal);
    this.#values.delete(key);
    if (!this.#isWorthKeeping(fresh.value)) return fresh.value;
    this.#values.set(key, fresh);
    if (this.#values.size > this.#most) this.#values.delete(this.#values.keys().next().value!);
    return fresh.value;
  }

  #share(
    question: string,
    compute: (signal: AbortSignal) => Promise<Versioned<Value>>,
    signal: AbortSignal | undefined,
  ): Promise<Versioned<Value>> {
    signal?.throwIfAborted();
    const underway = this.#underway.get(question);
    if (underway && !underway.isAbandoned) return underway.join(signal);
    const flight = new Flight<Value>((abandoned) =>
      compute(abandoned).finally(() => {
        if (this.#underway.get(question) === flight) this.#underway.delete(question);
      }),
    );
    this.#underway.set(question, flight);
    return flight.join(signal);
  }
}
