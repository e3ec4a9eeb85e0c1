import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/postgres.ts';
import type { LaneTicket, Task } from './task.ts';

/** The lease of a task went to somebody else (or to nobody): whatever was not begun must not begin. */
export class LeaseLost extends Error {}

/**
 * Takes the head of every given lane that has one due and none running, under a lease.
 * The order within a lane, and that one of it runs at a time, are kept by the function `claim_tasks` in the database.
 *
 * Every claim has a lease of its own, never given twice. Claims do not wait for the disk, so a crash of the database
 * can undo one: whoever made it then finds that its lease counts for nothing, also when the same process claims again.
 */
export async function claimTasks(database: Database, lanes: LaneTicket[], leaseMs: number): Promise<Task[]> {
  const { rows } = await database.query<Task>({
    name: 'claim',
    text: `SELECT project_id AS "projectId", id, kind, environment, lane, target_id AS "targetId",
             identity_id AS "identityId", request_id AS "requestId", payload, waiter, progress,
             attempts, lease,
             deadline_at AS "deadlineAt", created_at AS "createdAt"
           FROM dialog.claim_tasks($1::uuid[], $2::text[], $3::uuid, $4::int)`,
    values: [lanes.map((lane) => lane[0]), lanes.map((lane) => lane[1]), randomUUID(), leaseMs],
  });
  return rows;
}

/**
 * Commits that these tasks are about to touch the outside world. From then on a crash makes them `unknown`, never
 * repeated.
 * @returns one answer a task: false where the lease was lost, so that it must not act.
 */
export async function markBegun(database: Database, tasks: Task[]): Promise<boolean[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'begin',
    text: `UPDATE dialog.tasks AS t SET begun_at = clock_timestamp()
           FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS i(project_id, id, lease)
           WHERE t.project_id = i.project_id AND t.id = i.id AND t.lease = i.lease
             AND t.state = 'running' AND t.begun_at IS NULL
           RETURNING t.id`,
    values: leases(tasks),
  });
  const begun = new Set(rows.map((row) => row.id));
  return tasks.map((task) => begun.has(task.id));
}

/**
 * Prolongs the leases of these tasks, and of no other: a claim whose answer was lost on the way must run out, since
 * nobody is carrying it out.
 */
export async function renewLeases(database: Database, tasks: Task[], leaseMs: number): Promise<void> {
  await database.query({
    name: 'renew',
    text: `UPDATE dialog.tasks AS t SET lease_until = clock_timestamp() + make_interval(secs => $4::int / 1000.0)
           FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS i(project_id, id, lease)
           WHERE t.project_id = i.project_id AND t.id = i.id AND t.lease = i.lease AND t.state = 'running'`,
    values: [...leases(tasks), leaseMs],
  });
}

const leases = (tasks: Task[]): string[][] => [
  tasks.map((task) => task.projectId),
  tasks.map((task) => task.id),
  tasks.map((task) => task.lease),
];
