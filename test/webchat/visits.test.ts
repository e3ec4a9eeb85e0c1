import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import type { TestProject } from '../harness/client.ts';
import { buildWidget } from '../harness/console.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { makeChat, openBrowser, openSession, site } from './scene.ts';

let server: TestServer;
let project: TestProject;
let chat: string;

beforeAll(async () => {
  await buildWidget();
  server = await useTestServer();
  project = await server.makeProject();
  chat = (await makeChat(server, project)).id;
});

afterAll(() => server?.close());

/** The routes of a visitor, each with a request. */
const routes: [method: string, path: string, body?: unknown][] = [
  ['POST', '/messages', { text: 'Hello' }],
  ['GET', '/messages'],
  ['GET', '/events'],
  ['POST', '/operator'],
  ['POST', '/about', { values: {} }],
];
const all: typeof routes = [['POST', '/sessions', {}], ...routes];
const codeOf = ({ status, body }: { status: number; body: any }) => [status, body?.code];

describe('the website that shows a chat', () => {
  const settings = { allowed_domains: ['shop.example', '*.shop.example', 'dev.example:8080'] };
  it.each([
    ['https://shop.example', true],
    ['http://shop.example', true],
    ['https://www.shop.example', true],
    ['http://dev.example:8080', true],
    ['https://shop.example:8443', false],
    ['http://dev.example', false],
    ['https://evilshop.example', false],
    ['https://shop.example.evil.test', false],
    ['https://evil.test', false],
    ['null', false],
    ['', false],
    ['https://shop.example/', false],
    ['chrome-extension://shop.example', false],
  ])('is judged by its origin at every address: %s', async (origin, allowed) => {
    const { id } = await makeChat(server, project, { settings });
    for (const [method, path, body] of all) {
      const answer = await server.call(method, `/api/chat/${id}${path}`, { body, headers: { origin } });
      if (!allowed) expect([path, ...codeOf(answer)]).toEqual([path, 403, 'origin_not_allowed']);
      else expect([path, answer.status]).toEqual([path, path === '/sessions' ? 201 : 401]);
      expect(answer.headers.get('access-control-allow-origin')).toBe(allowed ? origin : null);
      expect(answer.headers.get('vary')).toBe('Origin');
    }
    const preflight = await server.call('OPTIONS', `/api/chat/${id}/messages`, { headers: { origin } });
    expect(preflight.status).toBe(allowed ? 204 : 403);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(allowed ? origin : null);
  });

  it('may always be a page of the server itself', async () => {
    const { id } = await makeChat(server, project, { settings: {} });
    expect((await openSession(server, id, {}, { origin: server.url })).status).toBe(201);
    const other = server.url.replace(/\d+$/, (port) => String(Number(port) + 1));
    expect(codeOf(await openSession(server, id, {}, { origin: other }))).toEqual([403, 'origin_not_allowed']);
  });

  it('must be named to begin a session, and later the token is enough', async () => {
    expect(codeOf(await openSession(server, chat, {}, { origin: null }))).toEqual([
      403,
      'origin_not_allowed',
    ]);
    const { token } = await openBrowser(server, chat);
    const headers = { authorization: `Bearer ${token}` };
    expect((await server.call('GET', `/api/chat/${chat}/messages`, { headers })).status).toBe(200);
  });

  it('may send every request of the script', async () => {
    const { headers } = await server.call('OPTIONS', `/api/chat/${chat}/messages`, {
      headers: { origin: site },
    });
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST');
    expect(headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, Last-Event-ID, Parley-Proof',
    );
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('is set by an owner, whose mistakes are refused at their field', async () => {
    const made = await makeChat(server, project, {
      settings: { allowed_domains: ['WWW.Shop.EXAMPLE:443', 'münchen.example'] },
    });
    expect(made.settings.allowed_domains).toEqual(['www.shop.example:443', 'xn--mnchen-3ya.example']);
    for (const domain of [
      '*',
      'https://shop.example',
      'shop.example/path',
      'a.example; script-src *',
      'a b',
      '*.com',
    ]) {
      const { status, body } = await server.owner('PATCH', `/projects/${project.id}/channels/${made.id}`, {
        settings: { allowed_domains: ['ok.example', domain] },
      });
      expect([status, body.detail[0].loc, body.detail[0].type]).toEqual([
        422,
        ['body', 'settings', 'allowed_domains', 1],
        'value_error',
      ]);
    }
  });
});

describe("a visitor's token", () => {
  it('is required everywhere except to begin a session', async () => {
    for (const [method, path, body] of routes) {
      for (const authorization of [undefined, 'Bearer vt_wrong', `Bearer ${project.key}`, 'Basic eDp5']) {
        const answer = await server.call(method, `/api/chat/${chat}${path}`, {
          body,
          headers: { origin: site, ...(authorization ? { authorization } : {}) },
        });
        expect([path, ...codeOf(answer)]).toEqual([path, 401, 'visitor_required']);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      }
    }
  });

  it('is not valid for another chat, of the same or of another project', async () => {
    const visitor = await openBrowser(server, chat);
    await visitor.say('mine');
    const sibling = await makeChat(server, project);
    const foreign = await makeChat(server, await server.makeProject());
    for (const other of [sibling.id, foreign.id]) {
      for (const [method, path, body] of routes) {
        const headers = { origin: site, authorization: `Bearer ${visitor.token}` };
        const answer = await server.call(method, `/api/chat/${other}${path}`, { body, headers });
        expect([path, ...codeOf(answer)]).toEqual([path, 401, 'visitor_required']);
      }
      // A session in the second chat with this token shows nothing of the first one.
      const session = await openSession(server, other, { visitor: visitor.token });
      expect([session.status, session.body.history]).toEqual([201, []]);
      expect(session.body.token).not.toBe(visitor.token);
      expect(session.body.visitor_id).not.toBe(visitor.visitorId);
    }
  });

  it('is stored only as a hash', async () => {
    const { token } = await openBrowser(server, chat);
    const { rows } = await server.server.parts.database.query(
      'SELECT v::text AS text FROM dialog.webchat_visitors AS v',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.text).not.toContain(token.slice(3));
  });

  it('that has expired begins a new visit', async () => {
    const visitor = await openBrowser(server, chat, { name: 'Ann' });
    await server.server.parts.database.query(
      'UPDATE dialog.webchat_visitors SET expires_at = now() WHERE project_id = $1 AND id = $2',
      [readId('project', project.id), readId('visitor', visitor.visitorId)],
    );
    expect(codeOf(await visitor.call('GET', '/messages'))).toEqual([401, 'visitor_required']);
    const again = await openSession(server, chat, { visitor: visitor.token });
    expect(again.status).toBe(201);
    expect(again.body.visitor_id).not.toBe(visitor.visitorId);
  });
});

describe('a session of a web chat', () => {
  it('makes no customer until the visitor writes', async () => {
    const empty = await server.makeProject();
    const { id } = await makeChat(server, empty);
    const { session } = await openBrowser(server, id);
    expect(session).toEqual({
      visitor_id: expect.stringMatching(/^vis_\w{26}$/),
      token: expect.stringMatching(/^vt_[\w-]{43}$/),
      title: 'Shop',
      uploads: { max_bytes: 20 * 2 ** 20, types: null },
      held: false,
      person: null,
      lead: [],
      seen: 0,
      hours: null,
      history: [],
    });
    const profiles = await server.call('GET', `/api/v1/projects/${empty.id}/profiles`, empty);
    expect(profiles.body.items).toEqual([]);
  });

  it('is resumed by its token, with the last 50 messages', async () => {
    const visitor = await openBrowser(server, chat, { name: 'Ann' });
    for (let i = 0; i < 2; i++) await visitor.say(`message ${i}`);
    const identity = await server.server.parts.database.query<{
      id: string;
      name: string;
      project_id: string;
    }>('SELECT id, name, project_id FROM dialog.identities WHERE external_id = $1', [visitor.visitorId]);
    expect(identity.rows[0]!.name).toBe('Ann');
    await server.server.parts.database.query(
      `INSERT INTO dialog.webchat_messages (project_id, identity_id, n, message_id, direction, author, content, created_at)
       SELECT $1, $2, n, gen_random_uuid(), 'in', 'customer', '{"text":"earlier"}', now() FROM generate_series(3, 60) AS n`,
      [identity.rows[0]!.project_id, identity.rows[0]!.id],
    );
    const { body } = await openSession(server, chat, { visitor: visitor.token });
    expect([body.visitor_id, body.token]).toEqual([visitor.visitorId, visitor.token]);
    expect(body.history.map(({ n }: any) => n)).toEqual(Array.from({ length: 50 }, (_, i) => i + 11));
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a\0b' }, 'name'],
    [{ visitor: 7 }, 'visitor'],
    [{ visitor: 'x'.repeat(201) }, 'visitor'],
  ])('with a wrong field is a 422 at the field: %j', async (body, field) => {
    const answer = await openSession(server, chat, body);
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', field]]);
  });
});

describe('the limits of a web chat', () => {
  it('let one address begin 30 sessions in a minute, and resume as many as it likes', async () => {
    const address = '192.0.2.7';
    const first = await openSession(server, chat, {}, { address });
    const more = await Promise.all(
      Array.from({ length: 31 }, () => openSession(server, chat, {}, { address })),
    );
    expect(more.filter(({ status }) => status === 201)).toHaveLength(29);
    const refused = more.filter(({ status }) => status !== 201);
    expect(refused.map(codeOf)).toEqual(Array(2).fill([429, 'too_many_sessions']));
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused[0]!.headers.get('access-control-allow-origin')).toBe(site);
    expect((await openSession(server, chat, { visitor: first.body.token }, { address })).status).toBe(201);
    expect((await openSession(server, chat)).status).toBe(201);
  });

  it('count the many addresses of one IPv6 customer as one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 33 }, (_, n) =>
        openSession(server, chat, {}, { address: `2001:db8:7:1::${n.toString(16)}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
    expect((await openSession(server, chat, {}, { address: '2001:db8:7:2::1' })).status).toBe(201);
  });

  it('let one visitor send 20 messages in a minute, and do not affect other visitors', async () => {
    const [one, two] = [await openBrowser(server, chat), await openBrowser(server, chat)];
    const answers = await Promise.all(Array.from({ length: 22 }, (_, i) => one.say(`message ${i}`)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status !== 202);
    expect(refused.map(codeOf)).toEqual(Array(2).fill([429, 'too_many_messages']));
    expect(codeOf(await one.call('POST', '/operator'))).toEqual([429, 'too_many_messages']);
    expect(await one.messages()).toHaveLength(20);
    expect((await two.say('Hello')).status).toBe(202);
  });

  it('let one network of IPv4 begin 120 sessions in a minute, whichever of its addresses it uses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 125 }, (_, n) => openSession(server, chat, {}, { address: `198.51.100.${n}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(120);
    expect((await openSession(server, chat, {}, { address: '198.51.101.1' })).status).toBe(201);
  });

  it('let one address send 300 messages in a minute, as however many visitors', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const visitors = await Promise.all(Array.from({ length: 16 }, () => openBrowser(server, chat)));
    const answers = await Promise.all(
      visitors.flatMap((visitor) =>
        Array.from({ length: 20 }, (_, n) => visitor.call('POST', '/messages', { text: `m${n}` }, from)),
      ),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(300);
    expect(codeOf(answers.find(({ status }) => status !== 202)!)).toEqual([429, 'too_many_messages']);
    const elsewhere = { 'x-forwarded-for': '203.0.113.10' };
    const other = await openBrowser(server, chat);
    expect((await other.call('POST', '/messages', { text: 'Hello' }, elsewhere)).status).toBe(202);
  });

  it('are totals of a chat, which its owner sets, and do not affect other chats', async () => {
    const own = await makeChat(server, project, {
      settings: { allowed_domains: ['shop.example'], sessions_per_minute: 3, messages_per_minute: 2 },
    });
    const sessions = await Promise.all(Array.from({ length: 5 }, () => openSession(server, own.id)));
    const begun = sessions.filter(({ status }) => status === 201);
    expect(begun).toHaveLength(3);
    const say = ({ body }: (typeof sessions)[number]) =>
      server.call('POST', `/api/chat/${own.id}/messages`, {
        body: { text: 'Hello' },
        headers: { origin: site, authorization: `Bearer ${body.token}` },
      });
    const said = await Promise.all(begun.map(say));
    expect(said.map(({ status }) => status).sort()).toEqual([202, 202, 429]);
    expect((await openSession(server, chat)).status).toBe(201);
  });

  it('let one visitor open 10 streams', async () => {
    const visitor = await openBrowser(server, chat);
    const streams = await Promise.all(Array.from({ length: 10 }, () => visitor.listen()));
    expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(codeOf(await visitor.call('GET', '/events'))).toEqual([429, 'too_many_streams']);
    for (const stream of streams) stream.cut();
  });
});

describe('the address of a chat that does not exist', () => {
  it.each(['unknown', 'malformed', 'deleted', 'of another type', 'of a deleted project'])(
    'is a 404: %s',
    async (kind) => {
      const id = await channelOf(kind);
      for (const [method, path, body] of all) {
        const answer = await server.call(method, `/api/chat/${id}${path}`, {
          body,
          headers: { origin: site },
        });
        expect([path, ...codeOf(answer)]).toEqual([path, 404, 'channel_not_found']);
      }
      for (const page of [`/chat/${id}`, `/chat/${id}.js`]) {
        expect(codeOf(await server.call('GET', page))).toEqual([404, 'channel_not_found']);
      }
      const { status, headers, text } = await server.call('GET', `/chat/${id}.js`, {
        headers: { 'Sec-Fetch-Dest': 'script' },
      });
      expect([status, headers.get('content-type')]).toEqual([404, 'text/javascript; charset=utf-8']);
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(text).toMatch(/^\/\/ There is no web chat of this id\. .*\n$/);
    },
  );

  async function channelOf(kind: string): Promise<string> {
    if (kind === 'unknown') return 'ch_01m7w91g09fcvvgf8h15snqc9b';
    if (kind === 'malformed') return 'ch_nonsense';
    if (kind === 'of another type') return (await server.makeChannel(project.id)).id;
    const owned = await server.makeProject();
    const { id } = await makeChat(server, owned);
    await server.owner('DELETE', `/projects/${owned.id}${kind === 'deleted' ? `/channels/${id}` : ''}`);
    return id;
  }

  it('has no other paths and methods', async () => {
    expect(codeOf(await server.call('GET', `/api/chat/${chat}/nothing`))).toEqual([404, 'not_found']);
    const answer = await server.call('DELETE', `/api/chat/${chat}/messages`);
    expect([...codeOf(answer), answer.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET, OPTIONS, POST',
    ]);
  });
});

describe('the script and the page', () => {
  it('of a chat can be loaded by every site, are small, and are cached for a short time', async () => {
    const { status, headers, text } = await server.call('GET', `/chat/${chat}.js`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(Number(headers.get('content-length'))).toBeLessThan(12 * 1024);
    const plain = await server.call('GET', `/chat/${chat}.js`, {
      headers: { 'accept-encoding': 'identity' },
    });
    expect([plain.headers.get('content-encoding'), plain.text]).toEqual([null, text]);
    expect(() => new Function(text)).not.toThrow();
  });

  it('may be framed by the allowed domains, and run only the script', async () => {
    const { id } = await makeChat(server, project, {
      settings: { allowed_domains: ['shop.example', '*.shop.example'], title: `<img src=x> "'&` },
    });
    const { status, headers, text } = await server.call('GET', `/chat/${id}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = headers.get('content-security-policy')!;
    expect(policy).toMatch(/^default-src 'none'; .*script-src 'nonce-[^']+'/);
    expect(policy).toMatch(
      /frame-ancestors 'self' https:\/\/shop\.example http:\/\/shop\.example https:\/\/\*\.shop\.example http:\/\/\*\.shop\.example(?:;|$)/,
    );
    expect(headers.get('x-frame-options')).toBeNull();
    expect(text).toContain('<h1>&lt;img src=x&gt; &quot;&#39;&amp;</h1>');
    expect(text).toContain(`<script src="/chat/${id}.js" data-open nonce="`);
  });
});
