type Listener = (detail: unknown) => void;

const names = ['ready', 'open', 'close', 'unread', 'message'];

/** What the page is told: those that it has registered with `Parley('on', …)`. */
export class Events {
  readonly #listeners = new Map<string, Set<Listener>>();

  on(event: string, listener: Listener): void {
    if (!names.includes(event)) console.error(`Parley: there is no event "${event}".`);
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
    // Who comes late is told, too.
    if (event === 'ready') this.#call(listener, undefined);
  }

  off(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener);
  }

  emit(event: string, detail?: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) this.#call(listener, detail);
  }

  #call(listener: Listener, detail: unknown): void {
    try {
      listener(detail);
    } catch (error) {
      // A fault of the page does not stop the chat.
      console.error(error);
    }
  }
}
