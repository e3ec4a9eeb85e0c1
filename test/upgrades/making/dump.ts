import { execFileSync } from 'node:child_process';
import type { TaskRecord } from '../record.ts';
import type { Installation } from './installation.ts';

type Query = Installation['query'];

/**
 * Puts tasks that a process without a worker accepted, or that a dead one held, into states that a kill rarely
 * produces. Only these rows are not written by the server itself:
 * - claimed: taken by the server's own `claim_tasks`, for a process that is never heard of again;
 * - later, overdue: the task waits for its next attempt, which comes some seconds after the dump or should have come;
 * - queued: of what was under way, given back.
 */
export async function arrange(query: Query, tasks: readonly TaskRecord[]): Promise<void> {
  await query(
    `UPDATE dialog.tasks SET state = 'queued', lease = NULL, lease_until = NULL, attempts = 0, started_at = NULL
     WHERE id = ANY ($1) AND state = 'running' AND begun_at IS NULL`,
    [tasks.filter(({ left }) => left !== 'claimed').map(({ id }) => id)],
  );
  const claimed = tasks.filter(({ left }) => left === 'claimed').map(({ id }) => id);
  await query(
    `SELECT count(*) FROM (SELECT array_agg(project_id) AS projects, array_agg(lane) AS lanes FROM dialog.tasks
       WHERE id = ANY ($1) AND state = 'queued') AS wanted,
     LATERAL dialog.claim_tasks(wanted.projects, wanted.lanes, gen_random_uuid(), 2000)`,
    [claimed],
  );
  const waiting = tasks.filter(({ left }) => left === 'later' || left === 'overdue').map(({ id }) => id);
  await query(`UPDATE dialog.tasks SET attempts = greatest(attempts, 1) WHERE id = ANY ($1)`, [waiting]);
  // Other tasks that were delayed for ten minutes, such as the jobs of dialogs, become due together with the `later`
  // ones.
  await query(
    `UPDATE dialog.tasks SET due_at = CASE WHEN id = ANY ($1) THEN now() - interval '5 s' ELSE now() + interval '6 s' END
     WHERE state = 'queued' AND (id = ANY ($2) OR due_at > now() + interval '60 s')`,
    [tasks.filter(({ left }) => left === 'overdue').map(({ id }) => id), waiting],
  );
  await query(
    `UPDATE dialog.workflow_triggers SET next_at = now() - interval '3 minutes' WHERE next_at IS NOT NULL`,
  );
}

/** The parts of the product: its schemas, the records of its migrations, and the extension that its indexes need. */
const own = ['-n', 'dialog', '-n', 'catalog', '-n', 'drizzle', '-e', 'pg_trgm'];

/**
 * A dump as SQL that needs no psql. The tickets of the queue are not in it: they are hints, and the sweep finds what
 * they named.
 * @param hosts `127.0.0.1:<port>` by names, which stand in the dump in their place
 */
export function dump(databaseUrl: string, hosts: Record<string, string>): string {
  const flags = ['--no-owner', '--no-privileges', '--rows-per-insert=200', ...own];
  const sql = execFileSync('pg_dump', [...flags, databaseUrl], {
    encoding: 'utf8',
    env: { ...process.env, PGTZ: 'UTC', TZ: 'UTC' },
    maxBuffer: 2 ** 28,
  });
  const kept = sql
    .split('\n')
    .filter((line) => !/^(--|\\(un)?restrict)/.test(line) && line !== '')
    // Settings that only servers of the dump's version have do not affect its data.
    .filter((line) => !/^SET (transaction_timeout|default_table_access_method)/.test(line))
    .join('\n');
  return `${withNames(kept, hosts)}\n`;
}

export function withNames(text: string, hosts: Record<string, string>): string {
  for (const [name, host] of Object.entries(hosts)) {
    if (!text.includes(host)) throw new Error(`${name} stands nowhere`);
    text = text.replaceAll(host, `${name}.outside.invalid`);
  }
  return text;
}
