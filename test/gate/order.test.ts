import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, showId } from '../../src/platform/ids.ts';
import type { Answer, CallOptions, TestProject } from '../harness/client.ts';
import { ownerEmail, ownerPassword, startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let project: TestProject;
let identityId: string;
let profileId: string;
let base: string;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.makeProject();
  base = `/api/v1/projects/${project.id}`;
  const channel = await server.makeChannel(project.id);
  ({ id: identityId, profile_id: profileId } = await server.makeIdentity(project.id, channel.id));
});

afterAll(async () => {
  await server?.close();
});

const told = ({ status, body }: Answer) => [status, body.code];
const mebibyte = 2 ** 20;

/** Everything in this request is wrong unless the test corrects it. */
const post = (options: CallOptions = {}, path = `${base}/messages`) =>
  server.call('POST', path, { headers: { 'idempotency-key': randomUUID() }, ...options });

describe('an unknown path', () => {
  it.each([
    '/nothing',
    '/api/v1',
    '/api/v1/nothing',
    '/api/v1/projects/prj_x/nothing',
    '/api/v1/projects/prj_x//messages',
    '/api/v1/projects/prj_x/Messages',
    '/api/v1/projects/prj_x/messages/1/2',
    '/api/v1/projects/%zz/messages',
    '/api/owner/nothing',
    '/api/owner/projects/prj_x/nothing',
  ])('is a 404 before the key is checked: %s', async (path) => {
    for (const method of ['GET', 'POST', 'PATCH']) {
      const answer = await server.call(method, path, method === 'GET' ? {} : { raw: '{' });
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ detail: 'Not Found', code: 'not_found' });
      expect(answer.headers.get('x-request-id')).toBeTruthy();
    }
  });
});

describe('a known path with the wrong method', () => {
  it.each([
    ['DELETE', '/api/v1/projects/prj_x/profiles', 'GET'],
    ['GET', '/api/v1/projects/prj_x/messages', 'POST'],
    ['OPTIONS', '/api/v1/projects/prj_x/messages', 'POST'],
    ['HEAD', '/api/v1/projects/prj_x/audit', 'GET'],
    ['POST', '/api/v1/projects/prj_x/profiles/prof_x', 'GET, PATCH'],
    ['PUT', '/api/v1/projects/prj_x/profiles/prof_x/', 'GET, PATCH'],
    ['PATCH', '/api/owner/session', 'DELETE, GET, POST'],
    ['PUT', '/api/owner/projects/prj_x', 'DELETE, GET, PATCH'],
  ])('is a 405 with Allow before the key is checked: %s %s', async (method, path, allow) => {
    const answer = await server.call(method, path);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    if (method === 'HEAD') return;
    expect(answer.body).toEqual({ detail: 'Method Not Allowed', code: 'method_not_allowed' });
  });
});

describe('of several errors the first one in this order is reported', () => {
  const large = `{"text":"${'x'.repeat(mebibyte)}`; // also malformed
  let used: { id: string; key: string };
  let limited: TestServer;

  beforeAll(async () => {
    // The same database with one request a minute.
    limited = await startTestServer({ RATE_LIMIT_PER_MINUTE: '1' }, server.database);
    used = await server.makeKey(project.id, ['audit:read']);
  });

  afterAll(async () => {
    await limited?.close();
  });

  it('401 before 422, 413 and 404', async () => {
    expect(told(await post({ raw: '{' }))).toEqual([401, 'not_authenticated']);
    expect(told(await post({ raw: large }))).toEqual([401, 'not_authenticated']);
    expect(told(await post({ raw: '{', key: 'pk_wrong' }))).toEqual([401, 'invalid_api_key']);
    expect(told(await server.call('GET', `${base}/profiles/nobody`))).toEqual([401, 'not_authenticated']);
  });

  it('401 before 429: a revoked key is unknown, even if it used up its rate', async () => {
    const key = await server.makeKey(project.id);
    const path = `${base}/audit`;
    expect((await limited.call('GET', path, key)).status).toBe(200);
    expect(told(await limited.call('GET', path, key))).toEqual([429, 'rate_limited']);
    await limited.logIn('owner@example.com', 'correct horse battery');
    await limited.make('DELETE', `/projects/${project.id}/keys/${key.id}`);
    expect(told(await limited.call('GET', path, key))).toEqual([401, 'invalid_api_key']);
  });

  it('429 before 403 wrong_project, missing_scope, 413 and 422', async () => {
    await limited.call('GET', `${base}/audit`, { key: used.key }); // the one of this minute
    for (const path of [`/api/v1/projects/${showId('project', newId())}/messages`, `${base}/messages`]) {
      for (const raw of ['{', large]) {
        const answer = await limited.call('POST', path, { key: used.key, raw });
        expect(told(answer)).toEqual([429, 'rate_limited']);
      }
    }
  });

  it('403 wrong_project before missing_scope, 413 and 422', async () => {
    const path = `/api/v1/projects/${showId('project', newId())}/messages`;
    for (const raw of ['{', large]) {
      expect(told(await post({ key: used.key, raw }, path))).toEqual([403, 'wrong_project']);
    }
  });

  it('403 missing_scope before 413 and 422', async () => {
    for (const raw of ['{', large]) {
      const answer = await post({ key: used.key, raw });
      expect(told(answer)).toEqual([403, 'missing_scope']);
      expect(answer.body.detail).toContain('messages:write');
    }
  });

  it('413 before 422', async () => {
    const answer = await post({ key: project.key, raw: large, headers: { 'idempotency-key': 'x' } });
    expect(told(answer)).toEqual([413, 'body_too_large']);
  });

  it('422 before 404 and 409', async () => {
    const patch = await server.call('PATCH', `${base}/profiles/nobody`, {
      key: project.key,
      body: { tags: 7 },
    });
    expect([patch.status, patch.body.detail[0].loc]).toEqual([422, ['body', 'tags']]);
    const key = randomUUID();
    await server.send(project, identityId, { key });
    const reused = await server.send(project, 'nobody', { key, columns: 7 });
    expect([reused.status, reused.body.detail[0].loc]).toEqual([422, ['body', 'columns']]);
  });

  it('404 for missing records; but a reused Idempotency-Key is reported first, since it is looked up first', async () => {
    const key = randomUUID();
    expect(told(await server.send(project, 'nobody', { key }))).toEqual([404, 'identity_not_found']);
    await server.send(project, identityId, { key });
    expect(told(await server.send(project, 'nobody', { key }))).toEqual([409, 'idempotency_key_reused']);
  });
});

describe('a slash at the end of a path', () => {
  it('makes no difference to the answer', async () => {
    const { key } = project;
    const body = { identity_id: identityId, text: 'Hello' };
    expect((await post({ key, body }, `${base}/messages/`)).status).toBe(202);
    for (const path of ['/profiles', `/profiles/${profileId}`, '/audit']) {
      const plain = await server.call('GET', `${base}${path}?after=1000000`, { key });
      const slash = await server.call('GET', `${base}${path}/?after=1000000`, { key });
      expect([slash.status, slash.text]).toEqual([200, plain.text]);
      expect((await server.call('GET', `${base}${path}/`)).status).toBe(401);
    }
    expect((await server.owner('GET', '/projects/')).status).toBe(200);
    // The repetition of a write does not depend on it either.
    const again = randomUUID();
    const first = await post({ key, body, headers: { 'idempotency-key': again } });
    const second = await post({ key, body, headers: { 'idempotency-key': again } }, `${base}/messages/`);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('a body that cannot be parsed', () => {
  it('is a 422 that says where, if it is not JSON', async () => {
    const answer = await post({ key: project.key, raw: '{"text": "é", }' });
    expect([answer.status, answer.body]).toEqual([
      422,
      {
        detail: [
          {
            type: 'json_invalid',
            loc: ['body', 14],
            msg: 'JSON decode error',
            input: {},
            ctx: { error: 'Expecting property name enclosed in double quotes' },
          },
        ],
      },
    ]);
  });

  it.each([
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['nested deeper than 500', `{"a":${'['.repeat(501)}${']'.repeat(501)}}`],
    ['nested 100,000 deep and cut off', '['.repeat(100_000)],
  ])('is a 400: %s', async (_name, raw) => {
    const answer = await post({ key: project.key, raw });
    expect(answer.body).toEqual({ detail: 'There was an error parsing the body', code: 'body_unreadable' });
    expect(answer.status).toBe(400);
  });

  it('is accepted if it is nested 500 deep', async () => {
    const deep = `${'['.repeat(497)}${']'.repeat(497)}`;
    const raw = `{"identity_id":"${identityId}","text":"a","buttons":[{"text":"x","payload":${deep}}]}`;
    expect((await post({ key: project.key, raw })).status).toBe(202);
  });

  it('is accepted up to 1 MiB', async () => {
    const body = `{"identity_id":"${identityId}","text":"a","padding":""}`;
    const fill = (bytes: number) => body.replace('""}', `"${'x'.repeat(bytes - body.length)}"}`);
    expect((await post({ key: project.key, raw: fill(mebibyte) })).status).toBe(202);
    expect(told(await post({ key: project.key, raw: fill(mebibyte + 1) }))).toEqual([413, 'body_too_large']);
  });
});

describe('X-Request-Id', () => {
  it.each(['a', 'order-1/retry:2@x+y=z.w_', 'x'.repeat(128)])(
    'is returned with any answer: %s',
    async (id) => {
      const headers = { 'x-request-id': id };
      for (const answer of [
        await server.call('GET', `${base}/profiles`, { key: project.key, headers }),
        await server.call('GET', `${base}/profiles`, { headers }),
        await server.call('GET', '/nothing', { headers }),
        await server.call('GET', '/%zz', { headers }),
        await post({ key: project.key, raw: '{', headers }),
        await server.call('DELETE', `${base}/messages`, { headers }),
        await server.call('GET', '/api/owner/projects', { headers }),
      ]) {
        expect([answer.status, answer.headers.get('x-request-id')]).toEqual([answer.status, id]);
      }
    },
  );

  it.each(['', ' ', 'two words', 'x'.repeat(129), 'new\u0009line', '<script>', '"', 'é', 'a,b', '%0a'])(
    'is replaced if it is not safe: %j',
    async (id) => {
      const answer = await server.call('GET', `${base}/profiles`, {
        key: project.key,
        headers: { 'x-request-id': id },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('is made if the request has none, a new one each time', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () =>
        (await server.call('GET', '/healthz')).headers.get('x-request-id'),
      ),
    );
    expect(new Set(ids).size).toBe(20);
  });

  it('is in the audit log, with the accepted write and with its outcome', async () => {
    const requestId = `order-${randomUUID()}`;
    const headers = { 'x-request-id': requestId };
    const sent = await post({
      key: project.key,
      body: { identity_id: identityId, text: 'Hello' },
      headers: { ...headers, 'idempotency-key': randomUUID() },
    });
    await server.outcome(project, sent.body.message_id);
    await server.call('PATCH', `${base}/profiles/${profileId}`, {
      key: project.key,
      body: { status: 'vip' },
      headers,
    });
    await server.owner('PATCH', `/projects/${project.id}`, { name: 'Other' }, headers);
    const entries = (await server.audit(project)).filter((entry) => entry.request_id === requestId);
    expect(entries.map((entry) => entry.action).sort()).toEqual([
      'message.accepted',
      'message.sent',
      'profile.updated',
      'project.updated',
    ]);
  });
});

describe('the limit of requests a minute', () => {
  let one: TestServer;
  let two: TestServer;
  let by: TestProject;

  beforeAll(async () => {
    const limits = { RATE_LIMIT_PER_MINUTE: '120', SESSION_RATE_LIMIT_PER_MINUTE: '130' };
    one = await startTestServer(limits);
    two = await startTestServer(limits, one.database);
    by = await one.makeProject();
  });

  afterAll(async () => {
    await two?.close();
    await one?.close();
  });

  const ask = (key: string, at: TestServer, path = `/api/v1/projects/${by.id}/audit`) =>
    at.call('GET', path, { key });

  it('of a key is counted down in the headers of every answer; the next request is a 429, at either instance', async () => {
    const { key } = await one.makeKey(by.id, ['audit:read']);
    // Every request of the key counts, even a refused one.
    const paths = [
      `/api/v1/projects/${by.id}/audit`,
      `/api/v1/projects/${by.id}/profiles`,
      '/api/v1/projects/prj_x/audit',
      `/api/v1/projects/${by.id}/audit?after=-1`,
    ];
    const expected = [200, 403, 403, 422];
    for (let i = 1; i <= 120; i++) {
      const answer = await ask(key, i % 2 ? one : two, paths[i % 4]);
      expect(answer.status).toBe(expected[i % 4]);
      expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=120;w=60');
      const [, left, seconds] = /^"default";r=(\d+);t=(\d+)$/.exec(answer.headers.get('ratelimit')!)!;
      expect(Number(left)).toBe(120 - i);
      expect(Number(seconds)).toBeGreaterThanOrEqual(1);
      expect(Number(seconds)).toBeLessThanOrEqual(60);
    }
    for (const at of [one, two]) {
      const answer = await ask(key, at);
      expect(told(answer)).toEqual([429, 'rate_limited']);
      const [, left, seconds] = /^"default";r=(\d+);t=(\d+)$/.exec(answer.headers.get('ratelimit')!)!;
      expect(left).toBe('0');
      expect(answer.headers.get('retry-after')).toBe(seconds);
      expect(Number(seconds)).toBeGreaterThanOrEqual(1);
      expect(Number(seconds)).toBeLessThanOrEqual(60);
    }
  });

  it('is exact when 150 requests arrive at once at two instances', async () => {
    const { key } = await one.makeKey(by.id);
    const answers = await Promise.all(Array.from({ length: 150 }, (_, i) => ask(key, i % 2 ? one : two)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    const left = answers
      .filter((a) => a.status === 200)
      .map((a) => a.headers.get('ratelimit')!.split(/[=;]/)[2]);
    expect(new Set(left).size).toBe(120);
  });

  it('allows 120 again after at most a minute: no answer names a longer time', async () => {
    const { limiter } = one.server.parts;
    const hits = [];
    for (let i = 0; i < 300; i++) hits.push(await limiter.hit(`window ${i}`, 60_000));
    expect(hits.map(({ count }) => count)).toEqual(Array(300).fill(1));
    expect(Math.max(...hits.map(({ resetMs }) => resetMs))).toBeLessThanOrEqual(60_000);
    expect(Math.min(...hits.map(({ resetMs }) => resetMs))).toBeGreaterThan(55_000);
  });

  it('is counted for each key separately, and not for requests without a key', async () => {
    const [first, second] = [await one.makeKey(by.id), await one.makeKey(by.id)];
    for (let i = 0; i < 5; i++) await ask(first.key, one);
    expect((await ask(second.key, one)).headers.get('ratelimit')).toMatch(/^"default";r=119;/);
    const unknown = await ask(second.key, one, '/api/v1/nothing');
    expect([unknown.status, unknown.headers.get('ratelimit')]).toEqual([404, null]);
    expect((await ask(second.key, one)).headers.get('ratelimit')).toMatch(/^"default";r=118;/);
  });

  it('for wrong keys is 60 from an address: then wrong keys get a 429, and right keys do not', async () => {
    const answers: Answer[] = [];
    for (let i = 0; i < 64; i++) answers.push(await ask(`pk_guess_${i}`, i % 2 ? one : two));
    expect(answers.slice(0, 60).map(told)).toEqual(Array(60).fill([401, 'invalid_api_key']));
    for (const answer of answers.slice(60)) {
      expect(told(answer)).toEqual([429, 'too_many_wrong_keys']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    for (const at of [one, two]) {
      expect((await ask(by.key, at)).status).toBe(200);
      expect((await at.call('GET', `/api/v1/projects/${by.id}/audit`)).status).toBe(401);
    }
    // A claimed address is not trusted, since no proxy is configured.
    const claimed = await one.call('GET', `/api/v1/projects/${by.id}/audit`, {
      key: 'pk_guess',
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
    expect(claimed.status).toBe(429);
  });

  it('of a session is counted in the same way, and leaves the other sessions of its person alone', async () => {
    const login = { email: ownerEmail, password: ownerPassword };
    const { headers } = await one.call('POST', '/api/owner/session', { body: login });
    const cookie = headers.getSetCookie()[0]!.split(';')[0]!;
    const read = (at: TestServer) => at.call('GET', `/api/owner/projects/${by.id}`, { headers: { cookie } });
    for (let i = 1; i <= 130; i++) {
      const answer = await read(i % 2 ? one : two);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=130;w=60');
      expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${130 - i};t=\\d+$`));
    }
    for (const at of [one, two]) {
      const answer = await read(at);
      expect(told(answer)).toEqual([429, 'rate_limited']);
      expect(answer.body.detail).toContain('This session has used its 130 requests of this minute.');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect((await one.owner('GET', `/projects/${by.id}`)).status).toBe(200);
  });
});

describe('a revoked key', () => {
  it('is refused at once by another instance that has just used it, and writes nothing more', async () => {
    const twin = await startTestServer({}, server.database);
    try {
      for (let round = 0; round < 15; round++) {
        const key = await server.makeKey(project.id);
        const by = { id: project.id, key: key.key };
        expect((await twin.send(by, identityId)).status).toBe(202);
        await server.make('DELETE', `/projects/${project.id}/keys/${key.id}`);
        const [message, patch] = await Promise.all([
          twin.send(by, identityId),
          twin.call('PATCH', `${base}/profiles/${profileId}`, { ...by, body: { status: `round ${round}` } }),
        ]);
        expect(told(message)).toEqual([401, 'invalid_api_key']);
        expect(told(patch)).toEqual([401, 'invalid_api_key']);
        // Reads end when the notice arrives, which was sent before the owner's answer.
        await until(async () => (await twin.call('GET', `${base}/audit`, by)).status === 401, 500);
      }
    } finally {
      await twin.close();
    }
  });
});

describe('an Authorization header', () => {
  const ask = (authorization: string) => server.call('GET', `${base}/audit`, { headers: { authorization } });

  it('is read with its scheme in any case and any white space after it', async () => {
    for (const scheme of ['Bearer ', 'bearer ', 'BEARER   ']) {
      expect((await ask(scheme + project.key)).status).toBe(200);
    }
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic abc', 'token'])(
    'that is malformed is a 401: %j',
    async (header) => {
      const answer = await ask(header);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(answer.body).toEqual({ detail: 'Not authenticated', code: 'not_authenticated' });
    },
  );

  it('without a scheme is a 401, even if the key is right', async () => {
    expect(told(await ask(project.key))).toEqual([401, 'not_authenticated']);
  });
});

it('only the first value of a repeated Idempotency-Key counts: two short ones do not make a long one', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const body = JSON.stringify({ identity_id: identityId, text: 'Hello' });
    const url = new URL(`${base}/messages`, server.url);
    const sent = httpRequest(url, { method: 'POST' }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject);
    sent.setHeader('authorization', `Bearer ${project.key}`);
    sent.setHeader('content-type', 'application/json');
    sent.setHeader('content-length', Buffer.byteLength(body));
    sent.setHeader('idempotency-key', ['abcd', 'efgh']);
    sent.end(body);
  });
  expect(status).toBe(422);
});
