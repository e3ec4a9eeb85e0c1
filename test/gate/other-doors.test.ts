import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, type Target } from '../fakes/target.ts';
import type { TestProject } from '../harness/client.ts';
import { join, type Person } from '../harness/people.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

// What a role does not see in the records themselves is not reached in a roundabout way either.

let server: TestServer;
let outside: Target;
let project: TestProject;
let developer: Person;
let operator: Person;
let channelId: string;
let customer: { id: string; profile_id: string };
/** With an account in the sandbox that is linked with that of the customer. */
let linked: { id: string };
let trial: { id: string };

const vkSecret = 'made-up-vk-secret';
const externalId = '4242';

beforeAll(async () => {
  server = await useTestServer();
  outside = await startTarget();
  project = await server.makeProject();
  [developer, operator] = [
    await join(server, project.id, 'developer'),
    await join(server, project.id, 'operator'),
  ];
  channelId = (await server.makeChannel(project.id, outside.url)).id;
  const { id: sandboxId } = await server.makeChannel(project.id);
  customer = await server.make('POST', `/projects/${project.id}/identities`, {
    ...{ channel_id: channelId, external_id: externalId, name: 'Secretly Ann' },
  });
  trial = await server.make('POST', `/projects/${project.id}/identities`, {
    ...{ channel_id: sandboxId, external_id: 'trial', name: 'Trial' },
  });
  const account = await server.makeIdentity(project.id, sandboxId);
  const { profile_id } = await server.makeIdentity(project.id, channelId);
  await server.make('POST', `/projects/${project.id}/profiles/link`, {
    profile_ids: [account.profile_id, profile_id],
  });
  linked = account;
  await server.make('PUT', `/projects/${project.id}/connections/shop`, {
    ...{ name: 'Shop', settings: { base_url: outside.url } },
  });
  await server.make('PUT', `/projects/${project.id}/operations/who`, {
    ...{ name: 'Who', connection: 'shop', environments: ['sandbox', 'live'], request: { path: '/who' } },
    mock: { result: { name: '{{ identity.name }}' } },
  });
  await server.make('PUT', `/projects/${project.id}/workflows/who`, {
    ...{ name: 'Who', environment: 'sandbox' },
    definition: { triggers: [], steps: [{ id: 'end', type: 'end', output: '{{ identity.name }}!' }] },
  });
  await server.make('POST', `/projects/${project.id}/workflows/who/publish`);
});
afterAll(async () => {
  await server?.close();
  await outside?.close();
});

const as = (person: Person, method: string, path: string, body?: unknown) =>
  person.client.owner(method, `/projects/${project.id}${path}`, body);
const isRefused = async (answer: Promise<{ status: number; body: any }>, who: string) => {
  const { status, body } = await answer;
  expect([status, body.code, body.detail]).toEqual([403, 'role_required', expect.stringContaining(who)]);
};

describe('the sandbox, for the account of a live customer', () => {
  const run = async (identityId: string) => {
    const begun = await as(developer, 'POST', '/operations/who/runs', { identity_id: identityId });
    return until(async () => {
      const { body } = await as(developer, 'GET', `/jobs/${begun.body.job_id}`);
      return body.status === 'succeeded' && body;
    });
  };
  const start = async (identityId: string) => {
    const begun = await as(developer, 'POST', '/workflows/who/runs', { identity_id: identityId });
    return until(async () => {
      const { body } = await as(developer, 'GET', `/runs/${begun.body.run_id}`);
      return body.status === 'succeeded' && body;
    });
  };

  it.each([
    ['itself', () => customer.id],
    ['linked with one of the sandbox', () => linked.id],
  ])('%s, tells those who build nothing of the profile', async (_what, id) => {
    expect(await run(id())).toMatchObject({ result: null, request: null, hidden: expect.any(String) });
    expect(await start(id())).toMatchObject({ output: null, hidden: expect.any(String) });
  });

  it('shows the course of what is tried for somebody who is there alone, and to those who serve all of it', async () => {
    expect(await run(trial.id)).toMatchObject({ result: { name: 'Trial' } });
    const { job_id: jobId } = await run(customer.id);
    const seen = await as(operator, 'GET', `/jobs/${jobId}`);
    expect(seen.body).toMatchObject({ result: { name: 'Secretly Ann' } });
    expect(seen.body).not.toHaveProperty('hidden');
  });
});

it('the secret of a live web chat, with which visitors are named, is replaced by an owner', async () => {
  const chats = `/projects/${project.id}/channels`;
  const body = { type: 'webchat', name: 'Chat' };
  const live = await server.make('POST', chats, { ...body, environment: 'live' });
  const sandbox = await server.make('POST', chats, { ...body, environment: 'sandbox' });
  await isRefused(as(developer, 'POST', `/channels/${live.id}/rotate`), 'role owner.');
  expect((await as(developer, 'POST', `/channels/${sandbox.id}/rotate`)).status).toBe(200);
  expect((await server.owner('POST', `${chats}/${live.id}/rotate`)).status).toBe(200);
});

it('a check of a mini app says to those who build that somebody is a customer, and not whose profile that is', async () => {
  await server.make('PATCH', `/projects/${project.id}/settings`, { vk_app_secret: vkSecret });
  const query = `vk_app_id=1&vk_ts=${Math.floor(Date.now() / 1000)}&vk_user_id=${externalId}`;
  const launch = `${query}&sign=${createHmac('sha256', vkSecret).update(query).digest('base64url')}`;
  const check = { platform: 'vk', launch, channel_id: channelId };
  const seen = await as(developer, 'POST', '/miniapp/check', check);
  expect(seen.body).toMatchObject({
    ...{ valid: true, user: { id: externalId }, identity: null, profile: null },
    hidden: expect.stringContaining('owner or operator'),
  });
  const own = await server.make('POST', `/projects/${project.id}/miniapp/check`, check);
  expect(own).toMatchObject({ identity: { id: customer.id }, profile: { id: customer.profile_id } });
});

it('nobody who builds finds out under which id a live customer is known', async () => {
  const named = { channel_id: channelId, external_id: externalId };
  await isRefused(as(developer, 'POST', '/identities', named), 'owner or operator');
  expect((await as(operator, 'POST', '/identities', named)).body.id).toBe(customer.id);
});

it('a draft that cannot be published is a matter of those who build', async () => {
  const definition = { triggers: [], steps: [{ id: 'go', type: 'goto', to: 'nowhere-known' }] };
  await server.make('PUT', `/projects/${project.id}/scenario/draft`, { definition });
  const codesFor = async (person: Person) =>
    (await as(person, 'GET', '/readiness')).body.items.map(({ code }: any) => code);
  expect(await codesFor(developer)).toContain('draft_faulty');
  expect((await codesFor(operator)).filter((code: string) => code.startsWith('draft_'))).toEqual([]);
});

it('the fault of a wait quotes nothing of what it was given', async () => {
  await server.make('PUT', `/projects/${project.id}/workflows/waits`, {
    ...{ name: 'Waits', environment: 'live' },
    definition: {
      triggers: [],
      steps: [{ id: 'wait', type: 'delay', until: '{{ input.at }}' }],
    },
  });
  await server.make('POST', `/projects/${project.id}/workflows/waits/publish`);
  const started = await server.call('POST', `/api/v1/projects/${project.id}/workflows/waits/run`, {
    ...{
      key: project.key,
      headers: { 'idempotency-key': randomUUID() },
      body: { input: { at: 'my words' } },
    },
  });
  const run = await until(async () => {
    const { body } = await as(developer, 'GET', `/runs/${started.body.run_id}`);
    return body.status === 'failed' && body;
  });
  expect(run.error).toEqual({
    code: 'bad_time',
    message: expect.stringMatching(/^"until" gives no RFC 3339 moment, but a text of 8 characters/),
  });
  expect(JSON.stringify(run)).not.toContain('my words');
});
