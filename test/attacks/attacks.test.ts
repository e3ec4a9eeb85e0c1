import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { channelTypeByName } from '../../src/dialog/channels/types.ts';
import { connectionKinds } from '../../src/dialog/connections/kinds.ts';
import { ownerRoutes } from '../../src/dialog/owner-api.ts';
import { readSettings } from '../../src/settings.ts';
import type { Answer, Client } from '../harness/client.ts';
import { join, type Person } from '../harness/people.ts';
import { rawClient } from '../harness/raw-http.ts';
import { makeOwner } from '../harness/second-owner.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';

/*
 * What an attacker tries, one after the other, over HTTP and as they would. More of the same, in detail:
 * guesses at passwords, from a /64, a /24, and at one account from everywhere: test/owner/guesses.test.ts;
 * guesses at keys: test/gate/order.test.ts; every route with wrong credentials and CSRF: test/gate/tenancy.test.ts;
 * every route in every role: test/gate/roles.test.ts; secrets and addresses: test/owner/secrets.test.ts.
 */

let server: TestServer;
/** Another process of the same installation. */
let twin: TestServer;
let projectId: string;

beforeAll(async () => {
  server = await useTestServer();
  twin = await startTestServer({ ROLE: 'api', TRUST_PROXY: 'true' }, server.database);
  projectId = (await server.makeProject()).id;
});
afterAll(async () => {
  await twin?.close();
  await server?.close();
});
beforeEach(() => server.server.parts.limiter.clear('wrong-key:127.0.0.1'));

const told = ({ status, body }: Answer) => [status, body?.code];
const both = (ask: (at: Client) => Promise<Answer>) => Promise.all([server, twin].map(ask));
const ofProject = (below = '') => `/api/owner/projects/${projectId}${below}`;

/** What a thief has of a session: its cookie and its CSRF token. */
async function stolenFrom({ email, password }: Pick<Person, 'email' | 'password'>) {
  const { headers, body } = await server.call('POST', '/api/owner/session', { body: { email, password } });
  return { cookie: headers.getSetCookie()[0]!.split(';')[0]!, 'x-csrf-token': body.csrf_token as string };
}

describe('whoever guesses passwords', () => {
  it('of many accounts from many addresses of one /64 is stopped after fifty, in both processes together', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        (i % 2 ? server : twin).call('POST', '/api/owner/session', {
          body: { email: `account-${i}@example.com`, password: 'correct horse battery' },
          headers: { 'x-forwarded-for': `2001:db8:1:2::${(i + 1).toString(16)}` },
        }),
      ),
    );
    const statuses = guesses.map(({ status }) => status);
    // A server that checks many passwords at once asks some to come again (503); these do not count as guesses.
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(50);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  });
});

describe('whoever stole the cookie of a session', () => {
  it('has nothing after its person was removed, in any process', async () => {
    const dora = await join(server, projectId, 'developer');
    const stolen = await stolenFrom(dora);
    const ask = (at: Client) => at.call('GET', ofProject('/keys'), { headers: stolen });
    expect((await both(ask)).map(({ status }) => status)).toEqual([200, 200]);
    await server.make('DELETE', `/projects/${projectId}/people/${dora.id}`);
    expect((await both(ask)).map(told)).toEqual(Array(2).fill([401, 'session_required']));
  });

  it('cannot write with it from another site, without its CSRF token, or with that of another session', async () => {
    const ben = await join(server, projectId, 'owner');
    const [mine, other] = [await stolenFrom(ben), await stolenFrom(ben)];
    const { cookie } = mine;
    const write = (headers: Record<string, string>) =>
      server.call('PATCH', ofProject(), { headers, body: { name: 'Taken over' } });
    for (const headers of [
      { cookie },
      { cookie, 'x-csrf-token': other['x-csrf-token'] },
      { ...mine, 'sec-fetch-site': 'cross-site' },
      { ...mine, 'sec-fetch-site': 'same-site' },
      { ...mine, origin: 'https://evil.example' },
      { ...mine, origin: 'null' },
    ]) {
      expect(told(await write(headers as Record<string, string>))).toEqual([403, 'csrf_failed']);
    }
    expect((await server.make('GET', `/projects/${projectId}`)).name).toBe('Test');
    expect((await write({ ...mine, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });
});

describe('whoever was owner of a project', () => {
  it('cannot come back by an invitation of their own, neither removed nor with a lesser role', async () => {
    const below = ofProject('/people').replace('/api/owner', '');
    for (const leave of [
      (id: string) => server.owner('DELETE', `${below}/${id}`),
      (id: string) => server.owner('PATCH', `${below}/${id}`, { role: 'analyst' }),
    ]) {
      const eve = await join(server, projectId, 'owner');
      const { token } = await eve.client.make('POST', `/projects/${projectId}/invitations`, {
        ...{ email: `second-${eve.email}`, role: 'owner' },
      });
      const { token: stays } = await server.make('POST', `/projects/${projectId}/invitations`, {
        ...{ email: `other-${eve.email}`, role: 'analyst' },
      });
      expect((await leave(eve.id)).status).toBeLessThan(300);
      const read = (invitation: string) =>
        server.call('POST', '/api/owner/invitations/read', { body: { token: invitation } });
      expect(told(await read(token))).toEqual([404, 'invitation_not_open']);
      expect((await read(stays)).status).toBe(200);
    }
  });
});

describe('whoever sends what is no address as theirs', () => {
  it.each(['unknown', '203.0.113.7:443', '[2001:db8::1]', "'; DROP TABLE x; --", 'x'.repeat(3000), ', ,'])(
    'through a proxy that passes on %s gets the usual answers, and no key that is limited to addresses is for them',
    async (forwarded) => {
      const headers = { 'x-forwarded-for': forwarded };
      const login = { email: 'nobody@example.com', password: 'correct horse battery' };
      const answers = await Promise.all([
        server.call('POST', '/api/owner/session', { headers, body: login }),
        server.call('GET', ofProject(), { headers, key: 'pt_unknown' }),
        server.call('GET', `/api/v1/projects/${projectId}/profiles`, { headers, key: 'pk_unknown' }),
        server.call('GET', '/healthz', { headers }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 200]);
      const { key } = await server.make('POST', `/projects/${projectId}/keys`, {
        ...{
          name: 'Limited',
          scopes: ['profiles:read'],
          allowed_addresses: ['203.0.113.0/24', '2001:db8::/32'],
        },
      });
      const used = await server.call('GET', `/api/v1/projects/${projectId}/profiles`, { headers, key });
      expect(told(used)).toEqual([403, 'address_not_allowed']);
    },
  );
});

describe('whoever stole a personal token', () => {
  const make = (client: Client, more: object = {}): Promise<{ token: string }> =>
    client.make('POST', '/tokens', { name: 'Stolen', ...more });

  it('has nothing after its person was removed, in any process', async () => {
    const dora = await join(server, projectId, 'developer');
    const { token } = await make(dora.client);
    const ask = (at: Client) => at.call('GET', ofProject('/keys'), { key: token });
    expect((await both(ask)).map(({ status }) => status)).toEqual([200, 200]);
    await server.make('DELETE', `/projects/${projectId}/people/${dora.id}`);
    expect((await both(ask)).map(told)).toEqual(Array(2).fill([404, 'project_not_found']));
    const projects = await server.call('GET', '/api/owner/projects', { key: token });
    expect(projects.body.items).toEqual([]);
  });

  it('has nothing at an address from which it may not be used, and cannot use up its requests there', async () => {
    const { token } = await make(server, { allowed_addresses: ['203.0.113.0/24', '2001:db8:a::/48'] });
    const from = (address: string) =>
      server.call('GET', ofProject(), { key: token, headers: { 'x-forwarded-for': address } });
    expect((await from('203.0.113.77')).status).toBe(200);
    expect((await from('2001:db8:a::1')).status).toBe(200);
    for (const address of ['203.0.114.1', '2001:db8:b::1', '::ffff:198.51.100.1']) {
      const answer = await from(address);
      expect([...told(answer), answer.headers.get('ratelimit')]).toEqual([403, 'address_not_allowed', null]);
    }
  });

  it('cannot do more than its role, nor in another project, nor take the account over', async () => {
    const { id: other } = await server.makeProject();
    const { token } = await make(server, { role: 'analyst', project_ids: [projectId] });
    const ask = (method: string, path: string, body?: object) =>
      server.call(method, path, { key: token, ...(method !== 'GET' && { body }) });
    expect((await ask('GET', ofProject())).status).toBe(200);
    for (const [method, below] of [
      ['GET', '/keys'],
      ['POST', '/keys'],
      ['GET', '/invitations'],
      ['PATCH', '/people/own_x'],
      ['DELETE', ''],
      ['GET', '/dialogs'],
    ] as const) {
      expect(told(await ask(method, ofProject(below), {}))).toEqual([403, 'role_required']);
    }
    expect(told(await ask('GET', `/api/owner/projects/${other}`))).toEqual([404, 'project_not_found']);
    for (const [method, path] of [
      ['POST', '/tokens'],
      ['PUT', '/password'],
      ['GET', '/sessions'],
      ['DELETE', '/sessions'],
      ['GET', '/audit'],
      ['POST', '/projects'],
    ] as const) {
      expect(told(await ask(method, `/api/owner${path}`, {}))).toEqual([403, 'session_only']);
    }
  });

  it('cannot add it to the session of somebody else, or the session to it', async () => {
    const { token } = await make(server);
    const eve = { email: 'eve@example.com', password: 'seven green umbrellas' };
    await makeOwner(server, eve.email, eve.password);
    const headers = await stolenFrom(eve);
    for (const path of [ofProject(), '/api/owner/session']) {
      expect(told(await server.call('GET', path, { key: token, headers }))).toEqual([401, 'two_credentials']);
    }
    // A proxy in front may have credentials of its own.
    const proxied = { ...headers, authorization: `Basic ${btoa('staff:word')}` };
    expect((await server.call('GET', '/api/owner/session', { headers: proxied })).status).toBe(200);
  });

  it('cannot guess another: after sixty wrong ones in a minute its address gets a 429, and the right one still works', async () => {
    const from = { 'x-forwarded-for': '192.0.2.60' };
    const guess = (key: string) => server.call('GET', '/api/owner/projects', { key, headers: from });
    const guesses = await Promise.all(Array.from({ length: 70 }, (_, i) => guess(`pt_${i}`)));
    const codes = guesses.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'invalid_token')).toHaveLength(60);
    expect(codes.filter((code) => code === 'too_many_wrong_keys')).toHaveLength(10);
    const { token } = await make(server);
    expect((await guess(token)).status).toBe(200);
  });
});

describe('whoever changes an address', () => {
  const secret = 'hunter2-hunter2-hunter2-hunter2';
  const signing = `whsec_${Buffer.from(secret).toString('base64')}`;
  const evil = 'https://evil.example';

  /** For each kind of connection: its settings with secrets at an address, and without them elsewhere. */
  const connections: Record<string, [right: object, moved: object]> = {
    http: [
      { base_url: 'https://api.example', auth: { type: 'bearer', token: secret } },
      { base_url: evil, auth: { type: 'bearer', token: 'set' } },
    ],
    webhook: [{ url: 'https://api.example/hook', signing_secret: signing }, { url: evil }],
    yookassa: [
      { shop_id: '1', secret_key: secret },
      { shop_id: '1', base_url: `${evil}/v3` },
    ],
  };

  it.each(Object.keys(connectionKinds))(
    'of a connection of the kind %s does not learn its secret',
    async (kind) => {
      const [right, moved] = connections[kind] ?? [];
      if (!right) throw new Error(`add the kind ${kind} to this test: with a secret, and moved without it`);
      const put = (settings: object) =>
        server.owner('PUT', `/projects/${projectId}/connections/a-${kind}`, { name: 'x', kind, settings });
      expect((await put(right)).status).toBe(201);
      const refused = await put(moved!);
      expect([refused.status, refused.text.includes('enter this secret again')]).toEqual([422, true]);
      expect(refused.text).not.toContain(secret);
    },
  );

  it.each(Object.values(channelTypeByName).map(({ name }) => name))(
    'of a channel of the type %s does not learn what is sent there',
    async (type) => {
      const { secrets, hiddenSecrets = [], sentTo } = channelTypeByName[type];
      // These sign what is sent and are not sent; hidden ones are given to whom the token was entered for.
      const signs = ['signing_secret'];
      const isSent = secrets.some((name) => !signs.includes(name) && !hiddenSecrets.includes(name));
      expect(sentTo !== undefined).toBe(isSent);
      if (!sentTo) return;
      const path = `/projects/${projectId}/channels`;
      const settings = { token: `1:${secret}` };
      const made = await server.make('POST', path, { type, name: 'x', environment: 'sandbox', settings });
      await server.owner('PATCH', `${path}/${made.id}`, { settings: { [sentTo.setting]: evil } });
      const { settings: shown } = await server.make('GET', `${path}/${made.id}`);
      // Either the change was refused, or the secret is gone: in a sandbox, which sends nothing, it may be missing.
      expect(shown[sentTo.setting] === evil && shown.token === 'set').toBe(false);
    },
  );

  it('of a subscription gets signatures of a secret that no answer shows', async () => {
    const path = `/projects/${projectId}/subscriptions/moving`;
    const body = { kinds: ['job.*'], url: 'https://api.example/hook' };
    const { signing_secret: once } = await server.make('PUT', path, body);
    const moved = await server.owner('PUT', path, { ...body, url: evil });
    expect([moved.status, moved.body.signing_secret]).toEqual([200, 'set']);
    const all = await server.owner('GET', `/projects/${projectId}/subscriptions`);
    expect(moved.text + all.text).not.toContain(once);
  });
});

describe('whoever has a website that somebody of a project opens', () => {
  /** What is sent without a session, with a body of the right form. */
  const bodies: Record<string, object> = {
    '/session': { email: 'owner@example.com', password: 'correct horse battery' },
    '/session/second-factor': { login_token: 'lgn_x', code: '123456' },
    '/session/passkey-options': {},
    '/session/passkey': {
      passkey: {
        ...{ id: 'a', rawId: 'a', type: 'public-key' },
        response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
      },
    },
    '/password/reset-requests': { email: 'owner@example.com' },
    '/password/resets': { token: 'rst_x', new_password: 'seven green umbrellas' },
    '/invitations/accept': { token: 'inv_x', password: 'seven green umbrellas' },
  };
  // It changes nothing, and answers only to whoever has the token of an invitation.
  const harmless = ['/invitations/read'];
  const open = ownerRoutes(readSettings({}))
    .filter(({ gate, method, path }) => gate === 'open' && method !== 'GET' && !harmless.includes(path))
    .map(({ method, path }) => [method as string, path] as const);

  it.each(open)('cannot make their browser send %s %s, which needs no session', async (method, path) => {
    const body = bodies[path];
    if (!body) throw new Error(`add the body of ${path} to this test`);
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://127.0.0.1:1' },
    ] as Record<string, string>[]) {
      const answer = await server.call(method, `/api/owner${path}`, {
        body,
        headers,
      });
      expect([path, ...told(answer), answer.headers.getSetCookie()]).toEqual([path, 403, 'csrf_failed', []]);
    }
  });

  it('cannot read what the owner API answers, or have it stored by a browser or a proxy', async () => {
    for (const path of ['/session', '/projects', '/audit', '/tokens', `/projects/${projectId}/people`]) {
      const { status, headers } = await server.owner('GET', path, undefined, {
        origin: 'https://evil.example',
      });
      expect([
        ...[path, status, headers.get('cache-control')],
        ...[headers.get('access-control-allow-origin'), headers.get('cross-origin-resource-policy')],
      ]).toEqual([path, 200, 'no-store', null, null]);
    }
  });
});

describe('whoever asks for files of the server', () => {
  it.each([
    '/console/../package.json',
    '/console/assets/../../main.js',
    '/console/assets/..%2f..%2fmain.js',
    '/console/assets/%2e%2e/%2e%2e/main.js',
    '/console/assets/..%5c..%5cmain.js',
    '/console/assets/%00',
    '/docs/..%2f..%2fpackage.json',
    '/chat/..%2f..%2fpackage.json',
    '/console/..%2f..%2fpackage.json',
    '/files/..%2f..%2fpackage.json',
    '//package.json',
    '/.env',
  ])('gets none at %s', async (path) => {
    const client = rawClient(server.url);
    const { host } = new URL(server.url);
    client.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    await client.closed();
    // The page of the console is at every address below it, and 503 where it was not built.
    expect(client.text).toMatch(/^HTTP\/1\.1 (?:200|404|405|503) /);
    if (client.text.startsWith('HTTP/1.1 200')) expect(client.text).toContain('<!doctype html>');
    for (const ours of ['"dependencies"', '"private": true', 'sourceMappingURL', 'ENCRYPTION_KEY=']) {
      expect([path, client.text.includes(ours)]).toEqual([path, false]);
    }
  });
});

describe('whoever writes formulas', () => {
  const formulas = [
    '=HYPERLINK("http://evil.example")',
    '+1',
    '-1+1',
    '@SUM(1)',
    '\t=1',
    ";=cmd|' /C calc'!A0;",
  ];

  it('into names and fields of customers has none computed by who exports them, and the file changes nothing when it comes back', async () => {
    await server.make('PUT', `/projects/${projectId}/customer-fields`, {
      ...{ filter_keys: ['note'], phone_keys: [] },
    });
    const channel = await server.makeChannel(projectId);
    for (const [n, name] of formulas.entries()) {
      const made = await server.make('POST', `/projects/${projectId}/identities`, {
        ...{ channel_id: channel.id, external_id: `formula-${n}`, name },
      });
      await server.make('PATCH', `/projects/${projectId}/profiles/${made.profile_id}`, {
        state: { note: `a\n${name}` },
      });
    }
    const path = `/projects/${projectId}/customers.csv`;
    const file = await server.owner('GET', path);
    expect([file.status, file.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="customers.csv"',
    ]);
    // Split at commas, and as where commas are for decimals, at semicolons, with no regard to quotes inside of a cell.
    const cells = [file.text.split(/[,\r\n]/), file.text.split(/[;\t\r\n]/)].flat();
    expect(cells.filter((cell) => /^["]*[=+\-@]/.test(cell))).toEqual([]);
    const back = await server.owner('POST', path, file.text, { 'content-type': 'text/csv' });
    expect(back.body).toMatchObject({ changed: 0, created: 0, failed: 0 });
    expect(back.body.unchanged).toBeGreaterThanOrEqual(formulas.length);
  });
});
