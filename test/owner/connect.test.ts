import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTelegram, type TelegramOptions } from '../fakes/telegram.ts';
import type { TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await useTestServer();
  project = await server.makeProject();
});

afterAll(async () => {
  await server?.close();
});

const path = (more = '') => `/projects/${project.id}/channels${more}`;
const make = (settings: object, more: object = {}) =>
  server.make('POST', path(), { type: 'telegram', name: 'Bot', environment: 'live', settings, ...more });
const addressOf = (channel: { id: string }) => `${server.url}/api/channels/${channel.id}/telegram`;
const bot = async (options: TelegramOptions = {}) => {
  const telegram = await startTelegram(options);
  onTestFinished(() => telegram.close());
  return telegram;
};

describe('a live bot', () => {
  it('is connected when it is made, with its secret, and shows its connection later', async () => {
    const telegram = await bot();
    const made = await make({ token: telegram.token, base_url: telegram.url });
    expect(made.inbound_url).toBe(addressOf(made));
    expect(made.connection).toEqual({
      status: 'connected',
      detail: `@parley_test_bot sends its updates to ${addressOf(made)}.`,
      at: expect.any(String),
    });
    expect(telegram.webhook).toMatchObject({ url: addressOf(made), secretToken: expect.any(String) });
    expect((await server.make('GET', path(`/${made.id}`))).connection).toEqual(made.connection);
    const entries = (await server.audit(project)).filter(({ subject }) => subject.id === made.id);
    expect(entries.map(({ action }) => action)).toEqual(['channel.created', 'channel.connected']);
    expect(JSON.stringify([made, entries])).not.toContain(telegram.token);
  });

  it('is disconnected by hand until it is connected again, whatever else of it changes', async () => {
    const telegram = await bot();
    const made = await make({ token: telegram.token, base_url: telegram.url });
    const act = (name: string) => server.make('POST', path(`/${made.id}/${name}`));
    telegram.trouble('deleteWebhook', { is: 'refused', status: 500, description: 'Internal' });
    expect((await act('disconnect')).connection).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('could not be disconnected'),
    });
    const left = await act('disconnect');
    expect([left.connection.status, telegram.webhook]).toEqual(['not_connected', undefined]);
    const renamed = await server.make('PATCH', path(`/${made.id}`), { name: 'Other' });
    expect([renamed.connection, telegram.webhook]).toEqual([left.connection, undefined]);
    expect((await act('connect')).connection.status).toBe('connected');
    await server.make('PATCH', path(`/${made.id}`), { name: 'Bot' });
    expect(telegram.webhook!.url).toBe(addressOf(made));
    const actions = (await server.audit(project)).filter(({ subject }) => subject.id === made.id);
    expect(actions.map(({ action }) => action)).toContain('channel.not_connected');
  });

  it('says on a trial who it is, with its picture, and what keeps updates away, and never its token', async () => {
    const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(400, 7)]);
    const telegram = await bot({ picture });
    const made = await make({ token: telegram.token, base_url: telegram.url });
    const trial = () => server.make('POST', path(`/${made.id}/test`));
    expect(await trial()).toEqual({
      ok: true,
      code: 'ok',
      detail: '@parley_test_bot answers, and sends its updates to this channel.',
      action: null,
      account: {
        name: 'Parley',
        username: 'parley_test_bot',
        url: 'https://t.me/parley_test_bot',
        picture: `data:image/jpeg;base64,${picture.toString('base64')}`,
      },
    });
    telegram.webhook = { ...telegram.webhook!, url: 'https://other.example/secret-path' };
    const elsewhere = await trial();
    expect(elsewhere).toMatchObject({ ok: false, detail: expect.stringContaining('other.example') });
    expect(JSON.stringify(elsewhere)).not.toContain('secret-path');
    await server.make('PATCH', path(`/${made.id}`), { settings: { token: '1000001:another' } });
    const refused = await trial();
    expect(refused).toMatchObject({ ok: false, detail: expect.stringContaining('Check the token') });
    expect([refused.account, JSON.stringify([elsewhere, refused]).includes('1000001:')]).toEqual([
      undefined,
      false,
    ]);
    expect(telegram.refused).toEqual([]);
  });

  it('that cannot be connected stays, says why without its token, and is connected by another try', async () => {
    const telegram = await bot();
    const made = await make({ token: '1000001:another', base_url: telegram.url });
    expect(made.connection).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(/Unauthorized.*token/),
    });
    telegram.trouble('setWebhook', { is: 'cut' });
    const mended = await server.make('PATCH', path(`/${made.id}`), { settings: { token: telegram.token } });
    expect(mended.connection.status).toBe('failed');
    const tried = await server.make('POST', path(`/${made.id}/connect`));
    expect([tried.connection.status, telegram.webhook!.url]).toEqual(['connected', addressOf(made)]);
    const told = JSON.stringify([made, mended, tried, await server.audit(project)]);
    expect([told.includes('1000001:another'), told.includes(telegram.token)]).toEqual([false, false]);
  });

  it('of the public Telegram is not connected at an address that Telegram would refuse', async () => {
    const made = await make({ token: '1:a' });
    expect(made.connection).toMatchObject({
      status: 'not_connected',
      detail: expect.stringContaining('PUBLIC_URL'),
    });
    const sandbox = await make({ token: '1:a' }, { environment: 'sandbox' });
    expect(sandbox.connection).toEqual({
      status: 'not_connected',
      detail: 'Nothing leaves a sandbox.',
      at: null,
    });
    const chat = await make({}, { type: 'webchat', environment: 'sandbox' });
    expect([chat.connection, chat.inbound_url]).toEqual([undefined, undefined]);
  });

  it('is disconnected when its channel is deleted, or gets the token of another bot', async () => {
    const [left, taken] = [await bot(), await bot({ token: '2000002:other' })];
    const made = await make({ token: left.token, base_url: left.url });
    const moved = await server.make('PATCH', path(`/${made.id}`), {
      settings: { token: taken.token, base_url: taken.url },
    });
    expect([moved.connection.status, taken.webhook!.url]).toEqual(['connected', addressOf(made)]);
    await until(() => left.webhook === undefined);
    // A new name does not disconnect the bot.
    await server.make('PATCH', path(`/${made.id}`), { name: 'Renamed' });
    taken.trouble('deleteWebhook', { is: 'cut' });
    await server.owner('DELETE', path(`/${made.id}`));
    await until(() => taken.calls.filter(({ method }) => method === 'deleteWebhook').length === 2);
    expect(taken.webhook).toBeUndefined();
    expect(JSON.stringify(await server.audit(project))).not.toContain(taken.token);
  });
});

it('a call to a deleted channel is refused like a call with a wrong secret', async () => {
  const telegram = await bot();
  const made = await make({ token: telegram.token, base_url: telegram.url });
  const { url, secretToken } = telegram.webhook!;
  const update = { update_id: 1, message: { message_id: 1, chat: { id: 5, type: 'private' }, text: 'Hi' } };
  const call = (secret: string) =>
    server.call('POST', new URL(url).pathname, {
      body: update,
      headers: { 'x-telegram-bot-api-secret-token': secret },
    });
  expect((await call(secretToken!)).status).toBe(200);
  expect((await call('wrong')).status).toBe(401);
  await server.owner('DELETE', path(`/${made.id}`));
  expect((await call(secretToken!)).status).toBe(401);
});
