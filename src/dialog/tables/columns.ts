import { z } from 'zod';
import { laxBool, list, literal, text } from '../http/fields.ts';
import { losslessField } from '../http/json-body.ts';
import { toItems, type ValidationItem } from '../http/validation.ts';

export const columnTypes = ['text', 'number', 'integer', 'boolean', 'date', 'json'] as const;

const mostColumns = 200;

/** A column as its owner defines it. */
export const column = z.object({
  name: text({ min: 1, max: 100 }),
  type: literal(columnTypes),
  required: laxBool({ default: false }),
  description: text({ max: 1000, default: '' }),
});

export type Column = z.infer<typeof column>;

/** The body of `PUT` for a table; only the name is required. */
export const tableBody = z
  .object({
    name: text({ min: 1, max: 100 }),
    columns: list(column, { max: mostColumns, default: [] }),
    enforce: laxBool({ default: false }).describe('Refuse rows that do not fit the columns.'),
  })
  .superRefine(({ columns, enforce }, ctx) => {
    const names = columns.map(({ name }) => name);
    for (const [i, name] of names.entries()) {
      if (names.indexOf(name) === i) continue;
      ctx.addIssue({
        code: 'custom',
        message: `there is a column ${name} already`,
        path: ['columns', i, 'name'],
      });
    }
    if (enforce && columns.length === 0) {
      ctx.addIssue({ code: 'custom', message: 'there are no columns to enforce', path: ['enforce'] });
    }
  });

/** The rules of a table for its rows. */
export interface RowRules {
  columns: readonly Column[];
  enforce: boolean;
}

const wholeNumber = /^-?\d+(?:\.0+)?(?:[eE]\+?\d+)?$/;
const day = z.iso.date();
const moment = z.iso.datetime({ offset: true });

/**
 * The faults of rows in a table that enforces its columns, in FastAPI's form below `body.rows`: a missing required column, a
 * value of another type (null is allowed in every column that is not required), a column that the table does not have. At most
 * 100 items; none if the table does not enforce its columns.
 *
 * @param rows as parsed
 * @param textOf returns the text of a row as it was sent, because a double does not know whether it was a whole number
 */
export function columnFaults(
  { columns, enforce }: RowRules,
  rows: readonly Record<string, unknown>[],
  textOf: (index: number) => string,
): ValidationItem[] {
  if (!enforce) return [];
  const known = new Set(columns.map(({ name }) => name));
  const issues: z.core.$ZodIssue[] = [];
  for (let index = 0; index < rows.length && issues.length < 100; index++) {
    const row = rows[index]!;
    for (const { name, type, required } of columns) {
      const value = Object.hasOwn(row, name) ? row[name] : undefined;
      if (value === undefined ? !required : value === null && (!required || type === 'json')) continue;
      const path = ['rows', index, name];
      const sent = () => losslessField(textOf(index), name);
      const fault = value === undefined ? wrongType('string') : misfit(type, value, sent);
      if (fault) issues.push({ ...fault, path });
    }
    const unknown = Object.keys(row).filter((name) => !known.has(name));
    if (unknown.length > 0) {
      issues.push({ code: 'unrecognized_keys', keys: unknown, path: ['rows', index], message: '' });
    }
  }
  return toItems(issues, 'body', { rows });
}

type JsonType = 'string' | 'number' | 'boolean';

type Misfit =
  | { code: 'invalid_type'; expected: JsonType; message: string }
  | { code: 'custom'; message: string };

const wrongType = (expected: JsonType): Misfit => ({ code: 'invalid_type', expected, message: '' });

/** What is wrong with a value; undefined if it has the type. */
function misfit(type: Column['type'], value: unknown, sent: () => string | undefined): Misfit | undefined {
  switch (type) {
    case 'text':
      return typeof value === 'string' ? undefined : wrongType('string');
    case 'number':
      return typeof value === 'number' ? undefined : wrongType('number');
    case 'integer':
      if (typeof value === 'number' && wholeNumber.test(sent() ?? '')) return undefined;
      return { code: 'custom', message: 'an integer is a number without a fraction' };
    case 'boolean':
      return typeof value === 'boolean' ? undefined : wrongType('boolean');
    case 'date':
      if (day.safeParse(value).success || moment.safeParse(value).success) return undefined;
      return { code: 'custom', message: 'a date is 2026-11-20, or with a time as RFC 3339 has it' };
    case 'json':
      return undefined;
    default:
      return type satisfies never;
  }
}
