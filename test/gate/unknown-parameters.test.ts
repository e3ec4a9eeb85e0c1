import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { nameOf, ownerRoutes, projectRoutes, requestOf } from './routes.ts';
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

const reads = <Route extends { method: string }>(routes: Route[]) =>
  routes.filter(({ method }) => method === 'GET');

it.each(reads(ownerRoutes).map((route) => [nameOf(route), route] as const))(
  'an unknown filter of the owner API is a 422 that names it: %s',
  async (_name, route) => {
    const { path } = requestOf(route, world, world);
    const asked = `${path.slice('/api/owner'.length)}${path.includes('?') ? '&' : '?'}stauts=failed&limit=5`;
    const answer = await server.owner('GET', asked);
    expect([answer.status, answer.body]).toEqual([
      422,
      {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['query', 'stauts'],
            msg: 'Extra inputs are not permitted',
            input: 'failed',
          },
          {
            type: 'extra_forbidden',
            loc: ['query', 'limit'],
            msg: 'Extra inputs are not permitted',
            input: '5',
          },
        ],
      },
    ]);
  },
);

it.each(ownerRoutes.filter(({ method }) => method !== 'GET').map((route) => [nameOf(route), route] as const))(
  'a write to the owner API with an unknown parameter does nothing and names it: %s',
  async (_name, route) => {
    const { path, body } = requestOf(route, world, world);
    const asked = `${path.slice('/api/owner'.length)}${path.includes('?') ? '&' : '?'}dryrun=true`;
    const answer = await server.owner(route.method, asked, body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContainEqual({
      type: 'extra_forbidden',
      loc: ['query', 'dryrun'],
      msg: 'Extra inputs are not permitted',
      input: 'true',
    });
  },
);

/** Bodies in which every field is the customer's or the sender's own, or that are files. */
const free = /(\.csv|\/files|\/calls)$/;
const withBody = ownerRoutes.filter(
  ({ path, body, method }) =>
    body && method !== 'DELETE' && !free.test(path) && !path.startsWith('/api/owner/catalog'),
);

it.each(withBody.map((route) => [nameOf(route), route] as const))(
  'a body with a field that is not known is a 422 that names it, the known ones and no value: %s',
  async (_name, route) => {
    const { method, path, body, headers } = requestOf(route, world, world);
    const sent = { ...(body as object), unheard_of: 'never repeated' };
    const answer = await server.owner(method, path.slice('/api/owner'.length), sent, headers);
    expect(answer.status).toBe(422);
    const item = answer.body.detail.find(({ loc }: any) => loc.join('.') === 'body.unheard_of');
    expect(item).toEqual({
      type: 'extra_forbidden',
      loc: ['body', 'unheard_of'],
      msg: expect.stringMatching(/^Extra inputs are not permitted\. The fields are \w+/),
      ctx: { fields: expect.arrayContaining([expect.any(String)]) },
    });
    expect(answer.text).not.toContain('never repeated');
  },
);

it.each(reads(projectRoutes).map((route) => [nameOf(route), route] as const))(
  'the project API ignores unknown parameters: %s',
  async (_name, route) => {
    const { path } = requestOf(route, world, world);
    const answer = await server.call('GET', `${path}?stauts=failed`, { key: world.key });
    expect(answer.status).toBe(200);
  },
);
