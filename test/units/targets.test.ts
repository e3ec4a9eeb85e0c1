import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type TargetLimits, Targets } from '../../src/dialog/tasks/targets.ts';
import type { LaneTicket } from '../../src/dialog/tasks/task.ts';
import { useFakeTimers } from '../harness/shared-server.ts';

beforeEach(() => useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

type Lane = LaneTicket & { 2: string };
const lane = (name: string, target = 't'): Lane => ['p', name, target, 'message'];

/** @param limits the owner's limits of each target, which a test may change */
function open(limits: () => TargetLimits | Promise<TargetLimits>) {
  const freed: string[] = [];
  let asked = 0;
  const targets = new Targets(
    async () => {
      asked++;
      return limits();
    },
    (lanes) => freed.push(...lanes.map(([, name]) => name)),
    () => {},
  );
  return { targets, freed, asked: () => asked, settle: () => vi.advanceTimersByTimeAsync(0) };
}

it('a lane waits until the limits of its target are known, and they are asked for once', async () => {
  const { targets, freed, settle, asked } = open(() => ({ concurrency: 2, perSecond: null }));
  expect([targets.admit(lane('a'), 0), targets.admit(lane('b'), 0), targets.admit(lane('c'), 0)]).toEqual([
    false,
    false,
    false,
  ]);
  await settle();
  expect([freed, asked()]).toEqual([['a', 'b'], 1]);
  expect(targets.admit(lane('a'), 0)).toBe(true);
  expect(targets.admit(lane('b'), 1)).toBe(true);
  expect(targets.admit(lane('d'), 2)).toBe(false);
  expect(asked()).toBe(1);
});

it('when tasks end, as many parked lanes go on as there is room for, and other targets are not affected', async () => {
  const { targets, freed, settle } = open(() => ({ concurrency: 1, perSecond: null }));
  targets.admit(lane('a'), 0);
  await settle();
  targets.enter('p', 't');
  for (const name of ['b', 'c']) expect(targets.admit(lane(name), 0)).toBe(false);
  targets.admit(lane('x', 'other'), 0);
  await settle();
  expect(freed).toEqual(['a', 'x']);
  expect(targets.admit(lane('x', 'other'), 0)).toBe(true);
  targets.leave('p', 't');
  expect(freed).toEqual(['a', 'x', 'b']);
});

it('a target begins no more tasks within any second than its rate allows', async () => {
  const { targets, freed, settle } = open(() => ({ concurrency: 100, perSecond: 2 }));
  targets.admit(lane('first'), 0);
  await settle();
  const begin = () => {
    targets.enter('p', 't');
    targets.leave('p', 't');
  };
  begin();
  await vi.advanceTimersByTimeAsync(600);
  begin();
  expect(targets.admit(lane('a'), 0)).toBe(false);
  expect(targets.admit(lane('b'), 0)).toBe(false);
  await vi.advanceTimersByTimeAsync(390);
  expect(freed).toEqual(['first']);
  await vi.advanceTimersByTimeAsync(20);
  expect(freed).toEqual(['first', 'a']);
  begin();
  await vi.advanceTimersByTimeAsync(560);
  expect(freed).toEqual(['first', 'a']);
  await vi.advanceTimersByTimeAsync(50);
  expect(freed).toEqual(['first', 'a', 'b']);
});

it("a change of a target's limits takes effect after some seconds", async () => {
  let concurrency = 1;
  const { targets, freed, settle } = open(() => ({ concurrency, perSecond: null }));
  targets.admit(lane('a'), 0);
  await settle();
  targets.enter('p', 't');
  concurrency = 5;
  expect(targets.admit(lane('b'), 0)).toBe(false);
  await vi.advanceTimersByTimeAsync(6000);
  expect(targets.admit(lane('c'), 0)).toBe(false);
  await settle();
  expect(freed).toEqual(['a', 'b', 'c']);
});

it('limits that cannot be read are read again, and a stop gives back the waiting lanes', async () => {
  let away = true;
  const { targets, freed, settle } = open(() => {
    if (away) throw new Error('the database is away');
    return { concurrency: 1, perSecond: null };
  });
  targets.admit(lane('a'), 0);
  await settle();
  away = false;
  targets.admit(lane('b'), 0);
  await settle();
  expect(freed).toEqual(['b']);
  targets.enter('p', 't');
  targets.admit(lane('c'), 0);
  expect(targets.stop().map(([, name]) => name)).toEqual(['c']);
});
