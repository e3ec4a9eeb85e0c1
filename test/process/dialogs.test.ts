import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { makeDialogScene, signedCall } from '../dialogs/scene.ts';
import { type Receiver, startReceiver } from '../fakes/receiver.ts';
import { type FakeTelegram, startTelegram } from '../fakes/telegram.ts';
import type { ServerProcess } from '../fixtures/server-process.ts';
import type { Client, TestProject } from '../harness/client.ts';
import { until } from '../harness/until.ts';
import { makeChat, openSession, site } from '../webchat/scene.ts';
import { openSession as openDatabaseSession } from './database.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/**
 * Dialogs and a run of a workflow, from the customer's side, while one process after the other is killed: once while
 * everything waits, and once in the middle of a turn.
 */
const scenario = {
  triggers: [
    { type: 'command', command: '/start' },
    { type: 'event', start: 'quick' },
  ],
  steps: [
    { id: 'name', type: 'question', text: 'Your name? {{event.start}}', field: 'name' },
    {
      id: 'size',
      type: 'choice',
      text: 'Which size, {{state.name}}?',
      keyboard: 'inline',
      field: 'size',
      options: [
        { text: 'Small', value: 's' },
        { text: 'Large', value: 'l' },
      ],
    },
    { id: 'bye', type: 'message', text: '{{state.name}} takes {{state.size}}' },
    { id: 'done', type: 'end' },
    { id: 'quick', type: 'question', text: 'Quick?', field: 'quick', timeout_seconds: 1, on_timeout: 'late' },
    { id: 'never', type: 'end' },
    { id: 'late', type: 'delay', seconds: 1 },
    { id: 'over', type: 'message', text: 'Time is over' },
  ],
};
const workflow = {
  triggers: [],
  steps: [
    // Long enough to be seen waiting, and for the process to be replaced meanwhile.
    { id: 'wait', type: 'delay', seconds: 5 },
    { id: 'end', type: 'end', output: { order: '{{input.order}}' } },
  ],
};

let scene: ProcessScene;
let telegram: FakeTelegram;
let receiver: Receiver;
let secret: string;
let current: ServerProcess;
let client: Client;
let project: TestProject;
let hook: { id: string };
let bot: { id: string; connection: any };
let chat: { id: string };
let visitor: string;
let slow: string;
let runId: string;

const anna = 4242;
const said = (text: string, message_id: string) =>
  client.call(
    'POST',
    `/api/channels/${hook.id}/webhook`,
    signedCall(secret, { external_id: 'c-1', text, message_id, name: 'Bert' }),
  );
const texts = (externalId = 'c-1') =>
  receiver.received.filter(({ body }) => body.external_id === externalId).map(({ body }) => body.text);

const chatted = (method: string, path: string, body?: unknown) =>
  client.call(method, `/api/chat/${chat.id}${path}`, {
    body,
    headers: { origin: site, authorization: `Bearer ${visitor}` },
  });
/** The entries of the chat after its first `after` entries. */
const transcript = async (after = 0): Promise<string[]> =>
  (await chatted('GET', `/messages?after=${after}`)).body.items.map(({ text }: any) => text);

/** The process is gone, and another one takes over. */
async function replace(): Promise<void> {
  await current.kill();
  current = await scene.start();
  client = await scene.owner(current);
}

beforeAll(async () => {
  [scene, telegram] = await Promise.all([makeProcessScene(), startTelegram()]);
  secret = newSigningSecret();
  receiver = await startReceiver(secret);
  telegram.meet({ id: anna, first_name: 'Anna' });
  current = await scene.start();
  client = await scene.owner(current);
  project = await client.makeProject();
  hook = await client.makeChannel(project.id, receiver.url, { signing_secret: secret });
  bot = await client.make('POST', `/projects/${project.id}/channels`, {
    type: 'telegram',
    name: 'Bot',
    environment: 'live',
    settings: { token: telegram.token, base_url: telegram.url },
  });
  chat = await makeChat(client, project);
  visitor = (await openSession(client, chat.id, { name: 'Vera' })).body.token;
  await (await makeDialogScene(client, project, hook.id)).publish(scenario);
  await client.make('PUT', `/projects/${project.id}/workflows/slow`, { name: 'Slow', definition: workflow });
  await client.make('POST', `/projects/${project.id}/workflows/slow/publish`);
});

afterAll(async () => {
  await scene?.close();
  await receiver?.close();
  await telegram?.close();
});

describe('dialogs on real channels', () => {
  it('begin with a signed call, and with a bot that was connected when its channel was made', async () => {
    expect(bot.connection).toMatchObject({
      status: 'connected',
      detail: `@parley_test_bot sends its updates to ${current.url}/api/channels/${bot.id}/telegram.`,
    });
    expect((await said('/start', 'm-1')).body).toMatchObject({ status: 'queued', duplicate: false });
    expect(await telegram.say(anna, '/start summer')).toBe(1);
    expect((await chatted('POST', '/messages', { text: '/start', message_id: 'w-1' })).status).toBe(202);
    await until(() => texts().length === 1 && telegram.sent.length === 1);
    await until(async () => (await transcript()).length === 2);
    expect(texts()).toEqual(['Your name? ']);
    expect(telegram.sent[0]!.text).toBe('Your name? summer');

    const dialogs = await makeDialogScene(client, project, hook.id);
    slow = await dialogs.identity('slow');
    await dialogs.event(slow, 'begin');
    await until(() => texts('slow').length > 0);
    const run = await client.call('POST', `/api/v1/projects/${project.id}/workflows/slow/run`, {
      key: project.key,
      body: { input: { order: 7 } },
      headers: { 'idempotency-key': 'run-number-1' },
    });
    runId = run.body.run_id;
    await until(async () => (await readRun()).status === 'waiting');
  });

  it('go on in another process when the first is killed, and no message is processed twice', async () => {
    await replace();
    expect((await said('/start', 'm-1')).body.duplicate).toBe(true);
    expect((await said('Bert', 'm-2')).status).toBe(202);
    expect((await chatted('POST', '/messages', { text: '/start', message_id: 'w-1' })).body.duplicate).toBe(
      true,
    );
    expect((await chatted('POST', '/messages', { text: 'Vera', message_id: 'w-2' })).status).toBe(202);
    await until(async () => (await transcript()).length === 4);
    expect(await transcript(1)).toEqual(['Your name? ', 'Vera', 'Which size, Vera?']);
    // The new process has another address, and the bot is connected there.
    const connected = await client.make('POST', `/projects/${project.id}/channels/${bot.id}/connect`);
    expect(connected.connection.detail).toContain(current.url);
    await telegram.say(anna, 'Anna');
    await until(() => texts().length === 2 && telegram.sent.length === 2);
    expect(texts()[1]).toBe('Which size, Bert?');
    expect(telegram.sent[1]!.reply_markup.inline_keyboard).toHaveLength(2);
  });

  it('wake even if the process that stored them is gone: after a time-out, a delay, in a run', async () => {
    await until(() => texts('slow').length === 2);
    expect(texts('slow')).toEqual(['Quick?', 'Time is over']);
    const run = await until(async () => {
      const read = await readRun();
      return read.status === 'succeeded' && read;
    });
    expect(run.output).toEqual({ order: 7 });
    expect(run.steps.map(({ id, status }: any) => [id, status])).toEqual([
      ['wait', 'succeeded'],
      ['end', 'succeeded'],
    ]);
  });

  it('take a turn exactly once if kill -9 interrupted it', async () => {
    const blocker = await openDatabaseSession(scene.database.address);
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM dialog.profiles WHERE project_id = $1 FOR UPDATE', [
      readId('project', project.id),
    ]);
    expect((await said('Large', 'm-3')).status).toBe(202);
    expect((await chatted('POST', '/messages', { text: 'Small', message_id: 'w-3' })).status).toBe(202);
    const { message_id, reply_markup } = telegram.sent[1]!;
    await telegram.press(anna, message_id, reply_markup.inline_keyboard[0][0].callback_data);
    await until(async () => {
      const [row] = await scene.session.query(
        `SELECT count(*)::int AS n FROM dialog.tasks WHERE kind = 'received' AND state = 'running'`,
      );
      return row.n === 3;
    });
    await replace();
    await blocker.query('COMMIT');
    await blocker.close();
    await until(() => texts().length === 3 && telegram.sent.length === 3);
    expect(texts()[2]).toBe('Bert takes l');
    expect(telegram.sent[2]!.text).toBe('Anna takes s');
    await until(async () => (await transcript()).length === 6);
    expect(await transcript(4)).toEqual(['Small', 'Vera takes s']);
    await until(() => telegram.answered.length === 1);
    // When every task is done, all other messages have arrived.
    await until(
      async () => (await scene.session.count('queued')) + (await scene.session.count('running')) === 0,
    );
    expect([texts().length, telegram.sent.length, (await transcript()).length]).toEqual([3, 3, 6]);
    // If the answer to a press was interrupted, the press is answered again; the first answer may have counted.
    const refused = telegram.refused.filter((each) => !each.startsWith('answerCallbackQuery'));
    expect([receiver.refused, refused]).toEqual([[], []]);
  });

  it('take the buttons of an answered question away although kill -9 interrupted that', async () => {
    await client.make('POST', `/projects/${project.id}/channels/${bot.id}/connect`);
    await telegram.say(anna, '/start again');
    await until(() => telegram.sent.length === 4);
    await telegram.say(anna, 'Anna');
    const asked = await until(() => telegram.sent[4]);
    // Telegram carries out the edit, and its answer comes to nobody.
    telegram.trouble('editMessageReplyMarkup', { is: 'hang' });
    const calls = () => telegram.calls.filter(({ method }) => method === 'editMessageReplyMarkup').length;
    const before = calls();
    await telegram.press(anna, asked.message_id, asked.reply_markup.inline_keyboard[1][0].callback_data);
    await until(() => calls() === before + 1 && telegram.sent.length === 6);
    await replace();
    await until(() => calls() === before + 2);
    await until(
      async () => (await scene.session.count('queued')) + (await scene.session.count('running')) === 0,
    );
    const presses = await scene.session.query(
      `SELECT state, error->>'code' AS code FROM dialog.tasks WHERE kind = 'press' AND state <> 'succeeded'`,
    );
    expect([asked.reply_markup, presses, telegram.sent[5]!.text]).toEqual([undefined, [], 'Anna takes l']);
  });
});

async function readRun(): Promise<any> {
  const { body } = await client.call('GET', `/api/v1/projects/${project.id}/workflow-runs/${runId}`, {
    key: project.key,
  });
  return body;
}
