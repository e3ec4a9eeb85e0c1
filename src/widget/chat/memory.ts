/** What the browser keeps of a chat. A page may not be allowed to store: all of it then lasts as long as the page. */
export class Memory {
  readonly #place: string;
  readonly #instead = new Map<string, string>();

  constructor(place: string) {
    this.#place = place;
  }

  /** @param name the empty one has the token of the visitor */
  read(name: string): string | undefined {
    try {
      return localStorage.getItem(this.#key(name)) ?? undefined;
    } catch {
      return this.#instead.get(name);
    }
  }

  write(name: string, value: string | undefined): void {
    try {
      if (value === undefined) localStorage.removeItem(this.#key(name));
      else localStorage.setItem(this.#key(name), value);
    } catch {
      if (value === undefined) this.#instead.delete(name);
      else this.#instead.set(name, value);
    }
  }

  /** Is told when another page of the browser changes something. */
  watch(name: string, changed: (value: string | undefined) => void): void {
    addEventListener('storage', ({ key, newValue }) => {
      if (key === this.#key(name)) changed(newValue ?? undefined);
    });
  }

  /** Names a place of the browser's storage, as its events do. */
  #key(name: string): string {
    return name ? `${this.#place}.${name}` : this.#place;
  }
}
