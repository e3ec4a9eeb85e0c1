import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeTelegram, startTelegram, typingLastsMs } from '../fakes/telegram.ts';
import type { TestProject } from '../harness/client.ts';
import { patient } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { closeScenes, makeScene, type Scene } from './scene.ts';

let server: TestServer;
let project: TestProject;
let scene: Scene;
let telegram: FakeTelegram;
/** A customer of a live bot. */
let customer: string;

beforeAll(async () => {
  // One slot, so that a message that took it while it waits would stop all others.
  [server, telegram] = await Promise.all([
    startTestServer({ WORKER_CONCURRENCY: '1', OUTBOUND_ALLOW: '127.0.0.1' }),
    startTelegram(),
  ]);
  project = await server.makeProject();
  scene = await makeScene(server, project);
  customer = await bot('live');
});

afterAll(async () => {
  await server?.close();
  await telegram?.close();
  await closeScenes();
});

const send = async (identity: string, content: Record<string, unknown>): Promise<string> => {
  const { status, body, text } = await server.send(project, identity, content);
  expect([status, text]).toEqual([202, expect.any(String)]);
  return body.message_id;
};
const entriesOf = async (messageId: string) =>
  (await server.audit(project)).filter(({ subject }) => subject.id === messageId);

async function bot(environment: 'live' | 'sandbox'): Promise<string> {
  const channel = await server.make('POST', `/projects/${project.id}/channels`, {
    ...{ type: 'telegram', name: 'Bot', environment },
    settings: { token: telegram.token, base_url: telegram.url },
  });
  telegram.meet({ id: 4242 });
  return (await server.makeIdentity(project.id, channel.id, '4242')).id;
}

describe('a message with typing_seconds', () => {
  it('comes that long after the one before it and before the one after it, and counts one attempt', async () => {
    const identity = await scene.identity('ann');
    const times = new Map<string, number>();
    scene.receiver.answer = ({ body }, response) => {
      times.set(body.text, Date.now());
      response.writeHead(204).end();
    };
    await send(identity, { text: 'one' });
    const second = await send(identity, { text: 'two', typing_seconds: 1.5 });
    await send(identity, { text: 'three' });
    await until(() => scene.texts('ann').length === 3);
    expect(scene.texts('ann')).toEqual(['one', 'two', 'three']);
    expect(times.get('two')! - times.get('one')!).toBeGreaterThanOrEqual(1500);
    await until(async () => (await entriesOf(second)).length === 2);
    expect((await entriesOf(second)).map(({ action, data }) => [action, data.attempts])).toEqual([
      ['message.accepted', undefined],
      ['message.sent', 1],
    ]);
  });

  it('holds no slot of the worker while it waits, and logs no fault', async () => {
    const [slow, quick] = [await scene.identity('slow'), await scene.identity('quick')];
    const waiting = await send(slow, { text: 'later', typing_seconds: 10 });
    const isPaused = async () => {
      const { rows } = await server.server.parts.database.query<any>(
        `SELECT attempts, error, begun_at FROM dialog.tasks WHERE state = 'queued' AND progress IS NOT NULL`,
      );
      return rows.length === 1 && rows[0];
    };
    expect(await until(isPaused)).toEqual({ attempts: 0, error: null, begun_at: null });
    await send(quick, { text: 'now' });
    await until(() => scene.texts('quick').length === 1);
    expect(scene.texts('slow')).toEqual([]);
    // What waits for a retry shows in readiness; this does not.
    const { body } = await server.owner('GET', `/projects/${project.id}/readiness`);
    expect(JSON.stringify(body)).not.toContain('tried again');
    expect(await entriesOf(waiting)).toHaveLength(1);
    await until(() => scene.texts('slow').length === 1, patient(30_000));
  });

  it('is refused beyond ten seconds and below zero, and takes a decimal in a string', async () => {
    const identity = await scene.identity();
    for (const [typing_seconds, type] of [
      [10.5, 'less_than_equal'],
      [-1, 'greater_than_equal'],
      ['soon', 'float_type'],
      [null, 'float_type'],
    ]) {
      const { status, body } = await server.send(project, identity, { text: 'x', typing_seconds });
      expect([status, body.detail[0].type, body.detail[0].loc]).toEqual([
        422,
        type,
        ['body', 'typing_seconds'],
      ]);
    }
    await send(identity, { text: 'x', typing_seconds: '0.1' });
  });

  it('shows a customer of a bot that it is being written, until it comes', async () => {
    await send(customer, { text: 'Found it', typing_seconds: 6 });
    await until(() => telegram.sent.length === 1, patient(30_000));
    const sentAt = Date.now();
    const shown = telegram.typing.map(({ at }) => at);
    expect(shown).toHaveLength(2);
    // Each time before the last one disappears; on a busy machine a worker may come later.
    expect(shown[1]! - shown[0]!).toBeLessThan(patient(typingLastsMs));
    expect(sentAt - shown[0]!).toBeGreaterThanOrEqual(6000);
    expect(telegram.refused).toEqual([]);
  });

  it('is sent even if Telegram refuses to show that it is being written', async () => {
    telegram.trouble('sendChatAction', { is: 'too_many', retryAfter: 60 });
    const id = await send(customer, { text: 'Anyway', typing_seconds: 0.5 });
    expect(await server.outcome(project, id)).toBe('message.sent');
    expect((await entriesOf(id)).at(-1)!.data).toEqual({ attempts: 1 });
  });

  it('waits in the sandbox too, where nothing is shown outside', async () => {
    const identity = await bot('sandbox');
    const calls = telegram.calls.length;
    const began = Date.now();
    const id = await send(identity, { text: 'Try', typing_seconds: 1.5 });
    expect(await server.outcome(project, id)).toBe('message.sent');
    expect(Date.now() - began).toBeGreaterThanOrEqual(1500);
    expect(telegram.calls.length).toBe(calls);
  });
});
