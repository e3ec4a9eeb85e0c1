import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../harness/client.ts';
import { makeOwner } from '../harness/second-owner.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let twin: TestServer;

const proxied = { TRUST_PROXY: 'true' };
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36';
const told = ({ status, body }: Answer) => [status, body.code];

beforeAll(async () => {
  server = await startTestServer(proxied);
  twin = await startTestServer({ ...proxied, ROLE: 'api' }, server.database);
});
afterAll(async () => {
  await twin?.close();
  await server?.close();
});

let email: string;
let count = 0;
const password = 'seven green umbrellas';

beforeEach(async () => {
  email = `ann${count++}@example.com`;
  await makeOwner(server, email, password);
  // It begins without a session and without known devices.
  await sql('DELETE FROM dialog.sessions WHERE owner_id = (SELECT id FROM dialog.owners WHERE email = $1)', [
    email,
  ]);
  await sql(
    'DELETE FROM dialog.owner_devices WHERE owner_id = (SELECT id FROM dialog.owners WHERE email = $1)',
    [email],
  );
});

const sql = (text: string, values: unknown[]) => server.server.parts.database.query(text, values);

interface Whence {
  from?: string;
  userAgent?: string;
  with?: string;
}

/** Logs in, and returns short functions for requests in that session. */
async function logIn({ from = '203.0.113.1', userAgent = firefox, with: given = password }: Whence = {}) {
  const answer = await server.call('POST', '/api/owner/session', {
    body: { email, password: given },
    headers: { 'user-agent': userAgent, 'x-forwarded-for': from },
  });
  if (answer.status !== 200) return { answer, call: () => Promise.resolve(answer) };
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
  const call = (method: string, path: string, body?: unknown, at = server): Promise<Answer> =>
    at.call(method, `/api/owner${path}`, {
      body,
      headers: { cookie, 'x-csrf-token': answer.body.csrf_token },
    });
  return { answer, call };
}

const listed = async ({ call }: Awaited<ReturnType<typeof logIn>>) =>
  (await call('GET', '/sessions')).body.items as any[];

describe('sessions', () => {
  it('are listed with device and address, and no other owner sees them', async () => {
    const one = await logIn();
    const two = await logIn({ from: '2001:db8::7', userAgent: chrome });
    const items = await listed(two);
    expect(items).toHaveLength(2);
    expect(items.find(({ current }) => current)).toMatchObject({
      id: expect.stringMatching(/^ses_/),
      device: 'Chrome on Windows',
      address: '2001:db8::7',
    });
    expect(items.find(({ current }) => !current)).toMatchObject({
      device: 'Firefox on Linux',
      address: '203.0.113.1',
    });
    const others = (await server.owner('GET', '/sessions')).body.items;
    const ids = items.map(({ id }) => id);
    expect(others.filter(({ id }: any) => ids.includes(id))).toEqual([]);
    expect(told(await server.owner('DELETE', `/sessions/${ids[0]}`))).toEqual([404, 'session_not_found']);
    expect((await one.call('GET', '/session')).status).toBe(200);
  });

  it('end one by one, or all others, or all, at once in every process', async () => {
    const [one, two, three] = [await logIn(), await logIn(), await logIn()];
    const idOf = async (session: typeof one) => (await listed(session)).find(({ current }) => current).id;
    const alive = async () => {
      const answers = [one, two, three].map(({ call }) => call('GET', '/session', undefined, twin));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await alive()).toEqual([200, 200, 200]);
    const gone = `/sessions/${await idOf(two)}`;
    expect((await one.call('DELETE', gone)).status).toBe(204);
    expect(await alive()).toEqual([200, 401, 200]);
    for (const path of [gone, '/sessions/ses_x', '/sessions/%00']) {
      expect(told(await one.call('DELETE', path))).toEqual([404, 'session_not_found']);
    }
    expect((await one.call('DELETE', '/sessions?others=true')).status).toBe(204);
    expect(await alive()).toEqual([200, 401, 401]);
    expect((await one.call('DELETE', '/sessions')).status).toBe(204);
    expect(await alive()).toEqual([401, 401, 401]);
    expect((await server.owner('GET', '/session')).status).toBe(200);
  });

  it('end after 8 hours without a request, while a request keeps them', async () => {
    const session = await logIn();
    const [{ id, last_seen_at: seen }] = (await listed(session)) as [any];
    const setBack = (minutes: number) =>
      sql(
        `UPDATE dialog.sessions SET last_seen_at = now() - make_interval(mins => $1)
         WHERE owner_id = (SELECT id FROM dialog.owners WHERE email = $2)`,
        [minutes, email],
      );
    await setBack(474);
    expect((await session.call('GET', '/session')).status).toBe(200);
    await until(async () => Date.parse((await listed(session))[0].last_seen_at) >= Date.parse(seen));
    expect((await listed(session))[0].id).toBe(id);
    await setBack(486);
    for (const at of [server, twin]) {
      expect(told(await session.call('GET', '/session', undefined, at))).toEqual([401, 'session_required']);
    }
  });

  it('of a new device are marked, and every project of the owner has it in its audit log', async () => {
    const first = await logIn();
    const { body: project } = await first.call('POST', '/projects', { name: 'Shop' });
    const { body: key } = await first.call('POST', `/projects/${project.id}/keys`, {
      name: 'Reader',
      scopes: ['audit:read'],
    });
    const notices = async () =>
      (await server.audit({ id: project.id, key: key.key })).filter(
        ({ action }) => action === 'owner.new_device',
      );
    // The same device in the same network is known.
    await logIn({ from: '203.0.113.200' });
    expect(await notices()).toEqual([]);
    const other = await logIn({ from: '198.51.100.9', userAgent: chrome });
    expect((await listed(other)).map(({ new_device }) => new_device).sort()).toEqual([false, false, true]);
    expect(await notices()).toMatchObject([
      {
        actor: { type: 'owner', name: email },
        data: { device: 'Chrome on Windows', address: '198.51.100.9' },
      },
    ]);
    await logIn({ from: '198.51.100.9', userAgent: chrome });
    expect(await notices()).toHaveLength(1);
  });
});

describe('a password', () => {
  const change = (session: Awaited<ReturnType<typeof logIn>>, current: string, next: string) =>
    session.call('PUT', '/password', { current_password: current, new_password: next });

  it('is changed by who knows it, and all other sessions end', async () => {
    const [one, two] = [await logIn(), await logIn()];
    expect((await change(one, password, 'eight blue wheelbarrows')).status).toBe(204);
    expect((await one.call('GET', '/session')).status).toBe(200);
    expect((await two.call('GET', '/session', undefined, twin)).status).toBe(401);
    expect((await logIn()).answer.status).toBe(401);
    expect((await logIn({ with: 'eight blue wheelbarrows' })).answer.status).toBe(200);
  });

  it('must be long and not found in leaks if it is new, and no answer repeats it', async () => {
    const session = await logIn();
    for (const [next, reason] of [
      ['elevenchars', 'at least 12 characters'],
      ['Password1234', 'found in leaks'],
      [email, 'your e-mail address'],
    ] as const) {
      const answer = await change(session, password, next);
      const [item] = answer.body.detail;
      expect([answer.status, item.loc, item.type]).toEqual([422, ['body', 'new_password'], 'value_error']);
      expect(item.msg).toContain(reason);
      if (next !== 'Password1234') expect(answer.text.replace(reason, '')).not.toContain(next);
      expect(item).not.toHaveProperty('input');
    }
    expect((await logIn()).answer.status).toBe(200);
  });

  it('cannot be changed without the present one, which cannot be guessed faster than at the login', async () => {
    const session = await logIn();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      statuses.push((await change(session, `wrong guess ${i}`, 'eight blue wheelbarrows')).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
    expect((await logIn()).answer.status).toBe(200);
  });

  it('that is weak keeps working, and readiness says so until it is changed', async () => {
    await makeOwner(server, `old-${email}`, 'short-pw');
    email = `old-${email}`;
    const session = await logIn({ with: 'short-pw' });
    expect(session.answer.status).toBe(200);
    const { body: project } = await session.call('POST', '/projects', { name: 'Shop' });
    const warned = async () => {
      const { body } = await session.call('GET', `/projects/${project.id}/readiness`);
      return body.items.find(({ id }: any) => id === 'owner_password');
    };
    expect(await warned()).toMatchObject({ status: 'warning' });
    // So does the password of anybody else who works there.
    const { body: other } = await server.owner('POST', '/projects', { name: 'Other' });
    const { body: invited } = await server.owner('POST', `/projects/${other.id}/invitations`, {
      email,
      role: 'operator',
    });
    const acceptance = { token: invited.token, password: 'short-pw' };
    expect((await session.call('POST', '/invitations/accept', acceptance)).status).toBe(200);
    const { body: ready } = await server.owner('GET', `/projects/${other.id}/readiness`);
    expect(ready.items.find(({ id }: any) => id === 'owner_password').detail).toContain(email);
    expect((await change(session, 'short-pw', 'eight blue wheelbarrows')).status).toBe(204);
    expect(await warned()).toBeUndefined();
  });
});
