import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, TestProject } from '../harness/client.ts';
import { patient } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { MethodScene } from '../published/scene.ts';

let server: TestServer;
let twin: TestServer;
let project: TestProject;
let scene: MethodScene;

/** A forwarded address is what a proxy in front of the server would say. */
const proxied = { TRUST_PROXY: 'true' };

beforeAll(async () => {
  server = await startTestServer(proxied);
  twin = await startTestServer({ ...proxied, ROLE: 'api' }, server.database);
  project = await server.makeProject();
  scene = await MethodScene.make(server);
  await scene.draft('order');
  await scene.publish('order');
});
afterAll(async () => {
  await twin?.close();
  await server?.close();
});

const told = ({ status, body }: Answer) => [status, body.code];
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const day = 86_400_000;

/** Both kinds of key, with a request that each may make. */
const kinds = [
  {
    name: 'a project key',
    keys: () => `/projects/${project.id}/keys`,
    body: { name: 'Backend', scopes: ['audit:read', 'profiles:read'] },
    use: () => `/api/v1/projects/${project.id}/audit`,
    entries: () => server.audit(project),
    noun: 'key',
  },
  {
    name: 'a method key',
    keys: () => `/projects/${scene.project.id}/method-keys`,
    body: { name: 'Partner', methods: ['order'] },
    use: () => `${scene.pathOf('order')}/openapi.json`,
    entries: () => server.audit(scene.project),
    noun: 'method_key',
  },
];

describe.each(kinds)('$name', ({ keys, body, use, entries, noun }) => {
  const make = (more: object = {}) => server.make('POST', keys(), { ...body, ...more });
  const find = async (id: string) =>
    (await server.make('GET', keys())).items.find((key: any) => key.id === id);
  const call = (key: string, address = '198.51.100.1', at: TestServer = server) =>
    at.call('GET', use(), { key, headers: { 'x-forwarded-for': address } });

  it('is refused in every process from the moment on at which it expires', async () => {
    const { id, key } = await make();
    for (const at of [server, twin]) expect((await call(key, undefined, at)).status).toBe(200);
    const changed = await server.make('PATCH', `${keys()}/${id}`, { expires_at: inMs(patient(1500)) });
    expect(changed.expires_at).toEqual(time);
    for (const at of [server, twin]) await until(async () => (await call(key, undefined, at)).status === 401);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(changed.expires_at));
    expect(told(await call(key))).toEqual([401, 'invalid_api_key']);
    // It is listed, but nobody can change or rotate what is over.
    expect(await find(id)).toMatchObject({ id, revoked_at: null });
    for (const [method, path] of [
      ['PATCH', ''],
      ['POST', '/rotate'],
      ['DELETE', ''],
    ]) {
      const answer = await server.owner(method!, `${keys()}/${id}${path}`, {});
      expect(told(answer)).toEqual([404, 'key_not_found']);
    }
  });

  it('may be limited to addresses and ranges of IPv4 and IPv6, and the request log has whoever tried from elsewhere', async () => {
    const allowed = ['203.0.113.0/24', '2001:db8:1::/48', '198.51.100.7', '198.51.100.7/32'];
    const { id, key, allowed_addresses: kept } = await make({ allowed_addresses: allowed });
    expect(kept).toEqual(allowed.slice(0, 3));
    for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1:2::3', '198.51.100.7']) {
      expect([address, (await call(key, address)).status]).toEqual([address, 200]);
    }
    for (const address of ['203.0.114.9', '2001:db8:2::3', '198.51.100.8']) {
      expect([address, ...told(await call(key, address))]).toEqual([address, 403, 'address_not_allowed']);
    }
    const used = await until(async () => {
      const { last_used_address: address } = await find(id);
      return address ?? undefined;
    });
    expect(['203.0.114.9', '2001:db8:2::3', '198.51.100.8']).not.toContain(used);
    const log = keys().replace(/[\w-]+$/, `log?key_id=${id}&status=403`);
    const refused = await until(async () => {
      const { items } = await server.make('GET', log);
      return items.length === 3 && items;
    });
    expect(refused.map((entry: any) => entry.address).sort()).toEqual([
      '198.51.100.8',
      '2001:db8:2::3',
      '203.0.114.9',
    ]);
    // A change counts at once, in every process.
    await server.make('PATCH', `${keys()}/${id}`, { allowed_addresses: ['203.0.114.0/24'] });
    await until(async () => (await call(key, '203.0.113.9', twin)).status === 403);
    expect((await call(key, '203.0.114.9')).status).toBe(200);
    await server.make('PATCH', `${keys()}/${id}`, { allowed_addresses: null });
    expect((await call(key, '192.0.2.1')).status).toBe(200);
  });

  it('shows when and from where it was used last', async () => {
    const { id, key } = await make();
    expect(await find(id)).toMatchObject({ last_used_at: null, last_used_address: null });
    await call(key, '203.0.113.77');
    await until(async () => (await find(id)).last_used_at !== null);
    expect(await find(id)).toMatchObject({ last_used_at: time, last_used_address: '203.0.113.77' });
  });

  it('is replaced by one with the same rights, and both are valid until the overlap is over', async () => {
    const { id, key } = await make({ allowed_addresses: ['203.0.113.0/24'] });
    const next = await server.owner('POST', `${keys()}/${id}/rotate`, { overlap_hours: 2 });
    expect(next.status).toBe(201);
    const { key: nextKey, ...shown } = next.body;
    expect(shown).toMatchObject({
      ...body,
      allowed_addresses: ['203.0.113.0/24'],
      expires_at: null,
      replaced_by: null,
    });
    for (const each of [key, nextKey]) {
      expect((await call(each, '203.0.113.1')).status).toBe(200);
      expect((await call(each, '203.0.114.1')).status).toBe(403);
    }
    const former = await find(id);
    expect(former).toMatchObject({ replaced_by: next.body.id, revoked_at: null });
    const left = Date.parse(former.expires_at) - Date.now();
    expect([left > day / 12 - patient(60_000), left <= day / 12]).toEqual([true, true]);
    const again = await server.owner('POST', `${keys()}/${id}/rotate`);
    expect(told(again)).toEqual([409, 'key_replaced']);
    expect(again.body.detail).toContain(next.body.id);
    expect(next.text).not.toContain(key);
    const actions = (await entries()).filter((entry) => entry.subject.id === id).map(({ action }) => action);
    expect(actions).toEqual([`${noun}.created`, `${noun}.rotated`]);
    expect(JSON.stringify(await entries())).not.toContain(nextKey);
  });

  it('ends at once if it is replaced without an overlap, and never later than it would have', async () => {
    const { id, key } = await make();
    expect((await call(key, undefined, twin)).status).toBe(200);
    const next = await server.make('POST', `${keys()}/${id}/rotate`, { overlap_hours: 0 });
    await until(async () => (await call(key, undefined, twin)).status === 401);
    expect((await call(key)).status).toBe(401);
    expect((await call(next.key)).status).toBe(200);

    const short = await make({ expires_at: inMs(day / 24) });
    const successor = await server.make('POST', `${keys()}/${short.id}/rotate`);
    expect((await find(short.id)).expires_at).toBe(short.expires_at);
    // The new one lives as long as the old one was to live.
    const life = Date.parse(successor.expires_at) - Date.parse(successor.created_at);
    expect(Math.abs(life - day / 24)).toBeLessThan(patient(60_000));
  });

  it.each([
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at', 'value_error'],
    [{ expires_at: 'tomorrow' }, 'expires_at', 'value_error'],
    [{ expires_at: '99999-01-01T00:00:00Z' }, 'expires_at', 'value_error'],
    [{ expires_at: 7 }, 'expires_at', 'string_type'],
    [{ allowed_addresses: '10.0.0.1' }, 'allowed_addresses', 'list_type'],
    [{ allowed_addresses: [] }, 'allowed_addresses', 'value_error'],
    [{ allowed_addresses: ['10.0.0.1/8'] }, 'allowed_addresses.0', 'value_error'],
    [{ allowed_addresses: ['10.0.0.0/8', 'example.org'] }, 'allowed_addresses.1', 'value_error'],
    [{ allowed_addresses: Array(101).fill('10.0.0.1') }, 'allowed_addresses', 'too_long'],
  ])('cannot have such a limit: %j', async (limit, field, type) => {
    const { id } = await make();
    for (const answer of [
      await server.owner('POST', keys(), { ...body, ...limit }),
      await server.owner('PATCH', `${keys()}/${id}`, limit),
    ]) {
      const [item] = answer.body.detail;
      expect([answer.status, item.loc.join('.'), item.type]).toEqual([422, `body.${field}`, type]);
    }
  });

  it('is not opened to all by an empty list, and the answer says what is', async () => {
    const { id, key } = await make({ allowed_addresses: ['203.0.113.0/24'] });
    const refused = await server.owner('PATCH', `${keys()}/${id}`, { allowed_addresses: [] });
    expect(refused.body.detail[0].msg).toContain('for "from everywhere" send null');
    // Its successor has the same addresses, whatever is sent.
    const next = await server.owner('POST', `${keys()}/${id}/rotate`, { allowed_addresses: [] });
    for (const each of [key, ...(next.status === 201 ? [next.body.key] : [])]) {
      expect((await call(each, '192.0.2.1')).status).toBe(403);
    }
  });

  it.each([-1, 721, 'soon'])('cannot overlap with its successor for %s hours', async (overlap_hours) => {
    const { id } = await make();
    expect((await server.owner('POST', `${keys()}/${id}/rotate`, { overlap_hours })).status).toBe(422);
    expect((await find(id)).replaced_by).toBeNull();
  });

  it('is replaced once if two owners do it at the same instant', async () => {
    const { id } = await make();
    const answers = await Promise.all([1, 2, 3].map(() => server.owner('POST', `${keys()}/${id}/rotate`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

it('a stolen key that is tried from elsewhere does not use up the requests of its owner, and guessing ends', async () => {
  const limited = await startTestServer(
    { ...proxied, ROLE: 'api', RATE_LIMIT_PER_MINUTE: '5' },
    server.database,
  );
  try {
    const made = await server.make('POST', `/projects/${project.id}/keys`, {
      name: 'Limited',
      scopes: ['audit:read'],
      allowed_addresses: ['203.0.113.5'],
    });
    const call = (address: string) =>
      limited.call('GET', `/api/v1/projects/${project.id}/audit`, {
        key: made.key,
        headers: { 'x-forwarded-for': address },
      });
    const stolen: number[] = [];
    for (let i = 0; i < 61; i++) stolen.push((await call('198.51.100.200')).status);
    expect([stolen[0], stolen.at(-1)]).toEqual([403, 429]);
    expect((await call('203.0.113.5')).status).toBe(200);
  } finally {
    await limited.close();
  }
});

it('readiness names keys that end soon, and replaced ones that are still used', async () => {
  const { id } = await server.makeProject();
  const keys = `/projects/${id}/keys`;
  const items = async () =>
    (await server.make('GET', `/projects/${id}/readiness`)).items.filter((item: any) =>
      item.id.startsWith('key_end:'),
    );
  const make = (more: object) =>
    server.make('POST', keys, { name: 'Backend', scopes: ['audit:read'], ...more });
  await make({ expires_at: inMs(30 * day) });
  expect(await items()).toEqual([]);
  const soon = await make({ expires_at: inMs(7 * day) });
  expect(await items()).toMatchObject([{ id: `key_end:${soon.id}`, status: 'warning' }]);
  const successor = await server.make('POST', `${keys}/${soon.id}/rotate`);
  expect(await items()).toMatchObject([{ id: `key_end:${successor.id}` }]);
  await server.make('PATCH', `${keys}/${successor.id}`, { expires_at: null });
  expect(await items()).toEqual([]);
  await server.call('GET', `/api/v1/projects/${id}/audit`, { key: soon.key });
  const [used] = await items();
  expect(used).toMatchObject({ id: `key_end:${soon.id}`, status: 'warning' });
  expect(used.detail).toContain(successor.id);
});
