import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { sha256 } from '../../src/platform/secrets.ts';
import { startServer } from '../../src/server.ts';
import { readSettings } from '../../src/settings.ts';
import type { Answer } from '../harness/client.ts';
import { processorMs } from '../harness/patience.ts';
import { makeOwner } from '../harness/second-owner.ts';
import {
  ownerEmail,
  ownerPassword,
  startTestServer,
  type TestServer,
  testEnvironment,
} from '../harness/server.ts';

let server: TestServer;
/** Another instance on the same database. */
let twin: TestServer;
/** Behind a proxy with https, so that each test can use its own address. */
let proxied: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  twin = await startTestServer({ ROLE: 'api' }, server.database);
  proxied = await startTestServer({ ROLE: 'api', TRUST_PROXY: 'true' }, server.database);
});

afterAll(async () => {
  await proxied?.close();
  await twin?.close();
  await server?.close();
});

const logIn = (
  email: unknown,
  password: unknown,
  from?: string,
  at = from ? proxied : server,
): Promise<Answer> =>
  at.call('POST', '/api/owner/session', {
    body: { email, password },
    headers: from ? { 'x-forwarded-for': from } : {},
  });

const cookieOf = (answer: Answer) => answer.headers.getSetCookie()[0]!.split(';')[0]!;
const told = ({ status, body }: Answer) => [status, body.code];

const ask = (cookie: string, at = server) => at.call('GET', '/api/owner/session', { headers: { cookie } });

describe('a login', () => {
  it('sets a cookie that scripts cannot read and other sites cannot send, and answers with the CSRF token', async () => {
    const answer = await logIn(ownerEmail, ownerPassword);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        owner: { id: expect.stringMatching(/^own_/), email: ownerEmail, may_make_projects: true },
        projects: expect.any(Array),
        csrf_token: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
    const [cookie, ...more] = answer.headers.getSetCookie();
    expect(more).toEqual([]);
    const [pair, ...flags] = cookie!.split('; ');
    expect(pair).toMatch(/^parley=[\w-]{43}$/);
    expect(flags).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Strict']));
    expect(flags).not.toContain('Secure');
    expect(cookie).not.toMatch(/Domain=/i);
    const ends = Date.parse(/Expires=([^;]+)/.exec(cookie!)![1]!) - Date.now();
    expect(ends).toBeGreaterThan(11 * 3_600_000);
    expect(ends).toBeLessThanOrEqual(12 * 3_600_000);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('behind https sets a cookie that never leaves it, bound to this host', async () => {
    const environment = {
      ...testEnvironment(server.database),
      ROLE: 'api',
      PUBLIC_URL: 'https://parley.example',
    };
    const secure = await startServer(readSettings(environment), createLog('silent'));
    try {
      // Its public address is not the one that this test uses.
      const response = await fetch(`http://127.0.0.1:${secure.port}/api/owner/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: ownerEmail, password: ownerPassword }),
      });
      const [cookie] = response.headers.getSetCookie();
      expect(cookie).toMatch(/^__Host-parley=/);
      expect(cookie).toMatch(/; Secure(;|$)/);
      expect(cookie).toMatch(/; Path=\/(;|$)/);
    } finally {
      await secure.stop();
    }
  });

  it('accepts the e-mail address in any case', async () => {
    expect((await logIn(` ${ownerEmail.toUpperCase()} `, ownerPassword)).status).toBe(200);
  });

  it('with a wrong password gets the same answer as with an unknown address, and no cookie', async () => {
    const wrong = await logIn(ownerEmail, `${ownerPassword} `, '198.51.100.1');
    const unknown = await logIn('nobody@example.com', ownerPassword, '198.51.100.1');
    expect(told(wrong)).toEqual([401, 'wrong_credentials']);
    expect(unknown.text).toBe(wrong.text);
    expect([...wrong.headers.getSetCookie(), ...unknown.headers.getSetCookie()]).toEqual([]);
  });

  it('costs as much processor time for an unknown address as for a known one', async () => {
    const time = async (email: string, from: string) => {
      const times: number[] = [];
      for (let i = 0; i < 8; i++) {
        times.push(await processorMs(async () => void (await logIn(email, 'wrong password', from))));
      }
      return times.sort((a, b) => a - b)[3]!;
    };
    const known = await time(ownerEmail, '198.51.100.2');
    const unknown = await time('nobody@example.com', '198.51.100.3');
    // Without the dummy hash the difference would be the whole hash, a factor of five or more.
    expect(unknown).toBeGreaterThan(known / 3);
  });

  it.each([
    [{ email: ownerEmail }, ['body', 'password'], 'missing'],
    [{ password: 'x' }, ['body', 'email'], 'missing'],
    [{ email: 7, password: 'x' }, ['body', 'email'], 'string_type'],
    [{ email: 'a\0', password: 'x' }, ['body', 'email'], 'value_error'],
    [{ email: ownerEmail, password: 'x'.repeat(1001) }, ['body', 'password'], 'string_too_long'],
  ])('without its required fields is a 422: %#', async (body, loc, type) => {
    const answer = await server.call('POST', '/api/owner/session', { body });
    expect([answer.status, answer.body.detail[0].loc, answer.body.detail[0].type]).toEqual([422, loc, type]);
  });

  it('from another site is refused, even with the right password', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const answer = await server.call('POST', '/api/owner/session', {
        body: { email: ownerEmail, password: ownerPassword },
        headers: { 'sec-fetch-site': site },
      });
      expect([...told(answer), answer.headers.getSetCookie()]).toEqual([403, 'csrf_failed', []]);
    }
  });

  it('and a write need an Origin of this server where a browser sends no Sec-Fetch-Site; other clients send none', async () => {
    const own = new URL(server.url).host;
    const statusOf = async (origin?: string) => {
      const headers: Record<string, string> = origin === undefined ? {} : { origin };
      const body = { email: ownerEmail, password: ownerPassword };
      const login = await server.call('POST', '/api/owner/session', { body, headers });
      const write = await server.owner('POST', '/projects', { name: 'By Origin' }, headers);
      return [login.status, write.status];
    };
    for (const origin of [undefined, `http://${own}`, `https://${own}`]) {
      expect([origin, await statusOf(origin)]).toEqual([origin, [200, 201]]);
    }
    for (const origin of [
      'https://evil.example',
      `http://evil.example:${server.url.split(':')[2]}`,
      'null',
      '',
    ]) {
      expect([origin, await statusOf(origin)]).toEqual([origin, [403, 403]]);
    }
  });
});

describe('wrong passwords', () => {
  it('are limited to ten in 15 minutes for an account and address; after that the right one is refused too', async () => {
    const from = '198.51.100.10';
    for (let i = 0; i < 10; i++) {
      expect(told(await logIn(ownerEmail, `wrong ${i}`, from))).toEqual([401, 'wrong_credentials']);
    }
    for (const password of ['wrong', ownerPassword]) {
      const answer = await logIn(ownerEmail, password, from);
      expect(told(answer)).toEqual([429, 'too_many_attempts']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(800);
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    }
    // Another spelling of the address is the same account.
    expect((await logIn(ownerEmail.toUpperCase(), ownerPassword, from)).status).toBe(429);
    // Another address and another account still work.
    expect((await logIn(ownerEmail, ownerPassword, '198.51.100.11')).status).toBe(200);
    expect((await logIn('nobody@example.com', 'x', from)).status).toBe(401);
    // And existing sessions stay valid.
    expect((await server.owner('GET', '/session')).status).toBe(200);
  });

  it('are counted exactly if 30 arrive at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => logIn(ownerEmail, `wrong ${i}`, '192.0.2.12')),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('are forgotten after a login', async () => {
    const from = '203.0.113.13';
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 9; i++) expect((await logIn(ownerEmail, 'wrong', from)).status).toBe(401);
      expect((await logIn(ownerEmail, ownerPassword, from)).status).toBe(200);
    }
  });

  it('are counted over all instances', async () => {
    const email = 'counted@example.com';
    for (let i = 0; i < 10; i++) {
      expect((await logIn(email, 'wrong', undefined, i % 2 ? server : twin)).status).toBe(401);
    }
    expect((await logIn(email, 'wrong')).status).toBe(429);
    expect((await logIn(email, 'wrong', undefined, twin)).status).toBe(429);
  });
});

describe('a session', () => {
  it('is valid at every instance and shows who is logged in', async () => {
    const answer = await logIn(ownerEmail, ownerPassword);
    for (const at of [server, twin]) {
      const session = await ask(cookieOf(answer), at);
      expect([session.status, session.body]).toEqual([200, answer.body]);
    }
  });

  it('ends with the logout, at every instance, without ending other sessions', async () => {
    const [one, two] = [await logIn(ownerEmail, ownerPassword), await logIn(ownerEmail, ownerPassword)];
    const headers = { cookie: cookieOf(one), 'x-csrf-token': one.body.csrf_token };
    const out = await server.call('DELETE', '/api/owner/session', { headers });
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie()[0]).toMatch(/^parley=;.*Expires=Thu, 01 Jan 1970/);
    for (const at of [server, twin]) {
      expect(told(await ask(cookieOf(one), at))).toEqual([401, 'session_required']);
      expect((await ask(cookieOf(two), at)).status).toBe(200);
    }
    expect((await server.call('DELETE', '/api/owner/session', { headers })).status).toBe(401);
  });

  it('ends when its time is over', async () => {
    const answer = await logIn(ownerEmail, ownerPassword);
    const { database } = server.server.parts;
    const token = cookieOf(answer).split('=')[1]!;
    const { rowCount } = await database.query(
      "UPDATE dialog.sessions SET expires_at = now() - interval '1 second' WHERE token_hash = $1",
      [sha256(token)],
    );
    expect(rowCount).toBe(1);
    expect(told(await ask(cookieOf(answer)))).toEqual([401, 'session_required']);
  });

  it('is stored as a hash, and the stored value cannot log in', async () => {
    const answer = await logIn(ownerEmail, ownerPassword);
    const { rows } = await server.server.parts.database.query('SELECT * FROM dialog.sessions');
    const token = cookieOf(answer).split('=')[1]!;
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(token);
    for (const row of rows) {
      const hash = row.token_hash as Buffer;
      for (const text of [hash.toString('hex'), hash.toString('base64url')]) {
        expect((await ask(`parley=${text}`)).status).toBe(401);
      }
    }
    const { rows: owners } = await server.server.parts.database.query('SELECT * FROM dialog.owners');
    expect(owners[0]!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(owners)).not.toContain(ownerPassword);
  });

  it('can write only with its own CSRF token', async () => {
    const [one, two] = [await logIn(ownerEmail, ownerPassword), await logIn(ownerEmail, ownerPassword)];
    expect(one.body.csrf_token).not.toBe(two.body.csrf_token);
    const write = (csrfToken?: string) =>
      server.call('POST', '/api/owner/projects', {
        body: { name: 'x' },
        headers: { cookie: cookieOf(one), ...(csrfToken === undefined ? {} : { 'x-csrf-token': csrfToken }) },
      });
    for (const token of [undefined, '', two.body.csrf_token, `${one.body.csrf_token}x`]) {
      expect(told(await write(token))).toEqual([403, 'csrf_failed']);
    }
    expect((await write(one.body.csrf_token)).status).toBe(201);
  });

  it('belongs to one owner: the cookie of one with the CSRF token of another cannot write', async () => {
    await makeOwner(server, 'other@example.com', 'another password');
    const [mine, theirs] = [
      await logIn(ownerEmail, ownerPassword),
      await logIn('other@example.com', 'another password'),
    ];
    const answer = await server.call('POST', '/api/owner/projects', {
      body: { name: 'x' },
      headers: { cookie: cookieOf(mine), 'x-csrf-token': theirs.body.csrf_token },
    });
    expect(told(answer)).toEqual([403, 'csrf_failed']);
  });
});
