import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newId, readId, showId } from '../../src/platform/ids.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { startReceiver } from '../fakes/receiver.ts';
import { passHold } from '../harness/pass-hold.ts';
import { patient, wholeSeconds } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type DialogScene, greeting, makeDialogScene } from './scene.ts';

let server: TestServer;
let scene: DialogScene;

beforeAll(async () => {
  server = await startTestServer();
  scene = await makeDialogScene(server);
  await scene.publish(greeting);
});

afterAll(async () => {
  await server?.close();
});

/** Entries of the audit log about the dialog with a customer. */
const entriesOf = async (identity: string, type = 'dialog') =>
  (await server.audit(scene.project)).filter(
    ({ subject }) => subject.type === type && subject.id === identity,
  );
const isReleased = (of: DialogScene, identity: string) =>
  until(async () => (await of.dialog(identity)).held === null);

describe('a held dialog', () => {
  it('keeps incoming messages without an answer, and the scenario goes on from its step after the release', async () => {
    const identity = await scene.identity();
    await scene.event(identity, 'begin');
    await scene.settled(identity);
    const held = await scene.operator(identity, 'hold');
    expect([held.status, held.body.held]).toEqual([
      200,
      { at: expect.any(String), by: 'owner@example.com', until: null },
    ]);
    await scene.event(identity, 'Ann');
    expect(await scene.settled(identity)).toEqual(['started', 'held']);
    expect(await scene.told(identity)).toEqual(['Your name?']);

    const released = await scene.operator(identity, 'release');
    expect([released.status, released.body]).toEqual([202, { identity_id: identity, status: 'queued' }]);
    await isReleased(scene, identity);
    expect((await scene.dialog(identity)).waiting).toMatchObject({ step: 'name', for: 'answer' });
    expect(await scene.waitForTold(identity, 2)).toEqual(['Your name?', 'Your name?']);
    await scene.event(identity, 'Bob');
    expect(await scene.settled(identity)).toEqual(['started', 'held', 'filled']);
    expect(await scene.told(identity)).toEqual(['Your name?', 'Your name?', 'Your city, Bob?']);
    const entries = await until(async () => {
      const found = await entriesOf(identity);
      return found.length === 2 && found;
    });
    expect(entries.map(({ action, actor, data }) => [action, actor.type, actor.name, data.by])).toEqual([
      ['dialog.handover', 'owner', 'owner@example.com', 'operator'],
      ['dialog.released', 'system', null, 'owner@example.com'],
    ]);
  });

  it('is released by itself when its time is over', async () => {
    const identity = await scene.identity();
    await scene.event(identity, 'begin');
    await scene.settled(identity);
    // Still to come when the request is read.
    const until = new Date(Date.now() + patient(2000)).toISOString();
    expect((await scene.operator(identity, 'hold', { until })).body.held.until).toBe(until);
    await isReleased(scene, identity);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until));
    await scene.event(identity, 'Ann');
    expect(await scene.settled(identity)).toEqual(['started', 'filled']);
  });

  it('stays held if an operator takes it again before the release is carried out', async () => {
    const api = await startTestServer({ ROLE: 'api' });
    const own = await makeDialogScene(api);
    const identity = await own.identity();
    await own.operator(identity, 'hold');
    expect((await own.operator(identity, 'release')).status).toBe(202);
    await own.operator(identity, 'hold', { minutes: 5 });
    const worker = await startTestServer({ ROLE: 'worker' }, api.database);
    try {
      const actions = await until(async () => {
        const found = (await api.audit(own.project)).filter(({ subject }) => subject.type === 'dialog');
        return found.length === 3 && found.map(({ action }) => action);
      });
      expect(actions).toEqual(['dialog.handover', 'dialog.handover', 'dialog.ignored']);
      expect((await own.dialog(identity)).held).toMatchObject({ until: expect.any(String) });
    } finally {
      await worker.close();
      await api.close();
    }
  });

  it('keeps the result of a job that ends meanwhile, and uses it at the release', async () => {
    let answerNow: (() => void) | undefined;
    const shop = createServer((_request, response) => {
      answerNow = () => void response.setHeader('content-type', 'application/json').end('{"stock":3}');
    });
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void shop.close().closeAllConnections());
    const secret = newSigningSecret();
    const receiver = await startReceiver(secret);
    onTestFinished(() => receiver.close());
    const project = await server.makeProject();
    const channel = await server.makeChannel(project.id, receiver.url, { signing_secret: secret });
    const base_url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    await server.make('PUT', `/projects/${project.id}/connections/shop`, {
      name: 'Shop',
      settings: { base_url },
    });
    await server.make('PUT', `/projects/${project.id}/operations/stock`, {
      name: 'Stock',
      connection: 'shop',
      request: { method: 'GET' },
      environments: ['live'],
    });
    const live = await makeDialogScene(server, project, channel.id);
    await live.publish({
      triggers: [{ type: 'event' }],
      steps: [
        { id: 'stock', type: 'operation', operation: 'stock' },
        { id: 'say', type: 'message', text: 'There are some' },
      ],
    });
    const identity = await live.identity();
    await live.event(identity, 'how many');
    await live.settled(identity);
    expect((await live.operator(identity, 'hold')).body.waiting).toMatchObject({
      step: 'stock',
      for: 'call',
    });
    (await until(() => answerNow))();
    await until(async () => (await server.audit(project)).some(({ action }) => action === 'dialog.held'));
    expect(receiver.received).toEqual([]);
    await live.operator(identity, 'release');
    await receiver.waitFor(1);
    expect(receiver.received.map(({ body }) => body.text)).toEqual(['There are some']);
  });

  it('can also be held by a step, whose output says whether an operator came', async () => {
    const asking = await makeDialogScene(server);
    await asking.publish({
      triggers: [{ type: 'event' }],
      steps: [
        { id: 'person', type: 'handover', text: 'One moment.', timeout_seconds: wholeSeconds(2) },
        { id: 'after', type: 'message', text: 'The robot again' },
      ],
    });
    const [alone, served] = [await asking.identity(), await asking.identity()];
    await asking.event(alone, 'help');
    await asking.event(served, 'help');
    await asking.settled(served);
    await asking.operator(served, 'hold');
    expect(await asking.waitForTold(alone, 2)).toEqual(['One moment.', 'The robot again']);
    expect(await asking.told(served)).toEqual(['One moment.']);
    await asking.operator(served, 'release');
    await asking.waitForTold(served, 2);
    const steps = async (identity: string) => {
      const { rows } = await server.server.parts.database.query<{ output: unknown }>(
        `SELECT result->'steps'->0->'output' AS output FROM dialog.tasks
         WHERE identity_id = $1 AND kind = 'dialog' AND state = 'succeeded'`,
        [readId('identity', identity)],
      );
      return rows.map(({ output }) => output);
    };
    expect(await steps(alone)).toEqual([{ released: false }]);
    expect(await steps(served)).toEqual([{ released: true }]);
  });

  it('by a step to which nobody comes leads to its branch, by the time of the project too, unless a person has written', async () => {
    const asking = await makeDialogScene(server);
    await asking.publish({
      triggers: [{ type: 'event' }],
      steps: [
        { id: 'person', type: 'handover', text: 'I am calling somebody.', on_timeout: 'nobody' },
        { id: 'after', type: 'message', text: 'The robot again', next: 'end' },
        { id: 'nobody', type: 'message', text: 'Nobody could come.' },
        { id: 'end', type: 'end' },
      ],
    });
    await server.make('PUT', `/projects/${asking.project.id}/handovers`, {
      away_text: null,
      unanswered_minutes: 30,
    });
    const [alone, answered, served] = [
      await asking.identity(),
      await asking.identity(),
      await asking.identity(),
    ];
    for (const each of [alone, answered, served]) {
      await asking.event(each, 'help');
      await asking.settled(each);
      expect((await asking.dialog(each)).held).toMatchObject({ by: null, until: expect.any(String) });
    }
    await asking.operator(answered, 'messages', { text: 'I am Eve' });
    await asking.operator(served, 'hold');
    for (const each of [alone, answered]) await passHold(server, each);
    await asking.operator(served, 'release');
    expect(await asking.waitForTold(alone, 2)).toEqual(['I am calling somebody.', 'Nobody could come.']);
    expect(await asking.waitForTold(answered, 3)).toEqual([
      'I am calling somebody.',
      'I am Eve',
      'The robot again',
    ]);
    expect(await asking.waitForTold(served, 2)).toEqual(['I am calling somebody.', 'The robot again']);
  });

  it.each<[unknown, [string, string]]>([
    [{ until: 'tomorrow' }, ['body.until', 'value_error']],
    [{ until: '2020-01-01T00:00:00Z' }, ['body.until', 'value_error']],
    [{ until: '9999-01-01T00:00:00Z' }, ['body.until', 'value_error']],
    [{ until: 7 }, ['body.until', 'string_type']],
    [{ minutes: 0 }, ['body.minutes', 'greater_than_equal']],
    [{ minutes: 43_201 }, ['body.minutes', 'less_than_equal']],
    [{ minutes: 5, until: '2030-01-01T00:00:00Z' }, ['body.minutes', 'value_error']],
  ])('cannot be held so: %j', async (body, fault) => {
    const answer = await scene.operator(await scene.identity(), 'hold', body as never);
    expect(answer.status).toBe(422);
    expect(answer.body.detail.map((item: any) => [item.loc.join('.'), item.type])).toEqual([fault]);
  });

  it('cannot be released twice: releasing a dialog that nobody holds is a 409', async () => {
    const identity = await scene.identity();
    const answer = await scene.operator(identity, 'release');
    expect([answer.status, answer.body.code]).toEqual([409, 'dialog_not_held']);
  });
});

describe('an operator', () => {
  it('can write in a dialog, held or not, and the history shows who wrote each message', async () => {
    const identity = await scene.identity('c-1');
    await scene.event(identity, 'begin', { data: { from: 'shop' } });
    await scene.settled(identity);
    const said = await scene.operator(identity, 'messages', { text: 'I am Eve', buttons: ['Hi'] });
    expect([said.status, said.body]).toEqual([
      202,
      { message_id: expect.stringMatching(/^msg_/), status: 'queued' },
    ]);
    expect(await server.outcome(scene.project, said.body.message_id)).toBe('message.sent');
    await server.send(scene.project, identity, { text: 'From the shop' });
    const [event, asked, eve, shop] = await until(async () => {
      const all = await scene.history(identity);
      return (
        all.every(({ status }) => status === 'sent' || status === 'succeeded') && all.length === 4 && all
      );
    });
    expect(event).toMatchObject({
      direction: 'event',
      author: 'client',
      text: 'begin',
      data: { from: 'shop' },
      did: 'started',
      steps: [{ id: 'name', type: 'question', status: 'waiting', error: null }],
    });
    expect([asked, eve, shop].map(({ author, text }) => [author, text])).toEqual([
      ['scenario', 'Your name?'],
      ['operator', 'I am Eve'],
      ['client', 'From the shop'],
    ]);
    expect(eve).toMatchObject({ direction: 'out', buttons: [{ text: 'Hi' }], status: 'sent' });
    const [accepted] = await entriesOf(said.body.message_id, 'message');
    expect([accepted.action, accepted.actor.type, accepted.actor.name]).toEqual([
      'message.accepted',
      'owner',
      'owner@example.com',
    ]);
    expect(await scene.dialog(identity)).toMatchObject({
      external_id: 'c-1',
      channel: { id: scene.channelId, type: 'webhook', environment: 'sandbox' },
      version: 1,
      held: null,
      waiting: { step: 'name', for: 'answer', until: null },
      last_message: { direction: 'out', author: 'client', text: 'From the shop' },
    });
  });

  it('sees the dialogs with the latest changes first, and can list only the held ones', async () => {
    const own = await makeDialogScene(server);
    await own.publish(greeting);
    const identities = [await own.identity(), await own.identity(), await own.identity()];
    for (const identity of identities) {
      await own.event(identity, 'begin');
      await own.settled(identity);
    }
    const list = async (query = '') => {
      const { items } = await server.make('GET', `/projects/${own.project.id}/dialogs${query}`);
      return items.map((item: any) => item.identity_id);
    };
    expect(await list()).toEqual([...identities].reverse());
    await own.operator(identities[0]!, 'messages', { text: 'Hello' });
    expect((await list())[0]).toBe(identities[0]);
    await own.operator(identities[1]!, 'hold');
    expect(await list('?held=true')).toEqual([identities[1]]);
    expect(await list('?held=false')).toEqual([identities[0], identities[2]]);
    expect(await list('?offset=2')).toEqual([identities[2]]);
    const wrong = await server.owner('GET', `/projects/${own.project.id}/dialogs?offset=-1`);
    expect(wrong.status).toBe(422);
  });

  it('gets a 404 for a customer that does not exist', async () => {
    for (const identity of [showId('identity', newId()), 'nonsense']) {
      for (const [path, body] of [
        ['hold', {}],
        ['release', undefined],
        ['messages', { text: 'x' }],
      ] as const) {
        const answer = await scene.operator(identity, path, body);
        expect([answer.status, answer.body.code]).toEqual([404, 'identity_not_found']);
      }
    }
  });

  it('gets a 422 at the field that the channel cannot deliver', async () => {
    const bot = await server.make('POST', `/projects/${scene.project.id}/channels`, {
      type: 'telegram',
      name: 'Bot',
      settings: {},
    });
    const { id } = await server.makeIdentity(scene.project.id, bot.id);
    const answer = await scene.operator(id, 'messages', {
      text: 'x',
      buttons: [{ text: 'a', url: 'https://a.b' }],
    });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc.slice(0, 2)).toEqual(['body', 'buttons']);
  });

  it.each(['ftp://example.org/', 'https://example.org/\n', 'ht\ttps://example.org/'])(
    'gets a 422 for a button whose address is not a web address as it is written: %j',
    async (url) => {
      const answer = await scene.operator(await scene.identity(), 'messages', {
        text: 'x',
        buttons: [{ text: 'a', url }],
      });
      expect([answer.status, answer.body.detail]).toEqual([
        422,
        [
          expect.objectContaining({
            loc: ['body', 'buttons', 0, 'url'],
            msg: 'Value error, a button url begins with https:// or http://',
          }),
        ],
      ]);
    },
  );

  it('sends a message once with one Idempotency-Key, even in two concurrent requests, and another body is a 409', async () => {
    const identity = await scene.identity();
    const say = (text: string, key: string) =>
      server.owner(
        'POST',
        `/projects/${scene.project.id}/dialogs/${identity}/messages`,
        { text },
        {
          'idempotency-key': key,
        },
      );
    const answers = await Promise.all(Array.from({ length: 5 }, () => say('Once', 'operator-key-1')));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(202);
    const replayed = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
    expect(replayed).toHaveLength(4);
    expect((await say('Other', 'operator-key-1')).body.code).toBe('idempotency_key_reused');
    expect((await say('x', 'short')).status).toBe(422);
    expect((await say('Twice', 'operator-key-2')).status).toBe(202);
    expect(await scene.waitForTold(identity, 2)).toEqual(['Once', 'Twice']);
  });
});
