import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Breath } from '../../src/platform/breath.ts';

/** Counts the answers to another client of this process: bytes that go back and forth over a real connection. */
async function otherClient(): Promise<() => number> {
  let served = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => socket.write(data));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('data', (data) => {
    served++;
    client.write(data);
  });
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => client.once('connect', resolve));
  client.write('x');
  return () => served;
}

/** Long work in pieces, with a breath before each; calls `begins` when a piece begins. */
async function longWork(pieces: number, begins: () => void): Promise<void> {
  const breath = new Breath();
  for (let piece = 0; piece < pieces; piece++) {
    if (breath.isDue) await breath.take();
    begins();
    while (!breath.isDue);
  }
}

it('between two pieces of long work other work runs, however much long work there is', async () => {
  const served = await otherClient();
  const servedBefore: number[] = [];
  await Promise.all(Array.from({ length: 20 }, () => longWork(4, () => servedBefore.push(served()))));
  const between = servedBefore.slice(1).map((count, i) => count - servedBefore[i]!);
  expect(between).toHaveLength(79);
  // The client's byte goes there in one round and back in another.
  const rounds = between.slice(1).map((count, i) => count + between[i]!);
  expect(Math.min(...rounds)).toBeGreaterThan(0);
});

it('long work that takes a breath goes on in the order in which it paused', async () => {
  const order: number[] = [];
  await Promise.all([0, 1, 2].map((work) => longWork(3, () => order.push(work))));
  expect(order).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
});
