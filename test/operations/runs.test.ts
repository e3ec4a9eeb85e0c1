import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TurnGroup } from '../../src/dialog/flows/turn-group.ts';
import { submitJob } from '../../src/dialog/operations/submit.ts';
import { Outbox } from '../../src/dialog/tasks/outbox.ts';
import { readId } from '../../src/platform/ids.ts';
import { startTarget, type Target } from '../fakes/target.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { refuseSockets } from '../harness/sockets.ts';
import { until } from '../harness/until.ts';
import { Scene } from './scene.ts';

let server: TestServer;
/** Another instance on the same database. */
let twin: TestServer;
let scene: Scene;
let target: Target;

beforeAll(async () => {
  server = await useTestServer();
  twin = await startTestServer({}, server.database);
  scene = new Scene(server, await server.makeProject());
  target = await startTarget();
  await scene.connect('shop', { base_url: target.url, idempotency_header: 'idempotency-key' });
  await scene.define('echo', { connection: 'shop', mock: { result: { said: '{{ input }}' } } });
});

afterAll(async () => {
  await twin?.close();
  await server?.close();
  await target?.close();
});

describe('GET /operations', () => {
  it('shows what a client needs to run an operation, and nothing about its request', async () => {
    const own = new Scene(server, await server.makeProject());
    await own.connect('c', {
      base_url: 'https://secret.example',
      auth: { type: 'bearer', token: 'tok-12345' },
    });
    const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
    await own.define('b-second', { connection: 'c', description: 'Two', input_schema: schema });
    await own.define('a-first', { environments: ['sandbox'], kind: 'webhook' });
    const { status, body, text } = await own.call('GET', '/operations');
    expect(status).toBe(200);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
    expect(body).toEqual({
      items: [
        {
          id: 'a-first',
          name: 'a-first',
          kind: 'webhook',
          description: '',
          input_schema: {},
          environments: ['sandbox'],
          updated_at: time,
        },
        {
          id: 'b-second',
          name: 'b-second',
          kind: 'http',
          description: 'Two',
          input_schema: schema,
          environments: ['sandbox', 'live'],
          updated_at: time,
        },
      ],
      next_offset: null,
    });
    expect(text).not.toMatch(/secret\.example|tok-12345|mock/);
    expect((await own.call('GET', '/operations?offset=1')).body.items).toHaveLength(1);
    expect((await own.call('GET', '/operations?offset=-1')).status).toBe(422);
  });
});

describe('a run of an operation', () => {
  it('is answered with its job, which shows the outcome', async () => {
    const identity = await server.makeIdentity(
      scene.project.id,
      (await server.makeChannel(scene.project.id)).id,
    );
    const answer = await scene.run('echo', { input: { a: 1 }, identity_id: identity.id });
    const jobId = answer.body.job_id;
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        job_id: expect.stringMatching(/^job_[0-9a-z]{26}$/),
        status: 'queued',
        environment: 'sandbox',
        status_url: `/api/v1/projects/${scene.project.id}/jobs/${jobId}`,
      },
    ]);
    await scene.ended(jobId);
    const job = await server.call('GET', answer.body.status_url, { key: scene.project.key });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
    expect(job.body).toEqual({
      job_id: jobId,
      operation_id: 'echo',
      environment: 'sandbox',
      status: 'succeeded',
      input: { a: 1 },
      identity_id: identity.id,
      result: { said: { a: 1 } },
      error: null,
      order_id: null,
      created_at: time,
      started_at: time,
      finished_at: time,
    });
    expect(await scene.actionsOf(jobId)).toEqual(['job.accepted', 'job.succeeded']);
    const [accepted] = (await server.audit(scene.project)).filter((entry) => entry.subject.id === jobId);
    expect(accepted).toMatchObject({
      actor: { type: 'key', id: scene.project.keyId },
      subject: { type: 'job', id: jobId },
      environment: 'sandbox',
      data: { operation_id: 'echo' },
    });
  });

  it('needs no body but {}, and shows its input with all digits', async () => {
    const least = await scene.run('echo', { raw: '{}' });
    expect(least.status).toBe(202);
    expect((await scene.ended(least.body.job_id)).input).toEqual({});
    const input = '{"z":12345678901234567890, "a":1.10,"e":1e400}';
    const { body } = await scene.run('echo', { raw: `{"input":${input}}` });
    await scene.ended(body.job_id);
    expect((await scene.call('GET', `/jobs/${body.job_id}`)).text).toContain(`"input":${input},`);
  });

  it.each([
    [{ input: [] }, ['body', 'input'], 'dict_type'],
    [{ input: null }, ['body', 'input'], 'dict_type'],
    [{ environment: 'test' }, ['body', 'environment'], 'literal_error'],
    [{ environment: null }, ['body', 'environment'], 'literal_error'],
    [{ identity_id: 7 }, ['body', 'identity_id'], 'string_type'],
    [{ input: { a: '\0' } }, ['body', 'input', 'a'], 'value_error'],
  ])('of the wrong form is a 422: %j', async (body, loc, type) => {
    const { status, body: answer } = await scene.run('echo', { raw: JSON.stringify(body) });
    expect([status, answer.detail.map((item: any) => [item.loc, item.type])]).toEqual([422, [[loc, type]]]);
  });

  it('with a character that cannot be stored is a 422, even if a second member of the same name hides it', async () => {
    const { status, body } = await scene.run('echo', { raw: '{"input":{"a":"\\u0000","a":1}}' });
    expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([
      422,
      ['body', 'input'],
      'value_error',
    ]);
  });

  it('of an unknown operation is a 404, whatever its name', async () => {
    for (const name of ['nothing', 'ECHO', '%00', '%F0%9F%98%80', '..%2Fecho', 'x'.repeat(200)]) {
      const { status, body } = await scene.run(name);
      expect([name, status, body.code]).toEqual([name, 404, 'operation_not_found']);
    }
    for (const identity of ['idn_x', '', 'idn_00000000000000000000000000']) {
      const { status, body } = await scene.run('echo', { identity_id: identity });
      expect([status, body.code]).toEqual([404, 'identity_not_found']);
    }
    for (const job of ['job_x', '%00', 'msg_00000000000000000000000000', 'job_00000000000000000000000000']) {
      const { status, body } = await scene.call('GET', `/jobs/${job}`);
      expect([job, status, body.code]).toEqual([job, 404, 'job_not_found']);
    }
  });

  it('in an environment that the operation lacks is a 409', async () => {
    await scene.define('sand', { environments: ['sandbox'] });
    await scene.define('alive', { environments: ['live'], connection: 'shop' });
    for (const [slug, environment] of [
      ['sand', 'live'],
      ['alive', 'sandbox'],
    ] as const) {
      const { status, body } = await scene.run(slug, { environment });
      expect([status, body.code]).toEqual([409, 'environment_not_available']);
    }
  });

  it('gets the errors of its input with their places', async () => {
    await scene.define('strict', {
      environments: ['sandbox'],
      input_schema: {
        type: 'object',
        required: ['id', 'lines'],
        properties: {
          id: { type: 'string', minLength: 2 },
          lines: { type: 'array', items: { type: 'integer' } },
        },
        additionalProperties: false,
      },
    });
    expect((await scene.run('strict', { input: { id: 'ab', lines: [1, 2] } })).status).toBe(202);
    const { status, body } = await scene.run('strict', { input: { id: 'a', lines: [1, 'two'], more: 1 } });
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      {
        type: 'extra_forbidden',
        loc: ['body', 'input', 'more'],
        msg: 'Extra inputs are not permitted',
        input: 1,
      },
      {
        type: 'string_too_short',
        loc: ['body', 'input', 'id'],
        msg: 'String should have at least 2 characters',
        input: 'a',
        ctx: { min_length: 2 },
      },
      {
        type: 'int_type',
        loc: ['body', 'input', 'lines', 1],
        msg: 'Input should be a valid integer',
        input: 'two',
      },
    ]);
    const empty = await scene.run('strict');
    expect(empty.body.detail.map((item: any) => [item.loc, item.type])).toEqual([
      [['body', 'input', 'id'], 'missing'],
      [['body', 'input', 'lines'], 'missing'],
    ]);
  });
});

describe('a repeated run with the same Idempotency-Key', () => {
  const replayed = (answer: { headers: Headers }) => answer.headers.get('idempotency-replayed');

  it('at the same instant at two instances makes one job, and one request', async () => {
    const before = target.arrivals.length;
    const key = randomUUID();
    const options = { environment: 'live', key } as const;
    const other = new Scene(twin, scene.project);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? scene : other).run('echo', options)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    await scene.ended(answers[0]!.body.job_id);
    expect(target.arrivals).toHaveLength(before + 1);
  });

  it('with another body is a 409; at another operation it is another run', async () => {
    const key = randomUUID();
    const first = await scene.run('echo', { input: { n: 1 }, key });
    const second = await scene.run('echo', { input: { n: 2 }, key });
    expect([second.status, second.body.code]).toEqual([409, 'idempotency_key_reused']);
    await scene.define('echo-too', { environments: ['sandbox'] });
    const elsewhere = await scene.run('echo-too', { input: { n: 1 }, key });
    expect([elsewhere.status, replayed(elsewhere)]).toEqual([202, null]);
    expect(elsewhere.body.job_id).not.toBe(first.body.job_id);
  });

  it('gets the same answer after the operation accepts less, left the environment, or was deleted', async () => {
    await scene.define('fading', { connection: 'shop' });
    const key = randomUUID();
    const options = { input: { n: 1 }, environment: 'live', key } as const;
    const first = await scene.run('fading', options);
    expect(first.status).toBe(202);
    const changes: [() => Promise<unknown>, number, string | undefined][] = [
      [
        () => scene.define('fading', { connection: 'shop', input_schema: { required: ['x'] } }),
        422,
        undefined,
      ],
      [() => scene.define('fading', { environments: ['sandbox'] }), 409, 'environment_not_available'],
      [() => scene.owner('DELETE', '/operations/fading'), 404, 'operation_not_found'],
    ];
    for (const [change, status, code] of changes) {
      await change();
      const fresh = await scene.run('fading', { ...options, key: randomUUID() });
      expect([fresh.status, fresh.body.code]).toEqual([status, code]);
      const again = await scene.run('fading', options);
      expect([again.status, again.text, replayed(again)]).toEqual([202, first.text, 'true']);
      const other = await scene.run('fading', { ...options, input: { n: 2 } });
      expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
    }
    // The job was accepted, so it is carried out, and can be read.
    expect((await scene.ended(first.body.job_id)).status).toBe('succeeded');
  });

  it('can use the key again after a refusal', async () => {
    const key = randomUUID();
    expect((await scene.run('echo', { key, identity_id: 'idn_x' })).status).toBe(404);
    expect((await scene.run('later', { key })).status).toBe(404);
    await scene.define('later', { environments: ['sandbox'] });
    expect((await scene.run('later', { key })).status).toBe(202);
    expect((await scene.run('echo', { key })).status).toBe(202);
  });
});

describe('a run in the sandbox', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('renders the mock from the names that templates may read', async () => {
    const channel = await server.makeChannel(scene.project.id);
    const identity = await server.makeIdentity(scene.project.id, channel.id, 'anna');
    await scene.call('PATCH', `/profiles/${identity.profile_id}`, {
      body: { state: { city: 'Oslo' }, tags: ['vip'] },
    });
    await scene.define('shown', {
      environments: ['sandbox'],
      mock: {
        result: {
          text: '{{ input.n }} for {{ identity.external_id }} in {{ state.city }}',
          typed: ['{{ input.n }}', '{{ profile.tags }}', '{{ input.missing }}', '{{ event.nothing }}'],
          who: '{{ profile.id }}',
          job: '{{ job.id }}',
        },
      },
    });
    const job = await scene.outcome('shown', { input: { n: 7 }, identity_id: identity.id });
    expect(job.result).toEqual({
      text: '7 for anna in Oslo',
      typed: [7, ['vip'], null, null],
      who: identity.profile_id,
      job: job.job_id,
    });
  });

  it('gives the first variant whose condition is true, even if it is an error', async () => {
    await scene.define('choosy', {
      environments: ['sandbox'],
      mock: {
        result: 'usual',
        variants: [
          {
            name: 'sold out',
            when: '{{ input.sku == "X" }}',
            error: { code: 'sold_out', message: 'None left.' },
          },
          { name: 'many', when: '{% if input.n > 10 %}true{% endif %}', result: { many: '{{ input.n }}' } },
        ],
      },
    });
    expect(await scene.outcome('choosy', { input: { sku: 'X', n: 11 } })).toMatchObject({
      status: 'failed',
      error: { code: 'sold_out', message: 'None left.' },
    });
    expect((await scene.outcome('choosy', { input: { n: 11 } })).result).toEqual({ many: 11 });
    expect((await scene.outcome('choosy', { input: { n: 1 } })).result).toBe('usual');
  });

  it('can be made to fail by its input if the owner chose no variants', async () => {
    const job = await scene.outcome('echo', { input: { sandbox_error: true } });
    expect([job.status, job.error.code]).toEqual(['failed', 'sandbox_error']);
  });

  it('opens no socket, even with a real connection', async () => {
    // A separate target, since a connection that is still open needs no new socket.
    const real = await startTarget();
    const refused = refuseSockets(server, twin);
    await scene.connect('hook', { url: `${real.url}/hook` }, 'webhook');
    await scene.connect('real', { base_url: real.url });
    await scene.define('call', { connection: 'real' });
    await scene.define('tell', { kind: 'webhook', connection: 'hook' });
    for (const slug of ['call', 'tell']) {
      expect((await scene.outcome(slug, { input: { n: 1 } })).status).toBe('succeeded');
    }
    expect([refused.ports, real.connections]).toEqual([[], 0]);
    // The same guard does stop live runs, so it would have noticed a socket above.
    const { body } = await scene.run('tell', { environment: 'live' });
    await until(() => refused.ports.includes(real.port));
    refused.letOut();
    expect((await scene.ended(body.job_id)).status).toBe('succeeded');
    await real.close();
  });
});

describe('a run of an operation by a step', () => {
  const submit = (run: object, then: (submitted: object) => void = () => {}) => {
    const { parts } = server.server;
    return parts.database.transaction(async (tx) => {
      const group = new TurnGroup(tx, new Outbox());
      const submitted = await submitJob(
        group,
        {
          projectId: readId('project', scene.project.id)!,
          operation: 'echo',
          environment: 'sandbox',
          input: {},
          identityId: null,
          requestId: 'r-1',
          waiter: null,
          scope: { event: {}, state: {}, profile: {}, identity: null },
          ...run,
        },
        { inputChecks: parts.inputChecks, retryDeadlineMs: 60_000 },
      );
      const wake = await parts.queue.write(tx, group.outbox);
      then(submitted);
      return { wake, ...submitted };
    });
  };

  it('is stored in the transaction of its caller, and carried out', async () => {
    await scene.define('told', {
      environments: ['sandbox'],
      mock: { result: '{{ event.order }}/{{ input.a }}' },
    });
    const submitted = await submit({
      operation: 'told',
      scope: { event: { order: 'o-1' }, state: { a: 1 }, profile: {}, identity: null },
      input: { a: 'x\0y' },
    });
    if (!('jobId' in submitted)) throw new Error(submitted.refused.message);
    server.server.parts.tickets.send(submitted.wake);
    const job = await scene.ended(submitted.jobId);
    expect([job.status, job.result, job.input]).toEqual(['succeeded', 'o-1/x\ufffdy', { a: 'x\ufffdy' }]);
    expect(await scene.actionsOf(submitted.jobId)).toEqual(['job.accepted', 'job.succeeded']);
  });

  it('does not exist if that transaction fails', async () => {
    let jobId = '';
    const failing = submit({}, (submitted) => {
      jobId = (submitted as { jobId: string }).jobId;
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    const { status, body } = await scene.call('GET', `/jobs/${jobId}`);
    expect([status, body.code]).toEqual([404, 'job_not_found']);
    expect(await scene.actionsOf(jobId)).toEqual([]);
  });

  it('is refused with an explanation if the operation does not accept the input', async () => {
    await scene.define('needy', { environments: ['sandbox'], input_schema: { required: ['id'] } });
    expect(await submit({ operation: 'needy' })).toEqual({
      wake: [],
      refused: { code: 'invalid_input', message: 'input.id: Field required' },
    });
    expect(await submit({ operation: 'needy', input: { id: 1 }, environment: 'live' })).toMatchObject({
      refused: { code: 'environment_not_available' },
    });
    expect(await submit({ operation: 'Not a slug' })).toMatchObject({
      refused: { code: 'operation_not_found' },
    });
  });
});
