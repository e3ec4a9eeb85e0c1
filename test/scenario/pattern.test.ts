import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches, PatternError, readPattern } from '../../src/dialog/scenario/pattern.ts';
import { Allowance, TemplateError } from '../../src/dialog/template/liquid.ts';
import { patient, processorMs } from '../harness/patience.ts';

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

  it('is not slowed down by a hostile text', () => {
    const spent = processorMs(() => {
      for (const source of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', 'a*a*a*a*a*b', '(.*)(.*)(.*)(.*)[^a]$']) {
        const found = matches(source, `${'a'.repeat(2999)}!`, new Allowance(3000));
        expect(found).toBe(source.endsWith('[^a]$'));
      }
    });
    expect(spent).toBeLessThan(3000);
  });

  /** Patterns whose every place in the text has hundreds of places in the pattern. */
  const hostile = ['(?:.?){230}$x', '(?i)(?:.*){190}$x', '(?:.*\\b){110}$x', '(?:\\S?\\s?){100}$x'];
  const long = `${'b'.repeat(2999)}a`;

  it.each(hostile)('%s is given up before it holds the process', (source) => {
    readPattern(source);
    const spent = processorMs(() => expect(() => readPattern(source).test(long)).toThrow(/too long/));
    expect(spent).toBeLessThan(200);
    expect(readPattern(source).test('b'.repeat(30))).toBe(false);
  });

  it('counts in the allowance that it shares with the templates of a turn', () => {
    const allowance = new Allowance(patient(100));
    const outcomes: unknown[] = [];
    const spent = processorMs(() => {
      for (let n = 0; n < 500; n++) {
        try {
          outcomes.push(matches(`(?:.?){60}$${n}`, long, allowance));
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateError);
          outcomes.push((error as Error).message);
        }
      }
    });
    expect(spent).toBeLessThan(patient(1000));
    expect(outcomes[0]).toBe(false);
    expect(outcomes.at(-1)).toMatch(/templates and patterns take too long together/);
  });

  it('searches a long text for what owners write', () => {
    const words = 'lorem ipsum dolor sit amet '.repeat(111).slice(0, 3000);
    for (const source of [
      '^.{1,500}$',
      '(?i)(?:refund|money back|return).{0,100}order',
      '(\\w+\\s){50,100}$',
    ]) {
      // The time that all patterns of a turn have is the same on every machine, and a busy one gets less done in it.
      const found = matches(source, words, new Allowance(patient(100)));
      expect(found).toBe(new RegExp(source.replace('(?i)', ''), 'u').test(words));
    }
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

  it("finds the same as JavaScript's own expressions", () => {
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
