import { expect, it } from 'vitest';
import {
  bucketOf,
  excerptOf,
  inBucket,
  indexed,
  questionOf,
  wordsOf,
} from '../../src/dialog/search/words.ts';

it('words are found in any spelling that looks the same, each once, without signs between them', () => {
  expect(wordsOf('Hello, HELLO  ﬁne — Привет! ann.o@example.com +49 171')).toEqual([
    ...['hello', 'fine', 'привет', 'ann', 'o', 'example', 'com', '49', '171'],
  ]);
  expect(wordsOf('')).toEqual([]);
  expect(wordsOf("'':* & | ! ( ) \\ %")).toEqual([]);
});

it('scripts without spaces between words are found by each of their signs', () => {
  expect(wordsOf('注文はABC')).toEqual(['注', '文', 'は', 'abc']);
});

it('long words are cut, and a text has at most a thousand words', () => {
  expect(wordsOf('x'.repeat(100))).toEqual(['x'.repeat(40)]);
  expect(wordsOf(Array.from({ length: 3000 }, (_, n) => `w${n}`).join(' ')).length).toBe(1000);
});

it('a question has all its words, of which the last is the beginning of one', () => {
  expect(questionOf('Where is my ord')).toBe("'%where':* & '%is' & '%my' & '%ord':*");
  expect(questionOf('  %?! ')).toBeUndefined();
  expect(questionOf("a'b:*")).toBe("'%a' & '%b':*");
  expect(questionOf(Array.from({ length: 50 }, (_, n) => `w${n}`).join(' '))?.split(' & ').length).toBe(10);
});

it('words begin with their project and their bucket, and newer things are in higher buckets', () => {
  expect(indexed(36, -1, ['a', 'b'])).toBe('36.-1:a 36.-1:b');
  const places = [2 * inBucket, inBucket - 1, 0].map(bucketOf.newer);
  const older = [0, inBucket, 2 * inBucket].map(bucketOf.older);
  expect([...places, ...older]).toEqual([2, 0, 0, -1, -2, -3]);
});

it('an excerpt is the piece of a text around what was asked for', () => {
  expect(excerptOf('Short\n text', 'text')).toBe('Short text');
  const long = `${'before '.repeat(50)}the needle ${'after '.repeat(50)}`;
  const excerpt = excerptOf(long, 'need');
  expect(excerpt).toContain('the needle');
  expect(excerpt).toMatch(/^….{100,165}…$/);
  expect(excerptOf('a'.repeat(400), 'b')).toBe(`${'a'.repeat(160)}…`);
});
