-- Takes the head of each given lane, as before. To plan this for each call cost as much as to carry it out, and where the
-- statistics knew of no running task, each claim read all of them. Now the planner has one plan, whatever it knows, so that a
-- session plans it once and the plan is good for any size:
--
-- The head and the running task of a lane are asked for in an order that only tasks_queued and tasks_running have (sorting is
-- off), so no other index can serve. The running task is asked for by a range from the lane to the lane, because to order by
-- something that is given is no order. The head is then found by its place, which cannot be joined in another way.
--
-- "waiting" is a variable, since a constant would allow a plan that begins with all queued tasks. It is looked at again after
-- the wait for somebody who holds the row: a task that was canceled meanwhile was claimed all the same.
CREATE OR REPLACE FUNCTION dialog.claim_tasks(projects uuid[], lanes text[], lease uuid, lease_ms integer)
RETURNS SETOF dialog.tasks
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_bitmapscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET enable_sort = off
AS $$
#variable_conflict use_column
DECLARE
  waiting text := 'queued';
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(wanted.lock)
  FROM (
    SELECT DISTINCT hashtextextended(l.project_id::text || l.lane, 0) AS lock
    FROM unnest(projects, lanes) AS l(project_id, lane)
    ORDER BY 1
  ) AS wanted;
  RETURN QUERY
  UPDATE dialog.tasks AS t
  SET state = 'running',
      attempts = t.attempts + 1,
      lease = claim_tasks.lease,
      lease_until = clock_timestamp() + make_interval(secs => lease_ms / 1000.0),
      begun_at = NULL,
      started_at = coalesce(t.started_at, clock_timestamp())
  FROM (
    SELECT head.place
    FROM (SELECT DISTINCT l.project_id, l.lane FROM unnest(projects, lanes) AS l(project_id, lane)) AS wanted
    CROSS JOIN LATERAL (
      SELECT q.ctid AS place, q.due_at
      FROM dialog.tasks AS q
      WHERE q.project_id = wanted.project_id AND q.lane = wanted.lane AND q.state = 'queued'
      ORDER BY q.seq
      LIMIT 1
    ) AS head
    WHERE head.due_at <= clock_timestamp()
      AND (
        SELECT r.id
        FROM dialog.tasks AS r
        WHERE r.project_id = wanted.project_id AND r.lane >= wanted.lane AND r.lane <= wanted.lane
          AND r.state = 'running'
        ORDER BY r.lane
        LIMIT 1
      ) IS NULL
  ) AS due
  WHERE t.ctid = due.place AND t.state = waiting
  RETURNING t.*;
END
$$;
