import { afterAll, describe, expect, it } from 'vitest';
import { ValidationProblem } from '../../src/dialog/http/validation-problem.ts';
import { inWords } from '../../src/dialog/operations/accept-run.ts';
import { InputChecks } from '../../src/dialog/operations/input-schema.ts';

const loc = ['body', 'input'];
let revisions = 0;
// Starting a thread takes long on a busy machine.
const checks = new InputChecks({ waitMs: 60_000 });
afterAll(() => checks.close());
type Schema = Record<string, unknown>;
const schemaFault = (schema: Schema) => checks.schemaFault(schema, 'owner');
const check = (schema: Schema, input: unknown, owner = 'owner', name = `r${revisions++}`) =>
  checks.faults({ name, owner, schema }, input, loc);
const of = (properties: Record<string, unknown>, more = {}) => ({ type: 'object', properties, ...more });

it('an outcome names the field that does not fit, but not a name that only whoever sent it knows', async () => {
  const wordsOf = async (schema: Schema, input: unknown) =>
    inWords(new ValidationProblem(await check(schema, input))).message;
  expect(await wordsOf(of({ city: { type: 'string' } }), { city: 1 })).toMatch(/^body\.input\.city: /);
  const closed = of({ a: of({}, { additionalProperties: false }) });
  expect(await wordsOf(closed, { a: { 'Ann Lee, +44 20': 1 } })).toBe(
    'body.input.a: Extra inputs are not permitted',
  );
});

describe('an input that does not fit its schema gets the same errors as any other body', () => {
  it.each<[string, Record<string, unknown>, unknown, [string, string][]]>([
    ['a field that is missing', of({}, { required: ['a', 'b'] }), { b: 1 }, [['a', 'missing']]],
    ['a field that another needs', of({}, { dependentRequired: { a: ['b'] } }), { a: 1 }, [['b', 'missing']]],
    [
      'an unknown field',
      of({ a: {} }, { additionalProperties: false }),
      { b: 1 },
      [['b', 'extra_forbidden']],
    ],
    [
      'an unknown field, by another keyword',
      of({ a: {} }, { unevaluatedProperties: false }),
      { b: 1 },
      [['b', 'extra_forbidden']],
    ],
    ['a number for a string', of({ a: { type: 'string' } }), { a: 1 }, [['a', 'string_type']]],
    ['a string for an integer', of({ a: { type: 'integer' } }), { a: '1' }, [['a', 'int_type']]],
    ['a fraction for an integer', of({ a: { type: 'integer' } }), { a: 1.5 }, [['a', 'int_from_float']]],
    ['a string for a number', of({ a: { type: 'number' } }), { a: '1' }, [['a', 'float_type']]],
    ['a word for a boolean', of({ a: { type: 'boolean' } }), { a: 'yes' }, [['a', 'bool_type']]],
    ['an object for a list', of({ a: { type: 'array' } }), { a: {} }, [['a', 'list_type']]],
    ['a list for an object', of({ a: { type: 'object' } }), { a: [] }, [['a', 'dict_type']]],
    ['something for null', of({ a: { type: 'null' } }), { a: 0 }, [['a', 'none_required']]],
    [
      'a value that fits neither its type nor null',
      of({ a: { type: ['string', 'null'] } }),
      { a: 1 },
      [['a', 'string_type']],
    ],
    ['none of several types', of({ a: { type: ['string', 'number'] } }), { a: true }, [['a', 'value_error']]],
    ['a string that is too short', of({ a: { minLength: 2 } }), { a: 'x' }, [['a', 'string_too_short']]],
    ['a string that is too long', of({ a: { maxLength: 1 } }), { a: 'xx' }, [['a', 'string_too_long']]],
    ['a list that is too short', of({ a: { minItems: 1 } }), { a: [] }, [['a', 'too_short']]],
    ['a list that is too long', of({ a: { maxItems: 1 } }), { a: [1, 2] }, [['a', 'too_long']]],
    ['too small', of({ a: { minimum: 1 } }), { a: 0 }, [['a', 'greater_than_equal']]],
    ['too great', of({ a: { maximum: 1 } }), { a: 2 }, [['a', 'less_than_equal']]],
    ['not greater', of({ a: { exclusiveMinimum: 1 } }), { a: 1 }, [['a', 'greater_than']]],
    ['not less', of({ a: { exclusiveMaximum: 1 } }), { a: 1 }, [['a', 'less_than']]],
    ['no multiple', of({ a: { multipleOf: 5 } }), { a: 7 }, [['a', 'multiple_of']]],
    ['another pattern', of({ a: { pattern: '^x' } }), { a: 'y' }, [['a', 'string_pattern_mismatch']]],
    ['none of the values', of({ a: { enum: ['x', 'y', null] } }), { a: 'z' }, [['a', 'literal_error']]],
    ['none of the objects', of({ a: { enum: [{ b: 1 }] } }), { a: 'z' }, [['a', 'value_error']]],
    ['not that value', of({ a: { const: 1 } }), { a: 2 }, [['a', 'literal_error']]],
    ['another format', of({ a: { format: 'email' } }), { a: 'nobody' }, [['a', 'value_error']]],
    ['twice the same', of({ a: { uniqueItems: true } }), { a: [1, 1] }, [['a', 'value_error']]],
    ['a forbidden value', of({ a: { not: {} } }), { a: 1 }, [['a', 'value_error']]],
    [
      'an invalid name of a field',
      of({ 'a/b~c': { type: 'string' } }),
      { 'a/b~c': 1 },
      [['a/b~c', 'string_type']],
    ],
    [
      'an item of a list',
      of({ a: { items: { type: 'string' } } }),
      { a: ['x', 1] },
      [['a.1', 'string_type']],
    ],
    [
      'a digit as a name',
      of({ 1: of({ 2: { type: 'string' } }) }),
      { 1: { 2: 3 } },
      [['1.2', 'string_type']],
    ],
    [
      'several errors, one for each value',
      of({ a: { type: 'string', enum: ['x'] }, b: { minimum: 1 } }, { required: ['c'] }),
      { a: 1, b: 0 },
      [
        ['c', 'missing'],
        ['a', 'string_type'],
        ['b', 'greater_than_equal'],
      ],
    ],
  ])('%s', async (_name, schema, input, expected) => {
    expect(await schemaFault(schema)).toBeUndefined();
    const items = await check(schema, input);
    expect(items.map((item) => [item.loc.slice(2).join('.'), item.type])).toEqual(expected);
    for (const item of items) expect(item.msg).not.toBe('');
  });

  it('with the position in a list as a number, and the value as it was sent', async () => {
    const schema = of({ a: { items: of({ b: { type: 'integer' } }, { required: ['b'] }) } });
    expect(await check(schema, { a: [{ b: 1 }, { b: 'x' }, { c: 2 }] })).toEqual([
      {
        type: 'int_type',
        loc: ['body', 'input', 'a', 1, 'b'],
        msg: 'Input should be a valid integer',
        input: 'x',
      },
      { type: 'missing', loc: ['body', 'input', 'a', 2, 'b'], msg: 'Field required', input: { c: 2 } },
    ]);
    expect((await check(of({ a: { enum: ['x', 'y'] } }), { a: 'z' }))[0]).toMatchObject({
      msg: "Input should be 'x' or 'y'",
      ctx: { expected: "'x' or 'y'" },
    });
  });

  it('with at most a hundred errors', async () => {
    const schema = of({ a: { items: { type: 'string' } } });
    expect(await check(schema, { a: Array.from({ length: 5000 }, (_, i) => i) })).toHaveLength(100);
  });

  it('and an input that fits stays unchanged', async () => {
    const input = { b: 1 };
    expect(await check(of({ a: { default: 'x' }, b: { type: 'integer' } }), input)).toEqual([]);
    expect(input).toEqual({ b: 1 });
    expect(await check({}, { anything: 1 })).toEqual([]);
    expect(
      await check(of({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { type: 'string' } } }), { a: 'x' }),
    ).toEqual([]);
  });
});

describe('a schema is nothing to those of other projects', () => {
  const dialect = 'https://json-schema.org/draft/2020-12/schema';
  // A thread checks what is not certainly quick, as a pattern that backtracks; both kinds keep what they compiled.
  it.each([
    ['at once', {}],
    ['by a thread', { patternProperties: { '^(?=x)': {} } }],
  ])('though they have names in common, %s', async (_, more) => {
    const named = (body: Schema): Schema => ({
      $id: 'https://a.example/owned',
      $anchor: 'a',
      ...body,
      ...more,
    });
    expect(await check(named({ const: 1 }), 1, 'one')).toEqual([]);
    expect(await check(named({ const: 2 }), 2, 'two')).toEqual([]);
    expect(await check(named({ const: 2 }), 1, 'two')).toHaveLength(1);
  });

  it('and refers to none of them, nor replaces what all are checked by', async () => {
    expect(await schemaFault({ $id: 'https://a.example/owned', const: 'secret' })).toBeUndefined();
    expect(await schemaFault({ $ref: 'https://a.example/owned' })).toContain('https://a.example/owned');
    const fault = await schemaFault({ type: 7 });
    expect(fault).toContain('type');
    await schemaFault({ $id: dialect, $dynamicAnchor: 'meta', const: 'anything' });
    await schemaFault({ $id: `${dialect.replace('schema', 'meta/validation')}`, $dynamicAnchor: 'meta' });
    expect(await schemaFault({ type: 7 })).toBe(fault);
    expect(await schemaFault(of({ a: { type: 'string' } }))).toBeUndefined();
  });
});

describe('neither a schema nor an input can block the server', () => {
  it('a pattern that would backtrack without end is matched in linear time', async () => {
    const schema = of({ a: { pattern: '^(a+)+$' } });
    expect(await schemaFault(schema)).toBeUndefined();
    const long = 'a'.repeat(100_000);
    for (const [input, count] of [
      [`${'a'.repeat(50)}!`, 1],
      [`${long}!`, 1],
      [long, 0],
    ] as const) {
      const items = await check(schema, { a: input });
      expect(items).toHaveLength(count);
      if (count > 0) expect(items[0]).toMatchObject({ type: 'string_pattern_mismatch' });
    }
  });

  it('a pattern of an earlier release that needs backtracking is stopped, and the next input is checked', async () => {
    const schema = of({ a: { pattern: '^(?=a)(a+)+$' } });
    const [item] = await check(schema, { a: `${'a'.repeat(50)}!` });
    expect(item).toMatchObject({ type: 'value_error', loc, msg: expect.stringContaining('too long') });
    expect(await check(schema, { a: 'aaa' })).toEqual([]);
  });

  it('the event loop goes on meanwhile', async () => {
    const schema = of({ a: { pattern: '^(?=a)(a+)+$' } });
    const name = `r${revisions++}`;
    let turns = 0;
    const beat = setInterval(() => turns++, 10);
    await Promise.all(
      Array.from({ length: 2 }, () => check(schema, { a: `${'a'.repeat(50)}!` }, 'hostile', name)),
    );
    clearInterval(beat);
    // Twice half a second of a thread's processor time; if it were this thread's, the timer would have stopped.
    expect(turns).toBeGreaterThan(50);
  });

  it('a schema that takes seconds to compile is refused without harm to other projects', async () => {
    const schema = heavySchema();
    let turns = 0;
    const beat = setInterval(() => turns++, 10);
    const fault = await schemaFault(schema);
    clearInterval(beat);
    if (fault !== undefined) expect(fault).toContain('make it simpler');
    expect(turns).toBeGreaterThan(2);
  });

  it('a schema that refers to itself without end is refused, and a recursive tree is not', async () => {
    for (const endless of [
      { $ref: '#' },
      {
        allOf: [{ $ref: '#/$defs/a' }],
        $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } },
      },
      { properties: { a: { $ref: '#/properties/a' } } },
      { $id: 'https://a.example/x', not: { $ref: 'x' } },
      { $defs: { a: { $anchor: 'here', if: { $ref: '#here' } } } },
      { $dynamicAnchor: 'self', $dynamicRef: '#self' },
    ]) {
      expect(await schemaFault(endless), JSON.stringify(endless)).toContain('never end');
    }
    for (const good of [
      of({ children: { items: { $ref: '#' } } }),
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { type: 'string' } } },
      { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }], $defs: { a: { type: 'object' } } },
    ]) {
      expect(await schemaFault(good), JSON.stringify(good)).toBeUndefined();
    }
  });

  it('a stored schema that refers to itself without end refuses its inputs', async () => {
    expect((await check({ $ref: '#' }, {}))[0]?.msg).toContain('too long');
  });

  it('references that double at every step are refused, in the schema or for its inputs', async () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `d${i}`,
        i === 39
          ? { type: 'object' }
          : { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
      ]),
    );
    const schema = { $ref: '#/$defs/d0', $defs };
    if ((await schemaFault(schema)) === undefined)
      expect((await check(schema, {}))[0]?.msg).toContain('too long');
  });

  it('a schema that is nested as deep as a body may be is checked', async () => {
    const schema = JSON.parse(`${'{"not":'.repeat(498)}{}${'}'.repeat(498)}`);
    expect(await schemaFault(schema)).toBeUndefined();
    expect((await check(schema, {})).length).toBeLessThan(2);
  });

  it('an input with mistakes in a million values is stopped', async () => {
    const schema = of({ a: { items: { required: Array.from({ length: 500 }, (_, i) => `f${i}`) } } });
    const items = await check(schema, { a: Array.from({ length: 200_000 }, () => ({})) });
    expect(items[0]?.msg).toContain('too long');
  });

  it.each([
    ['a wrong type', { type: 'nonsense' }],
    ['a reference to another document', { $ref: 'https://a.example/schema.json' }],
    ['a reference without a target', { $ref: '#/$defs/none' }],
    ['another dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }],
    ['an invalid pattern', { pattern: '(' }],
    ['a pattern with lookahead', { pattern: '^(?=a)' }],
    ['a pattern with a backreference', { pattern: '(a)\\1' }],
    ['a pattern that repeats more than a thousand times', { pattern: 'a{5000}' }],
    ['an asynchronous schema', { $async: true }],
    ['more than 64 KiB', { description: 'x'.repeat(70_000) }],
  ])('a schema with %s is refused with an explanation', async (_name, schema) => {
    expect(await schemaFault(schema)).toEqual(expect.stringMatching(/\w+ \w+/));
  });

  it('a schema that is certainly quick needs no thread', async () => {
    const own = new InputChecks({ waitMs: 60_000 });
    const schema = of(
      {
        sku: { type: 'string', minLength: 1, maxLength: 20, pattern: '^[A-Z]-\\d{4}$' },
        n: { type: 'integer' },
      },
      { required: ['sku'] },
    );
    expect(await own.schemaFault(schema, 'owner')).toBeUndefined();
    const ask = (input: unknown) => own.faults({ name: 'r', owner: 'owner', schema }, input, loc);
    expect(await ask({ sku: 'A-4711', n: 2 })).toEqual([]);
    expect(own.threads).toBe(0);
    expect(await ask({ sku: 'A-4711', n: 2, note: 'x'.repeat(1_000_000) })).toEqual([]);
    expect(own.threads).toBe(1);
    await own.close();
  });
});

/** 64 KiB of references to each other. */
function heavySchema(): Schema {
  const count = 700;
  const $defs = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `d${i}`,
      { properties: { a: { $ref: `#/$defs/d${(i * 7 + 1) % count}` }, b: { pattern: `^a{${i}}` } } },
    ]),
  );
  return { $ref: '#/$defs/d0', $defs };
}
