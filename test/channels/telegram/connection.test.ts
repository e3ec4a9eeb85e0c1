import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  answerCallback,
  connect,
  disconnect,
  inspect,
  isFromTelegram,
} from '../../../src/dialog/channels/telegram/connection.ts';
import { telegram as type } from '../../../src/dialog/channels/telegram/index.ts';
import { readUpdate } from '../../../src/dialog/channels/telegram/update.ts';
import { webhookSecret } from '../../../src/dialog/channels/telegram/webhook-secret.ts';
import { makeScene } from './scene.ts';

const secretToken = type.newSecrets()[webhookSecret]!;

/** The receiver of updates: it does the part of the server's route that these tests need. */
async function startListener(statuses: number[] = []) {
  const heard: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = await json(request);
    if (!isFromTelegram(request.headers, secretToken)) return void response.writeHead(401).end();
    const status = statuses.shift() ?? 200;
    if (status === 200) heard.push(readUpdate(body));
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/telegram` };
}

describe('a connected bot', () => {
  it('delivers messages, presses of buttons and blocks of customers, with the secret', async () => {
    const { telegram, http, settings, secrets, deliver } = await makeScene();
    const listener = await startListener();
    const bot = { settings, secrets, webhookUrl: listener.url, secretToken };
    expect(await connect(bot, http)).toEqual({
      ok: true,
      username: 'parley_test_bot',
      detail: `@parley_test_bot sends its updates to ${listener.url}.`,
    });
    await telegram.say(4242, '/start ref-7');
    await deliver({ keyboard: 'inline', buttons: [{ text: 'No' }, { text: 'Yes' }] });
    const { message_id, reply_markup } = telegram.sent[0]!;
    const data = reply_markup.inline_keyboard[1][0].callback_data;
    await telegram.press(4242, message_id, data);
    const member = { user: { id: 1 }, status: 'kicked' };
    const chat = { id: 4242, type: 'private' };
    const from = { id: 4242, is_bot: false, first_name: 'Anna' };
    await telegram.push({ my_chat_member: { chat, from, new_chat_member: member } } as never);
    expect(listener.heard).toEqual([
      expect.objectContaining({ text: '/start ref-7', data: expect.objectContaining({ start: 'ref-7' }) }),
      expect.objectContaining({ button: { messageId: data.split(':')[1], index: 1 } }),
      expect.objectContaining({ kind: 'membership', isReachable: false }),
    ]);
    // Updates of other types do not arrive.
    expect(await telegram.push({ edited_message: {} } as never)).toBe(0);
    expect(telegram.refused).toEqual([]);
  });

  it('delivers again an update that was refused, and reports the failure', async () => {
    const { telegram, http, settings, secrets } = await makeScene({ retryMs: 1 });
    const listener = await startListener([500, 503]);
    await connect({ settings, secrets, webhookUrl: listener.url, secretToken }, http);
    const before = await inspect({ settings, secrets }, http);
    expect(before).toEqual({
      ok: true,
      bot: { id: 1000001, username: 'parley_test_bot', name: 'Parley' },
      webhook: { url: listener.url, pending: 0, lastError: null },
    });
    expect(await telegram.say(4242, 'Hello')).toBe(3);
    expect(listener.heard).toHaveLength(1);
    expect(await inspect({ settings, secrets }, http)).toMatchObject({
      webhook: { lastError: { at: expect.any(Date), message: expect.stringContaining('503') } },
    });
    expect(await disconnect({ settings, secrets }, http)).toMatchObject({ state: 'succeeded' });
    expect(await inspect({ settings, secrets }, http)).toMatchObject({ ok: true, webhook: { url: '' } });
    expect(telegram.refused).toEqual([]);
  });
});

describe('a bot that cannot be connected', () => {
  it.each([
    ['another token', { token: '1000001:other' }, /Unauthorized.*token/],
    ['no token', {}, /Not Found.*token/],
  ])('shows why: %s', async (_why, secrets: Record<string, string>, detail) => {
    const { http, settings } = await makeScene();
    const bot = { settings, secrets, webhookUrl: 'https://example.org/telegram', secretToken };
    expect(await disconnect(bot, http)).toMatchObject({
      state: 'failed',
      error: { code: 'channel_unauthorized', message: expect.not.stringContaining('1000001:other') },
    });
    for (const attempt of [connect(bot, http), inspect(bot, http)]) {
      const answer = await attempt;
      expect(answer).toEqual({ ok: false, detail: expect.stringMatching(detail), isRefused: true });
      expect(JSON.stringify(answer)).not.toContain('1000001:other');
    }
  });

  it.each([
    ['http://example.org/telegram', secretToken, /HTTPS/],
    ['https://example.org:3000/telegram', secretToken, /ports/],
    ['https://example.org/telegram', 'no spaces', /secret token/],
  ])('shows why: its updates cannot go to %s', async (webhookUrl, secret, detail) => {
    const { http, settings, secrets } = await makeScene();
    expect(await connect({ settings, secrets, webhookUrl, secretToken: secret }, http)).toEqual({
      ok: false,
      detail: expect.stringMatching(detail),
    });
  });

  it('shows why: something else answers, or nothing', async () => {
    const { telegram, http, settings, secrets } = await makeScene();
    const bot = { settings, secrets, webhookUrl: 'https://example.org/telegram', secretToken };
    for (const body of ['{"ok":true,"result":{}}', 'Welcome!']) {
      telegram.trouble('getMe', { is: 'answered_after_acting', status: 200, body });
      expect(await connect(bot, http)).toEqual({ ok: false, detail: expect.any(String) });
    }
    expect(await connect({ ...bot, settings: { base_url: 'http://127.0.0.1:1' } }, http)).toEqual({
      ok: false,
      detail: 'connection refused by 127.0.0.1:1',
    });
  });
});

it('a press of a button is answered once, and not after Telegram stops accepting the answer', async () => {
  const { telegram, http, settings, secrets } = await makeScene();
  const listener = await startListener();
  await connect({ settings, secrets, webhookUrl: listener.url, secretToken }, http);
  await telegram.press(4242, 1, 'x');
  const { callbackId } = listener.heard[0] as { callbackId: string };
  expect(await answerCallback(settings, secrets, callbackId, http)).toMatchObject({ state: 'succeeded' });
  expect(telegram.answered).toEqual([callbackId]);
  expect(await answerCallback(settings, secrets, callbackId, http)).toMatchObject({
    state: 'failed',
    error: { message: expect.stringContaining('query is too old') },
  });
});

it('every secret for updates is new, and Telegram accepts it', () => {
  expect(secretToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(type.newSecrets()[webhookSecret]).not.toBe(secretToken);
});

it.each<[IncomingHttpHeaders, boolean]>([
  [{ 'x-telegram-bot-api-secret-token': secretToken }, true],
  [{ 'x-telegram-bot-api-secret-token': `${secretToken}x` }, false],
  [{ 'x-telegram-bot-api-secret-token': '' }, false],
  [{ 'x-telegram-bot-api-secret-token': [secretToken] }, false],
  [{}, false],
])('a request is from Telegram if it knows the secret: %j', (headers, genuine) => {
  expect(isFromTelegram(headers, secretToken)).toBe(genuine);
});
