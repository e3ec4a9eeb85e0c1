import { isObject } from '../template/json.ts';

/** Where in a definition or a step. */
type Path = (string | number)[];

/** One place at which two definitions differ. */
export interface Change {
  path: Path;
  change: 'added' | 'removed' | 'changed';
  /** Absent where there was nothing. */
  before?: unknown;
  /** Absent where there is nothing. */
  after?: unknown;
}

/** How a step differs. Its path is within the step. */
export interface StepChange {
  id: string;
  type: string;
  change: 'added' | 'removed' | 'changed';
  /** Whether it stands in another list of steps. */
  moved: boolean;
  paths: Change[];
}

/** How two definitions differ. */
export interface Difference {
  steps: StepChange[];
  /** What is outside of steps: triggers, named flows, settings. */
  document: Change[];
}

/** Steps in the place where a list of them stood. */
class StepList {
  readonly names: string[];

  constructor(names: string[]) {
    this.names = names;
  }

  toJSON(): string[] {
    return this.names;
  }
}

interface FoundStep {
  id: string;
  type: string;
  /** The list in which it stands. */
  place: string;
  /** The step, with the names of inner steps in their places. */
  own: unknown;
}

/** The steps of a definition by their names: their ids, with a number where a draft has an id again. */
class FoundSteps extends Map<string, FoundStep> {
  /** The last number behind each id, so that a draft of one id alone is not searched again for every step. */
  readonly #last = new Map<string, number>();

  nameFor(id: string): string {
    if (!this.has(id)) return id;
    let n = this.#last.get(id) ?? 1;
    do n++;
    while (this.has(`${id} (${n})`));
    this.#last.set(id, n);
    return `${id} (${n})`;
  }
}

/**
 * Compares two definitions step by step: a step is known by its id, wherever it stands. It reads any JSON, since drafts need not be
 * valid.
 */
export function differenceOf(before: unknown, after: unknown): Difference {
  const [old, present] = [new FoundSteps(), new FoundSteps()];
  const document = changesOf(takeApart(before, '', old), takeApart(after, '', present), []);
  const steps: StepChange[] = [];
  for (const [name, step] of old) {
    const same = present.get(name);
    const { id, type } = same ?? step;
    if (!same) steps.push({ id, type, change: 'removed', moved: false, paths: [] });
    else {
      const moved = step.place !== same.place;
      const paths = changesOf(step.own, same.own, []);
      if (moved || paths.length > 0) steps.push({ id, type, change: 'changed', moved, paths });
    }
  }
  for (const [name, { id, type }] of present) {
    if (!old.has(name)) steps.push({ id, type, change: 'added', moved: false, paths: [] });
  }
  return { steps, document };
}

/** Takes the steps out of a value. @param place names the value */
function takeApart(value: unknown, place: string, steps: FoundSteps): unknown {
  if (isStepList(value)) {
    const names = value.map((step) => {
      const name = steps.nameFor(step.id);
      const found: FoundStep = { id: step.id, type: step.type, place, own: undefined };
      steps.set(name, found);
      found.own = Object.fromEntries(
        Object.entries(step).map(([key, inner]) => [key, takeApart(inner, `${name} ${key}`, steps)]),
      );
      return name;
    });
    return new StepList(names);
  }
  if (Array.isArray(value)) return value.map((item, i) => takeApart(item, `${place} ${i}`, steps));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, takeApart(inner, `${place} ${key}`, steps)]),
  );
}

function changesOf(before: unknown, after: unknown, path: Path): Change[] {
  if (before instanceof StepList || after instanceof StepList) return changesOfLists(before, after, path);
  if (before === undefined) return after === undefined ? [] : [{ path, change: 'added', after }];
  if (after === undefined) return [{ path, change: 'removed', before }];
  if (Array.isArray(before) && Array.isArray(after)) {
    const longer = Math.max(before.length, after.length);
    return Array.from({ length: longer }, (_, i) => changesOf(before[i], after[i], [...path, i])).flat();
  }
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => changesOf(own(before, key), own(after, key), [...path, key]));
  }
  return before === after ? [] : [{ path, change: 'changed', before, after }];
}

/** Steps that came or went are told as steps; here only another order of those that stayed, or something else in their place. */
function changesOfLists(before: unknown, after: unknown, path: Path): Change[] {
  if (before instanceof StepList && after instanceof StepList) {
    const stayed = (names: string[], others: string[]) => {
      const known = new Set(others);
      return names.filter((name) => known.has(name));
    };
    const [was, is] = [stayed(before.names, after.names), stayed(after.names, before.names)];
    return was.join('\n') === is.join('\n') ? [] : [{ path, change: 'changed', before, after }];
  }
  if (isNothing(before) || isNothing(after)) return [];
  return [{ path, change: 'changed', before, after }];
}

const isNothing = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0);

const own = (object: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;

const isStepList = (value: unknown): value is { id: string; type: string }[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => isObject(item) && typeof item.id === 'string' && typeof item.type === 'string');
