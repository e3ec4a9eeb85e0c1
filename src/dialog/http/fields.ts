import { z } from 'zod';

/**
 * The fields of the project API with pydantic's lax rules: what it would turn into the declared type is accepted,
 * numbers are never turned into strings. Each field reports plain zod issues, which `validation.ts` words, and
 * each describes itself in the OpenAPI document. Those with a `default` take it when absent, never for null.
 *
 * For "may be null" and "may be absent" use zod's own `.nullable()`, `.optional()`, `.nullish()`.
 */

/** An integer in a string: white space around it, a sign, zeros in front, `1_000` and `2.0` are fine. */
export const INTEGER_TEXT = /^\s*[+-]?\d+(?:_\d+)*(?:\.0+)?\s*$/;

/** CPython refuses to convert longer strings of digits. */
const LONGEST_INTEGER = 4300;

/** As many faults as one answer lists; what comes after them need not be looked at. */
const MOST_FAULTS = 100;

/** So many values cost nothing worth saving, good or bad. */
const FEW_VALUES = 1000;

type Field<Output> = z.ZodType<Output>;

/**
 * An integer of JSON or of a query string. What lies beyond ±2^53 becomes the end of the safe range: it is further
 * away than anything stored, and neither a double nor a bigint column could hold it as sent.
 */
export function laxInt(rules: { ge?: number; le?: number; default?: number } = {}): Field<number> {
  let range = z.number();
  if (rules.ge !== undefined) range = range.min(rules.ge);
  if (rules.le !== undefined) range = range.max(rules.le);
  const field = z.preprocess(
    (value, ctx) => {
      const integer = toInteger(value);
      if (integer === undefined) ctx.issues.push({ code: 'invalid_type', expected: 'int', input: value });
      return integer;
    },
    range.meta({ type: 'integer' }),
  );
  return rules.default === undefined ? field : field.prefault(rules.default);
}

/** A boolean, or one of the words and numbers that pydantic reads as one. */
export function laxBool(rules: { default?: boolean } = {}): Field<boolean> {
  const field = z.preprocess(toBoolean, z.boolean());
  return rules.default === undefined ? field : field.prefault(rules.default);
}

/**
 * A string; lengths count code points.
 *
 * @param rules.pattern matched anywhere unless it is anchored, and named in errors exactly as written here
 */
export function text(
  rules: { min?: number; max?: number; pattern?: string; default?: string } = {},
): Field<string> {
  let field = z.string();
  if (rules.min !== undefined) field = field.min(rules.min);
  if (rules.max !== undefined) field = field.max(rules.max);
  if (rules.pattern !== undefined) field = field.regex(new RegExp(rules.pattern, 'u'));
  return rules.default === undefined ? field : field.default(rules.default);
}

/** One of the given strings, spelt exactly so; anything else, null included, is a `literal_error`. */
export function literal<const Value extends string>(
  values: readonly [Value, ...Value[]],
  rules: { default?: NoInfer<Value> } = {},
): Field<Value> {
  const field: Field<Value> = z.enum(values);
  return rules.default === undefined ? field : field.default(rules.default as z.core.util.NoUndefined<Value>);
}

/**
 * A JSON object with names of the caller's choice. Without a schema for its values it is free-form and handed on
 * as parsed, not copied.
 *
 * @param rules.default only for a free-form one, where absent and empty mean the same
 */
export function dict(): Field<Record<string, unknown>>;
export function dict(rules: { default: Record<string, unknown> }): Field<Record<string, unknown>>;
export function dict<Value>(values: z.ZodType<Value>): Field<Record<string, Value>>;
export function dict(given: z.ZodType | { default?: Record<string, unknown> } = {}): z.ZodType {
  if (given instanceof z.ZodType) {
    return z.preprocess((input) => untilFaultsFillAnAnswer(input, given), z.record(z.string(), given));
  }
  const field = z
    .unknown()
    .superRefine((input, ctx) => {
      if (isDict(input)) return;
      ctx.addIssue({ code: 'invalid_type', expected: 'record', input, continue: false });
    })
    .meta({ type: 'object', additionalProperties: true });
  return given.default === undefined ? field : field.default(given.default);
}

/** An array; a longer one than `max` is refused before its items are looked at. */
export function list<Item>(
  item: z.ZodType<Item>,
  rules: { max?: number; default?: Item[] } = {},
): Field<Item[]> {
  const { max } = rules;
  const items = z.array(item);
  const field = z.preprocess(
    (input, ctx) => {
      if (max !== undefined && Array.isArray(input) && input.length > max) {
        ctx.issues.push({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input });
        return input;
      }
      return untilFaultsFillAnAnswer(input, item);
    },
    max === undefined ? items : items.max(max),
  );
  return rules.default === undefined ? field : field.prefault(rules.default);
}

function toInteger(value: unknown): number | undefined {
  switch (typeof value) {
    case 'number':
      // Beyond 2^63 pydantic refuses a double, although it takes an integer of any size.
      return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? withinSafeRange(value) : undefined;
    case 'boolean':
      return value ? 1 : 0;
    case 'string':
      if (value.length > LONGEST_INTEGER || !INTEGER_TEXT.test(value)) return undefined;
      return withinSafeRange(Number(value.replaceAll('_', '')));
    default:
      return undefined;
  }
}

function withinSafeRange(value: number): number {
  // Adding zero turns -0 into 0.
  return Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER) + 0;
}

const WORDS = new Map<unknown, boolean>([
  ...['true', 't', 'yes', 'y', 'on', '1', 1].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', 'off', '0', 0].map((word) => [word, false] as const),
]);

function toBoolean(value: unknown): unknown {
  return WORDS.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value;
}

function isDict(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * zod makes an issue of every bad item: half a million of them for one body of 1 MiB. A long list or dictionary is
 * therefore cut off after its hundredth bad value, which leaves the answer as it would have been.
 */
function untilFaultsFillAnAnswer(input: unknown, schema: z.ZodType): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const values: unknown[] = Array.isArray(input) ? input : Object.values(input);
  if (values.length <= FEW_VALUES) return input;
  let faults = 0;
  const last = values.findIndex((value) => !schema.safeParse(value).success && ++faults === MOST_FAULTS);
  if (last < 0) return input;
  if (Array.isArray(input)) return values.slice(0, last + 1);
  return Object.fromEntries(Object.entries(input).slice(0, last + 1));
}
