import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { type FakeTelegram, startTelegram } from '../fakes/telegram.ts';
import type { Answer, TestProject } from '../harness/client.ts';
import { type EventClient, openEvents } from '../harness/event-stream.ts';
import { join, type Person } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { identityOf, makeChat, openBrowser, site } from '../webchat/scene.ts';

let server: TestServer;
/** A second process's worth of server on the same database. */
let second: TestServer;
let telegram: FakeTelegram;
let project: TestProject;
let anna: Person;
let chat: string;
let bot: string;
let nextUser = 7000;

beforeAll(async () => {
  const environment = { TRUST_PROXY: 'true', OUTBOUND_ALLOW: '127.0.0.1' };
  server = await startTestServer(environment);
  second = await startTestServer(environment, server.database);
  telegram = await startTelegram();
  project = await server.makeProject();
  anna = await join(server, project.id, 'operator');
  chat = (await makeChat(server, project)).id;
  const made = await server.make('POST', `/projects/${project.id}/channels`, {
    ...{ type: 'telegram', name: 'Bot', environment: 'live' },
    settings: { token: telegram.token, base_url: telegram.url },
  });
  bot = made.id;
});
afterEach(() => expect(telegram.refused).toEqual([]));
afterAll(async () => {
  await second?.close();
  await server?.close();
  await telegram?.close();
});

interface Said {
  identity: string;
  id: string;
  path: string;
}

const messagesOf = (identity: string) => `/projects/${project.id}/dialogs/${identity}/messages`;

/** Anna says something, and it is sent. */
async function says(identity: string, content: object): Promise<Said> {
  const { message_id: id } = await anna.client.make('POST', messagesOf(identity), content);
  await until(async () => (await record(identity, id))?.status === 'sent');
  return { identity, id, path: `${messagesOf(identity)}/${id}` };
}

async function toBot(content: object): Promise<Said & { user: number }> {
  const user = nextUser++;
  telegram.meet({ id: user });
  const { id } = await server.makeIdentity(project.id, bot, String(user));
  return { ...(await says(id, content)), user };
}

async function record(identity: string, id: string): Promise<any> {
  const { items } = await server.make('GET', messagesOf(identity));
  return items.find((each: any) => each.id === id);
}

const edits = ({ path }: Said, text: string): Promise<Answer> => anna.client.owner('PATCH', path, { text });
const deletes = ({ path }: Said): Promise<Answer> => anna.client.owner('DELETE', path);
const shownIn = (user: number) =>
  telegram.sent.filter(({ chat_id }) => chat_id === user).map(({ text }) => text);
const callsOf = (...names: string[]) => telegram.calls.filter(({ method }) => names.includes(method));
const entry = (action: string, subject: string) =>
  until(async () =>
    (await server.audit(project)).find((each: any) => each.action === action && each.subject.id === subject),
  );

it('an edited message of a bot has its new text for the customer and on record, by its format, once', async () => {
  const said = await toBot({ text: 'Helo', format: 'markdown' });
  const answer = await edits(said, '**Hello** you');
  expect([answer.status, answer.body]).toEqual([
    202,
    { revision_id: expect.stringMatching(/^rev_/), status: 'queued' },
  ]);
  expect(await entry('message.edited', said.id)).toMatchObject({
    actor: { type: 'owner', id: anna.id, name: anna.email },
    data: { identity_id: said.identity, revision_id: answer.body.revision_id },
  });
  expect(shownIn(said.user)).toEqual(['Hello you']);
  expect(callsOf('editMessageText')).toHaveLength(1);
  const edited = await record(said.identity, said.id);
  expect(edited).toMatchObject({ text: '**Hello** you', edited_at: expect.any(String), author: 'operator' });
  expect(edited).not.toHaveProperty('deleted_at');
  await entry('revision.accepted', answer.body.revision_id);
});

it('a deleted message is gone for the customer with all its parts, and on record only that there was one', async () => {
  const said = await toBot({ text: 'A secret', buttons: ['Yes'] });
  expect((await deletes(said)).status).toBe(202);
  await entry('message.deleted', said.id);
  expect(shownIn(said.user)).toEqual([]);
  const deleted = await record(said.identity, said.id);
  expect(deleted).toMatchObject({ text: '', buttons: [], deleted_at: expect.any(String) });
  expect(deleted).not.toHaveProperty('edited_at');
  const again = await deletes(said);
  expect([again.status, again.body.code]).toEqual([409, 'message_not_changeable']);
});

it('the time line and the search follow a change, and a deleted message is not found any more', async () => {
  const said = await toBot({ text: 'Rhododendron' });
  const found = async (word: string) =>
    (await server.make('GET', `/projects/${project.id}/search?q=${word}`)).conversations.items.length;
  await until(async () => (await found('Rhododendron')) === 1);
  await edits(said, 'Hydrangea');
  await until(async () => (await found('Hydrangea')) === 1);
  expect(await found('Rhododendron')).toBe(0);
  const dialogs = await server.make('GET', `/projects/${project.id}/dialogs`);
  const { profile_id } = dialogs.items.find(({ identity_id }: any) => identity_id === said.identity);
  const line = await server.make('GET', `/projects/${project.id}/profiles/${profile_id}/messages`);
  expect(line.items[0]).toMatchObject({ text: 'Hydrangea', edited_at: expect.any(String) });
  await deletes(said);
  await until(async () => (await found('Hydrangea')) === 0);
});

it('the visitor of a web chat sees changes at once at every process, and later in the transcript', async () => {
  const visitor = await openBrowser(server, chat);
  await visitor.say('Hello');
  const identity = await identityOf(server, project, visitor.visitorId);
  const first = await says(identity, { text: 'One' });
  const other = await says(identity, { text: 'Two' });
  const tabs: EventClient[] = [];
  for (const url of [server.url, second.url]) {
    const headers = { authorization: `Bearer ${visitor.token}`, origin: site };
    tabs.push(await openEvents(`${url}/api/chat/${chat}/events?revisions=true`, headers));
  }
  const old = await visitor.listen();
  const messages = (tab: { events: any[] }) => tab.events.filter(({ event }) => event === 'message');
  await until(() => [...tabs, old].every((tab) => messages(tab).length === 3));
  await edits(first, 'Uno');
  await deletes(other);
  const revisions = (tab: { events: any[] }) =>
    tab.events.filter(({ event }) => event === 'revision').map(({ data }) => data);
  await until(() => tabs.every((tab) => revisions(tab).length === 2));
  const wanted = [
    { message_id: first.id, text: 'Uno', edited_at: expect.any(String) },
    { message_id: other.id, text: '', deleted_at: expect.any(String) },
  ];
  for (const tab of tabs) expect(revisions(tab)).toMatchObject(wanted);
  expect((await visitor.messages()).slice(1)).toMatchObject(wanted);
  expect(revisions(old)).toEqual([]);
  for (const tab of [...tabs, old]) tab.cut();
});

it('a change whose answer never came is unknown, is not repeated, and can be settled', async () => {
  const said = await toBot({ text: 'Before' });
  const before = callsOf('editMessageText').length;
  telegram.trouble('editMessageText', { is: 'cut' });
  const { revision_id } = (await edits(said, 'After')).body;
  await entry('revision.unknown', revision_id);
  expect(callsOf('editMessageText')).toHaveLength(before + 1);
  expect(await record(said.identity, said.id)).toMatchObject({ text: 'Before' });
  const { items } = await server.make('GET', `/projects/${project.id}/unsettled`);
  expect(items.map(({ id }: any) => id)).toContain(revision_id);
  await server.make('POST', `/projects/${project.id}/unsettled/${revision_id}/settle`, { outcome: 'done' });
  expect(await record(said.identity, said.id)).toMatchObject({
    text: 'After',
    edited_at: expect.any(String),
  });
});

it('a change that Telegram refuses fails, and the message stays as it was', async () => {
  const said = await toBot({ text: 'Before' });
  telegram.trouble('deleteMessages', {
    is: 'refused',
    status: 400,
    description: "Bad Request: message can't be deleted for everyone",
  });
  const { revision_id } = (await deletes(said)).body;
  const failed = await entry('revision.failed', revision_id);
  expect(failed.data.error.message).toContain("can't be deleted");
  expect(await record(said.identity, said.id)).toMatchObject({ text: 'Before' });
  expect(shownIn(said.user)).toEqual(['Before']);
});

it.each([
  ['with reply buttons', { text: 'Yes?', buttons: ['Yes'] }],
  ['with inline buttons', { text: 'Yes?', buttons: ['Yes'], keyboard: 'inline' }],
])('a message of a bot %s is not edited, and the answer says what to do', async (_what, content) => {
  const said = await toBot(content);
  const calls = telegram.calls.length;
  const answer = await edits(said, 'No?');
  expect([answer.status, answer.body.code]).toEqual([409, 'message_not_changeable']);
  expect(answer.body.detail).toContain('send another');
  expect(telegram.calls).toHaveLength(calls);
});

it('after two days Telegram is not even asked', async () => {
  const said = await toBot({ text: 'Old' });
  const calls = telegram.calls.length;
  await server.server.parts.database.query(
    `UPDATE dialog.tasks SET finished_at = now() - interval '48 hours' WHERE project_id = $1 AND id = $2`,
    [readId('project', project.id), readId('message', said.id)],
  );
  for (const answer of [await edits(said, 'New'), await deletes(said)]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'message_not_changeable']);
    expect(answer.body.detail).toContain('two days');
  }
  expect(telegram.calls).toHaveLength(calls);
});

it('only what people said is changed, only in its own dialog, and only where the channel can', async () => {
  const said = await toBot({ text: 'Hello' });
  const { id: other } = await server.makeIdentity(project.id, bot, '6999');
  const elsewhere = await edits({ ...said, path: `${messagesOf(other)}/${said.id}` }, 'Bye');
  expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'message_not_found']);
  const empty = await edits(said, '\u2800');
  expect(empty.status).toBe(422);

  const { body } = await server.send(project, said.identity, { text: 'Of a client' });
  await until(async () => (await record(said.identity, body.message_id))?.status === 'sent');
  const ofClient = await deletes({ ...said, path: `${messagesOf(said.identity)}/${body.message_id}` });
  expect([ofClient.status, ofClient.body.code]).toEqual([409, 'message_not_changeable']);

  const own = await server.makeChannel(project.id);
  const { id: customer } = await server.makeIdentity(project.id, own.id);
  const ofWebhook = await deletes(await says(customer, { text: 'Hello' }));
  expect([ofWebhook.status, ofWebhook.body.code]).toEqual([409, 'message_not_changeable']);
  expect(ofWebhook.body.detail).toContain('webhook');
});
