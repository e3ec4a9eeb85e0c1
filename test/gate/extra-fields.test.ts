import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  ...{ id: `${forged}-id`, project_id: other.id, owner_id: `${forged}-owner`, roles: [forged] },
  created_at: '2001-01-01T00:00:00Z',
});
const isForged = (text: string) => /forged|2001-01-01/.test(text) || text.includes(other.id);

/** Each sends a body with the extra fields. @returns the answer, and what is read afterwards */
const writes: Record<string, () => Promise<[Answer, Answer]>> = {
  'settings of a project': () => owned('PATCH', '/settings', { role: forged }, () => ''),
  'an invitation': () =>
    owned('POST', '/invitations', { email: `${randomUUID()}@example.com`, role: 'analyst' }, () => '/people'),
  'a key': () => owned('POST', '/keys', { name: 'Key', scopes: ['audit:read'], role: forged }, () => '/keys'),
  'a channel': () =>
    owned(
      'POST',
      '/channels',
      { type: 'webhook', name: 'Channel', environment: 'sandbox', settings: {}, role: forged },
      (made) => `/channels/${made.id}`,
    ),
  'a connection': () =>
    owned(
      'PUT',
      '/connections/shop',
      { name: 'Shop', settings: { base_url: 'https://shop.invalid' }, role: forged },
      () => '/connections/shop',
    ),
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

async function makeIdentity() {
  const { id } = await server.makeChannel(project.id);
  return server.makeIdentity(project.id, id);
}

async function owned(
  method: string,
  path: string,
  body: object,
  readAt: (made: any) => string,
): Promise<[Answer, Answer]> {
  const below = `/projects/${project.id}`;
  const answer = await server.owner(method, below + path, { ...extra(), ...body });
  return [answer, await server.owner('GET', below + readAt(answer.body))];
}

it.each(Object.keys(writes))('fields that a request does not declare set nothing of %s', async (what) => {
  const [answer, read] = await writes[what]!();
  expect([answer.status < 300, answer.text, read.status]).toEqual([true, answer.text, 200]);
  expect([answer.text, read.text].filter(isForged)).toEqual([]);
  // Nor has it gone to the project that was named.
  expect((await server.audit(other)).map(({ action }) => action)).toEqual(['project.created', 'key.created']);
});
