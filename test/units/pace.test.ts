import { expect, it } from 'vitest';
import { pauseOf } from '../../src/dialog/messages/pace.ts';

const now = Date.parse('2026-11-20T10:00:00Z');
const pauseAfter = (progress: unknown, typing_seconds?: number, longestMs?: number, deadlineMs = 60_000) =>
  pauseOf(
    {
      payload: { typing_seconds } as Parameters<typeof pauseOf>[0]['payload'],
      progress,
      deadlineAt: new Date(now + deadlineMs),
    },
    longestMs,
    now,
  );
/** The parts of a pause, each with what the one before has left. */
const partsOf = (seconds: number, longestMs?: number): number[] => {
  const parts: number[] = [];
  for (
    let pause = pauseAfter(null, seconds, longestMs);
    pause;
    pause = pauseAfter(pause.progress, seconds, longestMs)
  ) {
    parts.push(pause.inMs);
  }
  return parts;
};

it('a message pauses as long as it says, in parts that its channel can show', () => {
  expect(partsOf(2.5)).toEqual([2500]);
  expect(partsOf(10, 4000)).toEqual([4000, 4000, 2000]);
  expect(partsOf(0)).toEqual([]);
  expect(pauseAfter(null)).toBeUndefined();
});

it('a message that was partly sent does not pause again', () => {
  expect(pauseAfter({ message_ids: [7] }, 3)).toBeUndefined();
});

it('a message is sent without its pause rather than after its deadline', () => {
  expect(pauseAfter(null, 3, 4000, 2999)).toBeUndefined();
  expect(pauseAfter(null, 3, 4000, 3000)).toBeDefined();
});
