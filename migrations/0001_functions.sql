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
-- Rows of the day are counted up again and again: room on their page keeps that cheap.
ALTER TABLE dialog.daily_figures SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE dialog.daily_revenue SET (fillfactor = 50);
--> statement-breakpoint
-- Gives committed entries their numbers in the project's audit log.
--
-- The row of audit_heads is the lock. What waited for it takes its snapshot afterwards, so it sees what the one before
-- it moved, and an entry can only ever get a number above all that anybody could have read.
--
-- What it numbers is counted in the figures of its day, in the same transaction and under the same lock: exactly once,
-- and with no row that those who write entries would have to wait for.
--
-- "told" has every entry that counts twice, once for the whole project (the zero id) and once for the channel of its
-- customer. The day is that of UTC, whatever the time zone of the session. What a test shop took is no revenue, so
-- it counts in the sandbox. An amount that is no decimal number is left out rather than holding up the log for ever.
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
  ), numbered AS (
    INSERT INTO dialog.audit_log
      (id, project_id, at, actor_type, actor_id, actor_name, action, subject_type, subject_id, environment,
       request_id, identity_id, data)
    SELECT head + row_number() OVER (ORDER BY m.seq), m.project_id, m.at, m.actor_type, m.actor_id, m.actor_name,
      m.action, m.subject_type, m.subject_id, m.environment, m.request_id, m.identity_id, m.data
    FROM moved AS m
  ), told AS (
    SELECT e.action, e.day, e.environment, e.amount, e.currency, i.profile_id, scope.channel_id
    FROM (
      SELECT
        CASE
          WHEN m.action NOT LIKE '%.settled' THEN m.action
          WHEN m.data ->> 'outcome' = 'done' AND m.subject_type = 'message' THEN 'message.sent'
          WHEN m.data ->> 'outcome' = 'done' THEN m.subject_type || '.succeeded'
          WHEN m.data ->> 'outcome' = 'failed' THEN m.subject_type || '.failed'
        END AS action,
        (m.at AT TIME ZONE 'UTC')::date AS day,
        CASE
          WHEN m.action IN ('payment.succeeded', 'refund.succeeded') AND m.data ->> 'test' = 'true' THEN 'sandbox'
          ELSE m.environment
        END AS environment,
        m.identity_id,
        CASE WHEN m.action = 'payment.succeeded' THEN m.data #>> '{amount,value}' END AS amount,
        CASE WHEN m.action = 'payment.succeeded' THEN m.data #>> '{amount,currency}' END AS currency
      FROM moved AS m
      WHERE m.action IN ('message.received', 'message.sent', 'message.settled', 'event.accepted',
        'automation_event.accepted', 'identity.created', 'job.succeeded', 'job.failed', 'job.settled', 'run.created',
        'payment.succeeded', 'refund.succeeded')
    ) AS e
    LEFT JOIN dialog.identities AS i ON i.project_id = project AND i.id = e.identity_id
    CROSS JOIN LATERAL (
      VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (i.channel_id)
    ) AS scope(channel_id)
    WHERE scope.channel_id IS NOT NULL AND e.environment IS NOT NULL
  ), active AS (
    INSERT INTO dialog.daily_active (project_id, profile_id, day, channel_id, environment)
    SELECT DISTINCT project, t.profile_id, t.day, t.channel_id, t.environment
    FROM told AS t
    WHERE t.profile_id IS NOT NULL AND t.action IN ('message.received', 'event.accepted')
    ON CONFLICT DO NOTHING
    RETURNING day, channel_id, environment
  ), counted AS (
    INSERT INTO dialog.daily_figures AS f
      (project_id, environment, channel_id, day, messages_in, messages_out, events, new_profiles, active_profiles,
       jobs_succeeded, jobs_failed, workflow_runs, payments_succeeded, refunds)
    SELECT project, t.environment, t.channel_id, t.day,
      count(*) FILTER (WHERE t.action = 'message.received'),
      count(*) FILTER (WHERE t.action = 'message.sent'),
      count(*) FILTER (WHERE t.action IN ('event.accepted', 'automation_event.accepted')),
      count(*) FILTER (WHERE t.action = 'identity.created'),
      count(*) FILTER (WHERE t.action = 'active'),
      count(*) FILTER (WHERE t.action = 'job.succeeded'),
      count(*) FILTER (WHERE t.action = 'job.failed'),
      count(*) FILTER (WHERE t.action = 'run.created'),
      count(*) FILTER (WHERE t.action = 'payment.succeeded'),
      count(*) FILTER (WHERE t.action = 'refund.succeeded')
    FROM (
      SELECT environment, channel_id, day, action FROM told
      UNION ALL
      SELECT environment, channel_id, day, 'active' FROM active
    ) AS t
    GROUP BY t.environment, t.channel_id, t.day
    ON CONFLICT (project_id, environment, channel_id, day) DO UPDATE SET
      messages_in = f.messages_in + excluded.messages_in,
      messages_out = f.messages_out + excluded.messages_out,
      events = f.events + excluded.events,
      new_profiles = f.new_profiles + excluded.new_profiles,
      active_profiles = f.active_profiles + excluded.active_profiles,
      jobs_succeeded = f.jobs_succeeded + excluded.jobs_succeeded,
      jobs_failed = f.jobs_failed + excluded.jobs_failed,
      workflow_runs = f.workflow_runs + excluded.workflow_runs,
      payments_succeeded = f.payments_succeeded + excluded.payments_succeeded,
      refunds = f.refunds + excluded.refunds
  ), earned AS (
    INSERT INTO dialog.daily_revenue AS r (project_id, environment, channel_id, day, currency, amount)
    SELECT project, t.environment, t.channel_id, t.day, t.currency,
      sum(CASE WHEN t.amount ~ '^\d{1,20}(\.\d{1,10})?$' THEN t.amount::numeric END)
    FROM told AS t
    WHERE t.action = 'payment.succeeded' AND t.currency IS NOT NULL AND t.amount ~ '^\d{1,20}(\.\d{1,10})?$'
    GROUP BY t.environment, t.channel_id, t.day, t.currency
    ON CONFLICT (project_id, environment, channel_id, day, currency) DO UPDATE SET amount = r.amount + excluded.amount
  )
  SELECT count(*) INTO moved_rows FROM moved;
  UPDATE dialog.audit_heads SET last = head + moved_rows WHERE project_id = project;
  RETURN moved_rows;
END
$$;
--> statement-breakpoint
-- Tells listening web chats when an operator takes a dialog or gives it back, whoever writes it. A table of dialogs
-- changes with every message; the conditions keep the function from being called then.
CREATE FUNCTION dialog.tell_held_webchat() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('parley_webchat', i.channel_id || ' ' || i.external_id)
  FROM dialog.identities AS i
  JOIN dialog.channels AS c ON c.project_id = i.project_id AND c.id = i.channel_id AND c.type = 'webchat'
  WHERE i.project_id = NEW.project_id AND i.id = NEW.identity_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER webchat_held AFTER INSERT ON dialog.dialogs
FOR EACH ROW WHEN (NEW.held_at IS NOT NULL) EXECUTE FUNCTION dialog.tell_held_webchat();
--> statement-breakpoint
CREATE TRIGGER webchat_held_or_released AFTER UPDATE OF held_at ON dialog.dialogs
FOR EACH ROW WHEN ((OLD.held_at IS NULL) <> (NEW.held_at IS NULL)) EXECUTE FUNCTION dialog.tell_held_webchat();
