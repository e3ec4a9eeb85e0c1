import type { Memory } from './memory.ts';

/** Counts what the visitor has not seen, over reloads and tabs, and shows it in the title of a page that is not looked at. */
export class Unread {
  readonly #memory: Memory;
  readonly #show: (count: number) => void;
  #seen: number;
  #isKnown: boolean;
  readonly #numbers = new Set<number>();
  #mark = '';
  #shown = 0;

  /** @param show gets the count whenever it changes */
  constructor(memory: Memory, show: (count: number) => void) {
    this.#memory = memory;
    this.#show = show;
    this.#isKnown = memory.read('seen') !== undefined;
    this.#seen = Number(memory.read('seen') ?? 0);
    document.addEventListener('visibilitychange', () => this.#title());
    // Another tab has seen it.
    addEventListener('storage', () => {
      const seen = Number(memory.read('seen') ?? 0);
      if (seen > this.#seen) this.see(seen);
    });
  }

  /** What a visitor has seen of whom nothing else is known: all up to their own last words. */
  assume(n: number): void {
    if (!this.#isKnown) this.see(n);
    this.#isKnown = true;
  }

  /** A message to the visitor came. */
  add(n: number): void {
    if (n <= this.#seen) return;
    this.#numbers.add(n);
    this.#change();
  }

  /** The visitor has seen all up to the n-th. */
  see(n: number): void {
    if (n <= this.#seen) return;
    this.#seen = n;
    this.#isKnown = true;
    this.#memory.write('seen', `${n}`);
    for (const each of this.#numbers) if (each <= n) this.#numbers.delete(each);
    this.#change();
  }

  get count(): number {
    return this.#shown;
  }

  /** Begins anew, for another visitor. */
  clear(): void {
    this.#seen = 0;
    this.#memory.write('seen', undefined);
    this.#numbers.clear();
    this.#change();
  }

  #change(): void {
    if (this.#numbers.size !== this.#shown) this.#show(this.#numbers.size);
    this.#shown = this.#numbers.size;
    this.#title();
  }

  #title(): void {
    const wanted = document.hidden && this.#numbers.size > 0 ? `(${this.#numbers.size}) ` : '';
    if (wanted === this.#mark) return;
    // The page may have changed its title meanwhile.
    const bare = document.title.startsWith(this.#mark)
      ? document.title.slice(this.#mark.length)
      : document.title;
    this.#mark = wanted;
    document.title = wanted + bare;
  }
}
