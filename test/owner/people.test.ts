import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { freePort } from '../fixtures/ports.ts';
import { Client } from '../harness/client.ts';
import { whoWaitsForThis } from '../harness/locks.ts';
import { join } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
/** Another process of the same installation. */
let second: TestServer;
let projectId: string;

beforeAll(async () => {
  server = await startTestServer();
  second = await startTestServer({}, server.database);
  projectId = (await server.makeProject()).id;
});
afterAll(async () => {
  await second?.close();
  await server?.close();
});

const path = (below: string) => `/projects/${projectId}${below}`;
const inviteOf = (email: string, role = 'operator') =>
  server.make('POST', path('/invitations'), { email, role });
const visitor = () => new Client(server.url);
const accept = (token: string, password: string) =>
  visitor().call('POST', '/api/owner/invitations/accept', { body: { token, password } });
const seen = (token: string) => visitor().call('POST', '/api/owner/invitations/read', { body: { token } });
const password = 'several words to remember';

describe('an invitation', () => {
  it('says what it is for, makes an account with a password, and logs in', async () => {
    const { token, ...invitation } = await inviteOf('Anna@Example.com');
    expect(invitation).toMatchObject({ email: 'anna@example.com', role: 'operator' });
    expect((await server.make('GET', path('/invitations'))).items).toEqual([invitation]);
    expect((await seen(token)).body).toMatchObject({
      project_id: projectId,
      project: 'Test',
      email: 'anna@example.com',
      role: 'operator',
      has_account: false,
    });
    const { status, body, headers } = await accept(token, password);
    expect([status, body.owner.email]).toEqual([200, 'anna@example.com']);
    expect(headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Strict/);
    const anna = visitor();
    await anna.logIn('anna@example.com', password);
    expect((await anna.make('GET', '/projects')).items).toMatchObject([{ id: projectId }]);
    expect((await server.make('GET', path('/people'))).items).toMatchObject([
      { email: 'owner@example.com', role: 'owner' },
      { email: 'anna@example.com', role: 'operator' },
    ]);
    // A helper helps, and makes no projects.
    const own = await anna.owner('POST', '/projects', { name: 'Mine' });
    expect([own.status, own.body.code]).toEqual([403, 'may_not_make_projects']);
  });

  it('comes with the whole link where the server knows its public address', async () => {
    const port = await freePort();
    const address = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}/` };
    const known = await startTestServer(address, server.database);
    onTestFinished(() => known.close());
    const { id } = await server.makeProject();
    const wanted = { email: 'linked@example.com', role: 'operator' };
    const { token, url } = await known.make('POST', `/projects/${id}/invitations`, wanted);
    expect(url).toBe(`http://localhost:${port}/console/invitation#${token}`);
    expect((await seen(token)).body.email).toBe('linked@example.com');
    expect((await known.make('GET', `/projects/${id}/invitations`)).items[0]).not.toHaveProperty('url');
    // Without it only whoever asks knows how they reach the server.
    expect(await server.make('POST', `/projects/${id}/invitations`, wanted)).not.toHaveProperty('url');
  });

  it('is accepted once, also by two at the same moment', async () => {
    const { token } = await inviteOf('twice@example.com');
    const answers = await Promise.all([accept(token, password), accept(token, password)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await accept(token, password)).body.code).toBe('invitation_not_open');
  });

  it('is one of at most 100 into a project; one that is replaced counts once', async () => {
    const { id } = await server.makeProject();
    const send = (n: number) =>
      server.owner('POST', `/projects/${id}/invitations`, { email: `n${n}@example.com`, role: 'analyst' });
    await Promise.all(Array.from({ length: 98 }, (_, n) => send(n)));
    const last = await Promise.all([98, 99, 100, 101].map(send));
    expect(last.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(last.find(({ status }) => status === 409)!.body).toMatchObject({
      detail: expect.stringContaining('Withdraw one'),
      code: 'too_many_invitations',
    });
    expect((await send(0)).status).toBe(201);
    const { items } = await server.make('GET', `/projects/${id}/invitations`);
    expect(items).toHaveLength(100);
    await server.owner('DELETE', `/projects/${id}/invitations/${items[0].id}`);
    expect((await send(200)).status).toBe(201);
  });

  it('asks whoever has an account for its password, and guesses take time', async () => {
    const other = await server.makeProject();
    const { token } = await server.make('POST', `/projects/${other.id}/invitations`, {
      email: 'anna@example.com',
      role: 'owner',
    });
    expect((await seen(token)).body.has_account).toBe(true);
    expect((await accept(token, 'not the right password')).body.code).toBe('wrong_credentials');
    expect((await accept(token, password)).status).toBe(200);
    // Owner of one project, she may make others.
    const anna = visitor();
    await anna.logIn('anna@example.com', password);
    expect((await anna.owner('POST', '/projects', { name: 'Mine' })).status).toBe(201);
  });

  it('into two projects makes one account, if both are accepted at the same moment', async () => {
    const { id } = await server.makeProject();
    const tokens = await Promise.all(
      [projectId, id].map(async (into) => {
        const wanted = { email: 'both@example.com', role: 'analyst' };
        return (await server.make('POST', `/projects/${into}/invitations`, wanted)).token as string;
      }),
    );
    const answers = await Promise.all(tokens.map((token) => accept(token, password)));
    expect(answers.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
    for (const token of tokens) await accept(token, password);
    const both = visitor();
    await both.logIn('both@example.com', password);
    expect((await both.make('GET', '/projects')).items).toHaveLength(2);
  });

  it('needs a password that is hard to guess, and stays open if it is not', async () => {
    const { token } = await inviteOf('short@example.com');
    const { status, body } = await accept(token, 'eleven char');
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'password']]);
    expect((await accept(token, password)).status).toBe(200);
  });

  it('ends when it is withdrawn, when another one follows, and after seven days', async () => {
    const withdrawn = await inviteOf('later@example.com');
    expect((await server.owner('DELETE', path(`/invitations/${withdrawn.id}`))).status).toBe(204);
    expect((await seen(withdrawn.token)).status).toBe(404);
    const first = await inviteOf('later@example.com');
    const next = await inviteOf('later@example.com', 'analyst');
    expect((await seen(first.token)).status).toBe(404);
    expect((await seen(next.token)).body.role).toBe('analyst');
    await server.server.parts.database.query(
      "UPDATE dialog.invitations SET expires_at = now() - interval '1 second' WHERE email = 'later@example.com'",
    );
    expect((await seen(next.token)).status).toBe(404);
    expect((await accept(next.token, password)).status).toBe(404);
    expect((await server.make('GET', path('/invitations'))).items).toEqual([]);
  });

  it('is not for somebody who is there, nor for what is no address', async () => {
    const there = await server.owner('POST', path('/invitations'), {
      email: 'owner@example.com',
      role: 'analyst',
    });
    expect([there.status, there.body.code]).toEqual([409, 'already_in_project']);
    const wrong = await server.owner('POST', path('/invitations'), { email: 'nobody', role: 'analyst' });
    expect(wrong.status).toBe(422);
  });

  it('is kept as a hash: its token is in no table and in no entry of the audit log', async () => {
    const { token } = await inviteOf('hash@example.com');
    const { rows } = await server.server.parts.database.query(
      'SELECT row_to_json(i)::text AS row FROM dialog.invitations AS i UNION ALL SELECT row_to_json(a)::text FROM dialog.audit_inbox AS a',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('somebody who is removed', () => {
  it('is logged out in every process at once, and finds the project no longer', async () => {
    const person = await join(server, projectId, 'developer');
    const elsewhere = new Client(second.url);
    await elsewhere.logIn(person.email, person.password);
    expect((await elsewhere.owner('GET', path('/keys'))).status).toBe(200);
    expect((await server.owner('DELETE', path(`/people/${person.id}`))).status).toBe(204);
    for (const client of [person.client, elsewhere]) {
      const { status, body } = await client.owner('GET', path('/keys'));
      expect([status, body.code]).toEqual([401, 'session_required']);
    }
    await elsewhere.logIn(person.email, person.password);
    expect((await elsewhere.owner('GET', path(''))).status).toBe(404);
    expect((await elsewhere.make('GET', '/projects')).items).toEqual([]);
  });

  it('has another role from the next request on, in every process', async () => {
    const person = await join(server, projectId, 'developer');
    const elsewhere = new Client(second.url);
    await elsewhere.logIn(person.email, person.password);
    const changed = await server.make('PATCH', path(`/people/${person.id}`), { role: 'analyst' });
    expect(changed).toMatchObject({ id: person.id, role: 'analyst' });
    const { status, body } = await elsewhere.owner('GET', path('/keys'));
    expect([status, body.code]).toEqual([403, 'role_required']);
    // The new one is told wherever a role is told, and nothing of projects of others.
    const told = { id: projectId, role: 'analyst' };
    const shown = await elsewhere.make('GET', `/projects/${projectId}`);
    expect(shown).toMatchObject(told);
    expect((await elsewhere.make('GET', '/projects')).items).toEqual([shown]);
    expect((await elsewhere.make('GET', '/session')).projects).toEqual([{ ...told, name: shown.name }]);
  });
});

describe('the right to make projects', () => {
  const mayMake = async (client: Client) => (await client.make('GET', '/session')).owner.may_make_projects;

  it('ends with the last role of an owner, by another role as by removal, and the catalog closes with it', async () => {
    const other = (await server.makeProject()).id;
    const ends = {
      'another role': (project: string, id: string) =>
        server.make('PATCH', `/projects/${project}/people/${id}`, { role: 'analyst' }),
      removal: (project: string, id: string) => server.make('DELETE', `/projects/${project}/people/${id}`),
    };
    for (const [how, end] of Object.entries(ends)) {
      const { client, id, email, password: own } = await join(server, projectId, 'operator');
      await server.make('PATCH', path(`/people/${id}`), { role: 'owner' });
      const { token } = await server.make('POST', `/projects/${other}/invitations`, { email, role: 'owner' });
      expect((await accept(token, own)).status).toBe(200);
      await end(other, id);
      await client.logIn(email, own);
      expect([how, await mayMake(client)]).toEqual([how, true]);
      await end(projectId, id);
      await client.logIn(email, own);
      expect([how, await mayMake(client)]).toEqual([how, false]);
      const refused = await Promise.all([
        client.owner('GET', '/catalog/sources/'),
        client.owner('POST', '/projects', { name: 'Mine' }),
      ]);
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
        [403, 'may_not_make_projects'],
        [403, 'may_not_make_projects'],
      ]);
    }
  });

  it('ends also if two projects take the role of the owner at the same moment', async () => {
    const other = (await server.makeProject()).id;
    const { client, id, email, password: own } = await join(server, projectId, 'owner');
    const { token } = await server.make('POST', `/projects/${other}/invitations`, { email, role: 'owner' });
    await accept(token, own);
    const demote = (by: TestServer, project: string) =>
      by.make('PATCH', `/projects/${project}/people/${id}`, { role: 'operator' });
    await Promise.all([demote(server, projectId), demote(second, other)]);
    expect(await mayMake(client)).toBe(false);
  });

  it('stays with whoever deleted their only project, and left one that they helped in', async () => {
    const { client, id, email, password: own } = await join(server, projectId, 'owner');
    const mine = await client.make('POST', '/projects', { name: 'Mine' });
    await server.make('PATCH', path(`/people/${id}`), { role: 'operator' });
    await client.make('DELETE', `/projects/${mine.id}`);
    await server.make('DELETE', path(`/people/${id}`));
    await client.logIn(email, own);
    await client.make('POST', '/projects', { name: 'The next' });
  });

  it('stays with the first owner of the installation, whatever others take from them', async () => {
    const other = await startTestServer();
    onTestFinished(() => other.close());
    const everywhere: string[] = (await other.make('GET', '/projects')).items.map(({ id }: any) => id);
    everywhere.push((await other.makeProject()).id);
    const first = (await other.make('GET', '/session')).owner.id;
    for (const project of everywhere) {
      const { client } = await join(other, project, 'owner');
      await client.make('PATCH', `/projects/${project}/people/${first}`, { role: 'analyst' });
    }
    expect(await mayMake(other)).toBe(true);
    await other.makeProject();
  });
});

it('an owner whose role ends while a request waits gives it back to nobody', async () => {
  const { id } = await server.makeProject();
  const former = await join(server, id, 'owner');
  const friend = await join(server, id, 'operator');
  const { database } = server.server.parts;
  const [project, person] = [readId('project', id), readId('owner', former.id)];
  const giveRole = `UPDATE dialog.members SET role = $3 WHERE project_id = $1 AND person_id = $2`;
  for (const [method, below, body] of [
    ['POST', '/invitations', { email: 'mine@example.com', role: 'owner' }],
    ['PATCH', `/people/${former.id}`, { role: 'owner' }],
    ['PATCH', `/people/${friend.id}`, { role: 'owner' }],
    ['DELETE', `/people/${friend.id}`],
  ] as const) {
    await database.query(giveRole, [project, person, 'owner']);
    const { late } = await database.transaction(async (tx) => {
      await tx.query('SELECT FROM dialog.projects WHERE id = $1 FOR UPDATE', [project]);
      const waiting = former.client.owner(method, `/projects/${id}${below}`, body);
      await until(async () => (await tx.query(whoWaitsForThis)).rows.length > 0);
      await tx.query(giveRole, [project, person, 'operator']);
      return { late: waiting };
    });
    const { status, body: refusal } = await late;
    expect([status, refusal.code]).toEqual([403, 'role_required']);
  }
  const { items } = await server.make('GET', `/projects/${id}/people`);
  expect(items.filter(({ role }: any) => role === 'owner')).toHaveLength(1);
  expect((await server.make('GET', `/projects/${id}/invitations`)).items).toEqual([]);
});

describe('the keys that somebody made', () => {
  it('are listed to owners when that person leaves, and end in one call, in every process', async () => {
    const builder = await join(server, projectId, 'developer');
    const made = await builder.client.make('POST', path('/keys'), { name: 'Theirs', scopes: ['data:read'] });
    const replaced = await builder.client.make('POST', path(`/keys/${made.id}/rotate`), { overlap_hours: 2 });
    const mine = await server.make('POST', path('/keys'), {
      name: 'Mine',
      scopes: ['data:read', 'audit:read'],
    });
    const use = async (key: string, at = server) =>
      (await at.call('GET', `/api/v1/projects/${projectId}/tables`, { key })).status;
    await server.make('DELETE', path(`/people/${builder.id}`));
    expect([await use(made.key, second), await use(replaced.key, second)]).toEqual([200, 200]);
    const { items } = await server.make('GET', path(`/people/${builder.id}/keys`));
    expect(items).toMatchObject([
      { id: made.id, name: 'Theirs', made_by: builder.id, replaced_by: replaced.id },
      { id: replaced.id, name: 'Theirs', made_by: builder.id, scopes: ['data:read'], methods: null },
    ]);
    expect(JSON.stringify(items)).not.toContain(made.key);
    expect(await server.make('DELETE', path(`/people/${builder.id}/keys`))).toEqual({ ended: 2 });
    for (const key of [made.key, replaced.key]) {
      await until(async () => (await use(key, second)) === 401);
      expect(await use(key)).toBe(401);
    }
    expect(await use(mine.key, second)).toBe(200);
    expect((await server.make('GET', path(`/people/${builder.id}/keys`))).items).toEqual([]);
    expect(await server.make('DELETE', path(`/people/${builder.id}/keys`))).toEqual({ ended: 0 });
    const entries = (await server.audit({ id: projectId, key: mine.key })).filter(
      ({ action }) => action === 'key.revoked',
    );
    expect(entries.map(({ subject, actor }) => [subject.id, actor.name])).toEqual([
      [made.id, 'owner@example.com'],
      [replaced.id, 'owner@example.com'],
    ]);
  });

  it('are those of one project, and of nobody who was never there', async () => {
    const elsewhere = await server.makeProject();
    const builder = await join(server, projectId, 'developer');
    await builder.client.make('POST', path('/keys'), { name: 'Here', scopes: ['data:read'] });
    const other = `/projects/${elsewhere.id}/people/${builder.id}/keys`;
    for (const method of ['GET', 'DELETE'] as const) {
      const { status, body } = await server.owner(method, other);
      expect([status, body.code]).toEqual([404, 'person_not_found']);
    }
    expect((await server.make('GET', path(`/people/${builder.id}/keys`))).items).toHaveLength(1);
  });
});

describe('the last owner', () => {
  it('is neither removed nor given another role, also if two owners remove each other at the same moment', async () => {
    const { id } = await server.makeProject();
    const [me] = (await server.make('GET', `/projects/${id}/people`)).items;
    for (const answer of [
      await server.owner('DELETE', `/projects/${id}/people/${me.id}`),
      await server.owner('PATCH', `/projects/${id}/people/${me.id}`, { role: 'analyst' }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'last_owner']);
    }
    const other = await join(server, id, 'owner');
    const answers = await Promise.all([
      server.owner('PATCH', `/projects/${id}/people/${other.id}`, { role: 'analyst' }),
      other.client.owner('PATCH', `/projects/${id}/people/${me.id}`, { role: 'analyst' }),
    ]);
    // Whoever came second was no owner any more: at the gate, or when it was their turn.
    const statuses = answers.map(({ status }) => status).sort();
    expect([
      [200, 403],
      [200, 409],
    ]).toContainEqual(statuses);
    const { rows } = await server.server.parts.database.query(
      'SELECT role FROM dialog.members WHERE project_id = $1 ORDER BY role',
      [readId('project', id)],
    );
    expect(rows).toEqual([{ role: 'analyst' }, { role: 'owner' }]);
  });
});

it('who invited, joined, changed and removed whom is on record', async () => {
  const project = await server.makeProject();
  const person = await join(server, project.id, 'operator', 'recorded@example.com');
  await server.make('PATCH', `/projects/${project.id}/people/${person.id}`, { role: 'billing' });
  await server.owner('DELETE', `/projects/${project.id}/people/${person.id}`);
  const entries = (await server.audit(project)).filter(({ action }: any) => action.startsWith('person.'));
  expect(entries.map(({ action, actor, data }: any) => [action, actor.name, data])).toEqual([
    ['person.invited', 'owner@example.com', { email: 'recorded@example.com', role: 'operator' }],
    ['person.joined', 'recorded@example.com', { email: 'recorded@example.com', role: 'operator' }],
    [
      'person.role_changed',
      'owner@example.com',
      { email: 'recorded@example.com', from: 'operator', to: 'billing' },
    ],
    ['person.removed', 'owner@example.com', { email: 'recorded@example.com', role: 'billing' }],
  ]);
});

describe('what people see of customers', () => {
  it('is on record: once an hour what they look at, each time what they take along in a file, and nothing that was refused', async () => {
    const project = await server.makeProject();
    const below = `/projects/${project.id}`;
    const olga = await join(server, project.id, 'operator', 'olga@example.com');
    const ada = await join(server, project.id, 'analyst', 'ada@example.com');
    const channel = await server.make('POST', `${below}/channels`, {
      ...{ type: 'webhook', name: 'Shop', environment: 'sandbox' },
      settings: { url: 'https://shop.example/' },
    });
    const { id: identity, profile_id: profile } = await server.make('POST', `${below}/identities`, {
      ...{ channel_id: channel.id, external_id: 'customer-42', name: 'Ann' },
    });
    await server.make('PUT', `${below}/tables/prices`, { name: 'Prices' });
    const get = async (at: string, who = olga) => (await who.client.owner('GET', `${below}${at}`)).status;
    const looks = [
      ...[`/profiles/${profile}`, `/profiles/${profile}/timeline`, `/profiles/${profile}/messages`],
      ...[`/profiles/${profile}`, `/dialogs/${identity}/messages`, '/search?q=Ann', '/search?q=Ben'],
    ];
    for (const at of looks) expect([at, await get(at)]).toEqual([at, 200]);
    for (const at of ['/customers.csv', '/customers.csv', '/tables/prices/rows.csv']) {
      expect([at, await get(at)]).toEqual([at, 200]);
    }
    expect(await get(`/profiles/${profile}`, ada)).toBe(403);
    expect(await get('/profiles/prof_01m84bvx56e0mrepwk125yksjg')).toBe(404);
    const entries = (await server.audit(project)).filter(({ action }: any) => action.startsWith('view.'));
    expect(entries.map(({ action, actor, subject }: any) => [action, actor.name, subject.id])).toEqual([
      ['view.customer', olga.email, profile],
      ['view.customer', olga.email, identity],
      ['view.search', olga.email, project.id],
      ['view.customers', olga.email, project.id],
      ['view.customers', olga.email, project.id],
      ['view.rows', olga.email, 'prices'],
    ]);
    // A subscription can notify somebody of it, and of what happens to keys and accounts.
    const kinds = ['view.customers', 'view.*', 'key.*', 'method_key.*', 'owner.*', 'person.*'];
    await server.make('PUT', `${below}/subscriptions/watch`, { kinds, url: 'https://siem.example/hook' });
  });
});
