import { afterAll, beforeAll, expect, it } from 'vitest';
import { TurnGroup } from '../../src/dialog/flows/turn-group.ts';
import { InputChecks } from '../../src/dialog/operations/input-schema.ts';
import { jobKind } from '../../src/dialog/operations/run.ts';
import { submitJob } from '../../src/dialog/operations/submit.ts';
import { Outbox } from '../../src/dialog/tasks/outbox.ts';
import type { Task } from '../../src/dialog/tasks/task.ts';
import { readId } from '../../src/platform/ids.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { MethodScene } from '../published/scene.ts';

/** Comparing all items of a long list with each other takes longer than a check may. */
const slow = { properties: { list: { allOf: Array.from({ length: 60 }, () => ({ uniqueItems: true })) } } };
const longList = Array.from({ length: 4000 }, (_, i) => ({ a: i }));
/** Also checked by a thread, since it refers to a part of itself; but quick. */
const soon = { properties: { a: { $ref: '#/$defs/text' } }, $defs: { text: { type: 'string' } } };

let server: TestServer;
let scene: MethodScene;

beforeAll(async () => {
  server = await useTestServer();
  scene = await MethodScene.make(server);
  for (const [slug, input_schema] of Object.entries({ slow, soon })) {
    await scene.define(slug, { environments: ['sandbox'], input_schema, mock: { result: 'done' } });
  }
});
afterAll(() => server?.close());

/** A method that runs a workflow of one step, which runs an operation. */
async function offerFlow(slug: string, operation: string, input: object): Promise<string> {
  await scene.publishWorkflow(slug, [{ id: 'call', type: 'operation', operation, input }]);
  const field = { required: false, description: '' };
  const { key } = await scene.offer(slug, {
    target: { workflow: slug },
    input: [
      { name: 'list', type: 'array', ...field },
      { name: 'a', type: 'integer', ...field },
    ],
  });
  return key;
}

it('a flow whose operation takes too long to check its input ends with that reason, and other flows of its batch go on', async () => {
  const key = await offerFlow('slow-flow', 'slow', { list: '{{ input.list }}' });
  const others = await offerFlow('quick-flow', 'echo', { a: '{{ input.a }}' });
  const [ended, ...quick] = await Promise.all([
    scene.outcomeOf('slow-flow', key, { list: longList }),
    ...Array.from({ length: 6 }, (_, a) => scene.outcomeOf('quick-flow', others, { a })),
  ]);
  expect(ended).toMatchObject({ status: 'failed', error: { code: 'invalid_input' } });
  expect(ended.error.message).toContain('too long to be checked');
  expect(quick.map(({ status }) => status)).toEqual(quick.map(() => 'succeeded'));
});

it('an invalid input that only a thread can check ends the step with an explanation', async () => {
  const key = await offerFlow('soon-flow', 'soon', { a: '{{ input.a }}' });
  const ended = await scene.outcomeOf('soon-flow', key, { a: 7 });
  expect(ended).toMatchObject({
    status: 'failed',
    error: { code: 'invalid_input', message: 'input.a: Input should be a valid string' },
  });
});

/** Requests a run of `soon` like a step, inside of a transaction. */
async function submitSoon(inputChecks: InputChecks, input: object): Promise<Task> {
  const { parts } = server.server;
  const projectId = readId('project', scene.project.id)!;
  const submitted = await parts.database.transaction(async (tx) => {
    const group = new TurnGroup(tx, new Outbox());
    const submitted = await submitJob(
      group,
      {
        ...{ projectId, operation: 'soon', environment: 'sandbox', input: input as never },
        ...{ identityId: null, requestId: null, waiter: null },
        scope: { event: {}, state: {}, profile: {}, identity: null },
      },
      { inputChecks, retryDeadlineMs: 60_000 },
    );
    await parts.queue.write(tx, group.outbox);
    return submitted;
  });
  if (!('jobId' in submitted)) throw new Error(submitted.refused.message);
  const id = readId('job', submitted.jobId)!;
  const { rows } = await parts.database.query<{ payload: unknown }>(
    'SELECT payload FROM dialog.tasks WHERE project_id = $1 AND id = $2',
    [projectId, id],
  );
  return {
    projectId,
    id,
    payload: rows[0]!.payload,
    identityId: null,
    environment: 'sandbox',
    createdAt: new Date(),
  } as Task;
}

it('no flow waits for a thread while it holds locks: the input is checked when the run begins', async () => {
  const checks = new InputChecks({ waitMs: 60_000 });
  const { database, vault, http } = server.server.parts;
  const jobs = jobKind({ database, vault, http, inputChecks: checks, own: {} });
  const begin = async () => {};
  const [good, bad] = [await submitSoon(checks, { a: 'x' }), await submitSoon(checks, { a: 7 })];
  expect(checks.threads).toBe(0);
  expect(await jobs.run(good, begin)).toMatchObject({ state: 'succeeded', result: 'done' });
  expect(checks.threads).toBe(1);
  expect(await jobs.run(bad, begin)).toMatchObject({ state: 'failed', error: { code: 'invalid_input' } });
  await checks.close();
});

it('a run that gets no thread for its check is tried again, with a reason that its owner understands', async () => {
  const busy: string[] = [];
  const checks = new InputChecks({ waitMs: 1, onBusy: (owner) => busy.push(owner) });
  const { database, vault, http } = server.server.parts;
  const task = await submitSoon(checks, { a: 'x' });
  const outcome = await jobKind({ database, vault, http, inputChecks: checks, own: {} }).run(
    task,
    async () => {
      throw new Error('nothing may begin');
    },
  );
  expect(outcome).toMatchObject({ state: 'retry', error: { code: 'busy' }, afterMs: expect.any(Number) });
  expect(busy).toEqual([task.projectId]);
  await checks.close();
});
