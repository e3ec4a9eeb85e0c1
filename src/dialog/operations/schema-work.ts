import type { Schema } from './schema-compile.ts';
import type { PatternKind } from './schema-pattern.ts';

/** The work for a thread of input schemas, see schema-thread.ts. */
export type SchemaWork =
  /** The result is the fault, or null. */
  | { compile: Schema }
  /** The result is the list of faulty items, or null if the check cannot be done. */
  | {
      name: string;
      schema: Schema;
      patterns: PatternKind;
      input: unknown;
      loc: readonly (string | number)[];
      /** See `faultsBy`. */
      isRendered: boolean;
    };

/** Processor time of one check, in milliseconds. */
export const checkMs = 500;
