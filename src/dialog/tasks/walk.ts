import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';
import type { OriginBehind } from './fair-queue.ts';
import { laneWalks } from './schema.ts';
import type { LaneTicket } from './task.ts';

/** Most lanes of an origin that one call passes: many of them may not be due, or may be running already. */
const lanesAWalk = 500;

/** What a walk found: lanes with due work, and whether there may be more. */
export interface Walked {
  lanes: LaneTicket[];
  more: boolean;
}

const f = rowsOf('f', { projectId: laneWalks.projectId, origin: laneWalks.origin, room: types.int });

const walk = statement({
  name: 'walk-lanes',
  params: { origins: f, most: types.int, full: listOf(types.uuid) },
  columns: {
    n: f.n,
    lanes: as(listOf(tasks.lane), sql`w.lanes`),
    targets: as(listOf(tasks.targetId), sql`w.targets`),
    more: as(types.boolean, sql`w.more`),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${p.origins}
    CROSS JOIN LATERAL dialog.walk_lanes(${f.at.projectId}, ${f.at.origin}, ${f.at.room}, ${p.most}, ${p.full}) AS w`,
});

/**
 * Continues the walk over the waiting lanes of these origins, which all workers share: each lane is given to one worker, and
 * comes again after all other lanes of its origin.
 * @param full targets whose lanes are skipped
 * @returns what was found, in the order of the origins
 */
export async function walkLanes(
  database: Database,
  origins: OriginBehind[],
  full: string[],
): Promise<Walked[]> {
  // All workers use one order, because each origin of the batch stays locked until the statement ends.
  const sorted = origins.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const rows = await walk.all(database, { origins: sorted, most: lanesAWalk, full });
  const found = new Map<OriginBehind, Walked>();
  for (const { n, lanes, targets, more } of rows) {
    const behind = sorted[n - 1]!;
    const { projectId, origin } = behind;
    found.set(behind, {
      lanes: lanes.map((lane, i): LaneTicket => [projectId, lane, targets[i]!, origin]),
      more,
    });
  }
  return origins.map((origin) => found.get(origin)!);
}

const keyOf = ({ projectId, origin }: OriginBehind): string => `${projectId} ${origin}`;
