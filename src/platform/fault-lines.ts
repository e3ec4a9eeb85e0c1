import { seldomByKey } from './seldom.ts';

type Write<Name, Given extends unknown[]> = (more: number, name: Name, ...given: Given) => void;

/**
 * Log lines about the faults of one thing: the first of each kind at once, the number of further ones at the end of each interval,
 * and one when it is over.
 */
export class FaultLines<Name, Given extends unknown[]> {
  readonly #write: Write<Name, Given>;
  readonly #writeOver: () => void;
  #group: (name: Name, ...given: Given) => void;
  #hasFault = false;

  /** @param write as of `seldomByKey` */
  constructor(write: Write<Name, Given>, writeOver: () => void) {
    this.#write = write;
    this.#writeOver = writeOver;
    this.#group = this.#newGroup();
  }

  failed(name: Name, ...given: Given): void {
    this.#hasFault = true;
    this.#group(name, ...given);
  }

  /** Writes its line if there was a fault before. */
  works(): void {
    if (!this.#hasFault) return;
    this.#hasFault = false;
    // The count since the last line belongs to a fault that is over.
    this.#group = this.#newGroup();
    this.#writeOver();
  }

  /** A group that was replaced writes nothing more. */
  #newGroup() {
    const group = seldomByKey<Name, Given>((more, name, ...given) => {
      if (more === 0 || this.#group === group) this.#write(more, name, ...given);
    });
    return group;
  }
}
