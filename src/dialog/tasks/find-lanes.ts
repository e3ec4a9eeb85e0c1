import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { noId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';
import type { LaneTicket } from './task.ts';

/** Most origins that one sweep checks. */
const originsPerSweep = 2000;
/** Most lanes of one origin that a sweep checks; workers fetch further ones when they have room. */
const lanesPerOrigin = 25;
/** Most lanes that one sweep checks. */
const lanesPerSweep = 5000;

/** Where a sweep continues: after this origin of this project. */
export interface SweepPlace {
  projectId: string;
  origin: string;
}

/** A place before every project, for the first sweep. */
export const firstPlace: SweepPlace = { projectId: noId, origin: '' };

export interface FoundLanes {
  /** Lanes with due work that nobody runs. */
  lanes: LaneTicket[];
  /** One lane of each origin that may have more. */
  behind: LaneTicket[];
  /** Where the next sweep begins. */
  next: SweepPlace;
}

const t = alias(tasks, 't');
const r = alias(tasks, 'r');
const q = alias(tasks, 'q');
const isQueued = (table: typeof t | typeof q) => sql`${table.state} = 'queued'`;
const ofOrigin = sql`${isQueued(t)} AND ${t.projectId} = origins.project_id AND ${t.origin} = origins.origin`;
const inOrder = sql`${t.projectId}, ${t.origin}, ${t.lane}`;

/** Skips through the index tasks_waiting, from origin to origin and within each from lane to lane. */
export const find = statement({
  name: 'find-lanes',
  params: {
    projectId: tasks.projectId,
    origin: tasks.origin,
    originsPerSweep: types.int,
    lanesPerOrigin: types.int,
    lanesPerSweep: types.int,
  },
  columns: {
    n: as(types.int, sql`origins.n`),
    place: as(types.int, sql`found.place`),
    projectId: as(tasks.projectId, sql`origins.project_id`),
    origin: as(tasks.origin, sql`origins.origin`),
    lane: as(tasks.lane, sql`found.lane`),
    targetId: as(tasks.targetId, sql`head.target_id`),
    due: as(
      types.boolean,
      sql`head.due_at <= clock_timestamp() AND NOT EXISTS (
        SELECT 1 FROM ${tasks} AS ${r}
        WHERE ${r.projectId} = origins.project_id AND ${r.lane} = found.lane AND ${r.state} = 'running'
      )`,
    ),
  },
  prepared: false,
  query: (p, columns) => sql`
WITH RECURSIVE origins AS (
  (SELECT ${t.projectId}, ${t.origin}, 1 AS n FROM ${tasks} AS ${t}
   WHERE ${isQueued(t)} AND (${t.projectId}, ${t.origin}) > (${p.projectId}, ${p.origin})
   ORDER BY ${inOrder} LIMIT 1)
  UNION ALL
  SELECT next.project_id, next.origin, origins.n + 1
  FROM origins CROSS JOIN LATERAL (
    SELECT ${t.projectId}, ${t.origin} FROM ${tasks} AS ${t}
    WHERE ${isQueued(t)} AND (${t.projectId}, ${t.origin}) > (origins.project_id, origins.origin)
    ORDER BY ${inOrder} LIMIT 1
  ) AS next
  WHERE origins.n < ${p.originsPerSweep}
)
SELECT ${columns}
FROM origins CROSS JOIN LATERAL (
  WITH RECURSIVE lanes AS (
    (SELECT ${t.lane}, 1 AS place FROM ${tasks} AS ${t} WHERE ${ofOrigin} ORDER BY ${inOrder} LIMIT 1)
    UNION ALL
    SELECT next.lane, lanes.place + 1
    FROM lanes CROSS JOIN LATERAL (
      SELECT ${t.lane} FROM ${tasks} AS ${t} WHERE ${ofOrigin} AND ${t.lane} > lanes.lane ORDER BY ${inOrder} LIMIT 1
    ) AS next
    WHERE lanes.place < ${p.lanesPerOrigin}
  )
  SELECT lane, place FROM lanes
) AS found
CROSS JOIN LATERAL (
  SELECT ${q.targetId}, ${q.dueAt} FROM ${tasks} AS ${q}
  WHERE ${isQueued(q)} AND ${q.projectId} = origins.project_id AND ${q.lane} = found.lane
  ORDER BY ${q.projectId}, ${q.lane}, ${q.seq} LIMIT 1
) AS head
LIMIT ${p.lanesPerSweep}`,
});

/**
 * Goes from origin to origin, and so from project to project, and takes a few lanes of each: an origin with many lanes is
 * found as soon as one with a single lane, and costs as little. Without queued tasks it costs nothing.
 */
export async function findLanes(tx: Transaction, after: SweepPlace): Promise<FoundLanes> {
  const rows = await find.all(tx, { ...after, originsPerSweep, lanesPerOrigin, lanesPerSweep });
  const ticketOf = ({ projectId, lane, targetId, origin }: (typeof rows)[number]): LaneTicket => [
    projectId,
    lane,
    targetId,
    origin,
  ];
  const last = rows.at(-1);
  const cut = rows.length === lanesPerSweep;
  const seenAll = !last || !(cut || last.n === originsPerSweep);
  return {
    lanes: rows.filter((row) => row.due).map(ticketOf),
    behind: rows.filter((row) => row.place === lanesPerOrigin || (cut && row === last)).map(ticketOf),
    next: seenAll ? firstPlace : { projectId: last.projectId, origin: last.origin },
  };
}
