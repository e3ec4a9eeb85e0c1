import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { type FieldErrors, invalid } from './errors.ts';
import type { Query } from './query.ts';
import { words } from './words.ts';

/**
 * The filters of a query and their errors. Like django-filter, it ignores unknown parameters and reports every invalid one.
 */
export class Filters {
  /** Conditions on `o` that must all hold. */
  readonly conditions: SQL[] = [];
  readonly #errors: FieldErrors;
  readonly #names: readonly string[];
  readonly #given: unknown[] = [];

  /** @param names of the parameters, in the order of their errors */
  constructor(errors: FieldErrors, names: readonly string[]) {
    this.#errors = errors;
    this.#names = names;
  }

  /** The same text for the same filters, in any order of the parameters. */
  get key(): string {
    return JSON.stringify(this.#given);
  }

  /** Whether there is any filter. */
  get any(): boolean {
    return this.conditions.length > 0;
  }

  /**
   * Adds a condition if its value was given.
   * @param what identifies the condition among all conditions of a list
   */
  add<Value>(what: string, value: Value | undefined, condition: (value: Value) => SQL): void {
    if (value === undefined) return;
    this.#given.push(what, value);
    this.conditions.push(condition(value));
  }

  /** Whether a parameter has an error. */
  hasFailed(name: string): boolean {
    return this.#errors[name] !== undefined;
  }

  /** Reports a parameter as invalid. */
  fail(name: string, errors: string[]): void {
    this.#errors[name] = errors;
  }

  /** Call it after all parameters were read. @throws Refusal 400 with all errors */
  check(): void {
    const names = [...new Set([...this.#names, ...Object.keys(this.#errors)])];
    const faults = names.flatMap((name) => {
      const errors = this.#errors[name];
      return errors === undefined ? [] : [[name, errors] as const];
    });
    if (faults.length > 0) throw invalid(Object.fromEntries(faults));
  }
}

/**
 * Reads the parameters of a query one by one, so that all errors are found.
 * @param strict whether an unknown parameter, or one that filters nothing, is an error
 * @returns the values, without those of invalid parameters
 * @throws Refusal 400 for an invalid search
 */
export function readQuery<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  query: Query,
  { strict = false } = {},
): { values: Partial<z.output<z.ZodObject<Shape>>>; filters: Filters } {
  const values: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  const names = Object.keys(shape);
  for (const [name, parameter] of Object.entries<z.core.$ZodType>(shape)) {
    const given = query.last(name);
    if (given === undefined) continue;
    const result = (parameter as z.ZodType).safeParse(given);
    if (result.success) {
      values[name] = result.data;
      if (strict && result.data === undefined) errors[name] = [words.narrowsNothing];
      continue;
    }
    const messages = result.error.issues.map(({ message }) => message);
    if (result.error.issues.some((issue) => issue.code === 'custom' && issue.params?.isAlone)) {
      throw invalid(messages);
    }
    errors[name] = messages;
  }
  if (strict) for (const name of query.names) if (!names.includes(name)) errors[name] = [words.unknownName];
  return { values: values as never, filters: new Filters(errors, names) };
}
