import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, roles } from '../../src/dialog/rights/roles.ts';
import { scopes } from '../../src/dialog/rights/scopes.ts';
import { entryFor } from '../../src/dialog/rights/sight.ts';
import { openEvents } from '../harness/event-stream.ts';
import { join, type Person } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { nameOf, ownerRoutes, requestOf } from './routes.ts';
import { type Mark, marks, markWorld } from './words.ts';
import { makeWorld, type World } from './world.ts';

/** What each role may see, said a second time. */
const seen: Record<Role, Mark[]> = {
  owner: ['words', 'who', 'trial', 'draft', 'sold'],
  developer: ['trial', 'draft', 'sold'],
  operator: ['words', 'who', 'trial', 'sold'],
  analyst: [],
  billing: ['sold'],
};

let host: Server;
let server: TestServer;
let places: Record<Role, { world: World; person: Person }>;

beforeAll(async () => {
  host = createServer(async (request, response) => {
    // What is delivered to a customer ends as unknown.
    if (request.url === '/hook') return void response.writeHead(500).end();
    if (request.method === 'GET') return void response.end(`A file of ${marks.words}`);
    const body = await text(request);
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
  server = await startTestServer();
  const made = await Promise.all(
    roles.map(async (role) => {
      const world = await markWorld(server, await makeWorld(server, `${url}hook`), url);
      return [role, { world, person: await join(server, world.id, role) }] as const;
    }),
  );
  places = Object.fromEntries(made) as typeof places;
});
afterAll(async () => {
  await server?.close();
  host?.close();
});

const ofProject = ownerRoutes.filter(({ ofProject }) => ofProject);

it.each([...roles])('%s: is told by the stream what is for that role, and nothing else', async (role) => {
  const { world, person } = places[role];
  const { client } = person;
  const events = await openEvents(`${server.url}/api/owner/projects/${world.id}/stream?cursor=0`, {
    cookie: client.cookie,
  });
  // The last one is for everybody.
  await server.make('PATCH', `/projects/${world.id}`, { name: 'Renamed' });
  await until(() => events.events.some(({ event }) => event === 'project.updated'));
  const text = events.raw();
  events.cut();
  const told = (Object.keys(marks) as Mark[]).filter((mark) => text.includes(marks[mark]));
  expect(told.filter((mark) => !seen[role].includes(mark))).toEqual([]);
  if (role === 'operator') expect(told).toContain('words');
});

it.each(['owner', 'developer'] as const)('%s: finds in the audit log what is for that role', async (role) => {
  const { world, person } = places[role];
  let text = '';
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: any = await person.client.make('GET', `/projects/${world.id}/audit?cursor=${cursor}`);
    text += JSON.stringify(page.items);
    cursor = page.next_cursor;
  }
  const told = (Object.keys(marks) as Mark[]).filter((mark) => text.includes(marks[mark]));
  expect(told.filter((mark) => !seen[role].includes(mark))).toEqual([]);
  expect(told).toContain('trial');
});

describe('who builds', () => {
  it('makes no key that does more than the role may, and neither replaces nor changes one', async () => {
    const { world, person } = places.developer;
    const keys = `/projects/${world.id}/keys`;
    const ofOwner = await server.make('POST', keys, { name: 'All', scopes });
    const given: string[] = [];
    for (const scope of scopes) {
      const { status, body } = await person.client.owner('POST', keys, {
        name: 'One',
        scopes: ['events:write', scope],
      });
      if (status === 201) given.push(scope);
      else
        expect([status, body.code, body.detail]).toEqual([
          403,
          'role_required',
          expect.stringContaining(scope),
        ]);
    }
    expect(
      given.filter((scope) =>
        /^(?:profiles|files):|^payments:write$|^(?:workflows|integrations|audit):read$/.test(scope),
      ),
    ).toEqual([]);
    expect(given).toHaveLength(scopes.length - 8);
    for (const [method, path, body] of [
      ['POST', '/rotate', { overlap_hours: 0 }],
      ['PATCH', '', { allowed_addresses: ['0.0.0.0/0'] }],
    ] as const) {
      const refused = await person.client.owner(method, `${keys}/${ofOwner.id}${path}`, body);
      expect([refused.status, refused.body.code]).toEqual([403, 'role_required']);
    }
    expect((await person.client.owner('DELETE', `${keys}/${ofOwner.id}`)).status).toBe(204);
  });

  it('sees the course of what they tried by hand in live, and not of what another tried', async () => {
    const { world, person } = places.developer;
    const other = await join(server, world.id, 'developer');
    const path = `/projects/${world.id}/operations/marked/runs`;
    const { job_id: jobId } = await person.client.make('POST', path, {
      environment: 'live',
      input: { text: 'mine' },
    });
    const job = await until(async () => {
      const found = await person.client.make('GET', `/projects/${world.id}/jobs/${jobId}`);
      return found.status === 'succeeded' && found;
    });
    expect(job).toMatchObject({ input: { text: 'mine' }, result: { text: 'mine' } });
    expect(job).not.toHaveProperty('hidden');
    const theirs = await other.client.make('GET', `/projects/${world.id}/jobs/${jobId}`);
    expect(theirs).toMatchObject({
      input: {},
      result: null,
      request: null,
      hidden: expect.stringContaining('owner or operator'),
    });
  });

  it('sees the course of a run that they began by hand, and of no other', async () => {
    const { world, person } = places.developer;
    const path = `/projects/${world.id}/workflows/${world.workflowSlug}/runs`;
    const read = (id: string) => person.client.make('GET', `/projects/${world.id}/runs/${id}`);
    const ended = (id: string) =>
      until(async () => {
        const run = await read(id);
        return run.finished_at !== null && run;
      });
    const own = await person.client.make('POST', path, { input: { text: 'mine' } });
    expect((await ended(own.run_id)).input).toEqual({ text: 'mine' });
    const again = await person.client.make('POST', `${path}/${world.runId}/rerun`, {});
    expect(await ended(again.run_id)).toMatchObject({ input: {}, hidden: expect.any(String) });
  });

  it('does not find in the log what visitors of a web chat called their files', () => {
    const entry = {
      actorType: 'channel',
      action: 'file.created',
      environment: 'live' as const,
      data: { name: 'me.jpg' },
    };
    expect(entryFor(['developer'], entry).data.name).toBe('');
    expect(entryFor(['developer'], { ...entry, actorType: 'owner' }).data.name).toBe('me.jpg');
    expect(entryFor(['operator'], entry).data.name).toBe('me.jpg');
  });

  it('does not delete what a customer has sent', async () => {
    const { world, person } = places.developer;
    const path = `/projects/${world.id}/files/${world.fileId}`;
    const { status, body } = await person.client.owner('DELETE', path);
    expect([status, body.code]).toEqual([403, 'role_required']);
    expect((await server.owner('GET', path)).status).toBe(200);
  });

  it('finds in the list of dialogs where they stand, without who they are with', async () => {
    const { world, person } = places.developer;
    const { items } = await person.client.make('GET', `/projects/${world.id}/dialogs`);
    const of = (environment: string) =>
      items.find(({ channel, state }: any) => channel.environment === environment && state === 'failed');
    expect(of('live')).toMatchObject({
      ...{ external_id: '', name: null, step: 'number', last_message: { text: '', author: 'customer' } },
      error: { code: 'transform_failed', message: 'The expression failed: No: … (at character 7).' },
      hidden: expect.stringContaining('owner or operator'),
    });
    expect(of('sandbox')).not.toHaveProperty('hidden');
  });
});

describe('unknown outcomes', () => {
  it('of money alone are for billing, and for nobody who only builds', async () => {
    const { world, person } = places.billing;
    const { client } = person;
    const unsettled = `/projects/${world.id}/unsettled`;
    const all = await server.make('GET', unsettled);
    expect(all.items.map(({ kind }: any) => kind)).toContain('message');
    expect((await client.make('GET', unsettled)).items).toEqual([]);
    expect((await client.make('GET', `${unsettled}?id=${world.unsettledId}`)).items).toEqual([]);
    const settle = [`${unsettled}/${world.unsettledId}/settle`, { outcome: 'done' }] as const;
    const refused = await client.owner('POST', ...settle);
    expect([refused.status, refused.body.code]).toEqual([403, 'role_required']);
    expect((await server.make('GET', unsettled)).items).toHaveLength(all.items.length);
    const builder = await join(server, world.id, 'developer');
    expect((await builder.client.owner('POST', ...settle)).status).toBe(403);
    const operator = await join(server, world.id, 'operator');
    expect((await operator.client.owner('POST', ...settle)).status).toBe(200);
  });
});

it('a personal token shows no more than its own role and that of its person', async () => {
  const { world } = places.operator;
  const person = await join(server, world.id, 'operator');
  const { token } = await person.client.make('POST', '/tokens', { name: 'Less', role: 'analyst' });
  const read = (path: string) => server.call('GET', `/api/owner/projects/${world.id}${path}`, { key: token });
  expect((await read('/dialogs')).status).toBe(403);
  const scenario = await read('/scenario');
  expect(scenario.body).toMatchObject({ draft: { definition: null }, hidden: expect.any(String) });
});

// The last, since it deletes what it finds.
it.each([...roles])(
  '%s: sees in the answers of all routes what is for that role, and nothing else',
  async (role) => {
    const { world, person } = places[role];
    const shown = new Set<Mark>();
    const leaks: string[] = [];
    for (const route of ofProject) {
      const { method, path, body, headers } = requestOf(route, world, world);
      const answer = await person.client.owner(method, path.replace('/api/owner', ''), body, headers);
      for (const [mark, word] of Object.entries(marks) as [Mark, string][]) {
        if (!answer.text.includes(word)) continue;
        shown.add(mark);
        if (!seen[role].includes(mark)) leaks.push(`${nameOf(route)} shows ${mark}`);
      }
    }
    expect(leaks).toEqual([]);
    // So each mark stands where somebody sees it.
    expect([...shown].sort()).toEqual([...seen[role]].sort());
  },
);
