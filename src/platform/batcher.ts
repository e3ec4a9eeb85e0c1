import { inTime } from './in-time.ts';

const overdueAfterMs = 1000;
/** A batch fails before its items give up, so that by then its connection is closed. */
const batchFirstMs = 100;
/** With this many overdue batches, no other batch starts until one of them ends. */
const mostOverdue = 2;

interface Entry<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Collects single calls into batches without delaying a lone caller: a batch starts as soon as the event loop has delivered
 * the calls that have already arrived, and calls are collected only while earlier batches run. (A timer would delay a lone
 * caller by its full length.)
 *
 * A batch that hangs, for example on a frozen connection, does not block the next ones: once it is overdue, another batch
 * runs beside it. If these hang as well, what waits behind them fails at its own time, and so does what is in them.
 */
export class Batcher<Item, Result> {
  readonly #flush: (items: Item[]) => Promise<Result[]>;
  readonly #maxItems: number;
  readonly #maxParallel: number;
  readonly #limitMs: number | undefined;
  readonly #waiting = new Set<Entry<Item, Result>>();
  #running = 0;
  /** How many of the running batches are overdue. */
  #overdue = 0;
  #scheduled = false;

  /**
   * @param flush processes a batch and returns one result for each item, in the same order; if it throws, every item of the
   *   batch fails with that error.
   * @param limits.limitMs the longest that an item waits for its result; then it fails with `Late`, and is not begun any more
   */
  constructor(
    flush: (items: Item[]) => Promise<Result[]>,
    {
      maxItems = 500,
      maxParallel = 1,
      limitMs,
    }: { maxItems?: number; maxParallel?: number; limitMs?: number | undefined } = {},
  ) {
    this.#flush = flush;
    this.#maxItems = maxItems;
    this.#maxParallel = maxParallel;
    this.#limitMs = limitMs;
  }

  submit(item: Item): Promise<Result> {
    let entry: Entry<Item, Result>;
    const result = new Promise<Result>((resolve, reject) => {
      entry = { item, resolve, reject };
      this.#waiting.add(entry);
      this.#schedule();
    });
    return inTime(this.#limitMs && this.#limitMs + batchFirstMs, result, () => this.#waiting.delete(entry));
  }

  #schedule(): void {
    const mayRun = this.#maxParallel + Math.min(this.#overdue, mostOverdue);
    if (this.#scheduled || this.#running >= mayRun || this.#waiting.size === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    const batch = [...take(this.#waiting, this.#maxItems)];
    if (batch.length === 0) return;
    for (const entry of batch) this.#waiting.delete(entry);
    this.#running++;
    let overdue = 0;
    const patience = setTimeout(() => {
      overdue = 1;
      this.#overdue++;
      this.#schedule();
    }, overdueAfterMs);
    try {
      const results = await this.#flush(batch.map((entry) => entry.item));
      for (let i = 0; i < batch.length; i++) batch[i]!.resolve(results[i]!);
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    } finally {
      clearTimeout(patience);
      this.#overdue -= overdue;
      this.#running--;
      this.#schedule();
    }
  }
}

function* take<Item>(items: Iterable<Item>, most: number): Generator<Item> {
  let left = most;
  for (const item of items) {
    if (left-- === 0) return;
    yield item;
  }
}
