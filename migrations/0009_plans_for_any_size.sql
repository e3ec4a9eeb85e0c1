-- A session that plans its statements while the tables are small keeps those plans until the next ANALYZE. These leave
-- it no choice that reads all of a project: an index of tasks that begins with the project alone serves a lookup by the
-- key no longer, and the numbering of the audit log takes a range of its inbox instead of joining it with itself.
DROP INDEX "dialog"."tasks_by_identity";--> statement-breakpoint
CREATE INDEX "tasks_by_identity" ON "dialog"."tasks" USING btree ("project_id","identity_id","seq") WHERE identity_id IS NOT NULL;
--> statement-breakpoint
-- As before, but for two things: what it moves is a range of the key, and each entry's identity is looked up by its own
-- key (OFFSET 0 keeps the lookup from being turned into a join that reads all identities of the project).
CREATE OR REPLACE FUNCTION dialog.number_audit(project uuid, most integer)
RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  head bigint;
  moved_rows integer;
BEGIN
  INSERT INTO dialog.audit_heads (project_id, last) VALUES (project, 0) ON CONFLICT DO NOTHING;
  SELECT last INTO head FROM dialog.audit_heads WHERE project_id = project FOR UPDATE;
  WITH moved AS (
    DELETE FROM dialog.audit_inbox AS i
    WHERE i.project_id = project AND i.seq <= coalesce(
      (SELECT n.seq FROM dialog.audit_inbox AS n WHERE n.project_id = project ORDER BY n.seq OFFSET most - 1 LIMIT 1),
      9223372036854775807
    )
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
    LEFT JOIN LATERAL (
      SELECT c.profile_id, c.channel_id FROM dialog.identities AS c
      WHERE c.project_id = project AND c.id = e.identity_id
      OFFSET 0
    ) AS i ON true
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
