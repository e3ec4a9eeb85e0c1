import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { startTarget } from '../fakes/target.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';
import { type DialogScene, makeDialogScene, signedCall } from './scene.ts';

let server: TestServer;

beforeAll(async () => {
  server = await useTestServer();
});
afterAll(async () => {
  await server?.close();
});

interface Shop extends DialogScene {
  identityId: string;
  /** Says something as the customer, in the channel. */
  says(body: object): Promise<void>;
  /** Says something, and waits until the dialog is through with it. @returns what it did, and all that was said so far */
  said(text: string): Promise<{ did: string; told: string[] }>;
  /** Answers the operation that is under way. */
  answer(): Promise<void>;
}

/** A dialog with an operation that takes until the test answers it. */
async function openShop(definition: object): Promise<Shop> {
  const [channelTarget, shop] = [await startTarget(), await startTarget()];
  onTestFinished(async () => {
    await Promise.all([channelTarget.close(), shop.close()]);
  });
  let answer = () => {};
  shop.manner = () =>
    new Promise((resolve) => {
      answer = () => resolve({ does: 'answer', status: 200 });
    });
  const secret = newSigningSecret();
  const project = await server.makeProject();
  const channel = await server.makeChannel(project.id, channelTarget.url, { signing_secret: secret });
  const scene = await makeDialogScene(server, project, channel.id);
  const operations = new Scene(server, project);
  await operations.connect('shop', { base_url: shop.url });
  await operations.define('quote', { connection: 'shop', request: { method: 'POST' } });
  await scene.publish({ triggers: [{ type: 'command', command: '/start' }], ...definition });
  const identityId = await scene.identity('ann');
  const made: Shop = {
    ...{ ...scene, identityId },
    async says(body) {
      const { raw, headers } = signedCall(secret, { external_id: 'ann', message_id: randomUUID(), ...body });
      const { status } = await server.call('POST', `/api/channels/${channel.id}/webhook`, { raw, headers });
      expect(status).toBe(202);
    },
    async said(text) {
      await made.says({ text });
      await scene.settled(identityId);
      const did = (await scene.history(identityId)).filter(({ direction }) => direction === 'in').at(-1).did;
      return { did, told: await scene.told(identityId) };
    },
    async answer() {
      await until(() => shop.arrivals.length > 0);
      answer();
    },
  };
  onTestFinished(() => answer());
  return made;
}

const steps = [
  { id: 'quote', type: 'operation', operation: 'quote' },
  { id: 'name', type: 'question', text: 'Ready. Your name?', field: 'name' },
  { id: 'age', type: 'question', text: 'Hello {{ state.name }}. Your age?', field: 'age' },
  { id: 'done', type: 'message', text: '{{ state.name }}, {{ state.age }}.' },
  { id: 'end', type: 'end' },
  { id: 'what', type: 'message', text: 'I do not know "{{ event.text }}".' },
  { id: 'end2', type: 'end' },
  {
    id: 'picture',
    type: 'message',
    text: 'No {{ event.attachments[0].type | default: answer.attachments[0].type }}, please.',
  },
];

describe('what nothing takes', () => {
  it('starts at on_no_match if no flow is running, and triggers still come first', async () => {
    const shop = await openShop({ steps, on_no_match: 'what' });
    expect(await shop.said('hello')).toEqual({ did: 'started', told: ['I do not know "hello".'] });
    const [entry] = (await server.audit(shop.project)).filter(({ action }) => action === 'message.started');
    expect(entry!.data).toMatchObject({ by: 'on_no_match' });
    expect((await shop.said('/start')).told).toHaveLength(1);
  });

  it('leads to on_unsupported if it has no words, also beside a question, which waits as before', async () => {
    const shop = await openShop({ steps: steps.slice(1), on_no_match: 'what', on_unsupported: 'picture' });
    const pin = { attachments: [{ type: 'location', latitude: 1, longitude: 2 }] };
    await shop.says(pin);
    await shop.settled(shop.identityId);
    expect(await shop.said('/start')).toMatchObject({ told: ['No location, please.', 'Ready. Your name?'] });
    await shop.says(pin);
    await shop.settled(shop.identityId);
    expect((await shop.history(shop.identityId)).at(-2)).toMatchObject({ direction: 'in', did: 'answered' });
    expect((await shop.said('Ann')).told.slice(2)).toEqual(['No location, please.', 'Hello Ann. Your age?']);
  });

  it('is ignored while an operation runs, unless the document says otherwise', async () => {
    const shop = await openShop({ steps, on_no_match: 'what' });
    await shop.said('/start');
    expect(await shop.said('hello')).toEqual({ did: 'ignored', told: [] });
  });
});

describe('while an operation runs', () => {
  it('with "answer" on_no_match answers, and the operation brings the flow on', async () => {
    const shop = await openShop({ steps, on_no_match: 'what', while_busy: 'answer' });
    await shop.said('/start');
    expect(await shop.said('hello')).toEqual({ did: 'answered', told: ['I do not know "hello".'] });
    expect((await shop.said('still there?')).told).toHaveLength(2);
    await shop.answer();
    expect((await shop.waitForTold(shop.identityId, 3))[2]).toBe('Ready. Your name?');
  });

  it('with "keep" messages wait, and answer the questions that follow, in their order', async () => {
    const shop = await openShop({ steps, on_no_match: 'what', while_busy: 'keep' });
    await shop.said('/start');
    expect(await shop.said('Ann')).toEqual({ did: 'kept', told: [] });
    expect(await shop.said('41')).toEqual({ did: 'kept', told: [] });
    expect(await shop.said('and this')).toEqual({ did: 'kept', told: [] });
    await shop.answer();
    expect(await shop.waitForTold(shop.identityId, 4)).toEqual([
      ...['Ready. Your name?', 'Hello Ann. Your age?', 'Ann, 41.', 'I do not know "and this".'],
    ]);
    await shop.settled(shop.identityId);
    const history = await shop.history(shop.identityId);
    const heard = history.filter(({ direction }) => direction === 'in');
    expect(heard.map(({ did }) => did)).toEqual(['started', 'kept', 'kept', 'kept']);
    const actions = (await server.audit(shop.project)).map(({ action }) => action);
    const takenUp = actions.filter((action) => /^dialog\.(filled|started)$/.test(action));
    expect(takenUp.toSorted()).toEqual(['dialog.filled', 'dialog.filled', 'dialog.started']);
  });

  it('with "keep" a command starts anew at once, and what was said before means nothing to it', async () => {
    const shop = await openShop({
      triggers: [
        { type: 'command', command: '/start' },
        { type: 'command', command: '/name', start: 'name' },
      ],
      ...{ steps, while_busy: 'keep' },
    });
    await shop.said('/start');
    expect((await shop.said('Ann')).did).toBe('kept');
    expect(await shop.said('/name')).toEqual({ did: 'started', told: ['Ready. Your name?'] });
    expect((await shop.said('Bob')).told.at(-1)).toBe('Hello Bob. Your age?');
  });

  it('with "keep" at most 20 messages wait, and the history says so of the others', async () => {
    const shop = await openShop({ steps, while_busy: 'keep' });
    await shop.said('/start');
    for (let n = 0; n < 20; n++) await shop.says({ text: `${n}` });
    expect((await shop.said('too much')).did).toBe('ignored');
    const ignored = (await server.audit(shop.project)).filter(({ action }) => action === 'message.ignored');
    expect(ignored.map(({ data }) => data.reason)).toEqual(['too many messages are kept already']);
  });
});
