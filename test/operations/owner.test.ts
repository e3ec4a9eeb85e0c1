import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, type Target } from '../fakes/target.ts';
import { wholeSeconds } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { Scene } from './scene.ts';

let server: TestServer;
let scene: Scene;
let target: Target;

beforeAll(async () => {
  server = await startTestServer();
  scene = new Scene(server, await server.makeProject());
  target = await startTarget({ idHeader: 'x-job' });
});

afterAll(async () => {
  await server?.close();
  await target?.close();
});

/** The errors of a body, as places and types. */
const faultsOf = (answer: { status: number; body: any }) => {
  expect(answer.status).toBe(422);
  return answer.body.detail.map((item: any) => [item.loc.join('.'), item.type]);
};
const audit = async () =>
  (await server.audit(scene.project)).filter((entry) => /^(connection|operation)\./.test(entry.action));

describe('a connection', () => {
  it('is made, changed and deleted by its slug, each time with an audit entry', async () => {
    const made = await scene.owner('PUT', '/connections/crm', {
      name: 'CRM',
      settings: { base_url: 'https://crm.example/api', headers: { Accept: 'text/csv' } },
    });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^con_[0-9a-z]{26}$/),
        slug: 'crm',
        name: 'CRM',
        kind: 'http',
        settings: {
          base_url: 'https://crm.example/api',
          headers: { Accept: 'text/csv' },
          auth: { type: 'none' },
          timeout_ms: 15000,
          max_concurrency: 32,
        },
        last_test: null,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      },
    ]);
    const changed = await scene.owner('PUT', '/connections/crm', {
      name: 'Other',
      settings: { base_url: 'https://crm.example', timeout_ms: 500 },
    });
    expect([changed.status, changed.body.id, changed.body.name, changed.body.settings.timeout_ms]).toEqual([
      200,
      made.body.id,
      'Other',
      500,
    ]);
    expect((await scene.owner('GET', '/connections/crm')).body).toEqual(changed.body);
    expect((await scene.owner('GET', '/connections')).body).toEqual({ items: [changed.body] });
    expect((await scene.owner('DELETE', '/connections/crm')).status).toBe(204);
    for (const [method, path] of [
      ['GET', '/connections/crm'],
      ['DELETE', '/connections/crm'],
      ['POST', '/connections/crm/test'],
      ['GET', '/connections/%00'],
    ] as const) {
      const { status, body } = await scene.owner(method, path);
      expect([status, body.code]).toEqual([404, 'connection_not_found']);
    }
    const entries = (await audit()).filter((entry) => entry.subject.id === made.body.id);
    expect(entries.map((entry) => entry.action)).toEqual([
      'connection.created',
      'connection.updated',
      'connection.deleted',
    ]);
    expect(entries[0]).toMatchObject({ actor: { type: 'owner' }, data: { slug: 'crm', kind: 'http' } });
  });

  it.each([
    ['bearer', { token: 'tok-secret-1' }, ['token']],
    ['basic', { username: 'anna', password: 'tok-secret-2' }, ['password']],
    ['api_key', { name: 'X-Key', key: 'tok-secret-3' }, ['key']],
    ['hmac', { secret: 'tok-secret-4-of-some-length' }, ['secret']],
  ])('never shows a secret again, and keeps it until another is set: %s', async (type, given, secrets) => {
    const slug = `kept-${type.replace('_', '-')}`;
    const base_url = 'https://a.example';
    const made = await scene.connect(slug, { base_url, auth: { type, ...given } });
    for (const name of secrets) expect(made.settings.auth[name]).toBe('set');
    // Neither the unchanged settings nor settings without the secret change it.
    await scene.connect(slug, made.settings);
    const open = Object.fromEntries(Object.entries(given).filter(([name]) => !secrets.includes(name)));
    const kept = await scene.connect(slug, { base_url, auth: { type, ...open } });
    for (const name of secrets) expect(kept.settings.auth[name]).toBe('set');
    const other = await scene.owner('PUT', `/connections/${slug}`, {
      name: 'x',
      settings: { base_url: 'no address', auth: { type, ...open } },
    });
    expect(faultsOf(other)).toEqual([['body.settings.base_url', 'value_error']]);
    const { rows } = await server.server.parts.database.query('SELECT * FROM dialog.connections');
    const everything = [
      made,
      kept,
      other.body,
      (await scene.owner('GET', '/connections')).body,
      await audit(),
      rows,
    ];
    expect(JSON.stringify(everything)).not.toContain('tok-secret');
    // Another type of auth has other secrets; the old one is gone with its type.
    await scene.connect(slug, { base_url });
    const again = await scene.owner('PUT', `/connections/${slug}`, {
      name: 'x',
      settings: { base_url, auth: { type, ...open } },
    });
    expect(faultsOf(again)).toEqual([[`body.settings.auth.${secrets[0]}`, 'missing']]);
  });

  it.each([
    [{}, [['body.settings.base_url', 'missing']]],
    [{ base_url: 'ftp://a.example' }, [['body.settings.base_url', 'value_error']]],
    [{ base_url: 'https://u:p@a.example' }, [['body.settings.base_url', 'value_error']]],
    [{ base_url: 'https://a.example/?x=1' }, [['body.settings.base_url', 'value_error']]],
    [{ base_url: 'https://a.example/#x' }, [['body.settings.base_url', 'value_error']]],
    [{ base_url: 'https://a.example/a b' }, [['body.settings.base_url', 'value_error']]],
    [
      { base_url: 'https://a.example', auth: { type: 'magic' } },
      [['body.settings.auth.type', 'literal_error']],
    ],
    [
      { base_url: 'https://a.example', auth: { type: 'bearer', token: 'set' } },
      [['body.settings.auth.token', 'missing']],
    ],
    [{ base_url: 'https://a.example', auth: { type: 'bearer' } }, [['body.settings.auth.token', 'missing']]],
    [
      { base_url: 'https://a.example', auth: { type: 'bearer', token: 'a\nb' } },
      [['body.settings.auth.token', 'value_error']],
    ],
    [
      { base_url: 'https://a.example', timeout_ms: 60_001 },
      [['body.settings.timeout_ms', 'less_than_equal']],
    ],
    [
      { base_url: 'https://a.example', max_concurrency: 0 },
      [['body.settings.max_concurrency', 'greater_than_equal']],
    ],
    [
      { base_url: 'https://a.example', headers: { Host: 'x' } },
      [['body.settings.headers.Host', 'value_error']],
    ],
    [
      { base_url: 'https://a.example', headers: { Authorization: 'x' } },
      [['body.settings.headers.Authorization', 'value_error']],
    ],
    [
      { base_url: 'https://a.example', headers: { A: 'x\r\nB: y' } },
      [['body.settings.headers.A', 'value_error']],
    ],
    ...['/../admin', '/ok/..', '/%2e%2E/admin', '/a\\..\\b', '/./x?y=1', '/..%2fadmin', '/a%5C..%5Cb'].map(
      (test_path): [object, unknown[]] => [
        { base_url: 'https://a.example/api', test_path },
        [['body.settings.test_path', 'value_error']],
      ],
    ),
    ...[
      { type: 'bearer', token: '   ' },
      { type: 'basic', username: 'a', password: ' \t' },
      { type: 'api_key', name: 'K', key: ' ' },
      { type: 'hmac', secret: ' '.repeat(20) },
    ].map((auth): [object, unknown[]] => {
      const [name] = Object.keys(auth).slice(-1);
      return [{ base_url: 'https://a.example', auth }, [[`body.settings.auth.${name}`, 'value_error']]];
    }),
    [{ base_url: 'https://a.example\u0000' }, [['body.settings.base_url', 'value_error']]],
  ])('with wrong settings is a 422 at their place: %j', async (settings, expected) => {
    expect(faultsOf(await scene.owner('PUT', '/connections/wrong', { name: 'x', settings }))).toEqual(
      expected,
    );
  });

  it('has a slug, and a kind that cannot change', async () => {
    const body = { name: 'x', settings: { base_url: 'https://a.example' } };
    for (const slug of ['A', '-a', 'a.b', 'x'.repeat(64), '%00']) {
      expect(faultsOf(await scene.owner('PUT', `/connections/${slug}`, body))).toEqual([
        ['path.slug', 'string_pattern_mismatch'],
      ]);
    }
    expect(faultsOf(await scene.owner('PUT', '/connections/a', { ...body, kind: 'magic' }))).toEqual([
      ['body.kind', 'literal_error'],
    ]);
    await scene.connect('stays', body.settings);
    const other = { name: 'x', kind: 'webhook', settings: { url: 'https://a.example' } };
    expect(faultsOf(await scene.owner('PUT', '/connections/stays', other))).toEqual([
      ['body.kind', 'value_error'],
    ]);
  });

  it('of kind webhook shows a secret that the server made only once', async () => {
    const made = await scene.connect('hook', { url: `${target.url}/hook` }, 'webhook');
    const secret = made.settings.signing_secret;
    expect(secret).toMatch(/^whsec_/);
    expect((await scene.owner('GET', '/connections/hook')).body.settings.signing_secret).toBe('set');
    const again = await scene.connect('hook', { url: `${target.url}/hook` }, 'webhook');
    expect(again.settings.signing_secret).toBe('set');
    const { body: report } = await scene.owner('POST', '/connections/hook/test');
    expect(report).toEqual({
      ...{ ok: true, status: 200, detail: 'Answered with status 200.' },
      answer: expect.objectContaining({ status: 200 }),
    });
    const ping = target.arrivals.at(-1)!;
    expect(new Webhook(secret).verify(ping.body, ping.headers as any)).toMatchObject({ type: 'ping' });
  });

  it('that operations use cannot be deleted, and the error names them', async () => {
    await scene.connect('used', { base_url: target.url });
    await scene.define('one', { connection: 'used' });
    await scene.define('two', { connection: 'used', environments: ['sandbox'] });
    const refused = await scene.owner('DELETE', '/connections/used');
    expect([refused.status, refused.body.code]).toEqual([409, 'connection_in_use']);
    expect(refused.body.detail).toContain('one, two');
    await scene.owner('DELETE', '/operations/one');
    await scene.define('two', { environments: ['sandbox'] });
    expect((await scene.owner('DELETE', '/connections/used')).status).toBe(204);
  });

  it('sends the credentials as its settings say', async () => {
    const hmac = 'a secret of some length';
    const cases: [object, (headers: any, url: string) => void][] = [
      [{ type: 'bearer', token: 'tok' }, (headers) => expect(headers.authorization).toBe('Bearer tok')],
      [
        { type: 'basic', username: 'anna', password: 'pä:ss' },
        (headers) =>
          expect(Buffer.from(headers.authorization.slice(6), 'base64').toString()).toBe('anna:pä:ss'),
      ],
      [{ type: 'api_key', name: 'X-Key', key: 'k' }, (headers) => expect(headers['x-key']).toBe('k')],
      [
        { type: 'api_key', in: 'query', name: 'key', key: 'k&1' },
        (_headers, url) => expect(url).toBe('/base/ok?key=k%261'),
      ],
      [
        { type: 'hmac', secret: hmac },
        (headers) => {
          const at = headers['x-service-timestamp'];
          const expected = createHmac('sha256', hmac).update(`${at}.`).digest('hex');
          expect(headers['x-service-signature']).toBe(expected);
        },
      ],
    ];
    for (const [auth, check] of cases) {
      await scene.connect('me', {
        base_url: `${target.url}/base/`,
        auth,
        test_path: '/ok',
        headers: { 'X-A': 'b' },
      });
      const { status, body } = await scene.owner('POST', '/connections/me/test');
      expect([status, body.ok]).toEqual([200, true]);
      const { method, headers, url } = target.arrivals.at(-1)!;
      expect([method, headers['x-a'], url.split('?')[0]]).toEqual(['GET', 'b', '/base/ok']);
      check(headers, url);
    }
    expect(target.faults).toEqual([]);
  });

  it('is tested, and the answer says what went wrong', async () => {
    await scene.connect('sick', { base_url: target.url });
    const report = async () => (await scene.owner('POST', '/connections/sick/test')).body;
    target.manner = () => ({ does: 'answer', status: 401, body: 'who are you, tok?' });
    expect(await report()).toEqual({
      ok: false,
      status: 401,
      detail: expect.stringContaining('credentials'),
      answer: expect.objectContaining({ status: 401, body: 'who are you, tok?' }),
    });
    target.manner = () => ({ does: 'answer', status: 302, headers: { location: 'http://127.0.0.1:1/' } });
    expect(await report()).toMatchObject({
      ok: false,
      status: 302,
      detail: expect.stringContaining('redirect'),
    });
    await scene.connect('sick', { base_url: target.url, timeout_ms: wholeSeconds(1) * 1000 });
    target.manner = () => ({ does: 'hang' });
    expect(await report()).toMatchObject({
      ok: false,
      status: null,
      detail: expect.stringContaining('no answer'),
      reason: 'no_answer',
    });
    target.manner = () => ({ does: 'answer' });
    await scene.connect('sick', { base_url: 'http://nobody.invalid' });
    expect(await report()).toMatchObject({
      ok: false,
      detail: 'No address is known for the name of the host, and nothing was sent. Check its spelling.',
      reason: 'name_unknown',
    });
  });
});

describe('an operation', () => {
  beforeAll(() => scene.connect('shop', { base_url: `${target.url}/v1`, idempotency_header: 'X-Job' }));

  it('is made, changed and deleted by its slug, each time with an audit entry', async () => {
    const definition = {
      name: 'Order',
      description: 'Places an order.',
      connection: 'shop',
      input_schema: { type: 'object', properties: { b: {}, a: {} } },
      request: { method: 'PUT', path: '/orders/{{ input.id }}', body: { z: 1, a: '{{ input.a }}' } },
      success: { status: [200], when: '{{ response.body.ok }}' },
      result: '{{ response.body }}',
      mock: { result: { ok: true }, variants: [] },
      timeout_ms: 900,
    };
    const made = await scene.owner('PUT', '/operations/order', definition);
    expect([made.status, made.body]).toEqual([
      201,
      {
        ...definition,
        id: 'order',
        kind: 'http',
        environments: ['sandbox', 'live'],
        request: { ...definition.request, query: {}, headers: {}, body_type: 'json' },
        max_response_bytes: 1024 * 1024,
        created_at: expect.stringMatching(/Z$/),
        template_rules: 2,
        updated_at: expect.stringMatching(/Z$/),
      },
    ]);
    // A definition that is sent back unchanged makes no new revision.
    const same = await scene.owner('PUT', '/operations/order', made.body);
    expect([same.status, { ...same.body, updated_at: '' }]).toEqual([200, { ...made.body, updated_at: '' }]);
    const revisions = "SELECT 1 FROM dialog.operation_revisions WHERE slug = 'order'";
    expect((await server.server.parts.database.query(revisions)).rowCount).toBe(1);
    expect((await scene.owner('GET', '/operations')).body.items).toContainEqual(same.body);
    expect((await scene.owner('DELETE', '/operations/order')).status).toBe(204);
    for (const [method, path] of [
      ['GET', '/operations/order'],
      ['DELETE', '/operations/order'],
      ['GET', '/operations/%00'],
    ]) {
      const { status, body } = await scene.owner(method!, path!);
      expect([status, body.code]).toEqual([404, 'operation_not_found']);
    }
    expect((await audit()).filter((e) => e.subject.id === 'order').map((e) => e.action)).toEqual([
      'operation.created',
      'operation.updated',
      'operation.deleted',
    ]);
  });

  it('needs only a name in the sandbox', async () => {
    const { body } = await scene.owner('PUT', '/operations/bare', {
      name: 'Bare',
      environments: ['sandbox'],
    });
    expect([body.connection, body.environments]).toEqual([null, ['sandbox']]);
  });

  const sandbox = { environments: ['sandbox'] };
  it.each<[object, [string, string][]]>([
    [{}, [['body.connection', 'value_error']]],
    [{ connection: 'nobody' }, []],
    [{ ...sandbox, connection: 'hook' }, [['body.connection', 'value_error']]],
    [{ environments: [] }, [['body.environments', 'value_error']]],
    [{ environments: ['live', 'live'] }, [['body.environments', 'value_error']]],
    [{ environments: ['test'] }, [['body.environments.0', 'literal_error']]],
    [{ ...sandbox, kind: 'magic' }, [['body.kind', 'literal_error']]],
    [{ ...sandbox, input_schema: { type: 'nonsense' } }, [['body.input_schema', 'value_error']]],
    [
      { ...sandbox, input_schema: { $ref: 'https://a.example/schema' } },
      [['body.input_schema', 'value_error']],
    ],
    [{ ...sandbox, input_schema: { pattern: '(' } }, [['body.input_schema', 'value_error']]],
    [{ ...sandbox, input_schema: [] }, [['body.input_schema', 'dict_type']]],
    [{ ...sandbox, request: { method: 'TRACE' } }, [['body.request.method', 'literal_error']]],
    [{ ...sandbox, request: { path: 'orders' } }, [['body.request.path', 'value_error']]],
    [{ ...sandbox, request: { path: '//evil.example/x' } }, []],
    [{ ...sandbox, request: { path: '/a/../b' } }, [['body.request.path', 'value_error']]],
    [{ ...sandbox, request: { path: '/a/%2e%2E/b' } }, [['body.request.path', 'value_error']]],
    [{ ...sandbox, request: { path: '/a?b={{ input.c }}' } }, [['body.request.path', 'value_error']]],
    [
      { ...sandbox, request: { path: '/{% if input.a %}b{% endif %}' } },
      [['body.request.path', 'value_error']],
    ],
    [{ ...sandbox, request: { path: '/{{ input.a' } }, [['body.request.path', 'value_error']]],
    [{ ...sandbox, request: { path: '/{{ input.a | nothing }}' } }, [['body.request.path', 'value_error']]],
    [{ ...sandbox, request: { query: { a: ['{{ input.'] } } }, [['body.request.query.a.0', 'value_error']]],
    [
      { ...sandbox, request: { headers: { 'content-length': '1' } } },
      [['body.request.headers.content-length', 'value_error']],
    ],
    [
      { ...sandbox, request: { headers: { 'X-Service-Signature': '1' } } },
      [['body.request.headers.X-Service-Signature', 'value_error']],
    ],
    [
      { ...sandbox, request: { headers: { 'Transfer-Encoding': 'x' } } },
      [['body.request.headers.Transfer-Encoding', 'value_error']],
    ],
    [{ ...sandbox, request: { headers: { A: 'b\nc' } } }, [['body.request.headers.A', 'value_error']]],
    [
      { ...sandbox, request: { body: { a: [{ b: '{% if %}' }] } } },
      [['body.request.body.a.0.b', 'value_error']],
    ],
    [{ ...sandbox, request: { body: '{{ imput.a }}' } }, [['body.request.body', 'value_error']]],
    [{ ...sandbox, request: { body: '{{ response.body }}' } }, [['body.request.body', 'value_error']]],
    [{ ...sandbox, request: { method: 'GET', body: 'x' } }, [['body.request.body', 'value_error']]],
    [{ ...sandbox, kind: 'webhook', request: { body: '{{' } }, [['body.request.body', 'value_error']]],
    [{ ...sandbox, success: { status: [99] } }, [['body.success.status.0', 'greater_than_equal']]],
    [{ ...sandbox, success: { when: '{{ response' } }, [['body.success.when', 'value_error']]],
    [{ ...sandbox, result: { a: '{{ response' } }, [['body.result.a', 'value_error']]],
    [{ ...sandbox, mock: { result: ['{{ response.body }}'] } }, [['body.mock.result.0', 'value_error']]],
    [{ ...sandbox, mock: { variants: [{ name: 'x' }] } }, [['body.mock.variants.0.result', 'value_error']]],
    [
      { ...sandbox, mock: { variants: [{ name: 'x', when: '{{', error: { code: 'x' } }] } },
      [['body.mock.variants.0.when', 'value_error']],
    ],
    [
      { ...sandbox, mock: { variants: [{ name: 'x', error: { code: 'Not Good' } }] } },
      [['body.mock.variants.0.error.code', 'string_pattern_mismatch']],
    ],
    [{ ...sandbox, timeout_ms: 1 }, [['body.timeout_ms', 'greater_than_equal']]],
    [{ ...sandbox, max_response_bytes: 6e6 }, [['body.max_response_bytes', 'less_than_equal']]],
  ])('that cannot work is refused at its wrong field: %j', async (definition, expected) => {
    const answer = await scene.owner('PUT', '/operations/wrong', { name: 'x', ...definition });
    if ('connection' in definition && definition.connection === 'nobody') {
      expect([answer.status, answer.body.code]).toEqual([404, 'connection_not_found']);
    } else if (expected.length === 0) expect(answer.status).toBeLessThan(300);
    else expect(faultsOf(answer)).toEqual(expected);
  });

  it('does not change an accepted run when it changes', async () => {
    const held: (() => void)[] = [];
    target.manner = async ({ url }) => {
      if (url === '/v1/hold') await new Promise<void>((resolve) => held.push(resolve));
      return { does: 'answer' };
    };
    await scene.connect('one-by-one', {
      base_url: `${target.url}/v1`,
      max_concurrency: 1,
      idempotency_header: 'X-Job',
    });
    await scene.define('hold', { connection: 'one-by-one', request: { path: '/hold' } });
    await scene.define('pinned', {
      connection: 'one-by-one',
      request: { path: '/before', body: 'old {{ input.n }}' },
    });
    const first = await scene.run('hold', { environment: 'live' });
    await expect.poll(() => held.length).toBe(1);
    const { body } = await scene.run('pinned', { environment: 'live', input: { n: 1 } });
    await scene.define('pinned', {
      connection: 'one-by-one',
      request: { path: '/after', body: 'new {{ input.n }}' },
    });
    await scene.owner('DELETE', '/operations/pinned');
    held[0]!();
    expect((await scene.ended(first.body.job_id)).status).toBe('succeeded');
    expect((await scene.ended(body.job_id)).status).toBe('succeeded');
    expect(target.of(body.job_id).map((arrival) => [arrival.url, arrival.body])).toEqual([
      ['/v1/before', '"old 1"'],
    ]);
    target.manner = () => ({ does: 'answer' });
  });

  it('sends the output of its templates, each in its place', async () => {
    await scene.define('full', {
      connection: 'shop',
      request: {
        method: 'PATCH',
        path: '/users/{{ input.id }}/{{ input.name }}.json',
        query: { q: '{{ input.q }}', list: '{{ input.list }}', none: '{{ input.none }}', fixed: 1 },
        headers: { 'X-Name': '{{ input.id }}-x', 'content-type': 'application/merge-patch+json' },
        body: {
          amount: '{{ input.amount }}',
          note: 'for {{ input.id }}',
          list: '{{ input.list }}',
          nothing: null,
        },
      },
    });
    const input = { id: 'a/b?c#d', name: 'é ü', q: 'x&y=z', list: ['a', 1], amount: 2.5 };
    const job = await scene.outcome('full', { environment: 'live', input });
    expect(job.status).toBe('succeeded');
    const [arrival] = target.of(job.job_id);
    expect(arrival).toMatchObject({
      method: 'PATCH',
      url: '/v1/users/a%2Fb%3Fc%23d/%C3%A9%20%C3%BC.json?q=x%26y%3Dz&list=a&list=1&fixed=1',
      headers: { 'x-name': 'a/b?c#d-x', 'content-type': 'application/merge-patch+json', 'x-job': job.job_id },
    });
    expect(JSON.parse(arrival!.body)).toEqual({
      amount: 2.5,
      note: 'for a/b?c#d',
      list: ['a', 1],
      nothing: null,
    });
    await scene.define('form', {
      connection: 'shop',
      request: { body_type: 'form', body: { a: '{{ input.list }}', b: 'x y&z' } },
    });
    const form = await scene.outcome('form', { environment: 'live', input });
    expect(target.of(form.job_id)[0]).toMatchObject({
      url: '/v1',
      body: 'a=a&a=1&b=x+y%26z',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  });
});

describe('a deleted project', () => {
  it('ends its connections at once, so that it sends nothing more', async () => {
    const own = new Scene(server, await server.makeProject());
    await own.connect('c', { base_url: target.url });
    await server.make('DELETE', `/projects/${own.project.id}`);
    const { rows } = await server.server.parts.database.query(
      "SELECT 1 FROM dialog.connections WHERE slug = 'c'",
    );
    expect(rows).toEqual([]);
  });
});
