import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId, showId } from '../../src/platform/ids.ts';
import { Client } from '../harness/client.ts';
import { makeOwner } from '../harness/second-owner.ts';
import { allScopes, startTestServer, type TestServer } from '../harness/server.ts';
import { ApiDocument } from '../stranger/document.ts';
import {
  nameOf,
  openRoutes,
  ownerRoutes,
  projectRoutes,
  publishedRoutes,
  requestOf,
  thirdPassword,
  visitorRoutes,
} from './routes.ts';
import { makeWorld, type World } from './world.ts';

/** The routes of the running server, as its framework registers them. */
const registered = new Set<string>();
let dead: HttpServer;
let deadUrl: string;
let server: TestServer;
/** Another owner on the same server, with a project like ours. */
let stranger: Client;
let ours: World;
let theirs: World;
/** A second project of the same owner. */
let sibling: World;

beforeAll(async () => {
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const name of [method].flat()) registered.add(`${name} ${url.replace(/(?<=.)\/$/, '')}`);
    });
  };
  subscribe('fastify.initialization', watch);
  dead = createServer((_request, response) => void response.writeHead(500).end());
  await new Promise<void>((resolve) => dead.listen(0, '127.0.0.1', resolve));
  deadUrl = `http://127.0.0.1:${(dead.address() as AddressInfo).port}/`;
  server = await startTestServer();
  unsubscribe('fastify.initialization', watch);
  stranger = await makeOwner(server, 'stranger@example.com', 'another long password');
  [ours, sibling, theirs] = await Promise.all([
    makeWorld(server, deadUrl),
    makeWorld(server, deadUrl),
    makeWorld(stranger, deadUrl),
  ]);
});

// There are more routes than an address may send wrong keys in a minute.
beforeEach(() => server.server.parts.limiter.clear('wrong-key:127.0.0.1'));

afterAll(async () => {
  await server?.close();
  dead?.close();
});

describe('the table of routes', () => {
  it('lists every route that the server registers, and no other', () => {
    const listed = [
      ...projectRoutes.map(nameOf),
      ...ownerRoutes.map(nameOf),
      ...[...openRoutes, ...visitorRoutes, ...publishedRoutes].map(([method, path]) => `${method} ${path}`),
    ];
    // The pages of the API reference, and the catalog, which has no projects; test/catalog tests its tokens.
    const elsewhere = /^\w+ (?:\/docs|\/api\/(?:sources|offers|imports|openapi\.json))(?:\/|$)/;
    const found = [...registered].filter((route) => !elsewhere.test(route));
    const unlisted = found
      .filter((route) => !listed.includes(route))
      .map(
        (route) =>
          `${route}: list it in test/gate/routes.ts, in projectRoutes or ownerRoutes with a request for it, ` +
          'or in openRoutes or visitorRoutes; then the tests of tenancy try it',
      );
    const gone = listed
      .filter((route) => !found.includes(route))
      .map((route) => `${route}: the server has no such route; take it out of test/gate/routes.ts`);
    expect([...unlisted, ...gone]).toEqual([]);
    expect(found.sort()).toEqual(listed.sort());
  });

  it.each([
    ['project', '/api/v1/openapi.json', projectRoutes],
    [
      'owner',
      '/api/owner/openapi.json',
      [
        ...ownerRoutes,
        ...[
          'session',
          'session/second-factor',
          'session/passkey-options',
          'session/passkey',
          'invitations/read',
          'invitations/accept',
          'password/reset-requests',
          'password/resets',
        ].map((path) => ({
          method: 'POST',
          path: `/api/owner/${path}`,
        })),
      ],
    ],
  ] as const)('lists for the %s API what its OpenAPI document describes', async (_name, url, routes) => {
    const { body } = await server.call('GET', url);
    const documented = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(documented.sort()).toEqual(routes.map(nameOf).sort());
  });
});

const call = (request: ReturnType<typeof requestOf>, key?: string) =>
  server.call(request.method, request.path, { key, body: request.body, headers: request.headers });

const keys = new Map<string, Promise<string>>();
/** A key of our project with these scopes. */
function keyFor(scopes: readonly (typeof allScopes)[number][]): Promise<string> {
  const name = scopes.join(' ');
  if (!keys.has(name)) {
    keys.set(
      name,
      server.makeKey(ours.id, [...scopes]).then(({ key }) => key),
    );
  }
  return keys.get(name)!;
}

let csrf: Promise<string> | undefined;
/** What a page of our owner sends beside the cookie. */
function csrfToken(): Promise<string> {
  csrf ??= server.make('GET', '/session').then((session) => session.csrf_token);
  return csrf;
}

let token: Promise<string> | undefined;
/** A personal token of our owner, which may do all that they may. */
function personalToken(): Promise<string> {
  token ??= server.make('POST', '/tokens', { name: 'Test token' }).then((made) => made.token);
  return token;
}

const refusedAs = (answer: Awaited<ReturnType<typeof call>>) => [
  ...[answer.status, answer.headers.get('www-authenticate')],
  ...[answer.body.code, answer.body.detail],
];
const asUnknown = [401, 'Bearer', 'invalid_api_key', 'Invalid API key'];

describe.each(projectRoutes.map((route) => [nameOf(route), route] as const))('%s', (_name, route) => {
  const ourRequest = () => requestOf(route, ours, ours);

  it.each(route.scopes)('answers a key that has only the scope %s of the route', async (scope) => {
    expect((await call(ourRequest(), await keyFor([scope]))).status).toBe(route.success);
  });

  it('refuses a request without a key, and with an unknown one', async () => {
    expect(refusedAs(await call(ourRequest()))).toEqual([
      ...[401, 'Bearer'],
      ...['not_authenticated', 'Not authenticated'],
    ]);
    expect(refusedAs(await call(ourRequest(), 'pk_unknown'))).toEqual(asUnknown);
  });

  it('refuses the session of its owner, and a personal token of theirs', async () => {
    const { headers, ...request } = ourRequest();
    const cookie = { cookie: server.cookie, 'x-csrf-token': await csrfToken() };
    const bySession = await call({ ...request, headers: { ...headers, ...cookie } });
    expect([bySession.status, bySession.body.code]).toEqual([401, 'not_authenticated']);
    expect(refusedAs(await call(ourRequest(), await personalToken()))).toEqual(asUnknown);
  });

  it('gives the key of another project the same answer whether or not this project exists', async () => {
    const exists = await call(ourRequest(), theirs.key);
    expect([exists.status, exists.body.code]).toEqual([403, 'wrong_project']);
    const missing = await call(requestOf(route, { id: showId('project', newId()) }, ours), theirs.key);
    expect([missing.status, missing.text]).toEqual([exists.status, exists.text]);
    const ownSibling = await call(ourRequest(), sibling.key);
    expect([ownSibling.status, ownSibling.text]).toEqual([exists.status, exists.text]);
  });

  it('refuses a key that has every scope but the needed one, and names it', async () => {
    const key = await keyFor(allScopes.filter((scope) => !route.scopes.includes(scope)));
    const answer = await call(ourRequest(), key);
    expect([answer.status, answer.body.code]).toEqual([403, 'missing_scope']);
    expect(answer.body.detail).toContain(route.scopes.join(' or '));
  });
});

// One gate reads the key and the project of every route: what may be wrong with these is tried at one of them.
describe('the gate of all routes above', () => {
  const [route] = projectRoutes;
  const ourRequest = () => requestOf(route!, ours, ours);

  it('refuses a right key with one more character, the id of a key, and a revoked key', async () => {
    const { id, key } = await server.makeKey(ours.id);
    expect((await call(ourRequest(), key)).status).toBe(route!.success);
    await server.make('DELETE', `/projects/${ours.id}/keys/${id}`);
    for (const wrong of [`${ours.key}x`, ours.keyId, key]) {
      expect(refusedAs(await call(ourRequest(), wrong))).toEqual(asUnknown);
    }
  });

  it('answers the key of another project alike for what is no id of a project', async () => {
    const exists = await call(ourRequest(), theirs.key);
    for (const id of ['prj_x', 'nonsense']) {
      const missing = await call(requestOf(route!, { id }, ours), theirs.key);
      expect([missing.status, missing.text]).toEqual([exists.status, exists.text]);
    }
  });
});

const naming = projectRoutes.filter((route) => route.foreign).map((route) => [nameOf(route), route] as const);

it.each(naming)('%s does not find a record of another project', async (_name, route) => {
  for (const other of [theirs, sibling]) {
    const answer = await call(requestOf(route, ours, other), ours.key);
    expect([answer.status, answer.body.code]).toEqual([404, route.foreign]);
  }
});

it('a path with an impossible id is refused, and is not a 500', async () => {
  // Every route meets a NUL, which Postgres takes nowhere, and the others by turns.
  const others = ['a%00b', '%F0%9F%98%80', 'x'.repeat(1000), '-1'];
  for (const [turn, route] of [...projectRoutes, ...ownerRoutes].entries()) {
    const known = route.params(ours);
    const names = Object.keys(known);
    const ids = names.length > 0 ? ['%00', others[turn % others.length]!] : [];
    const impossible = ids.map((id) => Object.fromEntries(names.map((name) => [name, id])));
    // What is found first does not keep what follows it from being asked for.
    if (names.length > 1) impossible.push({ ...known, [names.at(-1)!]: '%00' });
    for (const params of impossible) {
      const request = requestOf({ ...route, params: () => params }, ours, ours);
      const { status } = 'scopes' in route ? await call(request, ours.key) : await asOwner(server, request);
      expect([404, 422], `${nameOf(route)} ${JSON.stringify(params)}: ${status}`).toContain(status);
    }
  }
});

it('a list filtered by the channel or the customer of another project is empty', async () => {
  const path = `/api/v1/projects/${ours.id}/profiles`;
  const all = await server.call('GET', path, { key: ours.key });
  expect(all.body.items.map((profile: any) => profile.id)).toContain(ours.profileId);
  expect(all.text).not.toContain(theirs.profileId);
  const byChannel = await server.call('GET', `${path}?channel_id=${theirs.channelId}`, { key: ours.key });
  expect(byChannel.body).toEqual({ items: [], next_offset: null });
  const entries = await server.audit(ours);
  expect(entries.length).toBeGreaterThan(0);
  for (const id of [theirs.id, theirs.channelId, theirs.profileId, theirs.keyId, theirs.unsettledId]) {
    expect(JSON.stringify(entries)).not.toContain(id);
  }
});

const strip = (path: string) => path.replace('/api/owner', '');
const asOwner = (client: Client, request: ReturnType<typeof requestOf>, headers?: Record<string, string>) =>
  client.owner(request.method, strip(request.path), request.body, { ...request.headers, ...headers });

describe.each(ownerRoutes.map((route) => [nameOf(route), route] as const))('%s', (_name, route) => {
  const ourRequest = () => requestOf(route, ours, ours);

  it('refuses a request without a session, and with a project key', async () => {
    const { method, path, body } = ourRequest();
    const attempts: Record<string, string>[] = [{}, { authorization: `Bearer ${ours.key}` }];
    for (const headers of attempts) {
      const answer = await server.call(method, path, { body, headers });
      expect([answer.status, answer.body.code]).toEqual([401, 'session_required']);
    }
  });

  if (route.method !== 'GET') {
    it('refuses a write without the CSRF token, and from another site', async () => {
      const wrong: Record<string, string>[] = [{ 'x-csrf-token': '' }, { 'sec-fetch-site': 'cross-site' }];
      for (const headers of wrong) {
        const answer = await asOwner(server, ourRequest(), headers);
        expect([answer.status, answer.body.code]).toEqual([403, 'csrf_failed']);
      }
    });
  }

  if (route.ofProject) {
    it("answers for another owner's project as for one that does not exist", async () => {
      const foreign = await asOwner(stranger, ourRequest());
      expect([foreign.status, foreign.body.code]).toEqual([404, 'project_not_found']);
      const missing = await asOwner(server, requestOf(route, { id: showId('project', newId()) }, ours));
      expect([missing.status, missing.text]).toEqual([404, foreign.text]);
    });
  }

  if (route.foreign) {
    it('does not find a record of another project', async () => {
      for (const other of [theirs, sibling]) {
        const answer = await asOwner(server, requestOf(route, ours, other));
        expect([answer.status, answer.body.code]).toEqual([404, route.foreign]);
      }
    });
  }
});

const named = ownerRoutes.filter(({ method, path }) => method === 'PUT' && /:(?:slug|shortcut)$/.test(path));

it.each(named.map((route) => [nameOf(route), route] as const))(
  '%s leaves what has this name in another project as it is',
  async (_name, route) => {
    const isRead = ownerRoutes.some(({ method, path }) => method === 'GET' && path === route.path);
    const path = isRead ? route.path : route.path.slice(0, route.path.lastIndexOf('/'));
    const read = () =>
      asOwner(server, requestOf({ ...route, method: 'GET', path, body: undefined }, ours, ours));
    const before = await read();
    expect(before.status).toBe(200);
    for (const [client, other] of [[server, sibling] as const, [stranger, theirs] as const]) {
      const body = {
        ...(route.body!(other) as object),
        [path.endsWith('/replies') ? 'title' : 'name']: 'Not ours',
      };
      const made = await asOwner(client, { ...requestOf(route, other, ours), body });
      expect([made.status < 300, made.text]).toEqual([true, expect.stringContaining('Not ours')]);
      expect((await read()).text).toBe(before.text);
    }
  },
);

// As above: one gate reads the session and the project of every route of owners.
describe('the gate of all routes of owners', () => {
  const route = ownerRoutes.find(({ method, ofProject }) => method !== 'GET' && ofProject)!;
  const ourRequest = () => requestOf(route, ours, ours);

  it('refuses an invented session', async () => {
    const { method, path, body } = ourRequest();
    const headers = { cookie: 'parley=invented', 'x-csrf-token': 'invented' };
    const answer = await server.call(method, path, { body, headers });
    expect([answer.status, answer.body.code]).toEqual([401, 'session_required']);
  });

  it('refuses a wrong CSRF token, and a write from another site of the same domain', async () => {
    const wrong: Record<string, string>[] = [
      { 'x-csrf-token': 'x'.repeat(43) },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of wrong) {
      const answer = await asOwner(server, ourRequest(), headers);
      expect([answer.status, answer.body.code]).toEqual([403, 'csrf_failed']);
    }
  });

  it('answers for what is no id of a project as for one that does not exist', async () => {
    const foreign = await asOwner(stranger, ourRequest());
    for (const id of ['prj_x', '%00']) {
      const missing = await asOwner(server, requestOf(route, { id }, ours));
      expect([missing.status, missing.text]).toEqual([404, foreign.text]);
    }
  });
});

it("an owner's list of projects has only their own", async () => {
  const mine = await server.make('GET', '/projects');
  const others = await stranger.make('GET', '/projects');
  expect(mine.items.map((p: any) => p.id).sort()).toEqual([ours.id, sibling.id].sort());
  expect(others.items.map((p: any) => p.id)).toEqual([theirs.id]);
});

it('every request that is refused above works with the right owner, and its answer is as the document says', async () => {
  const { body } = await server.call('GET', '/api/owner/openapi.json');
  const document = new ApiDocument(body);
  // It needs its own client and project, since the last routes of the table delete the project and end the session.
  const owner = await makeOwner(server, 'third@example.com', thirdPassword);
  const world = await makeWorld(owner, deadUrl);
  const others: string[] = [];
  for (const route of ownerRoutes) {
    const answer = await asOwner(owner, requestOf(route, world, world));
    if (answer.status !== route.success) others.push(`${nameOf(route)}: ${answer.status}, ${answer.text}`);
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    const headers = Object.fromEntries(answer.headers);
    others.push(
      ...document.faultsOf({ method: route.method, path, status: answer.status, headers, body: answer.text }),
    );
  }
  expect(others).toEqual([]);
  const after = await new Client(server.url).call('GET', `/api/v1/projects/${world.id}/audit`, {
    key: world.key,
  });
  expect(after.status).toBe(401);
});
