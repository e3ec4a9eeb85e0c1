import { make } from '../rich/dom.ts';
import type { Texts } from '../text/texts.ts';
import type { Bubbles } from './bubbles.ts';
import type { Faces } from './faces.ts';
import { Places, type Times } from './places.ts';
import type { Server } from './server.ts';
import type { Message } from './wire.ts';

/** Messages of one reading of what was said before. */
const olderPage = 50;
const refreshMs = 30_000;
/** So far from its end, the log counts as scrolled away by the visitor. */
const nearPx = 80;

interface LogOptions {
  server: Server;
  bubbles: Bubbles;
  texts: Texts;
  times: Times;
  faces: Faces;
  /** The part that scrolls, laid out from its end. */
  log: HTMLElement;
  lines: HTMLElement;
  welcome: HTMLElement;
  /** Leads to the end, when the visitor reads above. */
  newest: HTMLButtonElement;
  /** Gets each message that is shown for the first time, except older ones. */
  shown: (message: Message, box: HTMLElement, isNew: boolean) => void;
  /** The author of a message as visitors see it. */
  nameOf: (message: Message) => string;
}

/** What was said, and lines of information between. */
export class Log {
  readonly #options: LogOptions;
  #places: Places;
  /** Those of the oldest messages that are there, if they were read later. */
  #upper: Places | undefined;
  #last = 0;
  #first = 0;
  #seen = 0;
  readonly #isRead = (n: number) => n <= this.#seen;
  #isReadingOlder = false;
  #missed = 0;
  readonly #older: HTMLButtonElement;
  readonly #sight: IntersectionObserver;

  constructor(options: LogOptions) {
    this.#options = options;
    const { lines, times, texts, faces, log, newest } = options;
    this.#places = new Places(lines, times, texts, faces, this.#isRead);
    this.#older = make('button', undefined, texts.older, 'older');
    this.#older.type = 'button';
    this.#older.onclick = () => void this.#readOlder();
    // What comes above is read before the visitor gets there.
    this.#sight = new IntersectionObserver(([entry]) => entry?.isIntersecting && void this.#readOlder(), {
      root: log,
      rootMargin: '400px 0px 0px 0px',
    });
    log.addEventListener('scroll', () => this.#isAtEnd && this.#miss(0), { passive: true });
    newest.onclick = () => {
      log.scrollTop = 0;
      log.focus({ preventScroll: true });
    };
    setInterval(() => this.#refresh(), refreshMs);
  }

  #refresh(): void {
    for (const meta of this.#options.lines.querySelectorAll<HTMLTimeElement>('.meta')) {
      this.#places.refresh(meta);
    }
  }

  /** The number of the newest message that is there. */
  get last(): number {
    return this.#last;
  }

  get lines(): HTMLElement {
    return this.#options.lines;
  }

  get isEmpty(): boolean {
    return this.#last === 0;
  }

  /**
   * Adds messages, each once. Screen readers hear those that are new, and not what was said before.
   * @param seen up to where somebody has read what the visitor said
   */
  show(messages: readonly Message[], isNew: boolean, seen = 0): void {
    const { log, bubbles, lines, shown, nameOf } = this.#options;
    if (!isNew) log.ariaLive = 'off';
    for (const message of messages) {
      if (message.n <= this.#last) continue;
      this.#last = message.n;
      if (!this.#first) this.#begin(message.n);
      const isAtEnd = this.#isAtEnd;
      if (
        message.direction === 'in' ? message.text : message.buttons.length && message.keyboard === 'reply'
      ) {
        // What is said to the visitor beside a question leaves its buttons, and so does a file: it may answer nothing.
        bubbles.dropReplies(lines);
      }
      const box = bubbles.make(message, true);
      this.#places.add(box, nameOf(message), Date.parse(message.created_at), message.n);
      shown(message, box, isNew);
      if (isAtEnd || message.direction === 'in') log.scrollTop = 0;
      else if (isNew) this.#miss(this.#missed + 1);
    }
    this.see(seen);
    this.#welcome();
    if (!isNew) setTimeout(() => (log.ariaLive = 'polite'), 500);
  }

  /** Adds what the visitor says, before the server has it. */
  addOwn(box: HTMLElement, text: string): void {
    const { lines, bubbles } = this.#options;
    if (text) bubbles.greyReplies(lines, true);
    lines.append(box);
    this.#options.log.scrollTop = 0;
    this.#welcome();
  }

  /** Adds a line of information between the messages. */
  inform(text: string): void {
    make('div', this.#options.lines, text, 'info');
    this.#places.part();
    this.#options.log.scrollTop = 0;
    this.#welcome();
  }

  /** Somebody has read what the visitor said up to its n-th message. */
  see(n: number): void {
    if (n <= this.#seen) return;
    this.#seen = n;
    this.#refresh();
  }

  /** Begins anew, for another visitor. */
  clear(): void {
    const { lines, times, texts, faces } = this.#options;
    lines.replaceChildren();
    this.#places = new Places(lines, times, texts, faces, this.#isRead);
    this.#upper = undefined;
    this.#last = 0;
    this.#first = 0;
    this.#seen = 0;
    this.#miss(0);
    this.#welcome();
  }

  get #isAtEnd(): boolean {
    // From its end on, the place is negative.
    return Math.abs(this.#options.log.scrollTop) < nearPx;
  }

  #miss(count: number): void {
    const { newest, texts } = this.#options;
    this.#missed = count;
    newest.hidden = count === 0;
    newest.textContent = `↓ ${texts.news(count)}`;
  }

  #welcome(): void {
    const { welcome, lines } = this.#options;
    welcome.hidden = lines.hasChildNodes();
  }

  #begin(first: number): void {
    this.#first = first;
    if (first <= 1) return;
    this.#options.lines.prepend(this.#older);
    this.#sight.observe(this.#older);
  }

  /** Reads what was said before what is there. Its numbers have no gaps, but the oldest messages may be deleted. */
  async #readOlder(): Promise<void> {
    if (this.#isReadingOlder || this.#first <= 1) return;
    this.#isReadingOlder = true;
    const { server, lines, bubbles, times, texts, faces, nameOf, log } = this.#options;
    try {
      const after = Math.max(0, this.#first - 1 - olderPage);
      const answer = await server.send('GET', `/messages?after=${after}`);
      if (!answer.ok) return;
      const { items } = (await answer.json()) as { items: Message[] };
      const older = items.filter(({ n }) => n < this.#first);
      const part = document.createDocumentFragment();
      const places = new Places(part, times, texts, faces, this.#isRead);
      for (const message of older) {
        places.add(bubbles.make(message, false), nameOf(message), Date.parse(message.created_at), message.n);
      }
      log.ariaLive = 'off';
      this.#sight.unobserve(this.#older);
      this.#older.remove();
      if (older.length > 0) {
        places.joinBelow(this.#upper ?? this.#places);
        this.#upper = places;
      }
      lines.prepend(part);
      this.#begin(older[0]?.n ?? 1);
      setTimeout(() => (log.ariaLive = 'polite'), 500);
    } catch {
      // The button stays.
    } finally {
      this.#isReadingOlder = false;
    }
  }
}
