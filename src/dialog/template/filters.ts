import { type FilterImplOptions, type Liquid, toValue } from 'liquidjs';
import { measure, mostItems, TemplateError } from './allowance.ts';
import { charactersOf, indexAfter, indexBefore } from './characters.ts';
import { allowanceOf, type FilterCall as Call, type FilterHandler as Handler } from './context.ts';
import { readingDays } from './dates.ts';
import { inDecimals } from './decimals.ts';
import { escapeMarkdown } from './markdown.ts';
import { accountForSearch } from './operators.ts';

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
    const usual = filter as Handler;
    const handler = replaced[name] ?? inDecimals(name, usual) ?? readingDays(name, usual) ?? usual;
    engine.registerFilter(name, bound(name, handler) as FilterImplOptions);
  }
  for (const [name, handler] of Object.entries(added)) {
    engine.registerFilter(name, bound(name, handler) as FilterImplOptions);
  }
}

/** Filters that the engine does not have. */
const added: Record<string, Handler> = {
  escape_markdown: (value) => escapeMarkdown(asWritten(value)),
};

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
    if (asWritten(separator) === '')
      return charactersOf(asWritten(value), allowanceOf(this.context), mostItems);
    const pieces = asWritten(value).split(asWritten(separator), mostItems + 1);
    if (pieces.length > mostItems) {
      throw new TemplateError(`split makes at most ${mostItems} pieces`);
    }
    while (pieces.at(-1) === '') pieces.pop();
    return pieces;
  },

  /** liquidjs counts code points, or code units where it replaces nothing, so that these five can cut a character. */
  slice(value, begin, length = 1) {
    const from = toValue(value);
    if (from === null || from === undefined) return [];
    const [start, count] = [Number(begin) || 0, Number(length) || 0];
    if (Array.isArray(from)) return partOf(from, start < 0 ? from.length + start : start, count);
    const text = asWritten(from);
    const allowance = allowanceOf(this.context);
    const at = start < 0 ? indexBefore(text, -start, allowance) : indexAfter(text, 0, start, allowance);
    return at === undefined ? '' : text.slice(at, indexAfter(text, at, count, allowance));
  },

  truncate(value, length = 50, ellipsis = '...') {
    const [text, end, most] = [asWritten(value), asWritten(ellipsis), Number(length) || 0];
    const allowance = allowanceOf(this.context);
    if (text.length <= most || indexAfter(text, 0, most, allowance) >= text.length) return value;
    const left = most - charactersOf(end, allowance).length;
    return text.slice(0, indexAfter(text, 0, left, allowance)) + end;
  },

  replace(value, wanted, replacement) {
    const [text, old, by] = [asWritten(value), asWritten(wanted), asWritten(replacement)];
    const allowance = allowanceOf(this.context);
    const parts = old === '' ? charactersOf(text, allowance) : text.split(old);
    allowance.make(text.length + (parts.length - 1) * (by.length - old.length));
    return parts.join(by);
  },

  first(value) {
    const from = toValue(value);
    if (Array.isArray(from)) return from[0];
    return typeof from === 'string' ? from.slice(0, indexAfter(from, 0, 1, allowanceOf(this.context))) : '';
  },

  last(value) {
    const from = toValue(value);
    if (Array.isArray(from)) return from.at(-1);
    return typeof from === 'string' ? from.slice(indexBefore(from, 1, allowanceOf(this.context))) : '';
  },

  /** liquidjs sorts with a comparison that returns something else each time. */
  sample(value, count = 1) {
    const from = toValue(value);
    if (from === null || from === undefined) return [];
    const left = Array.isArray(from) ? [...from] : charactersOf(asWritten(from), allowanceOf(this.context));
    const wanted = Math.min(Math.max(Number(count) || 0, 0), left.length, mostItems);
    for (let i = 0; i < wanted; i++) {
      const other = i + Math.floor(Math.random() * (left.length - i));
      [left[i], left[other]] = [left[other], left[i]];
    }
    return count === 1 ? left[0] : left.slice(0, wanted);
  },
};

/** A part of a list. */
function partOf(list: unknown[], start: number, count: number): unknown[] {
  return start < 0 || count < 0 ? [] : list.slice(start, start + count);
}

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
