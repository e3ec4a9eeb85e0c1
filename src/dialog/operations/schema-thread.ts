import type { ValidateFunction } from 'ajv/dist/2020.js';
import { serveThread } from '../../platform/thread.ts';
import type { ValidationItem } from '../http/validation-items.ts';
import { faultsBy } from './rendered-input.ts';
import { compile, compileFault } from './schema-compile.ts';
import { checkMs, type SchemaWork } from './schema-work.ts';

/** The thread that compiles input schemas and checks inputs if that may take long: see input-schema.ts. */

const compiled = new Map<string, ValidateFunction>();
const mostCompiled = 100;

serveThread((work: SchemaWork, newClock) => {
  if ('compile' in work) return compileFault(work.compile) ?? null;
  try {
    const check = find(work);
    newClock(checkMs);
    return faultsBy(check, work.input, work.loc, work.isRendered);
  } catch {
    // The input is nested too deep, or an earlier release accepted a schema that this one cannot compile.
    return null satisfies ValidationItem[] | null;
  }
});

function find({ name, schema, patterns }: Exclude<SchemaWork, { compile: unknown }>): ValidateFunction {
  const check = compiled.get(name) ?? compile(schema, patterns);
  compiled.delete(name);
  compiled.set(name, check);
  if (compiled.size > mostCompiled) compiled.delete(compiled.keys().next().value!);
  return check;
}
