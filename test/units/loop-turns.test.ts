import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { inTurnOfRequest } from '../../src/dialog/template/in-turn.ts';
import { Allowance, renderText } from '../../src/dialog/template/liquid.ts';
import { LoopTurns, TurnsBusy } from '../../src/platform/loop-turns.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const longMs = 30;
function burn(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Counts the answers to another client of this process: bytes that go back and forth over a real connection. */
async function otherClient(): Promise<() => number> {
  let served = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => socket.write(data));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('data', (data) => {
    served++;
    client.write(data);
  });
  closers.push(
    () => client.destroy(),
    () => server.close(),
  );
  await new Promise<void>((resolve) => client.once('connect', resolve));
  client.write('x');
  return () => served;
}

it('between two long pieces of work other work runs, however many long ones wait', async () => {
  const turns = new LoopTurns();
  const served = await otherClient();
  const servedBefore: number[] = [];
  await Promise.all(
    Array.from({ length: 8 }, () =>
      turns.take('a', () => {
        servedBefore.push(served());
        burn(longMs);
      }),
    ),
  );
  const between = servedBefore.slice(1).map((count, i) => count - servedBefore[i]!);
  expect(between).toHaveLength(7);
  expect(Math.min(...between)).toBeGreaterThan(0);
});

it('long pieces of work use at most half of the thread', async () => {
  const turns = new LoopTurns();
  const began = performance.now();
  await Promise.all(Array.from({ length: 5 }, () => turns.take('a', () => burn(longMs))));
  // A timer may ring up to a millisecond early.
  expect(performance.now() - began).toBeGreaterThanOrEqual(5 * longMs + 4 * (longMs - 1));
});

it('short pieces run at once, in one round of the event loop', async () => {
  let rounds = 0;
  let beat: NodeJS.Immediate;
  const next = () => {
    rounds++;
    beat = setImmediate(next);
  };
  closers.push(() => clearImmediate(beat));
  // Where the thread lost its processor in the middle they were not short, and are done again.
  for (let usedMs = Number.POSITIVE_INFINITY; usedMs > 5; ) {
    const turns = new LoopTurns();
    beat = setImmediate(next);
    rounds = 0;
    const began = performance.now();
    const pieces = Array.from({ length: 100 }, (_, i) => turns.take('a', () => i));
    usedMs = performance.now() - began;
    const results = await Promise.all(pieces);
    clearImmediate(beat);
    if (usedMs > 5) continue;
    expect(results).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(rounds).toBe(0);
  }
});

it('many short pieces also let other work use the event loop', async () => {
  const turns = new LoopTurns();
  const served = await otherClient();
  const before = served();
  await Promise.all(Array.from({ length: 100 }, () => turns.take('a', () => burn(2))));
  // 200 ms of work, and a round of the loop after at most some 12 of them.
  expect(served() - before).toBeGreaterThan(3);
});

it('owners take turns, so an owner with much long work does not delay others for all of it', async () => {
  const turns = new LoopTurns();
  const order: string[] = [];
  const take = (owner: string) =>
    turns.take(owner, () => {
      order.push(owner);
      burn(longMs / 2);
    });
  const hostile = Array.from({ length: 10 }, () => take('hostile'));
  await Promise.all([...hostile, take('quiet'), take('other')]);
  // One ran at once, one more may be ahead of each of them.
  expect(order.indexOf('quiet')).toBeLessThan(4);
  expect(order.indexOf('other')).toBeLessThan(4);
});

it('members share the turns of their owner: however many they are, others are not delayed for all of them, nor one by another', async () => {
  const turns = new LoopTurns();
  const order: string[] = [];
  const take = (owner: string, member: string) =>
    turns.take(
      owner,
      () => {
        order.push(member);
        burn(longMs / 2);
      },
      { member },
    );
  const crowd = Array.from({ length: 10 }, (_, i) => [take('crowd', `c${i}`), take('crowd', `c${i}`)]);
  await Promise.all([...crowd.flat(), take('crowd', 'late'), take('quiet', 'quiet')]);
  expect(order.indexOf('quiet')).toBeLessThan(4);
  // Each of the ten is heard once before it, and hardly any twice: the first did not have to wait.
  expect(new Set(order.slice(0, order.indexOf('late'))).size).toBeGreaterThanOrEqual(10);
  expect(order.indexOf('late')).toBeLessThan(14);
});

it('a member that takes its only work back leaves the turns of the others as they were', async () => {
  const turns = new LoopTurns();
  const gone = new AbortController();
  const ran: string[] = [];
  const take = (member: string, signal?: AbortSignal) =>
    turns.take('crowd', () => ran.push(member), { member, ...(signal && { signal }) });
  const long = turns.take('a', () => burn(longMs));
  const left = take('left', gone.signal);
  const others = [take('one'), take('two'), take('one')];
  gone.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await Promise.all([long, ...others]);
  expect(ran).toEqual(['one', 'two', 'one']);
});

it('work is refused if too much of its owner waits, and work of others is not', async () => {
  const turns = new LoopTurns();
  const took = Array.from({ length: 6 }, () =>
    turns
      .take('a', () => burn(longMs), { mostWaiting: 2 })
      .then(
        () => 'done',
        (error: unknown) => error instanceof TurnsBusy && 'refused',
      ),
  );
  expect(await turns.take('b', () => 'b', { mostWaiting: 2 })).toBe('b');
  expect(await Promise.all(took)).toEqual(['done', 'done', 'done', 'refused', 'refused', 'refused']);
});

it('work that is taken back does not run, and what waits behind it does', async () => {
  const turns = new LoopTurns();
  const gone = new AbortController();
  const ran: string[] = [];
  const long = turns.take('a', () => burn(longMs));
  const left = turns.take('b', () => ran.push('left'), { signal: gone.signal });
  const later = turns.take('b', () => ran.push('later'));
  gone.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await Promise.all([long, later]);
  expect(ran).toEqual(['later']);
});

it('work of somebody who has already left does not run, whether it would have to wait or not', async () => {
  const turns = new LoopTurns();
  const signal = AbortSignal.abort(new Error('gone'));
  const ran: string[] = [];
  await expect(turns.take('a', () => ran.push('at once'), { signal })).rejects.toThrow('gone');
  const long = turns.take('a', () => burn(longMs));
  await expect(turns.take('b', () => ran.push('in turn'), { signal })).rejects.toThrow('gone');
  await long;
  await turns.take('b', () => ran.push('last'));
  expect(ran).toEqual(['last']);
});

it('work within other work is part of it, however long that takes', async () => {
  const turns = new LoopTurns();
  const order: string[] = [];
  await turns.take('a', () => {
    burn(longMs);
    void turns.take('a', () => order.push('inner'));
    order.push('outer');
  });
  expect(order).toEqual(['inner', 'outer']);
});

it('work that throws fails alone', async () => {
  const turns = new LoopTurns();
  const long = turns.take('a', () => burn(longMs));
  const failing = turns.take('a', () => {
    throw new RangeError('no');
  });
  await expect(failing).rejects.toThrow(RangeError);
  await long;
  expect(await turns.take('a', () => 1)).toBe(1);
});

it('eight templates that take as long as allowed do not block other work in one piece', async () => {
  const served = await otherClient();
  const scope = {
    list: Array.from({ length: 4000 }, (_, i) => `a${i}b`),
    text: 'a'.repeat(300_000),
  };
  const source = '{{ list | where_exp: "x", "text contains x" | size }}';
  const servedBefore: number[] = [];
  const ended = await Promise.allSettled(
    Array.from({ length: 8 }, () =>
      inTurnOfRequest('hostile', () => {
        servedBefore.push(served());
        return renderText(source, scope, new Allowance(30));
      }),
    ),
  );
  expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 'rejected'));
  const between = servedBefore.slice(1).map((count, i) => count - servedBefore[i]!);
  expect(Math.min(...between)).toBeGreaterThan(0);
});

it('a project with too many requests that wait for their templates gets a 503 with Retry-After', async () => {
  const waiting = Array.from({ length: 60 }, () =>
    inTurnOfRequest('crowded', () => burn(12)).then(
      () => 'done',
      (error: { status?: number; code?: string }) => `${error.status} ${error.code}`,
    ),
  );
  const answers = await Promise.all(waiting);
  // Fifty wait, and one more may go ahead at once.
  expect(answers.filter((answer) => answer === 'done').length).toBeGreaterThanOrEqual(50);
  expect(answers.filter((answer) => answer === '503 busy').length).toBeGreaterThanOrEqual(9);
});
