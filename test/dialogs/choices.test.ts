import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeTelegram, startTelegram } from '../fakes/telegram.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type Customer, makeCustomer, typesOfCustomer } from './customers.ts';

let server: TestServer;
let telegrams: FakeTelegram[] = [];

beforeAll(async () => {
  server = await startTestServer({ OUTBOUND_ALLOW: '127.0.0.1' });
});

afterAll(async () => {
  await server?.close();
  await Promise.all(telegrams.map((each) => each.close()));
});

describe.each(typesOfCustomer)('on a channel of type %s', (type) => {
  const meet = async (definition: object): Promise<Customer> => {
    const telegram = await startTelegram();
    telegrams = [...telegrams, telegram];
    return makeCustomer(type, { server, telegram, definition });
  };

  it('a message has the words and the buttons of its variant, which lead where the variant says', async () => {
    const told = (id: string) => [
      { id, type: 'message', text: `${id} it is` },
      { id: `${id}_end`, type: 'end' },
    ];
    const customer = await meet({
      triggers: [{ type: 'any' }],
      steps: [
        {
          ...{ id: 'menu', type: 'message', text: 'Well?', keyboard: 'inline' },
          buttons: [{ text: 'Go', next: 'webchat' }],
          variants: {
            telegram: { text: 'Well, bot?', buttons: ['Stay', { text: 'Go', next: 'telegram' }] },
            webhook: { text: 'Well, system?', buttons: [{ text: 'Go', next: 'webhook' }] },
          },
        },
        { id: 'end', type: 'end' },
        ...typesOfCustomer.flatMap(told),
      ],
    });
    await customer.say('hi');
    const [menu] = await customer.shown(1);
    expect(menu).toEqual(
      {
        telegram: { text: 'Well, bot?', buttons: ['Stay', 'Go'] },
        webchat: { text: 'Well?', buttons: ['Go'] },
        webhook: { text: 'Well, system?', buttons: ['Go'] },
      }[type],
    );
    await customer.press('Go');
    expect((await customer.shown(2))[1]!.text).toBe(`${type} it is`);
  });

  it.each(['reply', 'inline'])(
    'options of a list are turned page by page and pressed, with %s buttons',
    async (keyboard) => {
      const customer = await meet({
        triggers: [{ type: 'any' }],
        steps: [
          {
            ...{ id: 'pick', type: 'choice', text: 'Which one?', keyboard, field: 'kept' },
            options_from: {
              items: "{{ 'a,b,c,d,e,f,g,h,i,j,k,l,m,n' | split: ',' }}",
              text: 'Item {{ item }}',
              value: '{{ index }}',
            },
          },
          { id: 'done', type: 'message', text: '{{ steps.pick.text }}' },
        ],
      });
      await customer.say('hi');
      const named = (letters: string) => [...letters].map((letter) => `Item ${letter}`);
      expect(await customer.shown(1)).toEqual([
        { text: 'Which one?', buttons: [...named('abcdefghij'), 'More'] },
      ]);
      await customer.press('More');
      expect((await customer.shown(2))[1]).toEqual({
        text: 'Which one?',
        buttons: [...named('klmn'), 'Back'],
      });
      if (keyboard === 'inline' && type !== 'webhook') {
        // The page that was left has no buttons any more.
        await until(async () => (await customer.shown(2))[0]!.buttons.length === 0);
      }
      await customer.press('Back');
      await customer.shown(3);
      await customer.say('item N');
      expect((await customer.shown(4))[3]!.text).toBe('Item n');
      expect(await customer.state()).toEqual({ kept: '13' });
    },
  );

  it('several options are pressed, given back and ended, and too few are refused', async () => {
    const customer = await meet({
      triggers: [{ type: 'any' }],
      steps: [
        {
          ...{ id: 'pick', type: 'choice', text: 'What?', keyboard: 'inline', columns: 2, field: 'kept' },
          options: ['Tea', 'Jam', 'Bread'].map((text) => ({ text })),
          multiple: { min: 2 },
        },
        { id: 'done', type: 'message', text: '{{ steps.pick.texts | join: " + " }}' },
      ],
    });
    await customer.say('hi');
    expect(await customer.shown(1)).toEqual([{ text: 'What?', buttons: ['Tea', 'Jam', 'Bread', 'Done'] }]);
    await customer.press('Tea');
    expect((await customer.shown(2))[1]).toEqual({
      ...{ text: 'Chosen: Tea', buttons: ['✓ Tea', 'Jam', 'Bread', 'Done'] },
    });
    await customer.press('Done');
    expect((await customer.shown(3))[2]!.text).toBe('Please choose at least 2.');
    await customer.say('jam, 3');
    expect((await customer.shown(4))[3]!.text).toBe('Chosen: Tea, Jam, Bread');
    await customer.press('✓ Tea');
    expect((await customer.shown(5))[4]).toEqual({
      ...{ text: 'Chosen: Jam, Bread', buttons: ['Tea', '✓ Jam', '✓ Bread', 'Done'] },
    });
    await customer.press('Done');
    expect((await customer.shown(6))[5]!.text).toBe('Jam + Bread');
    expect(await customer.state()).toEqual({ kept: 'Jam, Bread' });
  });
});
