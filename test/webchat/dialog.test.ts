import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Said } from '../../src/dialog/channels/webchat/said.ts';
import { record } from '../../src/dialog/channels/webchat/transcript.ts';
import { hear } from '../../src/dialog/dialogs/hear.ts';
import { applyRetention } from '../../src/dialog/retention/remove.ts';
import { newId, readId } from '../../src/platform/ids.ts';
import type { TestProject } from '../harness/client.ts';
import { patient } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { type Browser, identityOf, makeChat, openBrowser } from './scene.ts';

let server: TestServer;
/** A second process's worth of server on the same database. */
let second: TestServer;
let project: TestProject;
let chat: string;

beforeAll(async () => {
  server = await useTestServer();
  second = await startTestServer({ TRUST_PROXY: 'true' }, server.database);
  project = await server.makeProject();
  chat = (await makeChat(server, project)).id;
});

afterAll(async () => {
  await second?.close();
  await server?.close();
});

/** A visitor who has sent a message, and so is a customer. */
async function openDialog(channel = chat): Promise<{ visitor: Browser; identity: string }> {
  const visitor = await openBrowser(server, channel);
  expect((await visitor.say('Hello')).status).toBe(202);
  return { visitor, identity: await identityOf(server, project, visitor.visitorId) };
}

const tasksOf = async (identity: string, kind: string) =>
  (
    await server.server.parts.database.query<any>(
      'SELECT * FROM dialog.tasks WHERE project_id = $1 AND identity_id = $2 AND kind = $3 ORDER BY seq',
      [readId('project', project.id), readId('identity', identity), kind],
    )
  ).rows;

describe('a message of a visitor', () => {
  it('makes the visitor a customer, is accepted for the scenario, and is in the transcript', async () => {
    const visitor = await openBrowser(server, chat, { name: 'Ann' });
    const answer = await visitor.say('Hello  there');
    expect([answer.status, answer.body]).toEqual([
      202,
      { message_id: expect.stringMatching(/^msg_/), status: 'queued', duplicate: false },
    ]);
    expect(await visitor.messages()).toEqual([
      {
        n: 1,
        message_id: answer.body.message_id,
        direction: 'in',
        author: 'customer',
        text: 'Hello  there',
        buttons: [],
        keyboard: 'reply',
        columns: 1,
        format: 'plain',
        image: '',
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    const identity = await identityOf(server, project, visitor.visitorId);
    const tasks = await tasksOf(identity, 'received');
    expect(tasks.map(({ payload }) => payload)).toEqual([{ text: 'Hello  there', data: {} }]);
    const entries = await until(async () => {
      const found = (await server.audit(project)).filter(
        ({ subject }) => subject.id === answer.body.message_id,
      );
      return found.length > 0 && found;
    });
    expect(entries[0]).toMatchObject({ action: 'message.received', actor: { type: 'channel', id: chat } });
  });

  it('is accepted once for its message_id, even at two servers at the same instant', async () => {
    const visitor = await openBrowser(server, chat);
    const message_id = randomUUID();
    const say = (url: string) =>
      fetch(`${url}/api/chat/${chat}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${visitor.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'Once', message_id }),
      }).then(async (response) => [response.status, ((await response.json()) as any).duplicate]);
    const answers = await Promise.all([server.url, second.url, server.url, second.url].map(say));
    expect(answers.sort()).toEqual([[202, false], ...Array(3).fill([202, true])]);
    expect(await visitor.messages()).toHaveLength(1);
    const other = await visitor.say('Other words', { message_id });
    expect([other.status, other.body.code]).toEqual([409, 'message_id_reused']);
    // Another visitor's ids are their own.
    const stranger = await openBrowser(server, chat);
    expect((await stranger.say('Other words', { message_id })).body.duplicate).toBe(false);
  });

  it.each([
    [{}, ['body', 'text'], 'missing'],
    [{ text: null }, ['body', 'text'], 'missing'],
    [{ text: '' }, ['body', 'text'], 'string_too_short'],
    [{ text: 'x'.repeat(3001) }, ['body', 'text'], 'string_too_long'],
    [{ text: 'a\0' }, ['body', 'text'], 'value_error'],
    [{ text: 'a', message_id: '' }, ['body', 'message_id'], 'string_too_short'],
    [{ text: 'a', message_id: 'x'.repeat(101) }, ['body', 'message_id'], 'string_too_long'],
    [{ button: { message_id: 'msg_x', index: -1 } }, ['body', 'button', 'index'], 'greater_than_equal'],
    [{ button: { message_id: 'msg_x', index: 0 } }, ['body', 'button'], 'value_error'],
    [
      { button: { message_id: 'msg_01m7w9ass2fdft80zaf5at9rfj', index: 1e15 } },
      ['body', 'button'],
      'value_error',
    ],
  ])('with a wrong field is a 422 at the field: %j', async (body, loc, type) => {
    const visitor = await openBrowser(server, chat);
    const answer = await visitor.call('POST', '/messages', body);
    expect([answer.status, answer.body.detail[0].loc, answer.body.detail[0].type]).toEqual([422, loc, type]);
  });

  it('is never stored after its answer, whichever is written first', async () => {
    const { parts } = server.server;
    const { database } = parts;
    const projectId = readId('project', project.id)!;
    const visitor = await openBrowser(server, chat);
    const channel = { projectId, id: readId('channel', chat)!, name: 'Website' };
    const heard = { externalId: visitor.visitorId, name: null, data: {} };
    const identities = [];
    for (const text of ['one', 'two']) {
      identities.push(await hear(parts, channel, { ...heard, key: randomUUID(), text }, 'r'));
    }
    const place = { projectId, identityId: identities[0]!.identityId };
    const said: Said = {
      id: newId(),
      author: 'operator',
      content: { text: 'answer', buttons: [], keyboard: 'reply', columns: 1, format: 'plain', image: '' },
      createdAt: new Date(),
    };
    await record(database, place, said);
    await record(database, place, said);
    await record(database, place);
    const messages = await visitor.messages();
    expect(messages.map(({ n, text, author }) => [n, text, author])).toEqual([
      [1, 'one', 'customer'],
      [2, 'two', 'customer'],
      [3, 'answer', 'operator'],
    ]);
  });
});

describe('a message to a visitor', () => {
  it.each(['live', 'sandbox'])('is in the transcript and counts as sent: %s', async (environment) => {
    const { id } = await makeChat(server, project, { environment });
    const { visitor, identity } = await openDialog(id);
    const sent = await server.send(project, identity, {
      text: 'Shall we?',
      buttons: [
        'Yes',
        { text: 'More', url: 'https://shop.example/more' },
        { text: 'No', id: 'no', payload: { secret: 1 } },
      ],
      columns: 3,
      variants: { webchat: { image: 'https://shop.example/a.png' } },
    });
    expect(await server.outcome(project, sent.body.message_id)).toBe('message.sent');
    const messages = await visitor.messages();
    expect(messages[1]).toMatchObject({
      n: 2,
      message_id: sent.body.message_id,
      direction: 'out',
      author: 'scenario',
      text: 'Shall we?',
      buttons: [{ text: 'Yes' }, { text: 'More', url: 'https://shop.example/more' }, { text: 'No' }],
      columns: 3,
      image: 'https://shop.example/a.png',
    });
    // A button's id and payload stay on the server.
    expect(JSON.stringify(messages)).not.toContain('secret');
  });

  it("has buttons: a press sends the button's text, with its id and payload for the scenario", async () => {
    const { visitor, identity } = await openDialog();
    const buttons = ['Yes', { text: 'No', id: 'no', payload: { why: [1] } }];
    const { body } = await server.send(project, identity, { text: 'Shall we?', buttons });
    await server.outcome(project, body.message_id);
    const press = (index: number, by = visitor) =>
      by.call('POST', '/messages', { button: { message_id: body.message_id, index } });
    expect((await press(1)).status).toBe(202);
    expect((await press(0)).status).toBe(202);
    expect((await press(2)).status).toBe(422);
    expect((await press(0, await openBrowser(server, chat))).status).toBe(422);
    const { message_id } = body;
    const [, ...pressed] = await tasksOf(identity, 'received');
    expect(pressed.map(({ payload }: any) => payload)).toEqual([
      { text: 'No', data: { button: { text: 'No', message_id, id: 'no', payload: { why: [1] } } } },
      { text: 'Yes', data: { button: { text: 'Yes', message_id } } },
    ]);
    expect((await visitor.messages()).map(({ text }) => text)).toEqual(['Hello', 'Shall we?', 'No', 'Yes']);
  });
});

describe('a listening tab', () => {
  it('gets messages of both directions at once, in every tab and at every server', async () => {
    const visitor = await openBrowser(server, chat);
    const tabs = [await visitor.listen(), await visitor.listen(), await visitor.listen({ url: second.url })];
    for (const { status, headers } of tabs) {
      expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
      expect([headers['access-control-allow-origin'], headers.vary]).toEqual([
        'https://shop.example',
        'Origin',
      ]);
    }
    await visitor.say('Hello');
    const identity = await identityOf(server, project, visitor.visitorId);
    await second.send(project, identity, { text: 'Welcome' });
    // Sooner than the next read without a notice.
    await until(() => tabs.every((tab) => tab.messages().length === 2), 4000);
    for (const tab of tabs) {
      expect(tab.messages()).toEqual(await visitor.messages());
      expect(tab.events.filter(({ event }) => event === 'message').map(({ id }) => id)).toEqual(['1', '2']);
      tab.cut();
    }
  });

  it('that loses its connection repeatedly gets every message exactly once', async () => {
    const { visitor, identity } = await openDialog();
    const total = 60;
    const sending = (async () => {
      for (let i = 2; i <= total; i++) {
        await (i % 2 ? server : second).send(project, identity, { text: `message ${i}` });
      }
    })();
    const seen: any[] = [];
    let cuts = 0;
    for (let last = '0'; seen.length < total; cuts++) {
      const tab = await visitor.listen({ lastEventId: last, url: cuts % 2 ? second.url : server.url });
      await until(() => tab.messages().length >= Math.min(7, total - seen.length));
      tab.cut();
      // More may have come at once.
      const told = tab.events.filter(({ event }) => event === 'message').slice(0, 7);
      seen.push(...told.map(({ data }) => data));
      last = told.at(-1)!.id!;
    }
    await sending;
    expect(cuts).toBeGreaterThan(3);
    expect(seen.map(({ n }) => n)).toEqual(Array.from({ length: total }, (_, i) => i + 1));
    expect(seen.slice(1).map(({ text }) => text)).toEqual(
      Array.from({ length: total - 1 }, (_, i) => `message ${i + 2}`),
    );
  });

  it.each([
    [{}, [1, 2, 3]],
    [{ after: 2 }, [3]],
    [{ after: 3 }, []],
    [{ after: 2 ** 53 }, []],
    [{ lastEventId: '1' }, [2, 3]],
    [{ lastEventId: '1', after: 3 }, [2, 3]],
    [{ lastEventId: 'x', after: 2 }, [3]],
    [{ lastEventId: '99999999999999' }, []],
  ])('goes on after the message that it names: %j', async (from, expected) => {
    const { visitor } = await openDialog();
    for (const text of ['two', 'three']) await visitor.say(text);
    const tab = await visitor.listen(from);
    // The operator event comes last.
    await until(() => tab.events.some(({ event }) => event === 'operator'));
    expect(tab.messages().map(({ n }) => n)).toEqual(expected);
    tab.cut();
  });

  it('is notified when an operator takes the dialog and releases it', async () => {
    const { visitor, identity } = await openDialog();
    const tab = await visitor.listen();
    const held = () => tab.events.filter(({ event }) => event === 'operator').map(({ data }) => data.held);
    await until(() => held().length === 1);
    const dialog = `/projects/${project.id}/dialogs/${identity}`;
    await server.make('POST', `${dialog}/hold`);
    await until(() => held().length === 2, 4000);
    expect((await openBrowser(server, chat, { visitor: visitor.token })).session.held).toBe(true);
    await server.make('POST', `${dialog}/messages`, { text: 'How can I help?' });
    await until(() =>
      tab.messages().some(({ author, text }) => author === 'operator' && text === 'How can I help?'),
    );
    await server.make('POST', `${dialog}/release`);
    await until(() => held().length === 3, 4000);
    expect(held()).toEqual([false, true, false]);
    tab.cut();
  });

  it('is disconnected when the channel is deleted', async () => {
    const { id } = await makeChat(server, project);
    const visitor = await openBrowser(server, id);
    const tab = await visitor.listen();
    await server.owner('DELETE', `/projects/${project.id}/channels/${id}`);
    await until(() => tab.isOver);
  });

  it('does not delay a server that stops', async () => {
    // Longer than the limits of this test, so a server that waits for its listeners would exceed them.
    const settings = { TRUST_PROXY: 'true', SHUTDOWN_SECONDS: '120' };
    const third = await startTestServer(settings, server.database);
    const visitor = await openBrowser(third, chat);
    const tabs = [await visitor.listen(), await visitor.listen()];
    const before = Date.now();
    await third.close();
    expect(Date.now() - before).toBeLessThan(patient(4000));
    await until(() => tabs.every(({ isOver }) => isOver));
  });
});

describe('a scenario in the web chat', () => {
  it('answers in the chat, and reads a pressed button as a choice', async () => {
    const owned = await server.makeProject();
    const { id } = await makeChat(server, owned);
    const definition = {
      triggers: [{ type: 'command', command: '/start' }],
      steps: [
        {
          id: 'size',
          type: 'choice',
          text: 'Which size?',
          options: [
            { text: 'Small', next: 'small' },
            { text: 'Large', next: 'large' },
          ],
        },
        { id: 'small', type: 'message', text: 'A small one.', next: 'done' },
        { id: 'large', type: 'message', text: 'A large one.' },
        { id: 'done', type: 'end' },
      ],
    };
    await server.make('PUT', `/projects/${owned.id}/scenario/draft`, { definition });
    await server.make('POST', `/projects/${owned.id}/scenario/publish`);
    const visitor = await openBrowser(second, id);
    const tab = await visitor.listen();
    await visitor.say('/start');
    const question = await until(() => tab.messages()[1]);
    expect(question.buttons).toEqual([{ text: 'Small' }, { text: 'Large' }]);
    const button = { message_id: question.message_id, index: 1 };
    expect((await visitor.call('POST', '/messages', { button })).status).toBe(202);
    await until(() => tab.messages().length === 4);
    expect(tab.messages().map(({ text }) => text)).toEqual([
      '/start',
      'Which size?',
      'Large',
      'A large one.',
    ]);
    tab.cut();
  });
});

describe('the operator button', () => {
  it('holds the dialog for a person, in order with messages, and makes a silent visitor a customer', async () => {
    const visitor = await openBrowser(server, chat);
    const tab = await visitor.listen();
    const answer = await visitor.call('POST', '/operator');
    expect([answer.status, answer.body]).toEqual([202, { status: 'queued' }]);
    const identity = await identityOf(server, project, visitor.visitorId);
    const [task, ...more] = await tasksOf(identity, 'dialog');
    expect(more).toEqual([]);
    expect([task.payload, task.lane, task.environment]).toEqual([
      { type: 'operator_wanted' },
      `dialog:${readId('identity', identity)}`,
      'live',
    ]);
    const wish = await until(async () =>
      (await server.audit(project)).find(
        ({ action, subject }) => action === 'dialog.operator_wanted' && subject.id === identity,
      ),
    );
    expect(wish.actor).toEqual({ type: 'channel', id: chat, name: 'Website' });
    await until(() => tab.events.some(({ event, data }) => event === 'operator' && data.held));
    tab.cut();
  });

  it('holds the dialog for the minutes that the channel says', async () => {
    const settings = { allowed_domains: ['shop.example'], call_minutes: 5 };
    const visitor = await openBrowser(server, (await makeChat(server, project, { settings })).id);
    await visitor.call('POST', '/operator');
    const identity = await identityOf(server, project, visitor.visitorId);
    const held = await until(async () => {
      const { items } = await server.make('GET', `/projects/${project.id}/dialogs?held=true`);
      return items.find(({ identity_id }: { identity_id: string }) => identity_id === identity)?.held;
    });
    const minutes = (Date.parse(held.until) - Date.parse(held.at)) / 60_000;
    expect(minutes).toBeCloseTo(5, 1);
    const none = { type: 'webchat', name: 'Chat', environment: 'live', settings: { call_minutes: 0 } };
    const { status, body } = await server.owner('POST', `/projects/${project.id}/channels`, none);
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'settings', 'call_minutes']]);
  });
});

describe('a transcript whose messages have expired', () => {
  it('is empty, and goes on with the next number', async () => {
    const { visitor, identity } = await openDialog();
    await visitor.say('again');
    await until(async () =>
      (await tasksOf(identity, 'received')).every(({ state }: { state: string }) => state === 'succeeded'),
    );
    const { database, settings } = server.server.parts;
    await applyRetention(database, settings, new Date(Date.now() + 100 * 86_400_000));
    expect(await visitor.messages()).toEqual([]);
    await visitor.say('and again');
    expect((await visitor.messages()).map(({ n, text }) => [n, text])).toEqual([[3, 'and again']]);
  });
});

describe('a message to a visitor that is being written', () => {
  const say = async (identity: string, text: string, typing_seconds?: number) => {
    const content = { text, ...(typing_seconds !== undefined && { typing_seconds }) };
    const path = `/projects/${project.id}/dialogs/${identity}/messages`;
    return (await server.make('POST', path, content)).message_id as string;
  };

  it('is announced at every process to the tabs that asked for it, after what was said before, and is stored nowhere', async () => {
    const { visitor, identity } = await openDialog();
    const tabs = await Promise.all([
      visitor.listen({ typing: true }),
      visitor.listen({ typing: true, url: second.url }),
    ]);
    const old = await visitor.listen();
    await until(() => [...tabs, old].every((tab) => tab.messages().length === 1));
    await say(identity, 'One');
    const id = await say(identity, 'Two', 2);
    await until(() => [...tabs, old].every((tab) => tab.messages().length === 3));
    const told = (tab: typeof old) =>
      tab.events.map(({ event, data }) => (event === 'message' ? data.text : event));
    for (const tab of tabs) {
      expect(told(tab)).toEqual(['operator', 'Hello', 'One', 'typing', 'Two']);
      const { data } = tab.events.find(({ event }) => event === 'typing')!;
      expect(data).toEqual({ message_id: id, author: 'operator', seconds: expect.any(Number) });
      expect(data.seconds).toBeGreaterThan(0);
      expect(data.seconds).toBeLessThanOrEqual(2);
      tab.cut();
    }
    expect(told(old)).toEqual(['operator', 'Hello', 'One', 'Two']);
    old.cut();
    expect(JSON.stringify(await visitor.messages())).not.toContain('typing');
  });

  it('is announced to a tab that connects while it is being written, and not to one that comes afterwards', async () => {
    const { visitor, identity } = await openDialog();
    const first = await visitor.listen({ typing: true });
    const id = await say(identity, 'Slow', 4);
    const names = (tab: typeof first) => tab.events.map(({ event }) => event);
    await until(() => names(first).includes('typing'));
    const second = await visitor.listen({ typing: true });
    const without = await visitor.listen();
    await until(() => names(second).includes('typing'));
    expect(second.events.find(({ event }) => event === 'typing')!.data).toMatchObject({ message_id: id });
    await until(() => [first, second, without].every((tab) => tab.messages().length === 2));
    const late = await visitor.listen({ typing: true });
    await until(() => late.messages().length === 2);
    await until(() => names(late).includes('operator'));
    expect([names(late), names(without)].flat()).not.toContain('typing');
    for (const tab of [first, second, without, late]) tab.cut();
  });
});

describe('the formatted text of a message', () => {
  it('is beside its text, for messages to the visitor by their format, and for those of the visitor without one', async () => {
    const { visitor, identity } = await openDialog();
    await visitor.say('**a** <b>b</b> www.example.com');
    const path = `/projects/${project.id}/dialogs/${identity}/messages`;
    await server.make('POST', path, { text: '**Hi** & `x`', format: 'markdown' });
    await server.make('POST', path, { text: '**Hi**' });
    const shown = await until(async () => {
      const messages = await visitor.messages();
      return messages.length === 4 && messages.map(({ text, formatted }) => [text, formatted]);
    });
    expect(shown).toEqual([
      ['Hello', undefined],
      [
        '**a** <b>b</b> www.example.com',
        ['**a** <b>b</b> ', { type: 'link', url: 'https://www.example.com', children: ['www.example.com'] }],
      ],
      ['**Hi** & `x`', [{ type: 'bold', children: ['Hi'] }, ' & ', { type: 'code', children: ['x'] }]],
      ['**Hi**', undefined],
    ]);
  });
});
