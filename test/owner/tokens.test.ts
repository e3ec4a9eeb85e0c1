import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeExpired } from '../../src/dialog/maintenance.ts';
import { ownerRoutes } from '../../src/dialog/owner-api.ts';
import { isWithin, type Role } from '../../src/dialog/rights/roles.ts';
import { readSettings } from '../../src/settings.ts';
import type { Answer, Client } from '../harness/client.ts';
import { join } from '../harness/people.ts';
import { makeOwner } from '../harness/second-owner.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
/** Another process, in which a key or token has few requests a minute. */
let twin: TestServer;
let projectId: string;
const requestsPerMinute = 20;

beforeAll(async () => {
  server = await startTestServer();
  twin = await startTestServer(
    { ROLE: 'api', RATE_LIMIT_PER_MINUTE: String(requestsPerMinute) },
    server.database,
  );
  projectId = (await server.makeProject()).id;
});
afterAll(async () => {
  await twin?.close();
  await server?.close();
});

const sql = (text: string, values: unknown[] = []) => server.server.parts.database.query(text, values);
const told = ({ status, body }: Answer) => [status, body?.code];
const make = (client: Client, more: Record<string, unknown> = {}): Promise<any> =>
  client.make('POST', '/tokens', { name: 'Deployment', ...more });
/** A call of a program. @param path below `/api/owner` */
const withToken = (token: string, method: string, path: string, body?: unknown, at: Client = server) =>
  at.call(method, `/api/owner${path}`, { key: token, ...(method !== 'GET' && { body }) });
const ofProject = (below = '', project = projectId) => `/projects/${project}${below}`;

let people = 0;
const somebody = () => makeOwner(server, `person${people++}@example.com`, 'seven green umbrellas');

describe('a personal token', () => {
  it('reads and writes in the projects of its person, without a cookie and without X-CSRF-Token', async () => {
    const { token } = await make(server);
    expect((await withToken(token, 'GET', ofProject())).body.id).toBe(projectId);
    const key = await withToken(token, 'POST', ofProject('/keys'), { name: 'CI', scopes: ['audit:read'] });
    expect(key.status).toBe(201);
    expect(key.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
    // The audit log says that it was the token.
    const entries = await server.audit({ id: projectId, key: key.body.key });
    expect(entries.at(-1)).toMatchObject({
      action: 'key.created',
      actor: { type: 'owner', name: 'owner@example.com (token Deployment)' },
    });
    expect((await withToken(token, 'GET', '/projects')).body.items.map(({ id }: any) => id)).toContain(
      projectId,
    );
  });

  it('is shown once, stored as a hash, and listed with its last use', async () => {
    const ann = await somebody();
    const { token, ...made } = await make(ann);
    expect(token).toMatch(/^pt_[\w-]{43}$/);
    const days = (Date.parse(made.expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    expect((await ann.make('GET', '/tokens')).items).toEqual([made]);
    await withToken(token, 'GET', '/projects');
    const used = await until(async () => {
      const [one] = (await ann.make('GET', '/tokens')).items;
      return one.last_used_at !== null && one;
    });
    expect(used.last_used_address).toBe('127.0.0.1');
    const { rows } = await sql('SELECT t::text AS row FROM dialog.personal_tokens t');
    expect(JSON.stringify(rows)).not.toContain(token);
    const { items } = await ann.make('GET', '/audit?kind=token.created');
    expect(items).toMatchObject([{ data: { token: made.id, name: 'Deployment' } }]);
    expect(JSON.stringify(items)).not.toContain(token);
  });

  it('that was revoked, or has expired, is refused at once in every process, and is deleted 90 days later', async () => {
    const ann = await somebody();
    const [one, two] = [await make(ann), await make(ann)];
    const asked = async ({ token }: any) =>
      Promise.all([server, twin].map((at) => withToken(token, 'GET', '/projects', undefined, at)));
    expect((await asked(one)).map(({ status }) => status)).toEqual([200, 200]);
    await ann.make('DELETE', `/tokens/${one.id}`);
    await sql('UPDATE dialog.personal_tokens SET expires_at = now() WHERE hint = right($1, 4)', [two.token]);
    for (const token of [one, two]) {
      for (const answer of await asked(token)) {
        expect([...told(answer), answer.headers.get('www-authenticate')]).toEqual([
          401,
          'invalid_token',
          'Bearer',
        ]);
      }
      expect(told(await ann.owner('DELETE', `/tokens/${token.id}`))).toEqual([404, 'token_not_found']);
    }
    expect((await ann.make('GET', '/tokens')).items).toHaveLength(2);
    await sql(
      "UPDATE dialog.personal_tokens SET revoked_at = now() - interval '91 days' WHERE hint = right($1, 4)",
      [one.token],
    );
    await removeExpired(server.server.parts.database, readSettings({}));
    expect((await ann.make('GET', '/tokens')).items.map(({ id }: any) => id)).toEqual([two.id]);
  });

  it('of somebody else is neither listed nor revoked', async () => {
    const [ann, ben] = [await somebody(), await somebody()];
    const { id, token } = await make(ann);
    expect((await ben.make('GET', '/tokens')).items).toEqual([]);
    expect(told(await ben.owner('DELETE', `/tokens/${id}`))).toEqual([404, 'token_not_found']);
    expect((await withToken(token, 'GET', '/projects')).status).toBe(200);
  });

  it('ends when the password changes, since somebody else may have made it', async () => {
    const ann = await somebody();
    const { token } = await make(ann);
    await ann.make('PUT', '/password', {
      current_password: 'seven green umbrellas',
      new_password: 'eight blue wheelbarrows',
    });
    expect(told(await withToken(token, 'GET', '/projects'))).toEqual([401, 'invalid_token']);
    expect((await ann.make('GET', '/audit?kind=token.revoked')).items).toHaveLength(1);
  });

  it('has as many requests a minute as a key', async () => {
    const { token } = await make(await somebody());
    const answers: Answer[] = [];
    for (let i = 0; i <= requestsPerMinute; i++) {
      answers.push(await withToken(token, 'GET', '/projects', undefined, twin));
    }
    expect(told(answers.pop()!)).toEqual([429, 'rate_limited']);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it('is made by a valid request only, and fifty at most', async () => {
    const ann = await somebody();
    const { id } = await ann.make('POST', '/projects', { name: 'Shop' });
    const in400Days = new Date(Date.now() + 400 * 86_400_000).toISOString();
    for (const [body, field] of [
      [{}, 'name'],
      [{ name: 'x', expires_at: null }, 'expires_at'],
      [{ name: 'x', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ name: 'x', expires_at: in400Days }, 'expires_at'],
      [{ name: 'x', role: 'king' }, 'role'],
      [{ name: 'x', project_ids: [] }, 'project_ids'],
      [{ name: 'x', project_ids: [projectId] }, 'project_ids'],
      [{ name: 'x', project_ids: ['prj_x'] }, 'project_ids'],
      [{ name: 'x', allowed_addresses: [] }, 'allowed_addresses'],
    ] as const) {
      const answer = await ann.owner('POST', '/tokens', body);
      expect([field, answer.status, answer.body.detail?.[0].loc]).toEqual([field, 422, ['body', field]]);
    }
    const made = await Promise.all(
      Array.from({ length: 52 }, () => ann.owner('POST', '/tokens', { name: 'x', project_ids: [id] })),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(made.filter(({ body }) => body.code === 'too_many_tokens')).toHaveLength(2);
  });
});

describe('what a token may do', () => {
  it('is what its role and that of its person both may', async () => {
    const { token: read } = await make(server, { role: 'analyst' });
    expect((await withToken(read, 'GET', ofProject('/channels'))).status).toBe(200);
    const refused = await withToken(read, 'GET', ofProject('/keys'));
    expect(told(refused)).toEqual([403, 'role_required']);
    expect(refused.body.detail).toContain('The role of this token is analyst.');
  });

  it('becomes less with the role of its person, from the next request on, in every process', async () => {
    const dev = await join(server, projectId, 'developer');
    const { token } = await make(dev.client, { role: 'developer' });
    const asked = () =>
      Promise.all([server, twin].map((at) => withToken(token, 'GET', ofProject('/keys'), undefined, at)));
    expect((await asked()).map(({ status }) => status)).toEqual([200, 200]);
    await server.make('PATCH', ofProject(`/people/${dev.id}`), { role: 'analyst' });
    expect((await asked()).map(told)).toEqual(Array(2).fill([403, 'role_required']));
    await server.make('DELETE', ofProject(`/people/${dev.id}`));
    expect((await asked()).map(told)).toEqual(Array(2).fill([404, 'project_not_found']));
  });

  it('is not more than its person may, in any project where it works', async () => {
    const dev = await join(server, projectId, 'developer');
    const answer = await dev.client.owner('POST', '/tokens', { name: 'x', role: 'owner' });
    expect(answer.body.detail[0]).toMatchObject({ loc: ['body', 'role'], type: 'value_error' });
    expect(answer.body.detail[0].msg).toContain('is developer, which may not do all that owner may');
    const within = (role: Role) =>
      (['owner', 'developer', 'operator', 'analyst', 'billing'] as const).filter((one) =>
        isWithin(one, role),
      );
    expect(within('owner')).toEqual(['owner', 'developer', 'operator', 'analyst', 'billing']);
    expect(within('developer')).toEqual(['developer', 'analyst']);
    expect(within('operator')).toEqual(['operator', 'analyst']);
    expect(within('analyst')).toEqual(['analyst']);
    expect(within('billing')).toEqual(['billing']);
  });

  it('opens no stream, whose right would be judged by a session', async () => {
    const { token } = await make(server);
    expect(told(await withToken(token, 'GET', ofProject('/stream')))).toEqual([403, 'session_only']);
  });

  it('stays in the projects that it names; others are as unknown', async () => {
    const { id: other } = await server.makeProject();
    const { token, project_ids: named } = await make(server, { project_ids: [projectId] });
    expect(named).toEqual([projectId]);
    expect((await withToken(token, 'GET', ofProject())).status).toBe(200);
    expect(told(await withToken(token, 'GET', ofProject('', other)))).toEqual([404, 'project_not_found']);
    expect((await withToken(token, 'GET', '/projects')).body.items.map(({ id }: any) => id)).toEqual([
      projectId,
    ]);
  });

  const ofSessions = ownerRoutes(readSettings({})).filter(({ gate }) => gate === 'session');
  it.each(ofSessions.map(({ method, path }) => [String(method), path]))(
    'is nothing that concerns accounts: %s %s needs a session',
    async (method, path) => {
      const { token } = await make(server);
      const answer = await withToken(token, method, path.replaceAll(/\{\w+\}/g, 'nothing'), {});
      expect(told(answer)).toEqual([403, 'session_only']);
      await sql('DELETE FROM dialog.personal_tokens WHERE name = $1', ['Deployment']);
    },
  );

  it('is nothing that asks a person with a second factor for it', async () => {
    const ann = await somebody();
    const { id } = await ann.make('POST', '/projects', { name: 'Shop' });
    const { token } = await make(ann);
    const key = { name: 'x', scopes: ['audit:read'] };
    expect((await withToken(token, 'POST', ofProject('/keys', id), key)).status).toBe(201);
    await sql(
      `INSERT INTO dialog.totp_secrets (owner_id, secret, confirmed_at)
       SELECT person_id, 'sealed', now() FROM dialog.personal_tokens WHERE hint = right($1, 4)`,
      [token],
    );
    expect(told(await withToken(token, 'POST', ofProject('/keys', id), key))).toEqual([
      403,
      'confirmation_required',
    ]);
    expect((await withToken(token, 'GET', ofProject('/keys', id))).status).toBe(200);
  });
});
