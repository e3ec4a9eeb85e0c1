import { z } from 'zod';

/**
 * Schemas that many routes share, and functions that give a schema its name and its example in the OpenAPI documents.
 */

export const environment = z.enum(['sandbox', 'live']);
export const slug = z.string().describe('Chosen by the owner, unique in the project.');

/** Names a schema of an answer in the document, and adds an example. */
export function named<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  example: z.output<Schema>,
): Schema {
  return schema.meta({ ...schema.meta(), id, examples: [example] });
}

/** The same for a schema of a request: the example has the form in which it is sent, without fields that have a default. */
export function namedBody<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  example: Partial<z.input<Schema>>,
): Schema {
  return schema.meta({ ...schema.meta(), id, examples: [example] });
}

/** A body that may be absent. The document shows its form. */
export function mayBeLeftOut<Schema extends z.ZodType>(body: Schema) {
  return body.nullish().meta({ examples: [exampleOf(body)] });
}

/** For a schema whose JSON Schema is written by hand: the named schemas that it refers to. */
const referred = new WeakMap<object, readonly z.ZodType[]>();

/** A schema whose JSON Schema is written by hand. Use `refTo` in it for named schemas, and list them in `holds`. */
export function writtenOut<Schema extends z.ZodType>(
  schema: Schema,
  json: Record<string, unknown>,
  holds: readonly z.ZodType[],
): Schema {
  const written = schema.meta({ ...schema.meta(), ...json });
  referred.set(written, holds);
  return written;
}

/** The named schemas that a JSON Schema written by hand refers to. */
export const heldBy = (schema: z.core.$ZodType): readonly z.ZodType[] => referred.get(schema) ?? [];

/** A reference to a named schema of a request, as fastify-type-provider-zod writes it. */
export const refTo = (schema: z.ZodType) => ({ $ref: `#/components/schemas/${schema.meta()?.id}Input` });

/** The example of a schema. */
export const exampleOf = (schema: z.ZodType): unknown => [schema.meta()?.examples].flat()[0];

/** An answer without a body. */
export const nothing = (description: string) => z.null().describe(description);

/** A whole list. @param id its name in the document; if absent, it is named after its items */
export function listOf<Item extends z.ZodType>(item: Item, description: string, id = nameFor(item, 'List')) {
  return z
    .object({ items: z.array(item) })
    .describe(description)
    .meta({ ...(id !== undefined && { id }), examples: [{ items: [exampleOf(item)] }] });
}

/** A page of a list. @param id its name in the document; if absent, it is named after its items */
export function pageOf<Item extends z.ZodType>(item: Item, description: string, id = nameFor(item, 'Page')) {
  return z
    .object({
      items: z.array(item),
      next_offset: z.int().nullable().describe('Null on the last page.'),
    })
    .describe(description)
    .meta({ ...(id !== undefined && { id }), examples: [{ items: [exampleOf(item)], next_offset: null }] });
}

/** A page of a list that goes on at a cursor. @param id its name in the document; if absent, it is named after its items */
export function cursorPageOf<Item extends z.ZodType>(
  item: Item,
  description: string,
  id = nameFor(item, 'Page'),
) {
  return z
    .object({
      items: z.array(item),
      next_cursor: z.string().nullable().describe('For the parameter `cursor`; null on the last page.'),
    })
    .describe(description)
    .meta({ ...(id !== undefined && { id }), examples: [{ items: [exampleOf(item)], next_cursor: null }] });
}

function nameFor(item: z.ZodType, what: 'List' | 'Page'): string | undefined {
  const name = item.meta()?.id;
  return name === undefined ? undefined : `${name}${what}`;
}

/** Named, because its pattern is long and most answers have some. */
export const moment = named(
  'Moment',
  z.iso.datetime().describe('A moment in UTC (RFC 3339).'),
  '2026-11-20T10:51:43.271Z',
);

/** Of what is published or saved with templates in it. */
export const templateRules = z
  .int()
  .describe(
    'The rules of its templates: 2 since it was published or saved under them, 1 if that was before.',
  );

export const fault = named(
  'Fault',
  z.object({ code: z.string().describe('Stable.'), message: z.string().describe('For people.') }),
  { code: 'timeout', message: 'No answer within 15 s.' },
);

export const actor = named(
  'Actor',
  z.object({
    type: z.enum(['key', 'owner', 'system', 'channel', 'receiver', 'method']),
    id: z.string().nullable(),
    name: z.string().nullable(),
  }),
  { type: 'owner', id: 'own_01m7w90pqhf5rv2cbgk4dw6m3s', name: 'owner@example.com' },
);

export const money = named(
  'Money',
  z.object({
    value: z.string().describe('Decimal digits with a dot: `990.00`.'),
    currency: z.string().describe('ISO 4217.'),
  }),
  { value: '990.00', currency: 'RUB' },
);
