import type { Server } from './server.ts';

const gatherMs = 300;

/** Tells the server which message is the newest that the visitor has before their eyes. */
export class Seen {
  readonly #server: Server;
  readonly #tell: (n: number) => void;
  /** Messages to the visitor that stand in the window. */
  readonly #inView = new Set<number>();
  readonly #numbers = new WeakMap<Element, number>();
  readonly #sight: IntersectionObserver;
  #reported = 0;
  #reporting: ReturnType<typeof setTimeout> | undefined;

  /** @param tell gets the number of the newest message that was seen */
  constructor(server: Server, tell: (n: number) => void) {
    this.#server = server;
    this.#tell = tell;
    this.#sight = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes) {
        this.#inView[isIntersecting ? 'add' : 'delete'](this.#numbers.get(target)!);
      }
      this.report();
    });
    document.addEventListener('visibilitychange', () => this.report());
  }

  watch(box: HTMLElement, n: number): void {
    this.#numbers.set(box, n);
    this.#sight.observe(box);
  }

  /** Begins anew, for another visitor. */
  clear(): void {
    this.#inView.clear();
    this.#reported = 0;
  }

  report(): void {
    if (document.hidden || this.#reporting || Math.max(...this.#inView) <= this.#reported) return;
    // Several messages that come together are one report. After a failure it is tried again with the next message.
    this.#reporting = setTimeout(async () => {
      const n = document.hidden ? 0 : Math.max(...this.#inView);
      const isKnown = n > this.#reported && (await this.#send(n));
      this.#reporting = undefined;
      if (!isKnown) return;
      this.#reported = n;
      this.#tell(n);
      this.report();
    }, gatherMs);
  }

  async #send(n: number): Promise<boolean> {
    return (await this.#server.send('POST', '/read', { n }).catch(() => undefined))?.ok ?? false;
  }
}
