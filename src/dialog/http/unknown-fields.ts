import { z } from 'zod';
import { nearest } from '../../platform/nearest-name.ts';
import { MOST_ITEMS, shownName, type ValidationItem } from './validation-items.ts';

/**
 * Fields of a body that its schema does not have. zod drops them, and whoever has misspelt one would never learn of it. What a read of the
 * record shows may be sent back with it, so these fields are no faults; they set nothing.
 */

type Schema = z.core.$ZodType;
type Place = readonly (string | number)[];

const foreign = z.registry<{ foreign: true }>();

/** Marks an object that other software writes, such as a browser. What else it writes there is its own affair, and is not read. */
export function fromElsewhere<Marked extends z.ZodType>(schema: Marked): Marked {
  foreign.add(schema, { foreign: true });
  return schema;
}

const forms = new WeakMap<object, Schema>();

/** Says which fields there are in what a schema reads by itself, and so takes any JSON as far as zod can tell. */
export function withForm<Marked extends z.ZodType>(form: Schema, schema: Marked): Marked {
  forms.set(schema, form);
  return schema;
}

/**
 * Finds the fields that a schema does not have, at any depth. Below a schema that takes any JSON nothing is unknown.
 *
 * @param value as it was sent
 * @param shown what a read of the record shows
 * @param place where the value stands in the request
 * @returns at most as many items as an answer may have. They name the field and those that there are, never its value
 */
export function unknownFields(
  schema: Schema,
  value: unknown,
  { shown, place = ['body'] }: { shown?: Schema | undefined; place?: Place } = {},
): ValidationItem[] {
  const items: ValidationItem[] = [];
  for (const item of find(schema, value, shown, place)) {
    items.push(item);
    if (items.length === MOST_ITEMS) break;
  }
  return items;
}

/**
 * Puts the items of unknown fields before those of other faults: a field that seems to be missing is often a misspelt one. The items that
 * zod makes of them, where a schema is strict, would show values, as would an object in which one stands.
 */
export function withUnknown(items: ValidationItem[], unknown: readonly ValidationItem[]): ValidationItem[] {
  const named = new Set(unknown.map(({ loc }) => JSON.stringify(loc)));
  const others = items.flatMap((item) => {
    const { input, ...rest } = item;
    if (named.has(JSON.stringify(item.loc))) return [];
    const isObject = typeof input === 'object' && input !== null;
    return item.type === 'extra_forbidden' || (isObject && unknown.length > 0) ? [rest] : [item];
  });
  return [...unknown, ...others];
}

function* find(
  declared: Schema,
  value: unknown,
  shown: Schema | undefined,
  place: Place,
): Generator<ValidationItem> {
  if (typeof value !== 'object' || value === null) return;
  const schema = bare(declared);
  if (foreign.has(schema)) return;
  const { def } = schema._zod;
  if (def.type === 'array' && Array.isArray(value)) {
    const item = shown && itemOf(shown);
    for (const [i, each] of value.entries()) yield* find(def.element, each, item, [...place, i]);
  } else if (def.type === 'record' && !Array.isArray(value)) {
    for (const [name, each] of Object.entries(value))
      yield* find(def.valueType, each, undefined, [...place, name]);
  } else if (def.type === 'union') {
    // If none fits, the body is refused anyway, and which was meant is not known.
    const meant = def.options.find((option) => fits(option, value, def));
    if (meant) yield* find(meant, value, shown, place);
  } else if (def.type === 'object' && !Array.isArray(value)) {
    const takesAny = def.catchall !== undefined && def.catchall._zod.def.type !== 'never';
    for (const [name, each] of Object.entries(value)) {
      const inside = shown && memberOf(shown, name, value);
      if (Object.hasOwn(def.shape, name)) yield* find(def.shape[name]!, each, inside, [...place, name]);
      else if (!takesAny && !inside) yield itemFor([...place, name], name, Object.keys(def.shape));
    }
  }
}

/** Whether a value is meant to be of an option of a union: the field that tells them apart says so, or the whole value fits. */
function fits(option: Schema, value: object, union: z.core.$ZodUnionDef): boolean {
  const { discriminator } = union as Partial<z.core.$ZodDiscriminatedUnionDef>;
  if (discriminator === undefined) return z.safeParse(option, value).success;
  const told = memberOf(option, discriminator, value);
  return told !== undefined && z.safeParse(told, (value as Record<string, unknown>)[discriminator]).success;
}

function itemFor(loc: Place, name: string, known: readonly string[]): ValidationItem {
  const near = nearest(name, known);
  const asked = near === undefined ? '' : `; did you mean ${near}?`;
  return {
    type: 'extra_forbidden',
    loc: loc.map(shownName),
    msg: `Extra inputs are not permitted${asked || '.'} The fields are ${known.join(', ')}`,
    ctx: { fields: known },
  };
}

/** A schema without what only surrounds it: a default, a preparation of its input, whether it may be absent. */
function bare(schema: Schema): z.core.$ZodTypes {
  const form = forms.get(schema);
  if (form) return bare(form);
  const known = schema as z.core.$ZodTypes;
  const { def } = known._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return bare(def.innerType);
    case 'pipe':
      return bare(def.in._zod.def.type === 'transform' ? def.out : def.in);
    case 'lazy':
      return bare(def.getter());
    default:
      return known;
  }
}

/** The schema of a field of a value; undefined if it has none. Of a union whose options a field tells apart, only one counts. */
function memberOf(shown: Schema, name: string, value: object): Schema | undefined {
  const { def } = bare(shown)._zod;
  if (def.type === 'object') return Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
  if (def.type !== 'union') return undefined;
  const isTold = (def as Partial<z.core.$ZodDiscriminatedUnionDef>).discriminator !== undefined;
  for (const option of def.options) {
    const member = isTold && !fits(option, value, def) ? undefined : memberOf(option, name, value);
    if (member) return member;
  }
  return undefined;
}

function itemOf(shown: Schema): Schema | undefined {
  const { def } = bare(shown)._zod;
  return def.type === 'array' ? def.element : undefined;
}
