import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRange } from '../../src/platform/byte-answer.ts';

it.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=99-1000', { start: 99, end: 99 }],
  ['BYTES= 5-5 ', { start: 5, end: 5 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=9-8', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
  ['bytes=a-b', undefined],
  [undefined, undefined],
])('a header %s asks for %j of a hundred bytes', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});

it('whatever a header says, a range lies within the file', () => {
  const header = fc.oneof(
    fc.string(),
    fc.tuple(fc.nat(), fc.nat()).map(([from, to]) => `bytes=${from}-${to}`),
    fc.stringMatching(/^bytes=\d{0,20}-\d{0,20}$/),
  );
  fc.assert(
    fc.property(header, fc.integer({ min: 1, max: 2 ** 31 }), (text, size) => {
      const range = readRange(text, size);
      if (range === undefined || range === 'none') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
      expect(range.end).toBeLessThan(size);
    }),
  );
});
