import { createRequire } from 'node:module';
import type { Ajv2020, FuncKeywordDefinition, ValidateFunction } from 'ajv/dist/2020.js';
import { Exact, readDecimal } from '../../platform/exact-decimal.ts';
import { digitsAt } from './rendered-input.ts';
import { type PatternKind, patternEngines } from './schema-pattern.ts';
import { isEndless } from './schema-references.ts';

export type Schema = Record<string, unknown>;

/** Loads the compiler, which is large, with the first schema. `require` does it at once, as a transaction needs it. */
function newAjv(patterns: PatternKind): Ajv2020 {
  const require = createRequire(import.meta.url);
  const ajvModule = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const { default: addFormats } = require('ajv-formats') as typeof import('ajv-formats');
  const ajv = new ajvModule.Ajv2020({
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
  ajv.removeKeyword('multipleOf').addKeyword(multipleOf(ajvModule));
  return ajv;
}

/** In decimals. The library divides doubles, in which 19.99 is no multiple of 0.01, and by its option any large number is one. */
const multipleOf = ({ str, _ }: typeof import('ajv/dist/2020.js')): FuncKeywordDefinition => ({
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  error: {
    message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`,
    params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
  },
  compile: (step: number) => {
    const divisor = new Exact(step);
    return (value: number, around) => {
      // Integers are usual, and need no decimals.
      const digits = around && digitsAt(around.parentData, around.parentDataProperty);
      if (digits === undefined && Number.isSafeInteger(value) && Number.isSafeInteger(step))
        return value % step === 0;
      return ((digits && readDecimal(digits)) || new Exact(value)).mod(divisor).isZero();
    };
  },
});

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
