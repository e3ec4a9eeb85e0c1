import { z } from 'zod';

/**
 * The fields of the project API, with pydantic's lax rules: a value that pydantic would convert to the declared type is
 * accepted, but numbers are never converted to strings. Each field reports plain zod issues, which `validation.ts` translates,
 * and describes itself in the OpenAPI document. A `default` applies when a field is absent, never for null.
 *
 * For "may be null" and "may be absent" use zod's own `.nullable()`, `.optional()`, `.nullish()`.
 */

/** An integer in a string. White space around it, a sign, leading zeros, `1_000` and `2.0` are allowed. */
export const INTEGER_TEXT = /^\s*[+-]?\d+(?:_\d+)*(?:\.0+)?\s*$/;

/** A decimal number in a string, with white space around it. */
const DECIMAL_TEXT = /^\s*[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})\s*$/;

/** CPython refuses to convert longer strings of digits. */
const LONGEST_INTEGER = 4300;

/** One answer lists at most this many faults, so checks stop there. */
const MOST_FAULTS = 100;

/** Lists up to this size are checked as a whole, because stopping early would save nothing. */
const FEW_VALUES = 1000;

type Field<Output> = z.ZodType<Output>;

/**
 * An integer in JSON or in a query string. A value beyond ±2^53 becomes the end of the safe range: no stored value is as
 * large, and neither a double nor a bigint column could keep it as sent.
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

/** A number in JSON or in a query string: `1.5`, `"1.5"`. */
export function laxNumber(rules: { ge?: number; gt?: number; le: number }): Field<number> {
  let range = z.number().max(rules.le);
  if (rules.ge !== undefined) range = range.min(rules.ge);
  if (rules.gt !== undefined) range = range.gt(rules.gt);
  return z.preprocess(
    (value) => (typeof value === 'string' && DECIMAL_TEXT.test(value) ? Number(value) : value),
    range,
  );
}

/** A boolean, or a word or number that pydantic reads as a boolean. */
export function laxBool(rules: { default?: boolean } = {}): Field<boolean> {
  const field = z.preprocess(toBoolean, z.boolean());
  return rules.default === undefined ? field : field.prefault(rules.default);
}

/**
 * A string; lengths are counted in code points.
 *
 * @param rules.pattern matches anywhere unless anchored, and appears in errors exactly as written here
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

/** One of the given strings, exactly; any other value, also null, is a `literal_error`. */
export function literal<const Value extends string>(
  values: readonly [Value, ...Value[]],
  rules: { default?: NoInfer<Value> } = {},
): Field<Value> {
  const field: Field<Value> = z.enum(values);
  return rules.default === undefined ? field : field.default(rules.default as z.core.util.NoUndefined<Value>);
}

/**
 * A JSON object with arbitrary names. Without a schema for its values it is free-form and returned as parsed, without a
 * copy.
 *
 * @param rules.default only for a free-form object, where absent and empty mean the same
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

/** An array. One longer than `max` is refused before its items are checked. */
export function list<Item>(
  item: z.ZodType<Item>,
  rules: { min?: number; max?: number; default?: Item[] } = {},
): Field<Item[]> {
  const { min, max } = rules;
  const items = min === undefined ? z.array(item) : z.array(item).min(min);
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
      // pydantic refuses a double beyond 2^63, although it accepts an integer of any size.
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
 * zod makes an issue for every bad item: half a million of them for a body of 1 MiB. So a long list or dictionary is cut
 * after its hundredth bad value. The answer stays the same, because it lists a hundred faults at most.
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
