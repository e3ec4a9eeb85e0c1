/**
 * Limits the bytes of request bodies that one process keeps in memory at the same time. A request takes its bytes when they
 * arrive and gives them back when its answer has been sent. Callers without proof of identity may take half of the budget
 * together, so that they cannot lock out those who have shown a key. One key holder, such as a project, may take three
 * quarters, so that it cannot lock out the others.
 */
export class BodyBudget {
  readonly #most: number;
  readonly #mostUnproven: number;
  readonly #mostHeld: number;
  readonly #onRefused: () => void;
  #used = 0;
  #unproven = 0;
  readonly #held = new Map<string, number>();

  /** @param onRefused is called whenever a body finds no room. */
  constructor(most: number, onRefused: () => void = () => {}) {
    this.#most = most;
    this.#mostUnproven = most / 2;
    this.#mostHeld = (most * 3) / 4;
    this.#onRefused = onRefused;
  }

  /** Bytes in use now. */
  get used(): number {
    return this.#used;
  }

  /**
   * Opens an account for one body. The caller must give it back.
   * @param holder the proven identity, such as a project, whose bodies are counted together; undefined if nothing is proven
   */
  open(holder: string | undefined): BodyPlace {
    return new Place(this, holder);
  }

  /** For the places of this budget. */
  mayTake(holder: string | undefined, bytes: number): boolean {
    const own = holder === undefined ? this.#unproven : (this.#held.get(holder) ?? 0);
    const mostOwn = holder === undefined ? this.#mostUnproven : this.#mostHeld;
    if (this.#used + bytes <= this.#most && own + bytes <= mostOwn) return true;
    this.#onRefused();
    return false;
  }

  /** For the places of this budget. */
  move(holder: string | undefined, bytes: number): void {
    this.#used += bytes;
    if (holder === undefined) {
      this.#unproven += bytes;
      return;
    }
    const held = (this.#held.get(holder) ?? 0) + bytes;
    if (held > 0) this.#held.set(holder, held);
    else this.#held.delete(holder);
  }
}

class Place implements BodyPlace {
  readonly #budget: BodyBudget;
  readonly #holder: string | undefined;
  #taken = 0;

  constructor(budget: BodyBudget, holder: string | undefined) {
    this.#budget = budget;
    this.#holder = holder;
  }

  mayTake(bytes: number): boolean {
    return this.#budget.mayTake(this.#holder, bytes);
  }

  take(bytes: number): boolean {
    if (!this.mayTake(bytes)) return false;
    this.#taken += bytes;
    this.#budget.move(this.#holder, bytes);
    return true;
  }

  giveBack(): void {
    if (this.#taken === 0) return;
    this.#budget.move(this.#holder, -this.#taken);
    this.#taken = 0;
  }
}

/** What one body takes from a budget. */
export interface BodyPlace {
  /** Whether this many bytes would fit now. Takes nothing. */
  mayTake(bytes: number): boolean;
  /** @returns false if the bytes do not fit; then nothing was taken. */
  take(bytes: number): boolean;
  /** Gives back all that was taken; a second call does nothing. */
  giveBack(): void;
}
