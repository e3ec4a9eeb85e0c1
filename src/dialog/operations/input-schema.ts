import type { ValidateFunction } from 'ajv/dist/2020.js';
import { programFile } from '../../platform/package-files.ts';
import { Problem } from '../../platform/problem.ts';
import { PoolBusy, ThreadPool } from '../../platform/thread-pool.ts';
import { type ValidationItem, valueError } from '../http/validation.ts';
import { inTurnOfRequest } from '../template/in-turn.ts';
import { faultsBy } from './rendered-input.ts';
import { compile, compileFault, type Schema, tooLong } from './schema-compile.ts';
import { isQuick, sizeOf } from './schema-cost.ts';
import type { PatternKind } from './schema-pattern.ts';
import type { SchemaWork } from './schema-work.ts';

/**
 * Input schemas: JSON Schema 2020-12, https://json-schema.org/draft/2020-12. Owners write the schemas and clients send the
 * inputs, and references or a long list can make a check take for ever. A check that is certain to be fast is done at once
 * (schema-cost.ts); every other check by a thread, which is terminated if it takes too long.
 */

const longestSchema = 64 * 1024;
/** Milliseconds of a thread's processor time: for a new schema, and for one that an earlier release accepted. */
const usualMs = { compile: 2000, compileStored: 5000 };

/** A schema and its origin. */
export interface NamedSchema {
  /** The id of its revision, which never changes. */
  name: string;
  /** The id of its project; a project has one thread at a time. */
  owner: string;
  schema: Schema;
  /** If absent, the patterns of an `input_schema`. */
  patterns?: PatternKind;
}

/** How to check with a schema that is in the cache. */
type Known = { size: number; check: ValidateFunction } | 'by thread' | 'never';

export interface InputCheckOptions {
  most?: number;
  waitMs?: number;
  /** The processor time of a thread that compiling may take: see `usualMs`. */
  limitsMs?: typeof usualMs;
  onBusy?: (owner: string) => void;
}

/** Checks schemas and inputs. Caches compiled schemas, and drops the least recently used first. */
export class InputChecks {
  readonly #known = new Map<string, Known>();
  readonly #most: number;
  readonly #limitsMs: typeof usualMs;
  readonly #pool: ThreadPool;
  readonly #onBusy: (owner: string) => void;

  /**
   * @param waitMs how long a check waits for a thread
   * @param onBusy is called for every check that found no thread, with the owner of the schema
   */
  constructor({ most = 500, waitMs, limitsMs = usualMs, onBusy = () => {} }: InputCheckOptions = {}) {
    this.#most = most;
    this.#limitsMs = limitsMs;
    this.#onBusy = onBusy;
    const file = programFile('dialog/operations/schema-thread');
    this.#pool = new ThreadPool({ file, ...(waitMs === undefined ? {} : { waitMs }) });
  }

  /**
   * What is wrong with an owner's schema, as text after "Value error, "; undefined for a valid one.
   * @throws Problem 503 `busy`
   */
  async schemaFault(schema: Schema, owner: string): Promise<string | undefined> {
    if (JSON.stringify(schema).length > longestSchema)
      return `an input schema has at most ${longestSchema} characters`;
    if (schema.$schema !== undefined && !isOurDialect(schema.$schema)) {
      return '$schema is https://json-schema.org/draft/2020-12/schema, or left out';
    }
    // The largest schemas that need no thread take up to a hundred milliseconds.
    if (sizeOf(schema) !== undefined) return inTurnOfRequest(owner, () => compileFault(schema));
    const done = await this.#run<string | null>(owner, { compile: schema }, this.#limitsMs.compile);
    return 'ended' in done ? tooLong : (done.result ?? undefined);
  }

  /**
   * Checks an input.
   * @param loc the place of the input in the request
   * @param isRendered whether templates made it, see `faultsBy`
   * @returns its faults
   * @throws Problem 503 `busy`
   */
  async faults(
    named: NamedSchema,
    input: unknown,
    loc: readonly (string | number)[],
    isRendered = false,
  ): Promise<ValidationItem[]> {
    const { name, owner, schema, patterns = 'stored' } = named;
    // The first check compiles the schema. Later checks are short and do not wait.
    const isNew = !this.#known.has(name) && Object.keys(schema).length > 0;
    if (isNew) await inTurnOfRequest(owner, () => this.#find(named));
    const atOnce = this.faultsAtOnce(named, input, loc, isRendered);
    if (atOnce) return atOnce;
    const work: SchemaWork = { name, schema, patterns, input, loc, isRendered };
    const done = await this.#run<ValidationItem[] | null>(owner, work, this.#limitsMs.compileStored);
    if ('result' in done) return done.result ?? tooSlow(loc);
    // The first time limit is that of compiling, which would take as long the next time.
    if (done.ended === 'clock' && done.phase === 0) this.#remember(name, 'never');
    return tooSlow(loc);
  }

  /** The same for callers that cannot wait, for example in a transaction; undefined if the check needs a thread. */
  faultsAtOnce(
    named: NamedSchema,
    input: unknown,
    loc: readonly (string | number)[],
    isRendered = false,
  ): ValidationItem[] | undefined {
    if (Object.keys(named.schema).length === 0) return [];
    const known = this.#find(named);
    if (typeof known === 'object' && isQuick(known.size, input)) {
      return faultsBy(known.check, input, loc, isRendered);
    }
    return known === 'never' ? tooSlow(loc) : undefined;
  }

  /** Number of threads that exist now. */
  get threads(): number {
    return this.#pool.size;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #run<Result>(owner: string, work: SchemaWork, ms: number) {
    try {
      return await this.#pool.run<Result>(owner, work, ms);
    } catch (error) {
      if (!(error instanceof PoolBusy)) throw error;
      this.#onBusy(owner);
      const message =
        'Too many large inputs of this project are being checked. Repeat the request in a moment.';
      throw new Problem(503, 'busy', message, { retryAfterSeconds: 1 });
    }
  }

  #find({ name, schema, patterns = 'stored' }: NamedSchema): Known {
    const known = this.#known.get(name) ?? this.#read(schema, patterns);
    this.#remember(name, known);
    return known;
  }

  #read(schema: Schema, patterns: PatternKind): Known {
    const size = sizeOf(schema);
    if (size === undefined) return 'by thread';
    try {
      // All patterns run in linear time here. A pattern of an earlier release that cannot is checked by a thread.
      return { size, check: compile(schema, patterns === 'method' ? 'method' : 'linear') };
    } catch {
      return 'by thread';
    }
  }

  #remember(name: string, known: Known): void {
    this.#known.delete(name);
    this.#known.set(name, known);
    if (this.#known.size > this.#most) this.#known.delete(this.#known.keys().next().value!);
  }
}

const tooSlow = (loc: readonly (string | number)[]): ValidationItem[] => [
  valueError([...loc], 'takes too long to be checked against the input schema', null),
];

const isOurDialect = (value: unknown) =>
  typeof value === 'string' && /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(value);
