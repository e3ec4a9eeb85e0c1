import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDecimal, readNumber } from '../../src/catalog/decimal.ts';
import { hashJson, parseJson, writeJson } from '../../src/catalog/json.ts';
import { searchTerms, searchTokens } from '../../src/catalog/search-tokens.ts';
import { readIdentifier, sourceFor, urlKey } from '../../src/catalog/sources/identifier.ts';
import { readDateTime } from '../../src/catalog/times.ts';
import { describe as describeProgress, duration, startProgress } from '../../src/cli/progress.ts';
import { processorMs } from '../harness/patience.ts';

describe('search terms', () => {
  it.each([
    ['a b', ['a', 'b']],
    ['a,b', ['a', 'b']],
    ['a, b', ['a', 'b']],
    [',,a,,', ['a']],
    ['"a b" c', ['a b', 'c']],
    ['"a,b"', ['a,b']],
    ['"a\\"b"', ['a"b']],
    ["'a b',c", ["'a b'", 'c']],
    ['a "b', ['a', '"b']],
    ["it's x", ["it's", 'x']],
    ['foo"bar baz"', ['foo"bar baz"']],
    ['""', ['']],
    ['"', ['']],
    [' , ', []],
  ])('of %j are %j', (text, terms) => {
    expect(searchTerms(text)).toEqual(terms);
  });
});

describe('decimals', () => {
  it('never expand an exponent that is too large', () => {
    expect(readDecimal('1e999999999')).toEqual({
      error: 'Ensure that there are no more than 20 digits in total.',
    });
    expect(readDecimal('0e999999999')).toEqual({ value: '0' });
    expect(readDecimal('-0.00')).toEqual({ value: '0.00' });
    expect(readDecimal('1500', true)).toEqual({ value: '1500' });
    expect(readDecimal('1.2300e1', true)).toEqual({ value: '12.3' });
  });

  it('in a query may be of any size that can be compared', () => {
    expect(readNumber('1e50')).toEqual({ value: '1e50' });
    expect(readNumber('1.1e50')).toEqual({ large: true });
    expect(readNumber('-1e99')).toEqual({ value: '-1e50' });
    expect(readNumber('0x1')).toBe(undefined);
  });
});

describe('JSON without loss', () => {
  it('keeps digits, and equal values have equal hashes', () => {
    const read = (text: string) => {
      const result = parseJson(text);
      if ('error' in result) throw new Error(result.error);
      return result.value;
    };
    expect(writeJson(read('{"b":1.50,"a":[12345678901234567890,1E400]}'))).toBe(
      '{"b":1.5,"a":[12345678901234567890,1E400]}',
    );
    expect(hashJson(read('{"b": 1, "a": {"d": 1, "c": 2}}'))).toBe(
      hashJson(read('{"a":{"c":2,"d":1},"b":1}')),
    );
    expect(writeJson(read('{"a":1,"a":12345678901234567890}'))).toBe('{"a":12345678901234567890}');
  });
});

describe('identifiers of sources', () => {
  it.each([
    ['HTTP://User@Example.COM/Path/', 'http://User@example.com/Path'],
    ['https://a.example:80', 'https://a.example:80'],
    ['No address/', 'No address'],
  ])('the address %s is compared as %s', (url, key) => {
    expect(urlKey(url)).toBe(key);
  });

  it.each([
    ['https://www.example.com:8080/x?y', { name: 'example.com', url: 'https://www.example.com:8080/x?y' }],
    ['http://www./', { name: 'www.', url: 'http://www./' }],
    ['ftp://example.com', { name: 'ftp://example.com', url: null }],
    ['http://', { error: 'Enter a valid URL.' }],
    ['007', { error: 'Source with ID 7 does not exist.' }],
    ['9'.repeat(30), { error: `Source with ID ${'9'.repeat(30)} does not exist.` }],
  ])('the unknown identifier %s becomes %j', (text, source) => {
    expect(sourceFor(readIdentifier(text))).toEqual(source);
  });
});

describe('times', () => {
  it.each([
    ['2026-01-02', '2026-01-02 00:00:00.0+00'],
    ['2026-1-2T3:04Z', '2026-01-02 03:04:00.0+00'],
    ['2026-01-02 03:04:05.123456+02:30', '2026-01-02 03:04:05.123456+02:30'],
    ['2026-02-30', undefined],
    ['0000-01-01', undefined],
    ['2026-01-02T24:00', undefined],
    ['tomorrow', undefined],
  ])('%s is read as %s', (text, time) => {
    expect(readDateTime(text)).toBe(time);
  });
});

describe('the progress of an import', () => {
  it('shows rows, rate and the remaining time', () => {
    expect(describeProgress(50, 100, 10_000, 5000)).toBe(
      '[############------------]  50 %  10,000 rows  2,000 rows/s  0:05 left',
    );
    expect(duration(3_723_000)).toBe('1:02:03');
  });

  it('shows what is known if the size or the rows are unknown', () => {
    expect(describeProgress(5000, undefined, 10, 1000)).toBe('5,000 bytes  10 rows  10 rows/s');
    expect(describeProgress(50, 100, undefined, 5000)).toBe('[############------------]  50 %  0:05 left');
  });

  it.each([true, false])('ends with its last line once (terminal: %s)', (isTTY) => {
    let written = '';
    const terminal = { isTTY, write: (text: string) => (written += text) };
    const progress = startProgress(10, terminal, () => 0);
    progress.update(10, 3);
    progress.finish();
    expect(written.match(/3 rows /g)).toHaveLength(1);
    const changed = startProgress(10, terminal, () => 0);
    changed.update(5, 1);
    changed.update(10, 7);
    changed.finish();
    expect(written.match(/7 rows /g)).toHaveLength(1);
  });
});

describe('the terms of a search', () => {
  /** As Django REST framework splits them; slow for quotes that are never closed. */
  const asDrf = (text: string) =>
    text.match(/[^\s"']*(?:(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')[^\s"']*)+|\S+/gs) ?? [];

  it('are those of Django REST framework for any text', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '"', "'", '\\', ',', '\n', '\u00a0', 'ä'),
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, (any) => {
        expect([...searchTokens(any)]).toEqual([...asDrf(any)]);
      }),
      { numRuns: 3000 },
    );
  });

  it('take as much time for quotes that are never closed as for words', () => {
    for (const piece of ['\\" ', '" \\', "' ", `"'`, '\\" \\\' ']) {
      const spent = processorMs(() => void [...searchTokens(piece.repeat(100_000))]);
      expect([piece, spent < 3000]).toEqual([piece, true]); // a search for the end of each quote would take minutes
    }
  });
});
