import { FairSlots } from './fair-slots.ts';

interface Entry<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface FairBatcherOptions<Item> {
  maxItems: number;
  /** Batches that run at once while there is one owner. Each other owner may add one, up to half of this number. */
  maxParallel: number;
  /** False: an owner runs half of them at most, also while nobody else waits. True if absent. */
  lends?: boolean;
  /** The owner whose turn an item uses. */
  ownerOf(item: Item): string;
  /** The sort of an item. All items of a batch have the same owner and the same sort. */
  sortOf(item: Item): string;
}

/**
 * Collects single calls into batches as `Batcher` does, but never puts calls of different owners into one batch, so that an
 * owner with many calls delays only its own batches. Owners take turns, and so do the sorts of one owner.
 */
export class FairBatcher<Item, Result> {
  readonly #flush: (items: Item[]) => Promise<Result[]>;
  readonly #options: FairBatcherOptions<Item>;
  readonly #slots: FairSlots;
  /** By owner and by sort. The first entry is next. */
  readonly #waiting = new Map<string, Map<string, Entry<Item, Result>[]>>();
  #scheduled = false;

  /**
   * @param flush processes a batch and returns one result for each item, in the same order; if it throws, every item of the
   *   batch fails with that error.
   */
  constructor(flush: (items: Item[]) => Promise<Result[]>, options: FairBatcherOptions<Item>) {
    this.#flush = flush;
    this.#options = options;
    this.#slots = new FairSlots(options.maxParallel);
  }

  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const owner = this.#options.ownerOf(item);
      const sort = this.#options.sortOf(item);
      const sorts = this.#waiting.get(owner) ?? new Map<string, Entry<Item, Result>[]>();
      const entries = sorts.get(sort) ?? [];
      entries.push({ item, resolve, reject });
      this.#waiting.set(owner, sorts.set(sort, entries));
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.size === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      for (let next = this.#next(); next; next = this.#next()) void this.#run(next.owner, next.batch);
    });
  }

  #next(): { owner: string; batch: Entry<Item, Result>[] } | undefined {
    for (const [owner, sorts] of this.#waiting) {
      const alone = this.#waiting.size === 1 && (this.#options.lends ?? true);
      if (!this.#slots.mayTake(owner, alone)) continue;
      const [sort, entries] = sorts.entries().next().value!;
      const batch = entries.splice(0, this.#options.maxItems);
      // Whoever had a turn moves to the end.
      sorts.delete(sort);
      if (entries.length > 0) sorts.set(sort, entries);
      this.#waiting.delete(owner);
      if (sorts.size > 0) this.#waiting.set(owner, sorts);
      this.#slots.take(owner);
      return { owner, batch };
    }
    return undefined;
  }

  async #run(owner: string, batch: Entry<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#flush(batch.map((entry) => entry.item));
      for (let i = 0; i < batch.length; i++) batch[i]!.resolve(results[i]!);
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    } finally {
      this.#slots.release(owner);
      this.#schedule();
    }
  }
}
