import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';

let server: TestServer;
let twin: TestServer;
let project: TestProject;
let channelId: string;
let path: string;

beforeAll(async () => {
  server = await useTestServer();
  twin = await startTestServer({ ROLE: 'api' }, server.database);
  project = await server.makeProject();
  ({ id: channelId } = await server.makeChannel(project.id));
});

afterAll(async () => {
  await twin?.close();
  await server?.close();
});

/** Every test has its own customer, with a value in every field. */
beforeEach(async () => {
  const { profile_id: id } = await server.makeIdentity(project.id, channelId);
  path = `/api/v1/projects/${project.id}/profiles/${id}`;
  const answer = await patch({
    status: 'new',
    state: { city: 'Riga' },
    tags: ['a', 'b'],
    access: { vip: true },
  });
  expect(answer.status).toBe(200);
});

/** @param fields as JSON text where the text matters. */
const patch = (fields: unknown, at: TestServer = server): Promise<Answer> =>
  at.call('PATCH', path, {
    key: project.key,
    raw: typeof fields === 'string' ? fields : JSON.stringify(fields),
  });
const read = () => server.call('GET', path, project);
const faults = ({ status, body }: Answer) => [
  status,
  ...(Array.isArray(body.detail) ? body.detail : []).map((item: any) => [
    item.loc.slice(1).join('.'),
    item.type,
  ]),
];

describe('a field of a profile in a PATCH', () => {
  it.each<[string, unknown]>([
    ['status', 'vip'],
    ['state', { name: 'Anna' }],
    ['tags', ['c']],
    ['access', { course: { until: null } }],
    ['status', ''],
    ['state', {}],
    ['tags', []],
    ['access', {}],
    ['tags', ['"', ',', '{}', 'NULL', '\\', 'two words', '😀']],
    ['tags', ['😀'.repeat(64)]],
  ])('replaces the whole stored field and no other: %s %j', async (field, value) => {
    const before = (await read()).body;
    const answer = await patch({ [field]: value });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, [field]: value, updated_at: answer.body.updated_at });
    expect((await read()).text).toBe(answer.text);
  });

  it.each<[string[], string[]]>([
    [['vip '], ['vip']],
    [
      ['\u00a0vip\n', 'new'],
      ['vip', 'new'],
    ],
    [['a', 'a'], ['a']],
    [
      ['b', ' a', 'b ', 'a'],
      ['b', 'a'],
    ],
    [['', '  ', '\t'], []],
    [[' ', 'a', ''], ['a']],
    [[`  ${'x'.repeat(64)}  `], ['x'.repeat(64)]],
    // Another case is another tag, as it is for the step.
    [
      ['VIP', 'vip'],
      ['VIP', 'vip'],
    ],
  ])('has tags by the rules of the step "tag": %j are %j', async (sent, kept) => {
    const { status, body } = await patch({ tags: sent });
    expect([status, body.tags]).toEqual([200, kept]);
    expect((await read()).body.tags).toEqual(kept);
  });

  it('may be sent together with others', async () => {
    const all = { status: 's', state: { a: 'b' }, tags: ['t'], access: { x: 1 } };
    expect((await patch(all)).body).toMatchObject(all);
  });
});

describe('a field of a profile that a PATCH leaves out', () => {
  it.each<[string]>([
    ['{}'],
    ['{"status":null}'],
    ['{"status":null,"state":null,"tags":null,"access":null}'],
    [
      '{"unknown":1,"id":"prof_x","paid_access":[{"product":"all"}],"identities":[],"created_at":"2000-01-01"}',
    ],
  ])('changes nothing, not even updated_at, and leaves no audit entry: %s', async (body) => {
    const before = await read();
    const entries = (await server.audit(project)).length;
    await sleep(5);
    const answer = await patch(body);
    expect([answer.status, answer.text]).toEqual([200, before.text]);
    expect((await server.audit(project)).length).toBe(entries);
  });

  it('stays unchanged, like a null field, while others change', async () => {
    const answer = await patch({ status: 'vip', state: null, tags: null, access: null });
    expect(answer.body).toMatchObject({
      status: 'vip',
      state: { city: 'Riga' },
      tags: ['a', 'b'],
      access: { vip: true },
    });
  });

  it('may also be paid_access, which no PATCH changes', async () => {
    const answer = await patch({
      access: { paid_access: [{ product: 'all' }] },
      paid_access: [{ product: 'all' }],
    });
    expect(answer.body.paid_access).toEqual([]);
  });
});

describe('a stored field of a profile', () => {
  it('is returned with its names in the order in which they were sent, even names that look like numbers', async () => {
    const state = '{"zebra":"1","10":"2","apple":"3","9":"4","":"5","ключ":"6","__proto__":"7"}';
    const access = '{"b":1,"2":{"z":1,"1":[],"a":2},"1":true,"a":null,"constructor":1}';
    const answer = await patch(`{"state":${state},"access":${access}}`);
    expect(answer.status).toBe(200);
    for (const text of [answer.text, (await read()).text]) {
      expect(text).toContain(`"state":${state}`);
      expect(text).toContain(`"access":${access}`);
    }
  });

  it('keeps every digit of a number in access', async () => {
    const numbers = '[12345678901234567890,1e400,1.10,-0.0,1E+2,0.1000000000000000055511151231257827]';
    const answer = await patch(`{"access":{"n":${numbers},"deep":{"n":9007199254740993}}}`);
    expect(answer.status).toBe(200);
    for (const { text } of [answer, await read()]) {
      expect(text).toContain(`"access":{"n":${numbers},"deep":{"n":9007199254740993}}`);
    }
    const listed = await server.call('GET', `/api/v1/projects/${project.id}/profiles`, project);
    expect(listed.text).toContain('12345678901234567890,1e400,1.10');
  });

  it('may have any text: quotes, backslashes, line ends, emoji, both Unicode spellings', async () => {
    const value = '"\\\n\r\t\u0001\u2028😀é';
    const { body } = await patch({
      status: value,
      state: { [value]: value },
      tags: [value],
      access: { [value]: value },
    });
    expect(body).toMatchObject({
      status: value,
      state: { [value]: value },
      tags: [value],
      access: { [value]: value },
    });
    expect((await patch('{"status":"\\ud83d\\ude00"}')).body.status).toBe('😀');
  });
});

describe('a wrong field in a PATCH', () => {
  it.each<[string, string, string]>([
    ['{"status":7}', 'status', 'string_type'],
    ['{"state":[]}', 'state', 'dict_type'],
    ['{"state":"x"}', 'state', 'dict_type'],
    ['{"state":{"n":1}}', 'state.n', 'string_type'],
    ['{"state":{"ok":"x","n":null}}', 'state.n', 'string_type'],
    ['{"state":{"n":{"deep":"x"}}}', 'state.n', 'string_type'],
    ['{"tags":{}}', 'tags', 'list_type'],
    ['{"tags":"a"}', 'tags', 'list_type'],
    ['{"tags":["a",1]}', 'tags.1', 'string_type'],
    ['{"tags":[null]}', 'tags.0', 'string_type'],
    [`{"tags":["ok","${'x'.repeat(65)}"]}`, 'tags.1', 'string_too_long'],
    [`{"tags":["${'😀'.repeat(65)}"]}`, 'tags.0', 'string_too_long'],
    ['{"access":[]}', 'access', 'dict_type'],
    ['{"access":true}', 'access', 'dict_type'],
    ['{"status":"\\u0000"}', 'status', 'value_error'],
    ['{"state":{"a":"\\ud800"}}', 'state.a', 'value_error'],
    ['{"state":{"a\\u0000":"b"}}', 'state.a\0', 'value_error'],
    ['{"tags":["ok","\\udfff"]}', 'tags.1', 'value_error'],
    ['{"access":{"deep":[{"x":"\\u0000"}]}}', 'access.deep.0.x', 'value_error'],
    ['null', '', 'missing'],
    ['', '', 'missing'],
    ['[]', '', 'model_attributes_type'],
    ['"text"', '', 'model_attributes_type'],
  ])('is refused, and nothing is changed: %s', async (body, place, type) => {
    const before = await read();
    expect(faults(await patch(body))).toEqual([422, [place, type]]);
    expect((await read()).text).toBe(before.text);
  });

  it('prevents changes of the right fields too, and every error is reported', async () => {
    const answer = await patch({ status: 'vip', state: { n: 1 }, tags: [2], access: 3 });
    expect(faults(answer)).toEqual([
      422,
      ['state.n', 'string_type'],
      ['tags.0', 'string_type'],
      ['access', 'dict_type'],
    ]);
    expect((await read()).body.status).toBe('new');
  });
});

describe('two writers', () => {
  it('of different fields of a profile both succeed, at two instances, 20 times', async () => {
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all([
        patch({ status: `s${round}` }),
        patch({ state: { round: String(round) } }, twin),
        patch({ tags: [`t${round}`] }, twin),
        patch({ access: { round } }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await read()).body).toMatchObject({
        status: `s${round}`,
        state: { round: String(round) },
        tags: [`t${round}`],
        access: { round },
      });
    }
  });

  it('of one field leave one of the two values, never a mixture', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        patch({ state: { [`key${i}`]: String(i) }, status: String(i) }, i % 2 ? server : twin),
      ),
    );
    const { state, status } = (await read()).body;
    expect(state).toEqual({ [`key${status}`]: status });
  });
});

describe('a change of a profile', () => {
  it('moves updated_at and not created_at', async () => {
    const before = (await read()).body;
    await sleep(5);
    const asked = Date.now();
    const after = (await patch({ status: 'vip' })).body;
    expect(after.created_at).toBe(before.created_at);
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    expect(Date.parse(after.updated_at)).toBeGreaterThanOrEqual(asked - 1);
    expect(Date.parse(after.updated_at)).toBeLessThanOrEqual(Date.now());
  });

  it('is in the audit log with the names of changed fields of the state, and with the tags that came and went', async () => {
    await patch({ state: { kept: 'a', other: 'b', gone: 'c' }, tags: ['old', 'both'] });
    const answer = await patch({ state: { kept: 'a', other: 'x', new: 'd' }, tags: ['both', 'new', 'new'] });
    const [entry] = (await server.audit(project)).filter(
      (e) => e.request_id === answer.headers.get('x-request-id'),
    );
    const { state, ...rest } = entry.data;
    expect(state.sort()).toEqual(['gone', 'new', 'other']);
    expect(rest).toEqual({ fields: ['state', 'tags'], tags_added: ['new'], tags_removed: ['old'] });
  });

  it('is in the audit log with the actor and the fields, without their contents', async () => {
    const answer = await patch({ status: 'secret status', state: { k: 'secret value' }, tags: null });
    const entries = (await server.audit(project)).filter(
      (e) => e.request_id === answer.headers.get('x-request-id'),
    );
    expect(entries).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(String),
        actor: { type: 'key', id: project.keyId, name: 'Test key' },
        action: 'profile.updated',
        subject: { type: 'profile', id: answer.body.id },
        environment: null,
        request_id: answer.headers.get('x-request-id'),
        // `city`, which the customer had before, is gone: a state is replaced as a whole.
        data: { fields: ['status', 'state'], state: ['city', 'k'] },
      },
    ]);
  });
});
