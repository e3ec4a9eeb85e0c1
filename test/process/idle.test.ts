import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const query = async (text: string, values: unknown[] = []) =>
  (await server.server.parts.database.query<any>(text, values)).rows;

/** Projects in which nothing happens, each with a subscription, a dialog that waits for a time, and a schedule. */
const addIdle = (count: number) =>
  query(
    `WITH made AS (
       SELECT gen_random_uuid() AS project, gen_random_uuid() AS id FROM generate_series(1, $1::int)
     ), project AS (
       INSERT INTO dialog.projects (id, owner_id, name) SELECT m.project, o.id, 'idle' FROM made AS m, dialog.owners AS o
     ), channel AS (
       INSERT INTO dialog.channels (project_id, id, type, name, environment, settings, secrets)
       SELECT project, id, 'webhook', 'c', 'live', '{}', '' FROM made
     ), identity AS (
       INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id)
       SELECT project, id, id, 'x', id FROM made
     ), dialog AS (
       INSERT INTO dialog.dialogs (project_id, identity_id, wake_at) SELECT project, id, now() + interval '1 day' FROM made
     ), workflow AS (
       INSERT INTO dialog.workflows (project_id, slug, name, environment, definition, version)
       SELECT project, 'w', 'w', 'live', '{}', 1 FROM made
     ), schedule AS (
       INSERT INTO dialog.workflow_triggers (project_id, slug, n, type, trigger, next_at)
       SELECT project, 'w', 0, 'schedule', '{"type":"schedule","cron":"0 0 * * *"}', now() + interval '1 day' FROM made
     ), head AS (
       INSERT INTO dialog.audit_heads (project_id, last) SELECT project, 5 FROM made
     ), record AS (
       INSERT INTO dialog.conversation_cursors (project_id, last) SELECT project, 5 FROM made
     ), search AS (
       INSERT INTO dialog.search_cursors (project_id, last) SELECT project, 5 FROM made
     ), tagged AS (
       INSERT INTO dialog.tag_cursors (project_id, last) SELECT project, 5 FROM made
     )
     INSERT INTO dialog.subscriptions (project_id, id, slug, name, kinds, environments, url, secret, cursor)
     SELECT project, id, 's', 's', '{message.*}', '{live}', 'http://127.0.0.1:9/', '', 5 FROM made`,
    [count],
  );

/** What the server has done since it started, as Postgres counts it. */
const counted = async (): Promise<{ rows: number; transactions: number }> =>
  (
    await query(
      `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows,
         (SELECT xact_commit::int FROM pg_stat_database WHERE datname = current_database()) AS transactions
       FROM pg_stat_user_tables WHERE schemaname = 'dialog'`,
    )
  )[0];

/** Each second one look at what is due, two at the audit log, half a sweep, and some that come every five seconds. */
const fewTransactions = 80;
/** Three looks of the followers of the audit log, at 500 projects each. A loop that reads all would read 3,000 rows and more each second. */
const fewRows = 12_000;
const windowMs = 11_000;

it('an idle server makes few transactions, and reads few rows although it has 3,000 idle projects', async () => {
  await addIdle(3000);
  // The first looks find all of them new. What a connection did is counted at the latest when it was idle for ten seconds, and so in a
  // later window than that in which it did it; what is read all the time is in each of them.
  let done = { transactions: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY };
  for (
    let window = 0;
    window < 4 && (done.transactions >= fewTransactions || done.rows >= fewRows);
    window++
  ) {
    const before = await counted();
    await setTimeout(windowMs);
    const after = await counted();
    done = { transactions: after.transactions - before.transactions, rows: after.rows - before.rows };
  }
  expect(done.transactions).toBeLessThan(fewTransactions);
  expect(done.rows).toBeLessThan(fewRows);
});
