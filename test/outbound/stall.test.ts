import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { patient } from '../harness/patience.ts';
import { outbound, post } from './servers.ts';

/** A server in its own thread, which goes on answering while this thread is stopped. */
const source = `
  const { createServer } = require('node:http');
  const { parentPort, workerData } = require('node:worker_threads');
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      Atomics.add(workerData.requests, 0, 1);
      Atomics.notify(workerData.requests, 0);
      if (workerData.answers) setTimeout(() => response.end('x'.repeat(300_000)), 100);
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

const threads: Worker[] = [];
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.terminate();
});

async function serve(answers: boolean): Promise<{ url: string; requests: Int32Array }> {
  const requests = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(source, { eval: true, workerData: { requests, answers } });
  threads.push(thread);
  const port = await new Promise((resolve) => thread.once('message', resolve));
  return { url: `http://127.0.0.1:${port}/`, requests };
}

/** Resolves when the server has the request, before its answer. */
async function arrived(requests: Int32Array): Promise<void> {
  while (Atomics.load(requests, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('a process that was stopped beyond the deadline of a call', () => {
  it('reads an answer that arrived meanwhile, so the outcome is known', async () => {
    const { url, requests } = await serve(true);
    const timeoutMs = patient(1000);
    const call = outbound().send({ ...post, url, timeoutMs });
    await arrived(requests);
    standStill(timeoutMs + 500);
    const outcome = await call;
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, truncated: false });
    expect(outcome.kind === 'answered' && outcome.body.length).toBe(300_000);
    expect(requests[0]).toBe(1);
  });

  it('reports an unknown outcome if no answer came, and sends nothing twice', async () => {
    const { url, requests } = await serve(false);
    const timeoutMs = patient(1000);
    const call = outbound().send({ ...post, url, timeoutMs });
    await arrived(requests);
    standStill(timeoutMs + 500);
    expect(await call).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('deadline') });
    expect(requests[0]).toBe(1);
  });
});
