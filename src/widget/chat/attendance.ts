import type { Look } from '../contract.ts';
import type { Texts } from '../text/texts.ts';
import type { Times } from './places.ts';
import type { Hours } from './wire.ts';

/** Who is told of a later end plans nothing by it, and would need its day. */
const soonMs = 16 * 3_600_000;
/** Longer timers of browsers end at once. */
const longestTimerMs = 2 ** 31 - 1;

/** When people are there: by the hours that the session has told, and by what the channel says of them. */
export class Attendance {
  readonly #look: () => Look;
  readonly #texts: Texts;
  readonly #times: Times;
  readonly #turned: () => void;
  #hours: Hours | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param turned people have come or left by the hours */
  constructor(look: () => Look, texts: Texts, times: Times, turned: () => void) {
    this.#turned = turned;
    this.#look = look;
    this.#texts = texts;
    this.#times = times;
  }

  /** Takes the hours of the project; null if it has none. */
  take(hours: Hours | null): void {
    this.#hours = hours;
    clearTimeout(this.#timer);
    const next = Date.parse(hours?.opens_at ?? hours?.closes_at ?? '') - Date.now();
    if (next > 0) this.#timer = setTimeout(this.#turned, Math.min(next + 500, longestTimerMs));
  }

  /** Whether a visitor may ask for a person now. */
  get mayAsk(): boolean {
    const { person_button: when } = this.#look();
    return when !== 'never' && !(when === 'open' && this.#isClosed);
  }

  /** Says when people are back or how soon they answer; empty if nobody has said so. @param words for so many minutes */
  soon(words: (minutes: number) => string): string {
    const { hours: isTold, answer_minutes: minutes } = this.#look();
    const { backAt, away } = this.#texts;
    if (!isTold || !this.#isClosed) return minutes ? words(minutes) : '';
    const opens = this.#hours?.opens_at;
    return opens ? backAt(this.#times.ahead(Date.parse(opens))) : away;
  }

  /** Says by the visitor's clock until when people are there, or when they are back; empty if nobody has said so. */
  get standing(): string {
    if (!this.#look().hours || !this.#hours) return '';
    const { opens_at: opens, closes_at: closes } = this.#hours;
    if (this.#isClosed) return opens ? this.#texts.back(this.#times.ahead(Date.parse(opens))) : '';
    const left = Date.parse(closes ?? '') - Date.now();
    return left > 0 && left < soonMs ? this.#texts.hereUntil(this.#times.clock(Date.parse(closes!))) : '';
  }

  /** It opens and closes by itself. */
  get #isClosed(): boolean {
    const hours = this.#hours;
    if (!hours) return false;
    const isOver = (at: string | null) => !!at && Date.parse(at) <= Date.now();
    return hours.open ? isOver(hours.closes_at) : !isOver(hours.opens_at);
  }
}
