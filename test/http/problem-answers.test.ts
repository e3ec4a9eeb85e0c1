import { afterAll, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../src/platform/problem.ts';
import { base, key, projectApi } from './project-api.ts';

let thrown: unknown;
const logged = vi.fn();
const app = await projectApi((instance) => {
  instance.addHook('onRequest', async (request) => {
    request.log.error = logged;
    if (request.headers.authorization === undefined)
      throw new Problem(401, 'unauthorized', 'Not authenticated');
  });
  instance.get('/throws', async () => {
    throw thrown;
  });
  instance.post('/small', { bodyLimit: 100 }, async () => ({}));
});
afterAll(() => app.close());

const authorization = 'Bearer k';
const request = (method: string, path: string, headers: Record<string, string> = { authorization }) =>
  app.inject({ method: method as 'GET', url: `${base}${path}`, headers });

async function answerTo(error: unknown) {
  thrown = error;
  logged.mockClear();
  const answer = await request('GET', '/throws');
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

describe('an address', () => {
  it.each(['/nothing', '/messages/x', '/Messages', '/tables//rows', '/tables', '/%zz', '/profiles/%ff'])(
    'that is unknown (%s) is a 404 before the key is checked',
    async (path) => {
      const answer = await request('GET', path, {});
      expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Not Found', code: 'not_found' }]);
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
    },
  );

  it.each([
    ['DELETE', '/tables/t/rows', 'GET, POST'],
    ['HEAD', '/audit', 'GET'],
    ['OPTIONS', '/messages', 'POST'],
    ['GET', '/messages/', 'POST'],
    ['PUT', '/profiles/a%20b?x=/y', 'GET, PATCH'],
    ['GET', '/published/v12', 'POST'],
    ['TRACE', '/audit', 'GET'],
  ])('called with the wrong method (%s %s) is a 405 that allows %s', async (method, path, allow) => {
    const answer = await request(method, path, {});
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow]);
    if (method !== 'HEAD') {
      expect(answer.json()).toEqual({ detail: 'Method Not Allowed', code: 'method_not_allowed' });
    }
  });

  it('that is unknown stays a 404 with a broken or huge body', async () => {
    for (const payload of ['{', 'x'.repeat(2 ** 21)]) {
      const headers = { 'content-type': 'application/json' };
      const answer = await app.inject({ method: 'POST', url: `${base}/nothing`, headers, payload });
      expect(answer.statusCode).toBe(404);
    }
  });

  it('is the same with and without a last slash', async () => {
    expect((await request('GET', '/audit/')).statusCode).toBe(200);
  });

  it('with an overlong segment is a 404', async () => {
    expect((await request('GET', `/profiles/${'x'.repeat(2001)}`)).json().code).toBe('not_found');
    expect((await request('GET', `/profiles/${'x'.repeat(1000)}`)).statusCode).toBe(200);
  });
});

describe('a request body over the limit', () => {
  it.each([
    ['/messages', 2 ** 20 + 1, '1 MiB'],
    ['/small', 101, '100 bytes'],
  ])('(%s) is a 413 that names the limit, after the key was checked', async (path, length, limit) => {
    const send = (headers: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: base + path,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: 'x'.repeat(length),
      });
    const answer = await send({ authorization, ...key });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toEqual({
      detail: `Request body is too large: the limit here is ${limit}.`,
      code: 'body_too_large',
    });
    expect((await send({})).statusCode).toBe(401);
  });
});

describe('an error in a handler', () => {
  it('that is a Problem is shown with its fields and headers', async () => {
    const error = new Problem(409, 'revision_conflict', 'Another revision.', {
      fields: { revision: 7 },
      headers: { 'x-more': '1' },
      cause: new Error('inside'),
    });
    const { status, body, headers } = await answerTo(error);
    expect([status, body]).toEqual([
      409,
      { detail: 'Another revision.', code: 'revision_conflict', revision: 7 },
    ]);
    expect(headers['x-more']).toBe('1');
    expect(logged).not.toHaveBeenCalled();
  });

  it.each([
    new Error('secret'),
    Object.assign(new Error('secret'), { statusCode: 500 }),
    Object.assign(new Error('secret'), { code: '23505' }),
    Object.assign(new Error('secret'), { code: 'ENOENT', syscall: 'open' }),
    'secret',
    null,
  ])('that is unexpected (%s) is logged, and its 500 shows no details', async (error) => {
    const { status, body } = await answerTo(error);
    expect([status, body]).toEqual([500, { detail: 'Internal Server Error', code: 'internal_error' }]);
    expect(logged).toHaveBeenCalledTimes(1);
  });

  it.each([
    { code: 'ECONNREFUSED' },
    { code: 'ECONNRESET' },
    { code: 'ENOENT', syscall: 'connect' },
    { code: '57P01' },
    { code: '57P02' },
    { code: '57P03' },
    { code: '57P05' },
    { code: '57014' },
    { code: '53100' },
    { code: '53200' },
    { code: '53300' },
    { code: '25006' },
    { code: '25P03' },
    { code: '08006' },
    { code: 'ETIMEDOUT', syscall: 'read' },
    { message: 'Connection terminated unexpectedly' },
    { message: 'timeout exceeded when trying to connect' },
  ])(
    'of the connection to Postgres (%j), bare or wrapped, is a 503 that says to repeat the request',
    async (properties) => {
      const error = Object.assign(new Error('connect'), properties);
      for (const raised of [error, new Error('Failed query: select 1', { cause: error })]) {
        const { status, body, headers } = await answerTo(raised);
        expect([status, body]).toEqual([
          503,
          {
            detail:
              'The database cannot be reached at the moment; repeat the request with the same Idempotency-Key.',
            code: 'database_unavailable',
          },
        ]);
        expect(headers['retry-after']).toBe('1');
        // Logged once for many requests, and not as an error of each request.
        expect(logged.mock.calls.filter(([, line]) => !line.startsWith('the database fails: '))).toEqual([]);
        expect(logged.mock.calls.length).toBeLessThanOrEqual(1);
      }
    },
  );

  it('of a lock that another transaction holds, bare or wrapped, is a 503 that does not blame the connection', async () => {
    const error = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    for (const raised of [error, new Error('Failed query: select 1', { cause: error })]) {
      const { status, body, headers } = await answerTo(raised);
      expect([status, body]).toEqual([
        503,
        {
          detail:
            'Another request or job holds for too long what this request needs; repeat the request with the same Idempotency-Key.',
          code: 'database_unavailable',
        },
      ]);
      expect(headers['retry-after']).toBe('1');
      expect(logged.mock.calls.filter(([, line]) => !line.startsWith('the database fails: '))).toEqual([]);
      expect(logged.mock.calls.length).toBeLessThanOrEqual(1);
    }
  });

  it('of the request that Fastify reports keeps its status and gets our form', async () => {
    const error = Object.assign(new Error('internals'), { statusCode: 415, code: 'FST_ERR_X' });
    const { status, body } = await answerTo(error);
    expect([status, body]).toEqual([
      415,
      { detail: 'Unsupported Media Type', code: 'unsupported_media_type' },
    ]);
  });
});
