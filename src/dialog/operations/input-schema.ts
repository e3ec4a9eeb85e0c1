import { createContext, Script } from 'node:vm';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type ValidationItem, valueError } from '../http/validation.ts';
import { inputItems } from './input-items.ts';

/**
 * Input schemas: JSON Schema 2020-12, https://json-schema.org/draft/2020-12. Owners write them and clients send what is
 * checked, and a pattern or a web of references can be made to take for ever; so both run against a clock.
 */

const longestSchema = 64 * 1024;
const compileMs = 5000;
const checkMs = 500;

type Schema = Record<string, unknown>;

/** @throws Error where the schema is wrong; the schema is not changed and nothing is fetched. */
function compile(schema: Schema, isKnownGood: boolean): ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    logger: false,
    // References inlined into each other could grow without end.
    inlineRefs: false,
    validateSchema: !isKnownGood,
    // Data are checked, not completed.
    useDefaults: false,
    coerceTypes: false,
  });
  formats.default(ajv);
  return ajv.compile(schema);
}

/** What is wrong with a schema, as words that follow "Value error, "; undefined for a good one. */
export function schemaFault(schema: Schema): string | undefined {
  if (JSON.stringify(schema).length > longestSchema)
    return `an input schema has at most ${longestSchema} characters`;
  if (schema.$schema !== undefined && !isOurDialect(schema.$schema)) {
    return '$schema is https://json-schema.org/draft/2020-12/schema, or left out';
  }
  try {
    const check = within(compileMs, () => compile(schema, false));
    return check === timedOut || '$async' in schema
      ? 'this schema cannot be compiled; make it simpler'
      : undefined;
  } catch (error) {
    return `this is no JSON Schema: ${(error as Error).message}`;
  }
}

const isOurDialect = (value: unknown) =>
  typeof value === 'string' && /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(value);

/** Checks inputs, and keeps compiled schemas by what they belong to, the least recently used dropped first. */
export class InputChecks {
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #most: number;

  constructor(most = 500) {
    this.#most = most;
  }

  /**
   * @param name the revision that the schema belongs to, which never changes
   * @param loc where the input stood in the request
   * @returns what is wrong with the input
   */
  faults(name: string, schema: Schema, input: unknown, loc: readonly (string | number)[]): ValidationItem[] {
    if (Object.keys(schema).length === 0) return [];
    const check = this.#find(name, schema);
    const isGood = check && within(checkMs, () => check(input));
    if (!check || isGood === timedOut) {
      return [valueError([...loc], 'takes too long to be checked against the input schema', null)];
    }
    return isGood ? [] : inputItems(check.errors ?? [], input, loc);
  }

  #find(name: string, schema: Schema): ValidateFunction | undefined {
    let check = this.#compiled.get(name);
    if (check) this.#compiled.delete(name);
    else {
      const compiled = within(compileMs, () => compile(schema, true));
      if (compiled === timedOut) return undefined;
      check = compiled;
    }
    this.#compiled.set(name, check);
    if (this.#compiled.size > this.#most) this.#compiled.delete(this.#compiled.keys().next().value!);
    return check;
  }
}

const timedOut = Symbol('timed out');

/** Only code that was started by a script of its own can be stopped from outside, a regular expression included. */
const context = createContext({ work: undefined as (() => unknown) | undefined });
const script = new Script('work()');

/** How often work is begun again that the clock ended while the processor was elsewhere. */
const tries = 4;

/**
 * The clock is that of the wall. On a machine that is busy or was stopped for a while it may run out over work that has
 * hardly begun; that says nothing of the work, so it is begun again.
 */
function within<Result>(timeoutMs: number, work: () => Result): Result | typeof timedOut {
  context.work = work;
  try {
    for (let left = tries; left > 0; left--) {
      const before = process.cpuUsage();
      try {
        return script.runInContext(context, { timeout: timeoutMs }) as Result;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      }
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1000 > timeoutMs / 2) break;
    }
    return timedOut;
  } finally {
    context.work = undefined;
  }
}
