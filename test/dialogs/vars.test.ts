import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { type DialogScene, makeDialogScene } from './scene.ts';

let server: TestServer;
let scene: DialogScene;

beforeAll(async () => {
  server = await useTestServer();
  scene = await makeDialogScene(server);
});
afterAll(() => server?.close());

const path = (rest: string) => `/api/v1/projects/${scene.project.id}${rest}`;
const profileOf = async (externalId: string) => {
  const { key } = scene.project;
  const { body } = await server.call('GET', path(`/profiles?external_id=${externalId}`), { key });
  return body.items[0];
};

it('variables last over the waits of a dialog and begin anew with it, and the profile keeps nothing of them', async () => {
  await scene.publish({
    triggers: [{ type: 'event' }],
    vars: { seen: [] },
    steps: [
      { id: 'n', type: 'question', text: 'How many?', var: 'n', validate: { type: 'integer' } },
      {
        id: 's',
        type: 'set',
        vars: { seen: '{{ vars.seen | push: vars.n }}', more: '{{ vars.n | plus: 1 }}' },
      },
      { id: 'm', type: 'message', text: '{{ vars.seen | json }} {{ vars.more }}' },
      {
        id: 'more',
        type: 'condition',
        branches: [{ if: { left: '{{ vars.n }}', op: 'ne', right: 0 }, next: 'n' }],
      },
    ],
  });
  const identity = await scene.identity('var-1');
  for (const text of ['go', '2', '0', 'go', '4']) await scene.event(identity, text);
  expect(await scene.waitForTold(identity, 7)).toEqual([
    ...['How many?', '[2] 3', 'How many?', '[2,0] 1'],
    ...['How many?', '[4] 5', 'How many?'],
  ]);
  expect((await profileOf('var-1')).state).toEqual({});
});

it('a step sets the status and single rights as a client does: with an audit entry, and with all digits of the others', async () => {
  await scene.publish({
    triggers: [{ type: 'event' }],
    steps: [
      { id: 's', type: 'set', status: '{{ event.text }}', access: { course: true, trial: null } },
      {
        id: 'm',
        type: 'message',
        text: '{{ profile.status }} {{ profile.access.course }}{{ profile.access.trial }}',
      },
    ],
  });
  const identity = await scene.identity('var-2');
  const { id } = await profileOf('var-2');
  const { key } = scene.project;
  const patched = await fetch(`${server.url}${path(`/profiles/${id}`)}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"access":{"trial":true,"big":12345678901234567890.10,"1":{"2":3}}}',
  });
  expect(patched.status).toBe(200);
  await scene.event(identity, 'buyer');
  expect(await scene.waitForTold(identity, 1)).toEqual(['buyer true']);
  const read = await fetch(`${server.url}${path(`/profiles/${id}`)}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const text = await read.text();
  expect(text).toContain('"status":"buyer"');
  expect(text).toContain('"access":{"big":12345678901234567890.10,"1":{"2":3},"course":true}');
  const [, entry] = await until(async () => {
    const found = (await server.audit(scene.project)).filter(({ subject }) => subject.id === id);
    return found.length === 2 && found;
  });
  expect(entry).toMatchObject({
    action: 'profile.updated',
    actor: { type: 'system' },
    data: { fields: ['status', 'access'] },
  });
});
