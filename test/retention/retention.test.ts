import { getTableName } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '../../src/dialog/audit/log.ts';
import { removeExpired } from '../../src/dialog/maintenance.ts';
import { ruleDays } from '../../src/dialog/project-settings/retention.ts';
import { applyRetention, batchBy, retentionLock, takeTurn } from '../../src/dialog/retention/remove.ts';
import { retentionRules } from '../../src/dialog/retention/rules.ts';
import { newId, readId } from '../../src/platform/ids.ts';
import type { Database, Queryable, Transaction } from '../../src/platform/postgres.ts';
import { readSettings } from '../../src/settings.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { withinOneDay } from '../harness/within-one-day.ts';

let server: TestServer;
let database: Database;

beforeAll(async () => {
  // Without a worker, so that only these tests delete records.
  server = await startTestServer({ ROLE: 'api' });
  database = server.server.parts.database;
});

afterAll(() => server?.close());

const dayMs = 86_400_000;
const now = new Date('2026-11-20T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
const settings = (more: Record<string, string> = {}) => readSettings(more);
const uuidOf = (project: TestProject) => readId('project', project.id)!;

async function count(table: string, projectId: string, condition = 'true'): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM dialog.${table} WHERE project_id = $1 AND ${condition}`,
    [projectId],
  );
  return rows[0]!.n;
}

/** Entries at their numbers, as the numbering leaves them. */
async function addAudit(projectId: string, at: Date, entries: number): Promise<void> {
  await database.query(
    `WITH head AS (
       INSERT INTO dialog.audit_heads AS h (project_id, last) VALUES ($1, $3)
       ON CONFLICT (project_id) DO UPDATE SET last = h.last + excluded.last
       RETURNING last - $3 AS before
     )
     INSERT INTO dialog.audit_log (project_id, id, at, actor_type, action, subject_type, subject_id)
     SELECT $1, before + n, $2::timestamptz + make_interval(secs => n / 1000.0), 'system', 'test.done', 'test', n::text
     FROM head, generate_series(1, $3::int) AS n`,
    [projectId, at, entries],
  );
}

async function addRequests(projectId: string, at: Date, entries: number): Promise<void> {
  await database.query(
    `INSERT INTO dialog.request_log (project_id, at, key_id, method, path, status, duration_ms, request_id, address)
     SELECT $1, $2::timestamptz + make_interval(secs => n / 1000.0), $1, 'GET', '/', 200, 1, 'r', 'a'
     FROM generate_series(1, $3::int) AS n`,
    [projectId, at, entries],
  );
}

/** An id of that time: the first 48 bits of a UUIDv7 are its milliseconds. */
const idAt = (at: Date) => {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
};

async function addTasks(projectId: string, at: Date, states: string[], finishedAt: Date | null = at) {
  await database.query(
    `INSERT INTO dialog.tasks
       (project_id, id, kind, state, environment, lane, payload, deadline_at, created_at, finished_at)
     SELECT $1, id, 'message', state, 'live', id::text, '{}', $4, $4,
       CASE WHEN state IN ('succeeded', 'failed', 'unknown') THEN $5::timestamptz END
     FROM unnest($2::uuid[], $3::text[]) AS t(id, state)`,
    [projectId, states.map(() => idAt(at)), states, at, finishedAt],
  );
}

async function addDialog(projectId: string, at: Date, position: unknown, more: object = {}): Promise<string> {
  const { wakeAt, heldAt } = more as { wakeAt?: Date; heldAt?: Date };
  const id = newId();
  await database.query(
    `INSERT INTO dialog.dialogs (project_id, identity_id, position, updated_at, wake_at, held_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [projectId, id, position === null ? null : JSON.stringify(position), at, wakeAt, heldAt],
  );
  return id;
}

describe('an expired record', () => {
  it('is deleted from every table, exact to the millisecond, and no younger one is', async () => {
    const projectId = uuidOf(await server.makeProject());
    for (const days of [401, 400.001, 399.999, 1]) await addAudit(projectId, daysAgo(days), 3);
    for (const days of [31, 30.001, 29.999, 1]) await addRequests(projectId, daysAgo(days), 3);
    const report = await applyRetention(database, settings(), now);
    expect(report.filter(({ rule }) => rule !== 'tasks')).toEqual([
      { rule: 'audit', projects: 1, rows: 6 },
      { rule: 'request_log', projects: 1, rows: 6 },
    ]);
    expect(await count('audit_log', projectId)).toBe(6);
    expect(await count('request_log', projectId)).toBe(6);
    expect(await applyRetention(database, settings(), now)).toEqual([]);
  });

  it('is never an approval that is still asked for, and others go with the days that their project keeps runs', async () => {
    const [longer, shorter] = [await server.makeProject(), await server.makeProject()];
    await server.make('PATCH', `/projects/${shorter.id}/settings`, { retention: { workflow_runs: 10 } });
    const approvals: [string, number, number | null][] = [
      ['pending', 200, null],
      ['approved', 200, 80],
      ['rejected', 200, 91],
      ['canceled', 100, 100],
      ['timed_out', 12, 11],
    ];
    for (const project of [longer, shorter]) {
      for (const [state, asked, decided] of approvals) {
        const ends = decided === null ? null : daysAgo(decided);
        await database.query(
          `INSERT INTO dialog.approvals (project_id, id, environment, state, text, step, lane, call, created_at, decided_at)
           VALUES ($1, $2, 'live', $3, '', 'w', 'run', $2::uuid::text, $4, $5)`,
          [uuidOf(project), idAt(daysAgo(asked)), state, daysAgo(asked), ends],
        );
      }
    }
    await applyRetention(database, settings(), now);
    const left = async (project: TestProject) => {
      const { rows } = await database.query<{ state: string }>(
        'SELECT state FROM dialog.approvals WHERE project_id = $1 ORDER BY id',
        [uuidOf(project)],
      );
      return rows.map(({ state }) => state).sort();
    };
    expect(await left(longer)).toEqual(['approved', 'pending', 'timed_out']);
    expect(await left(shorter)).toEqual(['pending']);
  });

  it('is never an unfinished or unknown task, however old, or a task that ended recently', async () => {
    const projectId = uuidOf(await server.makeProject());
    const states = ['queued', 'running', 'unknown', 'succeeded', 'failed'];
    await addTasks(projectId, daysAgo(200), states);
    await addTasks(projectId, daysAgo(150), ['succeeded'], daysAgo(20));
    await addTasks(projectId, daysAgo(89), states);
    await applyRetention(database, settings(), now);
    const { rows } = await database.query<{ state: string; days: number }>(
      `SELECT state, round(extract(epoch FROM $2 - created_at) / 86400)::int AS days FROM dialog.tasks
       WHERE project_id = $1 ORDER BY created_at, state`,
      [projectId, now],
    );
    expect(rows.map(({ state, days }) => `${state} ${days}`)).toEqual([
      'queued 200',
      'running 200',
      'unknown 200',
      'succeeded 150',
      ...['failed', 'queued', 'running', 'succeeded', 'unknown'].map((state) => `${state} 89`),
    ]);
  });

  it('is never a dialog that waits, is held, or will wake, but one that has ended', async () => {
    const projectId = uuidOf(await server.makeProject());
    const old = daysAgo(366);
    await addDialog(projectId, old, { ended: 'end' });
    await addDialog(projectId, old, null);
    const kept = [
      await addDialog(projectId, old, { ended: null, at: 'question' }),
      await addDialog(projectId, old, { ended: null }, { wakeAt: now }),
      await addDialog(projectId, old, { ended: 'end' }, { heldAt: now }),
      await addDialog(projectId, daysAgo(364), { ended: 'end' }),
    ];
    expect(await applyRetention(database, settings(), now)).toEqual([
      { rule: 'dialogs', projects: 1, rows: 2 },
    ]);
    const { rows } = await database.query('SELECT identity_id FROM dialog.dialogs WHERE project_id = $1', [
      projectId,
    ]);
    expect(rows.map((row) => row.identity_id).sort()).toEqual(kept.sort());
  });

  it('is what was said, if a project keeps it for less time than the installation, but for open outcomes', async () => {
    const project = await server.makeProject();
    await server.make('PATCH', `/projects/${project.id}/settings`, { retention: { conversations: 30 } });
    for (const [days, delivery] of [
      [40, 'received'],
      [40, 'sent'],
      [40, 'failed'],
      [40, 'unknown'],
      [20, 'sent'],
    ] as const) {
      await database.query(
        `INSERT INTO dialog.conversation_messages
           (project_id, id, seq, identity_id, environment, direction, delivery, payload, created_at)
         VALUES ($1, $2, 1, $1, 'live', 'out', $3, '{}', $4)`,
        [uuidOf(project), idAt(daysAgo(days)), delivery, daysAgo(days)],
      );
    }
    expect(await applyRetention(database, settings(), now)).toEqual([
      { rule: 'conversations', projects: 1, rows: 3 },
    ]);
    expect(await count('conversation_messages', uuidOf(project))).toBe(2);
  });

  it('is what a customer sent, with what was said or before it, in every state, and never an upload of a client', async () => {
    for (const [retention, kept] of [
      [{ conversations: 30 }, ['client 40', 'customer stored 20', 'gone fetching 40', 'gone stored 40']],
      [
        { files: 10, conversations: 30 },
        ['client 40', 'gone fetching 40', 'gone stored 20', 'gone stored 40'],
      ],
    ] as const) {
      const project = await server.makeProject();
      const projectId = uuidOf(project);
      const set = await server.make('PATCH', `/projects/${project.id}/settings`, { retention });
      expect(set.retention.files).toBe(Math.min(...Object.values(retention)));
      for (const [state, days, identity] of [
        ['stored', 40, newId()],
        ['fetching', 40, newId()],
        ['stored', 20, newId()],
        ['stored', 40, null],
      ] as const) {
        const by = identity === null ? 'client' : `customer ${state}`;
        await database.query(
          `INSERT INTO dialog.files (project_id, id, state, environment, name, type, actor_type, identity_id, created_at)
           VALUES ($1, $2, $3, 'live', $4, '', 'channel', $5, $6)`,
          [projectId, idAt(daysAgo(days)), state, `${by} ${days}`, identity, daysAgo(days)],
        );
      }
      const [report, ...rest] = await applyRetention(database, settings(), now);
      expect([report, rest]).toMatchObject([{ rule: 'files', projects: 1 }, []]);
      const { rows } = await database.query<{ name: string; state: string }>(
        'SELECT name, state FROM dialog.files WHERE project_id = $1',
        [projectId],
      );
      // One that is being fetched is left to the removal of uploads whose process died.
      const shown = rows.map(({ name, state }) =>
        ['deleting', 'storing'].includes(state) ? name.replace('customer', 'gone') : name,
      );
      expect(shown.sort()).toEqual(kept);
      expect(await applyRetention(database, settings(), now)).toEqual([]);
    }
  });

  it('is found behind more rows that stay than one batch reads', async () => {
    const projectId = uuidOf(await server.makeProject());
    const many = (state: string, n: number) => Array.from({ length: n }, () => state);
    await addTasks(projectId, daysAgo(300), many('unknown', 6000));
    await addTasks(projectId, daysAgo(200), many('succeeded', 6000));
    await applyRetention(database, settings(), now);
    expect(await count('tasks', projectId)).toBe(6000);
    expect(await count('tasks', projectId, `state = 'succeeded'`)).toBe(0);
  });

  it('costs as many statements for a hundred projects as for one, and each owner sees what was deleted of theirs', async () => {
    const projects = await Promise.all(Array.from({ length: 101 }, () => server.makeProject()));
    const [alone, ...many] = projects.map(uuidOf);
    const statements = async () => {
      let count = 0;
      const counting = (on: Transaction): Transaction => ({
        ...on,
        query: (query, values) => {
          count++;
          return on.query(query, values);
        },
      });
      await applyRetention(
        {
          ...database,
          ...counting(database),
          transaction: (work) => database.transaction((tx) => work(counting(tx))),
        },
        settings(),
        now,
      );
      return count;
    };
    await statements();
    await addAudit(alone!, daysAgo(500), 40);
    const forOne = await statements();
    for (const [i, projectId] of many.entries()) await addAudit(projectId, daysAgo(500), 1 + (i % 40));
    expect(await statements()).toBe(forOne);
    for (const i of [0, 39, 99]) {
      expect(await count('audit_log', many[i]!, `action = 'test.done'`)).toBe(0);
      const { last_removals: removals } = await server.make(
        'GET',
        `/projects/${projects[i + 1]!.id}/settings`,
      );
      expect(removals).toEqual([{ rule: 'audit', at: now.toISOString(), removed: 1 + (i % 40) }]);
    }
  });

  it('is counted over all batches of a run, for several projects that do not fit into one', async () => {
    const projects = [await server.makeProject(), await server.makeProject()];
    for (const project of projects) await addAudit(uuidOf(project), daysAgo(500), 7000);
    expect(await applyRetention(database, settings(), now)).toEqual([
      { rule: 'audit', projects: 2, rows: 14_000 },
    ]);
    const later = new Date(now.getTime() + 1000);
    await addAudit(uuidOf(projects[0]!), daysAgo(500), 3);
    await applyRetention(database, settings(), later);
    const removals = await Promise.all(
      projects.map(async ({ id }) => (await server.make('GET', `/projects/${id}/settings`)).last_removals),
    );
    expect(removals).toEqual([
      [{ rule: 'audit', at: later.toISOString(), removed: 3 }],
      [{ rule: 'audit', at: now.toISOString(), removed: 7000 }],
    ]);
  });

  it('is left to another process that is already deleting', async () => {
    const projectId = uuidOf(await server.makeProject());
    await addAudit(projectId, daysAgo(500), 3);
    await database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [retentionLock]);
      expect(await applyRetention(database, settings(), now)).toEqual([]);
    });
    expect((await applyRetention(database, settings(), now)).map(({ rows }) => rows)).toEqual([3]);
  });
});

describe('the list of active profiles of a day', () => {
  it('is deleted when no chart shows that day any more, and their number stays', async () => {
    const projectId = uuidOf(await server.makeProject());
    await withinOneDay();
    const place = `(project_id, environment, channel_id, day`;
    const days = `SELECT $1, 'live', $1, (now() AT TIME ZONE 'UTC')::date - ago`;
    await database.query(
      `INSERT INTO dialog.daily_active ${place}, profile_id) ${days}, gen_random_uuid()
       FROM generate_series(80, 120) AS ago, generate_series(1, 200)`,
      [projectId],
    );
    await database.query(
      `INSERT INTO dialog.daily_figures ${place}, active_profiles) ${days}, 200 FROM generate_series(80, 120) AS ago`,
      [projectId],
    );
    await removeExpired(database, settings());
    expect(await count('daily_active', projectId)).toBe(21 * 200);
    expect(await count('daily_figures', projectId)).toBe(41);
  });
});

describe('the number of rows', () => {
  it('stays the same under a constant load', async () => {
    const projectId = uuidOf(await server.makeProject());
    const short = settings({
      AUDIT_RETENTION_DAYS: '5',
      REQUEST_LOG_RETENTION_DAYS: '5',
      TASK_RETENTION_DAYS: '5',
    });
    const rows: number[][] = [];
    for (let day = 0; day < 16; day++) {
      const at = new Date(now.getTime() + day * dayMs);
      await addAudit(projectId, at, 700);
      await addRequests(projectId, at, 700);
      await addTasks(
        projectId,
        at,
        Array.from({ length: 300 }, () => 'succeeded'),
      );
      await applyRetention(database, short, new Date(at.getTime() + dayMs / 2));
      rows.push(
        await Promise.all(['audit_log', 'request_log', 'tasks'].map((table) => count(table, projectId))),
      );
    }
    expect(new Set(rows.slice(6).map(String))).toEqual(new Set(['3500,3500,1500']));
  });
});

describe('the cursor of the audit log', () => {
  it('stays valid after its entries are deleted: an old one begins at the oldest entry left, and numbers are never reused', async () => {
    const project = await server.makeProject();
    const projectId = uuidOf(project);
    const page = async (after: number) =>
      (await server.call('GET', `/api/v1/projects/${project.id}/audit?after=${after}`, { key: project.key }))
        .body;
    const before = (await page(0)).next_cursor;
    await addAudit(projectId, daysAgo(500), 250);
    await addAudit(projectId, new Date(), 5);
    await database.query(`UPDATE dialog.audit_log SET at = $2 WHERE project_id = $1 AND id <= $3`, [
      projectId,
      daysAgo(600),
      before,
    ]);
    await applyRetention(database, settings(), now);
    const left = await page(0);
    expect(left.items.map((item: any) => item.id)).toEqual([1, 2, 3, 4, 5].map((n) => before + 250 + n));
    expect(await page(before + 100)).toEqual(left);
    await server.makeKey(project.id);
    const next = await page(left.next_cursor);
    expect(next.items.map((item: any) => [item.id, item.action])).toEqual([
      [left.next_cursor + 1, 'key.created'],
    ]);
    // Even if all entries are deleted, the numbering goes on.
    await applyRetention(database, settings(), new Date(Date.now() + 500 * dayMs));
    expect(await page(0)).toEqual({ items: [], next_cursor: 0 });
    await server.makeKey(project.id);
    expect((await page(0)).items[0].id).toBe(left.next_cursor + 2);
  });
});

describe('the retention settings of a project', () => {
  const path = (project: TestProject) => `/projects/${project.id}/settings`;
  const atMost = {
    audit: 400,
    request_log: 30,
    tasks: 90,
    workflow_runs: 90,
    dialogs: 365,
    transcripts: 90,
    conversations: 36_500,
    files: 36_500,
  };

  it('are those of the installation until the owner shortens them', async () => {
    const project = await server.makeProject();
    expect(await server.make('GET', path(project))).toMatchObject({
      time_zone: 'UTC',
      retention: atMost,
      retention_at_most: atMost,
      last_removals: [],
    });
    const changed = await server.make('PATCH', path(project), {
      time_zone: 'Europe/Moscow',
      retention: { audit: 10 },
    });
    expect(changed).toMatchObject({ time_zone: 'Europe/Moscow', retention: { ...atMost, audit: 10 } });
    expect(await server.make('PATCH', path(project), { retention: { tasks: 7 }, time_zone: null })).toEqual({
      ...changed,
      retention: { ...atMost, audit: 10, tasks: 7 },
    });
    expect((await server.make('PATCH', path(project), { retention: { audit: null } })).retention).toEqual({
      ...atMost,
      tasks: 7,
    });
    const entries = (await server.audit(project)).filter(({ action }) => action === 'settings.updated');
    expect(entries.map(({ data }) => data)[0]).toEqual({
      time_zone: 'Europe/Moscow',
      retention: { audit: 10 },
    });
  });

  it('apply to this project alone, and its owner sees what was deleted', async () => {
    const [one, other] = [await server.makeProject(), await server.makeProject()];
    for (const project of [one, other]) await addAudit(uuidOf(project), daysAgo(20), 4);
    await server.make('PATCH', path(one), { retention: { audit: 10 } });
    await applyRetention(database, settings(), now);
    expect([
      await count('audit_log', uuidOf(one), `action = 'test.done'`),
      await count('audit_log', uuidOf(other)),
    ]).toEqual([0, 4]);
    const { last_removals: removals } = await server.make('GET', path(one));
    expect(removals).toEqual([{ rule: 'audit', at: '2026-11-20T12:00:00.000Z', removed: 4 }]);
    // The operator's shorter limit overrides an owner's earlier, longer one.
    await applyRetention(database, settings({ AUDIT_RETENTION_DAYS: '5' }), now);
    expect(await count('audit_log', uuidOf(other))).toBe(0);
  });

  it.each([
    [{ retention: { audit: 401 } }, ['body', 'retention', 'audit'], 'less_than_equal'],
    [{ retention: { audit: 0 } }, ['body', 'retention', 'audit'], 'greater_than_equal'],
    [{ retention: { tasks: 'long' } }, ['body', 'retention', 'tasks'], 'int_parsing'],
    [{ retention: [] }, ['body', 'retention'], 'dict_type'],
    [{ time_zone: 'Mars/Olympus' }, ['body', 'time_zone'], 'value_error'],
    [{ time_zone: '+03:00' }, ['body', 'time_zone'], 'value_error'],
    [{ time_zone: '' }, ['body', 'time_zone'], 'value_error'],
    [{ time_zone: 'x'.repeat(65) }, ['body', 'time_zone'], 'string_too_long'],
    [{ time_zone: 'UTC\0' }, ['body', 'time_zone'], 'value_error'],
  ])('refuse %j', async (body, loc, type) => {
    const project = await server.makeProject();
    const { status, body: answer } = await server.owner('PATCH', path(project), body);
    expect([status, answer.detail[0].loc, answer.detail[0].type]).toEqual([422, loc, type]);
  });

  it('keep both of two concurrent changes', async () => {
    const project = await server.makeProject();
    await Promise.all(
      [{ audit: 3 }, { tasks: 4 }, { request_log: 5 }, { dialogs: 6 }].map((retention) =>
        server.make('PATCH', path(project), { retention }),
      ),
    );
    expect((await server.make('GET', path(project))).retention).toEqual({
      audit: 3,
      tasks: 4,
      request_log: 5,
      workflow_runs: 90,
      dialogs: 6,
      transcripts: 90,
      conversations: 36_500,
      files: 36_500,
    });
  });
});

describe('among very many rows', () => {
  let projectId: string;

  /** The nodes of a plan, outermost first. */
  async function plan(text: string, values: unknown[], on: Queryable = database): Promise<any[]> {
    const { rows } = await on.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
    const nodes: any[] = [];
    const visit = (node: any) => {
      nodes.push(node);
      for (const child of node.Plans ?? []) visit(child);
    };
    visit(rows[0]!['QUERY PLAN'][0].Plan);
    return nodes;
  }

  beforeAll(async () => {
    const project = await server.makeProject();
    projectId = uuidOf(project);
    for (const days of [300, 200, 100, 50, 10]) {
      await addAudit(projectId, daysAgo(days), 40_000);
      await addRequests(projectId, daysAgo(days), 10_000);
      await addTasks(
        projectId,
        daysAgo(days),
        Array.from({ length: 4000 }, () => 'succeeded'),
      );
    }
    await database.query(
      `INSERT INTO dialog.dialogs (project_id, identity_id, position, updated_at)
       SELECT $1, gen_random_uuid(), '{"ended":"end"}', $2::timestamptz - make_interval(mins => n)
       FROM generate_series(1, 20000) AS n`,
      [projectId, now],
    );
    await database.query(
      `INSERT INTO dialog.workflow_runs
         (project_id, id, slug, version, environment, status, input, created_at, finished_at)
       SELECT project_id, id, 'w', 1, 'live', 'succeeded', '{}', created_at, finished_at
       FROM dialog.tasks WHERE project_id = $1`,
      [projectId],
    );
    // Ids that grow with their age, as those of messages do.
    await database.query(
      `INSERT INTO dialog.webchat_messages
         (project_id, identity_id, n, message_id, direction, author, content, created_at)
       SELECT $1, $1, n, lpad(to_hex(n), 32, '0')::uuid, 'out', 'scenario', '{}',
         $2::timestamptz - make_interval(mins => 400000 - n * 20)
       FROM generate_series(1, 20000) AS n`,
      [projectId, now],
    );
    await database.query(
      `INSERT INTO dialog.conversation_messages
         (project_id, id, seq, identity_id, environment, direction, delivery, payload, created_at)
       SELECT project_id, id, seq, project_id, 'live', 'out', 'sent', payload, created_at
       FROM dialog.tasks WHERE project_id = $1`,
      [projectId],
    );
    await database.query(
      `INSERT INTO dialog.files (project_id, id, state, environment, name, type, actor_type, identity_id, created_at)
       SELECT project_id, id, 'stored', 'live', 'a', '', 'channel', project_id, created_at
       FROM dialog.tasks WHERE project_id = $1`,
      [projectId],
    );
    await database.query(
      `INSERT INTO dialog.approvals (project_id, id, environment, state, text, step, lane, call, created_at, decided_at)
       SELECT project_id, id, 'live', 'approved', '', 'w', 'run', 'w', created_at, created_at
       FROM dialog.tasks WHERE project_id = $1`,
      [projectId],
    );
    await database.query(
      'ANALYZE dialog.approvals, dialog.files, dialog.audit_log, dialog.request_log, dialog.tasks, dialog.dialogs, dialog.workflow_runs, ' +
        'dialog.webchat_messages, dialog.conversation_messages',
    );
  });

  it.each([0, 100_000, 199_900, 1e15])(
    'a page of the audit log after %d reads one short range of its key',
    async (after) => {
      const nodes = await plan(readPage.text, [projectId, after]);
      expect(nodes.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan']);
      expect(nodes[0]['Shared Hit Blocks'] + nodes[0]['Shared Read Blocks']).toBeLessThan(20);
    },
  );

  it.each(retentionRules.map((rule) => [rule.name, rule] as const))(
    'a removal by the rule %s reads an index, and only the rows that it checks',
    async (_name, rule) => {
      const limit = daysAgo(ruleDays(settings())[rule.name] > 250 ? 250 : 60);
      const nodes = await database.transaction(async (tx) => {
        expect(await takeTurn(tx)).toBe(true);
        return plan(batchBy[rule.name].text, [[projectId], [rule.beginning], [limit], 5000, now], tx);
      });
      const scans = nodes.filter(
        (node) => node['Relation Name'] === getTableName(rule.table) && node['Node Type'] !== 'ModifyTable',
      );
      expect(scans.map((node) => node['Node Type']).sort()).toEqual(['Index Scan', 'Tid Scan']);
      for (const scan of scans) expect(scan['Actual Rows']).toBeLessThanOrEqual(5000);
    },
  );
});
