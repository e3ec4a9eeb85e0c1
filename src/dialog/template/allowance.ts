import { presentRules, type TemplateRules } from './rules.ts';

/** A template is invalid or has exceeded its limits. The message is for people. */
export class TemplateError extends Error {}

/** Milliseconds of processor time for all templates and patterns of one turn. */
const longestTogether = 100;
/** The same for one request, whose client can send the next request at once. */
export const longestInRequest = 50;
/** Steps of all templates of one turn: each value that is read or compared, and every 100 characters of a text. */
const mostSteps = 1_000_000;
/** Characters that filters and tags may produce in one template. */
const mostMade = 1_000_000;
/** The clock is read once in this many steps. */
const stepsBetweenLooks = 200;

/** Most characters of JSON in what a template reads, and in every value that it produces. */
const longestValue = 1_000_000;
/** Most items of lists and members of objects in such a value. */
export const mostItems = 10_000;
const deepestValue = 500;

/**
 * The limits that the templates of one turn share. Templates run in transactions that hold locks, and on the thread that serves
 * all requests, so nothing can stop them from outside. Everything that repeats asks here, and the work between two questions is
 * limited by `longestValue` characters.
 */
export class Allowance {
  #ms: number;
  #steps = mostSteps;
  #made = mostMade;
  #untilLook = stepsBetweenLooks;
  #began: Moment | undefined;
  /** The rules of the version whose templates these are: whatever is rendered together is of one version. */
  readonly rules: TemplateRules;

  /**
   * @param ms processor time in milliseconds; give less than usual where less is available
   * @param rules those that the version has; the present ones for what has no version
   */
  constructor(ms = longestTogether, rules: TemplateRules = presentRules) {
    this.#ms = ms;
    this.rules = rules;
  }

  /** Number of steps so far. */
  get steps(): number {
    return mostSteps - this.#steps;
  }

  /** Measures the time while one template is rendered. @throws TemplateError if nothing is left */
  within<Result>(work: () => Result): Result {
    if (this.#ms <= 0 || this.#steps <= 0) {
      throw new TemplateError('the templates and patterns take too long together');
    }
    this.#began = now();
    this.#made = mostMade;
    try {
      return work();
    } finally {
      this.#ms -= usedSince(this.#began);
      this.#began = undefined;
    }
  }

  /** Counts steps. @throws TemplateError if the steps or the time are used up */
  step(count = 1): void {
    this.#steps -= count;
    if (this.#steps <= 0) throw tooMuch();
    this.#untilLook -= count;
    if (this.#untilLook <= 0) this.#look();
  }

  /** Counts a step that may be long. @throws TemplateError if the steps or the time are used up */
  longStep(count = 1): void {
    this.step(count);
    this.#look();
  }

  #look(): void {
    this.#untilLook = stepsBetweenLooks;
    const began = this.#began;
    // The monotonic clock is faster to read, and never shows less time than the processor's clock.
    if (began && performance.now() - began.wall > this.#ms && usedSince(began) > this.#ms) throw tooMuch();
  }

  /** Counts characters or items that are produced. @throws TemplateError if they are too many for one template */
  make(count: number): void {
    if (!(count > 0)) return;
    this.#made -= count;
    if (this.#made < 0) throw tooMuch();
    this.step(1 + Math.ceil(count / 100));
  }

  /**
   * Counts a value that is about to be used, as a tree: one list that occurs twice in another counts twice.
   * @throws TemplateError if it is larger than values may be
   */
  admit(value: unknown): void {
    const { items, characters } = measure([value]);
    this.step(1 + items + Math.ceil(characters / 100));
  }
}

function tooMuch(): TemplateError {
  return new TemplateError('the template takes too long or uses too much memory; make it simpler');
}

/** Measures values. @throws TemplateError if together they are larger than a template may read */
export function measure(values: readonly unknown[]): { items: number; characters: number; depth: number } {
  let items = 0;
  let characters = 0;
  let depth = 0;
  const open: [unknown, number][] = values.map((value) => [value, 0]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, at] = next;
    if (typeof value === 'string') characters += value.length;
    else if (typeof value !== 'object' || value === null) characters += 8;
    else {
      if (at > depth) depth = at;
      const members = Array.isArray(value) ? value : Object.values(value);
      items += members.length;
      if (items > mostItems || at > deepestValue) throw tooLarge();
      if (!Array.isArray(value)) for (const name of Object.keys(value)) characters += name.length;
      for (const member of members) open.push([member, at + 1]);
    }
    if (characters > longestValue) throw tooLarge();
  }
  return { items, characters, depth };
}

function tooLarge(): TemplateError {
  return new TemplateError(
    `a template works with at most ${longestValue} characters and ${mostItems} items at a time; give it less`,
  );
}

/** A time on the monotonic clock and on that of the processor, both in milliseconds. */
interface Moment {
  wall: number;
  processor: number;
}

/** How old a reading of the processor's clock may be. */
const freshMs = 1;
/** What takes less of the wall's clock is not looked up on the other. */
const shortMs = 0.25;
let latest: Moment = { wall: Number.NEGATIVE_INFINITY, processor: 0 };

/** The clock of the processor is a system call, which takes longer than most templates: templates in a row share a reading. */
function now(): Moment {
  const wall = performance.now();
  if (wall - latest.wall > freshMs) latest = { wall, processor: processorMs() };
  return { wall, processor: latest.processor };
}

/**
 * An upper limit of the time that this thread has used since, in milliseconds: the smaller of the process's processor time, which
 * includes other threads, and the elapsed time, which includes other processes.
 */
function usedSince({ wall, processor }: Moment): number {
  const passed = performance.now() - wall;
  return passed < shortMs ? passed : Math.min(passed, Math.max(0, processorMs() - processor));
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
