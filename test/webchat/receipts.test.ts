import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { type InboxScene, makeInboxScene } from '../inbox/scene.ts';
import { type Browser, makeChat, openBrowser, type Stream } from './scene.ts';

let server: TestServer;
/** A second process on the same database. */
let second: TestServer;
let scene: InboxScene;
let chat: string;

beforeAll(async () => {
  server = await useTestServer();
  second = await startTestServer({ TRUST_PROXY: 'true' }, server.database);
  scene = await makeInboxScene(server);
  chat = (await makeChat(server, scene.project)).id;
});
afterAll(async () => {
  await second?.close();
  await server?.close();
});

/** The conversation with a visitor, as the inbox has it. */
const conversationWith = ({ visitorId }: Browser): Promise<any> =>
  until(async () => {
    const { body } = await scene.inbox('GET');
    return body.items.find(({ customer }: any) => customer.external_id === visitorId);
  });
const reads = async (visitor: Browser) => {
  const { profile_id } = await conversationWith(visitor);
  expect((await scene.inbox('POST', `/${profile_id}/read`)).status).toBe(204);
};
/** Up to where the tab was told that what the visitor said was read, each time. */
const seenBy = ({ events }: Stream) =>
  events.filter(({ event }) => event === 'seen').map(({ data }) => data.n);
const seenAnew = async ({ token }: Browser) =>
  (await openBrowser(server, chat, { visitor: token })).session.seen;

describe('what a visitor says', () => {
  it('is read once a person has read the conversation, and not before, in each process', async () => {
    const visitor = await openBrowser(server, chat);
    for (const text of ['One', 'Two']) await visitor.say(text);
    const here = await visitor.listen({ seen: true });
    const there = await visitor.listen({ seen: true, url: second.url });
    const deaf = await visitor.listen();
    for (const tab of [here, there, deaf]) await until(() => tab.messages().length === 2);
    expect(await seenAnew(visitor)).toBe(0);
    await reads(visitor);
    for (const tab of [here, there]) await until(() => seenBy(tab).length === 1);
    expect([seenBy(here), seenBy(there), seenBy(deaf)]).toEqual([[2], [2], []]);
    expect(await seenAnew(visitor)).toBe(2);
    // What comes later is unread again.
    await visitor.say('Three');
    await until(() => here.messages().length === 3);
    expect(seenBy(here)).toEqual([2]);
    await reads(visitor);
    await until(() => seenBy(here).length === 2);
    expect(seenBy(here)).toEqual([2, 3]);
  });

  it('costs one row of the conversation to read, and none the second time', async () => {
    const visitor = await openBrowser(server, chat);
    for (const text of ['One', 'Two', 'Three']) await visitor.say(text);
    const rows = async () =>
      (
        await server.server.parts.database.query<{ row: string; messages: string }>(
          `SELECT t.xmin::text AS row,
             (SELECT string_agg(m.xmin::text, ',' ORDER BY m.n) FROM dialog.webchat_messages AS m
              WHERE m.project_id = t.project_id AND m.identity_id = t.identity_id) AS messages
           FROM dialog.webchat_transcripts AS t
           JOIN dialog.identities AS i ON i.project_id = t.project_id AND i.id = t.identity_id
           WHERE i.external_id = $1`,
          [visitor.visitorId],
        )
      ).rows[0]!;
    await conversationWith(visitor);
    const before = await rows();
    await reads(visitor);
    const once = await rows();
    await reads(visitor);
    expect(once.row).not.toBe(before.row);
    expect(await rows()).toEqual({ row: once.row, messages: before.messages });
  });

  it('is read when a person answers it', async () => {
    const visitor = await openBrowser(server, chat);
    await visitor.say('Hello');
    const tab = await visitor.listen({ seen: true });
    const { customer } = await conversationWith(visitor);
    await scene.operator(customer.identity_id, 'messages', { text: 'Good day' });
    await until(() => tab.messages().some(({ text }) => text === 'Good day'));
    expect(await seenAnew(visitor)).toBe(2);
  });

  it('is read by a scenario at once, and by nobody while a person is waited for', async () => {
    const own = await makeInboxScene(server);
    await own.publish({
      triggers: [{ type: 'text', text: 'person' }],
      steps: [{ id: 'person', type: 'handover' }],
    });
    const { id } = await makeChat(server, own.project);
    const visitor = await openBrowser(server, id);
    await visitor.say('Anybody there?');
    const tab = await visitor.listen({ seen: true });
    await until(() => seenBy(tab).length === 1);
    await visitor.say('person');
    await until(() => tab.events.some(({ event, data }) => event === 'operator' && data.held));
    await visitor.say('I wait');
    await until(() => tab.messages().length === 3);
    expect(seenBy(tab)).toEqual([1, 2]);
  });
});
