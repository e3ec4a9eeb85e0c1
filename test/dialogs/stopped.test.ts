import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { startReceiver } from '../fakes/receiver.ts';
import { startTarget } from '../fakes/target.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';
import { type DialogScene, makeDialogScene } from './scene.ts';

let server: TestServer;

beforeAll(async () => {
  server = await useTestServer();
});
afterAll(async () => {
  await server?.close();
});

const any = { type: 'event' };

/** Entries of the audit log with this action, as soon as there is one. */
const entriesOf = (scene: DialogScene, action: string) =>
  until(async () => {
    const found = (await server.audit(scene.project)).filter((entry) => entry.action === action);
    return found.length > 0 && found;
  });

/** Stores a definition as version 1 that the check would refuse, as an earlier version of the server may have. */
async function publishUnchecked({ project }: DialogScene, definition: object): Promise<void> {
  await server.server.parts.database.query(
    `INSERT INTO dialog.scenario_versions (project_id, version, definition, published_by)
     VALUES ($1, 1, $2::json, 'owner@example.com')`,
    [readId('project', project.id), JSON.stringify(definition)],
  );
}

describe('a dialog that the server stops shows the reason', () => {
  it('in the history, in the audit log and to subscribers of dialog.failed', async () => {
    const scene = await makeDialogScene(server);
    const secret = newSigningSecret();
    const receiver = await startReceiver(secret);
    onTestFinished(() => receiver.close());
    await server.make('PUT', `/projects/${scene.project.id}/subscriptions/failures`, {
      ...{ kinds: ['dialog.failed'], environments: ['sandbox'], url: receiver.url, signing_secret: secret },
    });
    await publishUnchecked(scene, {
      triggers: [any],
      steps: [
        { id: 'a', type: 'goto', to: 'b' },
        { id: 'b', type: 'goto', to: 'a' },
      ],
    });
    const identity = await scene.identity();
    await scene.event(identity, 'go');
    expect(await scene.settled(identity)).toEqual(['started']);

    const error = { code: 'too_many_steps', message: 'it took 200 steps without waiting' };
    const [said] = await scene.history(identity);
    expect(said.steps.at(-1)).toMatchObject({ id: 'a', status: 'failed', error });
    const [entry] = await entriesOf(scene, 'dialog.failed');
    expect(entry).toMatchObject({
      subject: { type: 'dialog', id: identity },
      actor: { type: 'system' },
      environment: 'sandbox',
      data: { identity_id: identity, version: 1, step: 'a', error },
    });
    const [started] = await entriesOf(scene, 'event.started');
    expect(started.data.steps.at(-1)).toEqual({ id: 'a', type: 'goto', status: 'failed', error });
    await receiver.waitFor(1);
    expect(receiver.received[0]!.body).toMatchObject({
      type: 'dialog.failed',
      data: { subject: { type: 'dialog', id: identity }, error },
    });
  });

  it('if its step is not in the definition', async () => {
    const scene = await makeDialogScene(server);
    await publishUnchecked(scene, {
      triggers: [any],
      steps: [{ id: 'a', type: 'goto', to: 'gone' }],
    });
    await scene.event(await scene.identity(), 'go');
    const [entry] = await entriesOf(scene, 'dialog.failed');
    expect(entry.data).toMatchObject({ step: 'gone', error: { code: 'unknown_step' } });
  });

  it('if it loops through a delay until a day that has passed, after 20 messages', async () => {
    const scene = await makeDialogScene(server);
    const steps = [
      { id: 'again', type: 'message', text: 'Today!' },
      { id: 'day', type: 'delay', until: '2024-05-01', next: 'again' },
    ];
    const base = `/projects/${scene.project.id}/scenario`;
    await server.make('PUT', `${base}/draft`, { definition: { triggers: [any], steps } });
    const refused = await server.owner('POST', `${base}/publish`);
    expect([refused.status, refused.body.findings[0].code]).toEqual([409, 'loop_without_wait']);

    await publishUnchecked(scene, { triggers: [any], steps });
    const identity = await scene.identity();
    await scene.event(identity, 'go');
    const [entry] = await entriesOf(scene, 'dialog.failed');
    expect(entry.data).toMatchObject({ step: 'again', error: { code: 'too_many_messages' } });
    expect(await scene.told(identity)).toHaveLength(20);
  });

  it('in the history also if no message moved it: after a delay, a time-out or a failed operation', async () => {
    const shop = await startTarget();
    onTestFinished(() => shop.close());
    shop.manner = () => ({ does: 'answer', status: 400 });
    const project = await server.makeProject();
    const scene = await makeDialogScene(server, project, (await server.makeChannel(project.id, shop.url)).id);
    const operations = new Scene(server, project);
    await operations.connect('shop', { base_url: shop.url });
    await operations.define('refused', { connection: 'shop', request: { method: 'POST' } });
    const on = (text: string) => ({ left: '{{ event.text }}', op: 'eq', right: text });
    const old = { left: '{{ event.text }}', op: 'gt', right: 17, as: 'number' };
    await scene.publish({
      triggers: [
        { type: 'event', where: on('wait'), start: 'pause' },
        { type: 'event', where: on('ask'), start: 'ask' },
        { type: 'event', where: on('call'), start: 'call' },
      ],
      steps: [
        { id: 'pause', type: 'delay', seconds: 1 },
        { id: 'which', type: 'condition', branches: [{ if: old, next: 'done' }] },
        { id: 'nothing', type: 'message', text: '{{ event.nothing }}', next: 'done' },
        { id: 'ask', type: 'question', text: 'Well?', field: 'a', timeout_seconds: 1, next: 'done' },
        { id: 'call', type: 'operation', operation: 'refused', next: 'done' },
        { id: 'done', type: 'end' },
      ],
    });
    const cases = { wait: ['nothing', 'bad_message'], ask: ['ask', 'timed_out'], call: ['call', 'http_400'] };
    for (const [text, [step, code]] of Object.entries(cases)) {
      const identity = await scene.identity();
      await scene.event(identity, text);
      const last = await until(async () =>
        (await scene.history(identity)).find((e) => e.direction === 'turn'),
      );
      expect(last).toMatchObject({
        ...{ id: expect.stringMatching(/^trn_/), status: 'failed', author: 'scenario', text: '' },
        ...{ did: 'advanced', environment: 'live' },
      });
      expect(last.steps.at(-1)).toMatchObject({ id: step, status: 'failed', error: last.error });
      expect(last.error.code).toBe(code);
      if (code === 'bad_message') expect(last.error.message).toContain('the template of "text" gave nothing');
      if (text === 'wait') {
        expect(last.steps).toContainEqual(
          expect.objectContaining({ id: 'which', remarks: ['"wait" is no number'] }),
        );
      }
      const newest = await server.make('GET', `/projects/${scene.project.id}/dialogs/${identity}/messages`);
      expect(newest.items[0]).toEqual(last);
    }
  });

  it('if Telegram would refuse the rendered address of a button', async () => {
    const project = await server.makeProject();
    const bot = await server.make('POST', `/projects/${project.id}/channels`, {
      ...{ type: 'telegram', name: 'Bot', environment: 'sandbox', settings: { token: '1:a' } },
    });
    const scene = await makeDialogScene(server, project, bot.id);
    const button = { text: 'Open', url: '{{ event.address }}' };
    await scene.publish({
      triggers: [any],
      steps: [{ id: 'open', type: 'message', text: 'Look', keyboard: 'inline', buttons: [button] }],
    });
    const identity = await scene.identity('4242');
    await scene.event(identity, 'go', { data: { address: 'https://localhost/here' } });
    const [entry] = await entriesOf(scene, 'dialog.failed');
    expect(entry.data).toMatchObject({ step: 'open', error: { code: 'bad_message' } });
    expect(entry.data.error.message).toContain('buttons.0.url');
    expect(await scene.told(identity)).toEqual([]);
    await scene.event(identity, 'go', { data: { address: 'https://shop.example/here' } });
    expect(await scene.waitForTold(identity, 1)).toEqual(['Look']);
  });
});

it('a run that the server stops shows its reason in its steps, and in run.failed', async () => {
  const scene = await makeDialogScene(server);
  const { project } = scene;
  const [slug, path] = ['circle', `/projects/${project.id}/workflows/circle`];
  await server.make('PUT', path, { name: 'Circle', definition: { steps: [{ id: 'a', type: 'end' }] } });
  await server.make('POST', `${path}/publish`);
  await server.server.parts.database.query(
    'UPDATE dialog.workflow_versions SET definition = $2::json WHERE project_id = $1',
    [
      readId('project', project.id),
      JSON.stringify({ triggers: [], steps: [{ id: 'a', type: 'goto', to: 'a' }] }),
    ],
  );
  const started = await server.call('POST', `/api/v1/projects/${project.id}/workflows/${slug}/run`, {
    ...{ key: project.key, body: {}, headers: { 'idempotency-key': randomUUID() } },
  });
  const [entry] = await entriesOf(scene, 'run.failed');
  expect(entry.data.error).toMatchObject({ code: 'too_many_steps' });
  const { body: run } = await server.call('GET', started.body.status_url, { key: project.key });
  expect(run.error).toEqual(entry.data.error);
  expect(run.steps.at(-1)).toMatchObject({ id: 'a', status: 'failed', error: run.error });
});
