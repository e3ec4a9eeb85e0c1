/**
 * Counts how many slots each owner holds, and decides who may take the next one.
 *
 * While others wait, no owner may take more than half of the slots. A lone owner may take all of them; what it holds beyond
 * its half is lent and does not count against owners who come later. They find the other half free at once, however long
 * the lent slots stay taken. So up to one and a half times the number of slots may be in use for a while.
 */
export class FairSlots {
  readonly #slots: number;
  readonly #half: number;
  readonly #held = new Map<string, number>();
  #taken = 0;
  #lent = 0;

  /** @param slots at least 1 */
  constructor(slots: number) {
    this.#slots = slots;
    this.#half = Math.max(1, Math.floor(slots / 2));
  }

  /** @param alone whether nobody else waits for a slot */
  mayTake(owner: string, alone: boolean): boolean {
    if (this.#heldBy(owner) < this.#half) return this.#taken - this.#lent < this.#slots;
    return alone && this.#taken < this.#slots;
  }

  take(owner: string): void {
    const held = this.#heldBy(owner);
    if (held >= this.#half) this.#lent++;
    this.#taken++;
    this.#held.set(owner, held + 1);
  }

  release(owner: string): void {
    const held = this.#heldBy(owner);
    if (held > this.#half) this.#lent--;
    this.#taken--;
    if (held > 1) this.#held.set(owner, held - 1);
    else this.#held.delete(owner);
  }

  #heldBy(owner: string): number {
    return this.#held.get(owner) ?? 0;
  }
}
