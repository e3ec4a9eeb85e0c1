import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { makeChat, openBrowser } from './scene.ts';

let server: TestServer;
let project: TestProject;
let chat: string;

const form = [
  { type: 'name', label: 'Your name', required: true },
  { type: 'mail', label: 'Your mail address' },
  { type: 'phone', label: 'Your phone number' },
  { type: 'text', label: 'Your company', key: 'company' },
];

beforeAll(async () => {
  server = await useTestServer();
  project = await server.makeProject();
  chat = (await makeChat(server, project, { settings: { allowed_domains: ['shop.example'], form } })).id;
});
afterAll(() => server?.close());

const profileOf = async (external: string) => {
  const path = `/api/v1/projects/${project.id}/profiles?external_id=${external}`;
  return (await server.call('GET', path, project)).body.items[0];
};

it('answers to the form of a chat go into the profile that comes with the first message, and later ones at once', async () => {
  const browser = await openBrowser(server, chat);
  const values = { name: 'Ann', mail: ' ann@shop.example ', company: 'Roses' };
  expect((await browser.call('POST', '/about', { values })).status).toBe(204);
  expect(await profileOf(browser.visitorId)).toBeUndefined();
  await browser.say('Hello');
  const profile = await until(() => profileOf(browser.visitorId));
  expect([profile.identities[0].name, profile.state]).toEqual([
    'Ann',
    { email: 'ann@shop.example', company: 'Roses' },
  ]);
  await browser.call('POST', '/about', { values: { name: 'Ann', phone: '+49 30 1' } });
  expect((await profileOf(browser.visitorId)).state).toEqual({ ...profile.state, phone: '+49 30 1' });
});

it.each<[string, Record<string, string>, string]>([
  ['what was not asked', { name: 'Ann', admin: 'yes' }, 'admin'],
  ['nothing where an answer is needed', { mail: 'ann@shop.example' }, 'name'],
  ['no mail address', { name: 'Ann', mail: 'ann' }, 'mail'],
])('a form is refused at its field with %s, and changes nothing', async (_, values, field) => {
  const browser = await openBrowser(server, chat);
  const { status, body } = await browser.call('POST', '/about', { values });
  expect([status, body.detail[0].loc]).toEqual([422, ['body', 'values', field]]);
  await browser.say('Hello');
  expect((await until(() => profileOf(browser.visitorId))).state).toEqual({});
});
