import { z } from 'zod';
import { moment, named, slug } from '../http/shapes.ts';
import { columnTypes } from './columns.ts';

/** The shapes of tables for owners. */

const sheet = z.object({ rows: z.int(), revision: z.int() });

export const tableShape = named(
  'Table',
  z.object({
    id: slug,
    table_id: slug,
    name: z.string(),
    columns: z.array(
      z.object({
        name: z.string(),
        type: z.enum(columnTypes),
        required: z.boolean(),
        description: z.string(),
      }),
    ),
    enforce: z.boolean().describe('Rows that do not fit the columns are refused.'),
    environments: z.object({ sandbox: sheet, live: sheet }),
    created_at: moment,
    updated_at: moment,
  }),
  {
    id: 'stock',
    table_id: 'stock',
    name: 'Stock',
    columns: [{ name: 'sku', type: 'text', required: true, description: '' }],
    enforce: true,
    environments: { sandbox: { rows: 0, revision: 0 }, live: { rows: 12, revision: 4 } },
    created_at: '2026-11-20T10:57:44.018Z',
    updated_at: '2026-11-20T10:57:44.018Z',
  },
);
