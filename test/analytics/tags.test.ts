import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figureNames } from '../../src/dialog/analytics/figures.ts';
import { tagFollower } from '../../src/dialog/analytics/follow-tags.ts';
import { type AuditEntry, system, writeAudit } from '../../src/dialog/audit/entry.ts';
import { numberAllAudit } from '../../src/dialog/audit/numbering.ts';
import { removeDeletedProjects, removeExpired } from '../../src/dialog/maintenance.ts';
import { readId } from '../../src/platform/ids.ts';
import { type Database, openDatabase } from '../../src/platform/postgres.ts';
import { allStatements } from '../../src/platform/statement.ts';
import { readSettings } from '../../src/settings.ts';
import type { TestProject } from '../harness/client.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { withinOneDay } from '../harness/within-one-day.ts';

let given: TestDatabase;
/** It only answers: what is counted here, a follower of the test counts, when the test lets it. */
let server: TestServer;
let database: Database;

beforeAll(async () => {
  await withinOneDay();
  given = await createDatabase();
  server = await startTestServer({ ROLE: 'api' }, given);
  database = openDatabase(given.address, { connections: 8, onError: () => {} });
});
afterAll(async () => {
  await database?.close();
  await server?.close();
  await given?.drop();
});

const zeros = { ...Object.fromEntries(figureNames.map((name) => [name, 0])), revenue: [] };
const uuidOf = (project: TestProject) => readId('project', project.id)!;
const today = () => new Date().toISOString().slice(0, 10);

interface Customer {
  identity: string;
  profile: string;
}

interface World {
  project: TestProject;
  projectId: string;
  customers: Customer[];
  write(...entries: [customer: Customer | null, action: string, more?: Partial<AuditEntry>][]): Promise<void>;
}

/** A project with a customer for each list of tags. Nothing of how they came is counted by tag. */
async function makeWorld(...tags: string[][]): Promise<World> {
  const project = await server.makeProject();
  const projectId = uuidOf(project);
  const channel = await server.makeChannel(project.id);
  const customers: Customer[] = [];
  for (let n = 0; n < tags.length; n++) {
    const { id, profile_id: profile } = await server.makeIdentity(project.id, channel.id);
    customers.push({ identity: readId('identity', id)!, profile });
  }
  await count();
  for (const [n, { profile }] of customers.entries()) await tag(project, profile, tags[n]!);
  await count();
  return {
    ...{ project, projectId, customers },
    write: (...entries) =>
      database.transaction((tx) =>
        writeAudit(
          tx,
          ...entries.map(([customer, action, more]) => ({
            projectId,
            actor: system,
            action,
            subject: { type: action.split('.')[0]!, id: randomUUID() },
            environment: 'live' as const,
            identityId: customer?.identity ?? null,
            ...more,
          })),
        ),
      ),
  };
}

const tag = (project: TestProject, profile: string, tags: string[]) =>
  server.make('PATCH', `/projects/${project.id}/profiles/${profile}`, { tags });

/** Numbers and counts all that is there, as workers do. */
async function count(): Promise<void> {
  await numberAllAudit(database);
  await tagFollower(database).run();
}

const read = async (project: TestProject, query = '') =>
  (await server.make('GET', `/projects/${project.id}/analytics/tags?${query}`)) as {
    items: { tag: string; totals: any }[];
    next_cursor: string | null;
  };
/** The figures by tag that are not zero. */
const figuresOf = async (project: TestProject, query = '') =>
  Object.fromEntries(
    (await read(project, query)).items.map(({ tag: name, totals }) => [
      name,
      Object.fromEntries(
        Object.entries(totals).filter(([, figure]) => (Array.isArray(figure) ? figure.length : figure)),
      ),
    ]),
  );

it('every kind of entry counts once for each tag of its customer, and nothing else counts', async () => {
  const { project, customers, write } = await makeWorld(['vip', 'course'], ['vip'], []);
  const [anna, ben, clara] = customers as [Customer, Customer, Customer];
  const amount = (value: unknown, currency: unknown = 'RUB', test = false) => ({
    data: { amount: { value, currency }, test },
  });
  await write(
    [anna, 'message.received'],
    [anna, 'message.received'],
    [ben, 'message.received'],
    [clara, 'message.received'],
    [anna, 'message.sent'],
    [anna, 'message.failed'],
    [anna, 'message.settled', { data: { outcome: 'done' } }],
    [anna, 'message.settled', { data: { outcome: 'failed' } }],
    [ben, 'event.accepted'],
    [ben, 'automation_event.accepted'],
    [ben, 'identity.created'],
    [anna, 'job.succeeded'],
    [anna, 'job.failed'],
    [anna, 'job.settled', { data: { outcome: 'done' } }],
    [anna, 'job.settled', { data: { outcome: 'failed' } }],
    [anna, 'job.settled', { data: { outcome: 'retry' } }],
    [anna, 'run.created'],
    [null, 'run.created'],
    [anna, 'payment.succeeded', amount('100.10')],
    [ben, 'payment.succeeded', amount('0.20')],
    [ben, 'payment.succeeded', amount('12345678901234567890.01', 'EUR')],
    [ben, 'payment.succeeded', amount('999.00', 'RUB', true)],
    [ben, 'payment.succeeded', amount('NaN')],
    [anna, 'refund.succeeded', { data: { test: false } }],
    [anna, 'message.received', { environment: 'sandbox' }],
    [anna, 'message.received', { environment: null }],
  );
  await count();
  const ofAnna = { jobs_succeeded: 2, jobs_failed: 2, workflow_runs: 1, refunds: 1, messages_out: 2 };
  expect(await figuresOf(project)).toEqual({
    course: {
      ...ofAnna,
      messages_in: 2,
      active_profiles: 1,
      payments_succeeded: 1,
      revenue: [{ value: '100.10', currency: 'RUB' }],
    },
    vip: {
      ...ofAnna,
      messages_in: 3,
      events: 2,
      new_profiles: 1,
      active_profiles: 2,
      payments_succeeded: 4,
      revenue: [
        { value: '12345678901234567890.01', currency: 'EUR' },
        { value: '100.30', currency: 'RUB' },
      ],
    },
  });
  expect(await figuresOf(project, 'environment=sandbox')).toEqual({
    course: { messages_in: 1, active_profiles: 1 },
    vip: {
      messages_in: 1,
      active_profiles: 1,
      payments_succeeded: 1,
      revenue: [{ value: '999.00', currency: 'RUB' }],
    },
  });
  const [first] = (await read(project)).items;
  expect(Object.keys(first!.totals).sort()).toEqual(Object.keys(zeros).sort());
});

it('a tag that a customer gets or loses later changes nothing that was counted', async () => {
  const { project, customers, write } = await makeWorld(['lead']);
  const [anna] = customers as [Customer];
  await write([anna, 'message.received']);
  await count();
  await tag(project, anna.profile, ['customer']);
  await write([anna, 'message.received'], [anna, 'message.received']);
  await count();
  await tag(project, anna.profile, []);
  await write([anna, 'message.received']);
  await count();
  expect(await figuresOf(project)).toEqual({
    customer: { messages_in: 2, active_profiles: 1 },
    lead: { messages_in: 1, active_profiles: 1 },
  });
});

it('a merge moves nothing that was counted, and what happens after it counts for the tags of the profile that is left', async () => {
  const { project, customers, write } = await makeWorld(['one'], ['other']);
  const [one, other] = customers as [Customer, Customer];
  await write([one, 'message.received'], [other, 'message.received']);
  await count();
  await server.make('POST', `/projects/${project.id}/profiles/link`, {
    profile_ids: [one.profile, other.profile],
  });
  expect(await figuresOf(project)).toEqual({
    one: { messages_in: 1, active_profiles: 1 },
    other: { messages_in: 1, active_profiles: 1 },
  });
  await write([other, 'message.sent']);
  await count();
  expect(await figuresOf(project)).toEqual({
    one: { messages_in: 1, active_profiles: 1, messages_out: 1 },
    other: { messages_in: 1, active_profiles: 1, messages_out: 1 },
  });
});

it('each entry counts once, however many processes count while others write and number', async () => {
  const { project, projectId, customers, write } = await makeWorld(['a', 'b'], ['b'], ['c', 'a'], []);
  let isWritten = false;
  const writing = (async () => {
    for (let round = 0; round < 60; round++) {
      await write(
        ...customers.map((each, n): [Customer, string] => [
          each,
          (round + n) % 2 ? 'message.received' : 'run.created',
        ]),
      );
    }
    isWritten = true;
  })();
  const counting = async () => {
    const follower = tagFollower(database);
    do {
      await numberAllAudit(database);
      follower.hear([projectId]);
      await follower.run();
    } while (!isWritten);
  };
  await Promise.all([writing, counting(), counting(), counting()]);
  await count();
  // Each customer has 30 entries of each kind.
  expect(await figuresOf(project)).toEqual({
    a: { messages_in: 60, workflow_runs: 60, active_profiles: 2 },
    b: { messages_in: 60, workflow_runs: 60, active_profiles: 2 },
    c: { messages_in: 30, workflow_runs: 30, active_profiles: 1 },
  });
  const { rows } = await database.query<any>(
    `SELECT c.last = h.last AS is_there FROM dialog.tag_cursors AS c JOIN dialog.audit_heads AS h USING (project_id)
     WHERE project_id = $1`,
    [projectId],
  );
  expect(rows).toEqual([{ is_there: true }]);
});

it('a worker counts by itself soon after something happened', async () => {
  const { project, customers, write } = await makeWorld(['vip']);
  const worker = await startTestServer({ ROLE: 'worker' }, given);
  try {
    await write([customers[0]!, 'message.received']);
    await until(async () => (await figuresOf(project)).vip?.messages_in === 1);
  } finally {
    await worker.close();
  }
});

it('the list is paged by the letters of the tags, and covers the days that are asked for', async () => {
  const names = Array.from({ length: 100 }, (_, n) => `t${String(n).padStart(3, '0')}`);
  const { project, projectId, customers, write } = await makeWorld(names, ['z']);
  // Of a time in which a tag could be longer.
  await database.query(`UPDATE dialog.profiles SET tags = tags || $2::text[] WHERE id = $1`, [
    readId('profile', customers[1]!.profile),
    ['x'.repeat(300), ''],
  ]);
  await write([customers[0]!, 'message.received'], [customers[1]!, 'message.received']);
  await count();
  const first = await read(project, 'days=1');
  expect(first.items.map((each) => each.tag)).toEqual(names);
  const second = await read(project, `days=1&cursor=${first.next_cursor}`);
  expect(second.items.map((each) => each.tag)).toEqual(['x'.repeat(200), 'z']);
  expect(second.next_cursor).toBe(null);
  await database.query(`UPDATE dialog.tag_figures SET day = day - 10 WHERE project_id = $1 AND tag <> 'z'`, [
    projectId,
  ]);
  expect((await read(project, 'days=10')).items.map((each) => each.tag)).toEqual(['z']);
  expect((await read(project, 'days=11')).items).toHaveLength(100);
});

it.each([
  ['days=0', 'greater_than_equal'],
  ['days=91', 'less_than_equal'],
  ['environment=both', 'literal_error'],
  ['tag=vip', 'extra_forbidden'],
  ['cursor=%00', 'value_error'],
])('a list with %s is refused', async (query, type) => {
  const project = await server.makeProject();
  const { status, body } = await server.owner('GET', `/projects/${project.id}/analytics/tags?${query}`);
  expect([status, body.detail[0].type]).toEqual([422, type]);
});

it('figures by tag go after 100 days, and all of them with their project', async () => {
  const { project, projectId, customers, write } = await makeWorld(['vip']);
  const [anna] = customers as [Customer];
  const amount = { data: { amount: { value: '1.00', currency: 'EUR' } } };
  await write([anna, 'message.received'], [anna, 'payment.succeeded', amount]);
  await count();
  const tables = ['tag_figures', 'tag_revenue', 'tag_active'];
  for (const table of tables) {
    const columns = await database.query<any>(
      `SELECT string_agg(attname, ', ') AS names FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND attname <> 'day'`,
      [`dialog.${table}`],
    );
    const { names } = columns.rows[0];
    await database.query(
      `INSERT INTO dialog.${table} (day, ${names}) SELECT (now() AT TIME ZONE 'UTC')::date - days, ${names}
       FROM dialog.${table}, unnest(ARRAY[100, 101]) AS days WHERE project_id = $1 AND day = $2`,
      [projectId, today()],
    );
  }
  const counts = async () => {
    const found: number[] = [];
    for (const table of [...tables, 'tag_cursors']) {
      const { rows } = await database.query<any>(
        `SELECT count(*)::int AS n FROM dialog.${table} WHERE project_id = $1`,
        [projectId],
      );
      found.push(rows[0].n);
    }
    return found;
  };
  expect(await counts()).toEqual([3, 3, 3, 1]);
  await removeExpired(database, readSettings({}));
  expect(await counts()).toEqual([2, 2, 2, 1]);
  await server.make('DELETE', `/projects/${project.id}`);
  await count();
  await removeDeletedProjects(database, server.server.parts.files);
  expect(await counts()).toEqual([0, 0, 0, 0]);
});

it('a page reads the rows of its own tags, however many there are', async () => {
  const project = await server.makeProject();
  await database.query(
    `INSERT INTO dialog.tag_figures (project_id, environment, tag, day, messages_in)
     SELECT $1, 'live', 'tag ' || lpad(n::text, 5, '0'), (now() AT TIME ZONE 'UTC')::date - d, 1
     FROM generate_series(1, 5000) AS n, generate_series(0, 19) AS d`,
    [uuidOf(project)],
  );
  await database.query('ANALYZE dialog.tag_figures');
  const first = await read(project);
  expect([first.items.length, first.next_cursor]).toEqual([100, 'tag 00100']);
  const { text } = [...allStatements()].find(({ name }) => name === 'analytics-tags')!;
  const { rows } = await database.query<any>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [
    ...[uuidOf(project), 'live', 30, 'tag 02000', 101],
  ]);
  const scans: any[] = [];
  const walk = (plan: any): void => {
    if (plan['Relation Name'] === 'tag_figures') scans.push(plan);
    for (const each of plan.Plans ?? []) walk(each);
  };
  walk(rows[0]['QUERY PLAN'][0].Plan);
  expect(scans.map((scan) => scan['Index Name'])).toEqual(['tag_figures_project_id_environment_tag_day_pk']);
  expect(scans[0]['Actual Rows']).toBeLessThan(102 * 20 + 20);
});
