import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Role, roles } from '../../src/dialog/rights/roles.ts';
import { readId } from '../../src/platform/ids.ts';
import type { Client, TestProject } from '../harness/client.ts';
import { type EventClient, openEvents } from '../harness/event-stream.ts';
import { patient } from '../harness/patience.ts';
import { join, type Person } from '../harness/people.ts';
import { makeOwner } from '../harness/second-owner.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let project: TestProject;
const open: EventClient[] = [];

beforeAll(async () => {
  server = await useTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  project = await server.makeProject();
  await numbered();
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.cut();
});

interface Listening {
  of?: string;
  lastId?: string;
  cursor?: string;
}

/** Listens to a project; the stream has begun when this returns. */
async function listen(
  who: Client,
  { of = project.id, lastId, cursor }: Listening = {},
): Promise<EventClient> {
  const query = cursor === undefined ? '' : `?cursor=${cursor}`;
  const headers = { cookie: who.cookie, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) };
  const stream = await openEvents(`${server.url}/api/owner/projects/${of}/stream${query}`, headers);
  open.push(stream);
  if (stream.status === 200) await until(() => stream.events.length > 0);
  return stream;
}

const query = async (text: string, values: unknown[]) =>
  (await server.server.parts.database.query<any>(text, values)).rows;

/** Waits until everything so far has its number, so that it comes to no stream that begins then. */
const numbered = () => server.audit(project);

/** Writes entries as some part of the server would. */
const happen = (
  actions: readonly string[],
  { data = {}, of = project.id }: { data?: object; of?: string } = {},
) =>
  query(
    `INSERT INTO dialog.audit_inbox (project_id, actor_type, action, subject_type, subject_id, environment, data)
     SELECT $1, 'system', action, split_part(action, '.', 1), 'id', 'live', $3::json
     FROM unnest($2::text[]) WITH ORDINALITY AS given (action, n) ORDER BY n`,
    [readId('project', of), actions, JSON.stringify(data)],
  );

/** The events that are on record. */
const entriesOf = ({ events }: EventClient) => events.filter(({ event }) => event.includes('.'));
const namesOf = (stream: EventClient) => entriesOf(stream).map(({ event }) => event);

it('what is on record comes with its kind as name and its number as id, as the audit log has it', async () => {
  const stream = await listen(server);
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  const [first] = stream.events;
  expect(first).toEqual({
    id: expect.any(String),
    event: 'open',
    data: { cursor: Number(first!.id), role: 'owner' },
  });
  const channel = await server.makeChannel(project.id);
  const { id } = await server.makeIdentity(project.id, channel.id);
  await server.send(project, id, { text: 'a secret text' });
  await until(() => namesOf(stream).includes('message.sent'));
  const log = await server.audit(project);
  const seen = entriesOf(stream);
  expect(seen.map(({ data }) => data)).toEqual(log.slice(-seen.length));
  expect(seen.map((event) => [event.id, event.event])).toEqual(
    seen.map(({ data }) => [String(data.id), data.action]),
  );
  expect(Number(seen[0]!.id)).toBe(first!.data.cursor + 1);
  expect(stream.raw()).not.toContain('a secret text');
});

it('a listener that comes back gets what it missed, in order, each entry once', async () => {
  const before = await listen(server);
  await happen(Array(150).fill('run.created'));
  await until(() => entriesOf(before).length === 150);
  const half = entriesOf(before)[49]!.id!;
  before.cut();
  await happen(Array(250).fill('run.waiting'));
  for (const place of [{ lastId: half }, { cursor: half }, { lastId: half, cursor: '1' }]) {
    const after = await listen(server, place);
    expect(after.events[0]).toMatchObject({ event: 'open', data: { cursor: Number(half) } });
    await until(() => entriesOf(after).length >= 350);
    expect(entriesOf(after).map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 350 }, (_, i) => Number(half) + 1 + i),
    );
  }
});

it('a place that is not known, or behind which something is older than an hour, is answered with one reset and then what happens', async () => {
  const first = await listen(server);
  await happen(['run.created', 'run.waiting', 'run.succeeded']);
  await until(() => entriesOf(first).length === 3);
  const ids = entriesOf(first).map(({ id }) => id!);
  await query(
    `UPDATE dialog.audit_log SET at = now() - interval '61 minutes' WHERE project_id = $1 AND id = $2`,
    [readId('project', project.id), ids[1]],
  );
  const asked: Listening[] = [
    { lastId: ids[0] },
    { lastId: String(Number(ids[2]) + 1) },
    { cursor: 'nonsense' },
    { lastId: '9'.repeat(40) },
  ];
  for (const place of asked) {
    const stream = await listen(server, place);
    // The figures of today come by the clock.
    expect(stream.events.filter(({ event }) => event !== 'figures')).toEqual([
      { id: ids[2], event: 'reset', data: { cursor: Number(ids[2]), role: 'owner' } },
    ]);
  }
  // All that came after the second entry is young, and after the last one nothing came.
  for (const place of [{ lastId: ids[1] }, { lastId: ids[2] }]) {
    expect((await listen(server, place)).events[0]!.event).toBe('open');
  }
  await happen(['run.created']);
  await until(() => open.slice(1).every((stream) => namesOf(stream).at(-1) === 'run.created'));
});

/** What happens, and who may see it, said a second time. Owners see everything. */
const audience: Record<string, Role[]> = {
  'project.updated': ['developer', 'operator', 'analyst', 'billing'],
  'person.joined': ['developer', 'operator', 'analyst', 'billing'],
  'person.invited': [],
  'owner.new_device': [],
  'channel.updated': ['developer', 'operator', 'analyst'],
  'scenario.published': ['developer', 'operator', 'analyst'],
  'scenario.draft_saved': ['developer'],
  'workflow.published': ['developer', 'operator', 'analyst'],
  'table.written': ['developer', 'operator', 'analyst'],
  'dialog.handover': ['developer', 'operator'],
  'run.failed': ['developer', 'operator'],
  'job.succeeded': ['developer', 'operator'],
  'job.unknown': ['developer', 'operator'],
  'file.created': ['developer', 'operator'],
  'message.received': ['operator'],
  'message.unknown': ['developer', 'operator'],
  'event.filled': ['operator'],
  'profile.updated': ['operator'],
  'approval.requested': ['operator'],
  'payment.succeeded': ['developer', 'operator', 'billing'],
  'refund.settled': ['developer', 'operator', 'billing'],
  'settings.updated': ['developer'],
  'key.created': ['developer'],
  'connection.updated': ['developer'],
  'delivery.failed': ['developer'],
  'unheard.of': [],
  // So that everybody's stream has an end.
  'project.renamed': ['developer', 'operator', 'analyst', 'billing'],
};

it('each role is told of what its routes show, and of nothing else', async () => {
  const people = {} as Record<Role, Person>;
  for (const role of roles) people[role] = await join(server, project.id, role);
  await numbered();
  const streams = {} as Record<Role, EventClient>;
  for (const role of roles) streams[role] = await listen(people[role].client);
  await happen(Object.keys(audience));
  for (const role of roles) {
    await until(() => namesOf(streams[role]).at(-1) === 'project.renamed');
    const meant = Object.keys(audience).filter((kind) => role === 'owner' || audience[kind]!.includes(role));
    expect([role, namesOf(streams[role])]).toEqual([role, meant]);
  }
});

it('a listener is told of its own project only, and of others there is no stream', async () => {
  const stranger = await makeOwner(server, `${randomUUID()}@example.com`, 'another long password');
  const theirs = await stranger.makeProject();
  await stranger.audit(theirs);
  const [mine, other] = [await listen(server), await listen(stranger, { of: theirs.id })];
  await happen(['run.created']);
  await happen(['run.failed'], { of: theirs.id });
  await until(() => namesOf(mine).length > 0 && namesOf(other).length > 0);
  expect([namesOf(mine), namesOf(other)]).toEqual([['run.created'], ['run.failed']]);
  expect((await listen(stranger)).status).toBe(404);
  expect((await openEvents(`${server.url}/api/owner/projects/${project.id}/stream`, {})).status).toBe(401);
});

it('an entry whose data would make a large event comes without them, and says so', async () => {
  const stream = await listen(server);
  await happen(['run.created'], { data: { text: 'é'.repeat(3000) } });
  await happen(['run.failed'], { data: { text: 'line\nbreak' } });
  await until(() => entriesOf(stream).length === 2);
  const [large, small] = entriesOf(stream);
  expect(large!.data).toMatchObject({ action: 'run.created', data: {}, data_left_out: true });
  expect(small!.data).toMatchObject({ action: 'run.failed', data: { text: 'line\nbreak' } });
  expect(small!.data).not.toHaveProperty('data_left_out');
});

it('who is given another role goes on in it, and is told so', async () => {
  const person = await join(server, project.id, 'operator');
  await numbered();
  const stream = await listen(person.client);
  await happen(['message.received']);
  await until(() => namesOf(stream).includes('message.received'));
  await server.make('PATCH', `/projects/${project.id}/people/${person.id}`, { role: 'analyst' });
  await until(() => stream.events.some(({ event, data }) => event === 'role' && data.role === 'analyst'));
  await happen(['message.received', 'project.updated']);
  await until(() => namesOf(stream).includes('project.updated'));
  expect(namesOf(stream)).toEqual(['message.received', 'person.role_changed', 'project.updated']);
});

it.each([
  [
    'is removed from the project',
    async ({ id }: Person) => server.make('DELETE', `/projects/${project.id}/people/${id}`),
  ],
  ['logs out', async ({ client }: Person) => client.make('DELETE', '/session')],
  ['ends all sessions', async ({ client }: Person) => client.make('DELETE', '/sessions')],
  [
    'has a project no more, because it was deleted',
    async () => server.make('DELETE', `/projects/${project.id}`),
  ],
])('the stream of somebody who %s ends within a second', async (_what, end) => {
  const person = await join(server, project.id, 'developer');
  const stream = await listen(person.client);
  await end(person);
  const ended = Date.now();
  await until(() => stream.isOver);
  expect(Date.now() - ended).toBeLessThan(patient(1000));
  expect([401, 404]).toContain((await listen(person.client)).status);
});

it('what passes reaches those who may see it, without an id, and not the one who caused it', async () => {
  const [operator, other, analyst] = [
    await join(server, project.id, 'operator'),
    await join(server, project.id, 'operator'),
    await join(server, project.id, 'analyst'),
  ];
  await numbered();
  const [own, others, analysts] = [
    await listen(operator.client),
    await listen(other.client),
    await listen(analyst.client),
  ];
  const said = { gate: 'serve' as const, projectId: readId('project', project.id)! };
  const { live } = server.server.parts;
  live.announce({
    ...said,
    event: 'typing',
    exceptPersonId: readId('owner', operator.id)!,
    data: { n: 1, text: 'a\nb' },
  });
  live.announce({ ...said, event: 'typing', data: { n: 2, text: 'x'.repeat(4000) } });
  live.announce({ ...said, event: 'typing', data: { n: 3, text: 'y'.repeat(4000) } });
  const typing = (stream: EventClient) => stream.events.filter(({ event }) => event === 'typing');
  await until(() => typing(others).length === 3 && typing(own).length === 2);
  expect(typing(others)[0]).toEqual({ event: 'typing', data: { n: 1, text: 'a\nb' } });
  expect(typing(own).map(({ data }) => data.n)).toEqual([2, 3]);
  await happen(['project.updated']);
  await until(() => namesOf(analysts).length === 1);
  expect(typing(analysts)).toEqual([]);
  expect(() => live.announce({ ...said, event: 'typing', data: { text: 'x'.repeat(5000) } })).toThrow('4096');
});

it('the figures of today come with what changes them, to those who may read figures', async () => {
  const billing = await join(server, project.id, 'billing');
  const [stream, none] = [await listen(server), await listen(billing.client)];
  await happen(['run.created', 'run.created']);
  const figures = (of: EventClient) => of.events.filter(({ event }) => event === 'figures');
  const channel = await server.makeChannel(project.id);
  const { id } = await server.makeIdentity(project.id, channel.id);
  await server.send(project, id);
  const last = await until(() => {
    const item = figures(stream)
      .at(-1)
      ?.data.items.find(({ environment }: any) => environment === 'sandbox');
    return item?.messages_out === 1 && item;
  });
  expect(last).toMatchObject({
    new_profiles: 1,
    messages_in: 0,
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  expect(figures(stream).every(({ id }) => id === undefined)).toBe(true);
  expect(figures(none)).toEqual([]);
});

it('a person may listen in twenty places, and gets a clear refusal for the next', async () => {
  const person = await join(server, project.id, 'analyst');
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(person.client)));
  const path = `/projects/${project.id}/stream`;
  const refused = await person.client.owner('GET', path);
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_streams']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  streams[0]!.cut();
  await until(async () => (await person.client.owner('GET', path)).status === 200);
});
