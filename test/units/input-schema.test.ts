import { describe, expect, it } from 'vitest';
import { InputChecks, schemaFault } from '../../src/dialog/operations/input-schema.ts';

const loc = ['body', 'input'];
let revisions = 0;
const check = (schema: Record<string, unknown>, input: unknown) =>
  new InputChecks().faults(`r${revisions++}`, schema, input, loc);
const of = (properties: Record<string, unknown>, more = {}) => ({ type: 'object', properties, ...more });

describe('an input that does not fit its schema is told as any other body is', () => {
  it.each<[string, Record<string, unknown>, unknown, [string, string][]]>([
    ['a field that is missing', of({}, { required: ['a', 'b'] }), { b: 1 }, [['a', 'missing']]],
    ['a field that another needs', of({}, { dependentRequired: { a: ['b'] } }), { a: 1 }, [['b', 'missing']]],
    [
      'a field too many',
      of({ a: {} }, { additionalProperties: false }),
      { b: 1 },
      [['b', 'extra_forbidden']],
    ],
    [
      'the same, by another word',
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
      'what may be null, and is neither',
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
    ['what must not be', of({ a: { not: {} } }), { a: 1 }, [['a', 'value_error']]],
    ['a name that is odd', of({ 'a/b~c': { type: 'string' } }), { 'a/b~c': 1 }, [['a/b~c', 'string_type']]],
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
      'several at once, one a value',
      of({ a: { type: 'string', enum: ['x'] }, b: { minimum: 1 } }, { required: ['c'] }),
      { a: 1, b: 0 },
      [
        ['c', 'missing'],
        ['a', 'string_type'],
        ['b', 'greater_than_equal'],
      ],
    ],
  ])('%s', (_name, schema, input, expected) => {
    expect(schemaFault(schema)).toBeUndefined();
    const items = check(schema, input);
    expect(items.map((item) => [item.loc.slice(2).join('.'), item.type])).toEqual(expected);
    for (const item of items) expect(item.msg).not.toBe('');
  });

  it('with the position in a list as a number, and the value as it was sent', () => {
    const schema = of({ a: { items: of({ b: { type: 'integer' } }, { required: ['b'] }) } });
    expect(check(schema, { a: [{ b: 1 }, { b: 'x' }, { c: 2 }] })).toEqual([
      {
        type: 'int_type',
        loc: ['body', 'input', 'a', 1, 'b'],
        msg: 'Input should be a valid integer',
        input: 'x',
      },
      { type: 'missing', loc: ['body', 'input', 'a', 2, 'b'], msg: 'Field required', input: { c: 2 } },
    ]);
    expect(check(of({ a: { enum: ['x', 'y'] } }), { a: 'z' })[0]).toMatchObject({
      msg: "Input should be 'x' or 'y'",
      ctx: { expected: "'x' or 'y'" },
    });
  });

  it('no more than a hundred times', () => {
    const schema = of({ a: { items: { type: 'string' } } });
    expect(check(schema, { a: Array.from({ length: 5000 }, (_, i) => i) })).toHaveLength(100);
  });

  it('and an input that fits is left as it is', () => {
    const input = { b: 1 };
    expect(check(of({ a: { default: 'x' }, b: { type: 'integer' } }), input)).toEqual([]);
    expect(input).toEqual({ b: 1 });
    expect(check({}, { anything: 1 })).toEqual([]);
    expect(check(of({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { type: 'string' } } }), { a: 'x' })).toEqual(
      [],
    );
  });
});

describe('neither a schema nor an input can stop the server', () => {
  it('a pattern that backtracks without end is stopped, and what comes next is checked', () => {
    const checks = new InputChecks();
    const schema = of({ a: { pattern: '^(a+)+$' } });
    const started = Date.now();
    const [item] = checks.faults('r', schema, { a: `${'a'.repeat(50)}!` }, loc);
    expect(item).toMatchObject({ type: 'value_error', loc, msg: expect.stringContaining('too long') });
    expect(Date.now() - started).toBeLessThan(3000);
    expect(checks.faults('r', schema, { a: 'aaa' }, loc)).toEqual([]);
  });

  it('nor references that double at every step', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `d${i}`,
        i === 39
          ? { type: 'object' }
          : { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
      ]),
    );
    const schema = { $ref: '#/$defs/d0', $defs };
    const started = Date.now();
    if (schemaFault(schema) === undefined) expect(check(schema, {})[0]?.msg).toContain('too long');
    expect(Date.now() - started).toBeLessThan(5000);
  });

  it('nor one that is nested as deep as a body may be', () => {
    const schema = JSON.parse(`${'{"not":'.repeat(498)}{}${'}'.repeat(498)}`);
    expect(schemaFault(schema)).toBeUndefined();
    expect(check(schema, {}).length).toBeLessThan(2);
  });

  it('but the clock is not held against an input where the machine was elsewhere', () => {
    let stalls = 1;
    const input = {
      get a() {
        // Stands still without using the processor, as a process does that is not given any.
        if (stalls-- > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
        return 'aaa';
      },
    };
    expect(check(of({ a: { type: 'string' } }), input)).toEqual([]);
    expect(stalls).toBeLessThan(0);
  });

  it.each([
    ['a wrong type', { type: 'nonsense' }],
    ['a reference that leads away', { $ref: 'https://a.example/schema.json' }],
    ['a reference that leads nowhere', { $ref: '#/$defs/none' }],
    ['another dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }],
    ['a pattern that is none', { pattern: '(' }],
    ['an asynchronous one', { $async: true }],
    ['more than 64 KiB', { description: 'x'.repeat(70_000) }],
  ])('a schema with %s is refused with a sentence', (_name, schema) => {
    expect(schemaFault(schema)).toEqual(expect.stringMatching(/\w+ \w+/));
  });
});
