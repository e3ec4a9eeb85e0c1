import { expect, it } from 'vitest';
import { Progress, stalledAfterMs } from '../../src/platform/progress.ts';

function scene() {
  const clock = { now: 1000 };
  return { clock, progress: new Progress(() => clock.now) };
}

it('work that hangs counts as stalled since it began, until it is done', async () => {
  const { clock, progress } = scene();
  let finish = () => {};
  const work = progress.watch(() => new Promise<void>((resolve) => (finish = resolve)));
  clock.now += 12_000;
  expect(progress.stalledMs()).toBe(12_000);
  finish();
  await work;
  expect(progress.stalledMs()).toBe(0);
  clock.now += 60_000;
  expect(progress.stalledMs()).toBe(0);
});

it('work that fails repeatedly counts as stalled since the first failure', async () => {
  const { clock, progress } = scene();
  const fail = () => progress.watch(() => Promise.reject(new Error('no'))).catch(() => {});
  for (let i = 0; i < 4; i++) {
    await fail();
    clock.now += 5000;
  }
  expect(progress.stalledMs()).toBe(20_000);
  await progress.watch(async () => {});
  expect(progress.stalledMs()).toBe(0);
});

it('a failure that nobody repeats is forgotten, so that a server without requests recovers', async () => {
  const { clock, progress } = scene();
  await progress.watch(() => Promise.reject(new Error('no'))).catch(() => {});
  clock.now += stalledAfterMs + 1;
  expect(progress.stalledMs()).toBe(0);
});

it('other work that succeeds while one piece hangs counts as progress', async () => {
  const { clock, progress } = scene();
  void progress.watch(() => new Promise<void>(() => {}));
  clock.now += 9000;
  await progress.watch(async () => {});
  clock.now += 9000;
  expect(progress.stalledMs()).toBe(9000);
});

it('long work that reports its progress is not stalled', async () => {
  const { clock, progress } = scene();
  await progress.watch(async () => {
    for (let i = 0; i < 5; i++) {
      clock.now += 6000;
      expect(progress.stalledMs()).toBe(6000);
      progress.advance();
    }
  });
});
