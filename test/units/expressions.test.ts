import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, describe, expect, it } from 'vitest';
import { Expressions } from '../../src/dialog/expression/expressions.ts';
import { builtIn, faultOfExpression, holdsInexact } from '../../src/dialog/expression/jsonata.ts';

const expressions = new Expressions({ waitMs: 60_000 });
afterAll(() => expressions.close());

const at = Date.parse('2026-11-20T12:00:00Z');
const run = async (expression: string, input: unknown = {}) => {
  const done = await expressions.evaluate('owner', { expression, input, at });
  return 'json' in done ? JSON.parse(done.json) : done.code;
};

describe('an expression', () => {
  const lines = [
    { item: 'tea', price: 3, n: 2 },
    { item: 'cup', price: 5, n: 1 },
    { item: 'tea', price: 2, n: 1 },
  ];
  it.each([
    ['sums', '$sum(lines.(price * n))', 13],
    ['filters and sorts', '[lines[price > 2]^(>price).item]', ['cup', 'tea']],
    ['groups', 'lines{item: $sum(n)}', { tea: 3, cup: 1 }],
    ['finds nothing', 'lines[price > 100]', null],
    ['knows one time only', '[$millis(), $now(), $now("[Y]")]', [at, '2026-11-20T12:00:00.000Z', '2026']],
    ['names what objects inherit', '{"toString": 1, "constructor": 2}', { toString: 1, constructor: 2 }],
  ])('%s', async (_, expression, value) => expect(await run(expression, { lines })).toEqual(value));

  it('says what failed and where, without the values of customers', async () => {
    const work = { expression: '1 + $number(name)', input: { name: 'Ann Secret' }, at };
    const done = await expressions.evaluate('owner', work);
    expect(done).toEqual({
      code: 'transform_failed',
      message: 'The expression failed: Unable to cast value to a number: … (at character 12).',
    });
  });

  it.each([
    ['$error("Unknown: " & $lowercase(name) & ", ask again")', 'Unknown: …, ask again'],
    ['$error($join($split(name, ""), "."))', '….….….….….….….….….…'],
    ['( $f := function($x){ $error("of " & $base64encode($x)) }; $f(name) )', 'of …'],
    ['$assert(name = "", name)', '…'],
    ['$error()', '$error() function evaluated'],
  ])('of the words of %s it says only those that stand in the expression', async (expression, words) => {
    const done = await expressions.evaluate('owner', { expression, input: { name: 'Secret Ann' }, at });
    expect(done).toMatchObject({
      message: expect.stringContaining(`The expression failed: ${words} (at character`),
    });
  });

  it('never rounds in silence', async () => {
    for (const expression of [
      '9007199254740991 + 2',
      '1e308 * 10',
      '[{"a": 0/0}]',
      '$number("12345678901234567890")',
    ])
      expect(await run(expression)).toBe('number_too_large');
    expect(holdsInexact({ a: [1, { b: 2 ** 60 }] })).toBe(true);
    expect(holdsInexact({ a: [1, { b: Number.MAX_SAFE_INTEGER }], c: 0.1 })).toBe(false);
  });
});

describe('a hostile expression', () => {
  const many = (times: number) => `$reduce([1..${times}], function($a,$b){$a&$a}, "xxxxxxxx")`;
  it.each([
    ['a loop without an end', '( $f := function(){ $f() }; $f() )', /slow/],
    ['a recursion without an end', '( $f := function($n){ 1+$f($n+1) }; $f(0) )', /failed/],
    ['a pattern that backtracks', `$match("${'a'.repeat(40)}!", /^(a+)+$/)`, /slow/],
    ['a large range', '$count([1..9999999])', /slow|large|failed/],
    [
      'lists of lists',
      '( $f := function($a,$n){ $n=0 ? $a : $f([$a,$a],$n-1) }; $f(1,60) )',
      /slow|large|failed/,
    ],
    ['a single large value', '$length($pad("x", 500000000))', /slow|large|failed/],
    ['a text that doubles', `$split(${many(25)}, "")`, /slow|large|failed/],
    ['bytes outside of the heap', `$base64encode(${many(25)})`, /slow|large|failed/],
    [
      'objects that double',
      '( $f := function($a,$n){ $n=0 ? $a : $f({"a":$a,"b":$a},$n-1) }; $f(1,40) )',
      /slow|large/,
    ],
    ['a deep result', '( $f := function($a,$n){ $n=0 ? $a : $f({"a":$a},$n-1) }; $f(1,200) )', /failed/],
    ['a function as a result', '{"a": $sum}', /failed/],
    ['a function of its own', '[function($x){$x}]', /failed/],
    ['more than fits', '$pad("", 70000, "x")', /output_too_large/],
    ['an expression out of data', '$eval("1")', /failed/],
    ['chance', '$random()', /failed/],
  ])('%s ends, and the next one is evaluated', async (_, expression, code) => {
    expect(await run(expression)).toMatch(code);
    expect(await run('1 + 1')).toBe(2);
  });

  it.each([
    ...['constructor', '__proto__', '$sum.constructor', '$lookup({}, "__proto__")', '$sum.implementation'],
    ...[
      '( $f := function(){1}; $f.environment )',
      '( $f := function(){1}; $keys($f) )',
      '$spread($sum).implementation',
    ],
  ])('%s reads nothing that is inherited or inside the language', async (expression) => {
    expect([null, 'transform_failed']).toContainEqual(await run(expression));
  });

  it('leaves nothing behind for the next one', async () => {
    await run('{"a":{}} ~> |a|{"__proto__":{"polluted":1}}|');
    await run('$merge([{"__proto__": {"polluted": 1}}])');
    expect(await run('polluted')).toBe(null);
    expect(await run('{}.polluted')).toBe(null);
  });

  it('is in a process that knows no secrets of this one', async () => {
    await run('1');
    const children = readdirSync('/proc').filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1] === String(process.pid)
        );
      } catch {
        return false;
      }
    });
    const theirs = children.filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('expression-thread'),
    );
    expect(theirs.length).toBeGreaterThan(0);
    for (const pid of theirs) expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('PATH=');
  });
});

describe('the check of an expression', () => {
  it.each([
    ['a + b', undefined],
    ['a +', { message: 'Unexpected end of expression', at: 3 }],
    ['( $x := 1; $eval("a") )', { message: 'there is no $eval here; give what it needs as "input"', at: 16 }],
    ['a.$map(b, $random)', { message: 'there is no $random here; give what it needs as "input"', at: 17 }],
    ['a = 12345678901234567890', { message: 'a number has too many digits', at: 24 }],
    ['('.repeat(3000), { message: expect.any(String), at: expect.toBeOneOf([null, 3000]) }],
    ['[$random(), function($x){ $x }]', { message: expect.stringContaining('$random'), at: 8 }],
    ['$shufle(a)', { message: 'there is no function $shufle', at: 7 }],
    [
      '( $twice := function($n){ 2 * $n }; $twise(a) )',
      { message: 'there is no function $twise; did you mean $twice?', at: 42 },
    ],
    ['$summ(a)', { message: 'there is no function $summ; did you mean $sum?', at: 5 }],
    ['a ~> $uppercas', { message: 'there is no function $uppercas; did you mean $uppercase?', at: 14 }],
    ['a.($myOwn(b, ?))', { message: 'there is no function $myOwn', at: 9 }],
  ])('%.40s', (source, fault) => expect(faultOfExpression(source)).toEqual(fault));

  it.each([
    '( $twice := function($x){ $x * 2 }; $twice(a) )',
    '( $odd := function($n){ $n = 0 ? false : $even($n - 1) }; $even := function($n){ $n = 0 or $odd($n - 1) }; $even(4) )',
    '$map(a, function($v, $i){ $i })',
    'function($f){ $f(1) }(function($x){ $x })',
    'a ~> $sum() ~> $string',
    'a@$f.b#$g.($f(1); $g(2))',
    'a[b]#$g.($g(2))',
    '( $add := function($a, $b){ $a + $b }; $inc := $add(1, ?); $inc(2) )',
    '$not($exists($sum)) ? [1].$() : $$',
    '( $shuffle := function($x){ $x }; $shuffle(a) )',
  ])('takes functions that the expression binds: %.60s', (source) =>
    expect(faultOfExpression(source)).toBeUndefined(),
  );

  it('knows the functions of the language', () => {
    const source = readFileSync(createRequire(import.meta.url).resolve('jsonata'), 'utf8');
    const bound = [...source.matchAll(/\b\w+\.bind\('(\w+)'/g)].map(([, name]) => name);
    expect(new Set(builtIn)).toEqual(new Set(bound));
  });

  it('is quick, whatever is written', () => {
    const began = process.cpuUsage();
    faultOfExpression(`a${'.a'.repeat(1000)}${'.%'.repeat(990)}`);
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(1000);
  });
});
