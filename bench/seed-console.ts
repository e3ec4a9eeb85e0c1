import type pg from 'pg';
import type { Client } from '../test/harness/client.ts';
import { until } from '../test/harness/until.ts';
import { idAt, random } from './seed-history.ts';

/** Rows of each long page. */
export const rows = 10_000;
const name = 'Ten thousand rows';

/**
 * A project with that many customers, conversations, runs, payments, requests with a key, and entries of the audit log, all of the sandbox. Customers come by
 * an import, as the lists of them keep more than their rows; the rest is written by SQL.
 * @returns the id of the project
 */
export async function seedConsole(client: Client, pool: pg.Pool): Promise<string> {
  const { id: project } = await client.make('POST', '/projects', { name });
  const channel = await client.makeChannel(project);
  await client.makeKey(project);
  const lines = Array.from(
    { length: rows },
    (_, n) => `customer-${n},${n % 3 ? 'new' : 'regular'},City ${n % 50}`,
  );
  const file = ['external_id,tags,state.city', ...lines].join('\n');
  const answer = await client.owner(
    'POST',
    `/projects/${project}/customers.csv?channel_id=${channel.id}`,
    file,
    {
      'content-type': 'text/csv',
    },
  );
  if (answer.body.created !== rows) throw new Error(`customers were not imported: ${answer.text}`);
  // One every five minutes, the last one now.
  const made = `
    SELECT n, k.project_id, k.id AS key_id, i.id AS identity_id, i.profile_id, i.channel_id, r.hex, m.at, ${idAt('m.at')} AS id
    FROM dialog.projects AS p
    JOIN dialog.project_keys AS k ON k.project_id = p.id
    JOIN (SELECT *, row_number() OVER (ORDER BY id) AS n FROM dialog.identities) AS i ON i.project_id = p.id
    CROSS JOIN LATERAL (SELECT now() - interval '5 minutes' * (${rows} - n) AS at) AS m
    CROSS JOIN LATERAL ${random}
    WHERE p.name = '${name}'`;
  await pool.query(`
    CREATE TEMPORARY TABLE made AS ${made};
    INSERT INTO dialog.workflow_runs (project_id, id, slug, version, environment, status, input, created_at, started_at, finished_at)
      SELECT project_id, id, 'nightly-report', 1, 'sandbox', CASE WHEN n % 20 = 0 THEN 'failed' ELSE 'succeeded' END, '{}', at, at,
        at + interval '2 seconds'
      FROM made ORDER BY n;
    INSERT INTO dialog.conversation_messages (project_id, id, seq, identity_id, environment, direction, delivery, payload, created_at)
      SELECT project_id, id, n, identity_id, 'sandbox', 'in', 'received', json_build_object('text', 'Where is my order ' || n || '?'), at
      FROM made ORDER BY n;
    INSERT INTO dialog.conversations (project_id, profile_id, place, identity_id, channel_id, state, heard_at, unanswered_since)
      SELECT project_id, profile_id, n, identity_id, channel_id, 'ended', at, CASE WHEN n % 7 = 0 THEN at END
      FROM made ORDER BY n;
    INSERT INTO dialog.orders (project_id, id, operation, identity_id, environment, test, status, amount, currency, description, return_url,
        shop_id, idempotence_key, created_at, paid_at)
      SELECT project_id, id, 'sell', identity_id, 'sandbox', true, CASE WHEN n % 10 = 0 THEN 'canceled' ELSE 'succeeded' END, 10 + n % 90,
        'EUR', 'Order ' || n, 'https://shop.example', 'shop', hex::uuid, at, CASE WHEN n % 10 > 0 THEN at END
      FROM made ORDER BY n;
    INSERT INTO dialog.request_log (project_id, at, key_id, method, path, status, duration_ms, request_id, address)
      SELECT project_id, at, key_id, 'POST', '/api/v1/projects/prj_' || left(hex, 26) || '/messages',
        CASE WHEN n % 25 = 0 THEN 422 ELSE 202 END, 4, hex::uuid::text, '10.0.0.7'
      FROM made ORDER BY n;
    INSERT INTO dialog.audit_inbox (project_id, at, actor_type, action, subject_type, subject_id, environment, identity_id, data)
      SELECT project_id, at, 'system', 'message.sent', 'message', 'msg_' || left(hex, 26), 'sandbox', identity_id, '{"attempts":1}'
      FROM made ORDER BY n;
    DROP TABLE made;
    ANALYZE`);
  // The server numbers them itself.
  await until(async () => {
    const { rows: found } = await pool.query('SELECT count(*)::int AS count FROM dialog.audit_log');
    return found[0].count >= rows;
  });
  return project;
}
