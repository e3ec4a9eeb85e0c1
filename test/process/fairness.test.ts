import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId, readId, showId } from '../../src/platform/ids.ts';
import { Client, type TestProject } from '../harness/client.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/** Many times more than two workers keep of one project. */
const backlog = 750;
const slots = 16;
const patienceMs = 120_000;

let scene: ProcessScene;

beforeAll(async () => {
  scene = await makeProcessScene({ WORKER_CONCURRENCY: String(slots) });
});

afterEach(async () => {
  await scene.killAll();
  scene.receiver.answer = (_received, response) => void response.writeHead(204).end();
});

afterAll(() => scene?.close());

/** Makes many customers of a channel by SQL, since requests would take too long. */
async function identities(project: TestProject, channelId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await scene.session.query(
    `INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id)
     SELECT $1, id, $2, id::text, id FROM unnest($3::uuid[]) AS id`,
    [readId('project', project.id), readId('channel', channelId), ids],
  );
  return ids.map((id) => showId('identity', id));
}

/** Makes this number of calls, some at the same moment. @returns their answers. */
async function inParallel<T>(count: number, call: (n: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  let next = 0;
  const caller = async () => {
    while (next < count) {
      const n = next++;
      answers[n] = await call(n);
    }
  };
  await Promise.all(Array.from({ length: 25 }, caller));
  return answers;
}

/** One message to each of many customers of the live channel. @returns the ids of the messages. */
async function floodWithMessages(client: Client): Promise<string[]> {
  const [channel] = await scene.session.query('SELECT id FROM dialog.channels WHERE project_id = $1', [
    readId('project', scene.project.id),
  ]);
  const customers = await identities(scene.project, showId('channel', channel.id), backlog);
  const answers = await inParallel(backlog, (n) => client.send(scene.project, customers[n]!));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  return answers.map(({ body }) => body.message_id);
}

/** The number of tasks of these flows that began between the acceptance of a task and its own beginning. */
async function begunBefore(taskId: string, where: string): Promise<number> {
  const [row] = await scene.session.query(
    `SELECT count(*)::int AS n FROM dialog.tasks AS t, dialog.tasks AS quiet
     WHERE quiet.id = $1 AND t.id <> quiet.id AND t.started_at BETWEEN quiet.created_at AND quiet.started_at
       AND ${where}`,
    [taskId],
  );
  return row.n;
}

const isDone = (taskId: string) => async () =>
  (await scene.session.query('SELECT state FROM dialog.tasks WHERE id = $1', [taskId]))[0]?.state ===
  'succeeded';
const hasBegun = (atLeast: number) => async () => {
  const [row] = await scene.session.query(
    'SELECT count(*)::int AS n FROM dialog.tasks WHERE started_at IS NOT NULL',
  );
  return row.n >= atLeast;
};
const arrivals = (messageId: string) => scene.receiver.received.filter(({ id }) => id === messageId).length;

describe('two workers of a project with a long backlog', () => {
  let quiet: TestProject;
  let customer: string;
  let client: Client;

  async function makeQuietProject() {
    const api = await scene.start({ ROLE: 'api' });
    client = await scene.owner(api);
    quiet = await client.makeProject();
    const channel = await client.makeChannel(quiet.id);
    customer = (await client.makeIdentity(quiet.id, channel.id)).id;
  }

  it("send a quiet project's first message soon, and every message of the backlog once", async () => {
    await makeQuietProject();
    const messages = await floodWithMessages(client);
    let slow = true;
    scene.receiver.answer = async (_received, response) => {
      if (slow) await new Promise((resolve) => setTimeout(resolve, 400));
      response.writeHead(204).end();
    };
    await Promise.all([scene.start({ ROLE: 'worker' }), scene.start({ ROLE: 'worker' })]);
    await until(hasBegun(2 * slots), patienceMs);

    const { body } = await client.send(quiet, customer);
    const taskId = readId('message', body.message_id)!;
    await until(isDone(taskId), patienceMs);
    expect(await begunBefore(taskId, `t.kind = 'message'`)).toBeLessThan(backlog / 5);
    expect(await scene.session.count('queued')).toBeGreaterThan(backlog / 2);

    slow = false;
    await until(async () => (await scene.session.count('succeeded')) === backlog + 1, patienceMs);
    expect(messages.filter((id) => arrivals(id) !== 1)).toEqual([]);
  });

  it('do so even if every ticket was lost, and lose nothing if one of them is killed', async () => {
    await scene.session.query('DELETE FROM dialog.tasks');
    await makeQuietProject();
    await scene.killAll();
    const withoutRedis = { REDIS_URL: '' };
    client = new Client((await scene.start({ ...withoutRedis, ROLE: 'api' })).url);
    const messages = await floodWithMessages(client);
    const { body } = await client.send(quiet, customer);
    await scene.session.query('DELETE FROM bullmq.job');
    let slow = true;
    scene.receiver.answer = async (_received, response) => {
      if (slow) await new Promise((resolve) => setTimeout(resolve, 400));
      response.writeHead(204).end();
    };
    const [worker] = await Promise.all([
      scene.start({ ...withoutRedis, ROLE: 'worker' }),
      scene.start({ ...withoutRedis, ROLE: 'worker' }),
    ]);
    const taskId = readId('message', body.message_id)!;
    await until(isDone(taskId), patienceMs);
    expect(await begunBefore(taskId, `t.kind = 'message'`)).toBeLessThan(backlog / 5);

    await until(hasBegun(backlog / 3), patienceMs);
    await worker!.kill();
    slow = false;
    await until(
      async () =>
        (await scene.session.count('succeeded')) + (await scene.session.count('unknown')) === backlog + 1,
      patienceMs,
    );
    // Tasks that had begun in the killed process are not repeated; all others were done once.
    const unknown = await scene.session.count('unknown');
    expect(unknown).toBeLessThanOrEqual(slots);
    expect(messages.filter((id) => arrivals(id) > 1)).toEqual([]);
    expect(messages.filter((id) => arrivals(id) === 0).length).toBeLessThanOrEqual(unknown);
  });

  it('run the other workflows of a project in turn with one that has very many runs', async () => {
    await scene.session.query('DELETE FROM dialog.tasks');
    await makeQuietProject();
    const definition = { triggers: [], steps: [{ id: 'end', type: 'end' }] };
    for (const slug of ['flood', 'calm']) {
      const path = `/projects/${quiet.id}/workflows/${slug}`;
      await client.make('PUT', path, { name: slug, environment: 'live', definition });
      await client.make('POST', `${path}/publish`);
    }
    const run = (slug: string) =>
      client.call('POST', `/api/v1/projects/${quiet.id}/workflows/${slug}/run`, {
        key: quiet.key,
        body: {},
        headers: { 'idempotency-key': randomUUID() },
      });
    await inParallel(backlog, () => run('flood'));
    const { body } = await run('calm');
    await Promise.all([scene.start({ ROLE: 'worker' }), scene.start({ ROLE: 'worker' })]);
    const taskId = readId('run', body.run_id)!;
    await until(isDone(taskId), patienceMs);
    expect(await begunBefore(taskId, `t.origin = 'workflow:flood'`)).toBeLessThan(backlog / 2);
    await until(async () => (await scene.session.count('succeeded')) === backlog + 1, patienceMs);
  });
});
