-- How often each step of a flow was reached, left and failed, by day, and where flows wait now. Turns write their counts beside
-- their entries for the audit log; the numbering adds them up.
CREATE TABLE "dialog"."step_figures" (
	"project_id" uuid NOT NULL,
	"flow" text NOT NULL,
	"environment" text NOT NULL,
	"day" date NOT NULL,
	"version" integer NOT NULL,
	"step" text NOT NULL,
	"reached" bigint DEFAULT 0 NOT NULL,
	"left" bigint DEFAULT 0 NOT NULL,
	"failed" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "step_figures_pk" PRIMARY KEY("project_id","flow","environment","day","version","step")
);
--> statement-breakpoint
ALTER TABLE "dialog"."audit_inbox" ADD COLUMN "steps" json;--> statement-breakpoint
CREATE INDEX "step_figures_age" ON "dialog"."step_figures" USING brin ("day");--> statement-breakpoint
CREATE INDEX "dialogs_waiting" ON "dialog"."dialogs" USING btree ("project_id","version",(("position" ->> 'step'))) WHERE ("position" ->> 'step') IS NOT NULL;--> statement-breakpoint
CREATE INDEX "dialogs_waiting_at_more" ON "dialog"."dialogs" USING btree ("project_id","version") WHERE ("position" ->> 'frames' IS NOT NULL OR "position" ->> 'branches' IS NOT NULL);--> statement-breakpoint
CREATE INDEX "workflow_runs_waiting" ON "dialog"."workflow_runs" USING btree ("project_id","slug","version","environment",(("position" ->> 'step'))) WHERE finished_at IS NULL AND ("position" ->> 'step') IS NOT NULL;--> statement-breakpoint
CREATE INDEX "workflow_runs_waiting_at_more" ON "dialog"."workflow_runs" USING btree ("project_id","slug","version","environment") WHERE finished_at IS NULL AND ("position" ->> 'frames' IS NOT NULL OR "position" ->> 'branches' IS NOT NULL);
--> statement-breakpoint
-- As before; what turns did at their steps is counted too. Versions below 0 are drafts that are tried.
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
       request_id, identity_id, data, cause)
    SELECT head + row_number() OVER (ORDER BY m.seq), m.project_id, m.at, m.actor_type, m.actor_id, m.actor_name,
      m.action, m.subject_type, m.subject_id, m.environment, m.request_id, m.identity_id, m.data,
      m.cause
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
  ), stepped AS (
    INSERT INTO dialog.step_figures AS s
      (project_id, flow, environment, day, version, step, reached, "left", failed)
    SELECT project, c.one ->> 0, m.environment, (m.at AT TIME ZONE 'UTC')::date, (c.one ->> 1)::integer, c.one ->> 2,
      sum((c.one ->> 3)::bigint), sum((c.one ->> 4)::bigint), sum((c.one ->> 5)::bigint)
    FROM moved AS m CROSS JOIN LATERAL json_array_elements(m.steps) AS c(one)
    WHERE m.environment IS NOT NULL AND (c.one ->> 1)::integer > 0
    GROUP BY 2, 3, 4, 5, 6
    ON CONFLICT (project_id, flow, environment, day, version, step) DO UPDATE SET
      reached = s.reached + excluded.reached,
      "left" = s."left" + excluded."left",
      failed = s.failed + excluded.failed
  )
  SELECT count(*) INTO moved_rows FROM moved;
  UPDATE dialog.audit_heads SET last = head + moved_rows WHERE project_id = project;
  RETURN moved_rows;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION dialog.number_slice(projects uuid[], most_each integer, most_all integer)
RETURNS TABLE (project_id uuid, numbered integer)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_bitmapscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  held uuid[];
  lasts bigint[];
BEGIN
  INSERT INTO dialog.audit_heads (project_id, last)
  SELECT p.id, 0 FROM unnest(projects) AS p(id)
  WHERE NOT EXISTS (SELECT FROM dialog.audit_heads AS h WHERE h.project_id = p.id)
  ORDER BY p.id
  ON CONFLICT DO NOTHING;
  SELECT array_agg(l.project_id ORDER BY l.project_id), array_agg(l.last ORDER BY l.project_id) INTO held, lasts
  FROM (
    SELECT h.project_id, h.last FROM unnest(projects) AS p(id) JOIN dialog.audit_heads AS h ON h.project_id = p.id
    ORDER BY p.id
    FOR UPDATE OF h SKIP LOCKED
  ) AS l;
  RETURN QUERY
  WITH range AS (
    SELECT u.project_id, u.last, w.places, sum(w.n) OVER (ORDER BY u.project_id) - w.n AS before
    FROM unnest(held, lasts) AS u(project_id, last)
    CROSS JOIN LATERAL (
      SELECT array_agg(first.place) AS places, count(*) AS n
      FROM (
        SELECT i.ctid AS place FROM dialog.audit_inbox AS i
        WHERE i.project_id = u.project_id ORDER BY i.seq LIMIT most_each
      ) AS first
    ) AS w
  ), moved AS (
    DELETE FROM dialog.audit_inbox AS i
    USING (SELECT r.last, p.place FROM range AS r CROSS JOIN LATERAL unnest(r.places) AS p(place) WHERE r.before < most_all) AS t
    WHERE i.ctid = t.place
    RETURNING i.*, t.last
  ), logged AS (
    INSERT INTO dialog.audit_log
      (id, project_id, at, actor_type, actor_id, actor_name, action, subject_type, subject_id, environment,
       request_id, identity_id, data, cause)
    SELECT m.last + row_number() OVER (PARTITION BY m.project_id ORDER BY m.seq), m.project_id, m.at, m.actor_type,
      m.actor_id, m.actor_name, m.action, m.subject_type, m.subject_id, m.environment, m.request_id, m.identity_id, m.data,
      m.cause
    FROM moved AS m
  ), told AS (
    SELECT e.project_id, e.action, e.day, e.environment, e.amount, e.currency, i.profile_id, scope.channel_id
    FROM (
      SELECT m.project_id,
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
      WHERE c.project_id = e.project_id AND c.id = e.identity_id
      OFFSET 0
    ) AS i ON true
    CROSS JOIN LATERAL (
      VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (i.channel_id)
    ) AS scope(channel_id)
    WHERE scope.channel_id IS NOT NULL AND e.environment IS NOT NULL
  ), active AS (
    INSERT INTO dialog.daily_active (project_id, profile_id, day, channel_id, environment)
    SELECT DISTINCT t.project_id, t.profile_id, t.day, t.channel_id, t.environment
    FROM told AS t
    WHERE t.profile_id IS NOT NULL AND t.action IN ('message.received', 'event.accepted')
    ON CONFLICT DO NOTHING
    RETURNING project_id, day, channel_id, environment
  ), counted AS (
    INSERT INTO dialog.daily_figures AS f
      (project_id, environment, channel_id, day, messages_in, messages_out, events, new_profiles, active_profiles,
       jobs_succeeded, jobs_failed, workflow_runs, payments_succeeded, refunds)
    SELECT t.project_id, t.environment, t.channel_id, t.day,
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
      SELECT project_id, environment, channel_id, day, action FROM told
      UNION ALL
      SELECT project_id, environment, channel_id, day, 'active' FROM active
    ) AS t
    GROUP BY t.project_id, t.environment, t.channel_id, t.day
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
    SELECT t.project_id, t.environment, t.channel_id, t.day, t.currency,
      sum(CASE WHEN t.amount ~ '^\d{1,20}(\.\d{1,10})?$' THEN t.amount::numeric END)
    FROM told AS t
    WHERE t.action = 'payment.succeeded' AND t.currency IS NOT NULL AND t.amount ~ '^\d{1,20}(\.\d{1,10})?$'
    GROUP BY t.project_id, t.environment, t.channel_id, t.day, t.currency
    ON CONFLICT (project_id, environment, channel_id, day, currency) DO UPDATE SET amount = r.amount + excluded.amount
  ), stepped AS (
    INSERT INTO dialog.step_figures AS s
      (project_id, flow, environment, day, version, step, reached, "left", failed)
    SELECT m.project_id, c.one ->> 0, m.environment, (m.at AT TIME ZONE 'UTC')::date, (c.one ->> 1)::integer, c.one ->> 2,
      sum((c.one ->> 3)::bigint), sum((c.one ->> 4)::bigint), sum((c.one ->> 5)::bigint)
    FROM moved AS m CROSS JOIN LATERAL json_array_elements(m.steps) AS c(one)
    WHERE m.environment IS NOT NULL AND (c.one ->> 1)::integer > 0
    GROUP BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (project_id, flow, environment, day, version, step) DO UPDATE SET
      reached = s.reached + excluded.reached,
      "left" = s."left" + excluded."left",
      failed = s.failed + excluded.failed
  ), headed AS (
    UPDATE dialog.audit_heads AS h SET last = h.last + c.n
    FROM (SELECT m.project_id, count(*) AS n FROM moved AS m GROUP BY m.project_id) AS c
    WHERE h.project_id = c.project_id
    RETURNING h.project_id, c.n
  )
  SELECT r.project_id, CASE WHEN r.before < most_all THEN coalesce(h.n, 0)::integer END
  FROM range AS r LEFT JOIN headed AS h ON h.project_id = r.project_id
  ORDER BY r.project_id;
END
$$;
