import { z } from 'zod';
import { replayedHeader } from '../gate/idempotency.ts';
import { laxBool, laxInt, list, literal } from '../http/fields.ts';
import { environment, named, namedBody } from '../http/shapes.ts';
import { column } from './columns.ts';
import { mostRows, rowField } from './rows.ts';

/** The shapes of tables and rows for clients, and the bodies of writes. */

const sheet = named('TableSize', z.object({ rows: z.int(), revision: z.int() }), { rows: 12, revision: 4 });

export const listedTable = named(
  'Table',
  z.object({
    table_id: z.string().describe('The slug that its owner gave it.'),
    name: z.string(),
    columns: z
      .array(named('Column', column, { name: 'sku', type: 'text', required: true, description: '' }))
      .describe('The columns as its owner defines them; rows may have others.'),
    environments: z.object({ sandbox: sheet, live: sheet }),
  }),
  {
    table_id: 'stock',
    name: 'Stock',
    columns: [{ name: 'sku', type: 'text', required: true, description: '' }],
    environments: { sandbox: { rows: 0, revision: 0 }, live: { rows: 12, revision: 4 } },
  },
);

const row = named('TableRow', z.record(z.string(), z.unknown()).describe('A JSON object of any form.'), {
  sku: 'A-1',
  left: 7,
});

export const rowsPage = named(
  'TableRows',
  z
    .object({
      rows: z.array(row),
      revision: z.int(),
      total: z.int(),
      next_offset: z.int().nullable(),
    })
    .describe('`next_offset` is null on the last page.'),
  { rows: [{ sku: 'A-1', left: 7 }], revision: 4, total: 1, next_offset: null },
);

export const newRows = namedBody(
  'NewRows',
  z
    .object({
      rows: list(rowField, { max: mostRows }).describe('JSON objects of any form.'),
      environment: literal(['sandbox', 'live'], { default: 'sandbox' }),
      replace: laxBool({ default: false }).describe('Put these rows in place of all there are.'),
      revision: laxInt().nullish().describe('The revision to replace; required when `replace` is true.'),
    })
    .superRefine(({ replace, revision }, ctx) => {
      if (!replace || typeof revision === 'number') return;
      ctx.addIssue({ code: 'custom', message: 'revision is required when replace is true' });
    }),
  { rows: [{ sku: 'A-1', left: 7 }], environment: 'live', replace: true, revision: 4 },
);

export const writtenRows = named(
  'WrittenRows',
  z
    .object({
      table_id: z.string(),
      environment,
      inserted: z.int(),
      total: z.int().describe('Rows in this environment after the write.'),
      revision: z.int(),
    })
    .describe('Written.'),
  { table_id: 'stock', environment: 'live', inserted: 1, total: 1, revision: 5 },
).meta({ headers: replayedHeader });
