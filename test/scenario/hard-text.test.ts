import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDefinition } from '../../src/dialog/scenario/check.ts';
import { hardText } from '../../src/dialog/scenario/hard-text.ts';
import { matches, readPattern } from '../../src/dialog/scenario/pattern.ts';
import { Allowance } from '../../src/dialog/template/liquid.ts';
import { processorMs } from '../harness/patience.ts';

const find = (source: string) => hardText(source, { visits: 5_000_000 });

describe('a text on which a pattern is given up', () => {
  it.each([
    ['(?:.*){84}x', '(?:.*){83}x'],
    ['(?:.+){68}x', '(?:.+){67}x'],
    ['.{0,113}x', '.{0,112}x'],
    ['(?:(?:a|b)*){48}x', '(?:(?:a|b)*){47}x'],
  ])('is found for %s and not for %s, which never is', (slow, quick) => {
    expect(() => readPattern(slow).test(find(slow)!)).toThrow(/too long/);
    expect(find(quick)).toBeNull();
    for (const text of ['b'.repeat(3000), 'ab'.repeat(1500)]) {
      // The number of visits is what counts here, and not how long this machine takes for them.
      expect(() => matches(quick, text, new Allowance(60_000))).not.toThrow();
    }
  });

  it.each([
    ...['(?:.?){230}$x', '(?i)(?:.*){190}$x', '(?:.*\\b){110}$x', '(?:\\S?\\s?){100}$x'],
    ...['(?:(?:ab)*){95}x', '\\d.{0,200}x', '^(?:[^x]*){95}x', '[а-я]{0,300}$x'],
  ])('is found for %s', (source) => {
    expect(() => readPattern(source).test(find(source)!)).toThrow(/too long/);
  });

  it.each([
    ...['^(a+)+$', '^(a|a)*$', '(.*)(.*)(.*)(.*)[^a]$', '^.{1,500}$', '^.{1,900}x', '(?:.*){95}'],
    ...['(?i)(?:refund|money back|return).{0,100}order', '(\\w+\\s){50,100}$', 'refund.{0,200}order'],
    '^[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,8}$',
  ])('is not found for %s', (source) => {
    expect(find(source)).toBeNull();
  });

  it('is always one on which the search is given up', () => {
    const atom = fc.constantFrom('a', '.', '[ab]', '\\w', '\\s', '\\b', '^', '$', 'a|b', 'ab');
    const part = fc
      .tuple(atom, fc.constantFrom('*', '+', '?', '{0,40}', ''))
      .map(([inner, sign]) => `(?:${inner})${sign}`);
    const source = fc
      .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 150 }))
      .map(([parts, times]) => `(?:${parts.join('')}){${times}}x`);
    let found = 0;
    fc.assert(
      fc.property(source, (slow) => {
        try {
          readPattern(slow);
        } catch {
          fc.pre(false);
        }
        const text = find(slow);
        if (text === null) return;
        found++;
        expect(() => readPattern(slow).test(text)).toThrow(/too long/);
      }),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(0);
  });
});

it('a check with any number of slow patterns ends soon, and tells the same each time', () => {
  const world = { operations: {}, tables: {}, workflows: [], receivers: [], channels: [] };
  const branches = [0, 1, 2].map((i) => ({
    if: {
      any: Array.from({ length: 50 }, (_, j) => ({
        left: '{{ event.text }}',
        op: 'matches',
        right: `(?i)(?:.?){150}abcdefghijklmnop${i}${j}`,
      })),
    },
    next: 'e',
  }));
  const steps = [
    { id: 'c', type: 'condition', branches },
    { id: 'e', type: 'end' },
  ];
  const definition = { triggers: [{ type: 'any' }], steps };
  const first = checkDefinition(definition, 'scenario', world);
  let again: typeof first | undefined;
  expect(processorMs(() => (again = checkDefinition(definition, 'scenario', world)))).toBeLessThan(3000);
  expect(again).toEqual(first);
  expect(first.length).toBeGreaterThan(1);
  expect(new Set(first.map(({ severity, code }) => `${severity} ${code}`))).toEqual(
    new Set(['warning slow_pattern']),
  );
});
