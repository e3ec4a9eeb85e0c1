import { make } from '../rich/dom.ts';
import type { Texts } from '../text/texts.ts';
import type { Faces } from './faces.ts';
import type { Asks } from './wire.ts';

/** Messages of one author that follow each other within this time belong together. */
const togetherMs = 5 * 60_000;
const nowMs = 60_000;

/** How times are shown to the visitor. */
export class Times {
  readonly #texts: Texts;
  readonly #known: string[];
  readonly #clock: Intl.DateTimeFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #date: Intl.DateTimeFormat;
  readonly #full: Intl.DateTimeFormat;

  /** @param language the one of the words: a time of another would stand among them the wrong way round */
  constructor(language: string, texts: Texts) {
    this.#texts = texts;
    // Of one language the visitor's own kind: 14:30 in Britain is 2:30 PM in America.
    const own = navigator.languages.filter((each) => each.startsWith(language));
    const known = Intl.DateTimeFormat.supportedLocalesOf([...own, language]);
    this.#known = known;
    this.#clock = new Intl.DateTimeFormat(known, { timeStyle: 'short' });
    this.#day = new Intl.DateTimeFormat(known, { weekday: 'long', day: 'numeric', month: 'long' });
    this.#date = new Intl.DateTimeFormat(known, { day: 'numeric', month: 'short' });
    this.#full = new Intl.DateTimeFormat(known, { dateStyle: 'medium', timeStyle: 'short' });
  }

  moment(at: number): string {
    return Date.now() - at < nowMs ? this.#texts.now : this.#clock.format(at);
  }

  clock(at: number): string {
    return this.#clock.format(at);
  }

  /** A moment to come, as it is said in a sentence. */
  ahead(at: number): string {
    const clock = this.#clock.format(at);
    const days = Math.round((midnight(at) - midnight(Date.now())) / 86_400_000);
    if (days === 0) return this.#texts.atTime(clock);
    return days === 1 ? this.#texts.tomorrowAt(clock) : this.#texts.onDay(this.#date.format(at), clock);
  }

  /** A day or a time as a calendar or a clock has given it; undefined for other words. */
  picked(type: Asks['type'], text: string): string | undefined {
    const [hasDate, hasTime] = [type !== 'time', type !== 'date'];
    const day = hasDate ? text.slice(0, 10) : '1970-01-01';
    const at = Date.parse(`${day}T${hasTime ? text.slice(-5) : '00:00'}Z`);
    if (!shapes[type].test(text) || Number.isNaN(at)) return;
    return new Intl.DateTimeFormat(this.#known, {
      ...(hasDate && { dateStyle: 'long' }),
      ...(hasTime && { timeStyle: 'short' }),
      timeZone: 'UTC',
    }).format(at);
  }

  full(at: number): string {
    return this.#full.format(at);
  }

  day(at: number): string {
    const days = Math.round((midnight(Date.now()) - midnight(at)) / 86_400_000);
    if (days === 0) return this.#texts.today;
    return days === 1 ? this.#texts.yesterday : this.#day.format(at);
  }
}

/** What the fields of browsers give, with a space in place of the T. */
const shapes = { date: /^\d{4}-\d\d-\d\d$/, time: /^\d\d:\d\d$/, datetime: /^\d{4}-\d\d-\d\d \d\d:\d\d$/ };

const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0);

/** Puts messages one below the other: a line for each day, and the author and the time for those that belong together. */
export class Places {
  readonly #parent: ParentNode;
  readonly #times: Times;
  readonly #texts: Texts;
  readonly #faces: Faces;
  readonly #isRead: (n: number) => boolean;
  #first: { day: number; line: HTMLElement } | undefined;
  #deck: HTMLElement | undefined;
  #last: { day: number; author: string; at: number; meta: HTMLTimeElement } | undefined;

  /** @param isRead whether somebody has read the visitor's message of this number */
  constructor(parent: ParentNode, times: Times, texts: Texts, faces: Faces, isRead: (n: number) => boolean) {
    this.#isRead = isRead;
    this.#faces = faces;
    this.#parent = parent;
    this.#times = times;
    this.#texts = texts;
  }

  /** Adds a message. @param author as it is shown; one of no name only looks different */
  add(box: HTMLElement, author: string, at: number, n: number): void {
    const day = midnight(at);
    if (this.#last?.day !== day) {
      const line = make('div', this.#parent, this.#times.day(at), 'day');
      this.#first ??= { day, line };
      this.#last = undefined;
    }
    const kind = box.classList.contains('in') ? 'in' : 'out';
    const goesOn = this.#last?.author === `${kind} ${author}` && at - this.#last.at < togetherMs;
    // What people say names them in its own box.
    if (!goesOn && !box.classList.contains('operator')) {
      const line = make('div', this.#parent, author, kind === 'in' ? 'by unseen' : 'by');
      if (kind === 'out') this.#faces.before(line, author, false);
    }
    this.#put(box);
    const before = goesOn ? undefined : this.#last?.meta;
    const meta = goesOn ? this.#last!.meta : make('time', undefined, '', `meta ${kind}-meta`);
    meta.dateTime = new Date(at).toISOString();
    meta.dataset.n = `${n}`;
    meta.ariaLive = 'off';
    meta.title = this.#times.full(at);
    this.#parent.append(meta);
    this.#last = { day, author: `${kind} ${author}`, at, meta };
    this.refresh(meta);
    if (!before) return;
    // An answer says that its question was delivered, and one time is enough for what is said at the same time.
    before.dataset.isAnswered = 'true';
    this.refresh(before);
    before.hidden = before.textContent === this.#times.moment(at);
  }

  /** Cards that follow each other stand side by side, in a row that scrolls. */
  #put(box: HTMLElement): void {
    const { n, of = '1' } = box.dataset;
    // The first one opens the row, if others follow.
    if (n === '0' && of !== '1') {
      this.#deck = make('div', this.#parent, '', 'deck');
      Object.assign(this.#deck, { role: 'group', ariaLabel: this.#texts.cards, tabIndex: 0 });
    } else if (!n || n === '0') this.#deck = undefined;
    (this.#deck ?? this.#parent).append(box);
  }

  /** Writes a time as it is now. */
  refresh(meta: HTMLTimeElement): void {
    const moment = this.#times.moment(Date.parse(meta.dateTime));
    const { read, delivered } = this.#texts;
    const text =
      meta.classList.contains('in-meta') && !meta.dataset.isAnswered
        ? `${moment} · ${this.#isRead(Number(meta.dataset.n)) ? read : delivered}`
        : moment;
    if (meta.textContent !== text) meta.textContent = text;
  }

  /** Something stands between the messages, so that the next one begins anew. */
  part(): void {
    if (this.#last) this.#last.author = '';
  }

  /** Says that these stand above those. The line of their common day is shown once. */
  joinBelow(later: Places): void {
    if (this.#last && later.#first?.day === this.#last.day) later.#first.line.remove();
  }
}
