import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { openDatabase } from '../../src/platform/postgres.ts';
import { folded, recount, sorted } from '../analytics/recount.ts';
import { Client } from '../harness/client.ts';
import { patient } from '../harness/patience.ts';
import { until } from '../harness/until.ts';
import { openSession } from './database.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

let scene: ProcessScene;

beforeAll(async () => {
  scene = await makeProcessScene();
});

afterEach(async () => {
  await scene.killAll();
  scene.receiver.answer = (_received, response) => void response.writeHead(204).end();
});

afterAll(() => scene?.close());

const arrivals = (messageId: string) => scene.receiver.received.filter(({ id }) => id === messageId).length;

describe('a process killed between the begin mark and the outcome of a delivery', () => {
  it('leaves the message unknown within 60 s and never sent again; its lane goes on, and other lanes do not wait', async () => {
    const identity = await scene.identity();
    scene.receiver.answer = () => {}; // the answer never comes
    const first = await scene.start();
    const client = new Client(first.url);
    const begun = await client.send(scene.project, identity);
    await until(() => arrivals(begun.body.message_id) === 1);
    const next = await client.send(scene.project, identity);
    expect([begun.status, next.status]).toEqual([202, 202]);
    scene.receiver.answer = (_received, response) => void response.writeHead(204).end();
    const second = new Client((await scene.start()).url);
    await first.kill();
    const killedAt = Date.now();
    expect(await scene.session.task(begun.body.message_id)).toMatchObject({ state: 'running' });

    const other = await second.send(scene.project, await scene.identity());
    expect(await second.outcome(scene.project, other.body.message_id)).toBe('message.sent');
    expect(await second.outcome(scene.project, begun.body.message_id, 60_000)).toBe('message.unknown');
    expect(Date.now() - killedAt).toBeLessThan(patient(60_000));
    expect(await second.outcome(scene.project, next.body.message_id)).toBe('message.sent');

    // Time in which a wrong second attempt would happen.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(arrivals(begun.body.message_id)).toBe(1);
    expect(arrivals(next.body.message_id)).toBe(1);
    const entries = await second.audit(scene.project);
    const told = entries.filter(({ subject }) => subject.id === begun.body.message_id);
    expect(told.map(({ action }) => action)).toEqual(['message.accepted', 'message.unknown']);
    expect(told[1]).toMatchObject({
      actor: { type: 'system', id: null, name: null },
      data: { attempts: 1, error: { code: 'process_lost' } },
    });
  });
});

describe('a process killed before a delivery began', () => {
  it('loses no accepted message: another process delivers it once', async () => {
    const api = await scene.start({ ROLE: 'api' });
    const identity = await scene.identity();
    const sent: string[] = [];
    for (let i = 0; i < 5; i++) {
      const { status, body } = await new Client(api.url).send(scene.project, identity, { text: `no. ${i}` });
      expect(status).toBe(202);
      sent.push(body.message_id);
    }
    await api.kill();
    const second = new Client((await scene.start()).url);
    for (const id of sent) expect(await second.outcome(scene.project, id)).toBe('message.sent');
    expect(scene.receiver.received.map(({ id }) => id).filter((id) => sent.includes(id))).toEqual(sent);
  });

  it('neither loses nor repeats a message that was shown as being written, and keeps the order', async () => {
    const first = await scene.start();
    const client = new Client(first.url);
    const identity = await scene.identity();
    const slow = (await client.send(scene.project, identity, { text: 'slow', typing_seconds: 4 })).body
      .message_id;
    const next = (await client.send(scene.project, identity, { text: 'next' })).body.message_id;
    await until(async () => (await scene.session.task(slow)).progress !== null);
    await first.kill();
    expect(await scene.session.task(slow)).toMatchObject({ state: 'queued', begun_at: null, attempts: 0 });
    const second = new Client((await scene.start()).url);
    expect(await second.outcome(scene.project, next)).toBe('message.sent');
    expect(scene.receiver.received.map(({ id }) => id).filter((id) => [slow, next].includes(id))).toEqual([
      slow,
      next,
    ]);
  });

  it('loses no claimed message: another process delivers it once', async () => {
    const api = await scene.start({ ROLE: 'api' });
    const client = new Client(api.url);
    const { body } = await client.send(scene.project, await scene.identity());
    // Between the claim and the begin mark a worker reads the recipient, and this lock makes it wait.
    const blocker = await openSession(scene.database.address);
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE dialog.channels IN ACCESS EXCLUSIVE MODE');
    const worker = await scene.start({ ROLE: 'worker' });
    await until(async () => (await scene.session.task(body.message_id)).state === 'running');
    expect((await scene.session.task(body.message_id)).begun_at).toBeNull();
    await worker.kill();
    await blocker.query('COMMIT');
    await blocker.close();

    await scene.start({ ROLE: 'worker' });
    expect(await client.outcome(scene.project, body.message_id, 60_000)).toBe('message.sent');
    expect(await scene.session.task(body.message_id)).toMatchObject({ state: 'succeeded', attempts: 2 });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(arrivals(body.message_id)).toBe(1);
  });
});

describe('a process killed while it folds the audit log into analytics', () => {
  it('leaves analytics equal to a recount of the audit log and of the tasks', async () => {
    const { project, session } = scene;
    const identities = await Promise.all(Array.from({ length: 12 }, () => scene.identity()));
    const survivor = new Client((await scene.start()).url);
    const victim = await scene.start();
    /** Writes, polls and reads at the same time. */
    const use = (client: Client) => [
      ...identities.map((id) => client.send(project, id)),
      client.call('GET', `/api/v1/projects/${project.id}/analytics`, project),
      client.audit(project),
    ];
    for (let round = 0; round < 6; round++) {
      const requests = [...use(survivor), ...(victim.isOver ? [] : use(new Client(victim.url)))];
      // Some requests to the killed process fail.
      await Promise.all([Promise.allSettled(requests), round === 3 && victim.kill()]);
      await until(async () => (await session.count('queued')) < 30);
    }
    await until(async () => (await session.count('queued')) + (await session.count('running')) === 0);

    const { body } = await survivor.call('GET', `/api/v1/projects/${project.id}/analytics`, project);
    const database = openDatabase(scene.database.address, { connections: 1, onError: () => {} });
    const projectId = readId('project', project.id)!;
    const counted = sorted(await recount(database, projectId));
    expect(sorted(await folded(database, projectId))).toEqual(counted);
    await database.close();
    expect(body.totals).toMatchObject({ messages_out: await session.count('succeeded'), new_profiles: 30 });
    expect(body.totals.messages_out).toBeGreaterThan(80);
  });
});
