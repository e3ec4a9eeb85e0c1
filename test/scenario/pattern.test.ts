import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PatternError, readPattern } from '../../src/dialog/scenario/pattern.ts';

describe('a pattern', () => {
  it.each([
    ['^a+$', 'aaa', true],
    ['^a+$', 'aab', false],
    ['b|^c', 'ab', true],
    ['(?i)^ПРИВЕТ', 'привет, мир', true],
    ['^\\p{Lu}\\p{Ll}+$', 'Анна', true],
    ['^[^\\]]{2}$', 'ab', true],
    ['\\bcat\\b', 'a cat.', true],
    ['\\bcat\\b', 'concat', false],
    ['^.$', '😀', true],
    ['^\\ud83d\\ude00$', '😀', true],
    ['^(?:a|b){2,3}$', 'aba', true],
    ['^(?<year>\\d{4})-\\d\\d$', '2026-11', true],
    ['^(a?)*$', 'aaa', true],
    ['^$', '', true],
    ['', 'anything', true],
  ])('%s on %j: %s', (source, text, expected) => {
    expect(readPattern(source).test(text)).toBe(expected);
  });

  it.each([
    ['(a)\\1', /refer/],
    ['(?=a)', /look/],
    ['(?<!a)b', /look/],
    ['(a', /Unterminated/],
    ['a{2,1}', /out of order/],
    ['a'.repeat(201), /200/],
    ['((a{50}){50}){50}', /too large/],
    ['(){999999999}', /too large/],
  ])('%s is refused', (source, message) => {
    expect(() => readPattern(source)).toThrow(PatternError);
    expect(() => readPattern(source)).toThrow(message);
  });

  it('takes no longer for a text made to be slow', () => {
    const started = performance.now();
    for (const source of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', 'a*a*a*a*a*b', '(.*)(.*)(.*)(.*)[^a]$']) {
      expect(readPattern(source).test(`${'a'.repeat(2999)}!`)).toBe(source.endsWith('[^a]$'));
    }
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it('never matches a text of more than 3000 code points', () => {
    expect(readPattern('a').test('a'.repeat(3000))).toBe(true);
    expect(readPattern('a').test('a'.repeat(3001))).toBe(false);
  });

  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w', '\\b', '\\B', '^', '$', '', 'é'),
      fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => a + b),
      fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(?:${a}|${b})`),
      fc
        .tuple(tie('expression'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,}', '*?', '+?'))
        .map(([a, sign]) => `(${a})${sign}`),
    ),
  }));

  it("finds what JavaScript's own expressions find", () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', 'é', '\n'), maxLength: 8 });
    fc.assert(
      fc.property(expression, text, (source, said) => {
        fc.pre(source.length <= 200);
        expect(readPattern(source).test(said)).toBe(new RegExp(source, 'u').test(said));
      }),
      { numRuns: 500 },
    );
  });
});
