/** How long a visible tab waits for a sign of the one that listens, before it listens in its place. */
const patienceMs = 25_000;
const lookMs = 5000;

interface Said {
  name: string;
  data: string;
}

export interface TabsOptions {
  /** Names what the tabs share: a chat and its visitor. */
  name: string;
  /** Listens to the server until the signal ends it. */
  listen: (signal: AbortSignal) => Promise<void>;
  /** Takes an event that another tab heard. */
  take: (name: string, data: string) => void;
  /** Reads what may have been missed. */
  catchUp: () => void;
}

/**
 * The tabs of a visitor share one stream: one of them listens and tells the others. Where the browser cannot say which one (Web Locks need
 * https), each listens for itself.
 */
export class Tabs {
  readonly #options: TabsOptions;
  readonly #end = new AbortController();
  readonly #channel: BroadcastChannel | undefined;
  readonly #timer: ReturnType<typeof setInterval> | undefined;
  #heard = performance.now();
  #isListening = false;
  /** The request for the lock that is waiting, or holds it. */
  #asked: AbortController | undefined;

  constructor(options: TabsOptions) {
    this.#options = options;
    const { signal } = this.#end;
    if (!navigator.locks || !('BroadcastChannel' in window)) {
      void options.listen(signal);
      return;
    }
    this.#channel = new BroadcastChannel(options.name);
    this.#channel.onmessage = ({ data }: MessageEvent<Said>) => {
      this.#heard = performance.now();
      if (data.name) options.take(data.name, data.data);
    };
    void this.#lead(false);
    this.#timer = setInterval(() => this.#look(), lookMs);
    document.addEventListener('visibilitychange', () => this.#look(), { signal });
    addEventListener('pageshow', () => this.#look(), { signal });
  }

  /** Tells the other tabs an event of the stream. */
  tell(name: string, data: string): void {
    this.#heard = performance.now();
    this.#channel?.postMessage({ name, data });
  }

  stop(): void {
    this.#end.abort();
    clearInterval(this.#timer);
    this.#channel?.close();
  }

  /** Listens as soon as no other tab does. @param steal at once: a phone may have put the other tab to sleep */
  async #lead(steal: boolean): Promise<void> {
    const own = new AbortController();
    const before = this.#asked;
    this.#asked = own;
    before?.abort();
    const { signal } = this.#end;
    const stop = () => own.abort();
    signal.addEventListener('abort', stop);
    try {
      const options = steal ? { steal } : { signal: own.signal };
      await navigator.locks.request(this.#options.name, options, async () => {
        this.#isListening = true;
        if (!own.signal.aborted) await this.#options.listen(own.signal);
      });
    } catch {
      // Another tab has taken over, or this one asks anew.
    }
    own.abort();
    signal.removeEventListener('abort', stop);
    if (this.#asked !== own || signal.aborted) return;
    this.#isListening = false;
    this.#asked = undefined;
    setTimeout(() => this.#asked || signal.aborted || void this.#lead(false), lookMs);
  }

  #look(): void {
    if (document.hidden || this.#isListening || this.#end.signal.aborted) return;
    if (performance.now() - this.#heard < patienceMs) return;
    this.#heard = performance.now();
    this.#options.catchUp();
    void this.#lead(true);
  }
}
