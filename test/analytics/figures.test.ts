import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figureNames, moveActivity } from '../../src/dialog/analytics/figures.ts';
import { type AuditEntry, system, writeAudit } from '../../src/dialog/audit/entry.ts';
import { numberAllAudit } from '../../src/dialog/audit/numbering.ts';
import { readId } from '../../src/platform/ids.ts';
import { type Database, openDatabase } from '../../src/platform/postgres.ts';
import type { TestProject } from '../harness/client.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { withinOneDay } from '../harness/within-one-day.ts';
import { folded, recount, sorted } from './recount.ts';

let given: TestDatabase;
let server: TestServer;
/** Connections for writers beside those of the server. */
let database: Database;

beforeAll(async () => {
  await withinOneDay();
  given = await createDatabase();
  // Days are UTC days, whatever the time zone of the database.
  const client = new pg.Client(given.address);
  await client.connect();
  await client.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone = ''Pacific/Auckland''', current_database()); END $$`,
  );
  await client.end();
  server = await startTestServer({}, given);
  database = openDatabase(given.address, { connections: 12, onError: () => {} });
});

afterAll(async () => {
  await database?.close();
  await server?.close();
  await given?.drop();
});

const analytics = (project: TestProject, query = '') =>
  server.call('GET', `/api/v1/projects/${project.id}/analytics?${query}`, { key: project.key });
const today = () => new Date().toISOString().slice(0, 10);
const zeros = { ...Object.fromEntries(figureNames.map((name) => [name, 0])), revenue: [] };
const uuidOf = (project: TestProject) => readId('project', project.id)!;

interface World {
  project: TestProject;
  projectId: string;
  channel: string;
  customers: { identity: string; profile: string }[];
}

async function makeWorld(customers: number): Promise<World> {
  const project = await server.makeProject();
  const { id: channel } = await server.makeChannel(project.id);
  const made = await Promise.all(
    Array.from({ length: customers }, () => server.makeIdentity(project.id, channel)),
  );
  return {
    project,
    projectId: uuidOf(project),
    channel,
    customers: made.map(({ id, profile_id: profile }) => ({
      identity: readId('identity', id)!,
      profile: readId('profile', profile)!,
    })),
  };
}

function entry(projectId: string, action: string, more: Partial<AuditEntry> = {}): AuditEntry {
  const type = action.split('.')[0]!;
  return {
    projectId,
    actor: system,
    action,
    subject: { type, id: randomUUID() },
    environment: 'live',
    ...more,
  };
}

describe('GET /analytics', () => {
  it('counts new profiles and sent messages, in all and by channel', async () => {
    const { project, channel } = await makeWorld(1);
    const other = await server.makeChannel(project.id);
    const identities = [
      await server.makeIdentity(project.id, channel),
      await server.makeIdentity(project.id, other.id),
    ];
    const sent = [
      await server.send(project, identities[0]!.id),
      await server.send(project, identities[0]!.id),
      await server.send(project, identities[1]!.id),
    ];
    for (const { body } of sent) await server.outcome(project, body.message_id);
    const of = async (query: string) => {
      const { status, body } = await analytics(project, query);
      expect(status).toBe(200);
      return body;
    };
    const all = await of('environment=sandbox&days=7');
    expect(all).toMatchObject({ days: 7, environment: 'sandbox', channel_id: '' });
    expect(all.totals).toEqual({ ...zeros, new_profiles: 3, messages_out: 3 });
    expect(all.series).toHaveLength(7);
    expect(all.series.at(-1)).toEqual({ date: today(), ...zeros, new_profiles: 3, messages_out: 3 });
    expect(all.series[0]).toEqual({
      date: new Date(Date.parse(today()) - 6 * 86_400_000).toISOString().slice(0, 10),
      ...zeros,
    });
    const one = await of(`environment=sandbox&channel_id=${channel}`);
    expect(one.totals).toEqual({ ...zeros, new_profiles: 2, messages_out: 2 });
    expect(one).toMatchObject({ channel_id: channel, days: 30 });
    expect((await of('')).totals).toEqual(zeros);
    expect((await of('')).series).toHaveLength(30);
  });

  it.each([
    ['a channel that never was', 'ch_01m7w9ass2fdft80zaf5at9rfj'],
    ['no channel at all', 'nonsense'],
    ['the id that stands for the whole project', 'ch_00000000000000000000000000'],
    ['a channel of another project', 'other'],
  ])('returns zeros for %s', async (_name, id) => {
    const { project } = await makeWorld(1);
    const channel = id === 'other' ? (await makeWorld(1)).channel : id;
    const { status, body } = await analytics(project, `environment=sandbox&channel_id=${channel}`);
    expect([status, body.totals, body.channel_id]).toEqual([200, zeros, channel]);
  });

  it.each([
    ['days=0', 'greater_than_equal'],
    ['days=91', 'less_than_equal'],
    ['days=x', 'int_parsing'],
    ['days=99999999999999999999', 'less_than_equal'],
    ['environment=both', 'literal_error'],
    ['environment=', 'literal_error'],
    ['channel_id=%00', 'value_error'],
  ])('with %s is a 422', async (query, type) => {
    const { project } = await makeWorld(0);
    const { status, body } = await analytics(project, query);
    expect([status, body.detail[0].type]).toEqual([422, type]);
  });
});

describe('analytics', () => {
  it('count every kind of entry once, and no other kind', async () => {
    const { project, projectId, channel, customers } = await makeWorld(2);
    const [anna, ben] = customers.map(({ identity }) => identity);
    const money = (value: unknown, currency: unknown, test = false) => ({
      amount: { value, currency },
      test,
    });
    await database.transaction((tx) =>
      writeAudit(
        tx,
        ...[anna, anna, ben].map((identityId) => entry(projectId, 'message.received', { identityId })),
        entry(projectId, 'message.sent', { identityId: anna }),
        entry(projectId, 'message.failed', { identityId: anna }),
        entry(projectId, 'message.unknown', { identityId: anna }),
        entry(projectId, 'message.settled', { identityId: anna, data: { outcome: 'done', note: '' } }),
        entry(projectId, 'message.settled', { identityId: anna, data: { outcome: 'failed' } }),
        entry(projectId, 'message.settled', { identityId: anna, data: { outcome: 'retry' } }),
        entry(projectId, 'event.accepted', { identityId: ben }),
        entry(projectId, 'automation_event.accepted'),
        entry(projectId, 'job.succeeded'),
        entry(projectId, 'job.failed'),
        entry(projectId, 'job.settled', { data: { outcome: 'done' } }),
        entry(projectId, 'job.settled', { data: { outcome: 'failed' } }),
        entry(projectId, 'run.created'),
        entry(projectId, 'run.succeeded'),
        entry(projectId, 'payment.succeeded', { identityId: ben, data: money('100.10', 'RUB') }),
        entry(projectId, 'payment.succeeded', { data: money('0.20', 'RUB') }),
        entry(projectId, 'payment.succeeded', { data: money('12345678901234567890.01', 'EUR') }),
        entry(projectId, 'payment.succeeded', { data: money('999.00', 'RUB', true) }),
        // An entry with unusual data must not stop the numbering: it counts, and adds no revenue.
        entry(projectId, 'payment.succeeded', { data: money('NaN', 'RUB') }),
        entry(projectId, 'payment.succeeded', { data: money(null, null) }),
        entry(projectId, 'payment.succeeded', { data: {} }),
        entry(projectId, 'refund.succeeded', { data: { test: false } }),
        entry(projectId, 'refund.failed'),
      ),
    );
    const live = (await analytics(project)).body.totals;
    expect(live).toEqual({
      messages_in: 3,
      messages_out: 2,
      events: 2,
      new_profiles: 0,
      active_profiles: 2,
      jobs_succeeded: 2,
      jobs_failed: 2,
      workflow_runs: 1,
      payments_succeeded: 6,
      revenue: [
        { value: '12345678901234567890.01', currency: 'EUR' },
        { value: '100.30', currency: 'RUB' },
      ],
      refunds: 1,
    });
    const sandbox = (await analytics(project, 'environment=sandbox')).body.totals;
    expect(sandbox).toEqual({
      ...zeros,
      new_profiles: 2,
      payments_succeeded: 1,
      revenue: [{ value: '999.00', currency: 'RUB' }],
    });
    const ofChannel = (await analytics(project, `channel_id=${channel}`)).body.totals;
    expect(ofChannel).toEqual({
      ...zeros,
      messages_in: 3,
      messages_out: 2,
      events: 1,
      active_profiles: 2,
      payments_succeeded: 1,
      revenue: [{ value: '100.10', currency: 'RUB' }],
    });
  });

  it('count by UTC day, and a profile as active once a day', async () => {
    const { project, projectId, customers } = await makeWorld(1);
    const midnight = Date.parse(today());
    const moments = [-86_400_000, -1, 0, 1].map((ms) => new Date(midnight + ms));
    for (const at of moments) {
      await database.query(
        `INSERT INTO dialog.audit_inbox
           (project_id, at, actor_type, action, subject_type, subject_id, environment, identity_id)
         VALUES ($1, $2, 'system', 'message.received', 'message', 'm', 'live', $3)`,
        [projectId, at, customers[0]!.identity],
      );
    }
    const { totals, series } = (await analytics(project, 'days=2')).body;
    expect(series.map((day: any) => [day.messages_in, day.active_profiles])).toEqual([
      [2, 1],
      [2, 1],
    ]);
    expect([totals.messages_in, totals.active_profiles]).toEqual([4, 2]);
    expect((await analytics(project, 'days=1')).body.totals.messages_in).toBe(2);
  });

  it('equal a recount of the audit log after concurrent writers, rollbacks and concurrent numbering', async () => {
    const { project, projectId, customers } = await makeWorld(12);
    const actions = [
      'message.received',
      'message.sent',
      'event.accepted',
      'automation_event.accepted',
      'job.succeeded',
      'job.failed',
      'run.created',
      'refund.succeeded',
      'message.accepted',
    ];
    let done = false;
    const write = async (writer: number) => {
      for (let round = 0; round < 15; round++) {
        await database
          .transaction(async (tx) => {
            const picked = Array.from({ length: 1 + (writer % 5) }, (_, n) =>
              entry(projectId, actions[(writer + round * 3 + n) % actions.length]!, {
                environment: (writer + n) % 3 === 0 ? 'sandbox' : 'live',
                identityId: n % 4 === 3 ? null : customers[(writer + n) % customers.length]!.identity,
              }),
            );
            await writeAudit(tx, ...picked);
            if ((writer + round) % 6 === 0) throw new Error('rolled back');
          })
          .catch((error: Error) => {
            if (error.message !== 'rolled back') throw error;
          });
      }
    };
    const number = async () => {
      while (!done) await numberAllAudit(database);
    };
    const read = async () => {
      while (!done) expect((await analytics(project)).status).toBe(200);
    };
    const writing = Promise.all(Array.from({ length: 10 }, (_, writer) => write(writer))).finally(() => {
      done = true;
    });
    await Promise.all([writing, number(), number(), read()]);
    await numberAllAudit(database);
    const counted = sorted(await recount(database, projectId));
    expect(counted.length).toBeGreaterThan(20);
    expect(sorted(await folded(database, projectId))).toEqual(counted);
  });
});

describe('merged profiles', () => {
  it('count as one active profile on every day, even while their entries are being counted', async () => {
    const { projectId, customers } = await makeWorld(8);
    let merged = false;
    const write = async () => {
      for (let round = 0; !merged || round < 5; round++) {
        await database.transaction((tx) =>
          writeAudit(
            tx,
            ...customers.map(({ identity }) =>
              entry(projectId, round % 2 ? 'message.received' : 'event.accepted', { identityId: identity }),
            ),
          ),
        );
        await numberAllAudit(database);
      }
    };
    const merge = async () => {
      const [survivor, ...others] = customers;
      for (const { identity, profile } of others.slice(0, 5)) {
        await database.transaction(async (tx) => {
          await tx.query('UPDATE dialog.identities SET profile_id = $3 WHERE project_id = $1 AND id = $2', [
            projectId,
            identity,
            survivor!.profile,
          ]);
          await moveActivity(tx, projectId, [profile], survivor!.profile);
        });
      }
      merged = true;
    };
    await Promise.all([write(), write(), merge()]);
    await numberAllAudit(database);
    const counted = await recount(database, projectId);
    expect(counted.get(`${today()} live all active_profiles`)).toBe(3);
    expect(sorted(await folded(database, projectId))).toEqual(sorted(counted));
  });
});

describe('the figures for owners', () => {
  const owned = (project: TestProject, query = '') =>
    server.make('GET', `/projects/${project.id}/analytics${query}`);

  it('are those of clients, and with them those of as many days before', async () => {
    const { project, projectId, customers } = await makeWorld(1);
    const ofCustomer = { identityId: customers[0]!.identity };
    await writeAudit(database, entry(projectId, 'message.received', ofCustomer));
    await numberAllAudit(database);
    const shifted = async (days: number, messages: number) =>
      database.query(
        `INSERT INTO dialog.daily_figures (project_id, environment, channel_id, day, messages_in)
         VALUES ($1, 'live', '00000000-0000-0000-0000-000000000000', (now() AT TIME ZONE 'UTC')::date - $2::int, $3)`,
        [projectId, days, messages],
      );
    await shifted(6, 10);
    await shifted(7, 100);
    await shifted(13, 1000);
    await shifted(14, 10_000);
    await database.query(
      `INSERT INTO dialog.daily_revenue (project_id, environment, channel_id, day, currency, amount)
       SELECT $1, 'live', '00000000-0000-0000-0000-000000000000', (now() AT TIME ZONE 'UTC')::date - d, 'RUB', d
       FROM unnest(ARRAY[0, 7, 14]) AS d`,
      [projectId],
    );
    const found = await owned(project, '?days=7&compare=true');
    const { before, ...now } = found;
    expect(now).toEqual((await analytics(project, 'days=7')).body);
    expect([now.totals.messages_in, before.totals.messages_in]).toEqual([11, 1100]);
    expect(before.series.map(({ messages_in: heard }: any) => heard)).toEqual([1000, 0, 0, 0, 0, 0, 100]);
    expect(before.totals.revenue).toEqual([{ value: '7', currency: 'RUB' }]);
    expect((await owned(project, '?days=7')).before).toBeNull();
  });

  it('by channel add up to the channels that had any', async () => {
    const { project, projectId, customers, channel } = await makeWorld(2);
    const { id: second } = await server.makeChannel(project.id);
    const other = await server.makeIdentity(project.id, second);
    for (const identityId of [...customers.map(({ identity }) => identity), readId('identity', other.id)!]) {
      await writeAudit(database, entry(projectId, 'message.received', { identityId }));
    }
    const { items } = await owned(project, '/channels?days=1');
    expect(
      Object.fromEntries(items.map(({ channel_id, totals }: any) => [channel_id, totals.messages_in])),
    ).toEqual({
      [channel]: 2,
      [second]: 1,
    });
    const { body } = await analytics(project, `days=1&channel_id=${channel}`);
    expect(items.find(({ channel_id }: any) => channel_id === channel).totals).toEqual(body.totals);
  });
});
