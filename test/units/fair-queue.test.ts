import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../src/dialog/tasks/fair-queue.ts';
import type { LaneTicket } from '../../src/dialog/tasks/task.ts';

const limits = { slots: 8, lanesPerProject: 20, lanesInAll: 1000, comeBackMs: 500 };
const lane = (project: string, name: string | number, origin = 'f'): LaneTicket => [
  project,
  `${name}`,
  null,
  origin,
];
const many = (project: string, count: number, origin = 'f') =>
  Array.from({ length: count }, (_, i) => lane(project, `${origin}${i}`, origin));

/** Takes this number of lanes one after the other, each finished before the next. */
function serve(queue: FairQueue, count: number): LaneTicket[] {
  const served: LaneTicket[] = [];
  for (let i = 0; i < count; i++) {
    const next = queue.take();
    if (!next) break;
    served.push(next);
    queue.release(next[0]);
  }
  return served;
}

describe('turns of the fair queue', () => {
  it('a lane of a quiet project is served second, however many lanes of another project wait', () => {
    const queue = new FairQueue(limits);
    for (const each of many('busy', 5000)) queue.add(each);
    serve(queue, 3);
    queue.add(lane('quiet', 'x'));
    expect(serve(queue, 2).map(([project]) => project)).toContain('quiet');
  });

  it('the origins of a project are served in turn, however many lanes one of them has', () => {
    const queue = new FairQueue(limits);
    for (const each of many('p', 5000, 'runaway')) queue.add(each);
    for (const each of many('p', 3, 'other')) queue.add(each);
    expect(serve(queue, 6).map(([, , , origin]) => origin)).toEqual([
      ...['runaway', 'other', 'runaway', 'other', 'runaway', 'other'],
    ]);
  });

  it('the lanes of an origin are served in the order in which they came', () => {
    const queue = new FairQueue(limits);
    const lanes = many('p', 10);
    for (const each of lanes) queue.add(each);
    expect(serve(queue, 10)).toEqual(lanes);
  });
});

describe('slots of the fair queue', () => {
  it('a single project may use all of them', () => {
    const queue = new FairQueue(limits);
    for (const each of many('alone', 20)) queue.add(each);
    let taken = 0;
    while (queue.take()) taken++;
    expect(taken).toBe(limits.slots);
  });

  it('a project that comes while all are in use gets half of them at once, and the other gets no more meanwhile', () => {
    const queue = new FairQueue(limits);
    for (const each of many('busy', 20)) queue.add(each);
    while (queue.take());
    for (const each of many('quiet', 10)) queue.add(each);
    const next: string[] = [];
    for (let found = queue.take(); found; found = queue.take()) next.push(found[0]);
    expect(next).toEqual(Array(4).fill('quiet'));
    for (let i = 0; i < 4; i++) queue.release('busy');
    expect(queue.take()).toBeUndefined();
    queue.release('busy');
    expect(queue.take()?.[0]).toBe('busy');
  });
});

describe('lanes that do not fit into the fair queue', () => {
  it('are read from the database as soon as half of the room is free, and come before new lanes', () => {
    const queue = new FairQueue(limits);
    for (const each of many('p', 50)) queue.add(each);
    expect(queue.size).toBe(20);
    serve(queue, 9);
    expect(queue.startRefill(0)).toEqual([]);
    serve(queue, 1);
    const [behind] = queue.startRefill(0);
    expect(behind).toEqual({ projectId: 'p', origin: 'f', room: 10 });
    queue.refill(behind!, many('p', 50).slice(20, 30), true, 0);
    queue.add(lane('p', 'new'));
    expect(serve(queue, 30).map(([, name]) => name)).toEqual(
      many('p', 50)
        .slice(10, 30)
        .map(([, name]) => name),
    );
  });

  it('new lanes that came during that read are kept after the database has no more', () => {
    const queue = new FairQueue(limits);
    for (const each of many('p', 21)) queue.add(each);
    serve(queue, 20);
    const [behind] = queue.startRefill(0);
    queue.add(lane('p', 'meanwhile'));
    queue.refill(behind!, [lane('p', 'f20')], false, 0);
    expect(queue.isBehind).toBe(false);
    expect(serve(queue, 5).map(([, name]) => name)).toEqual(['f20', 'meanwhile']);
  });

  it('an origin for which the database has no due task is skipped for a while', () => {
    const queue = new FairQueue(limits);
    queue.leaveOut(lane('p', 'x'));
    const [behind] = queue.startRefill(1000);
    queue.refill(behind!, [], true, 1000);
    expect(queue.startRefill(1499)).toEqual([]);
    expect(queue.startRefill(1500)).toHaveLength(1);
  });

  it('an origin is skipped, too, if the database cannot be read, until its project has room again', () => {
    const queue = new FairQueue(limits);
    queue.leaveOut(lane('p', 'x'));
    queue.refillFailed(queue.startRefill(1000)[0]!, 1000);
    expect(queue.startRefill(1001)).toEqual([]);
    queue.comeBack('p');
    expect(queue.startRefill(1001)).toHaveLength(1);
  });

  it('at most one lane of each project is kept if there are too many in all', () => {
    const queue = new FairQueue({ ...limits, lanesInAll: 30 });
    for (const project of ['a', 'b', 'c', 'd']) for (const each of many(project, 20)) queue.add(each);
    expect(queue.size).toBeLessThan(30 + 20 + 2);
    serve(queue, 4);
    for (const project of ['e', 'f', 'g']) queue.add(lane(project, 'x'));
    const served = serve(queue, 8).map(([project]) => project);
    for (const project of ['e', 'f', 'g']) expect(served).toContain(project);
  });
});

/** A queue with a model of its database, which still has the lanes that the queue did not keep. */
type Step =
  | { do: 'offer'; project: number; origin: number; lanes: number }
  | { do: 'take' }
  | { do: 'finish' }
  | { do: 'refill' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('offer' as const),
    project: fc.nat(3),
    origin: fc.nat(2),
    lanes: fc.integer({ min: 1, max: 40 }),
  }),
  { arbitrary: fc.constant({ do: 'take' as const }), weight: 6 },
  { arbitrary: fc.constant({ do: 'finish' as const }), weight: 5 },
  { arbitrary: fc.constant({ do: 'refill' as const }), weight: 2 },
);

describe('in any course of the fair queue', () => {
  it('every lane is served once, no project keeps too many, and none gets more than half while another waits', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), fc.integer({ min: 1, max: 9 }), (steps, slots) => {
        const queue = new FairQueue({ ...limits, slots });
        const waiting = new Map<string, LaneTicket>();
        const served = new Map<string, number>();
        const running: string[] = [];
        const key = (each: LaneTicket) => `${each[0]} ${each[3]} ${each[1]}`;
        const held = (project: string) => running.filter((each) => each === project).length;
        let made = 0;
        let now = 0;

        const take = () => {
          const waitedHere = [...queue.sizes().keys()];
          const next = queue.take();
          if (!next) return;
          const [project] = next;
          running.push(project);
          const half = Math.max(1, Math.floor(slots / 2));
          if (waitedHere.some((each) => each !== project)) expect(held(project)).toBeLessThanOrEqual(half);
          expect(running.length).toBeLessThanOrEqual(slots + slots - half);
          served.set(key(next), (served.get(key(next)) ?? 0) + 1);
          waiting.delete(key(next));
        };
        const refill = () => {
          now += limits.comeBackMs;
          for (const behind of queue.startRefill(now)) {
            const all = [...waiting.values()].filter(
              (each) => each[0] === behind.projectId && each[3] === behind.origin,
            );
            const found = all.slice(0, limits.lanesPerProject);
            queue.refill(behind, found, all.length > found.length, now);
          }
        };
        const finish = () => {
          const project = running.shift();
          if (project !== undefined) queue.release(project);
        };
        for (const each of steps) {
          if (each.do === 'offer') {
            for (let i = 0; i < each.lanes; i++) {
              const ticket = lane(`p${each.project}`, made++, `f${each.origin}`);
              waiting.set(key(ticket), ticket);
              queue.add(ticket);
            }
          } else if (each.do === 'take') take();
          else if (each.do === 'finish') finish();
          else refill();
          for (const count of queue.sizes().values())
            expect(count).toBeLessThanOrEqual(limits.lanesPerProject);
        }
        // No lane starves: all remaining lanes are served.
        for (let rounds = 0; waiting.size > 0 || running.length > 0; rounds++) {
          expect(rounds).toBeLessThan(10_000);
          refill();
          take();
          finish();
        }
        expect([served.size, Math.max(0, ...served.values())]).toEqual([made, made > 0 ? 1 : 0]);
      }),
    );
  });
});
