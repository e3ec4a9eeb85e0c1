import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, type Target } from '../fakes/target.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { Scene } from './scene.ts';

let server: TestServer;
let scene: Scene;
let target: Target;

beforeAll(async () => {
  server = await useTestServer();
  scene = new Scene(server, await server.makeProject());
  target = await startTarget();
  await scene.connect('shop', {
    base_url: target.url,
    auth: { type: 'bearer', token: 'a-token-of-the-shop' },
  });
  await scene.define('order', { connection: 'shop', request: { path: '/orders' } });
});
afterAll(async () => {
  await server?.close();
  await target?.close();
});

const json = { 'content-type': 'application/json' };

/** Runs the operation against a system that answers so. */
async function answered(status: number, body: string | Buffer, headers: Record<string, string> = json) {
  target.manner = () => ({ does: 'answer', status, body, headers });
  return scene.outcome('order', { environment: 'live' });
}

describe('what another system answered to a job', () => {
  it.each([
    [201, 'succeeded'],
    [422, 'failed'],
    [500, 'unknown'],
  ])('is kept, whatever came of it: %s is %s', async (code, status) => {
    const body = '{"error": "The article A-1 is not on sale."}';
    const job = await answered(code, body, { ...json, 'x-request-id': 'b7f3', 'set-cookie': 'a=1' });
    expect(job).toMatchObject({
      status,
      answer: {
        status: code,
        headers: { 'content-type': 'application/json', 'x-request-id': 'b7f3' },
        body,
        truncated: false,
      },
    });
    expect(job.answer.headers).not.toHaveProperty('set-cookie');
    const owned = (await scene.owner('GET', `/jobs/${job.job_id}`)).body;
    expect(owned.answer).toEqual(job.answer);
  });

  it('is kept without the secrets that were sent, and without what is named like one', async () => {
    const body =
      '{"url": "/o?key=a-token-of-the-shop", "auth": {"access_token": "fresh-one"}, "n": 12345678901234567890}';
    const { answer } = await answered(400, body, { ...json, location: '/in?session_token=once-only&page=2' });
    expect(answer.body).toBe(
      '{"url": "/o?key=[hidden]", "auth": {"access_token": "[hidden]"}, "n": 12345678901234567890}',
    );
    expect(answer.headers.location).toBe('/in?session_token=[hidden]&page=2');
    expect(JSON.stringify(answer)).not.toMatch(/a-token-of-the-shop|fresh-one|once-only/);
  });

  it.each<[string, string]>([
    ['{"a":"b","password":"first\\"second","c":1}', '{"a":"b","password":"[hidden]","c":1}'],
    ['{"token":{"value":"x"},"b":2}', '{"token":"[hidden]","b":2}'],
    ['{"deep":{"list":[{"secret":17}]}}', '{"deep":{"list":[{"secret":"[hidden]"}]}}'],
    ['{"token":{"a":{"value":"x"}},"b":2}', '{"token":"[hidden]","b":2}'],
    [
      String.raw`{"log":"{\"token\":\"abc\",\"n\":1}","b":2}`,
      String.raw`{"log":"{\"token\":\"[hidden]\",\"n\":1}","b":2}`,
    ],
    ['{"cut":"off","api_key":"begins and do', '{"cut":"off","api_key":"[hidden]"'],
    ['grant=code&refresh_token=abc%20d&scope=all', 'grant=code&refresh_token=[hidden]&scope=all'],
    ['{"tokens_left":3,"note":"token is \\"x\\""}', '{"tokens_left":3,"note":"token is \\"x\\""}'],
  ])('hides what is named like a secret and nothing else: %s', async (body, shown) => {
    const { answer } = await answered(400, body, { 'content-type': 'text/plain' });
    expect(answer.body).toBe(shown);
  });

  it('is its first 4 KiB, in whole characters, and says that there was more', async () => {
    const { answer } = await answered(400, 'é'.repeat(5000), { 'content-type': 'text/html; charset=utf-8' });
    expect(answer.truncated).toBe(true);
    expect(answer.body).toBe('é'.repeat(2048));
    const next = await answered(400, `x${'é'.repeat(3000)}`, { 'content-type': 'text/html; charset=utf-8' });
    expect(next.answer.body).toBe(`x${'é'.repeat(2047)}`);
  });

  it('has no body if that is no text, and is absent if nothing came', async () => {
    const { answer } = await answered(400, Buffer.from([0x89, 0x50, 0xff, 0xfe]), {
      'content-type': 'image/png',
    });
    expect(answer).toMatchObject({ status: 400, body: null });
    target.manner = () => ({ does: 'cut after reading' });
    expect(await scene.outcome('order', { environment: 'live' })).not.toHaveProperty('answer');
    expect(await scene.outcome('order', { environment: 'sandbox' })).not.toHaveProperty('answer');
  });

  it('is that of the last attempt, not of one before', async () => {
    let n = 0;
    target.manner = () =>
      n++ === 0
        ? { does: 'answer', status: 429, headers: { 'retry-after': '0' }, body: 'wait' }
        : { does: 'cut after reading' };
    const job = await scene.outcome('order', { environment: 'live' });
    expect(job.status).toBe('unknown');
    expect(job).not.toHaveProperty('answer');
  });

  it('is shown with the step of a run that has failed with it', async () => {
    const definition = {
      steps: [{ id: 'order', type: 'operation', operation: 'order', input: {} }],
    };
    const { project } = scene;
    await server.make('PUT', `/projects/${project.id}/workflows/w`, {
      name: 'w',
      environment: 'live',
      definition,
    });
    await server.make('POST', `/projects/${project.id}/workflows/w/publish`, {});
    target.manner = () => ({ does: 'answer', status: 422, headers: json, body: '{"error":"gone"}' });
    const started = await scene.call('POST', '/workflows/w/run', {
      body: {},
      headers: { 'idempotency-key': 'heard-in-a-run' },
    });
    const run = await until(async () => {
      const { body } = await scene.call('GET', `/workflow-runs/${started.body.run_id}`);
      return body.status === 'failed' && body;
    });
    expect(run.steps).toMatchObject([
      { status: 'failed', answer: { status: 422, body: '{"error":"gone"}', truncated: false } },
    ]);
    const owned = (await scene.owner('GET', `/runs/${run.run_id}`)).body;
    expect(owned.steps[0].answer).toEqual(run.steps[0].answer);
  });
});

it('the answer to a test of a connection is shown, and kept with it', async () => {
  target.manner = () => ({
    does: 'answer',
    status: 403,
    headers: json,
    body: '{"error":"scope","token":"x"}',
  });
  const report = (await scene.owner('POST', '/connections/shop/test')).body;
  const answer = { status: 403, body: '{"error":"scope","token":"[hidden]"}', truncated: false };
  expect(report).toMatchObject({ ok: false, status: 403, answer });
  const { last_test } = (await scene.owner('GET', '/connections/shop')).body;
  expect(last_test).toMatchObject({ ok: false, answer });
  target.manner = () => ({ does: 'cut after reading' });
  expect((await scene.owner('POST', '/connections/shop/test')).body).not.toHaveProperty('answer');
});
