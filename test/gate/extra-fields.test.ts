import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';

let server: TestServer;
let project: TestProject;
let other: TestProject;
beforeAll(async () => {
  server = await useTestServer();
  [project, other] = [await server.makeProject(), await server.makeProject()];
});
afterAll(() => server?.close());

const forged = 'forged';
/** Fields that records have and no body of these requests declares. */
const extra = () => ({
  id: `${forged}-id`,
  project_id: other.id,
  owner_id: `${forged}-owner`,
  roles: [forged],
  created_at: '2001-01-01T00:00:00Z',
});
const isForged = (text: string) => /forged|2001-01-01/.test(text) || text.includes(other.id);

/** Requests of the owner API, with a path at which one sees whether they did anything. */
const ofOwners: Record<string, () => [method: string, path: string, body: object, seenAt: string]> = {
  'settings of a project': () => ['PATCH', '/settings', { vk_app_id: '7' }, '/settings'],
  'an invitation': () => [
    'POST',
    '/invitations',
    { email: `${randomUUID()}@example.com`, role: 'analyst' },
    '/people',
  ],
  'a key': () => ['POST', '/keys', { name: 'Key', scopes: ['audit:read'] }, '/keys'],
  'a channel': () => ['POST', '/channels', { type: 'webhook', name: 'C', settings: {} }, '/channels'],
  'a connection': () => [
    'PUT',
    '/connections/shop',
    { name: 'Shop', settings: { base_url: 'https://shop.invalid' } },
    '/connections',
  ],
};

it.each(Object.keys(ofOwners))(
  'a body with fields that the owner API does not know sets nothing of %s, and is told which',
  async (what) => {
    const [method, path, body, seenAt] = ofOwners[what]!();
    const below = `/projects/${project.id}`;
    const before = await server.owner('GET', below + seenAt);
    const answer = await server.owner(method, below + path, { ...extra(), ...body, role2: forged });
    expect(answer.status).toBe(422);
    // Of a connection, for one, a read shows when it was made.
    expect(namesIn(answer)).toEqual(expect.arrayContaining(['project_id', 'owner_id', 'roles', 'role2']));
    expect(isForged(answer.text)).toBe(false);
    expect((await server.owner('GET', below + seenAt)).body).toEqual(before.body);
    expect((await server.audit(other)).map(({ action }) => action)).toEqual([
      'project.created',
      'key.created',
    ]);
  },
);

const namesIn = (answer: Answer): string[] => answer.body.detail.map(({ loc }: any) => loc[1]);

const said = '/dialogs/idn_x/messages';
const identity = { channel_id: 'ch_x', external_id: '1' };
const http = { name: 'O', connection: 'shop' };
const webchat = { type: 'webchat', name: 'C', environment: 'sandbox' };
const crm = { name: 'C', settings: { base_url: 'https://crm.invalid' } };
/** Bodies with one field that is not known, by where it stands. */
const nested: [method: string, path: string, body: object, loc: (string | number)[], meant?: string][] = [
  ['POST', '/channels', { ...webchat, settings: { color: forged } }, ['settings', 'color']],
  [
    'POST',
    '/channels',
    { ...webchat, settings: { allowed_domain: [forged] } },
    ['settings', 'allowed_domain'],
    'allowed_domains',
  ],
  [
    'POST',
    '/channels',
    { ...webchat, settings: { greetings: [{ text: 'Hi', pge: forged }] } },
    ['settings', 'greetings', 0, 'pge'],
  ],
  ['PUT', '/receivers/r', { name: 'R', target: { who: forged, workflow: 'w' } }, ['target', 'who']],
  [
    'PUT',
    '/receivers/r',
    { name: 'R', target: { event: { identity: { ...identity, nick: forged }, text: 'a' } } },
    ['target', 'event', 'identity', 'nick'],
  ],
  [
    'PUT',
    '/receivers/r',
    { name: 'R', verification: { type: 'github', header: forged } },
    ['verification', 'header'],
  ],
  // The rest of the verification is wrong, too, and it is clear which is meant.
  [
    'PUT',
    '/receivers/r',
    { name: 'R', verification: { type: 'hmac', heder: forged } },
    ['verification', 'heder'],
    'header',
  ],
  ['PUT', '/connections/c', { ...crm, settings: { ...crm.settings, retries: 3 } }, ['settings', 'retries']],
  [
    'PUT',
    '/connections/c',
    { ...crm, settings: { ...crm.settings, auth: { type: 'bearer', tokn: forged } } },
    ['settings', 'auth', 'tokn'],
    'token',
  ],
  ['PUT', '/operations/o', { ...http, request: { methd: forged } }, ['request', 'methd'], 'method'],
  ['PUT', '/operations/o', { ...http, mock: { variants: [{ delay: 1 }] } }, ['mock', 'variants', 0, 'delay']],
  ['PUT', '/operations/o', { ...http, success: { statuses: [200] } }, ['success', 'statuses'], 'status'],
  ['PUT', '/tables/t', { name: 'T', columns: [{ name: 'a', typ: forged }] }, ['columns', 0, 'typ']],
  [
    'PUT',
    '/calendar',
    { week: null, holidays: [{ date: '2026-12-24', nam: forged }] },
    ['holidays', 0, 'nam'],
  ],
  ['POST', said, { text: 'a', buttons: ['b', { text: 'c', ulr: forged }] }, ['buttons', 1, 'ulr']],
  [
    'POST',
    said,
    { text: 'a', variants: { webchat: { txt: forged }, later: { any: 1 } } },
    ['variants', 'webchat', 'txt'],
  ],
  ['PATCH', '/settings', { retention: { audits: 3 } }, ['retention', 'audits'], 'audit'],
];

it.each(nested)('%s %s %j: the field is named', async (method, path, body, loc, meant) => {
  const answer = await server.owner(method, `/projects/${project.id}${path}`, body);
  expect([answer.status, answer.text]).toEqual([422, answer.text]);
  const found = answer.body.detail.filter(({ type }: any) => type === 'extra_forbidden');
  expect(found).toEqual([
    {
      type: 'extra_forbidden',
      loc: ['body', ...loc],
      msg: expect.stringContaining(meant ? `did you mean ${meant}? The fields are ` : '. The fields are '),
      ctx: { fields: expect.any(Array) },
    },
  ]);
  expect(isForged(answer.text)).toBe(false);
});

it('says nothing of what stands in fields that take anything', async () => {
  const input = { any: { thing: 1 } };
  const { status } = await server.owner('PUT', `/projects/${project.id}/receivers/free`, {
    name: 'Free',
    target: { workflow: 'w', input },
  });
  expect(status).toBe(201);
});

it('refuses a setting of a channel when it is changed, and changes nothing', async () => {
  const { id } = await server.make('POST', `/projects/${project.id}/channels`, webchat);
  const place = `/projects/${project.id}/channels/${id}`;
  const answer = await server.owner('PATCH', place, { settings: { title: 'New', colour: forged } });
  expect(answer.status).toBe(422);
  expect(answer.body.detail).toMatchObject([{ loc: ['body', 'settings', 'colour'] }]);
  expect((await server.owner('GET', place)).body.settings.title).toBeUndefined();
});

describe('a refused login repeats nothing of what was sent', () => {
  const password = 'never-repeated';
  const bodies: Record<string, [body: string, type?: string]> = {
    'a text': [password, 'text/plain'],
    'a text in JSON': [JSON.stringify(`owner@example.com ${password}`)],
    'a form': [`email=owner%40example.com&password=${password}`, 'application/x-www-form-urlencoded'],
    'JSON under another type': [JSON.stringify({ email: 'o@example.com', password }), 'text/plain'],
    'a list': [JSON.stringify([{ email: 'o@example.com', password }])],
    'a list in a list': [JSON.stringify([[password]])],
    'a misspelt name': [JSON.stringify({ email: 'o@example.com', pasword: password })],
    'another case': [JSON.stringify({ Email: 'o@example.com', Password: password })],
    'the password in the place of the address': [JSON.stringify({ password: { email: password } })],
    'a password that is a list': [JSON.stringify({ email: 'o@example.com', password: [password] })],
    'no JSON': [`{"password": "${password}"`],
  };

  it.each(Object.keys(bodies))('%s', async (what) => {
    const [raw, type = 'application/json'] = bodies[what]!;
    const answer = await server.call('POST', '/api/owner/session', {
      raw,
      headers: { 'content-type': type },
    });
    expect(answer.status).toBe(422);
    expect(answer.text).not.toContain(password);
    expect(answer.body.detail.length).toBeGreaterThan(0);
  });
});

describe('the project API ignores fields that it does not know', () => {
  const writes: Record<string, () => Promise<[Answer, Answer]>> = {
    'a profile': async () => {
      const { profile_id } = await makeIdentity();
      const path = `/api/v1/projects/${project.id}/profiles/${profile_id}`;
      const body = { status: 'vip', ...extra(), role: forged };
      const answer = await server.call('PATCH', path, { key: project.key, body });
      return [answer, await server.call('GET', path, project)];
    },
    'a message': async () => {
      const { id } = await makeIdentity();
      const answer = await server.send(project, id, { ...extra(), role: forged });
      return [answer, await server.owner('GET', `/projects/${project.id}/dialogs/${id}/messages`)];
    },
  };

  it.each(Object.keys(writes))('and sets nothing of %s by them', async (what) => {
    const [answer, read] = await writes[what]!();
    expect([answer.status < 300, answer.text, read.status]).toEqual([true, answer.text, 200]);
    expect([answer.text, read.text].filter(isForged)).toEqual([]);
    // Nor has it gone to the project that was named.
    expect((await server.audit(other)).map(({ action }) => action)).toEqual([
      'project.created',
      'key.created',
    ]);
  });
});

async function makeIdentity() {
  const { id } = await server.makeChannel(project.id);
  return server.makeIdentity(project.id, id);
}
