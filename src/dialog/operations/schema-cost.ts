/**
 * The highest cost of a check. In a schema without references, each part is applied to each value of an input at most once,
 * and most keywords take no longer than the length of the value. So the cost is at most the size of the schema times the size
 * of the input. If that is small, the check is done at once, otherwise by a thread.
 */

/** Keywords that have no effect on a check. */
const comments = new Set([
  ...['$schema', '$comment', 'title', 'description', 'default', 'examples'],
  ...['deprecated', 'readOnly', 'writeOnly'],
]);
/** Keywords that need one comparison, or one pass over the value. */
const plain = new Set([
  ...['type', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'required'],
]);
/** How many comparisons a division of decimals takes as long as. */
const reckoning = 10;
/** Keywords that contain one schema or several. */
const inner = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else']);
const lists = new Set(['allOf', 'anyOf', 'oneOf']);
/** Formats that need one pass. */
const formats = new Set(['date', 'time', 'date-time', 'uuid', 'ipv4', 'email']);

const largestPlain = 500;
const largestPattern = 1000;
const deepest = 20;
/** Takes a few milliseconds. */
const mostAtOnce = 200_000;

/** The number of parts of a schema, if inputs may be checked at once; undefined if the schema needs a thread. */
export function sizeOf(schema: unknown, depth = 0): number | undefined {
  if (typeof schema === 'boolean') return 1;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || depth > deepest)
    return undefined;
  let size = 1;
  for (const [keyword, value] of Object.entries(schema)) {
    const more = sizeOfKeyword(keyword, value, depth);
    if (more === undefined) return undefined;
    size += more;
    if (size > largestPlain + largestPattern) return undefined;
  }
  return size;
}

function sizeOfKeyword(keyword: string, value: unknown, depth: number): number | undefined {
  if (comments.has(keyword)) return 0;
  if (plain.has(keyword)) return Array.isArray(value) ? value.length : 1;
  if (keyword === 'multipleOf') return reckoning;
  if (keyword === 'format') return formats.has(value as string) ? 1 : undefined;
  if (keyword === 'const' || keyword === 'enum') {
    const values = [value].flat();
    return values.some((one) => typeof one === 'object' && one !== null) ? undefined : values.length;
  }
  if (keyword === 'pattern') return typeof value === 'string' ? sizeOfPattern(value) : undefined;
  const schemas = inner.has(keyword)
    ? [value]
    : lists.has(keyword) && Array.isArray(value)
      ? value
      : keyword === 'properties' && typeof value === 'object' && value !== null
        ? Object.values(value)
        : undefined;
  if (!schemas || schemas.length > largestPlain) return undefined;
  let size = 0;
  for (const schema of schemas) {
    const more = sizeOf(schema, depth + 1);
    if (more === undefined || size > largestPlain + largestPattern) return undefined;
    size += more;
  }
  return size;
}

/** The size of a pattern. Patterns are matched in time linear in their length, with counted repetitions written out. */
function sizeOfPattern(source: string): number | undefined {
  if (source.length > 200) return undefined;
  let size = source.length;
  for (const [, least, most] of source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
    size *= Math.max(1, Number(least), Number(most ?? 0));
  }
  return size > largestPattern ? undefined : size;
}

/** Whether a schema of this size can be checked against an input at once. */
export function isQuick(size: number, input: unknown): boolean {
  let left = Math.floor(mostAtOnce / size);
  const open: unknown[] = [input];
  while (open.length > 0 && left > 0) {
    const value = open.pop();
    left -= 1;
    if (typeof value === 'string') left -= value.length;
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        left -= name.length;
        if (left <= 0) return false;
        open.push(member);
      }
    }
  }
  return left > 0;
}
