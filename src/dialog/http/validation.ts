import type { FastifyInstance, FastifyRequest, FastifySchema, preValidationHookHandler } from 'fastify';
import { z } from 'zod';
import { Problem } from '../../platform/problem.ts';
import type {} from './json-body.ts';
import {
  MOST_ITEMS,
  type RequestPart,
  toItems,
  type ValidationItem,
  valueError,
} from './validation-items.ts';

export { type RequestPart, toItems, type ValidationItem, valueError } from './validation-items.ts';

/** A 422 whose `detail` is a list of what is wrong, at most 100 items long. */
export class ValidationProblem extends Problem {
  readonly items: readonly ValidationItem[];

  constructor(items: readonly ValidationItem[]) {
    super(422, 'validation_error', 'The request does not have the declared form.');
    this.name = 'ValidationProblem';
    this.items = items.slice(0, MOST_ITEMS);
  }
}

/**
 * Checks every part of a request that its route declares as a zod schema (`params`, `querystring`, `headers`,
 * `body`) and throws one ValidationProblem for all of them together. Otherwise the handler finds the parsed values
 * where `ZodTypeProvider` says they are. Call it before the routes are declared; a route's own `preValidation`
 * hooks run after it. Names in a header schema are lower case. A schema with async rules is not supported.
 */
export function registerValidation(app: FastifyInstance): void {
  // Fastify would stop at the first part that fails, so its own validation has nothing left to do.
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRoute', (route) => {
    const parts = declaredParts(route.schema);
    if (parts.length === 0) return;
    route.preValidation = [checkOf(parts), ...[route.preValidation ?? []].flat()];
  });
}

interface Access {
  name: RequestPart;
  /** Where a route's schema declares it. */
  declaredAs: 'params' | 'querystring' | 'headers' | 'body';
  read(request: FastifyRequest, fields: readonly string[]): unknown;
  write(request: FastifyRequest, value: unknown): void;
  /** Whether a string of this part may hold a character that Postgres cannot store: a cheap test on raw text. */
  isSuspect(request: FastifyRequest): boolean;
}

/** The parts of a request in the order in which FastAPI reports them. */
const PARTS: readonly Access[] = [
  {
    name: 'path',
    declaredAs: 'params',
    read: (request) => request.params,
    write: (request, value) => {
      request.params = value;
    },
    isSuspect: () => false,
  },
  {
    name: 'query',
    declaredAs: 'querystring',
    read: (request, fields) => withLastValues(request.query as Record<string, unknown>, fields),
    write: (request, value) => {
      request.query = value;
    },
    isSuspect: (request) => request.raw.url?.includes('%00') === true,
  },
  {
    name: 'header',
    declaredAs: 'headers',
    read: withFirstHeaders,
    write: (request, value) => replaceHeaders(request, value as Record<string, unknown>),
    isSuspect: () => false,
  },
  {
    name: 'body',
    declaredAs: 'body',
    read: (request) => request.body,
    write: (request, value) => {
      request.body = value;
    },
    isSuspect: (request) => SUSPECT_ESCAPE.test(request.bodyText),
  },
];

interface Part extends Access {
  schema: z.ZodType;
  /** The declared fields in their order; null when the schema is not a plain object. */
  fields: readonly string[] | null;
}

function declaredParts(schema: FastifySchema = {}): Part[] {
  return PARTS.flatMap((part) => {
    const declared = schema[part.declaredAs];
    if (!(declared instanceof z.ZodType)) return [];
    const fields = declared instanceof z.ZodObject ? Object.keys(declared.shape) : null;
    return [{ ...part, schema: declared, fields }];
  });
}

function checkOf(parts: readonly Part[]): preValidationHookHandler {
  return (request, _reply, done) => {
    const items: ValidationItem[] = [];
    for (const part of parts) {
      const original = part.read(request, part.fields ?? []);
      const result = part.schema.safeParse(original);
      const found = result.success ? [] : itemsOf(part, result.error.issues, original);
      items.push(...(part.isSuspect(request) ? withUnstorable(part, found, original) : found));
      if (result.success) part.write(request, result.data);
    }
    if (items.length > 0) done(new ValidationProblem(items));
    else done();
  };
}

function itemsOf(part: Part, issues: z.core.$ZodIssue[], original: unknown): ValidationItem[] {
  // FastAPI takes the literal null for no body at all.
  if (part.name === 'body' && (original === undefined || original === null)) {
    return [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }];
  }
  return toItems(issues, part.name, original);
}

/** Of a repeated parameter the last one counts. */
function withLastValues(query: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  let single = query;
  for (const name of fields) {
    const value = query[name];
    if (!Array.isArray(value)) continue;
    if (single === query) single = { ...query };
    single[name] = value[value.length - 1];
  }
  return single;
}

/** Of a repeated header the first one counts; Node joins them, which could make one valid key of two bad ones. */
function withFirstHeaders(request: FastifyRequest, names: readonly string[]): Record<string, unknown> {
  const { headers, rawHeaders } = request.raw;
  let first: Record<string, unknown> = headers;
  for (const name of names) {
    const joined = headers[name];
    if (typeof joined !== 'string' || !joined.includes(',')) continue;
    const at = rawHeaders.findIndex((raw, index) => index % 2 === 0 && raw.toLowerCase() === name);
    if (at < 0) continue;
    if (first === headers) first = { ...headers };
    first[name] = rawHeaders[at + 1];
  }
  return first;
}

/** Leaves the headers alone where parsing changed nothing: once set, Fastify merges them at every look. */
function replaceHeaders(request: FastifyRequest, parsed: Record<string, unknown>): void {
  const isChanged = Object.keys(parsed).some((name) => parsed[name] !== request.raw.headers[name]);
  if (isChanged) request.headers = parsed as FastifyRequest['headers'];
}

/** In JSON both characters can only be written as escapes; half of a pair is told from a whole one later. */
export const SUSPECT_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;

/** NUL, or half a surrogate pair: under the `u` flag whole pairs are one character of another class. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** What is said of a text that Postgres cannot store. */
export const unstorable = 'a NUL character or half a surrogate pair cannot be stored';

/** Whether a text holds a character that Postgres cannot store: NUL, or half a surrogate pair. */
export function isUnstorable(text: string): boolean {
  return UNSTORABLE.test(text);
}

/** Adds an item for every string of a declared field that cannot be stored, in the order of declaration. */
function withUnstorable(part: Part, items: ValidationItem[], original: unknown): ValidationItem[] {
  const { fields } = part;
  const fieldItems = items.filter((item) => item.loc.length > 1);
  const isCrossField = items.length > 0 && items.every((item) => item.type === 'value_error');
  if (fieldItems.length < items.length && !isCrossField) return items;
  const failed = new Set(fieldItems.map((item) => JSON.stringify(item.loc)));
  const added: ValidationItem[] = [];
  const loc: (string | number)[] = [part.name];

  function visit(value: unknown): void {
    if (typeof value === 'string') {
      if (UNSTORABLE.test(value)) add(value);
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) enter(index, value[index]);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (loc.length === 1 && fields !== null && !fields.includes(name)) continue;
        enter(name, UNSTORABLE.test(name) ? name : member);
      }
    }
  }
  function enter(key: string | number, value: unknown): void {
    loc.push(key);
    visit(value);
    loc.pop();
  }
  function add(value: string): void {
    const isCovered = loc.some((_, index) => failed.has(JSON.stringify(loc.slice(0, index + 1))));
    if (isCovered || added.length === MOST_ITEMS) return;
    added.push(valueError([...loc], unstorable, value));
  }
  visit(original);
  if (added.length === 0) return items;

  // With a bad field there is no saying whether a cross-field rule holds.
  const all = [...fieldItems, ...added];
  const place = (item: ValidationItem) => fields?.indexOf(String(item.loc[1])) ?? 0;
  return all.sort((a, b) => place(a) - place(b));
}
