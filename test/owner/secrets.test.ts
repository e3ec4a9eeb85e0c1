import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, type Target } from '../fakes/target.ts';
import { startTelegram } from '../fakes/telegram.ts';
import type { Answer, TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

let server: TestServer;
let project: TestProject;
let target: Target;
const secret = 'hunter2-hunter2-hunter2';

beforeAll(async () => {
  server = await startTestServer();
  project = await server.makeProject();
  target = await startTarget();
});
afterAll(async () => {
  await server?.close();
  await target?.close();
});

const owner = (method: string, path: string, body?: unknown) =>
  server.owner(method, `/projects/${project.id}${path}`, body);
const faults = (answer: Answer) =>
  answer.body.detail?.map((item: any) => [item.loc.join('.'), item.type]) ?? answer.status;

const bearer = { type: 'bearer', token: secret };

describe('the secrets of a connection are not sent to another address than they were entered for', () => {
  const put = (settings: object, kind = 'http') =>
    owner('PUT', '/connections/moving', { name: 'Moving', kind, settings });

  it.each([
    ['host', 'https://evil.example'],
    ['port', 'https://api.example:8443'],
    ['scheme', 'http://api.example'],
  ])(
    'after a change of the %s they must be sent again, and until then nothing changes',
    async (_what, address) => {
      await put({ base_url: 'https://api.example/v1', auth: bearer });
      for (const auth of [{ type: 'bearer' }, { type: 'bearer', token: 'set' }]) {
        const refused = await put({ base_url: address, auth });
        expect(faults(refused)).toEqual([['body.settings.auth.token', 'value_error']]);
        expect(refused.body.detail[0].msg).toContain('enter this secret again');
      }
      const kept = await owner('GET', '/connections/moving');
      expect(kept.body.settings).toMatchObject({
        base_url: 'https://api.example/v1',
        auth: { token: 'set' },
      });
      expect((await put({ base_url: address, auth: bearer })).status).toBe(200);
    },
  );

  it('they stay after a change of the path, or if the default port is written out', async () => {
    await put({ base_url: 'https://api.example/v1', auth: bearer });
    for (const base_url of ['https://api.example/v2', 'https://API.example:443/']) {
      const { body } = await put({ base_url, auth: { type: 'bearer' } });
      expect(body.settings.auth.token).toBe('set');
    }
  });

  it('a stolen session cannot get them by changing the address and testing the connection', async () => {
    await put({ base_url: 'https://api.example', auth: bearer });
    await put({ base_url: target.url, auth: { type: 'bearer' } });
    await owner('POST', '/connections/moving/test');
    await put({ base_url: target.url, auth: { type: 'none' } });
    await owner('POST', '/connections/moving/test');
    expect(target.arrivals.length).toBeGreaterThan(0);
    expect(JSON.stringify(target.arrivals)).not.toContain(secret);
  });

  it("a shop without an address uses its provider's address", async () => {
    const shop = (more: object) =>
      owner('PUT', '/connections/shop', {
        name: 'Shop',
        kind: 'yookassa',
        settings: { shop_id: '1', ...more },
      });
    expect((await shop({ secret_key: secret })).status).toBe(201);
    expect((await shop({ base_url: 'https://api.yookassa.ru/v3' })).status).toBe(200);
    expect(faults(await shop({ base_url: 'https://evil.example/v3' }))).toEqual([
      ['body.settings.secret_key', 'value_error'],
    ]);
  });
});

it('the token of a bot is not sent to another Bot API server than it was entered for', async () => {
  const [here, there] = [await startTelegram(), await startTelegram()];
  try {
    const made = await owner('POST', '/channels', {
      type: 'telegram',
      name: 'Bot',
      environment: 'live',
      settings: { token: here.token, base_url: here.url },
    });
    const path = `/channels/${made.body.id}`;
    const moved = await owner('PATCH', path, { settings: { base_url: there.url } });
    expect(faults(moved)).toEqual([['body.settings.token', 'value_error']]);
    expect(moved.text).not.toContain(here.token);
    // The refusal came before any call to the second server: the webhook is still set only at the first one.
    expect([here.calls.length > 0, there.calls]).toEqual([true, []]);
    const again = await owner('PATCH', path, { settings: { base_url: there.url, token: there.token } });
    expect(again.status).toBe(200);
  } finally {
    await here.close();
    await there.close();
  }
});

it('a payment provider is called by https, except at addresses that the operator lists', async () => {
  const shop = (base_url: string) =>
    owner('PUT', '/connections/other-shop', {
      name: 'Shop',
      kind: 'yookassa',
      settings: { shop_id: '1', secret_key: secret, base_url },
    });
  for (const address of ['http://api.yookassa.ru/v3', 'http://10.0.0.1/v3', 'http://localhost:1/v3']) {
    const refused = await shop(address);
    expect(faults(refused)).toEqual([['body.settings.base_url', 'value_error']]);
    expect(refused.text).not.toContain(secret);
  }
  expect((await shop(`${target.url}/v3`)).status).toBe(201);
});

describe('a 422 never repeats a secret', () => {
  const refusals: [string, () => Promise<Answer>][] = [
    [
      'of a channel without a name',
      () => owner('POST', '/channels', { type: 'telegram', settings: { token: secret } }),
    ],
    [
      'of a channel whose settings are none',
      () => owner('POST', '/channels', { type: 'telegram', name: 'x', settings: secret }),
    ],
    [
      'of a bot, in another form',
      () => owner('POST', '/channels', { type: 'telegram', name: 'x', settings: { token: secret } }),
    ],
    [
      'of a webhook channel, in another form',
      () =>
        owner('POST', '/channels', {
          type: 'webhook',
          name: 'x',
          environment: 'live',
          settings: { signing_secret: secret },
        }),
    ],
    [
      'of a connection without a name',
      () => owner('PUT', '/connections/x', { settings: { base_url: 'https://a.example', auth: bearer } }),
    ],
    [
      'of a connection of no kind',
      () => owner('PUT', '/connections/x', { name: 'x', kind: secret, settings: { secret_key: secret } }),
    ],
    [
      'of a subscription, in another form',
      () => owner('PUT', '/subscriptions/x', { kinds: ['job.*'], signing_secret: secret }),
    ],
    ['of a rotation', () => owner('POST', '/subscriptions/x/rotate', { signing_secret: secret })],
    [
      'of an owner, without an email',
      () => server.call('POST', '/api/owner/session', { body: { password: secret } }),
    ],
    [
      'of an owner, as another type',
      () => server.call('POST', '/api/owner/session', { body: { email: 'a@b.c', password: [secret] } }),
    ],
    [
      'of an owner, with a character that cannot be stored',
      () =>
        server.call('POST', '/api/owner/session', { body: { email: 'a@b.c', password: `${secret}\u0000` } }),
    ],
    [
      'of the project',
      () =>
        owner('PATCH', '/settings', { telegram_bot_token: secret, time_zone: 7, vk_app_secret: [secret] }),
    ],
  ];

  it.each(refusals)('%s', async (name, ask) => {
    const { status, text } = await ask();
    expect(status).toBe(422);
    if (name !== 'of a connection of no kind') expect(text).not.toContain('hunter2');
    else expect(text.split('hunter2-hunter2-hunter2')).toHaveLength(2);
  });

  it('of a stored channel, if a change of another setting is refused', async () => {
    const token = `1000001:${'hunter2'.repeat(3)}`;
    const made = await owner('POST', '/channels', { type: 'telegram', name: 'x', settings: { token } });
    const refused = await owner('PATCH', `/channels/${made.body.id}`, { settings: { base_url: 'nowhere' } });
    expect(refused.status).toBe(422);
    expect(refused.text).not.toContain('hunter2');
  });
});
