import { z } from 'zod';
import { parseExactly } from '../../platform/exact-json.ts';
import { list, literal, text } from '../http/fields.ts';
import { toItems, ValidationProblem, valueError } from '../http/validation.ts';
import type { RowCondition, RowQuery } from './query.ts';

/** Conditions and orders of rows in a query string, as JSON: names of columns may have any character. */

const scalar = z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]);
const column = text({ min: 1, max: 100 });

const condition = z.discriminatedUnion('op', [
  z.object({
    column,
    op: z.enum(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains']),
    value: scalar,
  }),
  z.object({ column, op: z.literal('in'), value: z.array(scalar).max(500) }),
  z.object({ column, op: z.enum(['is_empty', 'not_empty']) }),
]);

const order = z.object({ column, direction: literal(['asc', 'desc'], { default: 'asc' }) });

const longest = 20_000;

/** The parameters that choose rows. */
export const whereFilter = {
  environment: literal(['sandbox', 'live'], { default: 'live' }),
  where: text({ max: longest, default: '' }).describe(
    'JSON: a list of conditions that must all hold, such as `[{"column": "left", "op": "lt", "value": 5}]`. `op` is `eq`, `ne`, `lt`, ' +
      '`lte`, `gt`, `gte`, `contains`, `in` (a list of values), `is_empty` or `not_empty`.',
  ),
};

export const rowFilters = {
  ...whereFilter,
  sort: text({ max: longest, default: '' }).describe(
    'JSON: a list of orders, the first one first: `[{"column": "left", "direction": "desc"}]`.',
  ),
};

const most = { conditions: 20, orders: 5 };

/** @throws ValidationProblem */
export const readWhere = (given: string): RowCondition[] =>
  read('where', given, list(condition, { max: most.conditions }));

/** @throws ValidationProblem */
export const readOrder = (given: string): NonNullable<RowQuery['sort']> =>
  read('sort', given, list(order, { max: most.orders }));

function read<Value>(name: string, given: string, schema: z.ZodType<Value[]>): Value[] {
  if (given === '') return [];
  let value: unknown;
  try {
    // A number beyond 2^53 is then a text, which the query compares as the number that it writes.
    value = parseExactly(given);
  } catch {
    throw new ValidationProblem([valueError(['query', name], 'this is no JSON', given)]);
  }
  const parsed = z.object({ [name]: schema }).safeParse({ [name]: value });
  if (parsed.success) return parsed.data[name]!;
  throw new ValidationProblem(toItems(parsed.error.issues, 'query', { [name]: value }));
}
