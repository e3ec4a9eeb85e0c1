import { createRequire } from 'node:module';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { type PatternKind, patternEngines } from './schema-pattern.ts';
import { isEndless } from './schema-references.ts';

export type Schema = Record<string, unknown>;

/** Loads the compiler, which is large, with the first schema. `require` does it at once, as a transaction needs it. */
function newAjv(patterns: PatternKind): Ajv2020 {
  const require = createRequire(import.meta.url);
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const { default: addFormats } = require('ajv-formats') as typeof import('ajv-formats');
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    logger: false,
    // Inlined references could grow without end.
    inlineRefs: false,
    validateSchema: false,
    // We generate the schemas of methods, and they refer to nothing.
    meta: patterns !== 'method',
    // The data are checked, not completed.
    useDefaults: false,
    coerceTypes: false,
    code: { regExp: patternEngines[patterns] },
  });
  addFormats.default(ajv);
  return ajv;
}

/**
 * Compiles a JSON Schema 2020-12, https://json-schema.org/draft/2020-12, that `compileFault` found to be one. The schema is not changed
 * and nothing is fetched.
 * @throws Error if it cannot be compiled
 */
export const compile = (schema: Schema, patterns: PatternKind): ValidateFunction =>
  newAjv(patterns).compile(schema);

/** Knows whether a schema is one. What it compiles for that takes twenty times as long as the schema itself, so it is kept. */
let ofSchemas: Ajv2020 | undefined;

/** What is wrong with an owner's schema, as text after "Value error, "; undefined for a valid one. */
export function compileFault(schema: Schema): string | undefined {
  if (isEndless(schema)) {
    return 'a reference in this schema leads back to where it stands, so a check would never end; refer to a part of the value, as "properties" and "items" do';
  }
  try {
    ofSchemas ??= newAjv('linear');
    void ofSchemas.validateSchema(schema, true);
    compile(schema, 'linear');
    return '$async' in schema ? tooLong : undefined;
  } catch (error) {
    // A schema that is nested too deep to be compiled overflows the stack.
    if (error instanceof RangeError) return tooLong;
    return `this is no JSON Schema: ${(error as Error).message}`;
  }
}

/** The text after "Value error, ". */
export const tooLong = 'this schema cannot be compiled; make it simpler';
