import type { Context, Template } from 'liquidjs';
import { Allowance, longestInRequest, measure, TemplateError } from './allowance.ts';
import { allowanceOf } from './context.ts';
import { boundedEngine, longestTemplate, renderBounded } from './engine.ts';
import type { Json } from './json.ts';
import { piecesOf } from './size.ts';

/**
 * Templates of scenarios, workflows, operations and receivers: Liquid (https://liquidjs.com) without files, reading own
 * properties only, with limits on input, time, memory and output.
 */

export { Allowance, longestInRequest, TemplateError };

/** The data for a template, by name, such as `state` or `event`. */
export type Scope = Readonly<Record<string, unknown>>;

const longestOutput = 100_000;
const deepestTemplate = 50;
/** Steps that are counted for parsing and analysing one piece of a template. */
const stepsOfPiece = 20;
/** Milliseconds of processor time to parse all templates of one definition. */
const longestCheck = 200;

/** Renders text; values are written by `toText`. */
const textual = boundedEngine({
  outputEscape(this: { context: Context }, value: unknown) {
    const text = toText(value);
    allowanceOf(this.context).make(text.length);
    return text;
  },
});
/** Renders the value of a single expression with its type. */
const typed = boundedEngine({ keepOutputType: true });

interface Parsed {
  parts: Template[];
  /** The template is a single expression, so its value keeps its type. */
  lone: boolean;
  /** The paths that it reads, see `readsOf`. */
  reads: string[][];
  /** The outermost paths that it reads; null if it may read anything, for example by expressions in filters. */
  inputs: string[][] | null;
  /** Steps that parsing it counts for. */
  steps: number;
}

/** Parsed templates; the least recently used is dropped first. A published definition renders the same few again and again. */
const parsed = new Map<string, Parsed>();
const mostParsed = 5000;

/**
 * The limits for checking all templates of one definition. Steps are also counted for templates that are in the cache, so
 * that the result is the same in a new process.
 */
export function allowanceToCheck(): Allowance {
  return new Allowance(longestCheck);
}

/** @throws TemplateError with what is wrong and where, or if the templates so far have exceeded the limits */
export function checkTemplate(source: string, allowance = allowanceToCheck()): void {
  parseToCheck(source, allowance);
}

function parseToCheck(source: string, allowance: Allowance): Parsed {
  return allowance.within(() => {
    const template = parseTemplate(source);
    allowance.step(template.steps);
    return template;
  });
}

/** Parses a template, unless it is in the cache, as a part of rendering. */
function parseToRender(source: string, allowance: Allowance): Parsed {
  const isNew = !parsed.has(source);
  const template = parseTemplate(source);
  if (isNew) allowance.longStep(template.steps);
  return template;
}

/** Whether a string contains an expression or a tag. */
export function isTemplate(source: string): boolean {
  return source.includes('{{') || source.includes('{%');
}

function parseTemplate(source: string): Parsed {
  const known = parsed.get(source);
  if (known) {
    parsed.delete(source);
    parsed.set(source, known);
    return known;
  }
  if (source.length > longestTemplate) {
    throw new TemplateError(`a template has at most ${longestTemplate} characters`);
  }
  try {
    const steps = stepsOfPiece * piecesOf(source, textual);
    let parts = typed.parse(source);
    const lone = parts.length === 1 && source.startsWith('{{');
    if (!lone) parts = textual.parse(source);
    const reads = readsOfParts(parts);
    const template: Parsed = {
      parts,
      lone,
      reads,
      inputs: source.includes('_exp') ? null : outermost(reads),
      steps,
    };
    parsed.set(source, template);
    if (parsed.size > mostParsed) parsed.delete(parsed.keys().next().value!);
    return template;
  } catch (error) {
    throw readable(error);
  }
}

/**
 * Renders every string of a JSON value; keys stay as they are. A string that is exactly one expression, such as
 * `{{ input.amount }}`, becomes the value with its type, or null if it is missing. In any other string a missing value becomes
 * empty text, and an object or a list becomes JSON.
 * @throws TemplateError
 */
export function render(value: Json, scope: Scope, allowance = new Allowance()): Json {
  return renderAt(0, value, scope, allowance);
}

/** Renders to text, for a message or an address. @throws TemplateError */
export function renderText(source: string, scope: Scope, allowance = new Allowance()): string {
  return toText(renderString(source, scope, allowance));
}

function renderAt(depth: number, value: Json, scope: Scope, allowance: Allowance): Json {
  if (typeof value === 'string') return renderString(value, scope, allowance);
  if (value === null || typeof value !== 'object') return value;
  if (depth >= deepestTemplate)
    throw new TemplateError(`a template is nested at most ${deepestTemplate} deep`);
  if (Array.isArray(value)) return value.map((item) => renderAt(depth + 1, item, scope, allowance));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, renderAt(depth + 1, item, scope, allowance)]),
  );
}

/** The text of a value: empty for a missing one, JSON for objects and lists. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function renderString(source: string, scope: Scope, allowance: Allowance): Json {
  if (!isTemplate(source)) return source;
  const { lone, output } = allowance.within(() => {
    const template = parseToRender(source, allowance);
    return { lone: template.lone, output: renderParts(template, scope, allowance) };
  });
  if (toText(output).length > longestOutput) {
    throw new TemplateError(`what a template gives has at most ${longestOutput} characters`);
  }
  return lone ? asJson(output) : (output as string);
}

function renderParts(template: Parsed, scope: Scope, allowance: Allowance): unknown {
  try {
    measure(template.inputs?.map((path) => valueAt(path, scope)) ?? Object.values(scope));
    return renderBounded(template.lone ? typed : textual, template.parts, scope, allowance);
  } catch (error) {
    throw readable(error);
  }
}

/** Reads a value as the engine does, in which lists have members of their own. */
function valueAt(path: readonly string[], scope: Scope): unknown {
  let value: unknown = scope;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Object.hasOwn(value, name)) value = (value as Record<string, unknown>)[name];
    else if (Array.isArray(value))
      value = value.at(name === 'first' ? 0 : name === 'last' ? -1 : Number(name));
    else return undefined;
  }
  return value;
}

/** A tree of names. */
interface Branch {
  isRead: boolean;
  further: Map<string, Branch>;
}

/** Drops paths that begin with another path. */
export function outermost(paths: string[][]): string[][] {
  const root: Branch = { isRead: false, further: new Map() };
  for (const path of paths) {
    let at = root;
    for (const name of path) {
      let next = at.further.get(name);
      if (!next) {
        next = { isRead: false, further: new Map() };
        at.further.set(name, next);
      }
      at = next;
    }
    at.isRead = true;
  }
  return paths.filter((path) => {
    let at = root;
    return path.every((name) => {
      if (at.isRead) return false;
      at = at.further.get(name)!;
      return true;
    });
  });
}

/** Converts a filter's or expression's result to JSON; a value that JSON lacks, such as a date, becomes text. */
function asJson(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (typeof value === 'object') return JSON.parse(JSON.stringify(value)) as Json;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : String(value);
}

/**
 * The paths that a template reads, such as `['state', 'city']`; a computed index ends the path.
 * @param allowance of the definition being checked; absent if it has passed the check
 * @throws TemplateError
 */
export function readsOf(source: string, allowance?: Allowance): string[][] {
  if (!isTemplate(source)) return [];
  return (allowance ? parseToCheck(source, allowance) : parseTemplate(source)).reads;
}

function readsOfParts(parts: Template[]): string[][] {
  return textual.globalVariableSegmentsSync(parts).map((segments) => {
    const computed = segments.findIndex((segment) => typeof segment === 'object');
    return segments.slice(0, computed < 0 ? undefined : computed).map(String);
  });
}

/** All strings of a JSON value, with their paths. */
export function* stringsIn(
  value: Json,
  path: (string | number)[] = [],
): Generator<[string, (string | number)[]]> {
  if (typeof value === 'string') yield [value, path];
  else if (Array.isArray(value))
    for (const [i, item] of value.entries()) yield* stringsIn(item, [...path, i]);
  else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) yield* stringsIn(item, [...path, key]);
  }
}

/** Finds the cause that liquidjs wraps. The place that it adds is the same for every template of one line. */
function readable(error: unknown): TemplateError {
  for (
    let cause = error;
    cause instanceof Error;
    cause = (cause as { originalError?: unknown }).originalError
  ) {
    if (cause instanceof TemplateError) return cause;
  }
  const message = error instanceof Error ? error.message : String(error);
  const words = message.replace(/, line:1(?=,)/, '').replace(/, file:[^,]*/, '');
  // The one sentence of the engine that quotes a value, which may be a customer's.
  return new TemplateError(words.replace(/^(Invalid time zone specified): .*(?=, col:|$)/s, '$1'));
}
