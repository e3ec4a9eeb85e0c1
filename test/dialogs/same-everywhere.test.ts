import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeTelegram, type Sent, startTelegram } from '../fakes/telegram.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type Browser, makeChat, openBrowser } from '../webchat/scene.ts';
import { type DialogScene, makeDialogScene } from './scene.ts';

let server: TestServer;
let telegram: FakeTelegram;
let scene: DialogScene;
let chat: string;

const picture = (name: string) => `https://shop.example/${name}.png`;

/** Everything that a scenario says and asks, in one conversation. */
const definition = {
  triggers: [{ type: 'any' }],
  steps: [
    { id: 'hello', type: 'message', text: '*Welcome* to <us>', format: 'plain', image: picture('hello') },
    {
      id: 'offers',
      type: 'message',
      text: 'What do you like?',
      cards: [
        {
          title: 'Tea & more',
          text: 'From {{ event.text }}',
          image: picture('tea'),
          buttons: [{ text: 'Take tea', next: 'tea' }],
        },
        {
          title: 'Coffee',
          image: picture('coffee'),
          buttons: [
            { text: 'Take coffee', next: 'coffee' },
            { text: 'About it', url: 'https://shop.example/coffee' },
          ],
        },
        { title: 'Nothing', text: 'Just water', buttons: [{ text: 'Take nothing', next: 'none' }] },
      ],
    },
    { id: 'stop', type: 'end' },
    { id: 'tea', type: 'set', vars: { taken: 'tea' }, next: 'when' },
    { id: 'coffee', type: 'set', vars: { taken: 'coffee' }, next: 'when' },
    { id: 'none', type: 'set', vars: { taken: 'nothing' }, next: 'when' },
    {
      id: 'when',
      type: 'question',
      text: 'When shall we bring it?',
      var: 'when',
      validate: { type: 'date', min: '2026-11-20', message: 'A day from 20 November on, please.' },
    },
    {
      id: 'size',
      type: 'choice',
      text: 'How much?',
      options: [{ text: 'A little' }, { text: 'A lot' }],
      var: 'size',
    },
    {
      id: 'bill',
      type: 'message',
      text: '{{ vars.taken }}, {{ vars.size }}, {{ vars.when }}',
      attachments: [{ type: 'image', url: picture('bill') }],
    },
  ],
};

beforeAll(async () => {
  [server, telegram] = await Promise.all([startTestServer({ OUTBOUND_ALLOW: '127.0.0.1' }), startTelegram()]);
  scene = await makeDialogScene(server);
  chat = (await makeChat(server, scene.project)).id;
  await server.make('POST', `/projects/${scene.project.id}/channels`, {
    ...{ type: 'telegram', name: 'Bot', environment: 'live' },
    settings: { token: telegram.token, base_url: telegram.url },
  });
  await scene.publish(definition);
});
afterAll(async () => {
  await server?.close();
  await telegram?.close();
});

/** What a customer has before their eyes: words, pictures, choices with their addresses, and what is bold. */
interface Seen {
  text: string;
  bold: string[];
  pictures: string[];
  choices: string[];
}

const plainOf = (part: any): string =>
  typeof part === 'string' ? part : part.children.map(plainOf).join('');

async function inChat(visitor: Browser): Promise<Seen[]> {
  const messages = (await visitor.messages()).filter(({ direction }) => direction === 'out');
  return messages.map(({ text, formatted, image, attachments = [], buttons }) => ({
    text: formatted ? formatted.map(plainOf).join('') : text,
    bold: (formatted ?? []).filter(({ type }: any) => type === 'bold').map(plainOf),
    pictures: [...(image ? [image] : []), ...attachments.map(({ url }: any) => url)],
    choices: buttons.map(({ text: name, url }: any) => (url ? `${name} ${url}` : name)),
  }));
}

const inTelegram = (id: number): Seen[] =>
  telegram.sent
    .filter(({ chat_id }) => chat_id === id)
    .map(({ text, entities, photo, reply_markup }: Sent) => ({
      text,
      bold: entities.filter(({ type }) => type === 'bold').map((bold) => bold.text),
      pictures: photo ? [photo] : [],
      choices: (reply_markup?.inline_keyboard ?? reply_markup?.keyboard ?? [])
        .flat()
        .map(({ text: name, url }: any) => (url ? `${name} ${url}` : name)),
    }));

it('the web chat and Telegram show one scenario the same: words, pictures, cards, choices, and what they lead to', async () => {
  const visitor = await openBrowser(server, chat);
  const id = 4711;
  telegram.meet({ id });
  const seen = async (count: number) => {
    await until(async () => (await inChat(visitor)).length >= count && inTelegram(id).length >= count);
    return [await inChat(visitor), inTelegram(id)] as const;
  };
  await visitor.say('<afar>');
  await telegram.say(id, '<afar>');
  const [offered] = await seen(5);
  expect(offered.slice(2)).toEqual([
    {
      ...{ text: 'Tea & more\nFrom <afar>', bold: ['Tea & more'] },
      ...{ pictures: [picture('tea')], choices: ['Take tea'] },
    },
    {
      ...{ text: 'Coffee', bold: ['Coffee'], pictures: [picture('coffee')] },
      choices: ['Take coffee', 'About it https://shop.example/coffee'],
    },
    { text: 'Nothing\nJust water', bold: ['Nothing'], pictures: [], choices: ['Take nothing'] },
  ]);
  const cards = (await visitor.messages()).filter(({ card }) => card);
  expect(cards.map(({ card, keyboard }) => [card, keyboard])).toEqual(
    [0, 1, 2].map((n) => [{ n, of: 3 }, 'inline']),
  );

  // The same button of the same card leads to the same place.
  await visitor.call('POST', '/messages', { button: { message_id: cards[1].message_id, index: 0 } });
  const shown = telegram.sent.find(({ chat_id, text }) => chat_id === id && text === 'Coffee')!;
  await telegram.press(id, shown.message_id, shown.reply_markup.inline_keyboard[0][0].callback_data);
  await seen(6);
  const asked = (await visitor.messages()).at(-1);
  expect(asked).toMatchObject({ text: 'When shall we bring it?', asks: { type: 'date', min: '2026-11-20' } });

  // What a calendar sends and what somebody types are the same answer; one that is too early is none on both.
  await visitor.say('2026-11-19');
  await telegram.say(id, '19.11.2026');
  await seen(7);
  expect((await visitor.messages()).at(-1).asks).toEqual({ type: 'date', min: '2026-11-20' });
  await visitor.say('2026-12-01');
  await telegram.say(id, '1.12.2026');
  await seen(8);
  await visitor.say('A lot');
  await telegram.say(id, 'A lot');
  const [onWebsite, onPhone] = await seen(9);
  expect(onWebsite.at(-1)).toEqual({
    ...{ text: 'coffee, A lot, 2026-12-01', bold: [], pictures: [picture('bill')], choices: [] },
  });
  // What of the coffee was pressed is done, which Telegram takes away.
  const stillThere = (each: Seen) => ({ ...each, choices: each.text === 'Coffee' ? [] : each.choices });
  expect(onPhone.map(stillThere)).toEqual(onWebsite.map(stillThere));
  expect(telegram.refused).toEqual([]);

  // People read what could be sent again, and the document declares every part of it; the rest is between step and channel.
  const path = `/projects/${scene.project.id}`;
  const { items: dialogs } = await server.make('GET', `${path}/dialogs`);
  expect(dialogs).toHaveLength(2);
  for (const { identity_id, profile_id } of dialogs) {
    const { items: history } = await server.make('GET', `${path}/dialogs/${identity_id}/messages`);
    const { items: timeLine } = await server.make('GET', `${path}/profiles/${profile_id}/messages`);
    for (const items of [history, timeLine]) {
      const said = items.filter(({ direction }: any) => direction === 'out');
      expect(said.map(({ text }: any) => text)).toEqual(
        expect.arrayContaining(['<b>Coffee</b>', 'When shall we bring it?']),
      );
      for (const { content, ...item } of said) {
        expect({ ...item, ...content }).not.toHaveProperty('asks');
        expect({ ...item, ...content }).not.toHaveProperty('card');
      }
    }
  }
});

it('a question for a day and a time says by whose clocks, and what is too early there', async () => {
  const own = await makeDialogScene(server);
  const channel = (await makeChat(server, own.project)).id;
  await own.publish({
    triggers: [{ type: 'any' }],
    steps: [
      {
        id: 'when',
        type: 'question',
        text: 'When?',
        var: 'when',
        validate: {
          ...{ type: 'datetime', timezone: 'Asia/Tokyo' },
          ...{ min: '2026-11-20T10:00:30Z', max: '2027-01-01T00:00:00Z' },
        },
      },
      { id: 'told', type: 'message', text: '{{ vars.when }}' },
    ],
  });
  const visitor = await openBrowser(server, channel);
  await visitor.say('Hello');
  const [asked] = await until(async () => {
    const said = (await visitor.messages()).filter(({ direction }) => direction === 'out');
    return said.length === 1 && said;
  });
  expect(asked.asks).toEqual({
    ...{ type: 'datetime', timezone: 'Asia/Tokyo' },
    ...{ min: '2026-11-20T19:01', max: '2027-01-01T09:00' },
  });
  // As the field of a browser gives it.
  await visitor.say('2026-11-20 19:01');
  await until(async () => (await visitor.messages()).at(-1).text === '2026-11-20T19:01:00+09:00');
});
