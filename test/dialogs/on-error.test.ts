import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTarget } from '../fakes/target.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { Scene } from '../operations/scene.ts';
import { type DialogScene, makeDialogScene } from './scene.ts';

let server: TestServer;

beforeAll(async () => {
  server = await useTestServer();
});
afterAll(async () => {
  await server?.close();
});

/** A dialog whose operation is answered with these statuses, one after the other. */
async function brokenShop(statuses: number[]): Promise<DialogScene> {
  const shop = await startTarget();
  onTestFinished(() => shop.close());
  shop.manner = () => ({ does: 'answer', status: statuses.shift()! });
  const channel = await startTarget();
  onTestFinished(() => channel.close());
  const project = await server.makeProject();
  const scene = await makeDialogScene(
    server,
    project,
    (await server.makeChannel(project.id, channel.url)).id,
  );
  const operations = new Scene(server, project);
  await operations.connect('shop', { base_url: shop.url });
  await operations.define('quote', { connection: 'shop', request: { method: 'POST', path: '/quote' } });
  await scene.publish({
    triggers: [{ type: 'event' }],
    on_error: 'sorry',
    steps: [
      { id: 'quote', type: 'operation', operation: 'quote' },
      { id: 'done', type: 'end' },
      { id: 'sorry', type: 'message', text: 'Sorry ({{ error.step }}, {{ error.code }}).' },
      { id: 'again', type: 'question', text: 'Try again?', field: 'again', next: 'quote' },
    ],
  });
  return scene;
}

describe('a scenario with on_error', () => {
  it('tells the customer of a failed operation, goes on, and is no failed dialog; the history shows what failed', async () => {
    const scene = await brokenShop([400, 409, 200]);
    const identity = await scene.identity();
    await scene.event(identity, 'go');
    expect(await scene.waitForTold(identity, 2)).toEqual(['Sorry (quote, http_400).', 'Try again?']);
    await scene.settled(identity);
    // After an answer another failure is dealt with too.
    await scene.event(identity, 'yes');
    expect((await scene.waitForTold(identity, 4)).slice(2)).toEqual([
      'Sorry (quote, http_409).',
      'Try again?',
    ]);
    await scene.event(identity, 'yes');
    await scene.settled(identity);
    const actions = (await server.audit(scene.project)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'job.failed')).toHaveLength(2);
    expect(actions).not.toContain('dialog.failed');
    const turns = (await scene.history(identity)).filter(({ direction }) => direction === 'turn');
    expect(turns).toHaveLength(2);
    for (const [i, code] of ['http_400', 'http_409'].entries()) {
      expect(turns[i]).toMatchObject({ status: 'succeeded', error: null, did: 'advanced' });
      expect(turns[i].steps.map(({ id, status }: any) => [id, status])).toEqual([
        ...[
          ['quote', 'failed'],
          ['sorry', 'succeeded'],
          ['again', 'waiting'],
        ],
      ]);
      expect(turns[i].steps[0].error.code).toBe(code);
    }
  });

  it('shows what it took in the history, also if the flow ends with that', async () => {
    const scene = await brokenShop([400]);
    await scene.publish({
      triggers: [{ type: 'event' }],
      on_error: 'sorry',
      steps: [
        { id: 'quote', type: 'operation', operation: 'quote' },
        { id: 'done', type: 'end' },
        { id: 'sorry', type: 'message', text: 'Sorry.' },
      ],
    });
    const identity = await scene.identity();
    await scene.event(identity, 'go');
    expect(await scene.waitForTold(identity, 1)).toEqual(['Sorry.']);
    const [turn] = (await scene.history(identity)).filter(({ direction }) => direction === 'turn');
    expect(turn).toMatchObject({
      status: 'succeeded',
      error: null,
      steps: [{ id: 'quote', status: 'failed' }, {}],
    });
  });

  it('is read by the check, by publishing and by what the version shows', async () => {
    const scene = await makeDialogScene(server);
    const base = `/projects/${scene.project.id}/scenario`;
    const definition = {
      triggers: [{ type: 'any' }],
      on_error: 'sory',
      steps: [{ id: 'sorry', type: 'message', text: 'Sorry: {{ error.message }}' }],
    };
    const { findings } = await server.make('PUT', `${base}/draft`, { definition });
    expect(findings).toMatchObject([
      { severity: 'blocking', code: 'unknown_target', path: ['on_error'], step: null },
    ]);
    await scene.publish({ ...definition, on_error: 'sorry' });
  });
});
