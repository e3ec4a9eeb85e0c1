import { type Context, type FilterImplOptions, type Liquid, toValue } from 'liquidjs';
import { measure, mostItems, TemplateError } from './allowance.ts';
import { allowanceOf } from './context.ts';
import { accountForSearch } from './operators.ts';

/** The `this` with which liquidjs calls a filter. */
interface Call {
  context: Context;
}
type Handler = (this: Call, value: unknown, ...args: unknown[]) => unknown;

const longestArgument = 1000;
const longestFormat = 200;

/** Filters that read an argument again for every item: the name of a property, or an expression. */
const readsArgument = new Set([
  ...['where', 'reject', 'group_by', 'has', 'find', 'find_index', 'map', 'sum', 'sort', 'sort_natural'],
  ...['where_exp', 'reject_exp', 'group_by_exp', 'has_exp', 'find_exp', 'find_index_exp'],
]);

/** Filters that search for their first argument in a text. */
const searches = new Set([
  ...['split', 'remove', 'remove_first', 'remove_last', 'replace', 'replace_first', 'replace_last'],
]);

/** Filters that write JSON, indented by their first argument. */
const indents = new Set(['json', 'jsonify', 'inspect']);

/**
 * Limits every filter of an engine: inputs and outputs are counted, so that each call is short, and each call checks the time.
 * Filters with calls that could still be long are replaced below.
 */
export function boundFilters(engine: Liquid): void {
  for (const [name, filter] of Object.entries(engine.filters)) {
    // `raw` returns its input. It is an object, which means that the output is not escaped.
    if (typeof filter !== 'function') continue;
    engine.registerFilter(name, bound(name, (replaced[name] ?? filter) as Handler) as FilterImplOptions);
  }
}

function bound(name: string, handler: Handler): Handler {
  return function* (this: Call, value: unknown, ...args: unknown[]): Generator<unknown, unknown, unknown> {
    const allowance = allowanceOf(this.context);
    allowance.longStep();
    allowance.admit(value);
    for (const argument of args) allowance.admit(argument);
    checkArguments(name, args);
    if (searches.has(name)) accountForSearch(asText(value), asText(args[0]), allowance);
    if (indents.has(name) && args[0] !== undefined) {
      const { items, depth } = measure([value]);
      allowance.make(items * depth * 10);
    }
    const made = yield handler.call(this, value, ...args);
    allowance.admit(made);
    allowance.longStep();
    return made;
  };
}

function checkArguments(name: string, args: unknown[]): void {
  const most = readsArgument.has(name) ? longestArgument : name === 'date' ? longestFormat : undefined;
  if (most !== undefined && args.some((argument) => asText(argument).length > most)) {
    throw new TemplateError(`what ${name} is told has at most ${most} characters`);
  }
}

/** The text that liquidjs makes of a value, where its length matters. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(asText).join('') : '';
}

const listOf = (value: unknown): unknown[] => {
  const list = toValue(value);
  if (list === null || list === undefined) return [];
  return Array.isArray(list) ? list : [list];
};

const replaced: Record<string, Handler> = {
  /** liquidjs would convert lists to text again in every comparison. */
  *sort(value, property) {
    return yield* sorted.call(this, value, property, (key) => key);
  },

  /** liquidjs would convert both texts to lower case again in every comparison. */
  *sort_natural(value, property) {
    return yield* sorted.call(this, value, property, (key) => String(key).toLowerCase());
  },

  /** liquidjs does not limit the number of pieces: a million characters may become a million pieces. */
  split(value, separator) {
    const pieces = asWritten(value).split(asWritten(separator), mostItems + 1);
    if (pieces.length > mostItems) {
      throw new TemplateError(`split makes at most ${mostItems} pieces`);
    }
    while (pieces.at(-1) === '') pieces.pop();
    return pieces;
  },

  /** liquidjs sorts with a comparison that returns something else each time. */
  sample(value, count = 1) {
    const from = toValue(value);
    if (from === null || from === undefined) return [];
    const left = Array.isArray(from) ? [...from] : [...asWritten(from)];
    const wanted = Math.min(Math.max(Number(count) || 0, 0), left.length, mostItems);
    for (let i = 0; i < wanted; i++) {
      const other = i + Math.floor(Math.random() * (left.length - i));
      [left[i], left[other]] = [left[other], left[i]];
    }
    return count === 1 ? left[0] : left.slice(0, wanted);
  },
};

function* sorted(
  this: Call,
  value: unknown,
  property: unknown,
  prepare: (key: unknown) => unknown,
): Generator<unknown, unknown[], unknown> {
  const allowance = allowanceOf(this.context);
  const pairs: { item: unknown; key: unknown }[] = [];
  for (const item of listOf(value)) {
    const path = property ? asWritten(property).split('.') : [];
    const key = yield this.context._getFromScope(item, path, false);
    const plain = typeof key === 'object' && key !== null ? String(key) : (key ?? null);
    pairs.push({ item, key: plain === null ? null : prepare(plain) });
  }
  return pairs
    .sort((a, b) => {
      allowance.step();
      return compare(a.key, b.key);
    })
    .map(({ item }) => item);
}

/** Compares values; those without an order come last. */
function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if ((a as number) < (b as number)) return -1;
  return (a as number) > (b as number) ? 1 : 0;
}

/** The text of a value, as liquidjs writes it. */
function asWritten(value: unknown): string {
  const plain = toValue(value);
  if (plain === null || plain === undefined) return '';
  return Array.isArray(plain) ? plain.map(asWritten).join('') : String(plain);
}
