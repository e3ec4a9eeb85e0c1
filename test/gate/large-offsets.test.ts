import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { ownerRoutes, projectRoutes, requestOf } from './routes.ts';
import { makeWorld, type World } from './world.ts';

let dead: HttpServer;
let server: TestServer;
let world: World;

beforeAll(async () => {
  dead = createServer((_request, response) => void response.writeHead(500).end());
  await new Promise<void>((resolve) => dead.listen(0, '127.0.0.1', resolve));
  server = await useTestServer();
  world = await makeWorld(server, `http://127.0.0.1:${(dead.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  await server?.close();
  dead?.close();
});

/** Parameters that are numbers without a largest value in the documents. */
const places = ['offset', 'after', 'page'];
/** More than an integer of Postgres holds; the largest number that JSON has exactly. */
const large = ['2147483648', '9007199254740991'];

it.each([
  ['project', '/api/v1/openapi.json', 6],
  ['owner', '/api/owner/openapi.json', 10],
  ['catalog', '/api/openapi.json', 2],
] as const)(
  'every list of the %s API answers an offset beyond its end, however large',
  async (_api, document, atLeast) => {
    const { body } = await server.call('GET', document);
    const lists = Object.entries<any>(body.paths).flatMap(([path, { parameters = [], get }]) =>
      [...parameters, ...(get?.parameters ?? [])]
        .filter(({ name, in: where }) => where === 'query' && places.includes(name))
        .map(({ name }) => ({ path, name })),
    );
    expect(lists.length).toBeGreaterThanOrEqual(atLeast);
    for (const { path, name } of lists) {
      const route = [...projectRoutes, ...ownerRoutes].find(
        (each) => each.method === 'GET' && each.path === path.replaceAll(/\{(\w+)\}/g, ':$1'),
      );
      const [url = path, known] = (route ? requestOf(route, world, world).path : path).split('?');
      for (const value of large) {
        const needed = known ?? (path.includes('by-source-name') ? 'name=Acme' : '');
        const query = `${url}?${name}=${value}&${needed}`;
        const answer = url.startsWith('/api/owner')
          ? await server.owner('GET', query.slice('/api/owner'.length))
          : await server.call('GET', query, { key: world.key });
        // The catalog's pages have numbers, and a page that does not exist is a 404 there.
        const none = name === 'page' ? 404 : 200;
        expect([query, answer.status]).toEqual([query, none]);
        const records =
          answer.body.items ?? answer.body.rows ?? answer.body.tables ?? answer.body.results ?? [];
        expect([query, records]).toEqual([query, []]);
      }
    }
  },
);
