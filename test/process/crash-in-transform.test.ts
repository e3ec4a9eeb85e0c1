import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../harness/client.ts';
import { until } from '../harness/until.ts';
import { makeProcessScene, type ProcessScene } from './scene.ts';

/**
 * A server is killed while a process of it evaluates an expression without an end and another expression waits. The process was
 * stopped meanwhile, so that its time does not run out.
 */
const expressions = {
  endless: '( $f := function(){ $f() }; $f() )',
  sum: '$sum(list)',
};

let scene: ProcessScene;
let evaluator: number;
let client: Client;
const runs: Record<string, string> = {};

const statusOf = (pid: number): string[] | undefined => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  } catch {
    return undefined;
  }
};
const isAlive = (pid: number) => ![undefined, 'Z', 'X'].includes(statusOf(pid)?.[0]);
const evaluatorsOf = (server: number) =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && statusOf(pid)?.[1] === String(server))
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('expression-thread'));

const start = async (slug: string) => {
  const { id, key } = scene.project;
  const answer = await client.call('POST', `/api/v1/projects/${id}/workflows/${slug}/run`, {
    ...{ key, body: { input: { list: [1, 2, 3] } }, headers: { 'idempotency-key': randomUUID() } },
  });
  expect(answer.status).toBe(202);
  return answer.body.run_id as string;
};
const ended = (runId: string) =>
  until(async () => {
    const { project } = scene;
    const path = `/api/v1/projects/${project.id}/workflow-runs/${runId}`;
    const { body } = await client.call('GET', path, project);
    return body.finished_at !== null && body;
  });

beforeAll(async () => {
  scene = await makeProcessScene();
  const first = await scene.start();
  client = await scene.owner(first);
  for (const [slug, expression] of Object.entries(expressions)) {
    const path = `/projects/${scene.project.id}/workflows/${slug}`;
    const steps = [
      { id: 't', type: 'transform', input: '{{ input }}', expression, on_failed: 'sorry' },
      { id: 'done', type: 'end', output: '{{ steps.t.value }}' },
      { id: 'sorry', type: 'end', output: '{{ steps.t.error.code }}' },
    ];
    await client.make('PUT', path, { name: 'Flow', environment: 'live', definition: { steps } });
    await client.make('POST', `${path}/publish`);
  }
  expect(evaluatorsOf(first.child.pid!)).toEqual([]);
  expect((await ended(await start('sum'))).output).toBe(6);
  [evaluator] = evaluatorsOf(first.child.pid!) as [number];
  process.kill(evaluator, 'SIGSTOP');
  for (const slug of Object.keys(expressions)) {
    runs[slug] = await start(slug);
    await until(
      async () =>
        (await transforms()).filter(({ state }) => state === 'running').length === Object.keys(runs).length,
    );
  }
  await first.kill();
  process.kill(evaluator, 'SIGCONT');
});

afterAll(async () => {
  if (evaluator && isAlive(evaluator)) process.kill(evaluator, 'SIGKILL');
  await scene?.close();
});

const transforms = async (): Promise<{ state: string; attempts: number }[]> =>
  (await scene.session.query(
    `SELECT state, attempts FROM dialog.tasks WHERE kind = 'transform' ORDER BY id`,
  )) as never;

describe('a server killed while an expression is evaluated', () => {
  it('takes the process that evaluates with it, though the expression never ends', async () => {
    await until(() => !isAlive(evaluator));
  });

  it('leaves flows that go on by themselves, each with one result', async () => {
    client = await scene.owner(await scene.start());
    const [endless, sum] = [await ended(runs.endless!), await ended(runs.sum!)];
    expect([endless.output, sum.output]).toEqual(['transform_too_slow', 6]);
    expect([endless, sum].map(({ steps }) => steps.map(({ id }: { id: string }) => id))).toEqual([
      ['t', 'sorry'],
      ['t', 'done'],
    ]);
    expect((await transforms()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['succeeded', 1],
      ['failed', 2],
      ['succeeded', 2],
    ]);
  });
});
