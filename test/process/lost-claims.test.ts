import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { Client } from '../harness/client.ts';
import { until } from '../harness/until.ts';
import { openSession } from './database.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/**
 * A worker's claims and the database can differ in two ways, when a database or a connection fails at the wrong moment.
 * The tests put the database into the state after such a failure.
 */
let scene: ProcessScene;

beforeAll(async () => {
  scene = await makeProcessScene();
});

afterEach(() => scene.killAll());
afterAll(() => scene?.close());

const arrivals = (messageId: string) => scene.receiver.received.filter(({ id }) => id === messageId).length;

describe('a claim that was committed, but whose answer was lost', () => {
  it('is given back although its process still runs and carries out other tasks', async () => {
    let release = () => {};
    scene.receiver.answer = async ({ body }, response) => {
      if (body.text === 'slow') await new Promise<void>((resolve) => (release = resolve));
      response.writeHead(204).end();
    };
    const client = new Client((await scene.start()).url);
    const slow = await client.send(scene.project, await scene.identity(), { text: 'slow' });
    await until(() => arrivals(slow.body.message_id) === 1);

    // The worker cannot claim this lane before the test has claimed it in the worker's name.
    const identity = await scene.identity();
    const projectId = readId('project', scene.project.id)!;
    const lane = `message:${readId('identity', identity)}`;
    const blocker = await openSession(scene.database.address);
    await blocker.query('BEGIN');
    await blocker.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [projectId + lane]);
    const lost = await client.send(scene.project, identity);
    const claimed = await blocker.query(
      'SELECT id FROM dialog.claim_tasks($1::uuid[], $2::text[], $3, 2000)',
      [[projectId], [lane], randomUUID()],
    );
    expect(claimed).toHaveLength(1);
    await blocker.query('COMMIT');
    await blocker.close();

    try {
      expect(await client.outcome(scene.project, lost.body.message_id, 10_000)).toBe('message.sent');
      expect(await scene.session.task(slow.body.message_id)).toMatchObject({ state: 'running' });
    } finally {
      release();
    }
    expect(arrivals(lost.body.message_id)).toBe(1);
  });
});

describe('a claim that a crash of the database undid', () => {
  // Claims do not wait for the disk, so a crash may undo some whose tasks a living process already carries out.
  it('and that the same process made again leads to one delivery', async () => {
    scene.receiver.answer = async (_received, response) => {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      response.writeHead(204).end();
    };
    const client = new Client((await scene.start({ ROLE: 'api' })).url);
    const { body } = await client.send(scene.project, await scene.identity());
    // Between the claim and the begin mark the worker reads the recipient, and this lock makes it wait.
    const blocker = await openSession(scene.database.address);
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE dialog.channels IN ACCESS EXCLUSIVE MODE');
    await scene.start({ ROLE: 'worker', LEASE_SECONDS: '30' });
    const isRunning = async () => (await scene.session.task(body.message_id)).state === 'running';
    await until(isRunning);
    await scene.session.query(
      `UPDATE dialog.tasks SET state = 'queued', attempts = 0, lease = NULL, lease_until = NULL, started_at = NULL
       WHERE state = 'running'`,
    );
    await until(isRunning);
    await blocker.query('COMMIT');
    await blocker.close();

    expect(await client.outcome(scene.project, body.message_id, 20_000)).toBe('message.sent');
    // Time in which a wrong second attempt would happen.
    await new Promise((resolve) => setTimeout(resolve, 4000));
    expect(arrivals(body.message_id)).toBe(1);
    expect(await scene.session.task(body.message_id)).toMatchObject({ state: 'succeeded' });
  });
});
