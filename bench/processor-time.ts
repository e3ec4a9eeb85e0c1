import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { median, whole } from './figures.ts';
import { cpuMs, type Running } from './processes.ts';

/** Processor time of servers and of their database, so that two revisions can be compared on a machine that is not quiet. */

/** In ms so far, or in µs for each unit of work. */
export interface Spent {
  node: number;
  /** Of the sessions that the servers have with this database. */
  postgres: number;
}

/** Processor time so far, in ms. */
export async function spentBy(pool: pg.Pool, processes: Running[]): Promise<Spent> {
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'parley%'`,
  );
  return {
    node: sum(processes.map(({ pid }) => cpuMs(pid))),
    postgres: sum(rows.map(({ pid }) => sessionMs(pid))),
  };
}

/** Processor time of some work, in µs for each of its units. */
export async function costOf(
  pool: pg.Pool,
  processes: Running[],
  units: number,
  work: () => Promise<unknown>,
): Promise<Spent> {
  const before = await spentBy(pool, processes);
  await work();
  const after = await spentBy(pool, processes);
  return {
    node: ((after.node - before.node) * 1000) / units,
    postgres: ((after.postgres - before.postgres) * 1000) / units,
  };
}

/** `61 + 40 µs`: of Node and of Postgres, the medians of several rounds. */
export function showSpent(rounds: Spent[]): string {
  const of = (part: keyof Spent) => whole(median(rounds.map((spent) => spent[part])));
  return `${of('node')} + ${of('postgres')} µs of Node and Postgres`;
}

/** Finer than `cpuMs`, for the many sessions that do little each; see proc(5). Linux only: elsewhere NaN. */
function sessionMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

function sum(values: number[]): number {
  return values.reduce((all, each) => all + each, 0);
}
