import type { Server } from './server.ts';

const firstWaitMs = 1000;
const longestWaitMs = 30_000;
/** The server says something every 15 seconds. A stream that says nothing for longer is dead, whatever the network thinks. */
const silenceMs = 40_000;

/** Listens to the server until it is stopped, and connects again with a back-off. */
export class Stream {
  readonly #server: Server;
  readonly #after: () => number;
  readonly #take: (name: string, data: string) => void;
  #stop: AbortController | undefined;
  #wake: (() => void) | undefined;

  /**
   * @param after the number of the last message that is there
   * @param take gets each event; one without a name says that the stream lives
   */
  constructor(server: Server, after: () => number, take: (name: string, data: string) => void) {
    this.#server = server;
    this.#after = after;
    this.#take = take;
  }

  /** Listens until the signal ends it. */
  async follow(signal: AbortSignal): Promise<void> {
    for (let wait = firstWaitMs; !signal.aborted; wait = Math.min(wait * 2, longestWaitMs)) {
      const result = await this.#listen(signal).catch(() => 'lost' as const);
      // The chat is no more. Nobody asks again until the page is loaded anew.
      if (result === 'over')
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      if (result === 'listened') wait = firstWaitMs;
      if (signal.aborted) return;
      // Many tabs lose a server at once, and do not come back at once.
      await this.#pause(wait * (0.75 + Math.random() / 2), signal);
    }
  }

  /** The network is back: does not wait longer, and asks anew, since the old connection may be dead. */
  hurry(): void {
    this.#stop?.abort();
    this.#wake?.();
  }

  async #listen(signal: AbortSignal): Promise<'listened' | 'lost' | 'over'> {
    this.#stop = new AbortController();
    const stop = () => this.#stop?.abort();
    signal.addEventListener('abort', stop);
    let silence: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(stop, silenceMs);
    };
    try {
      alive();
      const path = `/events?after=${this.#after()}&typing=true&presses=true&revisions=true&seen=true`;
      const answer = await this.#server.send('GET', path, undefined, this.#stop.signal);
      if (answer.status === 404) return 'over';
      if (answer.status === 401) await this.#server.begin();
      if (!answer.ok || !answer.body) return 'lost';
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ''; ; ) {
        const { done, value } = await reader.read();
        if (done) return 'listened';
        alive();
        this.#take('', '');
        const events = (text + value).split('\n\n');
        text = events.pop()!;
        for (const event of events) this.#read(event);
      }
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
    }
  }

  #read(event: string): void {
    const [, name] = /^event: (.*)$/m.exec(event) ?? [];
    const [, data] = /^data: (.*)$/m.exec(event) ?? [];
    if (name && data) this.#take(name, data);
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#wake = done;
      signal.addEventListener('abort', done);
    });
  }
}
