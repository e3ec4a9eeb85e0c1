import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LaneTicket } from '../../src/dialog/tasks/task.ts';
import { readId } from '../../src/platform/ids.ts';
import { patient } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { openSession } from '../process/database.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ DATABASE_TIMEOUT_SECONDS: '2', METRICS_TOKEN: 'metrics-token' });
});
afterAll(() => server?.close());

const stalledSeconds = async (work: string) => {
  const { text } = await server.call('GET', '/metrics', { key: 'metrics-token' });
  return Number(new RegExp(`^parley_stalled_seconds\\{work="${work}"\\} (.*)$`, 'm').exec(text)![1]);
};

it('a server is not ready if it accepts, claims and numbers nothing for ten seconds although the database answers, and ready again when it does', async () => {
  const project = await server.makeProject();
  const channel = await server.makeChannel(project.id);
  const identity = (await server.makeIdentity(project.id, channel.id)).id;
  expect((await server.send(project, identity)).status).toBe(202);
  const before = await until(async () => {
    const answer = await server.call('GET', '/readyz');
    return answer.body.status === 'ready' && answer;
  });
  expect(await stalledSeconds('acceptance')).toBe(0);

  // The rows that all work needs are locked, as by a frozen session.
  const holder = await openSession(server.database.address);
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE dialog.tasks, dialog.audit_inbox IN ACCESS EXCLUSIVE MODE');
  const lane: LaneTicket = [readId('project', project.id)!, 'message:some', null, 'message'];
  server.server.parts.tickets.send([lane]);
  const key = randomUUID();
  await expect
    .poll(
      async () => {
        expect((await server.send(project, identity, { key })).status).toBe(503);
        const { status, body } = await server.call('GET', '/readyz');
        return [status, body.status, body.checks];
      },
      { timeout: patient(25_000), interval: 0 },
    )
    .toEqual([
      503,
      'not_ready',
      expect.objectContaining({
        ...{ database: 'ok', migrations: 'ok' },
        ...{ acceptance: 'failed', claiming: 'failed', numbering: 'failed' },
      }),
    ]);
  for (const work of ['acceptance', 'claiming', 'numbering']) {
    expect(await stalledSeconds(work)).toBeGreaterThan(10);
  }

  await holder.query('ROLLBACK');
  await holder.close();
  expect((await server.send(project, identity, { key })).status).toBe(202);
  await expect
    .poll(async () => (await server.call('GET', '/readyz')).body, { timeout: patient(20_000) })
    .toEqual(before.body);
});
