import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LaneTicket } from '../../src/dialog/tasks/task.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { closeScenes, makeScene, type Scene } from './scene.ts';

let server: TestServer;
let project: TestProject;
let scene: Scene;
const ticketed: LaneTicket[] = [];

beforeAll(async () => {
  server = await startTestServer({ WORKER_CONCURRENCY: '3' });
  const { tickets } = server.server.parts;
  const send = tickets.send.bind(tickets);
  tickets.send = (lanes, delayMs) => {
    ticketed.push(...lanes);
    send(lanes, delayMs);
  };
  project = await server.makeProject();
  scene = await makeScene(server, project);
});

afterAll(async () => {
  await server?.close();
  await closeScenes();
});

it('the worker of the process that accepted a write carries it out without a ticket', async () => {
  const identity = await scene.identity();
  const before = ticketed.length;
  expect((await server.send(project, identity, { text: 'near' })).status).toBe(202);
  await until(() => scene.texts().includes('near'));
  expect(ticketed.slice(before)).toEqual([]);
});

it('lanes beyond what the worker has room for get tickets, and so does every lane while it stops', async () => {
  const { handOver } = server.server.parts;
  const lanes = Array.from({ length: 5 }, (): LaneTicket => {
    return [randomUUID(), `message:${randomUUID()}`, null, 'message'];
  });
  expect(handOver.offer(lanes).length).toBeGreaterThanOrEqual(2);
  expect(handOver.offer(lanes)).toEqual(lanes);
  await server.server.stop(0);
  expect(handOver.offer(lanes)).toEqual(lanes);
});
