import emulator from 'telegram-test-api';
import { expect, it, onTestFinished } from 'vitest';
import { readUpdate } from '../../../src/dialog/channels/telegram/update.ts';
import { freePort } from '../../fixtures/ports.ts';
import { makeScene } from './scene.ts';

/** The module is the class itself; its types say that the class is the module's `default`. */
const TelegramServer = emulator as unknown as typeof emulator.default;

it('a published emulator of the Bot API accepts our messages, and its client sees text and buttons', async () => {
  const port = await freePort();
  const server = new TelegramServer({ port, host: '127.0.0.1' });
  await server.start();
  onTestFinished(() => void server.stop());
  const { deliver, secrets } = await makeScene();
  const settings = { base_url: `http://127.0.0.1:${port}` };
  const client = server.getClient(secrets.token!, { chatId: 4242, userId: 4242, firstName: 'Anna' });

  const buttons = [{ text: 'Yes' }, { text: 'No' }, { text: 'Site', url: 'https://example.org/' }];
  const asked = await deliver(
    { text: 'a *b*', format: 'markdown', keyboard: 'inline', columns: 2, buttons },
    { settings },
  );
  expect(asked).toEqual({ state: 'succeeded', result: { message_ids: [1] }, begun: 1 });
  await deliver({ text: 'Which?', buttons: [{ text: 'One' }, { text: 'Two' }] }, { settings });
  const { result } = await client.getUpdates();
  expect(result.map(({ message }: any) => [message.chat_id, message.text, message.parse_mode])).toEqual([
    [4242, 'a <i>b</i>', 'HTML'],
    [4242, 'Which?', undefined],
  ]);
  const [inline, reply] = result.map(({ message }: any) => message.reply_markup);
  expect(inline.inline_keyboard.map((row: any[]) => row.map(({ text }) => text))).toEqual([
    ['Yes', 'No'],
    ['Site'],
  ]);
  expect(reply.keyboard).toEqual([[{ text: 'One' }], [{ text: 'Two' }]]);

  await client.sendMessage(client.makeMessage('One'));
  // It leaves out the message's id, which the real one does not.
  const pressed: any = client.makeCallbackQuery(inline.inline_keyboard[0][1].callback_data);
  pressed.message.message_id = 1;
  await client.sendCallback(pressed);
  expect(server.getUpdates(secrets.token!).map(readUpdate)).toEqual([
    expect.objectContaining({ externalId: '4242', name: 'Anna', text: 'One' }),
    expect.objectContaining({ externalId: '4242', button: { messageId: expect.any(String), index: 1 } }),
  ]);
});
