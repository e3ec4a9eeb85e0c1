-- Rate windows may be forgotten in a crash: they last a minute.
ALTER TABLE dialog.rate_windows SET UNLOGGED;
--> statement-breakpoint
-- Rows of tasks change several times in their first second and never again.
ALTER TABLE dialog.tasks SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
--> statement-breakpoint
ALTER TABLE dialog.project_counters SET (fillfactor = 20);
--> statement-breakpoint
-- Takes the head of each given lane, if it is due and nothing of the lane is running.
--
-- The lanes are locked first, in one order for everybody, and the heads are chosen in a second statement: only that
-- one sees what the previous holder of the lock committed. (SKIP LOCKED on the tasks themselves would hand the second
-- task of a lane to a second worker.) A head that is not due yet blocks its lane, which keeps the order. The unique
-- index tasks_running is the backstop.
--
-- A claim need not survive a crash of the database, since an unstarted task is simply queued again: so its commit
-- does not wait for the disk. What has begun is marked by a commit of its own.
CREATE FUNCTION dialog.claim_tasks(projects uuid[], lanes text[], lease uuid, lease_ms integer)
RETURNS SETOF dialog.tasks
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
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
  FROM (SELECT DISTINCT l.project_id, l.lane FROM unnest(projects, lanes) AS l(project_id, lane)) AS wanted
  CROSS JOIN LATERAL (
    SELECT q.id, q.due_at
    FROM dialog.tasks AS q
    WHERE q.project_id = wanted.project_id AND q.lane = wanted.lane AND q.state = 'queued'
    ORDER BY q.seq
    LIMIT 1
  ) AS head
  WHERE t.project_id = wanted.project_id
    AND t.id = head.id
    AND head.due_at <= clock_timestamp()
    AND NOT EXISTS (
      SELECT 1 FROM dialog.tasks AS r
      WHERE r.project_id = wanted.project_id AND r.lane = wanted.lane AND r.state = 'running'
    )
  RETURNING t.*;
END
$$;
--> statement-breakpoint
-- Gives committed entries their numbers in the project's audit log.
--
-- The row of audit_heads is the lock. What waited for it takes its snapshot afterwards, so it sees what the one before
-- it moved, and an entry can only ever get a number above all that anybody could have read.
CREATE FUNCTION dialog.number_audit(project uuid, most integer)
RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  head bigint;
  moved_rows integer;
BEGIN
  INSERT INTO dialog.audit_heads (project_id, last) VALUES (project, 0) ON CONFLICT DO NOTHING;
  SELECT last INTO head FROM dialog.audit_heads WHERE project_id = project FOR UPDATE;
  WITH next AS (
    SELECT i.seq FROM dialog.audit_inbox AS i WHERE i.project_id = project ORDER BY i.seq LIMIT most
  ), moved AS (
    DELETE FROM dialog.audit_inbox AS i USING next
    WHERE i.project_id = project AND i.seq = next.seq
    RETURNING i.*
  )
  INSERT INTO dialog.audit_log
    (id, project_id, at, actor_type, actor_id, actor_name, action, subject_type, subject_id, environment,
     request_id, data)
  SELECT head + row_number() OVER (ORDER BY m.seq), m.project_id, m.at, m.actor_type, m.actor_id, m.actor_name,
    m.action, m.subject_type, m.subject_id, m.environment, m.request_id, m.data
  FROM moved AS m;
  GET DIAGNOSTICS moved_rows = ROW_COUNT;
  UPDATE dialog.audit_heads SET last = head + moved_rows WHERE project_id = project;
  RETURN moved_rows;
END
$$;
