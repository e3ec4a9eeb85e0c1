import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, type Target } from '../fakes/target.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { Scene } from './scene.ts';

let server: TestServer;
let scene: Scene;
let target: Target;

beforeAll(async () => {
  server = await useTestServer();
  scene = new Scene(server, await server.makeProject());
  target = await startTarget();
});
afterAll(async () => {
  await server?.close();
  await target?.close();
});

const owned = async (jobId: string) => (await scene.owner('GET', `/jobs/${jobId}`)).body;

describe('the request of a job', () => {
  const secret = 's3cret/ "quoted"+key';
  it.each<[string, object]>([
    ['bearer', { type: 'bearer', token: secret }],
    ['basic', { type: 'basic', username: 'shop', password: secret }],
    ['header', { type: 'api_key', in: 'header', name: 'X-Shop', key: secret }],
    ['query', { type: 'api_key', in: 'query', name: 'k', key: secret }],
    ['hmac', { type: 'hmac', secret }],
  ])(
    'is on record for owners as it was sent, without the secrets of the connection: %s',
    async (name, auth) => {
      await scene.connect(name, {
        base_url: target.url,
        auth,
        headers: { 'X-Token': 'static', 'X-Plain': 'seen' },
      });
      await scene.define(name, {
        connection: name,
        request: {
          path: '/orders/{{ input.n }}',
          body: { n: '{{ input.n }}', echo: secret, password: '{{ input.p }}' },
        },
      });
      const job = await scene.outcome(name, { environment: 'live', input: { n: 7, p: 'hunter2' } });
      expect(job.status).toBe('succeeded');
      const sent = target.of(job.job_id)[0] ?? target.arrivals.at(-1)!;
      expect(JSON.parse(sent.body)).toEqual({
        n: 7,
        echo: expect.stringContaining('s3cret'),
        password: 'hunter2',
      });
      const { request } = await owned(job.job_id);
      expect(request).toMatchObject({
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-plain': 'seen', 'x-token': '[hidden]' },
        body: { n: 7, password: '[hidden]' },
      });
      expect(request.url).toContain(`${target.url}/orders/7`);
      expect(JSON.stringify(request)).not.toMatch(/s3cret|c2hvcDpz|hunter2|static/);
      // Clients do not see how an operation does its work.
      expect(job).not.toHaveProperty('request');
    },
  );

  it.each<[string, object]>([
    ['bearer', { type: 'bearer', token: secret }],
    ['basic', { type: 'basic', username: 'shop', password: secret }],
    ['query', { type: 'api_key', in: 'query', name: 'k', key: secret }],
    ['digits', { type: 'api_key', in: 'header', name: 'X-Shop', key: '48151623' }],
  ])(
    'comes back from a system that repeats it without the secrets of the connection: %s',
    async (name, auth) => {
      await scene.connect(`echo-${name}`, { base_url: target.url, auth });
      const whole = { body: '{{ response.body }}', shown: '{{ response.headers.x-echo }}' };
      await scene.define(`echo-${name}`, {
        ...{ connection: `echo-${name}`, request: { path: '/echo' }, result: whole },
      });
      target.manner = ({ url, headers }) => ({
        ...{ does: 'answer', headers: { 'x-echo': url, 'content-type': 'application/json' } },
        body: JSON.stringify({ url, headers, n: 48151623, [`sent ${secret}`]: `it was "${secret}"` }),
      });
      const { status, result } = await scene.outcome(`echo-${name}`, { environment: 'live' });
      expect(status).toBe('succeeded');
      expect(result.body.n).toBe(48151623);
      expect(JSON.stringify(result)).toContain('[hidden]');
      const found = name === 'digits' ? /"48151623"/ : /s3cret|c2hvcDpz/;
      expect(JSON.stringify(result)).not.toMatch(found);
    },
  );

  it('is on record of a webhook, too, and of an action whose outcome is unknown; nothing is in the sandbox', async () => {
    await scene.connect('hook', { url: `${target.url}/hook` }, 'webhook');
    await scene.define('tell', { kind: 'webhook', connection: 'hook', mock: { result: 1 } });
    target.manner = () => ({ does: 'cut after reading' });
    const unknown = await scene.outcome('tell', { environment: 'live', input: { n: 1 } });
    expect(unknown.status).toBe('unknown');
    expect((await owned(unknown.job_id)).request).toMatchObject({
      url: `${target.url}/hook`,
      headers: { 'webhook-id': unknown.job_id, 'webhook-signature': '[hidden]' },
      body: { n: 1 },
    });
    const mocked = await scene.outcome('tell', { input: { n: 1 } });
    expect((await owned(mocked.job_id)).request).toBeNull();
  });
});
