import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { join, type Person } from '../harness/people.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { type Customer, type InboxScene, makeInboxScene } from './scene.ts';

let server: TestServer;
let scene: InboxScene;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  server = await useTestServer();
  scene = await makeInboxScene(server);
  await scene.publish({
    triggers: [
      { type: 'text', texts: ['person'], match: 'contains', start: 'person' },
      { type: 'any', start: 'ask' },
    ],
    steps: [
      { id: 'ask', type: 'question', text: 'Which day?', field: 'day' },
      { id: 'end', type: 'end' },
      { id: 'person', type: 'handover' },
    ],
  });
  ann = await join(server, scene.project.id, 'operator');
  bob = await join(server, scene.project.id, 'operator');
});
afterAll(() => server?.close());

/** A customer whom the bot has asked something, or who waits for a person. */
async function customer(says: 'hello' | 'a person'): Promise<Customer> {
  const made = await scene.customer();
  await made.says(says);
  await scene.conversation(made, ({ waiting_since }) => (waiting_since !== null) === (says === 'a person'));
  return made;
}
const of = ({ identityId }: Customer, act: string) =>
  `/projects/${scene.project.id}/dialogs/${identityId}/${act}`;
const answer = (to: Customer, { client }: Person, body: object = {}, headers = {}) =>
  client.owner('POST', of(to, 'messages'), { text: 'I am here', takes_dialog: true, ...body }, headers);
const holder = async ({ identityId }: Customer) => (await scene.dialog(identityId)).held?.by;

describe('an answer with takes_dialog', () => {
  it('takes the dialog from the bot, and the conversation with it', async () => {
    const eve = await customer('hello');
    expect((await answer(eve, ann)).status).toBe(202);
    expect((await scene.conversation(eve, ({ is_held }) => is_held)).assignee.id).toBe(ann.id);
    expect(await holder(eve)).toBe(ann.email);
  });

  it('has come to whoever waits for a person', async () => {
    const eve = await customer('a person');
    await answer(eve, ann);
    expect(await scene.conversation(eve)).toMatchObject({
      ...{ waiting_since: null, is_held: true, assignee: { id: ann.id } },
    });
    expect(await holder(eve)).toBe(ann.email);
  });

  it('leaves to a colleague what they took or see to, and goes all the same', async () => {
    const held = await customer('hello');
    await bob.client.make('POST', of(held, 'hold'), { minutes: 60 });
    const { held: before } = await scene.dialog(held.identityId);
    expect((await answer(held, ann)).status).toBe(202);
    expect((await scene.dialog(held.identityId)).held).toEqual(before);

    const given = await customer('a person');
    await scene.inbox('PUT', `/${given.profileId}/assignment`, { assignee_id: bob.id });
    expect((await answer(given, ann)).status).toBe(202);
    expect(await scene.conversation(given)).toMatchObject({ assignee: { id: bob.id } });
    expect(await holder(given)).toBe(bob.email);
  });

  it('takes nothing again when it is repeated', async () => {
    const eve = await customer('hello');
    const key = { 'idempotency-key': 'the-answer-of-ann' };
    const { body } = await answer(eve, ann, {}, key);
    await ann.client.make('POST', of(eve, 'release'));
    await scene.conversation(eve, ({ is_held }) => !is_held);
    const again = await answer(eve, ann, {}, key);
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([
      202,
      body,
      'true',
    ]);
    expect(await scene.conversation(eve)).toMatchObject({ is_held: false, assignee: null });
  });
});
