/**
 * Collects single calls into batches without making a lone caller wait: a batch leaves as soon as the event loop has
 * handed over what already arrived, and calls collect only while earlier batches are on their way. (A timer instead
 * would cost a lone caller its whole length.)
 */
export class Batcher<Item, Result> {
  readonly #flush: (items: Item[]) => Promise<Result[]>;
  readonly #maxItems: number;
  readonly #maxParallel: number;
  #waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  #running = 0;
  #scheduled = false;

  /**
   * @param flush carries out a batch and answers one result an item, in the same order; when it throws, every item
   *   of the batch fails with that error.
   */
  constructor(
    flush: (items: Item[]) => Promise<Result[]>,
    { maxItems = 500, maxParallel = 1 }: { maxItems?: number; maxParallel?: number } = {},
  ) {
    this.#flush = flush;
    this.#maxItems = maxItems;
    this.#maxParallel = maxParallel;
  }

  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#running >= this.#maxParallel || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    const batch = this.#waiting.splice(0, this.#maxItems);
    if (batch.length === 0) return;
    this.#running++;
    try {
      const results = await this.#flush(batch.map((entry) => entry.item));
      for (let i = 0; i < batch.length; i++) batch[i]!.resolve(results[i]!);
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    } finally {
      this.#running--;
      this.#schedule();
    }
  }
}
