import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { InputChecks } from '../../src/dialog/operations/input-schema.ts';
import { patient } from '../harness/patience.ts';

/**
 * Schemas of up to 64 KiB that take long to compile or to check. The tests measure the processor time of the main
 * thread, which must not be blocked, wherever the work is done and however busy the machine is.
 */
// What a thread does meanwhile does not count, so it is stopped early.
const checks = new InputChecks({ waitMs: 60_000, limitsMs: { compile: 100, compileStored: 100 } });
afterAll(() => checks.close());

/** The worst of them take some 120 ms, in several pieces; unbounded work takes many seconds. */
const idleMs = 400;

/** Processor time of this thread, https://docs.kernel.org/scheduler/sched-stats.html; elsewhere that of the process. */
function usedMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

const times = <Value>(count: number, make: (i: number) => Value): Value[] =>
  Array.from({ length: count }, (_, i) => make(i));
const nested = (depth: number, wrap: (inner: object) => object): object =>
  times(depth, (i) => i).reduce<object>((inner) => wrap(inner), {});

const objects = times(60_000, (i) => ({ a: i }));
const attacks: Record<string, { schema: object; input: unknown }> = {
  'references that fan out': {
    schema: {
      $ref: '#/$defs/d0',
      $defs: Object.fromEntries(
        times(400, (i) => [
          `d${i}`,
          {
            anyOf: [1, 2, 3].map((n) => ({ $ref: `#/$defs/d${Math.min(i + n, 399)}` })).filter(() => i < 399),
          },
        ]).map(([name, def], i) => [name, i === 399 ? { type: 'object' } : def]),
      ),
    },
    input: { a: 1 },
  },
  'allOf of a thousand parts': {
    schema: { allOf: times(1400, (i) => ({ properties: { [`p${i % 10}`]: { minLength: i } } })) },
    input: Object.fromEntries(times(10, (i) => [`p${i}`, 'x'.repeat(50_000)])),
  },
  'anyOf in anyOf': {
    schema: nested(18, (inner) => ({ anyOf: [inner, { not: inner }].slice(0, 1).concat({ minLength: 3 }) })),
    input: 'x'.repeat(500_000),
  },
  'a thousand patterns': {
    schema: { allOf: times(1400, (i) => ({ pattern: `^(a|b|${i})*c$` })) },
    input: 'ab'.repeat(100_000),
  },
  'patterns of names': {
    schema: {
      patternProperties: Object.fromEntries(times(1000, (i) => [`^(a+)+${i}$`, { type: 'string' }])),
    },
    input: Object.fromEntries(times(2000, (i) => [`${'a'.repeat(40)}${i}`, i])),
  },
  'counts in patterns': {
    schema: { allOf: times(60, (i) => ({ pattern: `^((a{1,${30 + (i % 3)}}){1,30}){1,${i + 1}}$` })) },
    input: 'a'.repeat(100_000),
  },
  'items that are compared with each other': {
    schema: { allOf: times(50, () => ({ uniqueItems: true })) },
    input: objects,
  },
  'a long enumeration of objects': {
    schema: { items: { enum: times(2000, (i) => ({ a: { b: -i - 1 } })) } },
    input: objects.slice(0, 10_000),
  },
  'what is not evaluated': {
    schema: {
      ...nested(60, (inner) => ({ allOf: [inner, { properties: { a: {} } }] })),
      unevaluatedProperties: false,
    },
    input: Object.fromEntries(times(50_000, (i) => [`p${i}`, i])),
  },
  'thousands of required names': {
    schema: { items: { required: times(5000, (i) => `f${i}`) } },
    input: times(20_000, () => ({})),
  },
  'comments of 60 KB, nested deep': {
    schema: {
      examples: [JSON.parse(`${'['.repeat(490)}${']'.repeat(490)}`)],
      description: 'x'.repeat(60_000),
    },
    input: objects,
  },
  'as many parts as are checked at once': {
    schema: {
      properties: Object.fromEntries(times(450, (i) => [`p${i}`, { type: 'string', pattern: 'a' }])),
    },
    input: Object.fromEntries(times(450, (i) => [`p${i}`, 'b'.repeat(100)])),
  },
};

it.each(Object.keys(attacks))(
  'neither the PUT of a schema nor its checks block the process: %s',
  async (name) => {
    const { schema, input } = attacks[name]!;
    expect(JSON.stringify(schema).length).toBeLessThan(64 * 1024);
    // The first schema warms up the engine.
    await checks.schemaFault({ type: 'object' }, 'owner');
    const began = usedMs();
    await checks.schemaFault(schema as Record<string, unknown>, 'owner');
    const afterPut = usedMs();
    await checks.faults({ name, owner: 'owner', schema: schema as Record<string, unknown> }, input, ['body']);
    const afterCheck = usedMs();
    expect(afterPut - began).toBeLessThan(patient(idleMs));
    expect(afterCheck - afterPut).toBeLessThan(patient(idleMs));
  },
);
