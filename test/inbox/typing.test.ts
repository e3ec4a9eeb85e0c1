import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type FakeTelegram, startTelegram } from '../fakes/telegram.ts';
import type { TestProject } from '../harness/client.ts';
import { type EventClient, openEvents } from '../harness/event-stream.ts';
import { join, type Person } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type Browser, identityOf, makeChat, openBrowser, type Stream } from '../webchat/scene.ts';

let server: TestServer;
/** A second process's worth of server on the same database. */
let second: TestServer;
let telegram: FakeTelegram;
let project: TestProject;
let anna: Person;
let chat: string;
const open: (EventClient | Stream)[] = [];

beforeAll(async () => {
  const environment = { TRUST_PROXY: 'true', OUTBOUND_ALLOW: '127.0.0.1' };
  server = await startTestServer(environment);
  second = await startTestServer(environment, server.database);
  telegram = await startTelegram();
  project = await server.makeProject();
  anna = await join(server, project.id, 'operator');
  chat = (await makeChat(server, project)).id;
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.cut();
});
afterAll(async () => {
  await second?.close();
  await server?.close();
  await telegram?.close();
});

/** Listens to the project at a process; the stream has begun when this returns. */
async function listen({ client }: Pick<Person, 'client'>, at = server): Promise<EventClient> {
  const stream = await openEvents(`${at.url}/api/owner/projects/${project.id}/stream`, {
    cookie: client.cookie,
  });
  open.push(stream);
  await until(() => stream.events.length > 0);
  return stream;
}

const typingIn = ({ events }: EventClient) =>
  events.filter(({ event }) => event === 'typing').map(({ data }) => data);

const types = (person: Pick<Person, 'client'>, identity: string) =>
  person.client.owner('POST', `/projects/${project.id}/dialogs/${identity}/typing`);

/** Types on until something has happened, as often as a person may say it. */
async function repeated(identity: string, hasHappened: () => boolean): Promise<void> {
  let saidAt = Number.NEGATIVE_INFINITY;
  await until(async () => {
    if (performance.now() > saidAt + 1500) {
      expect((await types(anna, identity)).status).toBe(204);
      saidAt = performance.now();
    }
    return hasHappened();
  });
}

async function customer(): Promise<{ visitor: Browser; identity: string; profile: string }> {
  const visitor = await openBrowser(server, chat);
  await visitor.say('Hello');
  const identity = await identityOf(server, project, visitor.visitorId);
  // The dialog is there after the turn on the message.
  const { profile_id } = await until(async () => {
    const { items } = await server.make('GET', `/projects/${project.id}/dialogs`);
    return items.find((each: any) => each.identity_id === identity);
  });
  return { visitor, identity, profile: profile_id };
}

const lastAudit = async () => (await server.audit(project)).length;

it('colleagues at every process see that a person types, but not that person, and nothing is on record', async () => {
  const { identity, profile } = await customer();
  const boris = await join(server, project.id, 'operator');
  const analyst = await join(server, project.id, 'analyst');
  const before = await lastAudit();
  const [own, others, elsewhere, analysts] = [
    await listen(anna),
    await listen(boris),
    await listen(boris, second),
    await listen(analyst),
  ];
  expect((await types(anna, identity)).status).toBe(204);
  await until(() => typingIn(others).length === 1 && typingIn(elsewhere).length === 1);
  const told = {
    identity_id: identity,
    profile_id: profile,
    author: 'operator',
    person_id: anna.id,
    email: anna.email,
    seconds: 6,
  };
  expect([typingIn(others), typingIn(elsewhere)]).toEqual([[told], [told]]);
  expect(others.events.every(({ event, id }) => event !== 'typing' || id === undefined)).toBe(true);
  // What came to one stream of this process has come to all.
  expect([typingIn(own), typingIn(analysts)]).toEqual([[], []]);
  expect(await lastAudit()).toBe(before);
});

it('colleagues at every process are told who has a conversation open, and when they have left', async () => {
  const { profile } = await customer();
  const boris = await join(server, project.id, 'operator');
  const [own, others] = [await listen(anna), await listen(boris, second)];
  const looks = async (body: object, id = profile) =>
    (await anna.client.owner('POST', `/projects/${project.id}/conversations/${id}/looking`, body)).status;
  const lookingIn = ({ events }: EventClient) =>
    events.filter(({ event }) => event === 'looking').map(({ data }) => data);
  // The list follows the dialog.
  await until(async () => (await looks({})) === 204);
  expect(await looks({ seconds: 0 })).toBe(204);
  await until(() => lookingIn(others).length === 2);
  const told = { profile_id: profile, person_id: anna.id, email: anna.email };
  expect(lookingIn(others)).toEqual([
    { ...told, seconds: 30 },
    { ...told, seconds: 0 },
  ]);
  expect(lookingIn(own)).toEqual([]);
  expect([await looks({ seconds: 61 }), await looks({}, 'prof_none')]).toEqual([422, 404]);
});

it('the visitor of a web chat sees at every process that a person types, by the name of their presence and never by their address', async () => {
  const { visitor, identity } = await customer();
  const tabs = [
    await visitor.listen({ typing: true }),
    await visitor.listen({ typing: true, url: second.url }),
  ];
  open.push(...tabs);
  await types(anna, identity);
  await until(() => tabs.every((tab) => typingIn(tab).length === 1));
  const [nameless] = typingIn(tabs[0]!);
  expect(nameless).toEqual({ author: 'operator', seconds: expect.any(Number) });
  expect(nameless.seconds).toBeLessThanOrEqual(6);
  const presence = `/projects/${project.id}/presence`;
  const named = await anna.client.make('PUT', presence, { is_available: true, name: 'Anna' });
  expect(named.name).toBe('Anna');
  // A change of something else keeps it.
  expect((await anna.client.make('PUT', presence, { is_available: false })).name).toBe('Anna');
  await repeated(identity, () => typingIn(tabs[1]!).some(({ name }) => name === 'Anna'));
  expect(tabs.map((tab) => tab.raw()).join()).not.toContain(anna.email);
  const without = await anna.client.make('PUT', presence, { is_available: false, name: null });
  expect(without).not.toHaveProperty('name');
});

it('a visitor who reloads the page after a person has answered sees nobody type, at any process', async () => {
  const { visitor, identity } = await customer();
  const listening = [
    await visitor.listen({ typing: true }),
    await visitor.listen({ typing: true, url: second.url }),
  ];
  open.push(...listening);
  await types(anna, identity);
  await until(() => listening.every((tab) => typingIn(tab).length === 1));
  const say = (text: string) =>
    anna.client.make('POST', `/projects/${project.id}/dialogs/${identity}/messages`, { text });
  const hears = (tabs: Stream[], wanted: string) =>
    until(() => tabs.every(({ events }) => events.some(({ data }) => data?.text === wanted)));
  await say('We are open today.');
  await hears(listening, 'We are open today.');
  const after = (await visitor.messages()).at(-1).n;
  const reloaded = [
    await visitor.listen({ typing: true, after }),
    await visitor.listen({ typing: true, after, url: second.url }),
  ];
  open.push(...reloaded);
  // What a stream knows at its beginning comes before what happens later.
  await say('Until six.');
  await hears(reloaded, 'Until six.');
  expect(reloaded.map(typingIn)).toEqual([[], []]);
});

it('what a person says in a web chat has the name that they have set for customers, never their address, and keeps it', async () => {
  const { visitor, identity } = await customer();
  const presence = `/projects/${project.id}/presence`;
  const say = (text: string) =>
    anna.client.make('POST', `/projects/${project.id}/dialogs/${identity}/messages`, { text });
  const heard = (wanted: string) =>
    until(async () => (await visitor.messages()).find(({ text }) => text === wanted));
  await anna.client.make('PUT', presence, { is_available: true, name: 'Anna' });
  await say('It is me');
  expect(await heard('It is me')).toMatchObject({ author: 'operator', name: 'Anna' });
  await anna.client.make('PUT', presence, { is_available: true, name: null });
  await say('And now?');
  expect(await heard('And now?')).not.toHaveProperty('name');
  expect(await heard('It is me')).toMatchObject({ name: 'Anna' });
  expect(JSON.stringify(await visitor.messages())).not.toContain(anna.email);
});

it('Telegram is told no more often than it has to be, whoever types, and its refusal bothers nobody', async () => {
  telegram.meet({ id: 4242 });
  const channel = await server.make('POST', `/projects/${project.id}/channels`, {
    ...{ type: 'telegram', name: 'Bot', environment: 'live' },
    settings: { token: telegram.token, base_url: telegram.url },
  });
  const { id } = await server.makeIdentity(project.id, channel.id, '4242');
  const answers = await Promise.all([types(anna, id), types(anna, id), types({ client: server }, id)]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(telegram.calls.filter(({ method }) => method === 'sendChatAction')).toHaveLength(1);
  expect(telegram.typing.map(({ chat_id }) => chat_id)).toEqual([4242]);
  expect(telegram.refused).toEqual([]);
  telegram.block(4242);
  await repeated(id, () => telegram.calls.filter(({ method }) => method === 'sendChatAction').length === 2);
  expect(telegram.typing).toHaveLength(1);
});

it('nothing leaves the sandbox, nor goes to a channel that cannot show it', async () => {
  telegram.meet({ id: 5353 });
  const channel = await server.make('POST', `/projects/${project.id}/channels`, {
    ...{ type: 'telegram', name: 'Test bot', environment: 'sandbox' },
    settings: { token: telegram.token, base_url: telegram.url },
  });
  const own = await server.makeChannel(project.id);
  const before = telegram.calls.length;
  for (const { id } of [channel, own]) {
    const identity = await server.makeIdentity(project.id, id, '5353');
    expect((await types(anna, identity.id)).status).toBe(204);
  }
  expect(telegram.calls).toHaveLength(before);
});

it('people see that a visitor types, who is a customer, and a visitor who said nothing is nobody to them', async () => {
  const stranger = await openBrowser(server, chat);
  const stream = await listen(anna, second);
  expect((await stranger.call('POST', '/typing')).status).toBe(204);
  const { visitor, identity, profile } = await customer();
  expect((await visitor.call('POST', '/typing')).status).toBe(204);
  await until(() => typingIn(stream).length > 0);
  expect(typingIn(stream)).toEqual([
    { identity_id: identity, profile_id: profile, author: 'customer', seconds: 6 },
  ]);
});

it('somebody who says it without end gets a clear refusal', async () => {
  const { visitor, identity } = await customer();
  const boris = await join(server, project.id, 'operator');
  const answers = await Promise.all([
    ...Array.from({ length: 31 }, () => visitor.call('POST', '/typing')),
    ...Array.from({ length: 61 }, () => types(boris, identity)),
  ]);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.map(({ body }) => body.code)).toEqual(['typing_too_often', 'typing_too_often']);
});
