import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, showId } from '../../src/platform/ids.ts';
import type { Answer } from '../harness/client.ts';
import { patient, wholeSeconds } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { withinOneDay } from '../harness/within-one-day.ts';
import { MethodScene } from './scene.ts';

let server: TestServer;
let scene: MethodScene;
let other: MethodScene;

beforeAll(async () => {
  server = await useTestServer();
  scene = await MethodScene.make(server);
  other = await MethodScene.make(server);
});

afterAll(async () => {
  await server?.close();
});

const told = ({ status, body }: Answer) => [status, body.code];

describe('a call of a published method', () => {
  it('is answered with its job, whose result has the declared fields', async () => {
    const { key, id } = await scene.offer('order', {
      input: [
        { name: 'sku', type: 'string', required: true, min_length: 1 },
        { name: 'count', type: 'integer', default: 1, minimum: 1 },
        { name: 'note', type: 'string' },
      ],
      mapping: {
        article: { code: '{{ input.sku }}' },
        pieces: '{{ input.count }}',
        note: '{{ input.note }}',
      },
      result: [
        { name: 'code', type: 'string', value: '{{ result.article.code }}' },
        { name: 'pieces', type: 'integer' },
        { name: 'label', type: 'string', value: '{{ result.pieces }} of {{ result.article.code }}' },
        { name: 'note', type: 'string' },
      ],
    });
    const answer = await scene.ask('order', key, { sku: 'A-1', unknown: true });
    const jobId = answer.body.job_id;
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        job_id: expect.stringMatching(/^job_[0-9a-z]{26}$/),
        status: 'queued',
        status_url: `${scene.pathOf('order')}/jobs/${jobId}`,
      },
    ]);
    expect(await scene.end(answer.body.status_url, key)).toEqual({
      job_id: jobId,
      status: 'succeeded',
      result: { code: 'A-1', pieces: 1, label: '1 of A-1', note: null },
      error: null,
    });
    const entries = await server.audit(scene.project);
    expect(entries.find((entry) => entry.subject.id === jobId)).toMatchObject({
      action: 'job.accepted',
      actor: { type: 'method', id, name: 'Client' },
      environment: 'sandbox',
      data: { operation_id: 'echo', method: 'order', method_version: 1 },
    });
    const log = await scene.owner('GET', '/log');
    expect(log.body.items.map((entry: any) => entry.key.id)).toContain(id);
  });

  it('without a mapping passes on the known fields, with all digits, and nothing else', async () => {
    const { key } = await scene.offer('plain', {
      input: [
        { name: 'n', type: 'number' },
        { name: 'list', type: 'array', default: [1] },
        { name: 'gone', type: 'string' },
      ],
    });
    const raw = '{"n": 12345678901234567890.10, "other": 1, "n": 98765432109876543210}';
    const { body } = await scene.ask('plain', key, undefined, { raw });
    await scene.end(body.status_url, key);
    const job = await scene.call('GET', `/jobs/${body.job_id}`);
    expect(job.text).toContain('"input":{"n":98765432109876543210,"list":[1]}');
  });

  it('concerns the customer in its identity field', async () => {
    await scene.define('greet', {
      mock: { result: { hello: '{{ identity.external_id }}' } },
      environments: ['sandbox'],
    });
    const { key } = await scene.offer('greet', {
      target: { operation: 'greet' },
      input: [{ name: 'customer', type: 'string' }],
      identity: 'customer',
    });
    const channel = await server.makeChannel(scene.project.id);
    const identity = await server.makeIdentity(scene.project.id, channel.id, 'ann');
    const outcome = await scene.outcomeOf('greet', key, { customer: identity.id });
    expect(outcome.result).toEqual({ hello: 'ann' });
    expect((await scene.outcomeOf('greet', key, {})).result).toEqual({ hello: null });
    for (const customer of ['nobody', showId('identity', newId())]) {
      expect(told(await scene.ask('greet', key, { customer }))).toEqual([404, 'identity_not_found']);
    }
  });

  it('runs a workflow in the version that was published with it, and a run that waits shows as running', async () => {
    const publish = (text: string) =>
      scene.publishWorkflow('hello', [
        // Long enough to be seen to wait.
        { id: 'rest', type: 'delay', seconds: wholeSeconds(1) },
        { id: 'end', type: 'end', output: { said: `${text} {{ input.name }}` } },
      ]);
    await publish('hello');
    const { key } = await scene.offer('hello', {
      target: { workflow: 'hello' },
      input: [{ name: 'name', type: 'string', required: true }],
      result: [{ name: 'said', type: 'string' }],
    });
    await publish('bye');
    const { body } = await scene.ask('hello', key, { name: 'Ann' });
    expect(body.job_id).toMatch(/^run_/);
    await until(async () => {
      const run = await scene.call('GET', `/workflow-runs/${body.job_id}`);
      return run.body.status === 'waiting';
    });
    const now = await server.call('GET', body.status_url, { key });
    expect(now.body).toEqual({ job_id: body.job_id, status: 'running', result: null, error: null });
    expect(await scene.end(body.status_url, key)).toEqual({
      job_id: body.job_id,
      status: 'succeeded',
      result: { said: 'hello Ann' },
      error: null,
    });
  });

  it('shows the error of a failed job', async () => {
    const { key } = await scene.offer('fails', { input: [{ name: 'sandbox_error', type: 'boolean' }] });
    expect(await scene.outcomeOf('fails', key, { sandbox_error: true })).toEqual({
      job_id: expect.any(String),
      status: 'failed',
      result: null,
      error: { code: 'sandbox_error', message: expect.any(String) },
    });
  });

  it('returns result fields only with their declared types', async () => {
    const types = ['string', 'integer', 'number', 'boolean', 'object', 'array'];
    const { key } = await scene.offer('types', {
      input: [{ name: 'v', type: 'array' }],
      result: [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((i) =>
        types.map((type) => ({ name: `${type}${i}`, type, value: `{{ result.v[${i}] }}` })),
      ),
    });
    const given = ['x', '7', 1.5, true, 'true', { a: 1 }, [1], null, ''];
    const { result } = await scene.outcomeOf('types', key, { v: given });
    const columns = Object.fromEntries(
      types.map((type) => [type, given.map((_, i) => result[`${type}${i}`])]),
    );
    expect(columns).toEqual({
      string: ['x', '7', '1.5', 'true', 'true', '{"a":1}', '[1]', null, ''],
      integer: [null, 7, null, null, null, null, null, null, null],
      number: [null, 7, 1.5, null, null, null, null, null, null],
      boolean: [null, null, null, true, true, null, null, null, null],
      object: [null, null, null, null, null, { a: 1 }, null, null, null],
      array: [null, null, null, null, null, null, [1], null, null],
    });
  });
});

describe('a body that does not fit is reported field by field', () => {
  let key: string;

  beforeAll(async () => {
    ({ key } = await scene.offer('strict', {
      input: [
        { name: 'sku', type: 'string', required: true, min_length: 2, max_length: 4, pattern: '^[A-Z]' },
        { name: 'count', type: 'integer', minimum: 1, maximum: 5 },
        { name: 'size', type: 'string', enum: ['S', 'M'] },
        { name: 'tags', type: 'array', max_items: 1 },
        { name: 'more', type: 'object' },
        { name: 'gift', type: 'boolean' },
      ],
    }));
  });

  it.each<[unknown, string, string]>([
    [{}, 'sku', 'missing'],
    [{ sku: 1 }, 'sku', 'string_type'],
    [{ sku: 'A' }, 'sku', 'string_too_short'],
    [{ sku: 'ABCDE' }, 'sku', 'string_too_long'],
    [{ sku: 'abc' }, 'sku', 'string_pattern_mismatch'],
    [{ sku: 'AB', count: '1' }, 'count', 'int_type'],
    [{ sku: 'AB', count: 1.5 }, 'count', 'int_from_float'],
    [{ sku: 'AB', count: 0 }, 'count', 'greater_than_equal'],
    [{ sku: 'AB', count: 6 }, 'count', 'less_than_equal'],
    [{ sku: 'AB', count: null }, 'count', 'int_type'],
    [{ sku: 'AB', size: 'L' }, 'size', 'literal_error'],
    [{ sku: 'AB', tags: [1, 2] }, 'tags', 'too_long'],
    [{ sku: 'AB', more: [] }, 'more', 'dict_type'],
    [{ sku: 'AB', gift: 'yes' }, 'gift', 'bool_type'],
    [{ sku: 'A\u0000' }, 'sku', 'value_error'],
    [{ sku: 'A\ud800' }, 'sku', 'value_error'],
  ])('%j: %s, %s', async (body, field, type) => {
    const answer = await scene.ask('strict', key, body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail.map((item: any) => [item.loc, item.type])).toEqual([[['body', field], type]]);
  });

  it.each<[string, number, string | undefined]>([
    ['', 422, 'missing'],
    ['null', 422, 'missing'],
    ['[]', 422, 'dict_type'],
    ['"x"', 422, 'dict_type'],
    ['{', 422, 'json_invalid'],
    [`{"sku":"AB","more":${'{"a":'.repeat(600)}1${'}'.repeat(600)}}`, 400, undefined],
    [`{"sku":"${'x'.repeat(2 ** 20)}"}`, 413, undefined],
    ['{"sku":"AB","more":{"a":"\\u0000","a":1}}', 422, 'value_error'],
  ])('as no body is: %.40s', async (raw, status, type) => {
    const answer = await scene.ask('strict', key, undefined, { raw });
    expect([answer.status, answer.body.detail[0]?.type]).toEqual([status, type]);
  });

  it('also if the operation refuses it', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer', maximum: 3 } } };
    await scene.define('small', { environments: ['sandbox'], input_schema: schema });
    const input = [{ name: 'n', type: 'integer' }];
    const direct = await scene.offer('direct', { target: { operation: 'small' }, input });
    const mapped = await scene.offer('mapped', {
      target: { operation: 'small' },
      input,
      mapping: { n: '{{ input.n }}' },
    });
    const one = await scene.ask('direct', direct.key, { n: 4 });
    expect([one.status, one.body.detail[0].loc]).toEqual([422, ['body', 'n']]);
    const two = await scene.ask('mapped', mapped.key, { n: 4 });
    expect([two.status, two.body.detail[0].loc, two.body.detail[0].type]).toEqual([
      422,
      ['body'],
      'value_error',
    ]);
    expect(two.body.detail[0].msg).toContain('n: Input should be less than or equal to 3');
  });

  it('in a time that no pattern can lengthen', async () => {
    const { key: slow } = await scene.offer('slow', {
      input: [{ name: 'a', type: 'string', pattern: '^(a+)+$' }],
    });
    const before = performance.now();
    const answer = await scene.ask('slow', slow, { a: `${'a'.repeat(2000)}!` });
    expect([answer.status, answer.body.detail[0].type]).toEqual([422, 'string_pattern_mismatch']);
    expect(performance.now() - before).toBeLessThan(patient(2000));
    expect((await scene.ask('slow', slow, { a: 'a'.repeat(3000) })).status).toBe(202);
  });

  it('and if its templates would take too long or produce too much', async () => {
    const { key: hungry } = await scene.offer('hungry', {
      input: [{ name: 'n', type: 'integer', required: true }],
      mapping: { x: '{% for i in (1..input.n) %}{% for j in (1..input.n) %}x{% endfor %}{% endfor %}' },
    });
    const answer = await scene.ask('hungry', hungry, { n: 100_000 });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body']]);
    expect((await scene.ask('hungry', hungry, { n: 2 })).status).toBe(202);
  });
});

describe('Idempotency-Key', () => {
  it('identifies a call; without one every call is new', async () => {
    const { key } = await scene.offer('named', { input: [{ name: 'n', type: 'integer' }] });
    const name = randomUUID();
    const [first, ...again] = await Promise.all([
      scene.ask('named', key, { n: 1 }, { name }),
      scene.ask('named', key, { n: 1 }, { name }),
      scene.ask('named', key, undefined, { name, raw: '{ "n" : 1 }' }),
    ]);
    for (const answer of again) expect(answer.text).toBe(first!.text);
    const replays = [first!, ...again].filter((answer) => answer.headers.get('idempotency-replayed'));
    expect(replays).toHaveLength(2);
    expect(told(await scene.ask('named', key, { n: 2 }, { name }))).toEqual([409, 'idempotency_key_reused']);
    const [one, two] = await Promise.all([scene.ask('named', key, {}), scene.ask('named', key, {})]);
    expect(one.body.job_id).not.toBe(two.body.job_id);
    for (const wrong of ['short', 'x'.repeat(101)]) {
      const answer = await scene.ask('named', key, {}, { name: wrong });
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['header', 'idempotency-key']]);
    }
  });

  it('is remembered if the target leaves the environment, the version is retired, or all is deleted', async () => {
    await scene.define('fleeting', { environments: ['sandbox'] });
    const { key } = await scene.offer('fleeting', { target: { operation: 'fleeting' } });
    const name = randomUUID();
    const ask = (n: string) => scene.ask('fleeting', key, {}, { name: n });
    const first = await ask(name);
    await scene.connect('elsewhere', { base_url: 'https://example.com' });
    const away = {
      name: 'fleeting',
      connection: 'elsewhere',
      environments: ['live'],
      request: { path: '/' },
    };
    const steps: [string, string, [number, string], object?][] = [
      ['PUT', '/operations/fleeting', [409, 'target_not_available'], away],
      ['POST', '/methods/fleeting/versions/1/retire', [410, 'version_retired']],
      ['DELETE', '/operations/fleeting', [410, 'version_retired']],
      ['DELETE', '/methods/fleeting', [404, 'method_not_found']],
    ];
    for (const [method, path, refusal, body] of steps) {
      expect((await scene.owner(method, path, body)).status).toBeLessThan(300);
      const replay = await ask(name);
      expect([replay.status, replay.text]).toEqual([202, first.text]);
      expect(told(await ask(randomUUID()))).toEqual(refusal);
    }
  });

  it('of one method or version does not affect another', async () => {
    const one = await scene.offer('one-a');
    const two = await scene.offer('two-a');
    const name = randomUUID();
    const first = await scene.ask('one-a', one.key, {}, { name });
    const second = await scene.ask('two-a', two.key, {}, { name });
    expect(second.status).toBe(202);
    expect(second.body.job_id).not.toBe(first.body.job_id);
  });
});

describe('access to a published method', () => {
  let mine: string;
  let another: string;
  let foreign: string;
  let jobPath: string;
  let tail: string;

  beforeAll(async () => {
    ({ key: mine } = await scene.offer('mine'));
    ({ key: another } = await scene.offer('another'));
    ({ key: foreign } = await other.offer('mine'));
    await scene.draft('unpublished');
    const { body } = await scene.ask('mine', mine, {});
    jobPath = body.status_url;
    tail = jobPath.slice(scene.pathOf('mine').length);
  });

  it('needs a key before anything else, even at unknown addresses', async () => {
    const paths = [
      scene.pathOf('mine'),
      scene.pathOf('nothing'),
      scene.pathOf('mine', 'x'),
      `/api/published/prj_x/mine/v1`,
      `/api/published/${scene.project.id}/mine/2`,
      '/api/published/nonsense',
      '/api/published',
      jobPath,
      `${scene.pathOf('mine')}/openapi.json`,
      `${scene.pathOf('mine')}/openapi.yaml`,
    ];
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await server.call(method, path, method === 'POST' ? { raw: '{' } : {});
        expect([path, ...told(answer)]).toEqual([path, 401, 'not_authenticated']);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      }
      const wrong = await server.call('GET', path, { key: 'ep_wrong' });
      expect([path, ...told(wrong)]).toEqual([path, 401, 'invalid_api_key']);
    }
  });

  it('depends on the kind of key: project keys call no methods, and method keys nothing else', async () => {
    expect(told(await scene.ask('mine', scene.project.key, {}))).toEqual([401, 'invalid_api_key']);
    for (const path of ['/profiles', '/operations', '/audit']) {
      const answer = await scene.call('GET', path, { key: mine });
      expect(told(answer)).toEqual([401, 'invalid_api_key']);
    }
  });

  it.each<[string, () => [key: string, path: string], number, string]>([
    ['an unknown method', () => [mine, scene.pathOf('nothing')], 404, 'method_not_found'],
    ['an invalid name', () => [mine, scene.pathOf('NO%00')], 404, 'method_not_found'],
    ['an unknown version', () => [mine, scene.pathOf('mine', 2)], 404, 'method_not_found'],
    ['version 0', () => [mine, scene.pathOf('mine', 0)], 404, 'method_not_found'],
    ['version 01', () => [mine, scene.pathOf('mine', '01')], 404, 'method_not_found'],
    ['version 1x', () => [mine, scene.pathOf('mine', '1x')], 404, 'method_not_found'],
    ['version -1', () => [mine, scene.pathOf('mine', -1)], 404, 'method_not_found'],
    ['a huge version', () => [mine, scene.pathOf('mine', '9'.repeat(40))], 404, 'method_not_found'],
    ['a version without v', () => [mine, `/api/published/${scene.project.id}/mine/1`], 404, 'not_found'],
    ['a method of another project', () => [mine, other.pathOf('mine')], 404, 'method_not_found'],
    ['an invalid project id', () => [mine, '/api/published/prj_x/mine/v1'], 404, 'method_not_found'],
    ['a key of another project', () => [foreign, scene.pathOf('mine')], 404, 'method_not_found'],
    ['a key of another method', () => [another, scene.pathOf('mine')], 403, 'missing_method'],
  ])('%s', async (_name, request, status, code) => {
    const [key, path] = request();
    expect(told(await server.call('POST', path, { key, body: {} }))).toEqual([status, code]);
    if (code === 'not_found') return;
    for (const rest of [tail, '/openapi.json', '/openapi.yaml']) {
      expect(told(await server.call('GET', path + rest, { key }))).toEqual([status, code]);
    }
  });

  it('a draft cannot be called, and its key works after publication', async () => {
    const { key } = await scene.keyFor('unpublished');
    expect(told(await scene.ask('unpublished', key, {}))).toEqual([404, 'method_not_found']);
  });

  it('a known address with the wrong method is a 405', async () => {
    const answer = await server.call('DELETE', scene.pathOf('mine'), { key: mine });
    expect([...told(answer), answer.headers.get('allow')]).toEqual([405, 'method_not_allowed', 'POST']);
  });

  it('a job is shown only to the key and the version that made it', async () => {
    const { key: both } = await scene.keyFor('mine', 'another');
    await scene.publish('mine');
    const run = await scene.run('echo', {});
    const places = [
      scene.pathOf('another') + tail,
      scene.pathOf('mine', 2) + tail,
      `${scene.pathOf('mine')}/jobs/${run.body.job_id}`,
      `${scene.pathOf('mine')}/jobs/nonsense`,
      `${scene.pathOf('mine')}/jobs/${showId('job', newId())}`,
      `${scene.pathOf('mine')}/jobs/${showId('run', newId())}`,
    ];
    for (const place of places) {
      expect(told(await server.call('GET', place, { key: both }))).toEqual([404, 'job_not_found']);
    }
    expect(told(await server.call('GET', jobPath, { key: both }))).toEqual([404, 'job_not_found']);
    expect((await server.call('GET', jobPath, { key: mine })).status).toBe(200);
  });

  it('a run is shown only to the key that started it', async () => {
    await scene.publishWorkflow('quick', [{ id: 'done', type: 'end' }]);
    const { key } = await scene.offer('starts', { target: { workflow: 'quick' } });
    const { key: second } = await scene.keyFor('starts');
    const { body } = await scene.ask('starts', key, {});
    expect((await scene.end(body.status_url, key)).status).toBe('succeeded');
    expect(told(await server.call('GET', body.status_url, { key: second }))).toEqual([404, 'job_not_found']);
  });

  it('a revoked key can call nothing, while another still works', async () => {
    const old = await scene.keyFor('mine');
    const fresh = await scene.keyFor('mine');
    expect((await scene.ask('mine', old.key, {})).status).toBe(202);
    await server.make('DELETE', `/projects/${scene.project.id}/method-keys/${old.id}`);
    expect(told(await scene.ask('mine', old.key, {}))).toEqual([401, 'invalid_api_key']);
    expect((await scene.ask('mine', fresh.key, {})).status).toBe(202);
  });

  it('a retired version accepts no calls and names the newest, and its earlier calls can still be read', async () => {
    const { key } = await scene.offer('aging');
    const { body } = await scene.ask('aging', key, {});
    await scene.owner('POST', '/methods/aging/versions/1/retire');
    const alone = await scene.ask('aging', key, {});
    expect([...told(alone), alone.body.newest_version]).toEqual([410, 'version_retired', null]);
    await scene.publish('aging');
    const answer = await scene.ask('aging', key, {});
    expect([...told(answer), answer.body.newest_version]).toEqual([410, 'version_retired', 2]);
    expect(answer.body.detail).toContain('version 2');
    expect((await scene.end(body.status_url, key)).status).toBe('succeeded');
    const contract = await server.call('GET', `${scene.pathOf('aging')}/openapi.json`, { key });
    expect(contract.body.paths[scene.pathOf('aging')].post.deprecated).toBe(true);
  });

  it('every request of a key counts against its rate, and every write against the limits of the project', async () => {
    // What is accepted on this day uses up what the next server accepts in a day.
    await withinOneDay();
    expect((await scene.ask('mine', mine, {})).status).toBe(202);
    const limited = await startTestServer(
      { RATE_LIMIT_PER_MINUTE: '2', PROJECT_DAILY_LIMIT: '1' },
      server.database,
    );
    try {
      const own = new MethodScene(limited, scene.project);
      const { key } = await scene.keyFor('mine');
      const full = await own.ask('mine', key, {});
      expect([...told(full), full.headers.get('ratelimit')?.slice(0, 13)]).toEqual([
        429,
        'daily_limit',
        '"default";r=1',
      ]);
      await limited.call('GET', '/api/published/nonsense', { key });
      const over = await own.ask('mine', key, {});
      expect(told(over)).toEqual([429, 'rate_limited']);
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });
});

describe('a published version never changes', () => {
  it('whatever happens to the draft and to the operation', async () => {
    const operation = (text: string) => ({ environments: ['sandbox'], mock: { result: { text } } });
    await scene.define('sayer', operation('first'));
    const { key } = await scene.offer('say', { target: { operation: 'sayer' } });
    await scene.define('sayer', operation('second'));
    await scene.draft('say', { input: [{ name: 'n', type: 'integer', required: true }] });
    expect((await scene.outcomeOf('say', key, {})).result).toEqual({ text: 'first' });
    await scene.draft('say', { target: { operation: 'sayer' } });
    await scene.publish('say');
    const two = await server.call('POST', scene.pathOf('say', 2), { key, body: {} });
    expect((await scene.end(two.body.status_url, key)).result).toEqual({ text: 'second' });
  });

  it('and its number is never reused, even if the method is deleted and made again', async () => {
    const { key } = await scene.offer('phoenix');
    await scene.owner('DELETE', '/methods/phoenix');
    await scene.draft('phoenix');
    expect(told(await scene.ask('phoenix', key, {}))).toEqual([404, 'method_not_found']);
    expect((await scene.publish('phoenix')).version).toBe(2);
  });
});
