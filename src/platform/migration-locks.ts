import { setTimeout as pause } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { sqlState } from './postgres.ts';

/**
 * Migrations that wait run in one transaction, which keeps the lock of every table that it has changed. A process of the version before
 * may hold one of the next tables and wait for one of the earlier ones: a deadlock, which Postgres ends by failing one of the two. So
 * all locks are taken before the first change, and given back to be tried again when one cannot be had soon.
 */

/** Shorter than `deadlock_timeout` of Postgres (1 s) at first, so that nobody who waits for these locks is failed. */
const firstWaitMs = 100;
/** Longer than that in the end: only who has waited for a second interrupts an autovacuum. */
const longestWaitMs = 3000;

/** After that a wait is reported, and then again at this interval. */
const reportMs = 5000;

/** Told what an upgrade waits for, as a sentence that says what to do. */
export type OnWait = (sentence: string) => void;

/** What a set of statements does to tables that exist, by the quoted name of the table. */
interface TableLocks {
  /** Their form changes: nobody may read them meanwhile. */
  changed: string[];
  /** They get an index, a trigger or a reference, or are copied: nobody may write them meanwhile. */
  held: string[];
}

/**
 * Begins a transaction with the locks that the waiting migrations of a folder need; the one of Drizzle goes on in it, and ends it. Does
 * nothing if no table that exists is changed, as in a new database.
 * @param applied the table in which Drizzle lists the applied migrations
 * @param onWait told every few seconds while others keep the locks
 */
export async function beginWithLocks(
  client: pg.Client,
  folder: string,
  applied: string,
  onWait: OnWait,
): Promise<void> {
  const { changed, held } = await locksFor(client, await waitingStatements(client, folder, applied));
  if (changed.length + held.length === 0) return;
  let reported = performance.now();
  await client.query('BEGIN');
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
    await client.query('SAVEPOINT before_locks');
    try {
      await client.query(`SET LOCAL lock_timeout = ${waitMs}`);
      if (changed.length > 0) await client.query(`LOCK TABLE ${changed.join(', ')} IN ACCESS EXCLUSIVE MODE`);
      if (held.length > 0) await client.query(`LOCK TABLE ${held.join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
      await client.query('SET LOCAL lock_timeout = 0');
      return;
    } catch (error) {
      // Not in time, or a deadlock.
      if (!['55P03', '40P01'].includes(sqlState(error) ?? '')) throw error;
      await client.query('ROLLBACK TO SAVEPOINT before_locks');
      if (performance.now() - reported > reportMs) {
        reported = performance.now();
        onWait(await whoKeeps(client, [...changed, ...held]));
      }
      await pause(waitMs * Math.random());
    }
  }
}

/**
 * Says which connection has used the tables in one transaction for longest. Who may not see the transactions of others' roles, as a role
 * that only migrates, sees which connections use the tables, and leaves it to an administrator to look at them.
 */
async function whoKeeps(client: pg.Client, tables: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number | null }>(
    `SELECT a.pid, coalesce(nullif(a.application_name, ''), 'no name') AS name,
       extract(epoch FROM clock_timestamp() - a.xact_start)::int AS seconds
     FROM pg_stat_activity AS a
     -- Of a connection that may not be seen both are null.
     WHERE a.pid <> pg_backend_pid() AND (a.xact_start IS NOT NULL OR a.state IS NULL) AND EXISTS (
       SELECT FROM pg_locks AS l WHERE l.pid = a.pid AND l.granted AND l.relation = ANY ($1::regclass[]))
     ORDER BY a.xact_start`,
    [tables],
  );
  const [first] = rows;
  const waits =
    'the upgrade of the database waits until nobody uses the tables that it changes, and goes on by itself';
  if (!first) return waits;
  // Without its time, an unseen one may be older than those that are seen.
  if (rows.some(({ seconds }) => seconds === null)) {
    return (
      `${waits}; this role may not see who has used them for longest: an administrator does with SELECT pid, usename, application_name, ` +
      `xact_start, query FROM pg_stat_activity WHERE pid IN (${rows.map(({ pid }) => pid).join(', ')}) ORDER BY xact_start, and ends the ` +
      'first, if it should not use them, with SELECT pg_terminate_backend of its pid'
    );
  }
  return (
    `${waits}; connection ${first.pid} of Postgres (${first.name}) has used them in one transaction for ${first.seconds} s: if it should ` +
    `not, end it with SELECT pg_terminate_backend(${first.pid})`
  );
}

/** The statements of the migrations that Drizzle will apply, by its own rule: those that are younger than the newest applied one. */
async function waitingStatements(client: pg.Client, folder: string, applied: string): Promise<string[]> {
  const { rows } = await client.query<{ known: boolean }>('SELECT to_regclass($1) IS NOT NULL AS known', [
    `drizzle.${applied}`,
  ]);
  if (!rows[0]!.known) return [];
  const newest = await client.query<{ at: string | null }>(
    `SELECT max(created_at) AS at FROM drizzle.${applied}`,
  );
  const at = Number(newest.rows[0]!.at ?? 0);
  return readMigrationFiles({ migrationsFolder: folder })
    .filter(({ folderMillis }) => folderMillis > at)
    .flatMap(({ sql }) => sql);
}

const comment = /^\s*--.*$/gm;
const definesCode = /^\s*CREATE\s+(OR\s+REPLACE\s+)?FUNCTION/i;
const changes = /^\s*(ALTER|DROP)\s/i;
/** A name with its schema; other pairs, such as a column of an alias, are found to be no table. */
const qualified = /"?([a-z_]+)"?\."?([a-z_0-9]+)"?/g;

/** What statements do to tables that exist. The bodies of functions do nothing yet. */
async function locksFor(client: pg.Client, statements: readonly string[]): Promise<TableLocks> {
  const isChanged = new Map<string, boolean>();
  for (const statement of statements.map((text) => text.replaceAll(comment, ''))) {
    if (definesCode.test(statement)) continue;
    // The first name is what is altered or dropped; others are what it refers to.
    let isFirst = changes.test(statement);
    for (const [, schema, name] of statement.matchAll(qualified)) {
      const relation = `${schema}.${name}`;
      isChanged.set(relation, isChanged.get(relation) || isFirst);
      isFirst = false;
    }
  }
  // An index is dropped with a lock of its table.
  const { rows } = await client.query<{ relation: string; tableName: string }>(
    `SELECT n.nspname || '.' || c.relname AS relation, format('%I.%I', tn.nspname, t.relname) AS "tableName"
     FROM pg_class AS c
     JOIN pg_namespace AS n ON n.oid = c.relnamespace
     LEFT JOIN pg_index AS i ON i.indexrelid = c.oid
     JOIN pg_class AS t ON t.oid = coalesce(i.indrelid, c.oid) AND t.relkind IN ('r', 'p')
     JOIN pg_namespace AS tn ON tn.oid = t.relnamespace
     WHERE n.nspname || '.' || c.relname = ANY ($1) ORDER BY 2`,
    [[...isChanged.keys()]],
  );
  const changed = new Set(
    rows.filter(({ relation }) => isChanged.get(relation)).map(({ tableName }) => tableName),
  );
  const held = new Set(rows.map(({ tableName }) => tableName).filter((name) => !changed.has(name)));
  return { changed: [...changed], held: [...held] };
}
