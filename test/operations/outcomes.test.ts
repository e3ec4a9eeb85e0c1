import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { startReceiver } from '../fakes/receiver.ts';
import { type Arrival, type Manner, startTarget, type Target } from '../fakes/target.ts';
import { freePort } from '../fixtures/ports.ts';
import { wholeSeconds } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { Scene } from './scene.ts';

let server: TestServer;
let scene: Scene;
let target: Target;
const hmacSecret = 'a secret of the other side';
/** How long the server waits for an answer that never comes, or never ends. */
const hasteMs = wholeSeconds(2) * 1000;
/** The behaviour of the target, by the case that the request names. */
const manners = new Map<string, (arrival: Arrival) => Manner | Promise<Manner>>();

beforeAll(async () => {
  server = await useTestServer();
  scene = new Scene(server, await server.makeProject());
  target = await startTarget({ hmacSecret });
  target.manner = (arrival) =>
    manners.get(String(arrival.headers['x-case']))?.(arrival) ?? { does: 'answer' };
  await scene.connect('shop', {
    base_url: `${target.url}/api`,
    auth: { type: 'hmac', secret: hmacSecret },
    idempotency_header: 'Idempotency-Key',
  });
  const buying = {
    connection: 'shop',
    request: {
      method: 'POST',
      path: '/orders',
      headers: { 'X-Case': '{{ input.case }}' },
      body: '{{ input }}',
    },
    max_response_bytes: 10_000,
  };
  await scene.define('buy', buying);
  // For cases without an answer: on a busy machine even a good answer may take this long.
  await scene.define('buy-hastily', { ...buying, timeout_ms: hasteMs });
});

afterAll(async () => {
  await server?.close();
  await target?.close();
});

const buy = (name: string, manner: (arrival: Arrival) => Manner | Promise<Manner>, slug = 'buy') => {
  manners.set(name, manner);
  return scene.outcome(slug, { environment: 'live', input: { case: name } });
};

/** The outcome of one request that is treated in this way: the state and the code of the error. */
const once: [name: string, manner: Manner, state: string, code: string | null][] = [
  ['200', { does: 'answer' }, 'succeeded', null],
  ['204', { does: 'answer', status: 204 }, 'succeeded', null],
  ['299', { does: 'answer', status: 299 }, 'succeeded', null],
  ['301', { does: 'answer', status: 301, headers: { location: '/elsewhere' } }, 'failed', 'http_301'],
  ['307', { does: 'answer', status: 307, headers: { location: '/elsewhere' } }, 'failed', 'http_307'],
  ['400', { does: 'answer', status: 400 }, 'failed', 'http_400'],
  ['404', { does: 'answer', status: 404 }, 'failed', 'http_404'],
  ['409', { does: 'answer', status: 409 }, 'failed', 'http_409'],
  ['422', { does: 'answer', status: 422 }, 'failed', 'http_422'],
  ['500', { does: 'answer', status: 500 }, 'unknown', 'http_500'],
  ['502', { does: 'answer', status: 502 }, 'unknown', 'http_502'],
  ['503 without Retry-After', { does: 'answer', status: 503 }, 'unknown', 'http_503'],
  ['no answer', { does: 'hang' }, 'unknown', 'no_answer'],
  ['a cut after reading', { does: 'cut after reading' }, 'unknown', 'no_answer'],
  ['half a body', { does: 'half a body' }, 'unknown', 'answer_incomplete'],
  ['a body that is too long', { does: 'huge body', bytes: 20_000 }, 'unknown', 'answer_incomplete'],
  ['a body that never ends', { does: 'slow body' }, 'unknown', 'answer_incomplete'],
];

describe('a live run reaches the other side once, and ends as its answer says', () => {
  const ended = new Map<string, any>();

  beforeAll(async () => {
    await Promise.all(
      once.map(async ([name, manner]) => {
        const endless = manner.does === 'hang' || manner.does === 'slow body';
        ended.set(name, await buy(name, () => manner, endless ? 'buy-hastily' : 'buy'));
      }),
    );
    // Longer than the first back-off and than the pause between two sweeps, so any repetition would have happened.
    await sleep(2600);
  });

  it.each(once)('%s', async (name, _manner, state, code) => {
    const job = ended.get(name);
    expect([job.status, job.error?.code ?? null]).toEqual([state, code]);
    expect(target.of(job.job_id)).toHaveLength(1);
    expect(await scene.actionsOf(job.job_id)).toEqual(['job.accepted', `job.${state}`]);
    expect(JSON.stringify(job)).not.toContain('127.0.0.1');
  });

  it('with a request that a strict server accepts', () => {
    expect(target.faults).toEqual([]);
    expect(target.arrivals.filter(({ url }) => url !== '/api/orders')).toEqual([]);
  });
});

describe.concurrent('a job that certainly did not begin is tried again, and then done once', () => {
  it.each([
    ['a 429 with Retry-After', 429, { 'retry-after': '1' }],
    ['a 429 without', 429, {}],
    ['a 503 with Retry-After', 503, { 'retry-after': '1' }],
  ])('after %s', async (name, status, headers) => {
    let first = true;
    const job = await buy(name, () => {
      const manner: Manner = first ? { does: 'answer', status, headers } : { does: 'answer' };
      first = false;
      return manner;
    });
    expect(job.status).toBe('succeeded');
    const [one, two, ...more] = target.of(job.job_id);
    expect(more).toEqual([]);
    // The same id, so that the other side can recognise the repetition.
    expect(two!.body).toBe(one!.body);
    expect(two!.at - one!.at).toBeGreaterThan(700);
  });

  it('after a refused connection, until somebody listens again', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    await scene.connect('gone', { base_url: nobody, idempotency_header: 'Idempotency-Key' });
    await scene.define('knock', { connection: 'gone', request: { method: 'GET' } });
    const { body } = await scene.run('knock', { environment: 'live' });
    await until(async () => (await scene.call('GET', `/jobs/${body.job_id}`)).body.started_at !== null);
    // An owner's change of the address also applies to queued jobs.
    await scene.connect('gone', {
      base_url: target.url,
      idempotency_header: 'Idempotency-Key',
      auth: signed,
    });
    expect((await scene.ended(body.job_id)).status).toBe('succeeded');
    expect(target.of(body.job_id)).toHaveLength(1);
  });
});

const signed = { type: 'hmac', secret: hmacSecret };

describe('a connection that is cut before the request was read', () => {
  it('leaves the outcome of the job unknown', async () => {
    const rude = await startTarget();
    rude.cutsBeforeReading = true;
    await scene.connect('rude', { base_url: rude.url });
    await scene.define('rude', { connection: 'rude', request: { body: { a: 1 } } });
    const job = await scene.outcome('rude', { environment: 'live' });
    expect([job.status, job.error.code, rude.arrivals.length]).toEqual(['unknown', 'no_answer', 1]);
    await rude.close();
  });
});

describe('the success of an operation', () => {
  const answers =
    (body: unknown, status = 200) =>
    (): Manner => ({
      does: 'answer',
      status,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const request = { path: '/x', headers: { 'X-Case': '{{ input.case }}' }, body: '{{ input }}' };

  beforeAll(async () => {
    await scene.define('judged', {
      connection: 'shop',
      request,
      success: { status: [200, 404], when: '{{ response.body.state == "done" or response.status == 404 }}' },
      result: {
        at: '{{ response.body.at }}',
        status: '{{ response.status }}',
        said: 'It is {{ response.body.state }}.',
      },
    });
    await scene.define('unreadable', {
      connection: 'shop',
      request,
      result: '{% for i in (1..response.body.n) %}x{% endfor %}',
    });
    await scene.define('blind', {
      connection: 'shop',
      request,
      result: { sent: true },
      max_response_bytes: 10,
    });
  });

  it('may be defined by a list of statuses and a template over the answer, and the result is made from the answer', async () => {
    const done = await buy('done', answers({ state: 'done', at: [1, { b: null }] }), 'judged');
    expect(done).toMatchObject({
      status: 'succeeded',
      error: null,
      result: { at: [1, { b: null }], status: 200, said: 'It is done.' },
    });
    expect(await buy('gone', answers({}, 404), 'judged')).toMatchObject({
      status: 'succeeded',
      result: { at: null, status: 404, said: 'It is .' },
    });
    expect(await buy('not done', answers({ state: 'refused' }), 'judged')).toMatchObject({
      status: 'failed',
      error: { code: 'not_successful' },
      result: null,
    });
    expect((await buy('201', answers({ state: 'done' }, 201), 'judged')).error.code).toBe('http_201');
  });

  it('is unknown if a template over the answer fails, since the action has happened', async () => {
    expect((await buy('fine', answers({ n: 3 }), 'unreadable')).result).toBe('xxx');
    const job = await buy('too much', answers({ n: 1e9 }), 'unreadable');
    expect([job.status, job.error.code]).toEqual(['unknown', 'answer_unreadable']);
  });

  it('is known although the body breaks off, if no template reads the body', async () => {
    const job = await buy('blind', () => ({ does: 'huge body', bytes: 1000 }), 'blind');
    expect([job.status, job.result]).toEqual(['succeeded', { sent: true }]);
  });

  it.each([
    ['it breaks off', '{"state": "done"', 'claims to be JSON and is not'],
    ['it is nested too deep', '['.repeat(500) + ']'.repeat(500), 'nested deeper'],
  ])(
    'is unknown if templates read a body that claims to be JSON and is not: %s',
    async (name, body, words) => {
      const job = await buy(`broken ${name}`, answers(body), 'judged');
      expect([job.status, job.error.code]).toEqual(['unknown', 'answer_unreadable']);
      expect(job.error.message).toMatch(new RegExp(words));
    },
  );

  it('is known from a compressed answer, and the job has its result', async () => {
    const body = gzipSync('{"state":"done","at":7}');
    const reply = (): Manner => ({
      does: 'answer',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body,
    });
    expect((await buy('compressed', reply, 'judged')).result).toMatchObject({ at: 7, said: 'It is done.' });
  });

  describe("`success.when` follows Liquid's rules of truth", () => {
    it.each([
      [1, 'succeeded'],
      [0, 'succeeded'],
      ['paid', 'succeeded'],
      [{}, 'succeeded'],
      [true, 'succeeded'],
      [false, 'failed'],
      [null, 'failed'],
      ['', 'failed'],
      ['false', 'failed'],
    ])('%j: %s', async (ok, status) => {
      await scene.define('truth', {
        connection: 'shop',
        request,
        success: { when: '{{ response.body.ok }}' },
      });
      expect((await buy(`truth ${JSON.stringify(ok)}`, answers({ ok }), 'truth')).status).toBe(status);
    });
  });

  it.each([
    ['JSON', '{"a":[1,2,{"b":"c"}]}', { a: [1, 2, { b: 'c' }] }],
    ['nothing', '', null],
    ['what only claims to be JSON', 'hello', 'hello'],
    ['NUL and half a pair', '{"\\u0000a":"\\ud800"}', { '\ufffda': '\ufffd' }],
    ['500 arrays in each other', '['.repeat(500) + ']'.repeat(500), '['.repeat(500) + ']'.repeat(500)],
  ])('gives the body if the owner defines no result: %s', async (name, body, result) => {
    const job = await buy(`body ${name}`, answers(body));
    expect([job.status, job.result]).toEqual(['succeeded', result]);
  });
});

describe('a template whose output must not be sent', () => {
  it.each([
    ['an empty place in the path', { path: '/users/{{ input.id }}' }, {}],
    ['a way up', { path: '/users/{{ input.id }}' }, { id: '..' }],
    ['a way up behind a slash', { path: '/users/{{ input.id }}' }, { id: 'a/../../admin' }],
    ['a header that would end', { headers: { 'X-Name': '{{ input.name }}' } }, { name: 'a\r\nX-Admin: 1' }],
    ['a form of no object', { body_type: 'form', body: '{{ input.list }}' }, { list: [1] }],
    ['work without end', { body: '{% for i in (1..input.n) %}x{% endfor %}' }, { n: 1e9 }],
  ])('ends the run before anything is sent: %s', async (_name, request, input) => {
    await scene.define('refused', { connection: 'shop', request });
    const before = target.arrivals.length;
    const job = await scene.outcome('refused', { environment: 'live', input });
    expect([job.status, job.error.code]).toEqual(['failed', 'template_failed']);
    expect(target.arrivals).toHaveLength(before);
  });
});

describe('a private address that the operator did not allow', () => {
  it('is not called, and the error does not show the address of a host name', async () => {
    const strict = await startTestServer({ OUTBOUND_ALLOW: '192.0.2.1' });
    try {
      const inside = new Scene(strict, await strict.makeProject());
      const before = target.connections;
      for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1']) {
        await inside.connect('c', { base_url: `http://${host}:${target.port}` });
        await inside.define('o', { connection: 'c', request: { method: 'GET' } });
        const job = await inside.outcome('o', { environment: 'live' });
        expect([host, job.status, job.error.code]).toEqual([host, 'failed', 'address_refused']);
        const { body } = await inside.owner('POST', '/connections/c/test');
        expect(body).toMatchObject({
          ok: false,
          status: null,
          detail: expect.stringContaining('OUTBOUND_ALLOW'),
        });
        expect(JSON.stringify([job.error, body])).not.toMatch(/127\.|::|7f/);
      }
      expect(target.connections).toBe(before);
    } finally {
      await strict.close();
    }
  });
});

describe('an operation of kind webhook', () => {
  it("is one signed POST, with the job's id as its id", async () => {
    const secret = newSigningSecret();
    const receiver = await startReceiver(secret);
    await scene.connect('hook', { url: receiver.url, signing_secret: secret }, 'webhook');
    await scene.define('tell', {
      kind: 'webhook',
      connection: 'hook',
      request: { body: { type: 'order.paid', data: '{{ input }}', job: '{{ job.id }}' } },
    });
    await scene.define('forward', { kind: 'webhook', connection: 'hook' });
    const job = await scene.outcome('tell', { environment: 'live', input: { n: 1 } });
    const plain = await scene.outcome('forward', { environment: 'live', input: { n: 2 } });
    expect([job.status, plain.status]).toEqual(['succeeded', 'succeeded']);
    expect(receiver.received.map(({ id, body }) => [id, body])).toEqual([
      [job.job_id, { type: 'order.paid', data: { n: 1 }, job: job.job_id }],
      [plain.job_id, { n: 2 }],
    ]);
    expect(receiver.refused).toEqual([]);
    await receiver.close();
  });

  it('ends as its answer says, and is repeated only if nothing was done', async () => {
    const secret = newSigningSecret();
    const receiver = await startReceiver(secret);
    const turnedAway = new Set<string>();
    receiver.answer = ({ id, body }, response) => {
      const { does } = body;
      const comesAgain = /429|503/.test(does) && !turnedAway.has(id);
      turnedAway.add(id);
      if (does === 'hang') return;
      if (does === 'cut') response.socket!.destroy();
      else if (comesAgain) response.writeHead(Number(does), { 'retry-after': '1' }).end();
      else response.writeHead(/429|503/.test(does) ? 204 : Number(does), { location: '/elsewhere' }).end();
    };
    await scene.connect(
      'judge',
      { url: receiver.url, signing_secret: secret, timeout_ms: hasteMs },
      'webhook',
    );
    await scene.define('judged-hook', { kind: 'webhook', connection: 'judge' });
    const expected: [does: string, state: string, code: string | null, requests: number][] = [
      ['204', 'succeeded', null, 1],
      ['307', 'failed', 'http_307', 1],
      ['404', 'failed', 'http_404', 1],
      ['500', 'unknown', 'http_500', 1],
      ['cut', 'unknown', 'no_answer', 1],
      ['hang', 'unknown', 'no_answer', 1],
      ['429', 'succeeded', null, 2],
      ['503', 'succeeded', null, 2],
    ];
    const jobs = await Promise.all(
      expected.map(([does]) => scene.outcome('judged-hook', { environment: 'live', input: { does } })),
    );
    await sleep(1500);
    const seen = jobs.map(({ job_id, status, error, input }) => [
      input.does,
      status,
      error?.code ?? null,
      receiver.received.filter(({ id }) => id === job_id).length,
    ]);
    expect(seen).toEqual(expected);
    const owned = await Promise.all(jobs.map(({ job_id }) => scene.owner('GET', `/jobs/${job_id}`)));
    expect(owned.map(({ body }) => [body.attempts, body.tried.map(({ error }: any) => error.code)])).toEqual(
      expected.map(([does, , , requests]) => [requests, requests > 1 ? [`http_${does}`] : []]),
    );
    expect(owned.map(({ body }) => body.next_attempt_at)).toEqual(expected.map(() => null));
    await receiver.close();
  });
});

it('a job that is tried again says when each attempt was, what came of it, and when the next one is', async () => {
  const secret = newSigningSecret();
  const receiver = await startReceiver(secret);
  onTestFinished(() => receiver.close());
  receiver.answer = (_, response) => void response.writeHead(429, { 'retry-after': '1' }).end();
  await scene.connect('full', { url: receiver.url, signing_secret: secret }, 'webhook');
  await scene.define('full-hook', { kind: 'webhook', connection: 'full' });
  const { body } = await scene.run('full-hook', { environment: 'live', input: {} });
  const job = await until(async () => {
    const read = (await scene.owner('GET', `/jobs/${body.job_id}`)).body;
    return read.tried.length >= 2 && read.next_attempt_at !== null && read;
  });
  expect(job.status).toBe('queued');
  expect(job.attempts).toBe(job.tried.length);
  expect(new Set(job.tried.map(({ error }: any) => error.code))).toEqual(new Set(['http_429']));
  const times = [...job.tried.map(({ at }: any) => at), job.next_attempt_at];
  expect(times).toEqual(times.toSorted());
});

describe('the limits of a connection', () => {
  /** When the job that is under way was claimed: its lease began then. */
  const claimedAt = async (jobId: string) => {
    const { settings, database } = server.server.parts;
    const { rows } = await database.query<{ leaseUntil: Date }>(
      'SELECT lease_until AS "leaseUntil" FROM dialog.tasks WHERE id = $1',
      [readId('job', jobId)],
    );
    return rows[0]!.leaseUntil.getTime() - settings.leaseMs;
  };

  it('limit its own jobs: two at once, and at most four in a second', async () => {
    let under = 0;
    let most = 0;
    /** When each was claimed, by the clock of the database: before a request is on its way, which may take its time. */
    const claimed: number[] = [];
    const slow = await startTarget();
    slow.manner = async ({ jobId }) => {
      most = Math.max(most, ++under);
      claimed.push(await claimedAt(jobId));
      await sleep(30);
      under--;
      return { does: 'answer' };
    };
    await scene.connect('narrow', {
      base_url: slow.url,
      max_concurrency: 2,
      rate_per_second: 4,
      idempotency_header: 'Idempotency-Key',
    });
    await scene.define('narrow', { connection: 'narrow', request: { method: 'GET' } });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => scene.run('narrow', { environment: 'live' })),
    );
    for (const { body } of answers) expect((await scene.ended(body.job_id)).status).toBe('succeeded');
    expect(slow.arrivals).toHaveLength(8);
    expect(most).toBeLessThanOrEqual(2);
    // Any fourth request is claimed at least a second later; clocks are rounded.
    const times = claimed.toSorted((a, b) => a - b);
    for (let i = 4; i < times.length; i++) expect(times[i]! - times[i - 4]!).toBeGreaterThan(990);
    await slow.close();
  });
});

describe('a job with an unknown outcome', () => {
  it('is listed for the owner, who may retry it', async () => {
    let broken = true;
    const job = await buy('settled', () => ({ does: 'answer', status: broken ? 500 : 200 }));
    const { body: list } = await scene.owner('GET', '/unsettled');
    expect(list.items.map((item: any) => item.id)).toContain(job.job_id);
    broken = false;
    const settled = await scene.owner('POST', `/unsettled/${job.job_id}/settle`, { outcome: 'retry' });
    expect([settled.status, settled.body.status]).toEqual([200, 'queued']);
    expect((await scene.ended(job.job_id)).status).toBe('succeeded');
    expect(target.of(job.job_id)).toHaveLength(2);
  });
});
