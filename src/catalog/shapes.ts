import { z } from 'zod';
import type { FieldErrors } from './errors.ts';
import { words } from './words.ts';

/** Schemas that many routes share, and functions that give a schema its name and its example in the OpenAPI document. */

/** The named schemas of the catalog. Other APIs have their own registries, in which the same names may occur. */
export const catalogSchemas = z.registry<z.core.GlobalMeta>();
// Metadata stay in the global registry; only the names are separate.
catalogSchemas._map = z.globalRegistry._map;

/** Names a schema in the document and adds an example, in the form in which it is sent. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema, example: unknown): Schema {
  return withName(schema.meta({ ...schema.meta(), id, example }));
}

/** Adds a schema with an id to the names of the document. */
export function withName<Schema extends z.ZodType>(schema: Schema): Schema {
  const id = schema.meta()?.id;
  if (id !== undefined) catalogSchemas._idmap.set(id, schema);
  return schema;
}

/** The example of a named schema. */
export const exampleOf = (schema: z.ZodType): unknown => schema.meta()?.example;

/** A reference to a named schema of a request, for JSON Schema that is written by hand. */
export const reference = (schema: z.ZodType) => ({ $ref: `#/components/schemas/${schema.meta()?.id}Input` });

export const idShape = { type: 'integer', minimum: 1 } as const;
export const shownId = z.number().meta(idShape);
export const readOnlyId = z.number().meta({ ...idShape, readOnly: true });
export const count = z.number().meta({ type: 'integer', minimum: 0 });
const amount = z.string().meta({ format: 'decimal' });
const messages = z.array(z.string());
export const textOrNull = z.string().nullable();
const link = z.string().nullable().meta({ format: 'uri' });

/** A time in an answer. */
export const shownTime = (description: string) =>
  z.string().meta({ format: 'date-time', readOnly: true, description });

/** A page of records. */
export const pageOf = <Item extends z.ZodType>(id: string, item: Item) =>
  named(
    id,
    z
      .object({ count: count.optional(), next: link, previous: link, results: z.array(item) })
      .describe('A page. With `cursor` there is no `count`.'),
    { count: 1, next: null, previous: null, results: [exampleOf(item)] },
  );

const fieldErrors: z.ZodType<FieldErrors> = named(
  'FieldErrors',
  z
    .record(z.string(), z.union([messages, z.lazy(() => fieldErrors)]))
    .describe(
      'Messages by field; `non_field_errors` for the whole. Faults of elements of a list stand under their index.',
    ),
  { pn_raw: [words.required], price_raw: [words.notNumber] },
);

export const detail = named('Detail', z.object({ detail: z.string() }), { detail: 'Not found.' });

export const invalidData = named(
  'Invalid',
  z
    .union([fieldErrors, messages, detail])
    .describe(
      'Messages by field; the bare messages where they are about `search` or `q`; `detail` for what is no JSON.',
    ),
  { pn_raw: [words.required] },
);

/** The errors of elements in a bulk call. @param place further fields that locate an element, besides the index */
export const itemErrors = <Place extends z.ZodRawShape>(place: Place) =>
  z.array(z.object({ index: count, ...place, errors: fieldErrors }));

export const deletion = named('Deletion', z.object({ deleted: count, not_found: z.array(shownId) }), {
  deleted: 1,
  not_found: [2],
});

/** Figures of the offers with a price, by currency. */
export const pricesByCurrency = z.array(
  z.object({
    price_currency: textOrNull,
    offers: count,
    average_price: amount,
    min_price: amount,
    max_price: amount,
  }),
);

export const pricesExample = [
  { price_currency: 'EUR', offers: 2, average_price: '13.25', min_price: '12.50', max_price: '14.00' },
];

export const done = z.null().describe('Done');
