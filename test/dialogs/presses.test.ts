import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { type FakeTelegram, startTelegram } from '../fakes/telegram.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { makeChat, openBrowser } from '../webchat/scene.ts';
import { type DialogScene, makeDialogScene, signedCall } from './scene.ts';

let server: TestServer;
let telegram: FakeTelegram;

beforeAll(async () => {
  [server, telegram] = await Promise.all([startTestServer({ OUTBOUND_ALLOW: '127.0.0.1' }), startTelegram()]);
});

afterAll(async () => {
  await server?.close();
  await telegram?.close();
});

const inline = { keyboard: 'inline' };
const outOfDate = 'This button is out of date.';

/** Two questions with buttons, and a menu whose buttons lead to steps. */
const scenario = {
  triggers: [
    { type: 'command', command: '/start' },
    { type: 'command', command: '/menu', start: 'menu' },
    { type: 'text', text: 'Help', start: 'help' },
    { type: 'any', start: 'size' },
  ],
  steps: [
    {
      id: 'size',
      type: 'choice',
      text: 'Size?',
      ...inline,
      field: 'size',
      options: [{ text: 'S' }, { text: 'L' }],
    },
    {
      id: 'count',
      type: 'question',
      text: 'How many?',
      ...inline,
      buttons: ['none', '1', '2'],
      field: 'count',
      validate: { type: 'integer', message: 'A number, please.' },
    },
    { id: 'name', type: 'question', text: 'Your name?', field: 'name' },
    { id: 'thanks', type: 'message', text: '{{ state.name }}: {{ state.count }} of {{ state.size }}' },
    { id: 'done', type: 'end' },
    {
      id: 'menu',
      type: 'message',
      text: 'Well?',
      ...inline,
      buttons: [{ text: 'Hours', next: 'hours' }, 'Help', { text: 'Site', url: 'https://shop.example/' }],
    },
    { id: 'ask', type: 'question', text: 'Or ask.', field: 'wish' },
    { id: 'over', type: 'end' },
    { id: 'hours', type: 'message', text: 'Nine to five.', next: 'done' },
    { id: 'help', type: 'message', text: 'Here we are.', next: 'done' },
  ],
};

/** A customer of a webhook channel, whose system sends presses. */
interface Customer {
  identity: string;
  say(text: string): Promise<string>;
  /** Presses a button of the newest message with this text. @returns what that did */
  press(message: string, button: string): Promise<string>;
  call(body: Record<string, unknown>): Promise<any>;
  told(): Promise<string[]>;
  state(): Promise<Record<string, string>>;
}

let project: TestProject;
let scene: DialogScene;
const secret = `whsec_${Buffer.from('a secret of twenty-four.').toString('base64')}`;

async function makeCustomer(own = scene): Promise<Customer> {
  const externalId = randomUUID();
  const identity = await own.identity(externalId);
  const call: Customer['call'] = async (body) => {
    const sent = { external_id: externalId, message_id: randomUUID(), ...body };
    return server.call('POST', `/api/channels/${own.channelId}/webhook`, signedCall(secret, sent));
  };
  const did = async (body: Record<string, unknown>) => {
    const answer = await call(body);
    expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
    await own.settled(identity);
    return (await own.history(identity)).find(({ id }) => id === answer.body.message_id).did;
  };
  return {
    identity,
    call,
    say: (text) => did({ text }),
    async press(message, button) {
      const shown = (await own.history(identity)).findLast(
        ({ text, direction }) => direction === 'out' && text === message,
      );
      const index = shown.buttons.findIndex(({ text }: any) => text === button);
      return did({ button: { message_id: shown.id, index } });
    },
    told: () => own.told(identity),
    async state() {
      const [profile] = (
        await server.call(
          'GET',
          `/api/v1/projects/${own.project.id}/profiles?channel_id=${own.channelId}&external_id=${externalId}`,
          own.project,
        )
      ).body.items;
      return profile.state;
    },
  };
}

async function makeWebhookScene(): Promise<DialogScene> {
  const own = await server.makeProject();
  const settings = { url: 'https://client.example/', signing_secret: secret };
  const channel = await server.makeChannel(own.id, undefined, settings);
  return makeDialogScene(server, own, channel.id);
}

beforeAll(async () => {
  scene = await makeWebhookScene();
  project = scene.project;
  await scene.publish(scenario);
});

describe('a press of an inline button', () => {
  it('answers the question that its message asked, also after a wrong answer', async () => {
    const customer = await makeCustomer();
    expect(await customer.say('/start')).toBe('started');
    expect(await customer.press('Size?', 'L')).toBe('filled');
    expect(await customer.press('How many?', 'none')).toBe('filled');
    expect(await customer.press('How many?', '2')).toBe('filled');
    expect(await customer.say('Ann')).toBe('filled');
    expect(await customer.told()).toEqual([
      'Size?',
      'How many?',
      'A number, please.',
      'Your name?',
      'Ann: 2 of L',
    ]);
  });

  it('never answers a later question, and the customer is told that it is out of date', async () => {
    const customer = await makeCustomer();
    await customer.say('/start');
    await customer.press('Size?', 'L');
    await customer.say('3');
    expect(await customer.press('Size?', 'S')).toBe('out_of_date');
    expect(await customer.press('How many?', '1')).toBe('out_of_date');
    expect(await customer.say('Ann')).toBe('filled');
    // After the end, it does not begin the scenario again either.
    expect(await customer.press('Size?', 'S')).toBe('out_of_date');
    expect(await customer.told()).toEqual([
      ...['Size?', 'How many?', 'Your name?', outOfDate, outOfDate, 'Ann: 3 of L', outOfDate],
    ]);
    expect(await customer.state()).toEqual({ size: 'L', count: '3', name: 'Ann' });
    const entries = (await server.audit(project)).filter(({ action }) => action === 'message.out_of_date');
    expect(entries).toHaveLength(3);
  });

  it('leads to its step from wherever the dialog is, and once', async () => {
    const customer = await makeCustomer();
    await customer.say('/menu');
    expect(await customer.say('/start')).toBe('started');
    // The dialog waits at a question of the same version.
    expect(await customer.press('Well?', 'Hours')).toBe('branched');
    expect(await customer.told()).toEqual(['Well?', 'Or ask.', 'Size?', 'Nine to five.']);
    expect(await customer.press('Well?', 'Hours')).toBe('out_of_date');
    await customer.say('/menu');
    await customer.say('a pony');
    // The dialog has ended.
    expect(await customer.press('Well?', 'Hours')).toBe('branched');
    expect((await customer.told()).slice(4)).toEqual([outOfDate, 'Well?', 'Or ask.', 'Nine to five.']);
    expect(await customer.state()).toEqual({ wish: 'a pony' });
  });

  it('of a message without a question waits for the present question, and fires triggers otherwise', async () => {
    const customer = await makeCustomer();
    await customer.say('/menu');
    await customer.say('a pony');
    await customer.say('/start');
    expect(await customer.press('Well?', 'Help')).toBe('out_of_date');
    expect((await customer.told()).at(-1)).toBe('Please answer the last question first.');
    for (const text of ['L', '1', 'Ann']) await customer.say(text);
    expect(await customer.press('Well?', 'Help')).toBe('started');
    expect((await customer.told()).at(-1)).toBe('Here we are.');
  });

  it('of a message that a client sent does not answer a question of the scenario', async () => {
    const customer = await makeCustomer();
    await customer.say('/start');
    await server.send(project, customer.identity, { text: 'Rate us', ...inline, buttons: ['S', 'Fine'] });
    expect(await customer.press('Rate us', 'S')).toBe('out_of_date');
    expect(await customer.say('S')).toBe('filled');
  });

  it('goes to the operator who holds the dialog, and the customer is told nothing', async () => {
    const customer = await makeCustomer();
    await customer.say('/menu');
    await scene.operator(customer.identity, 'hold');
    expect(await customer.press('Well?', 'Hours')).toBe('held');
    expect(await customer.told()).toEqual(['Well?', 'Or ask.']);
  });

  it('answers the question of a dialog that an earlier version of the server left', async () => {
    const customer = await makeCustomer();
    await customer.say('/start');
    await customer.press('Size?', 'L');
    await server.server.parts.database.query(
      `UPDATE dialog.dialogs SET position = (position::jsonb - 'asked')::json WHERE project_id = $1 AND identity_id = $2`,
      [readId('project', project.id), readId('identity', customer.identity)],
    );
    expect(await customer.press('Size?', 'S')).toBe('filled');
    expect(await customer.press('How many?', '1')).toBe('filled');
    // From the next question on, it is as in others.
    expect(await customer.press('How many?', '1')).toBe('out_of_date');
  });

  it('is an answer like any other in the reply keyboard, on whichever message it stands', async () => {
    const customer = await makeCustomer();
    await server.send(project, customer.identity, { text: 'Menu', buttons: ['S', 'L'] });
    await customer.say('/start');
    expect(await customer.press('Menu', 'S')).toBe('filled');
  });

  it('of another customer, or beyond the last button, is refused at the field', async () => {
    const [customer, other] = [await makeCustomer(), await makeCustomer()];
    await customer.say('/start');
    const [message] = (await scene.history(customer.identity)).filter(({ direction }) => direction === 'out');
    for (const [who, message_id, index] of [
      [other, message.id, 0],
      [customer, message.id, 2],
      [customer, 'msg_x', 0],
    ] as const) {
      const answer = await who.call({ button: { message_id, index } });
      expect([answer.status, answer.body.detail[0].loc, answer.body.detail[0].type]).toEqual([
        ...[422, ['body', 'button'], 'value_error'],
      ]);
    }
    const neither = await customer.call({});
    expect([neither.status, neither.body.detail[0].loc, neither.body.detail[0].type]).toEqual([
      ...[422, ['body', 'text'], 'missing'],
    ]);
  });
});

it('a button leads on in the version of its dialog, and after that in the newest if that has the step', async () => {
  const own = await makeWebhookScene();
  const version = (step: string, text: string) => ({
    triggers: [{ type: 'any' }],
    steps: [
      { id: 'menu', type: 'message', text: 'Well?', ...inline, buttons: [{ text: 'Go', next: step }] },
      { id: 'ask', type: 'question', text: 'Or?', field: 'x', next: 'end' },
      { id: step, type: 'message', text, next: 'end' },
      { id: 'end', type: 'end' },
    ],
  });
  await own.publish(version('first', 'One'));
  const [waiting, over, late] = [await makeCustomer(own), await makeCustomer(own), await makeCustomer(own)];
  for (const customer of [waiting, over, late]) await customer.say('x');
  for (const customer of [over, late]) await customer.say('y');
  await own.publish(version('first', 'Two'));
  expect(await waiting.press('Well?', 'Go')).toBe('branched');
  expect(await over.press('Well?', 'Go')).toBe('branched');
  await own.publish(version('second', 'Three'));
  expect(await late.press('Well?', 'Go')).toBe('out_of_date');
  const last = async (customer: Customer) => (await customer.told()).at(-1);
  expect([await last(waiting), await last(over), await last(late)]).toEqual(['One', 'Two', outOfDate]);
});

describe('on Telegram', () => {
  let bot: DialogScene;
  const anna = 4242;
  let identity: string;
  const sent = (text: string) => telegram.sent.findLast((each) => each.text === text)!;
  const press = async (text: string, button: string, { data }: { data?: string } = {}) => {
    const { message_id, reply_markup } = sent(text);
    const key = reply_markup?.inline_keyboard.flat().find((each: any) => each.text === button);
    const before = telegram.answered.length;
    await telegram.press(anna, message_id, data ?? key.callback_data);
    await until(() => telegram.answered.length > before);
  };
  const keys = (text: string) =>
    sent(text)
      .reply_markup?.inline_keyboard.flat()
      .map((key: any) => key.text);
  const isOver = () =>
    until(async () => {
      const { rows } = await server.server.parts.database.query<any>(
        `SELECT count(*)::int AS n FROM dialog.tasks WHERE kind = 'press' AND state IN ('queued', 'running')`,
      );
      return rows[0].n === 0;
    });
  const waitFor = (text: string) => until(() => telegram.sent.findLast((each) => each.text === text));

  beforeAll(async () => {
    const own = await server.makeProject();
    telegram.meet({ id: anna });
    const channel = await server.make('POST', `/projects/${own.id}/channels`, {
      ...{ type: 'telegram', name: 'Bot', environment: 'live' },
      settings: { token: telegram.token, base_url: telegram.url },
    });
    bot = await makeDialogScene(server, own, channel.id);
    await bot.publish(scenario);
    identity = await bot.identity(String(anna));
  });

  it('the buttons of an answered question are taken away, and links stay', async () => {
    await telegram.say(anna, '/start');
    await waitFor('Size?');
    await press('Size?', 'L');
    await waitFor('How many?');
    await until(() => keys('Size?') === undefined);
    await press('How many?', 'none');
    await waitFor('A number, please.');
    await isOver();
    // The answer was wrong, so the question is still open.
    expect(keys('How many?')).toEqual(['none', '1', '2']);
    await telegram.say(anna, '/menu');
    await waitFor('Or ask.');
    await press('Well?', 'Hours');
    await waitFor('Nine to five.');
    await until(() => keys('Well?')?.length === 1);
    expect(keys('Well?')).toEqual(['Site']);
    expect([telegram.refused, telegram.notices]).toEqual([[], []]);
  });

  it('a press of an old button is answered with a notice, and the button is taken away', async () => {
    await telegram.say(anna, '/start');
    await until(() => telegram.sent.filter(({ text }) => text === 'Size?').length === 2);
    const data = sent('Size?').reply_markup.inline_keyboard[0][0].callback_data;
    await telegram.say(anna, 'L');
    await until(() => telegram.sent.filter(({ text }) => text === 'How many?').length === 2);
    await press('Size?', 'S', { data });
    await until(() => keys('Size?') === undefined);
    expect(telegram.notices).toEqual([outOfDate]);
    // A second press that was under way finds nothing to take away, and that is no fault.
    await press('Size?', 'S', { data });
    await isOver();
    expect(telegram.notices).toEqual([outOfDate, outOfDate]);
    const failed = (await server.audit(bot.project)).filter(({ action }) => action.startsWith('press.'));
    expect(failed).toEqual([]);
  });

  it('an edit that fails for good, or for a while, does not touch the conversation', async () => {
    await telegram.say(anna, '/start');
    await until(() => telegram.sent.filter(({ text }) => text === 'Size?').length === 3);
    telegram.trouble('editMessageReplyMarkup', { is: 'cut' }, { is: 'too_many', retryAfter: 0 });
    await press('Size?', 'L');
    await until(() => telegram.sent.filter(({ text }) => text === 'How many?').length === 3);
    await isOver();
    expect(keys('Size?')).toBe(undefined);
    const description = "Bad Request: message can't be edited";
    telegram.trouble('editMessageReplyMarkup', { is: 'refused', status: 400, description });
    await press('How many?', '1');
    await until(() => telegram.sent.filter(({ text }) => text === 'Your name?').length === 1);
    await isOver();
    const entries = await until(async () => {
      const found = (await server.audit(bot.project)).filter(({ action }) => action === 'press.failed');
      return found.length > 0 && found;
    });
    expect(entries[0].data.error).toEqual({ code: 'http_400', message: `Telegram answered: ${description}` });
    expect(await bot.settled(identity)).not.toContain('failed');
  });
});

describe('in the web chat', () => {
  it('tabs are told what a press did, and a later one sees that the buttons are spent', async () => {
    const own = await server.makeProject();
    const chat = (await makeChat(server, own)).id;
    await (await makeDialogScene(server, own, chat)).publish(scenario);
    const visitor = await openBrowser(server, chat);
    const stream = await visitor.listen({ presses: true });
    const silent = await visitor.listen();
    await visitor.say('/start');
    const shown = (text: string) => until(() => stream.messages().find((each) => each.text === text));
    const size = await shown('Size?');
    const press = (message_id: string, index: number) =>
      visitor.call('POST', '/messages', { button: { message_id, index } });
    const presses = () => stream.events.filter(({ event }) => event === 'press').map(({ data }) => data);
    await press(size.message_id, 1);
    await shown('How many?');
    await until(() => presses().length === 1);
    await press(size.message_id, 0);
    await until(() => presses().length === 2);
    expect(presses()).toEqual([
      { message_id: size.message_id, spent: true, notice: null, chosen: 1 },
      // The first answer stays the answer.
      { message_id: size.message_id, spent: true, notice: outOfDate, chosen: 1 },
    ]);
    const messages = await visitor.messages();
    expect(messages.map(({ text, spent }) => [text, spent])).toEqual([
      ['/start', undefined],
      ['Size?', true],
      ['L', undefined],
      ['How many?', undefined],
      ['S', undefined],
    ]);
    // Scripts of earlier versions stumble over events that they do not know.
    expect(silent.events.some(({ event }) => event === 'press')).toBe(false);
    stream.cut();
    silent.cut();
  });
});
