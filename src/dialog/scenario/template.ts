import { Liquid, type LiquidOptions, type Template } from 'liquidjs';

/**
 * Templates of scenarios, workflows, operations and receivers: Liquid (https://liquidjs.com) without files, reading
 * own properties only, and bounded in time, memory and output.
 */

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** What a template may read: one object a name, such as `state` or `event`. */
export type Scope = Readonly<Record<string, unknown>>;

/** A template that cannot be read, or that asked for more than it may use. The message is for people. */
export class TemplateError extends Error {}

const longestTemplate = 20_000;
const longestOutput = 100_000;
const deepestTemplate = 50;
const longestRenderMs = 100;
const longestTogether = 1000;
const mostTries = 5;

/** Nothing that reads files is left in the language; this is the second bolt on that door. */
const noFiles = {
  readFileSync: () => '',
  readFile: async () => '',
  existsSync: () => false,
  exists: async () => false,
  contains: async () => false,
  containsSync: () => false,
  resolve: (_folder: string, file: string) => file,
};

const options: LiquidOptions = {
  ownPropertyOnly: true,
  strictFilters: true,
  parseLimit: longestTemplate,
  renderLimit: longestRenderMs,
  memoryLimit: 1_000_000,
  timezoneOffset: 0,
  relativeReference: false,
  fs: noFiles,
};
/** Gives text, into which values are put as `toText` has them. */
const textual = new Liquid({ ...options, outputEscape: toText });
/** Gives the value of a lone expression with its type. */
const typed = new Liquid({ ...options, keepOutputType: true });
for (const tag of ['include', 'render', 'layout', 'block']) {
  delete textual.tags[tag];
  delete typed.tags[tag];
}

interface Parsed {
  parts: Template[];
  /** One expression and nothing else, so that its value keeps its type. */
  lone: boolean;
}

/** Parsed templates, the least recently used dropped first: a published definition renders the same few for ever. */
const parsed = new Map<string, Parsed>();
const mostParsed = 5000;

/** @throws TemplateError with what is wrong and where. */
export function checkTemplate(source: string): void {
  parseTemplate(source);
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
    let template: Parsed = { parts: typed.parse(source), lone: true };
    if (template.parts.length !== 1 || !source.startsWith('{{')) {
      template = { parts: textual.parse(source), lone: false };
    }
    parsed.set(source, template);
    if (parsed.size > mostParsed) parsed.delete(parsed.keys().next().value!);
    return template;
  } catch (error) {
    throw readable(error);
  }
}

/**
 * By when all templates that belong together have to be rendered: a thousand of them, each within its own limit,
 * would hold up everybody else. In milliseconds of this process's processor time: that others keep the machine busy is
 * no fault of a template.
 */
export function deadline(): number {
  return processorMs() + longestTogether;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Renders every string of a JSON value; keys are left as they are. A string that is exactly one expression, such as
 * `{{ input.amount }}`, gives the value with its type, and null where there is none; in any other string a missing
 * value is empty text, and an object or a list is shown as JSON.
 * @throws TemplateError
 */
export function render(value: Json, scope: Scope, until = deadline()): Json {
  return renderAt(0, value, scope, until);
}

/** Renders to text, as a message or an address needs it. @throws TemplateError */
export function renderText(source: string, scope: Scope, until = deadline()): string {
  return toText(renderString(source, scope, until));
}

function renderAt(depth: number, value: Json, scope: Scope, until: number): Json {
  if (typeof value === 'string') return renderString(value, scope, until);
  if (value === null || typeof value !== 'object') return value;
  if (depth >= deepestTemplate)
    throw new TemplateError(`a template is nested at most ${deepestTemplate} deep`);
  if (Array.isArray(value)) return value.map((item) => renderAt(depth + 1, item, scope, until));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, renderAt(depth + 1, item, scope, until)]),
  );
}

/** How a value stands in a text: nothing for none, JSON for what has parts. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function renderString(source: string, scope: Scope, until: number): Json {
  if (!source.includes('{{') && !source.includes('{%')) return source;
  if (processorMs() > until) throw new TemplateError('the templates take too long together');
  const { parts, lone } = parseTemplate(source);
  const output = renderParts(lone ? typed : textual, parts, scope);
  if (toText(output).length > longestOutput) {
    throw new TemplateError(`what a template gives has at most ${longestOutput} characters`);
  }
  return lone ? asJson(output) : (output as string);
}

/** The engine's clock is that of the wall: where the process stood still meanwhile, the template has another try. */
function renderParts(engine: Liquid, parts: Template[], scope: Scope): unknown {
  for (let tries = 1; ; tries++) {
    const began = processorMs();
    try {
      return engine.renderSync(parts, scope);
    } catch (error) {
      const wasBusy = processorMs() - began > longestRenderMs / 2;
      if (wasBusy || tries === mostTries || !isOverLimit(error)) throw readable(error);
    }
  }
}

/** What a filter or an expression may give that is no JSON, such as a date, becomes text. */
function asJson(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (typeof value === 'object') return JSON.parse(JSON.stringify(value)) as Json;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : String(value);
}

/**
 * What a template reads, as paths such as `['state', 'city']`; an index that is itself computed ends the path.
 * @throws TemplateError
 */
export function readsOf(source: string): string[][] {
  if (!source.includes('{{') && !source.includes('{%')) return [];
  return textual.globalVariableSegmentsSync(parseTemplate(source).parts).map((segments) => {
    const computed = segments.findIndex((segment) => typeof segment === 'object');
    return segments.slice(0, computed < 0 ? undefined : computed).map(String);
  });
}

/** All strings of a JSON value, each with its path. */
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

function readable(error: unknown): TemplateError {
  if (error instanceof TemplateError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (isOverLimit(error)) {
    return new TemplateError('the template takes too long or uses too much memory; make it simpler');
  }
  return new TemplateError(message.replace(/, line:1(?=,)/, '').replace(/, file:[^,]*/, ''));
}

function isOverLimit(error: unknown): boolean {
  return error instanceof Error && error.message.includes('limit exceeded');
}
