import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditEntry, system, writeAudit } from '../../src/dialog/audit/entry.ts';
import { AuditNews, auditTopic } from '../../src/dialog/audit/news.ts';
import { numberAllAudit, numberWaiting } from '../../src/dialog/audit/numbering.ts';
import { newId, showId } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import { listen } from '../../src/platform/notices.ts';
import { type Database, openDatabase, type Queryable } from '../../src/platform/postgres.ts';
import { folded, recount, sorted } from '../analytics/recount.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { withinOneDay } from '../harness/within-one-day.ts';

let test: TestDatabase;
let database: Database;
const pools: Database[] = [];

beforeAll(async () => {
  await withinOneDay();
  test = await createDatabase();
  database = open(4);
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await test?.drop();
});

function open(connections: number): Database {
  const pool = openDatabase(test.address, { connections, onError: () => {} });
  pools.push(pool);
  return pool;
}

/** Projects in their order, with a customer each. */
async function makeProjects(count: number): Promise<{ id: string; identity: string }[]> {
  const made = Array.from({ length: count }, () => ({ id: newId(), identity: newId() }));
  await database.query(
    `INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id)
     SELECT p, i, p, 'x', gen_random_uuid() FROM unnest($1::uuid[], $2::uuid[]) AS made(p, i)`,
    [made.map(({ id }) => id), made.map(({ identity }) => identity)],
  );
  return made.sort((a, b) => (a.id < b.id ? -1 : 1));
}

const entry = (projectId: string, name: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  projectId,
  actor: system,
  action: 'message.sent',
  subject: { type: 'message', id: name },
  environment: 'live',
  ...more,
});

const write = (on: Queryable, projectId: string, count: number) =>
  on.query(
    `INSERT INTO dialog.audit_inbox (project_id, actor_type, action, subject_type, subject_id, environment)
     SELECT $1, 'system', 'message.sent', 'message', n::text, 'live' FROM generate_series(1, $2::int) AS n`,
    [projectId, count],
  );

async function logOf(projectId: string): Promise<{ id: number; name: string }[]> {
  const { rows } = await database.query<{ id: number; name: string }>(
    'SELECT id::int, subject_id AS name FROM dialog.audit_log WHERE project_id = $1 ORDER BY id',
    [projectId],
  );
  return rows;
}

const lengthsOf = async (projects: { id: string }[]) =>
  Promise.all(projects.map(async ({ id }) => (await logOf(id)).length));

describe('the numbering of many projects', () => {
  it('by three workers and an earlier release at once has no gaps, no number below one that was read, and figures that equal a recount', async () => {
    // As the release before slices numbers: its function, under another name.
    const earlier = readFileSync('migrations/0009_plans_for_any_size.sql', 'utf8')
      .split('CREATE OR REPLACE ')[1]!
      .replace('dialog.number_audit(', 'dialog.number_audit_earlier(');
    await database.query(`CREATE ${earlier}`);
    const projects = await makeProjects(60);
    const ids = projects.map(({ id }) => id);
    const actions = ['message.sent', 'message.received', 'event.accepted', 'message.accepted', 'job.failed'];
    const written = new Map(ids.map((id) => [id, [] as string[]]));
    let done = false;
    const writers = open(8);
    const writer = async (n: number) => {
      for (let round = 0; round < 12; round++) {
        const kept: [string, string][] = [];
        const fails = (n + round) % 5 === 0;
        await writers
          .transaction(async (tx) => {
            for (let k = 0; k < 10; k++) {
              const { id, identity } = projects[(n * 7 + round * 11 + k * 13) % projects.length]!;
              const name = `${n}/${round}/${k}`;
              const action = actions[(n + round + k) % actions.length]!;
              await writeAudit(tx, entry(id, name, { action, identityId: k % 4 === 0 ? null : identity }));
              kept.push([id, name]);
              // Some commit long after entries that were written later.
              if (k % 5 === 4) await sleep(Math.random() * (n % 3 === 0 ? 150 : 10));
            }
            if (fails) throw new Error('rolled back');
          })
          .catch((error: Error) => {
            if (error.message !== 'rolled back') throw error;
          });
        if (!fails) for (const [id, name] of kept) written.get(id)!.push(name);
      }
    };
    const number = async () => {
      const pool = open(1);
      while (!done) await numberAllAudit(pool);
    };
    const numberEarlier = async () => {
      const pool = open(1);
      while (!done) {
        const { rows } = await pool.query<{ id: string }>(
          'SELECT DISTINCT project_id AS id FROM dialog.audit_inbox',
        );
        for (const { id } of rows) await pool.query('SELECT dialog.number_audit_earlier($1, 2000)', [id]);
      }
    };
    const seen = new Map(ids.map((id) => [id, 0]));
    const read = async () => {
      let looks = 0;
      while (!done) {
        for (const id of ids) {
          const { rows } = await database.query<{ id: number }>(
            'SELECT id::int FROM dialog.audit_log WHERE project_id = $1 AND id > $2 ORDER BY id',
            [id, seen.get(id)],
          );
          // A number that came later than a higher one would be missing here.
          const next = rows.map((row) => row.id);
          expect(next).toEqual(next.map((_, k) => seen.get(id)! + 1 + k));
          seen.set(id, seen.get(id)! + next.length);
        }
        looks++;
      }
      return looks;
    };
    const writing = Promise.all(Array.from({ length: 8 }, (_, n) => writer(n))).finally(() => {
      done = true;
    });
    const [, , , , looks] = await Promise.all([
      number(),
      number(),
      number(),
      numberEarlier(),
      read(),
      writing,
    ]);
    expect(looks).toBeGreaterThan(2);
    await numberAllAudit(database);
    for (const id of ids) {
      const log = await logOf(id);
      expect(log.map((row) => row.id)).toEqual(log.map((_, k) => k + 1));
      expect(log.map(({ name }) => name).sort()).toEqual(written.get(id)!.sort());
      expect(sorted(await folded(database, id))).toEqual(sorted(await recount(database, id)));
    }
    expect([...written.values()].flat().length).toBeGreaterThan(500);
  });

  it('passes over a project that somebody else is numbering, and numbers the others', async () => {
    const projects = await makeProjects(3);
    for (const { id } of projects) await write(database, id, 2);
    await numberAllAudit(database);
    for (const { id } of projects) await write(database, id, 1);
    await database.transaction(async (tx) => {
      await tx.query('SELECT FROM dialog.audit_heads WHERE project_id = $1 FOR UPDATE', [projects[1]!.id]);
      await numberAllAudit(open(1));
      expect(await lengthsOf(projects)).toEqual([3, 2, 3]);
    });
    await numberAllAudit(database);
    expect(await lengthsOf(projects)).toEqual([3, 3, 3]);
  });

  it('stops at a faulty entry for its own project only, and says for which', async () => {
    const projects = await makeProjects(9);
    for (const { id } of projects) await write(database, id, 1);
    // A number that is taken already: the entry can never get it.
    await database.query(
      `INSERT INTO dialog.audit_log (project_id, id, actor_type, action, subject_type, subject_id)
       VALUES ($1, 1, 'system', 'test.written', 'test', 'taken')`,
      [projects[4]!.id],
    );
    for (let round = 1; round <= 2; round++) {
      await expect(numberAllAudit(database)).rejects.toThrow(showId('project', projects[4]!.id));
      expect(await lengthsOf(projects)).toEqual(
        [1, 1, 1, 1, 1, 1, 1, 1, 1].map((n, k) => (k === 4 ? n : round)),
      );
      for (const { id } of projects) await write(database, id, 1);
    }
    await database.query('DELETE FROM dialog.audit_log WHERE project_id = $1', [projects[4]!.id]);
    await numberAllAudit(database);
    expect(await lengthsOf(projects)).toEqual(projects.map(() => 3));
  });

  it('takes 200 entries of a project with a long backlog in a slice that it shares, and all of those with few', async () => {
    const projects = await makeProjects(30);
    for (const [n, { id }] of projects.entries()) await write(database, id, n === 29 ? 3000 : 1);
    const ending = new AbortController();
    const oneSlice = { ending: ending.signal, advanced: () => ending.abort() };
    // The walk begins after the first project.
    await numberAllAudit(database, { random: () => 0, ...oneSlice });
    expect(await lengthsOf(projects)).toEqual([0, ...Array(28).fill(1), 200]);
    await numberAllAudit(database);
    expect(await lengthsOf(projects)).toEqual([...Array(29).fill(1), 3000]);
  });

  it('begins no further project after 2,000 entries of one slice, and goes on from there', async () => {
    const projects = await makeProjects(20);
    for (const { id } of projects) await write(database, id, 200);
    const { rows } = await database.query<{ numbered: number | null }>(
      'SELECT numbered FROM dialog.number_slice($1, 200, 2000)',
      [projects.map(({ id }) => id)],
    );
    expect(rows.map(({ numbered }) => numbered)).toEqual([...Array(10).fill(200), ...Array(10).fill(null)]);
    await numberAllAudit(database);
    expect(await lengthsOf(projects)).toEqual(projects.map(() => 200));
  });

  it('reads as few rows of a big inbox as of a small one, even in a session that began with few', async () => {
    const worker = open(1);
    // What this session has read, since others read the same tables and are counted at times of their own.
    const rowsRead = async (tx: Queryable) => {
      const { rows } = await tx.query<{ read: number }>(
        `SELECT coalesce(sum(coalesce(idx_tup_fetch, 0) + seq_tup_read), 0)::int AS read FROM pg_stat_xact_user_tables
         WHERE relname IN ('audit_inbox', 'audit_log', 'audit_heads', 'identities', 'daily_figures', 'daily_active')`,
      );
      return rows[0]!.read;
    };
    const few = await makeProjects(20);
    // As the statistics mostly are: of an empty inbox, and of small projects.
    await database.query('ALTER TABLE dialog.audit_inbox SET (autovacuum_enabled = false)');
    await database.query('ANALYZE');
    const slice = async () => {
      for (const { id, identity } of few) {
        await writeAudit(worker, entry(id, 'x', { action: 'message.received', identityId: identity }));
      }
      return worker.transaction(async (tx) => {
        const before = await rowsRead(tx);
        const { rows } = await tx.query<{ n: number }>(
          'SELECT sum(numbered)::int AS n FROM dialog.number_slice($1, 200, 2000)',
          [few.map(({ id }) => id)],
        );
        expect(rows[0]!.n).toBe(20);
        return (await rowsRead(tx)) - before;
      });
    };
    for (let round = 0; round < 3; round++) await slice();
    const small = await slice();
    expect(small).toBeGreaterThanOrEqual(20);
    const big = newId();
    await write(database, big, 30_000);
    await database.query(
      `INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id)
       SELECT $1, gen_random_uuid(), $1, n::text, gen_random_uuid() FROM generate_series(1, 5000) AS n`,
      [few[0]!.id],
    );
    expect(await slice()).toBeLessThan(2 * small + 100);
    await database.query('DELETE FROM dialog.audit_inbox WHERE project_id = $1', [big]);
  });
});

describe('news of the audit log', () => {
  it('name every project that a walk or a poll numbered, once its numbers can be read', async () => {
    const projects = await makeProjects(5);
    const ids = projects.map(({ id }) => id);
    const heard: string[] = [];
    const faults: unknown[] = [];
    const notices = await listen(
      test.address,
      {
        [auditTopic]: (payload) => {
          for (const id of payload?.split(' ') ?? []) {
            heard.push(id);
            logOf(id).then(
              (log) => log.length > 0 || faults.push(id),
              (error) => faults.push(error),
            );
          }
        },
      },
      createLog('silent'),
    );
    const auditNews = new AuditNews(database);
    for (const id of ids.slice(0, 3)) await write(database, id, 1);
    await numberAllAudit(database);
    await until(() => heard.length >= 3);
    for (const id of ids.slice(3)) {
      await write(database, id, 1);
      await numberWaiting({ database, auditNews }, id);
    }
    await until(() => heard.length >= 5);
    // Nothing new, no notice.
    await numberAllAudit(database);
    await numberWaiting({ database, auditNews }, ids[0]!);
    await auditNews.close();
    expect(heard.toSorted()).toEqual(ids);
    expect(faults).toEqual([]);
    await notices.close();
  });

  it('fit into a notice for as many projects as a slice has', async () => {
    const projects = await makeProjects(250);
    const heard = new Set<string>();
    const sizes: number[] = [];
    const notices = await listen(
      test.address,
      {
        [auditTopic]: (payload) => {
          const ids = payload?.split(' ') ?? [];
          sizes.push(ids.length);
          for (const id of ids) heard.add(id);
        },
      },
      createLog('silent'),
    );
    await database.query(
      `INSERT INTO dialog.audit_inbox (project_id, actor_type, action, subject_type, subject_id)
       SELECT id, 'system', 'test.written', 'test', 'x' FROM unnest($1::uuid[]) AS p(id)`,
      [projects.map(({ id }) => id)],
    );
    await numberAllAudit(database, { random: () => 0 });
    await until(() => heard.size === 250);
    expect(Math.max(...sizes)).toBe(200);
    await notices.close();
  });
});
