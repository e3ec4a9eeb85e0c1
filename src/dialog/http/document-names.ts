import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { heldBy } from './shapes.ts';

/**
 * The names of schemas in an OpenAPI document. `named` in shapes.ts names a schema. Each document contains the schemas that
 * its own routes use, so two APIs may give the name `Table` to different schemas.
 */

/** A piece of a document. */
export interface Piece {
  [key: string]: unknown;
}

const pathOfSchemas = '#/components/schemas/';
/** The suffix that fastify-type-provider-zod adds to the name of a schema in a request. */
const sent = 'Input';

/** Makes the functions that turn zod schemas into JSON Schema, with references to named schemas. */
export function namesOf(schemas: readonly z.core.$ZodType[]) {
  const registry = z.registry<z.core.GlobalMeta>();
  // Descriptions come from the global registry, names from this document only.
  registry._map = z.globalRegistry._map;
  for (const schema of reachable(schemas)) {
    const id = z.globalRegistry.get(schema)?.id;
    if (id === undefined) continue;
    const other = registry._idmap.get(id);
    if (other && other !== schema) throw new Error(`Two schemas of one document are called ${id}.`);
    registry._idmap.set(id, schema);
  }
  return {
    transform: createJsonSchemaTransform({ schemaRegistry: registry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry: registry }),
  };
}

/** These schemas and all schemas that they contain. */
function reachable(schemas: readonly z.core.$ZodType[]): Set<z.core.$ZodType> {
  const found = new Set<z.core.$ZodType>();
  const visit = (value: unknown): void => {
    if (value instanceof z.core.$ZodType) {
      if (found.has(value)) return;
      found.add(value);
      // A schema that got a new description refers to the original one.
      visit(value._zod.parent);
      visit(heldBy(value));
      visit(Object.values(value._zod.def));
    } else if (Array.isArray(value)) {
      for (const each of value) visit(each);
    } else if (
      typeof value === 'object' &&
      value !== null &&
      Object.getPrototypeOf(value) === Object.prototype
    ) {
      visit(Object.values(value));
    }
  };
  visit(schemas);
  return found;
}

/**
 * Removes named schemas that the document does not use. A schema gets its plain name if its forms in requests and answers are
 * equal, or if only one of them occurs.
 */
export function keepUsedNames(document: Piece, schemas: Piece): Piece {
  const isSent = (name: string) => name.endsWith(sent) && schemas[name.slice(0, -sent.length)] !== undefined;
  const plain = (name: string) => (isSent(name) ? name.slice(0, -sent.length) : name);
  const used = usedNames(document, schemas);
  const bothWays = new Set([...used].filter((name) => isSent(name) && used.has(plain(name))).map(plain));
  const differing = new Set(
    [...bothWays].filter((name) => textOf(schemas[name], plain) !== textOf(schemas[name + sent], plain)),
  );
  // A schema that contains a differing one differs too.
  for (let before = -1; before !== differing.size; ) {
    before = differing.size;
    for (const name of bothWays) {
      if ([...refsIn(schemas[name])].some((part) => differing.has(part))) differing.add(name);
    }
  }
  const rename = (name: string) => (isSent(name) && differing.has(plain(name)) ? name : plain(name));
  const kept = [...used].sort().map((name) => [rename(name), schemas[name]]);
  const { components, ...rest } = document;
  return renamed(
    { ...rest, components: { ...Object(components), schemas: Object.fromEntries(kept) } },
    rename,
  );
}

function usedNames(document: Piece, schemas: Piece): Set<string> {
  const used = new Set<string>();
  const open = [...refsIn(document)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    open.push(...refsIn(schemas[name]));
  }
  return used;
}

function refsIn(piece: unknown): Set<string> {
  const names = new Set<string>();
  JSON.stringify(piece, (key, value) => {
    if (key === '$ref' && typeof value === 'string' && value.startsWith(pathOfSchemas)) {
      names.add(value.slice(pathOfSchemas.length));
    }
    return value;
  });
  return names;
}

const textOf = (piece: unknown, rename: (name: string) => string) =>
  JSON.stringify(renamed({ piece }, rename));

function renamed(piece: Piece, rename: (name: string) => string): Piece {
  return JSON.parse(JSON.stringify(piece), (key, value) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(pathOfSchemas)
      ? pathOfSchemas + rename(value.slice(pathOfSchemas.length))
      : value,
  );
}

const ofOneSchema = ['items', 'additionalProperties', 'not', 'propertyNames'];
const ofManySchemas = ['anyOf', 'allOf', 'oneOf', 'prefixItems'];
/** Members of a schema that describe the request or answer around it. */
const ofTheAnswer = ['examples', 'example', 'x-examples', 'headers', 'media'];

/** A schema without examples and headers, which are beside it in the document, and without what says nothing to a reader. */
export function bareSchema(schema: unknown): unknown {
  if (!isPiece(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !ofTheAnswer.includes(key) && !saysNothing(schema, key, value))
      .map(([key, value]) => {
        if (key === 'properties' && isPiece(value)) return [key, mapValues(value, bareSchema)];
        // The same as `{}`, but the reference page does not know that form.
        if (key === 'additionalProperties' && isEmpty(value)) return [key, true];
        if (ofOneSchema.includes(key)) return [key, bareSchema(value)];
        return [key, ofManySchemas.includes(key) && Array.isArray(value) ? value.map(bareSchema) : value];
      }),
  );
}

/** Whether a member that zod adds repeats what the schema says already, or what holds for all JSON. */
function saysNothing(schema: Piece, key: string, value: unknown): boolean {
  if (key === 'minimum') return value === Number.MIN_SAFE_INTEGER;
  if (key === 'maximum') return value === Number.MAX_SAFE_INTEGER;
  if (key === 'pattern') return schema.format === 'date-time';
  return key === 'propertyNames' && isPiece(value) && Object.keys(value).join() === 'type';
}

const isEmpty = (value: unknown): boolean => isPiece(value) && Object.keys(value).length === 0;

/** Whether a value is an object. */
export const isPiece = (value: unknown): value is Piece =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes every value of an object. */
export const mapValues = (piece: Piece, change: (value: unknown) => unknown): Piece =>
  Object.fromEntries(Object.entries(piece).map(([key, value]) => [key, change(value)]));
