import { createHmac } from 'node:crypto';
import { sign } from '@tma.js/init-data-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

const token = '1000000001:EXAMPLE-token-made-up-for-tests-0000';
const otherToken = '1000000002:EXAMPLE-token-made-up-for-tests-0000';
const vkSecret = 'made-up-vk-secret';

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const newProject = async () => {
  project = await server.makeProject();
};
const check = (body: Record<string, unknown>) =>
  server.owner('POST', `/projects/${project.id}/miniapp/check`, body);
const set = (body: Record<string, unknown>) =>
  server.owner('PATCH', `/projects/${project.id}/settings`, body);
const makeBot = (botToken: string) =>
  server.make('POST', `/projects/${project.id}/channels`, {
    type: 'telegram',
    name: 'Bot',
    settings: { token: botToken },
  });

function telegramLaunch(botToken = token, made = new Date()): string {
  const user = { id: 4242, first_name: 'Anna', username: 'anna', language_code: 'ru' };
  return sign({ query_id: 'Q', user }, botToken, made);
}

function vkLaunch(appId = '700001'): string {
  const seconds = Math.floor(Date.now() / 1000);
  const query = `vk_app_id=${appId}&vk_language=ru&vk_ts=${seconds}&vk_user_id=4242`;
  return `${query}&sign=${createHmac('sha256', vkSecret).update(query).digest('base64url')}`;
}

describe('the launch of a Telegram mini app', () => {
  beforeAll(newProject);

  it('cannot be checked before there is a bot', async () => {
    const answer = await check({ platform: 'telegram', launch: telegramLaunch() });
    expect([answer.status, answer.body.code]).toEqual([409, 'miniapp_not_configured']);
    expect(answer.body.detail).toContain('telegram_bot_token');
  });

  it("shows who opened it and which customer that is, by the token of the project's only bot", async () => {
    const channel = await makeBot(token);
    const launch = telegramLaunch();
    const unknown = await check({ platform: 'telegram', launch });
    expect(unknown.status).toBe(200);
    expect(unknown.body).toEqual({
      valid: true,
      reason: null,
      detail: expect.any(String),
      platform: 'telegram',
      user: { id: '4242', name: 'Anna', username: 'anna', language: 'ru' },
      issued_at: expect.stringMatching(/\.000Z$/),
      identity: null,
      profile: null,
    });
    const identity = await server.makeIdentity(project.id, channel.id, '4242');
    const { body } = await check({ platform: 'telegram', launch });
    expect(body.identity).toEqual({
      id: identity.id,
      profile_id: identity.profile_id,
      channel_id: channel.id,
    });
    const shown = await server.call(
      'GET',
      `/api/v1/projects/${project.id}/profiles/${identity.profile_id}`,
      project,
    );
    expect(body.profile).toEqual(shown.body);
  });

  it('is refused with a reason and without the data that it claims', async () => {
    const { status, body } = await check({ platform: 'telegram', launch: telegramLaunch(otherToken) });
    expect(status).toBe(200);
    expect(body).toEqual({
      valid: false,
      reason: 'signature_wrong',
      detail: expect.any(String),
      platform: 'telegram',
      user: null,
      issued_at: null,
      identity: null,
      profile: null,
    });
  });

  it('needs the channel of the bot if the project has several bots', async () => {
    const other = await makeBot(otherToken);
    const launch = telegramLaunch(otherToken);
    const answer = await check({ platform: 'telegram', launch });
    expect([answer.status, answer.body.code]).toEqual([409, 'miniapp_not_configured']);
    expect((await check({ platform: 'telegram', launch, channel_id: other.id })).body.valid).toBe(true);
  });

  it('is checked with the token in the settings, and expires after the time in the settings', async () => {
    await set({ telegram_bot_token: token });
    const { body } = await check({ platform: 'telegram', launch: telegramLaunch() });
    // The customer is found in the channel of that bot.
    expect([body.valid, body.identity?.id]).toEqual([true, expect.stringMatching(/^idn_/)]);
    const old = telegramLaunch(token, new Date(Date.now() - 120_000));
    expect((await check({ platform: 'telegram', launch: old })).body.valid).toBe(true);
    await set({ telegram_max_age_seconds: 60 });
    expect((await check({ platform: 'telegram', launch: old })).body.reason).toBe('too_old');
  });

  it("is checked by Telegram's signature if only the id of the bot is known", async () => {
    await set({ telegram_bot_token: null, telegram_bot_id: '1000000001' });
    // Signed only by the token: it lacks Telegram's own signature.
    expect((await check({ platform: 'telegram', launch: telegramLaunch() })).body.reason).toBe(
      'signature_missing',
    );
  });

  it('is not checked with a channel of another type', async () => {
    const channel = await server.makeChannel(project.id);
    const answer = await check({ platform: 'telegram', launch: 'x=1', channel_id: channel.id });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['body', 'channel_id']);
  });
});

describe('the launch of a VK mini app', () => {
  beforeAll(newProject);

  it('is checked with the secret, the app and the channel of the settings', async () => {
    const before = await check({ platform: 'vk', launch: vkLaunch() });
    expect([before.status, before.body.code]).toEqual([409, 'miniapp_not_configured']);
    expect(before.body.detail).toContain('vk_app_secret');

    const channel = await server.makeChannel(project.id);
    const identity = await server.makeIdentity(project.id, channel.id, '4242');
    await set({ vk_app_secret: vkSecret, vk_app_id: '700001' });
    const { body } = await check({ platform: 'vk', launch: vkLaunch() });
    expect(body).toMatchObject({ valid: true, user: { id: '4242', language: 'ru' }, identity: null });
    await set({ vk_channel_id: channel.id });
    expect((await check({ platform: 'vk', launch: vkLaunch() })).body).toMatchObject({
      identity: { id: identity.id },
      profile: { id: identity.profile_id },
    });
    expect((await check({ platform: 'vk', launch: vkLaunch('700002') })).body.reason).toBe('other_app');
  });
});

describe('the settings of mini apps', () => {
  beforeAll(newProject);

  it('never show a secret, and show which are set', async () => {
    const fresh = await server.make('GET', `/projects/${project.id}/settings`);
    expect(fresh).toMatchObject({
      telegram_bot_token: 'not set',
      telegram_bot_id: null,
      telegram_test_environment: false,
      telegram_max_age_seconds: 3600,
      vk_app_secret: 'not set',
      vk_app_id: null,
      vk_channel_id: null,
      vk_max_age_seconds: 3600,
    });
    const changed = await set({ telegram_bot_token: token, vk_app_secret: vkSecret, vk_app_id: '700001' });
    expect(changed.body).toMatchObject({
      telegram_bot_token: 'set',
      vk_app_secret: 'set',
      vk_app_id: '700001',
    });
    // Settings that are sent back unchanged change nothing.
    const { last_removals: _, retention_at_most: __, ...shown } = changed.body;
    const again = await set(shown);
    expect(again.body).toEqual(changed.body);
    const cleared = await set({ vk_app_secret: null, vk_app_id: null });
    expect(cleared.body).toMatchObject({
      telegram_bot_token: 'set',
      vk_app_secret: 'not set',
      vk_app_id: null,
    });

    const entries = (await server.audit(project)).filter(({ action }) => action === 'settings.updated');
    expect(entries[0]!.data).toEqual({
      miniapp: { vk_app_id: '700001' },
      secrets: ['telegram_bot_token', 'vk_app_secret'],
    });
    const { rows } = await server.server.parts.database.query('SELECT * FROM dialog.project_settings');
    for (const text of [changed.text, JSON.stringify(entries), JSON.stringify(rows)]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(vkSecret);
    }
  });

  it.each([
    [{ telegram_bot_token: 'not a token' }, 'telegram_bot_token'],
    [{ telegram_bot_token: 5 }, 'telegram_bot_token'],
    [{ vk_app_secret: 'with space' }, 'vk_app_secret'],
    [{ vk_app_id: 'app' }, 'vk_app_id'],
    [{ telegram_bot_id: '0' }, 'telegram_bot_id'],
    [{ telegram_max_age_seconds: 59 }, 'telegram_max_age_seconds'],
    [{ vk_max_age_seconds: 86_401 }, 'vk_max_age_seconds'],
    [{ vk_channel_id: 'channel' }, 'vk_channel_id'],
  ])('refuse %j, and the error shows no secret', async (body, field) => {
    const answer = await set(body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['body', field]);
    if (/token|secret/.test(field)) expect(answer.body.detail[0]).not.toHaveProperty('input');
  });

  it('refuse a channel of another project', async () => {
    const elsewhere = await server.makeChannel((await server.makeProject()).id);
    const answer = await set({ vk_channel_id: elsewhere.id });
    expect([answer.status, answer.body.code]).toEqual([404, 'channel_not_found']);
  });
});
