import { z } from 'zod';
import { dict, laxBool, laxInt, list, literal, text } from '../http/fields.ts';
import type { Json, JsonObject } from '../template/json.ts';

/** A method's definition, as its owner sends it. check.ts checks whether it makes sense. */

export const fieldTypes = ['string', 'integer', 'number', 'boolean', 'object', 'array'] as const;
export type FieldType = (typeof fieldTypes)[number];

const mostFields = 100;
const mostEnumerated = 100;
const longestText = 1_000_000;

/**
 * Names that templates can read. Members of all JavaScript objects, such as `constructor`, are refused: checks would find
 * them.
 */
const fieldName = text({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' }).superRefine((name, ctx) => {
  if (!(name in {})) return;
  ctx.addIssue({ code: 'custom', message: `${name} cannot be the name of a field`, input: name });
});

const length = laxInt({ ge: 0, le: longestText }).nullish();
const json = z.unknown().transform((value) => value as Json | undefined);

/** Removes absent and null fields, so that definitions can be compared and stored. */
function present<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Present<Fields>;
}
type Present<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], null> };

const inputField = z
  .object({
    name: fieldName,
    type: literal(fieldTypes),
    required: laxBool({ default: false }),
    description: text({ max: 1000, default: '' }),
    default: json.optional(),
    min_length: length,
    max_length: length,
    minimum: z.number().nullish(),
    maximum: z.number().nullish(),
    pattern: text({ min: 1, max: 200 }).nullish(),
    enum: list(z.union([z.string(), z.number()]), { max: mostEnumerated }).nullish(),
    min_items: length,
    max_items: length,
  })
  .transform(present);

const resultField = z
  .object({
    name: fieldName,
    type: literal(fieldTypes),
    description: text({ max: 1000, default: '' }),
    value: json.optional(),
  })
  .transform(({ value, ...field }) => ({
    ...field,
    value: value === undefined ? (`{{ result.${field.name} }}` as Json) : value,
  }));

function namedOnce(fields: { name: string }[], ctx: z.core.$RefinementCtx): void {
  const first = new Map(fields.map(({ name }, i) => [name, i] as const).reverse());
  for (const [i, { name }] of fields.entries()) {
    if (first.get(name) === i) continue;
    const message = 'another field has this name';
    ctx.addIssue({ code: 'custom', message, path: [i, 'name'], input: name });
  }
}

/** What a method runs, by slug. */
export type Target = { operation: string } | { workflow: string };

const slug = text({ min: 1, max: 63 }).nullish();

const target = z
  .object({ operation: slug, workflow: slug })
  .superRefine((given, ctx) => {
    if ((given.operation == null) !== (given.workflow == null)) return;
    ctx.addIssue({ code: 'custom', message: 'name either an operation or a workflow', input: given });
  })
  .transform(
    ({ operation, workflow }): Target =>
      operation == null ? { workflow: workflow as string } : { operation },
  );

/** The body of a PUT. */
export const methodBody = z.object({
  name: text({ min: 1, max: 100 }),
  description: text({ max: 2000, default: '' }),
  environment: literal(['sandbox', 'live'], { default: 'sandbox' }),
  target,
  input: list(inputField, { max: mostFields, default: [] }).superRefine(namedOnce),
  mapping: dict()
    .nullish()
    .transform((given) => (given ?? null) as JsonObject | null),
  identity: text({ max: 64 })
    .nullish()
    .transform((given) => given ?? null),
  result: list(resultField, { max: mostFields })
    .superRefine(namedOnce)
    .nullish()
    .transform((given) => (given && given.length > 0 ? given : null)),
});

export type InputField = z.output<typeof inputField>;
export type ResultField = z.output<typeof resultField>;

/** The content of a version, or of a draft. */
export type MethodDefinition = Omit<z.output<typeof methodBody>, 'name' | 'description'>;

/** Most characters of a definition's JSON. */
export const longestDefinition = 64 * 1024;
