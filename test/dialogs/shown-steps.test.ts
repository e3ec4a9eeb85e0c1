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
  const { id } = scene.project;
  const mock = { result: { amount: 7, token: 'tok-1' } };
  const price = { name: 'Price', environments: ['sandbox'], mock };
  await server.make('PUT', `/projects/${id}/operations/price`, price);
});
afterAll(() => server?.close());

const messages = async (identityId: string, query = '') =>
  (await server.make('GET', `/projects/${scene.project.id}/dialogs/${identityId}/messages${query}`)).items;

it('the history of a dialog says where its steps were carried out and by which job, and if asked, what came of them', async () => {
  const steps = [
    {
      id: 'each',
      type: 'for_each',
      items: ['a', 'b'],
      steps: [{ id: 'note', type: 'set', vars: { last: '{{ steps.each.item }}', word: 'x'.repeat(1500) } }],
    },
    { id: 'price', type: 'operation', operation: 'price', input: {} },
    { id: 'go_on', type: 'question', text: '{{ steps.price.result.amount }}', var: 'said' },
    { id: 'big', type: 'set', vars: { much: '{{ vars.word }}'.repeat(12) } },
  ];
  await scene.publish({ triggers: [{ type: 'event' }], steps });
  const customer = await scene.identity();
  await scene.event(customer, 'Hello');
  expect(await scene.waitForTold(customer, 1)).toEqual(['7']);
  await scene.event(customer, 'Yes');
  expect(await scene.settled(customer)).toEqual(['started', 'filled']);
  const [, , first] = await messages(customer);
  expect(first.steps.map(({ id, within }: any) => [id, within])).toEqual([
    ['each', undefined],
    ['note', [{ step: 'each', round: 0 }]],
    ['note', [{ step: 'each', round: 1 }]],
    ['each', undefined],
    ['price', undefined],
  ]);
  const { job_id: jobId } = first.steps.at(-1);
  const job = await server.make('GET', `/projects/${scene.project.id}/jobs/${jobId}`);
  // A step of a dialog has no run, and the answer no field for one.
  expect(job.operation_id).toBe('price');
  expect(job).not.toHaveProperty('run_id');
  expect(first.steps.some((step: object) => 'output' in step)).toBe(false);
  const [last, , begun] = await messages(customer, '?outputs=true');
  // A long text is cut off, and of an output that is too large to be read only that is shown.
  expect(begun.steps[1].output.vars).toEqual({ last: 'a', word: `${'x'.repeat(1000)}…` });
  expect(last.steps.map(({ id, output }: any) => [id, output])).toEqual([
    ['go_on', { value: 'Yes' }],
    ['big', '…'],
  ]);
});

it('dialog.failed names what led to on_error beside the failure that ended the dialog', async () => {
  await scene.publish({
    triggers: [{ type: 'event' }],
    on_error: 'sorry',
    steps: [
      { id: 'price', type: 'operation', operation: 'price', input: {} },
      { id: 'tell', type: 'message', text: '{{ steps.price.none }}' },
      { id: 'done', type: 'end' },
      { id: 'sorry', type: 'end', status: 'failed' },
    ],
  });
  const customer = await scene.identity();
  await scene.event(customer, 'Hello');
  const failed = await until(async () =>
    (await server.audit(scene.project)).find(
      ({ action, data }) => action === 'dialog.failed' && data.identity_id === customer,
    ),
  );
  expect(failed.data).toMatchObject({
    step: 'sorry',
    error: { code: 'ended_as_failed' },
    cause: { code: 'bad_message', step: 'tell' },
  });
});
