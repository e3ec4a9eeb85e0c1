import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../platform/ids.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { outer } from '../../platform/sql-expressions.ts';
import { search } from '../../platform/statement.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { type Actor, system } from '../audit/entry.ts';
import { connections } from '../connections/schema.ts';
import { channels, type Environment, identities, projects, type Settlement, tasks } from '../schema.ts';
import { subjectOf, type TaskKinds } from '../tasks/kinds.ts';
import { untilNotOvertaken } from '../tasks/overtaken.ts';
import { type SettleParts, settleOutcomes } from '../tasks/settle.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { lockUnknown } from '../tasks/unsettled.ts';

/** For whoever runs the installation: unknown outcomes of all projects, which may be thousands after an outage. */

/** Which unknown outcomes are wanted. What is absent is not looked at. */
export interface UnsettledFilter {
  /** Internal ids of records. */
  ids?: readonly string[] | undefined;
  projectId?: string | undefined;
  kind?: string | undefined;
  environment?: Environment | undefined;
  /** The channel or the connection through which it went. */
  targetId?: string | undefined;
  /** The customer's id in the channel. */
  externalId?: string | undefined;
  /** The code of the error, such as `no_answer`. */
  reason?: string | undefined;
  /** Of those that became unknown at this moment or later, and before the other. */
  since?: Date | undefined;
  before?: Date | undefined;
}

/** An unknown outcome, for people. */
export interface UnsettledOutcome {
  /** Its public id, such as `msg_…`. */
  id: string;
  kind: string;
  environment: Environment;
  project: { id: string; name: string };
  /** The channel or the connection through which it went; null if that is gone, or the kind has none. */
  target: { id: string; name: string } | null;
  externalId: string | null;
  reason: { code: string; message: string } | null;
  /** When it became unknown. */
  since: Date | null;
  /** Where the next page begins. */
  place: Place;
}

/** A place in the list: by project, and within it in the order in which the work was accepted. */
export interface Place {
  projectId: string;
  seq: bigint;
  id: string;
}

const t = alias(tasks, 't');
const c = alias(channels, 'c');
const n = alias(connections, 'n');
const i = alias(identities, 'i');
const p = alias(projects, 'p');

const columns = {
  projectId: t.projectId,
  seq: t.seq,
  id: t.id,
  kind: t.kind,
  environment: t.environment,
  identityId: t.identityId,
  targetId: t.targetId,
  error: t.error,
  finishedAt: t.finishedAt,
  project: p.name,
  channel: outer(c.name),
  connection: outer(n.name),
  externalId: outer(i.externalId),
};

const pageSize = 200;

/**
 * Lists unknown outcomes of all projects that are not deleted.
 * @param after the last one that is known
 * @returns a page; an empty one at the end
 */
export async function listUnsettledEverywhere(
  database: Queryable,
  kinds: TaskKinds,
  filter: UnsettledFilter,
  after?: UnsettledOutcome,
): Promise<UnsettledOutcome[]> {
  const { ids, projectId, kind, environment, targetId, externalId, reason, since, before } = filter;
  const wanted: (SQL | undefined)[] = [
    sql`${t.state} = 'unknown'`,
    sql`${p.deletedAt} IS NULL`,
    ids && sql`${t.id} = ANY (${sql.param(`{${ids.join(',')}}`)}::uuid[])`,
    projectId === undefined ? undefined : eq(t.projectId, projectId),
    kind === undefined ? undefined : eq(t.kind, kind),
    environment && eq(t.environment, environment),
    targetId === undefined ? undefined : eq(t.targetId, targetId),
    externalId === undefined ? undefined : eq(i.externalId, externalId),
    reason === undefined ? undefined : sql`${t.error} ->> 'code' = ${reason}`,
    since && gte(t.finishedAt, since),
    before && lt(t.finishedAt, before),
    after && sql`(${t.projectId}, ${t.seq}) > (${after.place.projectId}::uuid, ${after.place.seq})`,
  ];
  const rows = await search(
    database,
    columns,
    (listed) => sql`
      SELECT ${listed} FROM ${tasks} AS ${t}
        JOIN ${projects} AS ${p} ON ${p.id} = ${t.projectId}
        LEFT JOIN ${channels} AS ${c} ON ${c.projectId} = ${t.projectId} AND ${c.id} = ${t.targetId}
        LEFT JOIN ${connections} AS ${n} ON ${n.projectId} = ${t.projectId} AND ${n.id} = ${t.targetId}
        LEFT JOIN ${identities} AS ${i} ON ${i.projectId} = ${t.projectId} AND ${i.id} = ${t.identityId}
      WHERE ${and(...wanted)} ORDER BY ${t.projectId}, ${t.seq} LIMIT ${pageSize}`,
  );
  return rows.map((row) => ({
    id: subjectOf(kinds, row.kind, { id: row.id, identityId: row.identityId, payload: null }).id,
    kind: row.kind,
    environment: row.environment,
    project: { id: showId('project', row.projectId), name: row.project },
    target: targetOf(row),
    externalId: row.externalId,
    reason: row.error,
    since: row.finishedAt,
    place: { projectId: row.projectId, seq: row.seq, id: row.id },
  }));
}

interface TargetRow {
  targetId: string | null;
  channel: string | null;
  connection: string | null;
}

function targetOf({ targetId, channel, connection }: TargetRow): UnsettledOutcome['target'] {
  if (targetId === null) return null;
  if (channel !== null) return { id: showId('channel', targetId), name: channel };
  return connection === null ? null : { id: showId('connection', targetId), name: connection };
}

/** What settling many needs. */
interface SettleManyParts extends SettleParts {
  database: Database;
  tickets: Pick<Tickets<LaneTicket>, 'send'>;
}

/**
 * Settles outcomes as whoever runs the installation has decided, a page of a project in one transaction. One that somebody else has
 * settled meanwhile stays as that left it.
 * @param places all of them, read before the first is settled: what is done again may be unknown again at once
 * @param by who decides, for the record
 * @returns how many were settled
 */
export async function settleEverywhere(
  parts: SettleManyParts,
  places: readonly Place[],
  { outcome, note }: Pick<Settlement, 'outcome' | 'note'>,
  by: string,
): Promise<number> {
  const { database, tickets } = parts;
  const settlement: Settlement = { outcome, note, at: new Date().toISOString(), by };
  const actor: Actor = { ...system, name: by };
  let settled = 0;
  for (let at = 0, end = 0; at < places.length; at = end) {
    const { projectId } = places[at]!;
    while (end < Math.min(at + pageSize, places.length) && places[end]!.projectId === projectId) end++;
    const wanted = places.slice(at, end).map(({ id }) => id);
    const { records, wake } = await untilNotOvertaken(() =>
      database.transaction(async (tx) => {
        const ids = await lockUnknown(tx, projectId, wanted);
        return settleOutcomes(tx, parts, { projectId, ids, settlement, actor, requestId: null });
      }),
    );
    tickets.send(wake);
    settled += records.length;
  }
  return settled;
}
