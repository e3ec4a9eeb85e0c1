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

const flows = {
  city: {
    steps: [
      {
        id: 'ask',
        type: 'choice',
        text: '{{ input.what }}',
        var: 'city',
        options: [{ text: 'Bonn' }, { text: 'Ulm' }],
        attempts: 1,
      },
      {
        id: 'count',
        type: 'table_write',
        table: 'cities',
        action: 'append',
        row: { city: '{{ vars.city }}' },
      },
      { id: 'back', type: 'end', output: '{{ vars.city | upcase }}' },
    ],
  },
};

it('a flow that is called twice asks, writes a table and gives each of its callers the answer', async () => {
  const { project } = scene;
  await server.make('PUT', `/projects/${project.id}/tables/cities`, { name: 'Cities', columns: [] });
  await scene.publish({
    triggers: [{ type: 'event' }],
    vars: { city: 'none' },
    steps: [
      { id: 'home', type: 'call', flow: 'city', input: { what: 'Home?' } },
      { id: 'work', type: 'call', flow: 'city', input: { what: 'Work?' } },
      { id: 'read', type: 'table_read', table: 'cities' },
      {
        id: 'tell',
        type: 'message',
        text: '{{ steps.home.output }} {{ steps.work.output }} {{ steps.read.count }} {{ vars.city }}',
      },
    ],
    flows,
  });
  const identity = await scene.identity();
  for (const text of ['go', 'bonn', '2']) await scene.event(identity, text);
  expect(await scene.waitForTold(identity, 3)).toEqual(['Home?', 'Work?', 'BONN ULM 2 none']);
});

it('a wrong answer in a called flow leads to the branch of its caller, or fails the dialog at the call', async () => {
  await scene.publish({
    triggers: [{ type: 'event' }],
    steps: [
      { id: 'home', type: 'call', flow: 'city', input: { what: 'Home?' }, on_failed: 'sorry' },
      { id: 'done', type: 'end' },
      { id: 'sorry', type: 'message', text: 'Sorry: {{ steps.home.error.code }}' },
      { id: 'work', type: 'call', flow: 'city', input: { what: 'Work?' } },
    ],
    flows,
  });
  const identity = await scene.identity();
  for (const text of ['go', 'Rome', 'Rome']) await scene.event(identity, text);
  expect(await scene.waitForTold(identity, 3)).toEqual(['Home?', 'Sorry: no_valid_answer', 'Work?']);
  const entry = await until(async () =>
    (await server.audit(scene.project)).find(
      ({ action, subject }) => action === 'dialog.failed' && subject.id === identity,
    ),
  );
  expect(entry.data).toMatchObject({ step: 'work', error: { code: 'no_valid_answer' } });
});
