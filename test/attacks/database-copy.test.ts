import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { type FakeTelegram, startTelegram } from '../fakes/telegram.ts';
import { findInTables } from '../harness/find-in-tables.ts';
import { join } from '../harness/people.ts';
import { ownerPassword, startTestServer, type TestServer } from '../harness/server.ts';
import { Person, password } from '../owner/second-factor-person.ts';
import { makeChat, openBrowser } from '../webchat/scene.ts';

/** Somebody who has a copy of the database, and not the encryption key. */

let server: TestServer;
let telegram: FakeTelegram;

beforeAll(async () => {
  server = await startTestServer();
  telegram = await startTelegram({ token: '7654321:AAmarked_token-of-a-bot' });
});
afterAll(async () => {
  await server?.close();
  await telegram?.close();
});

/** Enters or makes one secret of every kind. Begins of known forms, such as `pk_`, are no part of it. */
async function makeSecrets(): Promise<Record<string, string | Buffer>> {
  const project = await server.makeProject();
  const owned = `/projects/${project.id}`;
  const make = (method: string, path: string, body?: unknown) => server.make(method, owned + path, body);
  const mark = (what: string) => `marked-${what}-${randomUUID()}`;
  const connect = (slug: string, auth: object) =>
    make('PUT', `/connections/${slug}`, {
      ...{ name: slug, settings: { base_url: 'https://shop.invalid', auth } },
    });
  const [bearer, basic, hmac, shop, vk, given] = ['bearer', 'basic', 'hmac', 'shop', 'vk', 'receiver'].map(
    mark,
  );
  await connect('bearer', { type: 'bearer', token: bearer });
  await connect('basic', { type: 'basic', username: 'ann', password: basic });
  await connect('hmac', { type: 'hmac', secret: hmac });
  await make('PUT', '/connections/shop', {
    ...{ name: 'Shop', kind: 'yookassa', settings: { shop_id: '1', secret_key: shop } },
  });
  await make('PATCH', '/settings', { vk_app_secret: vk });
  const signing = newSigningSecret();
  await server.makeChannel(project.id, 'https://nobody.invalid/', { signing_secret: signing });
  await make('POST', '/channels', {
    ...{ type: 'telegram', name: 'Bot', environment: 'live' },
    settings: { token: telegram.token, base_url: telegram.url },
  });
  const chat = (await makeChat(server, project)).id;
  const rotated = await make('POST', `/channels/${chat}/rotate`);
  const visitor = await openBrowser(server, chat);
  await make('PUT', '/receivers/given', { name: 'Given', secret: given });
  const receiver = await make('PUT', '/receivers/made', { name: 'Made' });
  const subscription = await make('PUT', '/subscriptions/all', {
    ...{ kinds: ['message.*'], url: 'https://nobody.invalid/' },
  });
  await make('PUT', '/operations/order', { name: 'Order', connection: 'bearer' });
  await make('PUT', '/methods/order', { name: 'Order', target: { operation: 'order' } });
  await make('POST', '/methods/order/publish');
  const methodKey = await make('POST', '/method-keys', { name: 'Client', methods: ['order'] });
  const personal = await server.make('POST', '/tokens', { name: 'Deployment' });
  const invitation = await make('POST', '/invitations', { email: 'guest@example.com', role: 'analyst' });
  const customer = await server.makeIdentity(project.id, chat);
  const linkCode = await make('POST', '/link-codes', { identity_id: customer.id });
  const person = await Person.make(server, 'ann@example.com', '198.51.100.7');
  await person.addTotp();
  const halfLogin = await person.token();
  const joined = await join(server, project.id, 'operator');
  const [header] = joined.client.cookie.split('=');
  return {
    ...{ bearer: bearer!, basic: basic!, hmac: hmac!, 'payment provider': shop!, 'VK app': vk! },
    ...{ 'webhook channel': signing, bot: telegram.token, 'web chat': rotated.settings.signing_secret },
    ...{ 'receiver, given': given!, 'receiver, made': receiver.secret },
    ...{ subscription: subscription.signing_secret, visitor: visitor.token },
    ...{ 'project key': project.key, 'method key': methodKey.key, 'personal token': personal.token },
    ...{ invitation: invitation.token, 'link code': linkCode.code, 'half a login': halfLogin },
    ...{
      "owner's password": ownerPassword,
      "person's password": password,
      'joined password': joined.password,
    },
    ...{
      session: joined.client.cookie.slice(header!.length + 1),
      'first session': server.cookie.split('=')[1]!,
    },
    ...{ 'TOTP secret': person.secret, 'TOTP bytes': fromBase32(person.secret) },
    ...Object.fromEntries(person.recoveryCodes.map((code, i) => [`recovery code ${i}`, code])),
  };
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  );
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  );
}

it('a copy of the database alone shows no secret, of whatever kind', async () => {
  const { database } = server.server.parts;
  const shown: [string, string[]][] = [];
  for (const [name, secret] of Object.entries(await makeSecrets())) {
    expect([name, secret.length > 7]).toEqual([name, true]);
    const bare = typeof secret === 'string' ? secret.replace(/^[a-z]+_/, '') : secret;
    // Codes that people type count without their dashes, too.
    for (const form of [bare, ...(typeof bare === 'string' ? [bare.replaceAll('-', '')] : [])]) {
      const { searched, found } = await findInTables(database, form);
      expect(searched).toBeGreaterThan(50);
      if (found.length > 0) shown.push([name, found]);
    }
  }
  expect(shown).toEqual([]);
  // What is no secret is found, in a text and in bytes.
  expect((await findInTables(database, 'guest@example.com')).found).toContain('dialog.invitations');
  const { rows } = await database.query<{ hash: Buffer }>('SELECT hash FROM dialog.project_keys LIMIT 1');
  expect((await findInTables(database, rows[0]!.hash)).found).toEqual(['dialog.project_keys']);
});
