import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { nameOf, type OwnerRoute, ownerRoutes, requestOf } from './routes.ts';
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

/** What changes as time passes, and not because of the request. */
const passing =
  /^(updated_at|revision|draft_saved_at|saved_at|until|activity|connection|last_used_at|open_now|since)$/;

const isChange = ({ method, path }: OwnerRoute) =>
  /^(PUT|PATCH)$/.test(method) && !path.startsWith('/api/owner/catalog');
const reads = new Set(ownerRoutes.filter(({ method }) => method === 'GET').map(({ path }) => path));
const changes = ownerRoutes.filter((route) => isChange(route) && reads.has(route.path));
const collectionOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
const changesInLists = ownerRoutes.filter(
  (route) =>
    isChange(route) &&
    !reads.has(route.path) &&
    reads.has(collectionOf(route.path)) &&
    // What a conversation shows of its assignment has other names, and a list of rows is none of items.
    !/assignment$|rows\/:row$/.test(route.path),
);

it.each(changes.map((route) => [nameOf(route), route] as const))(
  'a record that was read can be sent back as it is, and stays what it was: %s',
  async (_name, route) => {
    const { method, path } = requestOf(route, world, world);
    const place = path.slice('/api/owner'.length);
    const before = await server.owner('GET', place);
    const record = before.body.items ? before.body.items[0] : before.body;
    const answer = await server.owner(method, place, record);
    expect([answer.status, answer.text]).toEqual([expect.toSatisfy((status) => status < 300), answer.text]);
    const after = await server.owner('GET', place);
    expect(lasting(after.body)).toEqual(lasting(before.body));
  },
);

it.each(changesInLists.map((route) => [nameOf(route), route] as const))(
  'a record that was read in a list can be sent back as it is: %s',
  async (_name, route) => {
    const { method, path } = requestOf(route, world, world);
    const [, collection, id] = /^\/api\/owner(.*)\/([^/?]+)/.exec(path)!;
    const [, query = ''] = path.split('?');
    const { body: list } = await server.owner('GET', `${collection}?${query}`);
    const record = list.items.find((item: object) => Object.values(item).includes(id));
    const answer = await server.owner(method, path.slice('/api/owner'.length), record);
    expect([answer.status, answer.text]).toEqual([expect.toSatisfy((status) => status < 300), answer.text]);
  },
);

/** Records with everything that a world's ones do without. */
const full: Record<string, (world: World) => Promise<[place: string, body?: object]>> = {
  'a receiver with a target and an answer': async ({ channelId }) => [
    '/receivers/full',
    {
      name: 'Full',
      target: {
        event: {
          identity: { channel_id: channelId, external_id: '{{ body.who }}' },
          text: '{{ body.text }}',
          data: { a: 1 },
        },
      },
      verification: { type: 'hmac', header: 'X-Signature' },
      dedupe_id: '{{ body.id }}',
      response: { status: 204 },
    },
  ],
  'a receiver that starts a workflow': async ({ workflowSlug }) => [
    '/receivers/starting',
    { name: 'Starting', target: { workflow: workflowSlug, input: { a: '{{ body.a }}' } } },
  ],
  'a connection with a token': async () => [
    '/connections/crm',
    {
      name: 'CRM',
      settings: { base_url: 'https://crm.invalid', auth: { type: 'bearer', token: 'a-token' } },
    },
  ],
  'a team with somebody in it': async ({ teamId, personId }) => {
    const place = `/teams/${teamId}`;
    await server.owner('PATCH', `/projects/${world.id}${place}`, { people: [personId] });
    return [place];
  },
  'a web chat': async () => [
    await channel({ type: 'webchat', settings: { allowed_domains: ['shop.example'], title: 'Shop' } }),
  ],
  'a webhook channel': async () => [
    await channel({ type: 'webhook', settings: { url: 'https://shop.invalid/' } }),
  ],
};

async function channel(body: object): Promise<string> {
  const made = await server.make('POST', `/projects/${world.id}/channels`, {
    name: 'Full',
    environment: 'sandbox',
    ...body,
  });
  return `/channels/${made.id}`;
}

it.each(Object.keys(full))('%s can be sent back as it was read', async (what) => {
  const [below, body] = await full[what]!(world);
  const place = `/projects/${world.id}${below}`;
  if (body) expect(await server.owner('PUT', place, body)).toMatchObject({ status: 201 });
  const read = async () => {
    const one = await server.owner('GET', place);
    if (one.status === 200) return one.body;
    const all = await server.owner('GET', place.slice(0, place.lastIndexOf('/')));
    return all.body.items.find(({ id }: any) => place.endsWith(id));
  };
  const before = await read();
  const method = body ? 'PUT' : 'PATCH';
  const answer = await server.owner(method, place, before);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  expect(lasting(await read())).toEqual(lasting(before));
});

function lasting(value: any): any {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !passing.test(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, lasting(each)]));
}
