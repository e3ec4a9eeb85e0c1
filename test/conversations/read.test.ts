import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { type DialogScene, makeDialogScene, signedCall } from '../dialogs/scene.ts';
import type { TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { identityOf, makeChat, openBrowser } from '../webchat/scene.ts';

let server: TestServer;
let project: TestProject;
let scene: DialogScene;
const secret = `whsec_${Buffer.from('a secret of twenty-four.').toString('base64')}`;

beforeAll(async () => {
  server = await useTestServer();
  project = await server.makeProject();
  const settings = { url: 'https://client.example/', signing_secret: secret };
  const channel = await server.makeChannel(project.id, undefined, settings);
  scene = await makeDialogScene(server, project, channel.id);
});

afterAll(() => server?.close());

const report = (body: Record<string, unknown>, channelId = scene.channelId) =>
  server.call('POST', `/api/channels/${channelId}/webhook`, signedCall(secret, body));
const send = async (identity: string, text = 'Hello') => {
  const { message_id } = (await server.send(project, identity, { text })).body;
  await until(async () => (await stateOf(message_id)).status === 'sent');
  return message_id as string;
};
const stateOf = async (messageId: string, owner = project) =>
  (await server.call('GET', `/api/v1/projects/${owner.id}/messages/${messageId}`, owner)).body;
const readEntries = async () =>
  (await server.audit(project)).filter(({ action }) => action === 'message.read');

describe('a message that its customer has seen', () => {
  it('is read with the time of the first report, wherever it is shown, and stays read', async () => {
    const identity = await scene.identity('ann');
    const [seen, unseen] = [await send(identity, 'one'), await send(identity, 'two')];
    expect(await stateOf(seen)).toMatchObject({ status: 'sent', read_at: null });
    expect((await report({ external_id: 'ann', read: [seen] })).body).toEqual({ status: 'done' });
    const state = await stateOf(seen);
    expect(state).toMatchObject({ status: 'read', read_at: expect.stringMatching(/Z$/) });
    expect(await stateOf(unseen)).toMatchObject({ status: 'sent', read_at: null });

    await report({ external_id: 'ann', read: [seen, seen] });
    expect(await stateOf(seen)).toEqual(state);
    const own = (await readEntries()).filter(({ subject }) => subject.id === seen);
    expect(own.map(({ actor, data }) => [actor.type, data])).toEqual([
      ['channel', { identity_id: identity }],
    ]);

    const { body } = await server.call(
      'GET',
      `/api/v1/projects/${project.id}/profiles?channel_id=${scene.channelId}&external_id=ann`,
      project,
    );
    const line = await server.make('GET', `/projects/${project.id}/profiles/${body.items[0].id}/messages`);
    expect(line.items.map(({ delivery, read_at }: any) => [delivery, read_at])).toEqual([
      ['sent', null],
      ['read', state.read_at],
    ]);
    const history = await scene.history(identity);
    expect(history.map(({ status, read_at }) => [status, read_at])).toEqual([
      ['sent', state.read_at],
      ['sent', null],
    ]);
  });

  it('is read also after its task was deleted, and one whose task is gone can still be reported', async () => {
    const identity = await scene.identity('bob');
    const [before, after] = [await send(identity, 'one'), await send(identity, 'two')];
    await report({ external_id: 'bob', read: [before] });
    const { database } = server.server.parts;
    const id = readId('identity', identity);
    await until(async () => {
      const { rows } = await database.query<any>(
        `SELECT count(*)::int AS n FROM dialog.conversation_messages WHERE identity_id = $1 AND delivery = 'sent'`,
        [id],
      );
      return rows[0].n === 2;
    });
    await database.query('DELETE FROM dialog.tasks WHERE identity_id = $1', [id]);
    await report({ external_id: 'bob', read: [after] });
    expect([(await stateOf(before)).status, (await stateOf(after)).status]).toEqual(['read', 'read']);
  });

  it('cannot be reported by another customer, for another project, or by what is no message', async () => {
    const identity = await scene.identity('cat');
    await scene.identity('dog');
    const message = await send(identity);
    const foreign = await server.makeProject();
    const settings = { url: 'https://client.example/', signing_secret: secret };
    const channel = await server.makeChannel(foreign.id, undefined, settings);
    await server.makeIdentity(foreign.id, channel.id, 'cat');
    expect((await report({ external_id: 'dog', read: [message] })).status).toBe(200);
    expect((await report({ external_id: 'nobody', read: [message] })).status).toBe(200);
    expect((await report({ external_id: 'cat', read: [message] }, channel.id)).status).toBe(200);
    expect((await report({ external_id: 'cat', read: ['msg_x', 'x'] })).status).toBe(200);
    expect((await stateOf(message)).status).toBe('sent');
    expect(
      (await server.call('GET', `/api/v1/projects/${foreign.id}/messages/${message}`, foreign)).status,
    ).toBe(404);
    for (const read of [true, [1], Array(101).fill(message)]) {
      const answer = await report({ external_id: 'cat', read });
      expect([answer.status, answer.body.detail[0].loc.slice(0, 2)]).toEqual([422, ['body', 'read']]);
    }
    // A message may have a field of this name.
    const said = await report({ external_id: 'cat', text: 'Hi', message_id: randomUUID(), read: true });
    expect(said.status).toBe(202);
  });

  it('that failed is not read', async () => {
    const identity = await scene.identity('eve');
    const { message_id } = (await server.send(project, identity, { text: 'x', image: 'no address' })).body;
    await until(async () => (await stateOf(message_id)).status === 'failed');
    await report({ external_id: 'eve', read: [message_id] });
    expect(await stateOf(message_id)).toMatchObject({ status: 'failed', read_at: null });
  });
});

describe('in the web chat', () => {
  it('a report marks the messages up to it once, and is limited', async () => {
    const chat = (await makeChat(server, project)).id;
    const visitor = await openBrowser(server, chat);
    // Without a message the visitor is no customer yet.
    expect((await visitor.call('POST', '/read', { n: 5 })).status).toBe(204);
    await visitor.say('Hello');
    const identity = await identityOf(server, project, visitor.visitorId);
    const [first, second, third] = [
      await send(identity, 'a'),
      await send(identity, 'b'),
      await send(identity, 'c'),
    ];
    const place = async (id: string) =>
      (await visitor.messages()).find(({ message_id }) => message_id === id).n;
    const entries = (await readEntries()).length;
    expect((await visitor.call('POST', '/read', { n: await place(second) })).status).toBe(204);
    const states = async () =>
      Promise.all([first, second, third].map(async (id) => (await stateOf(id)).status));
    expect(await states()).toEqual(['read', 'read', 'sent']);
    await visitor.call('POST', '/read', { n: await place(first) });
    await visitor.call('POST', '/read', { n: await place(second) });
    expect(await states()).toEqual(['read', 'read', 'sent']);
    await visitor.call('POST', '/read', { n: 1e9 });
    expect(await states()).toEqual(['read', 'read', 'read']);
    expect((await readEntries()).length - entries).toBe(3);
    for (const n of [0, -1, 'x', null]) expect((await visitor.call('POST', '/read', { n })).status).toBe(422);
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => visitor.call('POST', '/read', { n: 1 })),
    );
    expect(answers.some(({ status, body }) => status === 429 && body.code === 'too_many_messages')).toBe(
      true,
    );
    // The limit of messages is another one.
    expect((await visitor.say('Still here')).status).toBe(202);
  });

  it('a first report about a long transcript marks the newest messages only', async () => {
    const chat = (await makeChat(server, project)).id;
    const visitor = await openBrowser(server, chat);
    await visitor.say('Hello');
    const identity = await identityOf(server, project, visitor.visitorId);
    const sent = [];
    for (let i = 0; i < 3; i++) sent.push(await send(identity, `${i}`));
    const { database } = server.server.parts;
    await database.query('UPDATE dialog.webchat_messages SET n = n + 300 WHERE identity_id = $1 AND n > 3', [
      readId('identity', identity),
    ]);
    await database.query('UPDATE dialog.webchat_transcripts SET last = 304 WHERE identity_id = $1', [
      readId('identity', identity),
    ]);
    await visitor.call('POST', '/read', { n: 304 });
    expect(await Promise.all(sent.map(async (id) => (await stateOf(id)).status))).toEqual([
      'sent',
      'sent',
      'read',
    ]);
  });
});
