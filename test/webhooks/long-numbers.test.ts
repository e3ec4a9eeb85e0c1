import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DialogScene, makeDialogScene } from '../dialogs/scene.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { MethodScene } from '../published/scene.ts';
import { makeReceiver } from './sender.ts';

/** Two numbers that a double takes for the same. */
const ids = ['1313131313131313130', '1313131313131313131'] as const;

let server: TestServer;
let scene: MethodScene;
let dialogs: DialogScene;

beforeAll(async () => {
  server = await useTestServer();
  scene = await MethodScene.make(server);
  dialogs = await makeDialogScene(server, scene.project);
});
afterAll(() => server?.close());

/** Makes a receiver. @returns its slug, and a way to call it */
async function receiver(more: object = {}) {
  const made = await makeReceiver(server, scene.project.id, { verification: { type: 'none' }, ...more });
  const send = async (raw: string) => {
    const { pathname } = new URL(made.url);
    const { status } = await server.call('POST', pathname, {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(202);
  };
  return { slug: made.slug, send };
}

/** Publishes a workflow. @returns its slug */
async function publish(definition: object): Promise<string> {
  const slug = `flow-${randomUUID().slice(0, 8)}`;
  const path = `/workflows/${slug}`;
  const body = { name: slug, environment: 'sandbox', definition };
  expect((await scene.owner('PUT', path, body)).status).toBeLessThan(300);
  const { status, text } = await scene.owner('POST', `${path}/publish`);
  if (status >= 300) throw new Error(text);
  return slug;
}

/** The runs of a workflow, as they are read one by one, once this holds of them. */
const runsOnce = (workflow: string, hold: (runs: any[]) => boolean): Promise<any[]> =>
  until(async () => {
    const { items } = (await scene.call('GET', `/workflow-runs?workflow=${workflow}`)).body;
    const runs = await Promise.all(
      items.map(async ({ run_id }: any) => (await scene.call('GET', `/workflow-runs/${run_id}`)).body),
    );
    return hold(runs) && runs;
  });
const areEnded = (count: number) => (runs: any[]) =>
  runs.length === count && runs.every(({ finished_at }) => finished_at !== null);

/** Runs a workflow by a call of a receiver. @returns the run once it has ended */
async function ran(steps: object[], raw: string): Promise<any> {
  const { slug, send } = await receiver();
  const workflow = await publish({ triggers: [{ type: 'receiver', receiver: slug }], steps });
  await send(raw);
  const [run] = await runsOnce(workflow, areEnded(1));
  return run;
}

describe('a number beyond 2^53 in a call', () => {
  it('ends the wait for this number, and no other', async () => {
    const [placed, paid] = [await receiver(), await receiver()];
    const workflow = await publish({
      triggers: [{ type: 'receiver', receiver: placed.slug }],
      steps: [
        {
          ...{ id: 'wait', type: 'wait_for', timeout_seconds: 600 },
          receiver: { slug: paid.slug, match: { 'body.order': '{{ event.body.order }}' } },
        },
        { id: 'done', type: 'end', output: ['{{ event.body.order }}', '{{ steps.wait.event.body.order }}'] },
      ],
    });
    for (const id of ids) await placed.send(`{"order":${id}}`);
    await runsOnce(workflow, (runs) => runs.filter(({ status }) => status === 'waiting').length === 2);
    for (const [n, id] of ids.entries()) {
      await paid.send(`{"order":${id}}`);
      const runs = await runsOnce(
        workflow,
        (all) => all.filter(({ status }) => status === 'succeeded').length === n + 1,
      );
      expect(runs.map(({ output }) => output)).toContainEqual([id, id]);
    }
  });

  it('is another than the next where numbers are compared, in a branch and in a wait', async () => {
    const [placed, paid] = [await receiver(), await receiver()];
    const where = { left: '{{ event.body.a }}', right: '{{ event.body.b }}', as: 'number' };
    const isFor = { left: '{{ event.body.of }}', op: 'eq', right: ids[0], as: 'number' };
    const workflow = await publish({
      triggers: [{ type: 'receiver', receiver: placed.slug }],
      steps: [
        { id: 'which', type: 'condition', branches: [{ if: { ...where, op: 'eq' }, next: 'same' }] },
        {
          ...{ id: 'wait', type: 'wait_for', timeout_seconds: 600 },
          receiver: { slug: paid.slug, where: isFor },
        },
        { id: 'done', type: 'end', output: '{{ steps.wait.event.body.of }}' },
        { id: 'same', type: 'end', output: 'the same' },
      ],
    });
    await placed.send(`{"a":${ids[0]},"b":${ids[1]}}`);
    await runsOnce(workflow, ([run]) => run?.status === 'waiting');
    for (const id of ids.toReversed()) await paid.send(`{"of":${id}}`);
    const [run] = await runsOnce(workflow, areEnded(1));
    expect(run.output).toBe(ids[0]);
  });

  it('names a customer by an external id', async () => {
    const customers = [await dialogs.identity(ids[0]), await dialogs.identity(ids[1])];
    await dialogs.publish({
      triggers: [{ type: 'event' }],
      steps: [
        { id: 'said', type: 'message', text: 'Order {{ event.order }}, {{ event.text }}' },
        { id: 'end', type: 'end' },
      ],
    });
    const identity = { channel_id: dialogs.channelId, external_id: '{{ body.customer }}' };
    const target = {
      event: { identity, text: 'paid {{ body.order }}', data: { order: '{{ body.order }}' } },
    };
    const { send } = await receiver({ target });
    for (const id of ids) await send(`{"customer":${id},"order":${id}}`);
    for (const [n, id] of ids.entries()) {
      expect(await dialogs.waitForTold(customers[n]!, 1)).toEqual([`Order ${id}, paid ${id}`]);
    }
  });

  it('holds back runs of its own', async () => {
    const { slug, send } = await receiver();
    const workflow = await publish({
      triggers: [{ type: 'receiver', receiver: slug }],
      debounce: { key: '{{ event.body.order }}', seconds: 1 },
      steps: [{ id: 'done', type: 'end', output: '{{ event.body.order }}' }],
    });
    for (const id of ids) await send(`{"order":${id}}`);
    const runs = await runsOnce(workflow, areEnded(2));
    expect(runs.map(({ output }) => output).toSorted()).toEqual(ids);
  });

  it('fits a schema that wants an integer, or text, and reaches the operation', async () => {
    const mock = { result: '{{ input }}' };
    const input_schema = {
      type: 'object',
      properties: { id: { type: 'integer', minimum: 1 }, name: { type: 'string' } },
      required: ['id'],
    };
    await scene.define('kept', { environments: ['sandbox'], mock, input_schema });
    // An account that has only digits is text nevertheless.
    const name = '40817810099910004312';
    const steps = [
      { id: 'keep', type: 'operation', operation: 'kept', input: { id: '{{ event.body.id }}', name } },
      { id: 'done', type: 'end', output: '{{ steps.keep.result }}' },
    ];
    expect((await ran(steps, `{"id":${ids[1]}}`)).output).toEqual({ id: ids[1], name });
    const faulty = await ran(steps, '{"id":"no number"}');
    expect([faulty.status, faulty.error.message]).toMatchObject(['failed', expect.stringContaining('id')]);
  });

  it('is written to a table as the number that it was, also by an increment, and read from it', async () => {
    const columns = [
      { name: 'id', type: 'integer', required: true },
      { name: 'note', type: 'text' },
      { name: 'sum', type: 'number' },
    ];
    await server.make('PUT', `/projects/${scene.project.id}/tables/orders`, {
      name: 'Orders',
      columns,
      enforce: true,
    });
    const id = '{{ event.body.id }}';
    const write = (stepId: string, action: string, row: object, more: object = {}) => ({
      ...{ id: stepId, type: 'table_write', table: 'orders', action, rows: [row], ...more },
    });
    const run = await ran(
      [
        write('first', 'append', { id, note: id, sum: 1 }),
        write('second', 'upsert', { id, note: id, sum: 1 }, { key: ['id'] }),
        write('third', 'upsert', { id, note: `again ${id}`, sum: '{{ event.body.id }}' }, { key: ['id'] }),
        write('fourth', 'increment', { id, sum: 1 }, { key: ['id'] }),
        { id: 'read', type: 'table_read', table: 'orders', where: [{ column: 'id', op: 'eq', value: id }] },
        { id: 'done', type: 'end', output: '{{ steps.read.rows }}' },
      ],
      `{"id":${ids[1]}}`,
    );
    expect([run.status, run.error]).toEqual(['succeeded', null]);
    expect(run.output).toEqual([{ id: ids[1], note: `again ${ids[1]}`, sum: '1313131313131313132' }]);
    const { text } = await scene.call('GET', '/tables/orders/rows?environment=sandbox');
    expect(text).toMatch(new RegExp(`"id" ?: ?${ids[1]}, ?"note".*"sum" ?: ?1313131313131313132`));
  });
});

it('a number beyond 2^53 keeps its digits in an event, in the input of a run and in the mapping of a method', async () => {
  const identity = await dialogs.identity();
  await dialogs.publish({
    triggers: [{ type: 'event' }],
    steps: [
      { id: 'said', type: 'message', text: '{{ event.order }} and {{ event.deep[0].n }}' },
      { id: 'end', type: 'end' },
    ],
  });
  const raw = `{"event_id":"${randomUUID()}","identity_id":"${identity}","text":"x","data":{"order":${ids[1]},"deep":[{"n":${ids[0]}}]}}`;
  expect((await scene.call('POST', '/events', { raw })).status).toBe(202);
  expect(await dialogs.waitForTold(identity, 1)).toEqual([`${ids[1]} and ${ids[0]}`]);

  const workflow = await publish({ steps: [{ id: 'done', type: 'end', output: '{{ input.order }}' }] });
  await scene.call('POST', `/workflows/${workflow}/run`, {
    raw: `{"input":{"order":${ids[1]}}}`,
    headers: { 'idempotency-key': randomUUID() },
  });
  expect((await runsOnce(workflow, areEnded(1)))[0].output).toBe(ids[1]);

  const input = [{ name: 'order', type: 'number', required: true }];
  const { key } = await scene.offer('mapped', { input, mapping: { id: 'No. {{ input.order }}' } });
  const { body } = await scene.ask('mapped', key, undefined, { raw: `{"order":${ids[1]}}` });
  const path = `${scene.pathOf('mapped')}/jobs/${body.job_id}`;
  const job = await until(async () => {
    const { body: state } = await server.call('GET', path, { key });
    return state.status === 'succeeded' && state;
  });
  expect(job.result).toEqual({ id: `No. ${ids[1]}` });
});
