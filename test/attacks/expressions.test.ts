import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type jsonata from 'jsonata';
import { afterAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../src/dialog/expression/evaluate.ts';
import { Expressions } from '../../src/dialog/expression/expressions.ts';
import { newRealm } from '../../src/dialog/expression/realm.ts';

/** Expressions of one project against those of another. */

const expressions = new Expressions({ waitMs: 60_000 });
afterAll(() => expressions.close());

const at = Date.parse('2026-11-20T12:00:00Z');
const inThisProcess = (expression: string, input: unknown = {}) => evaluate({ expression, input, at });

const source = readFileSync(createRequire(import.meta.url).resolve('jsonata'), 'utf8');
/** The names of all functions of the language. */
const builtIns = [...source.matchAll(/\b(?:staticFrame|environment)\.bind\('(\w+)'/g)].map(
  ([, name]) => name!,
);

/** What most functions of the language give for some values: the same, whatever was evaluated before. */
const probe = `[$uppercase("a"), $sum([1, 2]), $map([1], function($x){$x + 1}), $string({"a": [1]}), $split("a,b", ","),
  $replace("abc", /b/, "x"), $now(), $clone({"a": 1}), $keys({"b": 1}), $sort([2, 1]), $formatNumber(1.5, "0.00"),
  $fromMillis(0), $base64encode("a"), $exists(a), $boolean(1), $merge([{"a": 1}, {"b": 2}]), {"a": 1}.toString]`;

it('knows all functions of the language', () => {
  expect(builtIns.length).toBeGreaterThan(60);
  expect(builtIns).toContain('uppercase');
});

describe('what one expression wrote into the language, the next one does not meet', () => {
  const writes = (target: string) => [
    `{} ~> |${target}|{"implementation": function($x){"stolen"}}|`,
    `{} ~> |${target}|{"signature": {"validate": function($x){["stolen"]}}}|`,
    `{} ~> |${target}|{"_jsonata_lambda": true, "body": {"type": "string", "value": "stolen"}}|`,
    `{} ~> |${target}|{}, ["implementation", "signature", "_jsonata_function"]|`,
    `{} ~> |${target}.*|{"stolen": true}|`,
    `{} ~> |${target}.**|{"stolen": true}|`,
  ];
  const others = [
    `{"a": {}} ~> |a|{"__proto__": {"toString": "stolen"}}|`,
    `$each({}, function($v){$v}) ~> |$|{"stolen": true}|`,
    `{} ~> |$match("a", /a/)|{"next": "stolen"}|`,
    `{} ~> |$lookup($sum, "implementation")|{"stolen": true}|`,
    `( $uppercase := function($x){"stolen"}; $sum := $uppercase; $uppercase("a") )`,
    `{} ~> |$$|{"stolen": true}|`,
    `$sift({"constructor": {}}, function($v){true}) ~> |constructor|{"prototype": "stolen"}|`,
  ];
  it('in the same process, one project after the other', async () => {
    const before = await inThisProcess(probe);
    expect(before).toHaveProperty('json');
    for (const expression of [...builtIns.flatMap((name) => writes(`$${name}`)), ...others]) {
      await inThisProcess(`(${expression}; "armed")`);
    }
    expect(await inThisProcess(probe)).toEqual(before);
  });

  it('through the pool of processes', async () => {
    const arm = '({} ~> |$sum|{"implementation": function($x){0}}|; "armed")';
    expect(await expressions.evaluate('one', { expression: arm, input: {}, at })).toEqual({
      json: '"armed"',
    });
    for (const owner of ['two', 'one']) {
      const sum = await expressions.evaluate(owner, { expression: '$sum([1,2])', input: {}, at });
      expect(sum).toEqual({ json: '3' });
    }
  });

  it('as no object that an expression can reach belongs to another one or to the server', async () => {
    const [one, two] = [await reachedBy('one'), await reachedBy('two')];
    expect(one.size).toBeGreaterThan(500);
    const ofServer = new Set<object>();
    collect(globalThis, ofServer);
    for (const object of one) {
      expect(two.has(object) || ofServer.has(object)).toBe(false);
    }
    // The same by trying: each is written to, and the other realm has none of it.
    let written = 0;
    for (const object of one) if (Reflect.set(object, 'stolen', true)) written++;
    expect(written).toBeGreaterThan(500);
    for (const object of two) expect(Object.hasOwn(object, 'stolen')).toBe(false);
  });
});

/** All objects that the functions and values of an expression are, have or inherit from. */
async function reachedBy(input: string): Promise<Set<object>> {
  const { jsonata, parse } = newRealm(at);
  const found = new Set<object>();
  const compiled = jsonata('$see($clone([$$]), /a/, /a/("a"), function($x){$x}, $sum ~> $string)');
  compiled.registerFunction('see', function (this: jsonata.Focus, ...given: unknown[]) {
    for (const value of [...given, ...builtIns.map((name) => this.environment.lookup(name))]) {
      collect(value, found);
    }
  });
  collect(compiled.ast(), found);
  await compiled.evaluate(parse(JSON.stringify({ input })));
  return found;
}

function collect(value: unknown, found: Set<object>): void {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if ((typeof next !== 'object' && typeof next !== 'function') || next === null || found.has(next))
      continue;
    found.add(next);
    open.push(Object.getPrototypeOf(next));
    for (const part of Object.values(Object.getOwnPropertyDescriptors(next))) {
      open.push(part.value, part.get, part.set);
    }
  }
}

describe('an expression that waits for what never comes', () => {
  const waits = [
    '{"then": /a/}',
    '[1, [{"then": /a/}]]',
    '$map([1, 2], function($x){ {"then": /a/} })',
    '{"then": /a/("aa").next}',
    '( $f := function(){ {"then": /a/} }; $f() )',
    '{"a": {}} ~> |a|{"then": /a/}|',
    '$reduce([1, 2], function($a, $b){ {"then": /a/} })',
    '$sort([1, 2], function($a, $b){ {"then": /a/} })',
    '$merge([{"then": /a/}])',
    '$ ~> function($x){ {"then": /a/} }',
    '{"a": {"then": /a/}}.a',
    '[{"then": /a/}][then]',
  ];

  it.each(waits)('%s fails at once', async (expression) => {
    expect(await inThisProcess(expression)).toMatchObject({ code: 'transform_failed' });
  });

  it('holds nobody up, however many do so', async () => {
    await expressions.evaluate('one', { expression: '1', input: null, at });
    const hostile = ['one', 'two', 'three'].flatMap((owner) =>
      waits.map((expression) => expressions.evaluate(owner, { expression, input: null, at })),
    );
    expect(await expressions.evaluate('other', { expression: '1 + 1', input: null, at })).toEqual({
      json: '2',
    });
    // Not by the clock, which would be `transform_too_slow`.
    for (const done of await Promise.all(hostile)) expect(done).toMatchObject({ code: 'transform_failed' });
  });
});

describe('an expression that makes one value of any size', () => {
  // Time enough, so that it is the memory that ends it, also on a busy machine.
  const patient = new Expressions({ waitMs: 60_000, ms: 20_000 });
  afterAll(() => patient.close());
  const doubled = (text: string, times: number) =>
    `($f := function($s, $n){ $n = 0 ? $s : $f($s & $s, $n - 1) }; $f("${text}", ${times}))`;
  it.each([
    '$pad("x", 500000000)',
    '$length($pad("x", -500000000))',
    `$length(${doubled('abcdefgh', 25)})`,
    `$length($uppercase(${doubled('abcdefgh', 25)}))`,
    `$length($replace(${doubled('a', 16)}, "a", ${doubled('b', 12)}))`,
    '$count($split($pad("x", 30000000), ""))',
    `$length($base64encode(${doubled('abcdefgh', 24)}))`,
    `$length($encodeUrlComponent(${doubled('<>?&', 25)}))`,
  ])('is ended when it has taken its memory, long before the value is there: %s', async (expression) => {
    const given = await patient.evaluate('greedy', { expression, input: {}, at });
    // Elsewhere the memory of a process is not read, and its time is over first.
    const codes = process.platform === 'linux' ? /_too_large$/ : /_too_(?:large|slow)$/;
    expect(given).toMatchObject({ code: expect.stringMatching(codes) });
    expect(await patient.evaluate('greedy', { expression: '1 + 1', input: {}, at })).toEqual({
      json: '2',
    });
  });
});
