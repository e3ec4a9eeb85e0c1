import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { newId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { statement } from '../../platform/statement.ts';
import type { TurnGroup } from '../flows/turn-group.ts';
import { replaceQueued } from '../tasks/replace.ts';
import { runDebounces } from './schema.ts';
import { type NewRun, startRuns, startTask } from './start.ts';

/** A run that begins when no other start with its key has come for some time. */
export interface DebouncedRun extends NewRun {
  debounce: { key: string; seconds: number };
}

const d = alias(runDebounces, 'd');
const wanted = rowsOf('i', { projectId: d.projectId, slug: d.slug, key: d.key, runId: d.runId });
const columns = [d.projectId, d.slug, d.key, d.runId];

const hold = statement({
  name: 'debounces-hold',
  params: { wanted },
  columns: { projectId: d.projectId, slug: d.slug, key: d.key, runId: d.runId },
  query: (p, shown) => sql`
    INSERT INTO ${runDebounces} AS ${d} (${names(...columns)})
    SELECT ${names(...columns)} FROM ${p.wanted} ORDER BY ${names(d.projectId, d.slug, d.key)}
    ON CONFLICT (${names(d.projectId, d.slug, d.key)}) DO UPDATE SET ${name(d.at)} = clock_timestamp()
    RETURNING ${shown}`,
});

const follow = statement({
  name: 'debounces-follow',
  params: { wanted },
  query: (p) => sql`
    UPDATE ${runDebounces} AS ${d} SET ${name(d.runId)} = ${wanted.at.runId}
    FROM ${p.wanted}
    WHERE ${d.projectId} = ${wanted.at.projectId} AND ${d.slug} = ${wanted.at.slug} AND ${d.key} = ${wanted.at.key}`,
});

const begun = rowsOf('i', { projectId: d.projectId, slug: d.slug, key: d.key, runId: d.runId });

const forget = statement({
  name: 'debounces-forget',
  params: { begun },
  query: (p) => sql`
    DELETE FROM ${runDebounces} AS ${d} USING ${p.begun}
    WHERE ${d.projectId} = ${begun.at.projectId} AND ${d.slug} = ${begun.at.slug} AND ${d.key} = ${begun.at.key}
      AND ${d.runId} = ${begun.at.runId}`,
});

const placeOf = ({ projectId, slug, key }: { projectId: string; slug: string; key: string }): string =>
  JSON.stringify([projectId, slug, key]);

/**
 * Starts runs that wait for further starts. Of those with one key in a workflow there is one that has not begun: a later start gives
 * it its own event and postpones it. The row of the key is locked before the task of its run, and rows in one order, so two
 * transactions with the same keys wait for each other.
 * @returns the public id of the run of each
 */
export async function startDebounced(group: TurnGroup, runs: DebouncedRun[]): Promise<string[]> {
  if (runs.length === 0) return [];
  const { tx, outbox } = group;
  const keys = runs.map(({ projectId, workflow: slug, environment, debounce }) => ({
    ...{ projectId, slug, key: `${environment} ${debounce.key}` },
  }));
  /** The last start with a key is the one that counts. */
  const last = new Map(keys.map((key, i) => [placeOf(key), { ...key, run: runs[i]!, runId: newId() }]));
  const held = await hold.all(tx, { wanted: [...last.values()] });
  const known = held.filter((row) => row.runId !== last.get(placeOf(row))!.runId);
  const postponed = await replaceQueued(
    tx,
    known.map((row) => taskOf(last.get(placeOf(row))!.run, row)),
  );
  const idOf = new Map<string, string>();
  for (const row of known) if (postponed.has(row.runId)) idOf.set(placeOf(row), row.runId);
  const fresh = [...last].filter(([place]) => !idOf.has(place)).map(([, each]) => each);
  const gone = new Set(known.map(placeOf));
  const replaced = fresh.filter((each) => gone.has(placeOf(each)));
  if (replaced.length > 0) await follow.run(tx, { wanted: replaced });
  startRuns(
    outbox,
    fresh.map(({ run, runId: id, key }) => delayed(run, { runId: id, key })),
  );
  for (const each of fresh) idOf.set(placeOf(each), each.runId);
  return keys.map((key) => showId('run', idOf.get(placeOf(key))!));
}

const delayed = (run: DebouncedRun, { runId: id, key }: { runId: string; key: string }): NewRun => ({
  ...run,
  id,
  afterMs: run.debounce.seconds * 1000,
  debounceKey: key,
});

const taskOf = (run: DebouncedRun, row: { runId: string; key: string }) => startTask(delayed(run, row));

/** Forgets runs that begin: the next start with their key is of another one. */
export async function forgetDebounced(
  tx: Transaction,
  given: { projectId: string; slug: string; key: string; runId: string }[],
): Promise<void> {
  const sorted = given.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  if (sorted.length > 0) await forget.run(tx, { begun: sorted });
}
