import type pg from 'pg';

/** Years of work in minutes: projects with customers, and what their finished tasks leave in the tables. */

/** Days that the history covers: what TASK_RETENTION_DAYS keeps. */
export const historyDays = 89;
/** Customers of each project. */
export const customers = 10;
const atOnce = 500_000;

/** The share of the tasks that the autovacuum of `dialog.tasks` leaves as dead rows at the most, with some room. */
const deadShare = 0.045;
/** Versions that a task in the sandbox leaves behind: as it was queued, and as it was claimed. */
const deadVersions = 2;

/** An id as the server makes it, with its time in front. */
export const idAt = (at: string) => `
  (lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '7' || substr(r.hex, 1, 3)
    || '8' || substr(r.hex, 4, 15))::uuid`;
export const random = '(SELECT md5(random()::text || n::text) AS hex) AS r';

/**
 * Projects, each with a sandbox channel, customers and a key. Their ids are in `bench.projects` and `bench.customers`, numbered
 * from 0.
 */
export async function seedProjects(pool: pg.Pool, projects: number): Promise<void> {
  await pool.query(`
    CREATE SCHEMA bench;
    CREATE TABLE bench.projects AS
      SELECT n, ${idAt("now() - interval '90 days'")} AS id, gen_random_uuid() AS channel_id, gen_random_uuid() AS key_id
      FROM generate_series(0, ${projects - 1}) AS n CROSS JOIN LATERAL ${random};
    ALTER TABLE bench.projects ADD PRIMARY KEY (n);
    CREATE TABLE bench.customers AS
      SELECT p.n AS project, c.n AS customer, p.id AS project_id, p.channel_id,
        gen_random_uuid() AS identity_id, gen_random_uuid() AS profile_id
      FROM bench.projects AS p, generate_series(0, ${customers - 1}) AS c(n);
    ALTER TABLE bench.customers ADD PRIMARY KEY (project, customer);
    INSERT INTO dialog.owners (id, email, password_hash) VALUES (gen_random_uuid(), 'bench@example.com', '-');
    INSERT INTO dialog.projects (id, owner_id, name) SELECT p.id, o.id, 'bench' FROM bench.projects AS p, dialog.owners AS o;
    INSERT INTO dialog.channels (project_id, id, type, name, environment, settings, secrets)
      SELECT id, channel_id, 'webhook', 'bench', 'sandbox', '{"url":"http://127.0.0.1:9"}', '' FROM bench.projects;
    INSERT INTO dialog.project_keys (project_id, id, name, scopes, hash, hint)
      SELECT id, key_id, 'bench', '{messages:write}', sha256(key_id::text::bytea), '' FROM bench.projects;
    INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id)
      SELECT project_id, identity_id, channel_id, identity_id::text, profile_id FROM bench.customers;
    INSERT INTO dialog.profiles (project_id, id, state, tags)
      SELECT project_id, profile_id, '{"stage":"trial","language":"en"}', '{new,newsletter}' FROM bench.customers;
    INSERT INTO dialog.project_counters (project_id, shard, unfinished, day)
      SELECT id, 0, 0, (now() AT TIME ZONE 'UTC')::date FROM bench.projects;
    ANALYZE`);
}

/** What every message has. A tenth of all belongs to the first project, the rest to the others in turn. */
const messagesOf = (projects: number, tasks: number, from: number, to: number) => `
  SELECT n, c.project_id, c.identity_id, n / ${tasks}.0 AS part, m.at, m.number,
    ${idAt('m.at')} AS id, r.hex
  FROM generate_series(${from}, ${to}) AS n
  CROSS JOIN LATERAL (
    SELECT now() - interval '1 day' - interval '${historyDays} days' * (1 - n / ${tasks}.0) AS at,
      CASE WHEN n % 10 = 0 THEN 0 ELSE 1 + (n - n / 10 - 1) % ${projects - 1} END AS project,
      CASE WHEN n % 10 = 0 THEN n / 10 ELSE (n - n / 10 - 1) / ${projects - 1} + 1 END AS number
  ) AS m
  JOIN bench.customers AS c ON c.project = m.project AND c.customer = (m.number % ${customers})
  CROSS JOIN LATERAL ${random}
  ORDER BY n`;

const payload = JSON.stringify({
  text: 'Your order 4711 is ready. Shall we deliver it today between five and seven, or will you collect it?',
  buttons: [{ text: 'Deliver' }, { text: 'Collect', id: 'collect', payload: { order: 4711 } }],
});

/**
 * So many finished messages over the last weeks, each with an entry of the audit log, those of the last days with their request
 * keys and lines of the request log; and the last ones as they are just before the autovacuum comes, with all their dead rows.
 */
export async function seedHistory(
  pool: pg.Pool,
  { projects, tasks, tell }: { projects: number; tasks: number; tell(line: string): void },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      `SET synchronous_commit = off; SET jit = off; SET work_mem = '256MB'; SET enable_mergejoin = off`,
    );
    for (let from = 1; from <= tasks; from += atOnce) {
      const to = Math.min(tasks, from + atOnce - 1);
      await client.query(`
        CREATE TEMPORARY TABLE made AS ${messagesOf(projects, tasks, from, to)};
        INSERT INTO dialog.tasks (project_id, id, kind, state, environment, lane, origin, identity_id, request_id, payload,
            attempts, due_at, deadline_at, created_at, started_at, finished_at)
          SELECT project_id, id, 'message', CASE WHEN n % 100 = 0 THEN 'failed' ELSE 'succeeded' END, 'sandbox',
            'message:' || identity_id, 'message', identity_id, hex::uuid::text, '${payload}', 1, at,
            at + interval '1 day', at, at + interval '9 ms', at + interval '14 ms'
          FROM made ORDER BY n;
        INSERT INTO dialog.audit_log (project_id, id, at, actor_type, action, subject_type, subject_id, environment,
            identity_id, data)
          SELECT project_id, number, at, 'system', 'message.sent', 'message', 'msg_' || left(hex, 26), 'sandbox',
            identity_id, '{"attempts":1}'
          FROM made ORDER BY n;
        INSERT INTO dialog.request_keys (project_id, endpoint, key, fingerprint, answer, created_at)
          SELECT project_id, 'messages', hex::uuid::text, decode(hex || hex, 'hex'),
            '{"message_id":"msg_' || left(hex, 26) || '","status":"queued"}', at
          FROM made WHERE part > 1 - 7.0 / ${historyDays} ORDER BY n;
        INSERT INTO dialog.request_log (project_id, at, key_id, method, path, status, duration_ms, request_id, address)
          SELECT made.project_id, made.at, p.key_id, 'POST', '/api/v1/projects/prj_' || left(hex, 26) || '/messages', 202,
            4, hex::uuid::text, '10.0.0.7'
          FROM made JOIN bench.projects AS p ON p.id = made.project_id WHERE part > 1 - 30.0 / ${historyDays} ORDER BY made.n;
        INSERT INTO dialog.daily_figures (project_id, environment, channel_id, day, messages_out)
          SELECT made.project_id, 'sandbox', channel.id, (at AT TIME ZONE 'UTC')::date, count(*)
          FROM made JOIN bench.projects AS p ON p.id = made.project_id,
            unnest(ARRAY[p.channel_id, '00000000-0000-0000-0000-000000000000'::uuid]) AS channel(id)
          GROUP BY 1, 3, 4 ON CONFLICT DO NOTHING;
        DROP TABLE made`);
      if (to < tasks) tell(`  ${to.toLocaleString('en-US')} tasks`);
    }
    await client.query(`
      INSERT INTO dialog.audit_heads (project_id, last) SELECT project_id, max(id) FROM dialog.audit_log GROUP BY project_id`);
    // What the autovacuum would have done, and after it the last tasks that it has not come to.
    await client.query('VACUUM ANALYZE');
    await client.query('ALTER TABLE dialog.tasks SET (autovacuum_enabled = false)');
    const dead = Math.floor((tasks * deadShare) / deadVersions);
    await client.query(`
      INSERT INTO dialog.tasks (project_id, id, kind, environment, lane, origin, identity_id, payload, deadline_at)
        SELECT project_id, id, 'message', 'sandbox', 'message:' || identity_id || ':' || n, 'message', identity_id,
          '${payload}', now() + interval '1 day'
        FROM (${messagesOf(projects, Math.max(dead, 1), 1, dead)}) AS made ORDER BY n`);
    await client.query(`
      UPDATE dialog.tasks SET state = 'running', attempts = 1, lease = id, lease_until = now(), started_at = now()
      WHERE state = 'queued'`);
    await client.query(`
      UPDATE dialog.tasks SET state = 'succeeded', lease = NULL, lease_until = NULL, finished_at = now()
      WHERE state = 'running'`);
  } finally {
    client.release();
  }
}
