import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { readDecimal } from '../../platform/exact-decimal.ts';
import { list, literal, text } from '../http/fields.ts';
import { type Calendar, isOpen } from '../project-settings/calendar.ts';
import type { Json, JsonObject } from '../template/json.ts';
import { type Allowance, toText } from '../template/liquid.ts';
import { readDay } from '../template/written-days.ts';
import { jsonTemplate, pattern } from './fields.ts';
import { matches } from './pattern.ts';
import type { Comparator } from './position.ts';

/**
 * Conditions of branches and triggers. State contains text, so values are compared as text unless a comparison declares them to
 * be numbers or dates.
 */

const comparators = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const satisfies Comparator[];

const textOperators = [...comparators, 'contains', 'starts_with', 'in'] as const;
const comparison = z
  .strictObject({
    left: jsonTemplate,
    op: literal([...textOperators]),
    right: jsonTemplate,
    as: literal(['text', 'number', 'date']).optional(),
  })
  .superRefine(({ op, as }, ctx) => {
    if (as === undefined || as === 'text' || op === 'in' || isComparator(op)) return;
    const message = `"${op}" compares text; leave "as" out`;
    ctx.addIssue({ code: 'custom', path: ['as'], message, input: as });
  });
const otherOperators = ['matches', 'is_empty', 'not_empty'] as const;
const match = z.strictObject({ left: jsonTemplate, op: literal(['matches']), right: pattern });
const emptiness = z.strictObject({ left: jsonTemplate, op: literal(['is_empty', 'not_empty']) });
const tagged = z.strictObject({ tag: text({ min: 1, max: 64 }) });
const within = z.strictObject({ within: literal(['hours']), at: jsonTemplate.optional() });

/** A condition. An empty `all` holds, an empty `any` does not. */
export type Condition =
  | z.output<typeof comparison>
  | z.output<typeof match>
  | z.output<typeof emptiness>
  | z.output<typeof tagged>
  | z.output<typeof within>
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition };

/** The fields of the value choose the schema, so that a fault is reported at its place. */
export const condition: z.ZodType<Condition> = z.unknown().transform((value, ctx): Condition => {
  const unknown = unknownOperator(value);
  if (unknown !== undefined) {
    const known = [...textOperators, ...otherOperators].join(', ');
    const message = `there is no operator ${shown(unknown)}; use one of ${known}`;
    ctx.addIssue({ code: 'custom', path: ['op'], message, input: unknown });
    return z.NEVER;
  }
  const parsed = schemaFor(value).safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) ctx.issues.push({ ...issue } as z.core.$ZodRawIssue);
  return z.NEVER;
});

const conditions = list(condition, { max: 50 });
const allOf = z.strictObject({ all: conditions });
const anyOf = z.strictObject({ any: conditions });
const negation = z.strictObject({ not: condition });

/** The unknown operator of a comparison; undefined if it is known or missing. */
function unknownOperator(value: unknown): Json | undefined {
  if (typeof value !== 'object' || value === null || !('op' in value)) return undefined;
  const isKnown = [...textOperators, ...otherOperators].some((operator) => operator === value.op);
  return isKnown || schemaFor(value) !== comparison ? undefined : (value.op as Json);
}

function schemaFor(value: unknown): z.ZodType<Condition> {
  if (typeof value !== 'object' || value === null) return comparison;
  if ('all' in value) return allOf;
  if ('any' in value) return anyOf;
  if ('not' in value) return negation;
  if ('tag' in value) return tagged;
  if ('within' in value) return within;
  const op = 'op' in value ? value.op : undefined;
  if (op === 'matches') return match;
  return op === 'is_empty' || op === 'not_empty' ? emptiness : comparison;
}

/** What a condition depends on. */
export interface Facts {
  /** Renders a side of a comparison. @throws TemplateError */
  fill(template: Json): Json;
  tags: readonly string[];
  now: Date;
  /** When the project is open; null or absent if it has no calendar. */
  calendar?: Calendar | null | undefined;
  /** What patterns may use; they share it with the templates. */
  allowance: Allowance;
  /** Receives what is compared, as it is filled. */
  compared?(values: JsonObject): void;
  /** Receives a sentence about each value that could not be compared. */
  remark(sentence: string): void;
}

/** Whether a condition, or a part of it, asks when the project is open. */
export function asksForHoursIn(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(asksForHoursIn);
  if ('any' in condition) return condition.any.some(asksForHoursIn);
  if ('not' in condition) return asksForHoursIn(condition.not);
  return 'within' in condition;
}

/** @throws TemplateError */
export function holds(condition: Condition, facts: Facts): boolean {
  if ('all' in condition) return condition.all.every((part: Condition) => holds(part, facts));
  if ('any' in condition) return condition.any.some((part: Condition) => holds(part, facts));
  if ('not' in condition) return !holds(condition.not, facts);
  if ('tag' in condition) return facts.tags.includes(condition.tag);
  if ('within' in condition) return isWithinHours(condition, facts);
  const left = facts.fill(condition.left);
  const { op } = condition;
  if (!('right' in condition)) {
    facts.compared?.({ left, op });
    return isEmpty(left) === (op === 'is_empty');
  }
  if (condition.op === 'matches') {
    facts.compared?.({ left, op, right: condition.right });
    return matches(condition.right, toText(left), facts.allowance);
  }
  const right = facts.fill(condition.right);
  facts.compared?.({ left, op, right });
  switch (condition.op) {
    case 'contains':
      return Array.isArray(left)
        ? left.some((item) => toText(item) === toText(right))
        : toText(left).includes(toText(right));
    case 'starts_with':
      return toText(left).startsWith(toText(right));
    case 'in':
      if (Array.isArray(right)) return right.some((item) => compare(left, 'eq', item, condition.as, facts));
      facts.remark(`the right side of "in" is no list: ${shown(right)}`);
      return false;
  }
  return compare(left, condition.op, right, condition.as, facts);
}

/** A project without a calendar is always open. */
function isWithinHours({ at }: z.output<typeof within>, facts: Facts): boolean {
  const said = at === undefined ? facts.now.toISOString() : facts.fill(at);
  const moment = toMoment(said);
  if (moment === undefined) {
    facts.remark(`"at" is no moment: ${shown(said)}`);
    return false;
  }
  return !facts.calendar || isOpen(facts.calendar, moment);
}

function compare(
  left: Json,
  op: Comparator,
  right: Json,
  as: 'text' | 'number' | 'date' = 'text',
  facts: Facts,
) {
  const convert = conversions[as];
  const [a, b] = [convert(left), convert(right)];
  if (a === undefined || b === undefined) {
    facts.remark(`${shown(a === undefined ? left : right)} is no ${as}`);
    return op === 'ne';
  }
  const order = compared(a, b);
  switch (op) {
    case 'eq':
      return order === 0;
    case 'ne':
      return order !== 0;
    case 'lt':
      return order < 0;
    case 'lte':
      return order <= 0;
    case 'gt':
      return order > 0;
    case 'gte':
      return order >= 0;
  }
}

type Comparable = string | number | Decimal;

/** Below 0 if `a` comes first, 0 if both are the same. */
function compared(a: Comparable, b: Comparable): number {
  if (a instanceof Decimal && b instanceof Decimal) return a.cmp(b);
  return a < b ? -1 : Number(a > b);
}

const conversions: Record<'text' | 'number' | 'date', (value: Json) => Comparable | undefined> = {
  text: toText,
  // Not as doubles: ids of others have digits beyond 2^53, and the next id would be the same number.
  number: (value) => readDecimal(toText(value)),
  date: toMoment,
};

/** The double nearest to the number that a value is or writes in decimals, for what is counted; undefined for any other value. */
export function toNumber(value: Json): number | undefined {
  return readDecimal(toText(value))?.toNumber();
}

const moment = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/i;

/**
 * Milliseconds since 1970 of an RFC 3339 time, or of the start of a day (`2026-11-20`) in UTC. Undefined for any other value.
 */
export function toMoment(value: Json): number | undefined {
  const text = toText(value).trim();
  if (!moment.test(text)) return undefined;
  const at = Date.parse(text.replace(' ', 'T').toUpperCase());
  // The parser reads 31 February as a day in March.
  return Number.isNaN(at) || readDay(text.slice(0, 10)) === null ? undefined : at;
}

function isComparator(op: string): op is Comparator {
  return (comparators as readonly string[]).includes(op);
}

/** Whether there is nothing in a value: null, an empty text, list or object. */
export function isEmpty(value: Json): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
