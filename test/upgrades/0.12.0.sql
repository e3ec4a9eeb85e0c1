SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA catalog;
CREATE SCHEMA dialog;
CREATE SCHEMA drizzle;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';
CREATE FUNCTION catalog.count_changed_offers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM fresh) THEN RETURN NULL; END IF;
  INSERT INTO catalog.total_changes (sources, offers) VALUES (0, 0);
  INSERT INTO catalog.tally_changes (kind, source_id, key, offers, priced, price_sum)
  SELECT
    CASE WHEN GROUPING(source_id) = 0 THEN 'price' WHEN GROUPING(condition_raw) = 0 THEN 'condition'
         WHEN GROUPING(status_raw) = 0 THEN 'status' ELSE 'brand' END,
    source_id,
    coalesce(price_currency, condition_raw, status_raw, brand_raw),
    sum(sign), coalesce(sum(sign) FILTER (WHERE price_raw IS NOT NULL), 0), coalesce(sum(sign * price_raw), 0)
  FROM (
    SELECT 1 AS sign, source_id, price_currency, condition_raw, status_raw, brand_raw, price_raw FROM fresh
    UNION ALL
    SELECT -1, source_id, price_currency, condition_raw, status_raw, brand_raw, price_raw FROM gone
  ) AS moved
  GROUP BY GROUPING SETS ((source_id, price_currency), (condition_raw), (status_raw), (brand_raw))
  HAVING sum(sign) <> 0 OR coalesce(sum(sign) FILTER (WHERE price_raw IS NOT NULL), 0) <> 0
    OR coalesce(sum(sign * price_raw), 0) <> 0;
  RETURN NULL;
END
$$;
CREATE FUNCTION catalog.count_gone_offers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  removed bigint;
BEGIN
  SELECT count(*) INTO removed FROM gone;
  IF removed = 0 THEN RETURN NULL; END IF;
  INSERT INTO catalog.total_changes (sources, offers) VALUES (0, -removed);
  INSERT INTO catalog.tally_changes (kind, source_id, key, offers, priced, price_sum)
  SELECT
    CASE WHEN GROUPING(source_id) = 0 THEN 'price' WHEN GROUPING(condition_raw) = 0 THEN 'condition'
         WHEN GROUPING(status_raw) = 0 THEN 'status' ELSE 'brand' END,
    source_id,
    coalesce(price_currency, condition_raw, status_raw, brand_raw),
    -count(*), -count(price_raw), -coalesce(sum(price_raw), 0)
  FROM gone
  GROUP BY GROUPING SETS ((source_id, price_currency), (condition_raw), (status_raw), (brand_raw));
  RETURN NULL;
END
$$;
CREATE FUNCTION catalog.count_new_offers() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  added bigint;
BEGIN
  SELECT count(*) INTO added FROM fresh;
  IF added = 0 THEN RETURN NULL; END IF;
  INSERT INTO catalog.total_changes (sources, offers) VALUES (0, added);
  INSERT INTO catalog.tally_changes (kind, source_id, key, offers, priced, price_sum)
  SELECT
    CASE WHEN GROUPING(source_id) = 0 THEN 'price' WHEN GROUPING(condition_raw) = 0 THEN 'condition'
         WHEN GROUPING(status_raw) = 0 THEN 'status' ELSE 'brand' END,
    source_id,
    coalesce(price_currency, condition_raw, status_raw, brand_raw),
    count(*), count(price_raw), coalesce(sum(price_raw), 0)
  FROM fresh
  GROUP BY GROUPING SETS ((source_id, price_currency), (condition_raw), (status_raw), (brand_raw));
  RETURN NULL;
END
$$;
CREATE FUNCTION catalog.count_sources() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  changed bigint;
BEGIN
  SELECT count(*) INTO changed FROM moved;
  IF changed = 0 THEN RETURN NULL; END IF;
  INSERT INTO catalog.total_changes (sources, offers)
  VALUES (CASE TG_OP WHEN 'INSERT' THEN changed WHEN 'DELETE' THEN -changed ELSE 0 END, 0);
  RETURN NULL;
END
$$;
SET default_tablespace = '';
CREATE TABLE dialog.tasks (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    environment text NOT NULL,
    lane text NOT NULL,
    target_id uuid,
    identity_id uuid,
    request_id text,
    payload json NOT NULL,
    waiter json,
    progress json,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    deadline_at timestamp(3) with time zone NOT NULL,
    lease uuid,
    lease_until timestamp(3) with time zone,
    begun_at timestamp(3) with time zone,
    result json,
    error json,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    started_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    settlement json
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.05');
CREATE FUNCTION dialog.claim_tasks(projects uuid[], lanes text[], lease uuid, lease_ms integer) RETURNS SETOF dialog.tasks
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
CREATE FUNCTION dialog.number_audit(project uuid, most integer) RETURNS integer
    LANGUAGE plpgsql
    AS $_$
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
$_$;
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
CREATE TABLE catalog.offers (
    id bigint NOT NULL,
    source_id bigint NOT NULL,
    brand_raw text COLLATE pg_catalog."C",
    pn_raw text NOT NULL COLLATE pg_catalog."C",
    condition_raw text COLLATE pg_catalog."C",
    status_raw text COLLATE pg_catalog."C",
    price_raw numeric,
    price_currency text COLLATE pg_catalog."C",
    weight_value numeric,
    weight_unit text COLLATE pg_catalog."C",
    product_url text COLLATE pg_catalog."C",
    raw_payload json,
    raw_hash text COLLATE pg_catalog."C",
    created_at timestamp(6) with time zone DEFAULT now() NOT NULL,
    search_text text GENERATED ALWAYS AS (lower((((((COALESCE(brand_raw, ''::text) COLLATE "default") || chr(31)) || (pn_raw COLLATE "default")) || chr(31)) || (COALESCE(condition_raw, ''::text) COLLATE "default")))) STORED
);
ALTER TABLE catalog.offers ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME catalog.offers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE catalog.sources (
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    url text COLLATE pg_catalog."C",
    url_key text COLLATE pg_catalog."C",
    updated_at timestamp(6) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE catalog.sources ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME catalog.sources_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE catalog.tallies (
    kind text NOT NULL,
    source_id bigint,
    key text COLLATE pg_catalog."C",
    offers bigint NOT NULL,
    priced bigint NOT NULL,
    price_sum numeric NOT NULL
);
CREATE TABLE catalog.tally_changes (
    kind text NOT NULL,
    source_id bigint,
    key text COLLATE pg_catalog."C",
    offers bigint NOT NULL,
    priced bigint NOT NULL,
    price_sum numeric NOT NULL
)
WITH (autovacuum_vacuum_threshold='1000', autovacuum_vacuum_scale_factor='0');
CREATE TABLE catalog.total_changes (
    sources bigint NOT NULL,
    offers bigint NOT NULL
)
WITH (autovacuum_vacuum_threshold='1000', autovacuum_vacuum_scale_factor='0');
CREATE TABLE catalog.totals (
    "row" smallint DEFAULT 1 NOT NULL,
    generation bigint DEFAULT 0 NOT NULL,
    sources bigint DEFAULT 0 NOT NULL,
    offers bigint DEFAULT 0 NOT NULL
);
CREATE TABLE dialog.arrivals (
    project_id uuid NOT NULL,
    id bigint NOT NULL,
    receiver_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    status text NOT NULL,
    reason text,
    count integer DEFAULT 1 NOT NULL,
    address text NOT NULL,
    size integer NOT NULL,
    request_id text NOT NULL,
    event_id text,
    minute timestamp(3) with time zone
);
ALTER TABLE dialog.arrivals ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME dialog.arrivals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE dialog.audit_heads (
    project_id uuid NOT NULL,
    last bigint NOT NULL
);
CREATE TABLE dialog.audit_inbox (
    seq bigint NOT NULL,
    project_id uuid NOT NULL,
    at timestamp(3) with time zone DEFAULT now() NOT NULL,
    actor_type text NOT NULL,
    actor_id text,
    actor_name text,
    action text NOT NULL,
    subject_type text NOT NULL,
    subject_id text NOT NULL,
    environment text,
    request_id text,
    identity_id uuid,
    data json DEFAULT '{}'::json NOT NULL
);
ALTER TABLE dialog.audit_inbox ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME dialog.audit_inbox_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE dialog.audit_log (
    id bigint NOT NULL,
    project_id uuid NOT NULL,
    at timestamp(3) with time zone DEFAULT now() NOT NULL,
    actor_type text NOT NULL,
    actor_id text,
    actor_name text,
    action text NOT NULL,
    subject_type text NOT NULL,
    subject_id text NOT NULL,
    environment text,
    request_id text,
    identity_id uuid,
    data json DEFAULT '{}'::json NOT NULL
);
CREATE TABLE dialog.channels (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    name text NOT NULL,
    environment text NOT NULL,
    settings jsonb NOT NULL,
    secrets text NOT NULL,
    connection json,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp(3) with time zone
);
CREATE TABLE dialog.connections (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    slug text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    settings jsonb NOT NULL,
    secrets text NOT NULL,
    last_test jsonb,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE dialog.daily_active (
    project_id uuid NOT NULL,
    environment text NOT NULL,
    channel_id uuid NOT NULL,
    day date NOT NULL,
    profile_id uuid NOT NULL
);
CREATE TABLE dialog.daily_figures (
    project_id uuid NOT NULL,
    environment text NOT NULL,
    channel_id uuid NOT NULL,
    day date NOT NULL,
    messages_in bigint DEFAULT 0 NOT NULL,
    messages_out bigint DEFAULT 0 NOT NULL,
    events bigint DEFAULT 0 NOT NULL,
    new_profiles bigint DEFAULT 0 NOT NULL,
    active_profiles bigint DEFAULT 0 NOT NULL,
    jobs_succeeded bigint DEFAULT 0 NOT NULL,
    jobs_failed bigint DEFAULT 0 NOT NULL,
    workflow_runs bigint DEFAULT 0 NOT NULL,
    payments_succeeded bigint DEFAULT 0 NOT NULL,
    refunds bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE dialog.daily_revenue (
    project_id uuid NOT NULL,
    environment text NOT NULL,
    channel_id uuid NOT NULL,
    day date NOT NULL,
    currency text NOT NULL,
    amount numeric NOT NULL
)
WITH (fillfactor='50');
CREATE TABLE dialog.dialogs (
    project_id uuid NOT NULL,
    identity_id uuid NOT NULL,
    version integer,
    "position" json,
    wake_at timestamp(3) with time zone,
    held_at timestamp(3) with time zone,
    held_by text,
    held_until timestamp(3) with time zone,
    kept json DEFAULT '[]'::json NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE dialog.identities (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    channel_id uuid NOT NULL,
    external_id text NOT NULL,
    name text,
    profile_id uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE dialog.installation (
    "row" smallint DEFAULT 1 NOT NULL,
    id uuid NOT NULL,
    probe text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE dialog.link_attempts (
    project_id uuid NOT NULL,
    identity_id uuid NOT NULL,
    wrong integer NOT NULL,
    since timestamp(3) with time zone NOT NULL
);
CREATE TABLE dialog.link_codes (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    hash bytea NOT NULL,
    hint text NOT NULL,
    profile_id uuid NOT NULL,
    made_by json NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    used_at timestamp(3) with time zone,
    used_by uuid
);
CREATE TABLE dialog.linked_profiles (
    project_id uuid NOT NULL,
    link_id uuid NOT NULL,
    profile_id uuid NOT NULL,
    snapshot json NOT NULL
);
CREATE TABLE dialog.method_versions (
    project_id uuid NOT NULL,
    slug text NOT NULL,
    version integer NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    definition json NOT NULL,
    environment text NOT NULL,
    operation text,
    revision_id uuid,
    workflow text,
    workflow_version integer,
    published_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    published_by text NOT NULL,
    retired_at timestamp(3) with time zone,
    removed_at timestamp(3) with time zone
);
CREATE TABLE dialog.methods (
    project_id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    definition json NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE dialog.operation_revisions (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    slug text NOT NULL,
    kind text NOT NULL,
    connection_id uuid,
    input_schema json NOT NULL,
    definition json NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE dialog.operations (
    project_id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    environments text[] NOT NULL,
    revision_id uuid NOT NULL,
    connection_id uuid,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE dialog.orders (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    operation text NOT NULL,
    connection_id uuid,
    identity_id uuid NOT NULL,
    environment text NOT NULL,
    test boolean NOT NULL,
    status text DEFAULT 'created'::text NOT NULL,
    amount numeric(15,2) NOT NULL,
    currency text NOT NULL,
    description text NOT NULL,
    product text,
    access json,
    receipt json,
    return_url text NOT NULL,
    shop_id text NOT NULL,
    idempotence_key uuid NOT NULL,
    payment_id text,
    payment_url text,
    cancellation json,
    error json,
    problems json DEFAULT '[]'::json NOT NULL,
    course json,
    waiter json,
    request_id text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    paid_at timestamp(3) with time zone,
    granted_at timestamp(3) with time zone,
    refunded_at timestamp(3) with time zone,
    checks integer DEFAULT 0 NOT NULL,
    next_check_at timestamp(3) with time zone
);
CREATE TABLE dialog.owners (
    id uuid NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE dialog.processes (
    id uuid NOT NULL,
    role text NOT NULL,
    started_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    seen_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE dialog.profile_links (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    profile_id uuid NOT NULL,
    identity_ids uuid[] NOT NULL,
    code_id uuid,
    made_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    made_by json NOT NULL,
    undone_at timestamp(3) with time zone,
    undone_by json
);
ALTER TABLE dialog.profile_links ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME dialog.profile_links_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE dialog.profiles (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    state json DEFAULT '{}'::json NOT NULL,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    access json DEFAULT '{}'::json NOT NULL,
    paid_access json DEFAULT '[]'::json NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE dialog.project_counters (
    project_id uuid NOT NULL,
    shard smallint NOT NULL,
    unfinished bigint DEFAULT 0 NOT NULL,
    day date NOT NULL,
    accepted bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='20');
CREATE TABLE dialog.project_keys (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    methods text[],
    hash bytea NOT NULL,
    hint text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp(3) with time zone,
    scope_uses jsonb DEFAULT '{}'::jsonb NOT NULL,
    revoked_at timestamp(3) with time zone
);
CREATE TABLE dialog.project_settings (
    project_id uuid NOT NULL,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    secrets text DEFAULT ''::text NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE dialog.projects (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp(3) with time zone
);
CREATE UNLOGGED TABLE dialog.rate_windows (
    bucket text NOT NULL,
    count integer NOT NULL,
    resets_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE dialog.receivers (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    target json,
    secret text NOT NULL,
    previous_secret text,
    previous_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE dialog.refunds (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    order_id uuid NOT NULL,
    environment text NOT NULL,
    status text NOT NULL,
    amount numeric(15,2) NOT NULL,
    currency text NOT NULL,
    receipt json,
    idempotence_key uuid NOT NULL,
    provider_refund_id text,
    error json,
    request_id text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    finished_at timestamp(3) with time zone
);
CREATE TABLE dialog.request_keys (
    project_id uuid NOT NULL,
    endpoint text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    answer text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE dialog.request_log (
    project_id uuid NOT NULL,
    id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    key_id uuid NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    status smallint NOT NULL,
    duration_ms integer NOT NULL,
    request_id text NOT NULL,
    address text NOT NULL
);
ALTER TABLE dialog.request_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME dialog.request_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE dialog.retention_runs (
    project_id uuid NOT NULL,
    rule text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    removed bigint NOT NULL
);
CREATE TABLE dialog.scenario_drafts (
    project_id uuid NOT NULL,
    definition json NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE dialog.scenario_versions (
    project_id uuid NOT NULL,
    version integer NOT NULL,
    definition json NOT NULL,
    published_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    published_by text NOT NULL,
    restored_from integer
);
CREATE TABLE dialog.sessions (
    token_hash bytea NOT NULL,
    owner_id uuid NOT NULL,
    csrf_token text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE dialog.subscriptions (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    kinds text[] NOT NULL,
    environments text[] NOT NULL,
    url text NOT NULL,
    secret text NOT NULL,
    previous_secret text,
    previous_until timestamp(3) with time zone,
    state text DEFAULT 'enabled'::text NOT NULL,
    reason text,
    disabled_at timestamp(3) with time zone,
    cursor bigint NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE dialog.table_rows (
    project_id uuid NOT NULL,
    table_id uuid NOT NULL,
    environment text NOT NULL,
    "position" bigint NOT NULL,
    data json NOT NULL
);
CREATE TABLE dialog.table_sheets (
    project_id uuid NOT NULL,
    table_id uuid NOT NULL,
    environment text NOT NULL,
    revision bigint DEFAULT 0 NOT NULL,
    total bigint DEFAULT 0 NOT NULL,
    floor bigint DEFAULT 0 NOT NULL,
    last bigint DEFAULT 0 NOT NULL,
    removed bigint DEFAULT 0 NOT NULL
);
CREATE TABLE dialog.tables (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    columns json NOT NULL,
    enforce boolean NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp(3) with time zone
);
ALTER TABLE dialog.tasks ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME dialog.tasks_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE dialog.webchat_messages (
    project_id uuid NOT NULL,
    identity_id uuid NOT NULL,
    n integer NOT NULL,
    message_id uuid NOT NULL,
    direction text NOT NULL,
    author text NOT NULL,
    content json NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE dialog.webchat_transcripts (
    project_id uuid NOT NULL,
    identity_id uuid NOT NULL,
    last integer DEFAULT 0 NOT NULL
);
CREATE TABLE dialog.webchat_visitors (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    channel_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    name text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE dialog.webhook_attempts (
    project_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    n integer NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    duration_ms integer NOT NULL,
    status smallint,
    error text,
    answer text
);
CREATE TABLE dialog.workflow_runs (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    slug text NOT NULL,
    version integer NOT NULL,
    environment text NOT NULL,
    status text NOT NULL,
    input json NOT NULL,
    identity_id uuid,
    "position" json,
    wake_at timestamp(3) with time zone,
    output json,
    error json,
    created_at timestamp(3) with time zone NOT NULL,
    started_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    finished_at timestamp(3) with time zone
);
CREATE TABLE dialog.workflow_steps (
    project_id uuid NOT NULL,
    run_id uuid NOT NULL,
    n bigint NOT NULL,
    execution text NOT NULL,
    step text NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    output json,
    error json,
    started_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone
);
ALTER TABLE dialog.workflow_steps ALTER COLUMN n ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME dialog.workflow_steps_n_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE dialog.workflow_triggers (
    project_id uuid NOT NULL,
    slug text NOT NULL,
    n integer NOT NULL,
    type text NOT NULL,
    trigger json NOT NULL,
    next_at timestamp(3) with time zone
);
CREATE TABLE dialog.workflow_versions (
    project_id uuid NOT NULL,
    slug text NOT NULL,
    version integer NOT NULL,
    definition json NOT NULL,
    published_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    published_by text NOT NULL
);
CREATE TABLE dialog.workflows (
    project_id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    environment text NOT NULL,
    definition json NOT NULL,
    version integer,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp(3) with time zone
);
CREATE TABLE drizzle.__catalog_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);
CREATE SEQUENCE drizzle.__catalog_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE drizzle.__catalog_migrations_id_seq OWNED BY drizzle.__catalog_migrations.id;
CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);
CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;
ALTER TABLE ONLY drizzle.__catalog_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__catalog_migrations_id_seq'::regclass);
ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);
INSERT INTO catalog.offers VALUES
	(1, 2, NULL, 'PN-0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:52.486826+00', DEFAULT),
	(2, 1, NULL, 'PN-1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:52.521663+00', DEFAULT),
	(3, 1, NULL, 'PN-2', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:52.551451+00', DEFAULT),
	(4, 2, NULL, 'PN-3', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:52.574094+00', DEFAULT),
	(5, 1, NULL, 'PN-4', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:52.591013+00', DEFAULT),
	(6, 1, NULL, 'PN-5', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:52.60645+00', DEFAULT),
	(7, 2, NULL, 'PN-6', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:52.626909+00', DEFAULT),
	(8, 1, NULL, 'PN-7', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:52.645362+00', DEFAULT),
	(9, 1, NULL, 'PN-8', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:52.67039+00', DEFAULT),
	(10, 2, NULL, 'PN-9', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:52.684596+00', DEFAULT),
	(11, 1, NULL, 'PN-10', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:52.70677+00', DEFAULT),
	(12, 1, NULL, 'PN-11', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:52.724267+00', DEFAULT);
INSERT INTO catalog.sources VALUES
	(1, 'Acme', NULL, NULL, '2026-11-22 07:03:52.401063+00'),
	(2, 'Globex', NULL, NULL, '2026-11-22 07:03:52.4622+00');
INSERT INTO catalog.tallies VALUES
	('brand', NULL, NULL, 12, 0, 0),
	('price', 2, NULL, 4, 0, 0),
	('condition', NULL, NULL, 12, 0, 0),
	('price', 1, NULL, 8, 0, 0),
	('status', NULL, NULL, 12, 0, 0);
INSERT INTO catalog.totals VALUES
	(1, 1, 2, 12);
INSERT INTO dialog.arrivals OVERRIDING SYSTEM VALUE VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 1, '01a20211-7976-78f5-8076-a40d120be74d', '2026-11-22 07:04:14.53+00', 'accepted', NULL, 1, '127.0.0.1', 21, 'dcc7d553-12dc-40e7-8879-0fd8988b39e8', 'evt_01m8113pxneh9rn0t8dbxyb968', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 2, '01a20211-7989-7e1c-a33e-c2055b2b0674', '2026-11-22 07:04:15.35+00', 'accepted', NULL, 1, '127.0.0.1', 22, '65693b17-9f2a-4a01-8073-cb4551238f3b', 'evt_01m8113qqeetkba8s49zh1vqkr', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 3, '01a20211-79a4-7c51-b2ac-8724c84dd9f2', '2026-11-22 07:04:16.061+00', 'accepted', NULL, 1, '127.0.0.1', 20, '8d55caec-b998-46ac-8d77-0383bb5708ea', 'evt_01m8113rdbeh3awxyspn4r55kt', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 4, '01a20211-79c1-77e9-bdcc-a6cd8cebf52a', '2026-11-22 07:04:16.424+00', 'accepted', NULL, 1, '127.0.0.1', 22, '30b3bb25-d93a-41d1-88ed-d9b3347bccc9', 'evt_01m8113rryf588frgct7njs04b', NULL);
INSERT INTO dialog.audit_heads VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 285);
INSERT INTO dialog.audit_inbox OVERRIDING SYSTEM VALUE VALUES
	(286, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:13.36+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113nspfb7898hjx9nbp1y1', 'live', 'b1f9d42c-80f4-4827-b9ef-52673725db3f', '01a20211-d736-7ace-84a2-32ea6abb07c1', '{"profile_id":"prof_01m8113nspfb7898hjxe5njezz","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(287, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:13.456+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113nvqfe0a3nv2gdw3c51h', 'live', 'ba9f550b-149f-4c2e-8b1c-8855618822c5', '01a20211-d736-7ace-84a2-32ea6abb07c1', '{"identity_id":"idn_01m8113nspfb7898hjx9nbp1y1"}'),
	(288, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:13.593+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113p11f8wsvc0abjd58f8d', 'live', '41f608c1-9a9d-4eb2-a575-155523aa91c7', '01a20211-d821-7a39-9db0-0a5c9a543d0d', '{"profile_id":"prof_01m8113p11f8wsvc0abmzpa6yy","channel_id":"ch_01m8112yjqecxapaxkzv7raq5g"}'),
	(289, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:13.674+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113p31etxsh6748rgrkgnd', 'live', 'b7e7ae78-3ec3-47d2-8644-a031d0283608', '01a20211-d821-7a39-9db0-0a5c9a543d0d', '{"identity_id":"idn_01m8113p11f8wsvc0abjd58f8d"}'),
	(290, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:13.718+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m8113p4mehbv1dwd8grp36hh', 'live', '5850220e-0fd4-420c-896a-862038ab56b8', NULL, '{"operation_id":"order"}'),
	(291, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:13.782+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m8113p6jectsqmt8352by0dt', 'live', 'ec49a991-eab6-4931-a615-fcd037f9f43d', NULL, '{"operation_id":"notify"}'),
	(292, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:13.818+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113p80ex1rgsyw5v5fvctd', 'live', '170629c7-86c1-4d41-9f42-41526836dd34', '01a20211-d900-7743-8867-dc2ecafdb34d', '{"profile_id":"prof_01m8113p80ex1rgsyw5zbzxsdr","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(293, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:13.911+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m8113pameefsajbdv1wp75k3', 'live', '2b70bcd5-5cd8-4db5-9504-91129dafdf57', '01a20211-d900-7743-8867-dc2ecafdb34d', '{"operation_id":"month"}'),
	(294, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:13.937+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'refund.accepted', 'refund', 'rfd_01m8113pc6e598j4nnrxrpztsd', 'live', 'f5575434-b9e6-49d7-832e-b3ab8fa7fc11', '01a20211-8dac-74d9-89ba-1c89f3de1317', '{"order_id":"ord_01m81133enfvc93jg4f4a25epv","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(295, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.04+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113pevf5famweyxc1twy2r', 'live', 'f0121476-b910-4ce7-9852-424848e4c73f', '01a20211-d9db-795e-aa71-deeb03ae7858', '{"profile_id":"prof_01m8113pevf5famweyxky5tjde","channel_id":"ch_01m8112zcmfyarjh8k9sp3scpk"}'),
	(296, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.067+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113pfjf1a92z3p6spe5yvz', 'live', '59998c5f-1d38-4d67-b8eb-f392a8d9ee66', '01a20211-d9db-795e-aa71-deeb03ae7858', '{"identity_id":"idn_01m8113pevf5famweyxc1twy2r"}'),
	(298, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.185+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-446ccf51-b1f2-4287-8b6a-0ca666f542ee', 'live', '85d15d0b-6f50-4747-9612-99ce4a3f9bf4', '01a20211-da25-72c7-b982-ca67003c13c5', '{"identity_id":"idn_01m8113ph5eb3vk0pacw03r4y5"}'),
	(300, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.299+00', 'channel', 'ch_01m8112yezemg8gy2cdx03a366', 'Test channel', 'message.received', 'message', 'msg_01m8113ppsfz7as8vctq979kjk', 'live', 'fcc9b13f-e300-4567-8b27-c6ae5f2cb69a', '01a20211-daa1-7e48-8448-4efc13e0e3cc', '{"identity_id":"idn_01m8113pn1fs488j2ezg9y1ryc"}'),
	(301, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.414+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'run.created', 'run', 'run_01m8113pt9e4cvfrz3m0bsn4pz', 'live', '09a5b025-5e0e-4527-b91c-43d1b4983d53', NULL, '{"workflow":"record","version":1,"started_by":"key"}'),
	(302, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.478+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'automation_event.accepted', 'automation_event', 'automation-queued', 'live', '32846e70-4894-454c-b29f-c5aff9c85a1d', NULL, '{"source":"custom.order.paid"}'),
	(303, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.518+00', 'receiver', 'rcv_01m8112ybpf3tr0xn41m90qstd', 'hook-1', 'webhook.accepted', 'webhook', 'evt_01m8113pxneh9rn0t8dbxyb968', 'live', 'dcc7d553-12dc-40e7-8879-0fd8988b39e8', NULL, '{"receiver":"hook-1"}'),
	(306, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.73+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113q46er5888nhgzat315b', 'live', 'c4d796fb-33af-4f6f-aff9-b8c19901b3cc', '01a20211-dc6d-7102-856b-33f6d5204086', '{"identity_id":"idn_01m8113q3de418atskyvaj0g46"}'),
	(308, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.781+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113q5wft1aqbtxatrznh3n', 'live', '52bebea5-a286-41df-8cbb-48e4342a7248', '01a20211-dcac-7e17-9e9c-b1be48881764', '{"identity_id":"idn_01m8113q5cfrbsx75hqs48g5v4"}'),
	(309, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.808+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m8113q6nf5y9vefjdxetc4sb', 'live', '06994daf-28da-426e-b039-2dda9a8a27f0', NULL, '{"operation_id":"order"}'),
	(310, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.827+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m8113q7afsztmqz4236b3akq', 'live', 'e4fb0e6e-ba70-459d-a2b0-b871fbd0868b', NULL, '{"operation_id":"notify"}'),
	(312, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.886+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m8113q8yfkmbr70bbnxyajcd', 'live', 'eeafacba-9f5b-4354-a959-a3f6ed5970cb', '01a20211-dd07-7b7a-893b-396b3b19fe7e', '{"operation_id":"month"}'),
	(315, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.063+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113qepe3vb9z2wp7je34ka', 'live', '1be1262b-1af1-479e-a82e-703964ec7912', '01a20211-ddba-7405-b519-4722093ec291', '{"identity_id":"idn_01m8113qdteg2va6a7484kxgmh"}'),
	(317, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.144+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-241b7b3f-d72f-4484-8829-5184ca0e1423', 'live', '966e535a-db35-4d24-88f3-ccc2391604e2', '01a20211-de0b-76c6-9216-191557452e1c', '{"identity_id":"idn_01m8113qgbev3945gs2nbmabgw"}'),
	(319, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.232+00', 'channel', 'ch_01m8112yezemg8gy2cdx03a366', 'Test channel', 'message.received', 'message', 'msg_01m8113qkzf4wb0eat8pxwgpdc', 'live', 'a3598b78-5409-4c0c-a199-4e2438b8aa98', '01a20211-de6d-7002-a34e-bd4561261870', '{"identity_id":"idn_01m8113qkde01a6knx8ngjc63g"}'),
	(320, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.307+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'run.created', 'run', 'run_01m8113qp3ffs974geaa0wq5g9', 'live', '1f61c8d0-d7dd-4801-90cc-3660abf5afdb', NULL, '{"workflow":"record","version":1,"started_by":"key"}'),
	(321, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.325+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'automation_event.accepted', 'automation_event', 'automation-claimed', 'live', '87c5c736-ffe8-4d6b-a7a5-2adfc93ec596', NULL, '{"source":"custom.order.paid"}'),
	(322, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.343+00', 'receiver', 'rcv_01m8112yc9frea6fp20ndjp1km', 'hook-2', 'webhook.accepted', 'webhook', 'evt_01m8113qqeetkba8s49zh1vqkr', 'live', '65693b17-9f2a-4a01-8073-cb4551238f3b', NULL, '{"receiver":"hook-2"}'),
	(325, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.642+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113r0reefvfgw78z5zq2dm', 'live', '9da5a165-5300-456d-8fb2-48803c9e0e07', '01a20211-dff6-7732-a6b8-c0919370a2c5', '{"identity_id":"idn_01m8113qzpewsade60j69q18p5"}'),
	(327, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.72+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-f2ceee3e-54ae-4f0c-ad9a-a1069ba6f899', 'live', 'c453b9f3-c0d0-4ad8-b75f-d820b784812c', '01a20211-e04f-7959-b068-c8ffd83c5488', '{"identity_id":"idn_01m8113r2ff5cv0t68zzc3rn48"}'),
	(329, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.9+00', 'channel', 'ch_01m8112yezemg8gy2cdx03a366', 'Test channel', 'message.received', 'message', 'msg_01m8113r8vfynvdbqz4wd52th5', 'live', '66bcb1cb-bd08-41ac-8bea-bdfa91346935', '01a20211-e0f2-703c-bdaa-f297062ed6ca', '{"identity_id":"idn_01m8113r7je0ybvaqjjw32xnpa"}'),
	(330, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.989+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'run.created', 'run', 'run_01m8113rbmfvw8vwt7x5dm3avf', 'live', '259d275b-cbed-4eb9-9b6b-b6b91035ede5', NULL, '{"workflow":"record","version":1,"started_by":"key"}'),
	(331, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.022+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'automation_event.accepted', 'automation_event', 'automation-later', 'live', '9360dc7f-3dd5-46a4-a7be-042716d111a5', NULL, '{"source":"custom.order.paid"}'),
	(332, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.046+00', 'receiver', 'rcv_01m8112yd4fh8v5b474k44vpfj', 'hook-3', 'webhook.accepted', 'webhook', 'evt_01m8113rdbeh3awxyspn4r55kt', 'live', '8d55caec-b998-46ac-8d77-0383bb5708ea', NULL, '{"receiver":"hook-3"}'),
	(335, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.195+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113rj2emytzxtm0zet04wv', 'live', '52ee410e-2807-4397-a3fc-5c89bc414667', '01a20211-e227-7ed7-b9e9-056b3faa99f0', '{"identity_id":"idn_01m8113rh7fvbvkt85dcztn6fg"}'),
	(337, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.267+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-6399af46-5eeb-4a87-b97a-95d2094cc9e7', 'live', 'a84e17f6-3120-4417-8ff1-8e86f7412896', '01a20211-e278-7949-8ff5-b264b9fa38e9', '{"identity_id":"idn_01m8113rkrf54rzxdjcjwzme79"}'),
	(339, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.322+00', 'channel', 'ch_01m8112yezemg8gy2cdx03a366', 'Test channel', 'message.received', 'message', 'msg_01m8113rp1etw841ypa6wnv0jp', 'live', '17599a9f-460f-48d2-a8e9-e54688a19a86', '01a20211-e2aa-7edb-b59c-79fe1ec97dbf', '{"identity_id":"idn_01m8113rnafvdvb73szrfcjzdz"}'),
	(340, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.373+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'run.created', 'run', 'run_01m8113rqnfvja1xr9tf49n29p', 'live', 'a4d22294-6a26-4255-b5af-772f2b9a174d', NULL, '{"workflow":"record","version":1,"started_by":"key"}'),
	(341, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.401+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'automation_event.accepted', 'automation_event', 'automation-overdue', 'live', 'a5445be2-89d4-4f16-b77c-528f6bd233d7', NULL, '{"source":"custom.order.paid"}'),
	(342, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.415+00', 'receiver', 'rcv_01m8112ye1ezmvvk56sp6eqx9a', 'hook-4', 'webhook.accepted', 'webhook', 'evt_01m8113rryf588frgct7njs04b', 'live', '30b3bb25-d93a-41d1-88ed-d9b3347bccc9', NULL, '{"receiver":"hook-4"}'),
	(344, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.566+00', 'method', 'mky_01m8112zp1evj9z9537azbppxh', 'Client', 'job.accepted', 'job', 'job_01m8113rxmfptsg4b9hwnsen25', 'live', 'b0702748-de30-4e21-bee0-d6e856b36a9f', NULL, '{"operation_id":"order","method":"buy","method_version":1}'),
	(346, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.618+00', 'channel', 'ch_01m8112yjqecxapaxkzv7raq5g', 'bot', 'message.received', 'message', 'msg_01m8113rz9etg9gc6zm0vq97nt', 'live', '526ea86e-a20d-40ab-b37b-e744a6768822', '01a20211-e3dd-785d-b704-672cef4ff9ab', '{"identity_id":"idn_01m8113ryxf1eve1375kqmzydb"}'),
	(297, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.11+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113ph5eb3vk0pacw03r4y5', 'live', '2e16ff46-90c6-45fd-8429-50a0e35c2f9e', '01a20211-da25-72c7-b982-ca67003c13c5', '{"profile_id":"prof_01m8113ph5eb3vk0pad1q66s8a","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(299, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.238+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113pn1fs488j2ezg9y1ryc', 'live', '31648e29-19c7-48f3-853c-2d34b673bbd1', '01a20211-daa1-7e48-8448-4efc13e0e3cc', '{"profile_id":"prof_01m8113pn1fs488j2ezppshwyt","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(304, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.614+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.deleted', 'channel', 'ch_01m8112yntfaxt9p8dv73cabxf', 'live', '71f76266-70e9-43ce-b78c-fc69454ad179', NULL, '{"name":"bot1"}'),
	(305, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.694+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113q3de418atskyvaj0g46', 'live', '9310557a-4e1a-425d-9698-cbe583287a45', '01a20211-dc6d-7102-856b-33f6d5204086', '{"profile_id":"prof_01m8113q3de418atskyxnp3yvv","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(307, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.759+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113q5cfrbsx75hqs48g5v4', 'live', 'c4a9d222-2f1a-4d10-bb10-82fd7237286e', '01a20211-dcac-7e17-9e9c-b1be48881764', '{"profile_id":"prof_01m8113q5cfrbsx75hqwjdemwf","channel_id":"ch_01m8112yjqecxapaxkzv7raq5g"}'),
	(311, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.855+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113q87fdx8jessdcxhkzky', 'live', '08bac790-a0a9-4ac4-8fc2-df9790bffde2', '01a20211-dd07-7b7a-893b-396b3b19fe7e', '{"profile_id":"prof_01m8113q87fdx8jessdk3hj88t","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(313, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:14.925+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'refund.accepted', 'refund', 'rfd_01m8113qbbepf8tcm7zs3pr8rv', 'live', '2520646c-617c-40c8-ae5f-bd47bf1abae1', '01a20211-8a08-7e11-a656-58c874df6407', '{"order_id":"ord_01m81132h1efqa35dwfr7vffv9","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(314, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.02+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113qdteg2va6a7484kxgmh', 'live', 'c95bd829-ce3b-4717-9551-4ad0a28d0fd7', '01a20211-ddba-7405-b519-4722093ec291', '{"profile_id":"prof_01m8113qdteg2va6a74d7fv9kj","channel_id":"ch_01m8112zcmfyarjh8k9sp3scpk"}'),
	(316, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.105+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113qgbev3945gs2nbmabgw', 'live', 'b284d08e-d85a-49fe-8aea-223894cfe90c', '01a20211-de0b-76c6-9216-191557452e1c', '{"profile_id":"prof_01m8113qgbev3945gs2skq8mqe","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(318, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.198+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113qkde01a6knx8ngjc63g', 'live', 'cc4cb44f-00ac-4781-90ec-f74d5ea64b30', '01a20211-de6d-7002-a34e-bd4561261870', '{"profile_id":"prof_01m8113qkde01a6knx8rp38efm","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(323, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.458+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.deleted', 'channel', 'ch_01m8112ys2eztsafm0psjrd2z0', 'live', '19c23857-503c-4c80-a71d-851a112fbabf', NULL, '{"name":"bot2"}'),
	(324, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.602+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113qzpewsade60j69q18p5', 'live', '0da45476-564a-4164-941a-87f08c9e2028', '01a20211-dff6-7732-a6b8-c0919370a2c5', '{"profile_id":"prof_01m8113qzqektrfqk5qqn8gjgz","channel_id":"ch_01m8112zcmfyarjh8k9sp3scpk"}'),
	(326, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.69+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113r2ff5cv0t68zzc3rn48', 'live', 'ab2d2f2b-0e0d-4b10-86a3-f167fadeff98', '01a20211-e04f-7959-b068-c8ffd83c5488', '{"profile_id":"prof_01m8113r2ff5cv0t69010z3h9n","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(328, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:15.858+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113r7je0ybvaqjjw32xnpa', 'live', '3df9f8ea-3abb-420b-94ab-58f800683148', '01a20211-e0f2-703c-bdaa-f297062ed6ca', '{"profile_id":"prof_01m8113r7je0ybvaqjk150dw84","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(333, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.111+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.deleted', 'channel', 'ch_01m8112yybfj99zt752ssq48ym', 'live', '73ae6e28-cb63-43e3-aedb-d385aacb470b', NULL, '{"name":"bot3"}'),
	(334, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.164+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113rh7fvbvkt85dcztn6fg', 'live', 'ee29c569-0ec7-4df9-ba31-a4985e306921', '01a20211-e227-7ed7-b9e9-056b3faa99f0', '{"profile_id":"prof_01m8113rh7fvbvkt85dhrex95a","channel_id":"ch_01m8112zcmfyarjh8k9sp3scpk"}'),
	(336, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.248+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113rkrf54rzxdjcjwzme79', 'live', '6c2d015e-9fc1-467b-b743-3985b14bce18', '01a20211-e278-7949-8ff5-b264b9fa38e9', '{"profile_id":"prof_01m8113rkrf54rzxdjcphvjr7x","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(338, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.292+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113rnafvdvb73szrfcjzdz', 'live', '16a40941-7c18-4450-a763-5d2f633f7550', '01a20211-e2aa-7edb-b59c-79fe1ec97dbf', '{"profile_id":"prof_01m8113rnafvdvb73szy3f3hjk","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(343, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.485+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.deleted', 'channel', 'ch_01m8112z20e5g9xhx5h9dyry8q', 'live', '2fee18db-1e97-41fb-b59c-f8f7935208f5', NULL, '{"name":"bot4"}'),
	(345, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:16.603+00', 'channel', 'ch_01m8112yjqecxapaxkzv7raq5g', 'bot', 'identity.created', 'identity', 'idn_01m8113ryxf1eve1375kqmzydb', 'live', '526ea86e-a20d-40ab-b37b-e744a6768822', '01a20211-e3dd-785d-b704-672cef4ff9ab', '{"profile_id":"prof_01m8113ryxf1eve1375pa2rsg8","channel_id":"ch_01m8112yjqecxapaxkzv7raq5g"}');
INSERT INTO dialog.audit_log VALUES
	(1, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:47.19+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'project.created', 'project', 'prj_01m8112w7yebjagnfjfs92tqah', NULL, 'a0407efc-92b3-41b9-a2db-d9797319aae6', NULL, '{"name":"Test"}'),
	(2, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:47.299+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'key.created', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', NULL, '1828bec2-f6b3-4f72-ad87-1318a6e2c494', NULL, '{"name":"Test key","scopes":["profiles:read","profiles:write","messages:write","events:write","integrations:read","integrations:run","payments:read","payments:write","audit:read","data:read","data:write","analytics:read","workflows:run","workflows:read"]}'),
	(3, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:47.396+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'connection.created', 'connection', 'con_01m8112wf3f07sv4zerzqv8gka', NULL, 'e55fe41f-95c7-48d6-a567-6ddde958013c', NULL, '{"slug":"target","kind":"http","name":"target"}'),
	(4, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:47.502+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'connection.created', 'connection', 'con_01m8112whqf2t9z1dzxm9j0ecj', NULL, 'af194e67-a5c0-4755-b937-98d3e6726c9e', NULL, '{"slug":"hook","kind":"webhook","name":"hook"}'),
	(5, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:47.564+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'connection.created', 'connection', 'con_01m8112wksfn99n47awhpr9rfv', NULL, 'd542540c-36d6-4ef1-b6e2-bbf72e40bc3b', NULL, '{"slug":"shop","kind":"yookassa","name":"shop"}'),
	(6, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:48.048+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'operation.created', 'operation', 'order', NULL, 'b4465f0e-7907-4cda-972a-b398a7576068', NULL, '{"name":"Order"}'),
	(7, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:48.299+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'operation.created', 'operation', 'notify', NULL, '001ab162-1de0-40ad-a4e9-d1bcab1bee59', NULL, '{"name":"Notify"}'),
	(8, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:48.557+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'operation.created', 'operation', 'month', NULL, 'cb5ecb98-9117-43b2-8c46-c1f0c9d83bfc', NULL, '{"name":"Month"}'),
	(9, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:48.642+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'table.created', 'table', 'kept', NULL, '3fc5c334-8a1c-4a41-ae34-4a0946f594bf', NULL, '{"name":"Kept"}'),
	(10, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:48.68+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'workflow.created', 'workflow', 'record', NULL, '28d6a131-07f4-43db-b589-7568444cb12f', NULL, '{}'),
	(11, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:48.709+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'workflow.published', 'workflow', 'record', NULL, 'd2234dad-8846-44ad-9639-9ae25d37b21c', NULL, '{"version":1}'),
	(12, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:48.753+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'workflow.created', 'workflow', 'pause', NULL, '38887814-102d-49e6-9d8e-6f6aa5f5bf80', NULL, '{}'),
	(13, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:48.813+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'workflow.published', 'workflow', 'pause', NULL, '928e6f9c-58c1-4c36-aad3-94eb5105b057', NULL, '{"version":1}'),
	(14, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:48.847+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'workflow.created', 'workflow', 'errand', NULL, 'e4ab7c70-8093-4c99-bbe3-56609eba25bf', NULL, '{}'),
	(15, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:48.896+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'workflow.published', 'workflow', 'errand', NULL, '732fa343-e92f-41f6-a140-1bd96ff9328a', NULL, '{"version":1}'),
	(16, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:48.926+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'workflow.created', 'workflow', 'sale', NULL, 'ab30c4f2-8dc8-48f6-b4b9-df1dcc5339ab', NULL, '{}'),
	(17, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:48.96+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'workflow.published', 'workflow', 'sale', NULL, 'b5e0ef0b-f4fb-4b46-8f57-09b5d98432ef', NULL, '{"version":1}'),
	(18, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.015+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'workflow.created', 'workflow', 'heard', NULL, '08ef6524-dc3a-41cd-b793-2e7bc06a3a14', NULL, '{}'),
	(19, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.076+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'workflow.published', 'workflow', 'heard', NULL, '9aa930a1-c72b-456a-a1e7-f40e1d2ad56b', NULL, '{"version":1}'),
	(20, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.144+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'workflow.created', 'workflow', 'nightly', NULL, '4bb87889-d561-4878-9879-a1983071ecc3', NULL, '{}'),
	(21, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.237+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'workflow.published', 'workflow', 'nightly', NULL, 'f03afb39-1ce7-423f-b1ac-be05d49a2fe4', NULL, '{"version":1}'),
	(22, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.334+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'subscription.created', 'subscription', 'told', NULL, 'f2e4ea1a-960e-42e3-929c-2fe1172f1ec0', NULL, '{"name":""}'),
	(23, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.366+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'receiver.created', 'receiver', 'rcv_01m8112ybpf3tr0xn41m90qstd', NULL, '2f4ec51e-47cd-406f-b747-806ac02b40ed', NULL, '{"slug":"hook-1","name":"hook-1"}'),
	(24, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.379+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'receiver.created', 'receiver', 'rcv_01m8112yc9frea6fp20ndjp1km', NULL, 'f00d61c2-170a-4a96-b528-c569a7c9c663', NULL, '{"slug":"hook-2","name":"hook-2"}'),
	(25, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.41+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'receiver.created', 'receiver', 'rcv_01m8112yd4fh8v5b474k44vpfj', NULL, 'd71e8d28-2a85-493a-8cac-d7677e1ff70d', NULL, '{"slug":"hook-3","name":"hook-3"}'),
	(26, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.439+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'receiver.created', 'receiver', 'rcv_01m8112ye1ezmvvk56sp6eqx9a', NULL, 'a2ce67f8-4710-49cd-a484-aa0824feb89c', NULL, '{"slug":"hook-4","name":"hook-4"}'),
	(27, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.467+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.created', 'channel', 'ch_01m8112yezemg8gy2cdx03a366', 'live', '3b6cd061-9267-4aa1-8550-93a109fc60b4', NULL, '{"type":"webhook","name":"Test channel"}'),
	(28, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.589+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.created', 'channel', 'ch_01m8112yjqecxapaxkzv7raq5g', 'live', '6816de99-bf33-4181-9947-31c29c043312', NULL, '{"type":"telegram","name":"bot"}'),
	(29, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.666+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.connected', 'channel', 'ch_01m8112yjqecxapaxkzv7raq5g', 'live', '6816de99-bf33-4181-9947-31c29c043312', NULL, '{"detail":"@bot_bot sends its updates to http://127.0.0.1:39819/api/channels/ch_01m8112yjqecxapaxkzv7raq5g/telegram."}'),
	(30, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.687+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.created', 'channel', 'ch_01m8112yntfaxt9p8dv73cabxf', 'live', '9a6fbb1f-e351-47b3-b4a3-d13c728c42c4', NULL, '{"type":"telegram","name":"bot1"}'),
	(31, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.719+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.connected', 'channel', 'ch_01m8112yntfaxt9p8dv73cabxf', 'live', '9a6fbb1f-e351-47b3-b4a3-d13c728c42c4', NULL, '{"detail":"@bot1_bot sends its updates to http://127.0.0.1:39819/api/channels/ch_01m8112yntfaxt9p8dv73cabxf/telegram."}'),
	(32, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.794+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.created', 'channel', 'ch_01m8112ys2eztsafm0psjrd2z0', 'live', '9e6470aa-c1ca-41cd-9d94-8cb8d7e96f04', NULL, '{"type":"telegram","name":"bot2"}'),
	(33, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.894+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.connected', 'channel', 'ch_01m8112ys2eztsafm0psjrd2z0', 'live', '9e6470aa-c1ca-41cd-9d94-8cb8d7e96f04', NULL, '{"detail":"@bot2_bot sends its updates to http://127.0.0.1:39819/api/channels/ch_01m8112ys2eztsafm0psjrd2z0/telegram."}'),
	(34, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:49.963+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.created', 'channel', 'ch_01m8112yybfj99zt752ssq48ym', 'live', '9ccbe19a-9d3e-4732-8190-b0b09cd681f9', NULL, '{"type":"telegram","name":"bot3"}'),
	(35, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:50.022+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.connected', 'channel', 'ch_01m8112yybfj99zt752ssq48ym', 'live', '9ccbe19a-9d3e-4732-8190-b0b09cd681f9', NULL, '{"detail":"@bot3_bot sends its updates to http://127.0.0.1:39819/api/channels/ch_01m8112yybfj99zt752ssq48ym/telegram."}'),
	(36, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:50.08+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.created', 'channel', 'ch_01m8112z20e5g9xhx5h9dyry8q', 'live', '4b9dffea-e149-4afd-adc9-6d1be7b43eb3', NULL, '{"type":"telegram","name":"bot4"}'),
	(37, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:50.279+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.connected', 'channel', 'ch_01m8112z20e5g9xhx5h9dyry8q', 'live', '4b9dffea-e149-4afd-adc9-6d1be7b43eb3', NULL, '{"detail":"@bot4_bot sends its updates to http://127.0.0.1:39819/api/channels/ch_01m8112z20e5g9xhx5h9dyry8q/telegram."}'),
	(38, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:50.419+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'channel.created', 'channel', 'ch_01m8112zcmfyarjh8k9sp3scpk', 'live', 'e4341f10-91ce-49d4-a841-1e99fa03a3b9', NULL, '{"type":"webchat","name":"Website"}'),
	(39, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:50.513+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'method.created', 'method', 'buy', NULL, 'a2df829b-919f-40fa-bb25-9ff09fab1e72', NULL, '{"name":"Buy"}'),
	(40, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:50.655+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'method.published', 'method', 'buy', NULL, 'ddbdda19-eb41-40c9-a6df-84e4ae39ade4', NULL, '{"version":1}'),
	(41, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:50.715+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'method_key.created', 'method_key', 'mky_01m8112zp1evj9z9537azbppxh', NULL, 'b1e757dc-bc69-432d-bfca-11c729d9e732', NULL, '{"name":"Client","methods":["buy"]}'),
	(42, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:50.807+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'scenario.draft_saved', 'scenario', 'prj_01m8112w7yebjagnfjfs92tqah', NULL, 'f257ac27-e20a-44bc-b76e-91c89f270db9', NULL, '{}'),
	(43, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:50.995+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'scenario.published', 'scenario', 'prj_01m8112w7yebjagnfjfs92tqah', NULL, '0ed14b3d-916e-4117-8421-5b759ce3f75b', NULL, '{"version":1}'),
	(44, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:51.081+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m811301dewq8xerp1n5c9mx5', 'live', 'c847966a-7efd-4557-91e3-7d85c9b7820b', '01a20211-802d-772e-8ebb-160d4ac4d3a5', '{"profile_id":"prof_01m811301dewq8xerp1vd7rf9y","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(45, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:51.189+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-f88b231b-33ce-41db-babd-190d32f25c06', 'live', '6a3ce125-9c32-4996-900f-e47d34dde240', '01a20211-802d-772e-8ebb-160d4ac4d3a5', '{"identity_id":"idn_01m811301dewq8xerp1n5c9mx5"}'),
	(46, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:51.364+00', 'system', NULL, NULL, 'message.accepted', 'message', 'msg_01m81130brf6srjsfww48z8jxp', 'live', '6a3ce125-9c32-4996-900f-e47d34dde240', '01a20211-802d-772e-8ebb-160d4ac4d3a5', '{"identity_id":"idn_01m811301dewq8xerp1n5c9mx5"}'),
	(47, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:51.364+00', 'system', NULL, NULL, 'event.started', 'event', 'e-f88b231b-33ce-41db-babd-190d32f25c06', 'live', '6a3ce125-9c32-4996-900f-e47d34dde240', '01a20211-802d-772e-8ebb-160d4ac4d3a5', '{"attempts":1,"identity_id":"idn_01m811301dewq8xerp1n5c9mx5","version":1,"steps":[{"id":"ask","type":"question","status":"waiting"}]}'),
	(48, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:51.514+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'scenario.draft_saved', 'scenario', 'prj_01m8112w7yebjagnfjfs92tqah', NULL, '79304fd3-ab43-41ae-8489-b1e02e618d9d', NULL, '{}'),
	(49, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:51.608+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m81130brf6srjsfww48z8jxp', 'live', '6a3ce125-9c32-4996-900f-e47d34dde240', '01a20211-802d-772e-8ebb-160d4ac4d3a5', '{"attempts":1}'),
	(54, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:52.048+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m81130zfe3yvmwk9hk191sf4', 'live', '7598bad7-9231-4fed-a0ea-4f335249f5e5', NULL, '{"operation_id":"order"}'),
	(55, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:52.195+00', 'system', NULL, NULL, 'job.succeeded', 'job', 'job_01m81130zfe3yvmwk9hk191sf4', 'live', '7598bad7-9231-4fed-a0ea-4f335249f5e5', NULL, '{"attempts":1}'),
	(82, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:55.351+00', 'system', NULL, NULL, 'payment.succeeded', 'payment', 'ord_01m81133enfvc93jg4f4a25epv', 'live', '7db799ca-ab1c-4e4b-aa68-dede42fde3cd', '01a20211-8dac-74d9-89ba-1c89f3de1317', '{"order_id":"ord_01m81133enfvc93jg4f4a25epv","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false,"product":"club"}'),
	(83, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:55.469+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m81134asf0ds29211rg35r78', 'live', 'f99978e5-d366-46b0-b61b-4c84cfc50cc6', '01a20211-9159-781b-9124-410e2032e0e8', '{"profile_id":"prof_01m81134asf0ds29211yda7dkf","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(84, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:55.511+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m81134bpfbhs5x7be69vcrk9', 'live', '7b2d41d6-888a-44d7-a0a0-e98f3931a5e4', '01a20211-9159-781b-9124-410e2032e0e8', '{"operation_id":"month"}'),
	(85, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:55.581+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m81134bpfbhs5x7be69vcrk9', 'live', '7b2d41d6-888a-44d7-a0a0-e98f3931a5e4', '01a20211-9159-781b-9124-410e2032e0e8', '{"order_id":"ord_01m81134bpfbhs5x7be69vcrk9","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(50, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:51.699+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'scenario.published', 'scenario', 'prj_01m8112w7yebjagnfjfs92tqah', NULL, '2559f735-3161-4d76-94bd-0a69b275726e', NULL, '{"version":2}'),
	(51, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:51.73+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m81130nmf4wa1rmbgazwrqsv', 'live', '281f50a2-6cc9-48e5-80b0-867d6171ede7', '01a20211-82b4-7938-a0e2-8b82bfcc5f3b', '{"profile_id":"prof_01m81130nmf4wa1rmbge3tz7ev","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(52, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:51.757+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m81130pcewvbxrqk0vxdyhd1', 'live', 'b5bd7ea3-2a14-4605-9e2b-70a0c8a84775', '01a20211-82b4-7938-a0e2-8b82bfcc5f3b', '{"identity_id":"idn_01m81130nmf4wa1rmbgazwrqsv"}'),
	(53, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:51.954+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m81130pcewvbxrqk0vxdyhd1', 'live', 'b5bd7ea3-2a14-4605-9e2b-70a0c8a84775', '01a20211-82b4-7938-a0e2-8b82bfcc5f3b', '{"attempts":1}'),
	(56, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:52.255+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'table.written', 'table', 'kept', 'live', 'f88521c2-14b8-42c1-be32-8484ebb761be', NULL, '{"rows" : 1, "replaced" : false, "revision" : 1}'),
	(57, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:52.307+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'table.written', 'table', 'kept', 'live', 'af226409-421b-41b7-8954-1aff90986832', NULL, '{"rows" : 1, "replaced" : false, "revision" : 2}'),
	(58, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:52.339+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'table.written', 'table', 'kept', 'live', '08f6dbce-0228-4b9b-8267-b3e0c0c87acd', NULL, '{"rows" : 1, "replaced" : false, "revision" : 3}'),
	(59, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:52.78+00', 'channel', 'ch_01m8112zcmfyarjh8k9sp3scpk', 'Website', 'identity.created', 'identity', 'idn_01m81131pgfqgbp4k05y0cb3ce', 'live', '4f5a8559-b2a8-46b3-ae12-dfb3b4807c65', '01a20211-86d0-7de0-bb12-602f80c58d8e', '{"profile_id":"prof_01m81131pgfqgbp4k0607t2sk6","channel_id":"ch_01m8112zcmfyarjh8k9sp3scpk"}'),
	(60, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:52.801+00', 'channel', 'ch_01m8112zcmfyarjh8k9sp3scpk', 'Website', 'message.received', 'message', 'msg_01m81131pxejn9mgkr9wh8jc5n', 'live', '4f5a8559-b2a8-46b3-ae12-dfb3b4807c65', '01a20211-86d0-7de0-bb12-602f80c58d8e', '{"identity_id":"idn_01m81131pgfqgbp4k05y0cb3ce"}'),
	(61, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:52.875+00', 'system', NULL, NULL, 'message.accepted', 'message', 'msg_01m81131tvef1rnqnjjprfy4zm', 'live', '4f5a8559-b2a8-46b3-ae12-dfb3b4807c65', '01a20211-86d0-7de0-bb12-602f80c58d8e', '{"identity_id":"idn_01m81131pgfqgbp4k05y0cb3ce"}'),
	(62, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:52.875+00', 'system', NULL, NULL, 'message.started', 'message', 'msg_01m81131pxejn9mgkr9wh8jc5n', 'live', '4f5a8559-b2a8-46b3-ae12-dfb3b4807c65', '01a20211-86d0-7de0-bb12-602f80c58d8e', '{"attempts":1,"identity_id":"idn_01m81131pgfqgbp4k05y0cb3ce","version":2,"steps":[{"id":"hello","type":"message","status":"succeeded"},{"id":"end","type":"end","status":"succeeded"}]}'),
	(63, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:53.066+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m81131tvef1rnqnjjprfy4zm', 'live', '4f5a8559-b2a8-46b3-ae12-dfb3b4807c65', '01a20211-86d0-7de0-bb12-602f80c58d8e', '{"attempts":1}'),
	(64, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:53.134+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m811321kf138vbqh6fy787ct', 'live', '5235b548-304f-40a6-bfff-6cc728851de8', '01a20211-8833-7846-8dae-f133fc741d9a', '{"profile_id":"prof_01m811321kf138vbqh6gvegy66","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(65, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:53.164+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'profile.updated', 'profile', 'prof_01m811321kf138vbqh6gvegy66', NULL, '71251b58-e89e-4a3f-b661-bafcb315185a', NULL, '{"fields":["state","tags"]}'),
	(66, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:53.238+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m811324pe2b9xpyvrey4cv8t', 'live', '0a74b780-8691-4b44-83f1-db6266a2bd51', '01a20211-8896-7096-9edb-dbc3bc466d1a', '{"profile_id":"prof_01m811324pe2b9xpyvrg7dyj6r","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(67, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:53.246+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'profile.updated', 'profile', 'prof_01m811324pe2b9xpyvrg7dyj6r', NULL, '1e497e2b-ea05-4e20-9e0a-94e38a832114', NULL, '{"fields":["state","tags"]}'),
	(68, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:53.28+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'profile.linked', 'profile', 'prof_01m811321kf138vbqh6gvegy66', NULL, '7c488040-28a7-4e74-b1eb-8d5cda8e638b', NULL, '{"link_id":"lnk_01m811326dehsa17ayejekf0ke","absorbed":["prof_01m811324pe2b9xpyvrg7dyj6r"],"identity_ids":["idn_01m811324pe2b9xpyvrey4cv8t"]}'),
	(69, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:53.41+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m81132amf4ka06ny41aw160q', 'live', '84c7a4db-30df-4880-a942-452dd7cd2a92', '01a20211-8954-7926-a01a-be2055c09817', '{"profile_id":"prof_01m81132amf4ka06ny4469bwrb","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(70, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:53.483+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'link_code.created', 'link_code', 'lco_01m81132cve1wab6sqyanrd9gy', NULL, '84023eba-58f4-4b32-b0b3-fbe2b2dcbd59', NULL, '{"profile_id":"prof_01m81132amf4ka06ny4469bwrb","expires_at":"2026-11-23T07:03:53.500Z"}'),
	(71, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:53.6+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m81132g8fr8tcnjrs1tdys07', 'live', '16e6632c-90bd-48ca-9a85-d6ec07d78dd1', '01a20211-8a08-7e11-a656-58c874df6407', '{"profile_id":"prof_01m81132g8fr8tcnjrs72rvvjt","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(72, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:53.634+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m81132h1efqa35dwfr7vffv9', 'live', 'd5c24e3a-3e2e-4c2a-9c6d-ed66fc26f8c5', '01a20211-8a08-7e11-a656-58c874df6407', '{"operation_id":"month"}'),
	(73, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:53.789+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m81132h1efqa35dwfr7vffv9', 'live', 'd5c24e3a-3e2e-4c2a-9c6d-ed66fc26f8c5', '01a20211-8a08-7e11-a656-58c874df6407', '{"order_id":"ord_01m81132h1efqa35dwfr7vffv9","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(74, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:53.882+00', 'system', NULL, NULL, 'payment.pending', 'payment', 'ord_01m81132h1efqa35dwfr7vffv9', 'live', 'd5c24e3a-3e2e-4c2a-9c6d-ed66fc26f8c5', '01a20211-8a08-7e11-a656-58c874df6407', '{"order_id":"ord_01m81132h1efqa35dwfr7vffv9","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(75, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:53.894+00', 'system', NULL, NULL, 'job.succeeded', 'job', 'job_01m81132h1efqa35dwfr7vffv9', 'live', 'd5c24e3a-3e2e-4c2a-9c6d-ed66fc26f8c5', '01a20211-8a08-7e11-a656-58c874df6407', '{"attempts":1}'),
	(76, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:54.355+00', 'system', NULL, NULL, 'payment.succeeded', 'payment', 'ord_01m81132h1efqa35dwfr7vffv9', 'live', 'd5c24e3a-3e2e-4c2a-9c6d-ed66fc26f8c5', '01a20211-8a08-7e11-a656-58c874df6407', '{"order_id":"ord_01m81132h1efqa35dwfr7vffv9","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false,"product":"club"}'),
	(77, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:54.538+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m81133dcekcrkegwh7sxw4rq', 'live', '4c51b0cc-f7cf-4e98-825a-6f6840d0859f', '01a20211-8dac-74d9-89ba-1c89f3de1317', '{"profile_id":"prof_01m81133dcekcrkegwh9387cqe","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(78, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:54.582+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m81133enfvc93jg4f4a25epv', 'live', '7db799ca-ab1c-4e4b-aa68-dede42fde3cd', '01a20211-8dac-74d9-89ba-1c89f3de1317', '{"operation_id":"month"}'),
	(79, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:54.66+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m81133enfvc93jg4f4a25epv', 'live', '7db799ca-ab1c-4e4b-aa68-dede42fde3cd', '01a20211-8dac-74d9-89ba-1c89f3de1317', '{"order_id":"ord_01m81133enfvc93jg4f4a25epv","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(141, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.199+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m81139xeen18bqxv5jrbnfwy', 'live', '827caf35-8ec9-406e-8b02-d63f66e69ca1', NULL, '{"operation_id":"notify"}'),
	(80, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:54.731+00', 'system', NULL, NULL, 'payment.pending', 'payment', 'ord_01m81133enfvc93jg4f4a25epv', 'live', '7db799ca-ab1c-4e4b-aa68-dede42fde3cd', '01a20211-8dac-74d9-89ba-1c89f3de1317', '{"order_id":"ord_01m81133enfvc93jg4f4a25epv","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(81, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:54.75+00', 'system', NULL, NULL, 'job.succeeded', 'job', 'job_01m81133enfvc93jg4f4a25epv', 'live', '7db799ca-ab1c-4e4b-aa68-dede42fde3cd', '01a20211-8dac-74d9-89ba-1c89f3de1317', '{"attempts":1}'),
	(86, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:55.657+00', 'system', NULL, NULL, 'payment.pending', 'payment', 'ord_01m81134bpfbhs5x7be69vcrk9', 'live', '7b2d41d6-888a-44d7-a0a0-e98f3931a5e4', '01a20211-9159-781b-9124-410e2032e0e8', '{"order_id":"ord_01m81134bpfbhs5x7be69vcrk9","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(87, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:55.706+00', 'system', NULL, NULL, 'job.succeeded', 'job', 'job_01m81134bpfbhs5x7be69vcrk9', 'live', '7b2d41d6-888a-44d7-a0a0-e98f3931a5e4', '01a20211-9159-781b-9124-410e2032e0e8', '{"attempts":1}'),
	(88, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:56.374+00', 'system', NULL, NULL, 'payment.succeeded', 'payment', 'ord_01m81134bpfbhs5x7be69vcrk9', 'live', '7b2d41d6-888a-44d7-a0a0-e98f3931a5e4', '01a20211-9159-781b-9124-410e2032e0e8', '{"order_id":"ord_01m81134bpfbhs5x7be69vcrk9","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false,"product":"club"}'),
	(89, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:56.48+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m81135a1fkda9c33s6ejzmm3', 'live', '601afd3f-e361-4c79-b28b-9f570ddb2e2f', '01a20211-9541-7cda-a4b0-63c99d2fd283', '{"profile_id":"prof_01m81135a1fkda9c33sbwa6wtz","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(90, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:56.51+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m81135arfybaxn4htbv4dh6r', 'live', 'c4f5ac00-6c93-4db2-b368-987d4d771d1e', '01a20211-9541-7cda-a4b0-63c99d2fd283', '{"operation_id":"month"}'),
	(91, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:56.584+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m81135arfybaxn4htbv4dh6r', 'live', 'c4f5ac00-6c93-4db2-b368-987d4d771d1e', '01a20211-9541-7cda-a4b0-63c99d2fd283', '{"order_id":"ord_01m81135arfybaxn4htbv4dh6r","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(92, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:56.614+00', 'system', NULL, NULL, 'payment.pending', 'payment', 'ord_01m81135arfybaxn4htbv4dh6r', 'live', 'c4f5ac00-6c93-4db2-b368-987d4d771d1e', '01a20211-9541-7cda-a4b0-63c99d2fd283', '{"order_id":"ord_01m81135arfybaxn4htbv4dh6r","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(93, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:56.633+00', 'system', NULL, NULL, 'job.succeeded', 'job', 'job_01m81135arfybaxn4htbv4dh6r', 'live', 'c4f5ac00-6c93-4db2-b368-987d4d771d1e', '01a20211-9541-7cda-a4b0-63c99d2fd283', '{"attempts":1}'),
	(94, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:57.401+00', 'system', NULL, NULL, 'payment.succeeded', 'payment', 'ord_01m81135arfybaxn4htbv4dh6r', 'live', 'c4f5ac00-6c93-4db2-b368-987d4d771d1e', '01a20211-9541-7cda-a4b0-63c99d2fd283', '{"order_id":"ord_01m81135arfybaxn4htbv4dh6r","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false,"product":"club"}'),
	(95, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:57.514+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m81136affbvtdqn1cd6bxn6n', 'live', 'c59a0524-9ce0-47d8-85f7-800248986502', '01a20211-994f-7af7-a6de-a1634cbed4d5', '{"profile_id":"prof_01m81136affbvtdqn1ckrjh3hf","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(96, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:57.583+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m81136ceebmaprz21ab1202h', 'live', 'c8d3c6fd-36ac-4826-b766-a9b9a2cc6218', '01a20211-994f-7af7-a6de-a1634cbed4d5', '{"operation_id":"month"}'),
	(97, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:57.654+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m81136ceebmaprz21ab1202h', 'live', 'c8d3c6fd-36ac-4826-b766-a9b9a2cc6218', '01a20211-994f-7af7-a6de-a1634cbed4d5', '{"order_id":"ord_01m81136ceebmaprz21ab1202h","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(98, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:57.685+00', 'system', NULL, NULL, 'payment.pending', 'payment', 'ord_01m81136ceebmaprz21ab1202h', 'live', 'c8d3c6fd-36ac-4826-b766-a9b9a2cc6218', '01a20211-994f-7af7-a6de-a1634cbed4d5', '{"order_id":"ord_01m81136ceebmaprz21ab1202h","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(99, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:57.711+00', 'system', NULL, NULL, 'job.succeeded', 'job', 'job_01m81136ceebmaprz21ab1202h', 'live', 'c8d3c6fd-36ac-4826-b766-a9b9a2cc6218', '01a20211-994f-7af7-a6de-a1634cbed4d5', '{"attempts":1}'),
	(100, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:58.41+00', 'system', NULL, NULL, 'payment.succeeded', 'payment', 'ord_01m81136ceebmaprz21ab1202h', 'live', 'c8d3c6fd-36ac-4826-b766-a9b9a2cc6218', '01a20211-994f-7af7-a6de-a1634cbed4d5', '{"order_id":"ord_01m81136ceebmaprz21ab1202h","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false,"product":"club"}'),
	(101, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:58.568+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m81137breekaw8t3hq7704k9', 'live', '1f3cd99a-32e8-47f6-b73e-2ee812555060', '01a20211-9d78-73a6-ae23-438dce701269', '{"profile_id":"prof_01m81137breekaw8t3htgwyhv7","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(102, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:58.623+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m81137cwenjr0ryr1xzgyqve', 'live', '5948327e-e88a-467d-8ea5-df9ffaeb3b01', '01a20211-9d78-73a6-ae23-438dce701269', '{"operation_id":"month"}'),
	(103, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:58.72+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m81137cwenjr0ryr1xzgyqve', 'live', '5948327e-e88a-467d-8ea5-df9ffaeb3b01', '01a20211-9d78-73a6-ae23-438dce701269', '{"order_id":"ord_01m81137cwenjr0ryr1xzgyqve","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(104, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:58.77+00', 'system', NULL, NULL, 'payment.pending', 'payment', 'ord_01m81137cwenjr0ryr1xzgyqve', 'live', '5948327e-e88a-467d-8ea5-df9ffaeb3b01', '01a20211-9d78-73a6-ae23-438dce701269', '{"order_id":"ord_01m81137cwenjr0ryr1xzgyqve","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(105, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:58.788+00', 'system', NULL, NULL, 'job.succeeded', 'job', 'job_01m81137cwenjr0ryr1xzgyqve', 'live', '5948327e-e88a-467d-8ea5-df9ffaeb3b01', '01a20211-9d78-73a6-ae23-438dce701269', '{"attempts":1}'),
	(106, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:59.454+00', 'system', NULL, NULL, 'payment.succeeded', 'payment', 'ord_01m81137cwenjr0ryr1xzgyqve', 'live', '5948327e-e88a-467d-8ea5-df9ffaeb3b01', '01a20211-9d78-73a6-ae23-438dce701269', '{"order_id":"ord_01m81137cwenjr0ryr1xzgyqve","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false,"product":"club"}'),
	(107, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:59.566+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m81138ayey1b4yjqdbyemang', 'live', 'c271ffc1-f0cb-408d-91b3-dac6fa691ae2', '01a20211-a15e-7782-b27a-576afcea2ab0', '{"profile_id":"prof_01m81138ayey1b4yjqdfvp5zez","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(108, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:59.608+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m81138bqfwdv0krn649zy09g', 'live', 'ca8be886-acd2-4b7a-b462-03da4e717d84', '01a20211-a15e-7782-b27a-576afcea2ab0', '{"operation_id":"month"}'),
	(109, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:59.697+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m81138bqfwdv0krn649zy09g', 'live', 'ca8be886-acd2-4b7a-b462-03da4e717d84', '01a20211-a15e-7782-b27a-576afcea2ab0', '{"order_id":"ord_01m81138bqfwdv0krn649zy09g","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(110, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:59.734+00', 'system', NULL, NULL, 'payment.pending', 'payment', 'ord_01m81138bqfwdv0krn649zy09g', 'live', 'ca8be886-acd2-4b7a-b462-03da4e717d84', '01a20211-a15e-7782-b27a-576afcea2ab0', '{"order_id":"ord_01m81138bqfwdv0krn649zy09g","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(111, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:59.76+00', 'system', NULL, NULL, 'job.succeeded', 'job', 'job_01m81138bqfwdv0krn649zy09g', 'live', 'ca8be886-acd2-4b7a-b462-03da4e717d84', '01a20211-a15e-7782-b27a-576afcea2ab0', '{"attempts":1}'),
	(112, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:59.794+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m81138hjehpt5xx7hb7r8brc', 'live', '9f0dc52f-9265-4418-8028-32b2dd826baf', '01a20211-a232-746d-a2f7-a78acf842f0c', '{"profile_id":"prof_01m81138hjehpt5xx7hfet4j90","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(113, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:59.802+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m81138hsf07v68p8qq465s2d', 'live', '0e1f327f-de03-4ac3-9cec-dc5a8185e2fb', '01a20211-a232-746d-a2f7-a78acf842f0c', '{"operation_id":"month"}'),
	(114, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:03:59.964+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m81138hsf07v68p8qq465s2d', 'live', '0e1f327f-de03-4ac3-9cec-dc5a8185e2fb', '01a20211-a232-746d-a2f7-a78acf842f0c', '{"order_id":"ord_01m81138hsf07v68p8qq465s2d","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(115, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.038+00', 'system', NULL, NULL, 'payment.pending', 'payment', 'ord_01m81138hsf07v68p8qq465s2d', 'live', '0e1f327f-de03-4ac3-9cec-dc5a8185e2fb', '01a20211-a232-746d-a2f7-a78acf842f0c', '{"order_id":"ord_01m81138hsf07v68p8qq465s2d","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(116, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.074+00', 'system', NULL, NULL, 'job.succeeded', 'job', 'job_01m81138hsf07v68p8qq465s2d', 'live', '0e1f327f-de03-4ac3-9cec-dc5a8185e2fb', '01a20211-a232-746d-a2f7-a78acf842f0c', '{"attempts":1}'),
	(117, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.116+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m81138vpejjaejygs6cf6r1p', 'live', 'ca99c535-6481-4527-ac66-e0244b0c4331', '01a20211-a376-74a4-a74b-d0c998f36036', '{"profile_id":"prof_01m81138vpejjaejygs9q28tch","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(118, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.145+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m81138wgfzrsft3pbmxrevzq', 'live', '6b84ed23-d18a-4f2c-8646-1aa0b098a629', '01a20211-a376-74a4-a74b-d0c998f36036', '{"operation_id":"month"}'),
	(119, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.224+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m81138wgfzrsft3pbmxrevzq', 'live', '6b84ed23-d18a-4f2c-8646-1aa0b098a629', '01a20211-a376-74a4-a74b-d0c998f36036', '{"order_id":"ord_01m81138wgfzrsft3pbmxrevzq","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(120, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.244+00', 'system', NULL, NULL, 'payment.pending', 'payment', 'ord_01m81138wgfzrsft3pbmxrevzq', 'live', '6b84ed23-d18a-4f2c-8646-1aa0b098a629', '01a20211-a376-74a4-a74b-d0c998f36036', '{"order_id":"ord_01m81138wgfzrsft3pbmxrevzq","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(121, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.262+00', 'system', NULL, NULL, 'job.succeeded', 'job', 'job_01m81138wgfzrsft3pbmxrevzq', 'live', '6b84ed23-d18a-4f2c-8646-1aa0b098a629', '01a20211-a376-74a4-a74b-d0c998f36036', '{"attempts":1}'),
	(122, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.327+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113929frqrnz15neyr6na2', 'live', 'ac53deb1-50ba-4802-a102-771f2ea06d19', '01a20211-a449-7e2f-8afc-25abbd835542', '{"profile_id":"prof_01m8113929frqrnz15njfz8d3s","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(123, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.351+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m811392xfcm9h0w32k7z5dfa', 'live', 'dd17eb52-dcb5-457c-aac8-761f0c36a568', '01a20211-a449-7e2f-8afc-25abbd835542', '{"operation_id":"month"}'),
	(124, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.414+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m811392xfcm9h0w32k7z5dfa', 'live', 'dd17eb52-dcb5-457c-aac8-761f0c36a568', '01a20211-a449-7e2f-8afc-25abbd835542', '{"order_id":"ord_01m811392xfcm9h0w32k7z5dfa","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(125, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.443+00', 'system', NULL, NULL, 'payment.pending', 'payment', 'ord_01m811392xfcm9h0w32k7z5dfa', 'live', 'dd17eb52-dcb5-457c-aac8-761f0c36a568', '01a20211-a449-7e2f-8afc-25abbd835542', '{"order_id":"ord_01m811392xfcm9h0w32k7z5dfa","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(126, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.476+00', 'system', NULL, NULL, 'job.succeeded', 'job', 'job_01m811392xfcm9h0w32k7z5dfa', 'live', 'dd17eb52-dcb5-457c-aac8-761f0c36a568', '01a20211-a449-7e2f-8afc-25abbd835542', '{"attempts":1}'),
	(127, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.51+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m811397ye379gej0w7cayam5', 'live', 'ceaf4b5b-6511-4ee6-9745-780a6348d477', '01a20211-a4fe-70ce-983a-40e1d8af2a85', '{"profile_id":"prof_01m811397ye379gej0w89jz84s","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(128, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.546+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m811398xedqbm309jghjj8v5', 'live', '5257091c-0475-4697-bb0e-6503f89e9888', '01a20211-a4fe-70ce-983a-40e1d8af2a85', '{"operation_id":"month"}'),
	(129, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.618+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m811398xedqbm309jghjj8v5', 'live', '5257091c-0475-4697-bb0e-6503f89e9888', '01a20211-a4fe-70ce-983a-40e1d8af2a85', '{"order_id":"ord_01m811398xedqbm309jghjj8v5","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(130, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.66+00', 'system', NULL, NULL, 'payment.pending', 'payment', 'ord_01m811398xedqbm309jghjj8v5', 'live', '5257091c-0475-4697-bb0e-6503f89e9888', '01a20211-a4fe-70ce-983a-40e1d8af2a85', '{"order_id":"ord_01m811398xedqbm309jghjj8v5","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(131, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.694+00', 'system', NULL, NULL, 'job.succeeded', 'job', 'job_01m811398xedqbm309jghjj8v5', 'live', '5257091c-0475-4697-bb0e-6503f89e9888', '01a20211-a4fe-70ce-983a-40e1d8af2a85', '{"attempts":1}'),
	(132, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.727+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m81139esecktejc71mavvzkt', 'live', 'b5b03df8-131f-47ac-bc0d-2b932d9cf0d3', '01a20211-a5d9-7327-a749-870d15bdfe7a', '{"profile_id":"prof_01m81139esecktejc71r1epkbw","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(133, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.751+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m81139fefsbb3k6rn4082dde', 'live', 'b812ea7d-53d6-4495-aebf-8cca52c99458', '01a20211-a5d9-7327-a749-870d15bdfe7a', '{"identity_id":"idn_01m81139esecktejc71mavvzkt"}'),
	(134, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.781+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m81139g9ee0t18vn2p4sbjen', 'live', '2dbd087f-d7f0-4a09-aa14-e0ab19a4142b', NULL, '{"operation_id":"order"}'),
	(135, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.813+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m81139h6fa0v86kvk1jvztqb', 'live', 'beed29a5-3d88-421c-b9c7-a5bdaa315264', NULL, '{"operation_id":"notify"}'),
	(136, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.846+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m81139jre779gragb6c6e4x7', 'live', '5c1b79ab-905a-4d01-9d3a-0fa2a5e30026', '01a20211-a658-71ce-9861-5059986713a7', '{"profile_id":"prof_01m81139jre779gragbak5xm9h","channel_id":"ch_01m8112yjqecxapaxkzv7raq5g"}'),
	(137, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:00.904+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m81139khf6kvxzzm2jy0x4pe', 'live', 'ce084dc0-6bb3-4777-a659-27bc4699a68d', '01a20211-a658-71ce-9861-5059986713a7', '{"identity_id":"idn_01m81139jre779gragb6c6e4x7"}'),
	(138, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.123+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m81139v7f5ms29xep10nza6p', 'live', '66a9da61-9220-4841-bf25-b77c4f3878e4', '01a20211-a767-7969-9127-aeb0415fa8d6', '{"profile_id":"prof_01m81139v7f5ms29xep6d8ze7v","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(139, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.16+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m81139w4ffettjqp7mvx22ja', 'live', '48a8d145-e22f-402c-99ee-116484601063', '01a20211-a767-7969-9127-aeb0415fa8d6', '{"identity_id":"idn_01m81139v7f5ms29xep10nza6p"}'),
	(140, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.182+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m81139wverg86xta2hg609ts', 'live', '032317ef-802b-43f1-88b7-63c193c9f1e5', NULL, '{"operation_id":"order"}'),
	(142, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.216+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m81139y0ecttewneggkt8tcx', 'live', '94a2a3ac-05b0-4e76-aef0-072b92e57a60', '01a20211-a7c0-7335-a772-ae8427a4699d', '{"profile_id":"prof_01m81139y0ecttewnegq53fbt1","channel_id":"ch_01m8112yjqecxapaxkzv7raq5g"}'),
	(143, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.272+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m81139zpf6mam4ng85m2sdvp', 'live', '251f33ca-7342-4ac1-9f66-289e2694ec5c', '01a20211-a7c0-7335-a772-ae8427a4699d', '{"identity_id":"idn_01m81139y0ecttewneggkt8tcx"}'),
	(144, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.478+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113a6efbjaje31055rkmzk', 'live', '6c0c47a9-9f8d-4bf6-a059-a80f61cbfa20', '01a20211-a8ce-7ae4-a938-61014b89d3f3', '{"profile_id":"prof_01m8113a6efbjaje3109g56rbb","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(145, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.533+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113a7weqta9ghxmw2favce', 'live', 'cd7b158c-9bbd-409d-ac6c-3398d4c74165', '01a20211-a8ce-7ae4-a938-61014b89d3f3', '{"identity_id":"idn_01m8113a6efbjaje31055rkmzk"}'),
	(146, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.568+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m8113a8zfxev8mphma9667g3', 'live', '95c07b42-2d8e-4b7e-a094-60976e13707a', NULL, '{"operation_id":"order"}'),
	(147, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.612+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m8113aabegh9x5x4smd29bfg', 'live', '95e49675-0f0f-46d7-81c0-d1c75d6d280d', NULL, '{"operation_id":"notify"}'),
	(148, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.686+00', 'system', NULL, NULL, 'message.unknown', 'message', 'msg_01m8113a7weqta9ghxmw2favce', 'live', 'cd7b158c-9bbd-409d-ac6c-3398d4c74165', '01a20211-a8ce-7ae4-a938-61014b89d3f3', '{"attempts":1,"error":{"code":"no_answer","message":"customers.outside.invalid closed the connection before it answered (UND_ERR_SOCKET)"}}'),
	(149, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.706+00', 'system', NULL, NULL, 'job.unknown', 'job', 'job_01m8113a8zfxev8mphma9667g3', 'live', '95c07b42-2d8e-4b7e-a094-60976e13707a', NULL, '{"attempts":1,"error":{"code":"no_answer","message":"The request was sent, and no answer came."}}'),
	(150, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.692+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113ad6fsmrcxgpgbkc8x6p', 'live', 'f56b3850-e907-4c1a-b414-c9830db7e778', '01a20211-a9a6-7e69-8676-1682e6c474d6', '{"profile_id":"prof_01m8113ad6fsmrcxgpgev5fvad","channel_id":"ch_01m8112yjqecxapaxkzv7raq5g"}'),
	(151, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.747+00', 'system', NULL, NULL, 'job.unknown', 'job', 'job_01m8113aabegh9x5x4smd29bfg', 'live', '95e49675-0f0f-46d7-81c0-d1c75d6d280d', NULL, '{"attempts":1,"error":{"code":"no_answer","message":"The request was sent, and no answer came."}}'),
	(152, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.749+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113aejetbte7mzs3fthtbf', 'live', 'b58b50e2-9ff7-4799-8d74-9568f46ce0ac', '01a20211-a9a6-7e69-8676-1682e6c474d6', '{"identity_id":"idn_01m8113ad6fsmrcxgpgbkc8x6p"}'),
	(153, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.836+00', 'system', NULL, NULL, 'message.unknown', 'message', 'msg_01m8113aejetbte7mzs3fthtbf', 'live', 'b58b50e2-9ff7-4799-8d74-9568f46ce0ac', '01a20211-a9a6-7e69-8676-1682e6c474d6', '{"attempts":1,"error":{"code":"no_answer","message":"bot.outside.invalid closed the connection before it answered (UND_ERR_SOCKET)"}}'),
	(154, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.9+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113aksfhpsqb8gvqvnajaz', 'live', '9fa73a37-be91-4190-8f2a-0cd760609f48', '01a20211-aa79-7c6d-9bad-10ddf755495f', '{"profile_id":"prof_01m8113aksfhpsqb8gvs0kasnd","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(155, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.935+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113amefvhbjwgd1spbescy', 'live', '89bebbba-eb97-489f-97dc-48f3be25fbd6', '01a20211-aa79-7c6d-9bad-10ddf755495f', '{"identity_id":"idn_01m8113aksfhpsqb8gvqvnajaz"}'),
	(156, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.944+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m8113ampf25r8019drdf1bnt', 'live', 'a38d4e6f-f2e2-4f6a-acf1-681825a498ff', NULL, '{"operation_id":"order"}'),
	(157, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:01.972+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m8113anmeamtjtdhbvhzpknb', 'live', '1f0e4d0d-e105-4724-8649-f9390ce0ad03', NULL, '{"operation_id":"notify"}'),
	(158, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.01+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113aq5fyfv89mycjhhpvq1', 'live', '3ebff5a1-4a7a-480b-9765-32092e39955d', '01a20211-aae5-7f9f-b426-9e64a31b6ee1', '{"profile_id":"prof_01m8113aq5fyfv89mycn11yn7z","channel_id":"ch_01m8112yjqecxapaxkzv7raq5g"}'),
	(159, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.075+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113artfpea751pvk4p4n1p', 'live', 'e8cdd387-783d-4a39-afff-409d23c50399', '01a20211-aae5-7f9f-b426-9e64a31b6ee1', '{"identity_id":"idn_01m8113aq5fyfv89mycjhhpvq1"}'),
	(160, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.201+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113awxekpsn0hhcyv22by9', 'live', 'd2caa4e0-b01f-4125-8548-bdded02cba6e', '01a20211-ab9d-74ed-9a82-3167b6212fc9', '{"profile_id":"prof_01m8113awxekpsn0hhd2a436q4","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(161, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.224+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-de630d83-215b-4df4-8de3-a01b775d286b', 'live', '492b6fc5-77b0-432c-9cb8-68ce0a6100c4', '01a20211-ab9d-74ed-9a82-3167b6212fc9', '{"identity_id":"idn_01m8113awxekpsn0hhcyv22by9"}'),
	(162, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.307+00', 'system', NULL, NULL, 'message.accepted', 'message', 'msg_01m8113b09fncantj2y93k2r6e', 'live', '492b6fc5-77b0-432c-9cb8-68ce0a6100c4', '01a20211-ab9d-74ed-9a82-3167b6212fc9', '{"identity_id":"idn_01m8113awxekpsn0hhcyv22by9"}'),
	(163, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.307+00', 'system', NULL, NULL, 'event.started', 'event', 'e-de630d83-215b-4df4-8de3-a01b775d286b', 'live', '492b6fc5-77b0-432c-9cb8-68ce0a6100c4', '01a20211-ab9d-74ed-9a82-3167b6212fc9', '{"attempts":1,"identity_id":"idn_01m8113awxekpsn0hhcyv22by9","version":2,"steps":[{"id":"ask","type":"question","status":"waiting"}]}'),
	(164, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.396+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m8113b09fncantj2y93k2r6e', 'live', '492b6fc5-77b0-432c-9cb8-68ce0a6100c4', '01a20211-ab9d-74ed-9a82-3167b6212fc9', '{"attempts":1}'),
	(165, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.394+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113b2xev5rcgh5tt98833r', 'live', '2142d567-e3e3-49cb-af99-e7f150517db8', '01a20211-ac5d-76cb-8642-25d692840c78', '{"profile_id":"prof_01m8113b2xev5rcgh5twcz3edz","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(166, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.429+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-0bcc0021-fa61-43f6-ae1f-11b9f0fa1c33', 'live', '1287bc5c-4bca-4e73-9c5a-091963f8ea85', '01a20211-ac5d-76cb-8642-25d692840c78', '{"identity_id":"idn_01m8113b2xev5rcgh5tt98833r"}'),
	(167, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.49+00', 'system', NULL, NULL, 'message.accepted', 'message', 'msg_01m8113b66f5x8ze7p4shn0we6', 'live', '1287bc5c-4bca-4e73-9c5a-091963f8ea85', '01a20211-ac5d-76cb-8642-25d692840c78', '{"identity_id":"idn_01m8113b2xev5rcgh5tt98833r"}'),
	(168, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.49+00', 'system', NULL, NULL, 'event.started', 'event', 'e-0bcc0021-fa61-43f6-ae1f-11b9f0fa1c33', 'live', '1287bc5c-4bca-4e73-9c5a-091963f8ea85', '01a20211-ac5d-76cb-8642-25d692840c78', '{"attempts":1,"identity_id":"idn_01m8113b2xev5rcgh5tt98833r","version":2,"steps":[{"id":"pick","type":"choice","status":"waiting"}]}'),
	(169, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.546+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m8113b66f5x8ze7p4shn0we6', 'live', '1287bc5c-4bca-4e73-9c5a-091963f8ea85', '01a20211-ac5d-76cb-8642-25d692840c78', '{"attempts":1}'),
	(170, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.552+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113b80e369jq6rr0876zv1', 'live', '5620acd9-9784-4f1d-9005-c501a4c27eef', '01a20211-ad00-70cc-995c-d8c010737f61', '{"profile_id":"prof_01m8113b80e369jq6rr66ja2ws","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(171, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.591+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-0161bb07-a1e5-4e78-8655-f7e692531124', 'live', '3197198c-7933-4c70-b157-04fcffa6c4fe', '01a20211-ad00-70cc-995c-d8c010737f61', '{"identity_id":"idn_01m8113b80e369jq6rr0876zv1"}'),
	(172, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.642+00', 'system', NULL, NULL, 'message.accepted', 'message', 'msg_01m8113bamfqmvz60ks4es54y1', 'live', '3197198c-7933-4c70-b157-04fcffa6c4fe', '01a20211-ad00-70cc-995c-d8c010737f61', '{"identity_id":"idn_01m8113b80e369jq6rr0876zv1"}'),
	(173, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.642+00', 'system', NULL, NULL, 'dialog.handover', 'dialog', 'idn_01m8113b80e369jq6rr0876zv1', 'live', '3197198c-7933-4c70-b157-04fcffa6c4fe', '01a20211-ad00-70cc-995c-d8c010737f61', '{"by":"step","until":null}'),
	(174, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.642+00', 'system', NULL, NULL, 'event.started', 'event', 'e-0161bb07-a1e5-4e78-8655-f7e692531124', 'live', '3197198c-7933-4c70-b157-04fcffa6c4fe', '01a20211-ad00-70cc-995c-d8c010737f61', '{"attempts":1,"identity_id":"idn_01m8113b80e369jq6rr0876zv1","version":2,"steps":[{"id":"human","type":"handover","status":"waiting"}]}'),
	(175, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.691+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m8113bamfqmvz60ks4es54y1', 'live', '3197198c-7933-4c70-b157-04fcffa6c4fe', '01a20211-ad00-70cc-995c-d8c010737f61', '{"attempts":1}'),
	(176, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.705+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113bcsemh84znaez4kn9yq', 'live', '474d9850-4ad3-4f93-9fe3-8901a0216222', '01a20211-ad99-7522-827e-aa77c93aa7d7', '{"profile_id":"prof_01m8113bcsemh84znaf2c47sn3","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(177, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.743+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-51c61f93-6948-4188-93f8-5779c9c83a02', 'live', '11d12667-54ca-4ed3-990f-0172d8d98d78', '01a20211-ad99-7522-827e-aa77c93aa7d7', '{"identity_id":"idn_01m8113bcsemh84znaez4kn9yq"}'),
	(178, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.793+00', 'system', NULL, NULL, 'run.created', 'run', 'run_01m8113bffeh8v09gz3eyjsn78', 'live', '11d12667-54ca-4ed3-990f-0172d8d98d78', '01a20211-ad99-7522-827e-aa77c93aa7d7', '{"workflow":"pause","version":1,"started_by":"step spawn"}'),
	(179, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.793+00', 'system', NULL, NULL, 'message.accepted', 'message', 'msg_01m8113bgafk9v42h8e5fnzp1z', 'live', '11d12667-54ca-4ed3-990f-0172d8d98d78', '01a20211-ad99-7522-827e-aa77c93aa7d7', '{"identity_id":"idn_01m8113bcsemh84znaez4kn9yq"}'),
	(180, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.793+00', 'system', NULL, NULL, 'event.started', 'event', 'e-51c61f93-6948-4188-93f8-5779c9c83a02', 'live', '11d12667-54ca-4ed3-990f-0172d8d98d78', '01a20211-ad99-7522-827e-aa77c93aa7d7', '{"attempts":1,"identity_id":"idn_01m8113bcsemh84znaez4kn9yq","version":2,"steps":[{"id":"spawn","type":"workflow","status":"waiting"},{"id":"spawn","type":"workflow","status":"succeeded"},{"id":"spawned","type":"question","status":"waiting"}]}'),
	(181, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.894+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m8113bgafk9v42h8e5fnzp1z', 'live', '11d12667-54ca-4ed3-990f-0172d8d98d78', '01a20211-ad99-7522-827e-aa77c93aa7d7', '{"attempts":1}'),
	(182, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.85+00', 'system', NULL, NULL, 'run.waiting', 'run', 'run_01m8113bffeh8v09gz3eyjsn78', 'live', '11d12667-54ca-4ed3-990f-0172d8d98d78', '01a20211-ad99-7522-827e-aa77c93aa7d7', '{"attempts":1,"workflow":"pause","version":1,"steps":[{"id":"nap","type":"delay","status":"waiting"}]}'),
	(183, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.908+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113bkhfwfbrfck5f6h2jdw', 'live', 'e5ba1346-054b-4d1a-b489-36205360232a', '01a20211-ae71-7f1e-bc3d-932bcd1149bc', '{"profile_id":"prof_01m8113bkhfwfbrfck5k1xwc1a","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(184, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:02.968+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-a8924bb9-3fd8-44f8-8623-db7f18035b71', 'live', '8488db41-bb05-4a0d-bb22-5173cbeffe2c', '01a20211-ae71-7f1e-bc3d-932bcd1149bc', '{"identity_id":"idn_01m8113bkhfwfbrfck5f6h2jdw"}'),
	(185, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.041+00', 'system', NULL, NULL, 'job.accepted', 'job', 'job_01m8113bqkfwn8ahsvy0t6ywx1', 'live', '8488db41-bb05-4a0d-bb22-5173cbeffe2c', NULL, '{"operation_id":"order"}'),
	(186, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.041+00', 'system', NULL, NULL, 'event.started', 'event', 'e-a8924bb9-3fd8-44f8-8623-db7f18035b71', 'live', '8488db41-bb05-4a0d-bb22-5173cbeffe2c', '01a20211-ae71-7f1e-bc3d-932bcd1149bc', '{"attempts":1,"identity_id":"idn_01m8113bkhfwfbrfck5f6h2jdw","version":2,"steps":[{"id":"order","type":"operation","status":"waiting"}]}'),
	(187, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.146+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113btafx6btq26n1qjph1b', 'live', '54377df1-0f1b-43dc-a18a-13a28620a30f', '01a20211-af4a-7f4c-bd5c-46a86f2b442b', '{"profile_id":"prof_01m8113btafx6btq26n6avpphn","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(188, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.186+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-92b3dd18-474e-40f3-b533-aefd11268c40', 'live', 'fdc6f6cc-9b8a-416d-b879-3472b023df5c', '01a20211-af4a-7f4c-bd5c-46a86f2b442b', '{"identity_id":"idn_01m8113btafx6btq26n1qjph1b"}'),
	(189, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.253+00', 'system', NULL, NULL, 'job.accepted', 'job', 'job_01m8113by3e8092h5gf7v54t61', 'live', 'fdc6f6cc-9b8a-416d-b879-3472b023df5c', NULL, '{"operation_id":"order"}'),
	(190, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.253+00', 'system', NULL, NULL, 'event.started', 'event', 'e-92b3dd18-474e-40f3-b533-aefd11268c40', 'live', 'fdc6f6cc-9b8a-416d-b879-3472b023df5c', '01a20211-af4a-7f4c-bd5c-46a86f2b442b', '{"attempts":1,"identity_id":"idn_01m8113btafx6btq26n1qjph1b","version":2,"steps":[{"id":"order","type":"operation","status":"waiting"}]}'),
	(191, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.295+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113bz0fw9sp5awmay0a8e8', 'live', 'f090252d-2836-4222-ae50-96bddd7b7cf3', '01a20211-afe0-7f13-9b15-5ca2bc0521c8', '{"profile_id":"prof_01m8113bz0fw9sp5awmdbk7qhv","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(192, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.31+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-433c85b3-b9c2-4d72-93c5-c774eb5da288', 'live', '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', '01a20211-afe0-7f13-9b15-5ca2bc0521c8', '{"identity_id":"idn_01m8113bz0fw9sp5awmay0a8e8"}'),
	(193, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.378+00', 'system', NULL, NULL, 'job.accepted', 'job', 'job_01m8113c25em6sdwqgp74xsw0t', 'live', '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', NULL, '{"operation_id":"month"}'),
	(194, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.378+00', 'system', NULL, NULL, 'event.started', 'event', 'e-433c85b3-b9c2-4d72-93c5-c774eb5da288', 'live', '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', '01a20211-afe0-7f13-9b15-5ca2bc0521c8', '{"attempts":1,"identity_id":"idn_01m8113bz0fw9sp5awmay0a8e8","version":2,"steps":[{"id":"pay","type":"payment","status":"waiting"}]}'),
	(195, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.453+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m8113c25em6sdwqgp74xsw0t', 'live', '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', '01a20211-afe0-7f13-9b15-5ca2bc0521c8', '{"order_id":"ord_01m8113c25em6sdwqgp74xsw0t","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(196, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.454+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113c40f0na3tz3nmwstgyb', 'live', '70f899e7-576a-4c83-bfb9-a58a3bb672e3', '01a20211-b080-782a-a1eb-e3ad399d43cb', '{"profile_id":"prof_01m8113c40f0na3tz3nrqyw52y","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(197, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.477+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-0da17482-fe96-42a0-92e1-6504453e6af8', 'live', '6d8a36ae-6644-41f0-957a-6226e5586302', '01a20211-b080-782a-a1eb-e3ad399d43cb', '{"identity_id":"idn_01m8113c40f0na3tz3nmwstgyb"}'),
	(198, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.488+00', 'system', NULL, NULL, 'payment.pending', 'payment', 'ord_01m8113c25em6sdwqgp74xsw0t', 'live', '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', '01a20211-afe0-7f13-9b15-5ca2bc0521c8', '{"order_id":"ord_01m8113c25em6sdwqgp74xsw0t","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(199, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.52+00', 'system', NULL, NULL, 'job.succeeded', 'job', 'job_01m8113c25em6sdwqgp74xsw0t', 'live', '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', '01a20211-afe0-7f13-9b15-5ca2bc0521c8', '{"attempts":1}'),
	(200, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.541+00', 'system', NULL, NULL, 'message.accepted', 'message', 'msg_01m8113c70ffd95sk035zad7ny', 'live', '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', '01a20211-afe0-7f13-9b15-5ca2bc0521c8', '{"identity_id":"idn_01m8113bz0fw9sp5awmay0a8e8"}');
INSERT INTO dialog.audit_log VALUES
	(201, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.541+00', 'system', NULL, NULL, 'dialog.advanced', 'dialog', 'idn_01m8113bz0fw9sp5awmay0a8e8', 'live', '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', '01a20211-afe0-7f13-9b15-5ca2bc0521c8', '{"attempts":1,"identity_id":"idn_01m8113bz0fw9sp5awmay0a8e8","version":2,"steps":[{"id":"pay","type":"payment","status":"waiting"}]}'),
	(202, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.565+00', 'system', NULL, NULL, 'message.accepted', 'message', 'msg_01m8113c8bfft8n55137dm0jcr', 'live', '6d8a36ae-6644-41f0-957a-6226e5586302', '01a20211-b080-782a-a1eb-e3ad399d43cb', '{"identity_id":"idn_01m8113c40f0na3tz3nmwstgyb"}'),
	(203, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.565+00', 'system', NULL, NULL, 'event.started', 'event', 'e-0da17482-fe96-42a0-92e1-6504453e6af8', 'live', '6d8a36ae-6644-41f0-957a-6226e5586302', '01a20211-b080-782a-a1eb-e3ad399d43cb', '{"attempts":1,"identity_id":"idn_01m8113c40f0na3tz3nmwstgyb","version":2,"steps":[{"id":"ask","type":"question","status":"waiting"}]}'),
	(204, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.666+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m8113c70ffd95sk035zad7ny', 'live', '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', '01a20211-afe0-7f13-9b15-5ca2bc0521c8', '{"attempts":1}'),
	(205, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.699+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m8113c8bfft8n55137dm0jcr', 'live', '6d8a36ae-6644-41f0-957a-6226e5586302', '01a20211-b080-782a-a1eb-e3ad399d43cb', '{"attempts":1}'),
	(206, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.703+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'dialog.handover', 'dialog', 'idn_01m8113c40f0na3tz3nmwstgyb', 'live', 'bdb0b08d-655f-42a2-9cc3-d412b2f74361', '01a20211-b080-782a-a1eb-e3ad399d43cb', '{"by":"operator","until":null}'),
	(207, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.796+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'run.created', 'run', 'run_01m8113cejfyztbkc9r2r4hzf8', 'live', '17180973-f769-4e71-82f9-44f948000bd4', NULL, '{"workflow":"errand","version":1,"started_by":"key"}'),
	(208, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.85+00', 'system', NULL, NULL, 'job.accepted', 'job', 'job_01m8113cgqfq595w1ev548gx9h', 'live', '17180973-f769-4e71-82f9-44f948000bd4', NULL, '{"operation_id":"order"}'),
	(209, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.85+00', 'system', NULL, NULL, 'run.waiting', 'run', 'run_01m8113cejfyztbkc9r2r4hzf8', 'live', '17180973-f769-4e71-82f9-44f948000bd4', NULL, '{"attempts":1,"workflow":"errand","version":1,"steps":[{"id":"order","type":"operation","status":"waiting"}]}'),
	(210, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.903+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'run.created', 'run', 'run_01m8113chxf47aw2eg51m3mtcs', 'live', '33b802da-b2a2-489a-85e7-e3d0bfdacfe3', NULL, '{"workflow":"errand","version":1,"started_by":"key"}'),
	(211, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.966+00', 'system', NULL, NULL, 'job.accepted', 'job', 'job_01m8113cmhe7y83ssbb59x3h80', 'live', '33b802da-b2a2-489a-85e7-e3d0bfdacfe3', NULL, '{"operation_id":"order"}'),
	(212, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:03.966+00', 'system', NULL, NULL, 'run.waiting', 'run', 'run_01m8113chxf47aw2eg51m3mtcs', 'live', '33b802da-b2a2-489a-85e7-e3d0bfdacfe3', NULL, '{"attempts":1,"workflow":"errand","version":1,"steps":[{"id":"order","type":"operation","status":"waiting"}]}'),
	(213, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.054+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113cpsf1t8gc6pk6edh1p9', 'live', '25c979c3-6e20-4aed-a0c7-3cfd731cce19', '01a20211-b2d9-7874-8830-d6999cd886c9', '{"profile_id":"prof_01m8113cpsf1t8gc6pkb63fe14","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(214, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.091+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'run.created', 'run', 'run_01m8113cqtee6rg2c1en68bn2t', 'live', 'bc7ba9bf-d7f8-4dfd-a751-93df05b07a70', '01a20211-b2d9-7874-8830-d6999cd886c9', '{"workflow":"sale","version":1,"started_by":"key"}'),
	(215, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.163+00', 'system', NULL, NULL, 'job.accepted', 'job', 'job_01m8113ctaf5er9k8t3p6whv1v', 'live', 'bc7ba9bf-d7f8-4dfd-a751-93df05b07a70', NULL, '{"operation_id":"month"}'),
	(216, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.163+00', 'system', NULL, NULL, 'run.waiting', 'run', 'run_01m8113cqtee6rg2c1en68bn2t', 'live', 'bc7ba9bf-d7f8-4dfd-a751-93df05b07a70', '01a20211-b2d9-7874-8830-d6999cd886c9', '{"attempts":1,"workflow":"sale","version":1,"steps":[{"id":"pay","type":"payment","status":"waiting"}]}'),
	(217, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.21+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'run.created', 'run', 'run_01m8113cvhf1va21q0b2y1n1v0', 'live', 'a7cd8ba9-f047-4238-bcf2-7fec98b4f046', NULL, '{"workflow":"pause","version":1,"started_by":"key"}'),
	(218, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.211+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m8113ctaf5er9k8t3p6whv1v', 'live', 'bc7ba9bf-d7f8-4dfd-a751-93df05b07a70', '01a20211-b2d9-7874-8830-d6999cd886c9', '{"order_id":"ord_01m8113ctaf5er9k8t3p6whv1v","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(219, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.311+00', 'system', NULL, NULL, 'payment.pending', 'payment', 'ord_01m8113ctaf5er9k8t3p6whv1v', 'live', 'bc7ba9bf-d7f8-4dfd-a751-93df05b07a70', '01a20211-b2d9-7874-8830-d6999cd886c9', '{"order_id":"ord_01m8113ctaf5er9k8t3p6whv1v","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(220, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.344+00', 'system', NULL, NULL, 'job.succeeded', 'job', 'job_01m8113ctaf5er9k8t3p6whv1v', 'live', 'bc7ba9bf-d7f8-4dfd-a751-93df05b07a70', '01a20211-b2d9-7874-8830-d6999cd886c9', '{"attempts":1}'),
	(221, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.342+00', 'system', NULL, NULL, 'run.waiting', 'run', 'run_01m8113cvhf1va21q0b2y1n1v0', 'live', 'a7cd8ba9-f047-4238-bcf2-7fec98b4f046', NULL, '{"attempts":1,"workflow":"pause","version":1,"steps":[{"id":"nap","type":"delay","status":"waiting"}]}'),
	(222, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.374+00', 'system', NULL, NULL, 'run.waiting', 'run', 'run_01m8113cqtee6rg2c1en68bn2t', 'live', 'bc7ba9bf-d7f8-4dfd-a751-93df05b07a70', '01a20211-b2d9-7874-8830-d6999cd886c9', '{"attempts":1,"workflow":"sale","version":1,"steps":[{"id":"pay","type":"payment","status":"waiting"}]}'),
	(223, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.394+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113d1nexa8wscxdwk20594', 'live', '47c14faf-0387-4284-ba54-aac74e2a69e4', '01a20211-b435-7754-8e65-9d6f26201524', '{"profile_id":"prof_01m8113d1nexa8wscxe2adn7e9","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(224, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.435+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-946006d6-e452-43ab-b748-de3fd3c8147e', 'live', 'a8605956-aa4f-46d9-9efd-34ad17834158', '01a20211-b435-7754-8e65-9d6f26201524', '{"identity_id":"idn_01m8113d1nexa8wscxdwk20594"}'),
	(225, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.498+00', 'system', NULL, NULL, 'event.started', 'event', 'e-946006d6-e452-43ab-b748-de3fd3c8147e', 'live', 'a8605956-aa4f-46d9-9efd-34ad17834158', '01a20211-b435-7754-8e65-9d6f26201524', '{"attempts":1,"identity_id":"idn_01m8113d1nexa8wscxdwk20594","version":2,"steps":[{"id":"wait","type":"delay","status":"waiting"}]}'),
	(226, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.541+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113d65fs8a8qbmr20z6mxg', 'live', 'f75494f9-a9eb-4d2d-9c61-b9937f163a3a', '01a20211-b4c5-7e50-a45d-74c081f353b0', '{"profile_id":"prof_01m8113d65fs8a8qbmr6h12wn9","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(227, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.574+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-1b5307a7-59a4-475b-bc43-038279b9fc66', 'live', '5d7b6cae-805f-44a8-9cd2-581ca0b57890', '01a20211-b4c5-7e50-a45d-74c081f353b0', '{"identity_id":"idn_01m8113d65fs8a8qbmr20z6mxg"}'),
	(228, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.631+00', 'system', NULL, NULL, 'message.accepted', 'message', 'msg_01m8113d8yfjps0gdks4synmck', 'live', '5d7b6cae-805f-44a8-9cd2-581ca0b57890', '01a20211-b4c5-7e50-a45d-74c081f353b0', '{"identity_id":"idn_01m8113d65fs8a8qbmr20z6mxg"}'),
	(229, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.631+00', 'system', NULL, NULL, 'event.started', 'event', 'e-1b5307a7-59a4-475b-bc43-038279b9fc66', 'live', '5d7b6cae-805f-44a8-9cd2-581ca0b57890', '01a20211-b4c5-7e50-a45d-74c081f353b0', '{"attempts":1,"identity_id":"idn_01m8113d65fs8a8qbmr20z6mxg","version":2,"steps":[{"id":"hurry","type":"question","status":"waiting"}]}'),
	(230, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.68+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m8113d8yfjps0gdks4synmck', 'live', '5d7b6cae-805f-44a8-9cd2-581ca0b57890', '01a20211-b4c5-7e50-a45d-74c081f353b0', '{"attempts":1}'),
	(231, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.69+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113daneywsysc05erv12bt', 'live', '0e9c2e61-2399-46b6-9ce5-a1accd6432ec', '01a20211-b555-77b9-9f65-802bb1b0897a', '{"profile_id":"prof_01m8113daneywsysc05gnvsy8t","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(232, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.727+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'event.accepted', 'event', 'e-23f96b56-862f-4a86-8e0f-490bd9cdfe11', 'live', 'ec5f84fe-724d-47c4-8c29-c1aa03c4dd5b', '01a20211-b555-77b9-9f65-802bb1b0897a', '{"identity_id":"idn_01m8113daneywsysc05erv12bt"}'),
	(233, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.784+00', 'system', NULL, NULL, 'message.accepted', 'message', 'msg_01m8113ddkfq390p0aw2w8vfm0', 'live', 'ec5f84fe-724d-47c4-8c29-c1aa03c4dd5b', '01a20211-b555-77b9-9f65-802bb1b0897a', '{"identity_id":"idn_01m8113daneywsysc05erv12bt"}'),
	(234, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.784+00', 'system', NULL, NULL, 'dialog.handover', 'dialog', 'idn_01m8113daneywsysc05erv12bt', 'live', 'ec5f84fe-724d-47c4-8c29-c1aa03c4dd5b', '01a20211-b555-77b9-9f65-802bb1b0897a', '{"by":"step","until":"2026-11-22T07:04:16.787Z"}'),
	(235, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.784+00', 'system', NULL, NULL, 'event.started', 'event', 'e-23f96b56-862f-4a86-8e0f-490bd9cdfe11', 'live', 'ec5f84fe-724d-47c4-8c29-c1aa03c4dd5b', '01a20211-b555-77b9-9f65-802bb1b0897a', '{"attempts":1,"identity_id":"idn_01m8113daneywsysc05erv12bt","version":2,"steps":[{"id":"brief","type":"handover","status":"waiting"}]}'),
	(236, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.812+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m8113ddkfq390p0aw2w8vfm0', 'live', 'ec5f84fe-724d-47c4-8c29-c1aa03c4dd5b', '01a20211-b555-77b9-9f65-802bb1b0897a', '{"attempts":1}'),
	(237, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.81+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113dejfpyrj3pysw9tatzd', 'live', '2f7bc3e1-22e0-4c8f-946b-ee2fce3a33bd', '01a20211-b5d2-7dbd-890e-decf13a56bed', '{"profile_id":"prof_01m8113dejfpyrj3pyt3n1k3t9","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(238, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.848+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'dialog.handover', 'dialog', 'idn_01m8113dejfpyrj3pysw9tatzd', 'live', '0dc21f08-a24e-4f4b-a694-e0723c25b262', '01a20211-b5d2-7dbd-890e-decf13a56bed', '{"by":"operator","until":null}'),
	(239, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:04.979+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113dkne63837ne82ws91zg', 'live', 'c5baea1c-61ac-4f7b-8009-0b1a1da3d96b', '01a20211-b675-7186-819e-ae40b99487f0', '{"profile_id":"prof_01m8113dkne63837ne85ffkvwx","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(240, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:05.002+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'dialog.handover', 'dialog', 'idn_01m8113dkne63837ne82ws91zg', 'live', 'b2d6ba1c-f8b6-4a74-acde-9cf3b37ea2ba', '01a20211-b675-7186-819e-ae40b99487f0', '{"by":"operator","until":null}'),
	(241, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:05.206+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113dtne72v5h0jzd9wjc07', 'live', 'af2e9256-b46f-4d22-afa1-47d63aa90322', '01a20211-b755-71c5-b2c4-12fb53c93007', '{"profile_id":"prof_01m8113dtne72v5h0jzgrj9nnn","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(242, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:05.264+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'dialog.handover', 'dialog', 'idn_01m8113dtne72v5h0jzd9wjc07', 'live', 'a59e2499-a4f2-43f4-b030-65cec945b3a0', '01a20211-b755-71c5-b2c4-12fb53c93007', '{"by":"operator","until":null}'),
	(243, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:05.385+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113e0nf1nsxymtqyqw0107', 'live', '20a084b3-3ec0-404f-b1cd-16fc73fadc0b', '01a20211-b815-786b-9efa-9abfafc00407', '{"profile_id":"prof_01m8113e0nf1nsxymtr124bjkp","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(244, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:05.417+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'dialog.handover', 'dialog', 'idn_01m8113e0nf1nsxymtqyqw0107', 'live', '35a0e971-fc36-46d8-8260-b35064c16ea2', '01a20211-b815-786b-9efa-9abfafc00407', '{"by":"operator","until":null}'),
	(245, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:05.478+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113e39fvpbq07t1p5zdzzw', 'live', 'a66139e6-fc44-40a5-b0fc-c4811a274b91', '01a20211-b869-7eec-bb80-fa0d8bf6fffc', '{"profile_id":"prof_01m8113e39fvpbq07t1v3fc0w8","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(246, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:05.517+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'dialog.handover', 'dialog', 'idn_01m8113e39fvpbq07t1p5zdzzw', 'live', '99243611-d207-4101-8bb4-1af3a95705f4', '01a20211-b869-7eec-bb80-fa0d8bf6fffc', '{"by":"operator","until":null}'),
	(247, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:05.694+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113e9zfwa987h3s3zh32tb', 'live', '56920fec-8657-431a-b975-49ab2f2d37ab', '01a20211-b93f-7f14-941e-23c8ff118b4b', '{"profile_id":"prof_01m8113e9zfwa987h3s6ya50s6","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(248, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:05.784+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'dialog.handover', 'dialog', 'idn_01m8113e9zfwa987h3s3zh32tb', 'live', '575a675f-a9dd-459b-b0ff-0cd7e4f84451', '01a20211-b93f-7f14-941e-23c8ff118b4b', '{"by":"operator","until":null}'),
	(249, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:05.861+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'refund.accepted', 'refund', 'rfd_01m8113efyfp2a14k5db1jwk8h', 'live', '0b11f444-bdff-49e7-826d-f13e9504f344', '01a20211-9d78-73a6-ae23-438dce701269', '{"order_id":"ord_01m81137cwenjr0ryr1xzgyqve","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(250, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:06.093+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113epgfapskfkv9m2cjkr5', 'live', 'c5a82be4-c684-4e36-be1c-c8f53849ef44', '01a20211-bad0-7aad-99be-7b4d04c94f05', '{"profile_id":"prof_01m8113epgfapskfkv9tp5119h","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(251, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:06.114+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m8113eq2fxmaprdbza0ay3eb', 'live', '043a66f2-2e77-4815-b4da-ffdd3d4d8f5a', '01a20211-bad0-7aad-99be-7b4d04c94f05', '{"operation_id":"month"}'),
	(252, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:06.199+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m8113eq2fxmaprdbza0ay3eb', 'live', '043a66f2-2e77-4815-b4da-ffdd3d4d8f5a', '01a20211-bad0-7aad-99be-7b4d04c94f05', '{"order_id":"ord_01m8113eq2fxmaprdbza0ay3eb","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(253, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:06.253+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'refund.accepted', 'refund', 'rfd_01m8113ewhf87s7wwnjvh188nj', 'live', '8be099f2-509c-4ebd-a158-4bc97693b61a', '01a20211-994f-7af7-a6de-a1634cbed4d5', '{"order_id":"ord_01m81136ceebmaprz21ab1202h","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(254, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:06.545+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113f4he9ysvz1hmact86gc', 'live', 'b8df0dc3-983d-4090-b543-af5415ceebe6', '01a20211-bc91-727d-9dfc-31a299a41a0c', '{"profile_id":"prof_01m8113f4he9ysvz1hmeav07q4","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(255, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:06.567+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m8113f56e14smwe7jbvprtt9', 'live', 'd6cc272c-4c13-417a-9fbc-8d6e578209a6', '01a20211-bc91-727d-9dfc-31a299a41a0c', '{"operation_id":"month"}'),
	(256, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:06.662+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m8113f56e14smwe7jbvprtt9', 'live', 'd6cc272c-4c13-417a-9fbc-8d6e578209a6', '01a20211-bc91-727d-9dfc-31a299a41a0c', '{"order_id":"ord_01m8113f56e14smwe7jbvprtt9","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(257, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:06.717+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'refund.accepted', 'refund', 'rfd_01m8113fanfh5apemdhbc9jj7c', 'live', '52b9adb0-03d8-4b2c-8ff9-926dec44162d', '01a20211-9541-7cda-a4b0-63c99d2fd283', '{"order_id":"ord_01m81135arfybaxn4htbv4dh6r","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(258, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:06.836+00', 'system', NULL, NULL, 'refund.unknown', 'refund', 'rfd_01m8113fanfh5apemdhbc9jj7c', 'live', '52b9adb0-03d8-4b2c-8ff9-926dec44162d', '01a20211-9541-7cda-a4b0-63c99d2fd283', '{"order_id":"ord_01m81135arfybaxn4htbv4dh6r","amount":{"value":"990.00","currency":"RUB"},"test":false,"error":{"code":"no_answer","message":"shop.outside.invalid closed the connection before it answered (UND_ERR_SOCKET)"}}'),
	(259, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:06.9+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113ffqfbra4sfs6w5m0k8h', 'live', '9837d8fe-7dbf-4283-bb0a-a78e6ae2aaf6', '01a20211-bdf7-7af0-a265-f9370b404d11', '{"profile_id":"prof_01m8113ffqfbra4sfs720vy7wr","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(260, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:06.931+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m8113fgketab7f9pe1h2qkk4', 'live', 'd0b5d10b-ee4f-4beb-b212-8ddf84e9fbe2', '01a20211-bdf7-7af0-a265-f9370b404d11', '{"operation_id":"month"}'),
	(261, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.008+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m8113fgketab7f9pe1h2qkk4', 'live', 'd0b5d10b-ee4f-4beb-b212-8ddf84e9fbe2', '01a20211-bdf7-7af0-a265-f9370b404d11', '{"order_id":"ord_01m8113fgketab7f9pe1h2qkk4","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(262, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.021+00', 'system', NULL, NULL, 'payment.unknown', 'payment', 'ord_01m8113fgketab7f9pe1h2qkk4', 'live', 'd0b5d10b-ee4f-4beb-b212-8ddf84e9fbe2', '01a20211-bdf7-7af0-a265-f9370b404d11', '{"order_id":"ord_01m8113fgketab7f9pe1h2qkk4","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false,"error":{"code":"no_answer","message":"shop.outside.invalid closed the connection before it answered (UND_ERR_SOCKET)"}}'),
	(263, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.044+00', 'system', NULL, NULL, 'job.unknown', 'job', 'job_01m8113fgketab7f9pe1h2qkk4', 'live', 'd0b5d10b-ee4f-4beb-b212-8ddf84e9fbe2', '01a20211-bdf7-7af0-a265-f9370b404d11', '{"attempts":1,"error":{"code":"no_answer","message":"shop.outside.invalid closed the connection before it answered (UND_ERR_SOCKET)"}}'),
	(264, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.054+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'refund.accepted', 'refund', 'rfd_01m8113fn2en4v39nb2yes551a', 'live', '7ce4e1b7-8af3-46db-97aa-ca61d7f581f9', '01a20211-9159-781b-9124-410e2032e0e8', '{"order_id":"ord_01m81134bpfbhs5x7be69vcrk9","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(265, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.234+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113ft8egdtdrsj4q5b569n', 'live', 'b6014b5c-bbb8-4814-973f-70e9059e3c15', '01a20211-bf48-741b-a6e3-3225cab29935', '{"profile_id":"prof_01m8113ft8egdtdrsj4sj15rnn","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(266, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.264+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'job.accepted', 'job', 'job_01m8113ftye1j8ykve1qey123r', 'live', '2716a045-45d1-4b6b-8651-f95ac8222ac7', '01a20211-bf48-741b-a6e3-3225cab29935', '{"operation_id":"month"}'),
	(267, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.343+00', 'system', NULL, NULL, 'payment.created', 'payment', 'ord_01m8113ftye1j8ykve1qey123r', 'live', '2716a045-45d1-4b6b-8651-f95ac8222ac7', '01a20211-bf48-741b-a6e3-3225cab29935', '{"order_id":"ord_01m8113ftye1j8ykve1qey123r","operation_id":"month","amount":{"value":"990.00","currency":"RUB"},"test":false}'),
	(268, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.571+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113g4sfbxahj021h73h4eq', 'live', '3aef8a48-5b79-472e-ac6c-122193e6fdb6', '01a20211-c099-7afa-a8c8-020c4e3891d7', '{"profile_id":"prof_01m8113g4sfbxahj021m5spkmn","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(269, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.604+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113g5ge7kvskxzebmxk8rj', 'live', '1ecec928-e0c0-4fff-99b3-a3c67d861f11', '01a20211-c099-7afa-a8c8-020c4e3891d7', '{"identity_id":"idn_01m8113g4sfbxahj021h73h4eq"}'),
	(270, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.63+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113g6ef9kvh7vcsbaypnk2', 'live', '7ca50f13-3b19-4d28-8741-5a9b0d668d7a', '01a20211-c0ce-7a67-b89f-6ccad5eb5662', '{"profile_id":"prof_01m8113g6ef9kvh7vcscdh94x7","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(271, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.655+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113g76ez8bsyh5qdafktnh', 'live', '0528eb7f-8270-40b3-85c8-b05e6b1c4e89', '01a20211-c0ce-7a67-b89f-6ccad5eb5662', '{"identity_id":"idn_01m8113g6ef9kvh7vcsbaypnk2"}'),
	(272, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.683+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113g83encvzn6b37t4fcwk', 'live', '616b41f5-3965-4a6c-a6eb-c805fccb963f', '01a20211-c103-7559-bfd4-cb19f447b393', '{"profile_id":"prof_01m8113g83encvzn6b39zz5gx5","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(273, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.69+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m8113g5ge7kvskxzebmxk8rj', 'live', '1ecec928-e0c0-4fff-99b3-a3c67d861f11', '01a20211-c099-7afa-a8c8-020c4e3891d7', '{"attempts":1}'),
	(274, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.707+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113g8neg6azf83tsg4emx8', 'live', '6c72963e-1826-4cd1-a22d-2fc742880372', '01a20211-c103-7559-bfd4-cb19f447b393', '{"identity_id":"idn_01m8113g83encvzn6b37t4fcwk"}'),
	(275, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.742+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113g9ye9ts92gwcbt9s68v', 'live', '3ba73fbf-b7cb-47be-92f8-faa69e47d1db', '01a20211-c13e-7275-948a-1c62f49c991b', '{"profile_id":"prof_01m8113g9ye9ts92gwceq0ncp7","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(276, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.745+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m8113g76ez8bsyh5qdafktnh', 'live', '0528eb7f-8270-40b3-85c8-b05e6b1c4e89', '01a20211-c0ce-7a67-b89f-6ccad5eb5662', '{"attempts":1}'),
	(277, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.794+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113gb2fav87hf01g59v9x9', 'live', 'c4ce6680-5813-42df-8d5d-c983b4d8ad77', '01a20211-c13e-7275-948a-1c62f49c991b', '{"identity_id":"idn_01m8113g9ye9ts92gwcbt9s68v"}'),
	(278, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.828+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113gckfeybj1w0x6dp8yh3', 'live', '35607f18-8ed4-4ea8-aff9-c61c860d6b1f', '01a20211-c193-7bbc-b907-80e99b647a23', '{"profile_id":"prof_01m8113gckfeybj1w0x8824bfr","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(279, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.832+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m8113g8neg6azf83tsg4emx8', 'live', '6c72963e-1826-4cd1-a22d-2fc742880372', '01a20211-c103-7559-bfd4-cb19f447b393', '{"attempts":1}'),
	(280, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.855+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113gdeet2bqvyg4rjz83fm', 'live', '52296c3e-c03c-4196-af9a-ef516054bf89', '01a20211-c193-7bbc-b907-80e99b647a23', '{"identity_id":"idn_01m8113gckfeybj1w0x6dp8yh3"}'),
	(281, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.883+00', 'owner', 'own_01m8112tkxfg19br1hm47r7kv3', 'owner@example.com', 'identity.created', 'identity', 'idn_01m8113geaf5qsf9rancahhttj', 'live', 'e8c3cb5b-4619-43c7-aa56-bfb273e49c77', '01a20211-c1ca-796f-97a7-0aab1518eb52', '{"profile_id":"prof_01m8113geaf5qsf9ranhr38p4w","channel_id":"ch_01m8112yezemg8gy2cdx03a366"}'),
	(282, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.884+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m8113gb2fav87hf01g59v9x9', 'live', 'c4ce6680-5813-42df-8d5d-c983b4d8ad77', '01a20211-c13e-7275-948a-1c62f49c991b', '{"attempts":1}'),
	(283, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.902+00', 'key', 'key_01m8112wbaf5fr5enmrkdp00qm', 'Test key', 'message.accepted', 'message', 'msg_01m8113gevfx3vbg9hzz0abfhr', 'live', 'f33e01b1-e81f-48d2-841b-3318658ddbdc', '01a20211-c1ca-796f-97a7-0aab1518eb52', '{"identity_id":"idn_01m8113geaf5qsf9rancahhttj"}'),
	(284, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:07.923+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m8113gdeet2bqvyg4rjz83fm', 'live', '52296c3e-c03c-4196-af9a-ef516054bf89', '01a20211-c193-7bbc-b907-80e99b647a23', '{"attempts":1}'),
	(285, '01a20211-70fe-72e4-a855-f27e522d5d51', '2026-11-22 07:04:08.021+00', 'system', NULL, NULL, 'message.sent', 'message', 'msg_01m8113gevfx3vbg9hzz0abfhr', 'live', 'f33e01b1-e81f-48d2-841b-3318658ddbdc', '01a20211-c1ca-796f-97a7-0aab1518eb52', '{"attempts":1}');
INSERT INTO dialog.channels VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-79df-7520-8878-4c6f40350cc6', 'webhook', 'Test channel', 'live', '{"url": "http://customers.outside.invalid/hook"}', 'v1.RNA1C8bSMDo80g5gPsVcU7eHQYu1fmeGRV0UyUjVb9mKGxYjgWBnZ_2QgeLEa9UsABOmuyDvBd05PkvTN7UvS5f25ziJOWYCSkg1LA9tyUPSFuFKb-_1xE1k398K5JBZsrOB', NULL, '2026-11-22 07:03:49.467+00', '2026-11-22 07:03:49.467+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-7a57-733a-ab2b-b3fecf855cb0', 'telegram', 'bot', 'live', '{"base_url": "http://bot.outside.invalid"}', 'v1.6wQj9bukFK3p0Sp05I0EbC6cC-LRXAE7ie-rUuF7o5m0sVGnJT5AUS_tnh_lRJjq8lw7k4_ywMNvvkbieN-d0IumtrhUsUTrMtxNdKLVMvSOX3nLcEBpwCLIEyA3P9e9aHpcTkm7uAhHrXy3uPs4enF9J93E90sq9A', '{"status":"connected","detail":"@bot_bot sends its updates to http://127.0.0.1:39819/api/channels/ch_01m8112yjqecxapaxkzv7raq5g/telegram.","at":"2026-11-22T07:03:49.666Z"}', '2026-11-22 07:03:49.589+00', '2026-11-22 07:03:49.589+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-7d94-7f95-8945-134e6c3cb2d3', 'webchat', 'Website', 'live', '{"title": "Shop", "allowed_domains": ["shop.example"]}', 'v1.jAgrIU68w7KWEClY6cUsV2Ggh-ogj2bx4Pq9BxDC', NULL, '2026-11-22 07:03:50.419+00', '2026-11-22 07:03:50.419+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-7aba-7abb-a4d9-0dd9c6c52faf', 'telegram', 'bot1', 'live', '{"base_url": "http://bot1.outside.invalid"}', 'v1.PG7mDs_RHbRIN-iiDchJCeUmlKKlzajpipWW_ZuqW9kZ-KLSjnWK4hMMGDkdLkTbFEVnp43Ld_VCZqtkW6FQ6DZjnPgt_-AyII9owlTguvTP-0GCZPVEnKmko9CTrscXbGX72nCLu3ycAdVyPO90WXlGMtb3nxv1ZZA', '{"status":"connected","detail":"@bot1_bot sends its updates to http://127.0.0.1:39819/api/channels/ch_01m8112yntfaxt9p8dv73cabxf/telegram.","at":"2026-11-22T07:03:49.719Z"}', '2026-11-22 07:03:49.687+00', '2026-11-22 07:03:49.687+00', '2026-11-22 07:04:14.614+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-7b22-77f5-953e-80b665868be0', 'telegram', 'bot2', 'live', '{"base_url": "http://bot2.outside.invalid"}', 'v1.EJAA8ebfRMzrU9DZ21eeuZHSL-WAdSz7ggjydIg7rXxMibta2NzyzGxUqtk0L4MMqIHCunlg-4jqr4AoNaI_6WtVMbJxD5qZH_QNrEVRbW7Ai4cw0DrYHkaPcnhTSms1By5Y8zr62s_6-htYwqSiGEt-woywFgEpFVI', '{"status":"connected","detail":"@bot2_bot sends its updates to http://127.0.0.1:39819/api/channels/ch_01m8112ys2eztsafm0psjrd2z0/telegram.","at":"2026-11-22T07:03:49.897Z"}', '2026-11-22 07:03:49.794+00', '2026-11-22 07:03:49.794+00', '2026-11-22 07:04:15.458+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-7bcb-7c92-9fe8-e516737223d4', 'telegram', 'bot3', 'live', '{"base_url": "http://bot3.outside.invalid"}', 'v1.gvXchMVHm_KqXPYMHNrJSrAYrIoBEq53fSepdJibJXNkPmBEpF-PxoW23wv9-WIFr3F6TdrdrqvsBjUNuTDmkriAWTfscCl4YZwlJPoPy2H5R96ny2QFJ31MLat3GNG3d7FbRdRkC-tfOH4EdBw_Kl6iG1PG_kXLpJ8', '{"status":"connected","detail":"@bot3_bot sends its updates to http://127.0.0.1:39819/api/channels/ch_01m8112yybfj99zt752ssq48ym/telegram.","at":"2026-11-22T07:03:50.022Z"}', '2026-11-22 07:03:49.963+00', '2026-11-22 07:03:49.963+00', '2026-11-22 07:04:16.111+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-7c40-7160-9ec7-a58a5bec7917', 'telegram', 'bot4', 'live', '{"base_url": "http://bot4.outside.invalid"}', 'v1.jIXlvdQ_Ui1cdO7o3tx4oR_ytnhIkP0VjN8qsmGiF1LLQJAPUr_33_3NDpD5e_rbncML8Zl2MfOgQfu-2Tnk9EWqNtps_I1b_pqFatw7IAMLRB3bxS8heSpJ7IYwKnEZp32_X_7wTuqtIBLMUNkfWSxGT0zNy_t_fq4', '{"status":"connected","detail":"@bot4_bot sends its updates to http://127.0.0.1:39819/api/channels/ch_01m8112z20e5g9xhx5h9dyry8q/telegram.","at":"2026-11-22T07:03:50.279Z"}', '2026-11-22 07:03:50.08+00', '2026-11-22 07:03:50.08+00', '2026-11-22 07:04:16.485+00');
INSERT INTO dialog.connections VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-71e3-780f-9d93-eec7efb4426a', 'target', 'http', 'target', '{"auth": {"type": "hmac"}, "headers": {}, "base_url": "http://target.outside.invalid", "timeout_ms": 15000, "max_concurrency": 32, "idempotency_header": "Idempotency-Key"}', 'v1.ao7NPUAYgX2Zfj9HhxY4Ogi8JGXTLr1wlwORvTQWJAJfpWHsg6JqIHvGkquohb9yGlJ21hQ3WRPiXWqCYJJXtBb8LMMxvvOv-QYnxYDo-SBGQM435efn6QiGoZJzaQ', NULL, '2026-11-22 07:03:47.396+00', '2026-11-22 07:03:47.396+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-7237-78b4-9f85-bfed13203992', 'hook', 'webhook', 'hook', '{"url": "http://hook.outside.invalid/hook", "timeout_ms": 15000, "max_concurrency": 32}', 'v1.J-yiQXwDbVQhv5W9f5c5AzDAANq0oPAHamwwbdKdGzOWXC1r04_PGOCX1i5J9sCbl8Xy484eN57Mnq-dCS3PoEM0TRbhpJsulyUjk6Cah0EBa_Px4OdCU6npqXhti6xmcUK6', NULL, '2026-11-22 07:03:47.502+00', '2026-11-22 07:03:47.502+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-7279-7d52-9a90-eae46d84e1fb', 'shop', 'yookassa', 'shop', '{"shop_id": "100500", "base_url": "http://shop.outside.invalid/v3", "return_url": "https://shop.example/thanks", "max_concurrency": 16}', 'v1.pk7D-4cyhMnrw7Ih-bE5_H93VpMowkKDKRXuMMvb-1LV0vMXiyFDKCLN4__Sb9p6bpo1VSHfV__mUMI3zqDj4zGLUST9d7j9q1oJq7vD2p1xt1TvrYU', NULL, '2026-11-22 07:03:47.564+00', '2026-11-22 07:03:47.564+00');
INSERT INTO dialog.daily_active VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '00000000-0000-0000-0000-000000000000', '2026-11-22', '01a20211-802d-772e-8ebb-160eda7c3d3e'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-79df-7520-8878-4c6f40350cc6', '2026-11-22', '01a20211-802d-772e-8ebb-160eda7c3d3e'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '00000000-0000-0000-0000-000000000000', '2026-11-22', '01a20211-86d0-7de0-bb12-60300fa16666'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-7d94-7f95-8945-134e6c3cb2d3', '2026-11-22', '01a20211-86d0-7de0-bb12-60300fa16666'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '00000000-0000-0000-0000-000000000000', '2026-11-22', '01a20211-ab9d-74ed-9a82-316894419ae4'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-79df-7520-8878-4c6f40350cc6', '2026-11-22', '01a20211-ab9d-74ed-9a82-316894419ae4'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '00000000-0000-0000-0000-000000000000', '2026-11-22', '01a20211-ac5d-76cb-8642-25d719f1b9bf'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-79df-7520-8878-4c6f40350cc6', '2026-11-22', '01a20211-ac5d-76cb-8642-25d719f1b9bf'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '00000000-0000-0000-0000-000000000000', '2026-11-22', '01a20211-ad00-70cc-995c-d8c18d250b99'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-79df-7520-8878-4c6f40350cc6', '2026-11-22', '01a20211-ad00-70cc-995c-d8c18d250b99'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '00000000-0000-0000-0000-000000000000', '2026-11-22', '01a20211-ad99-7522-827e-aa789843e6a3'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-79df-7520-8878-4c6f40350cc6', '2026-11-22', '01a20211-ad99-7522-827e-aa789843e6a3'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '00000000-0000-0000-0000-000000000000', '2026-11-22', '01a20211-ae71-7f1e-bc3d-932cc3de302a'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-79df-7520-8878-4c6f40350cc6', '2026-11-22', '01a20211-ae71-7f1e-bc3d-932cc3de302a'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '00000000-0000-0000-0000-000000000000', '2026-11-22', '01a20211-af4a-7f4c-bd5c-46a995bb5a35'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-79df-7520-8878-4c6f40350cc6', '2026-11-22', '01a20211-af4a-7f4c-bd5c-46a995bb5a35'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '00000000-0000-0000-0000-000000000000', '2026-11-22', '01a20211-afe0-7f13-9b15-5ca35733de3b'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-79df-7520-8878-4c6f40350cc6', '2026-11-22', '01a20211-afe0-7f13-9b15-5ca35733de3b'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '00000000-0000-0000-0000-000000000000', '2026-11-22', '01a20211-b080-782a-a1eb-e3ae2fee145e'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-79df-7520-8878-4c6f40350cc6', '2026-11-22', '01a20211-b080-782a-a1eb-e3ae2fee145e'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '00000000-0000-0000-0000-000000000000', '2026-11-22', '01a20211-b435-7754-8e65-9d7094da9dc9'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-79df-7520-8878-4c6f40350cc6', '2026-11-22', '01a20211-b435-7754-8e65-9d7094da9dc9'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '00000000-0000-0000-0000-000000000000', '2026-11-22', '01a20211-b4c5-7e50-a45d-74c1a21172a9'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-79df-7520-8878-4c6f40350cc6', '2026-11-22', '01a20211-b4c5-7e50-a45d-74c1a21172a9'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '00000000-0000-0000-0000-000000000000', '2026-11-22', '01a20211-b555-77b9-9f65-802c2bbcf91a'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-79df-7520-8878-4c6f40350cc6', '2026-11-22', '01a20211-b555-77b9-9f65-802c2bbcf91a');
INSERT INTO dialog.daily_figures VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-7d94-7f95-8945-134e6c3cb2d3', '2026-11-22', 1, 1, 0, 1, 1, 0, 0, 0, 0, 0),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-7a57-733a-ab2b-b3fecf855cb0', '2026-11-22', 0, 0, 0, 4, 0, 0, 0, 0, 0, 0),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-79df-7520-8878-4c6f40350cc6', '2026-11-22', 0, 16, 12, 48, 12, 13, 0, 2, 6, 0),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '00000000-0000-0000-0000-000000000000', '2026-11-22', 1, 17, 12, 53, 13, 14, 0, 5, 6, 0);
INSERT INTO dialog.daily_revenue VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '00000000-0000-0000-0000-000000000000', '2026-11-22', 'RUB', 5940.00),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'live', '01a20211-79df-7520-8878-4c6f40350cc6', '2026-11-22', 'RUB', 5940.00);
INSERT INTO dialog.dialogs VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-802d-772e-8ebb-160d4ac4d3a5', 1, '{"step":"ask","waiting":{"kind":"answer","until":"2026-11-22T08:03:51.396Z"},"ended":null,"event":{"text":"ask","ref":"pinned"},"input":null,"steps":{},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":null,"kept":0,"paused":false}', '2026-11-22 08:03:51.396+00', NULL, NULL, NULL, '[]', '2026-11-22 07:03:51.422+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-86d0-7de0-bb12-602f80c58d8e', 2, '{"step":null,"waiting":null,"ended":{"status":"succeeded","output":null,"error":null},"event":{"text":"hello"},"input":null,"steps":{},"loops":{},"taken":2,"unanswered":0,"attempts":0,"options":null,"kept":0,"paused":false}', NULL, NULL, NULL, NULL, '[]', '2026-11-22 07:03:52.925+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ab9d-74ed-9a82-3167b6212fc9', 2, '{"step":"ask","waiting":{"kind":"answer","until":"2026-11-22T08:04:02.313Z"},"ended":null,"event":{"text":"ask","ref":"answer"},"input":null,"steps":{},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":null,"kept":0,"paused":false}', '2026-11-22 08:04:02.313+00', NULL, NULL, NULL, '[]', '2026-11-22 07:04:02.319+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ac5d-76cb-8642-25d692840c78', 2, '{"step":"pick","waiting":{"kind":"answer","until":null},"ended":null,"event":{"text":"pick","ref":"choice"},"input":null,"steps":{},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":[{"text":"Small","value":"Small"},{"text":"Large","value":"Large"}],"kept":0,"paused":false}', NULL, NULL, NULL, NULL, '[]', '2026-11-22 07:04:02.503+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ad00-70cc-995c-d8c010737f61', 2, '{"step":"human","waiting":{"kind":"operator","until":null},"ended":null,"event":{"text":"human","ref":"handover"},"input":null,"steps":{},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":null,"kept":0,"paused":false}', NULL, '2026-11-22 07:04:02.644+00', NULL, NULL, '[]', '2026-11-22 07:04:02.648+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ad99-7522-827e-aa77c93aa7d7', 2, '{"step":"spawned","waiting":{"kind":"answer","until":null},"ended":null,"event":{"text":"spawn","ref":"spawned"},"input":null,"steps":{"spawn":{"run_id":"run_01m8113bffeh8v09gz3eyjsn78"}},"loops":{},"taken":2,"unanswered":2,"attempts":0,"options":null,"kept":43,"paused":false}', NULL, NULL, NULL, NULL, '[]', '2026-11-22 07:04:02.827+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ae71-7f1e-bc3d-932bcd1149bc', 2, '{"step":"order","waiting":{"kind":"call","call":{"id":"order:1","step":"order","kind":"operation","operation":"order","input":{"ref":"order begun"}},"until":null},"ended":null,"event":{"text":"order","ref":"order begun"},"input":null,"steps":{},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":null,"kept":0,"paused":false}', NULL, NULL, NULL, NULL, '[]', '2026-11-22 07:04:03.089+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-af4a-7f4c-bd5c-46a86f2b442b', 2, '{"step":"order","waiting":{"kind":"call","call":{"id":"order:1","step":"order","kind":"operation","operation":"order","input":{"ref":"order later"}},"until":null},"ended":null,"event":{"text":"order","ref":"order later"},"input":null,"steps":{},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":null,"kept":0,"paused":false}', NULL, NULL, NULL, NULL, '[]', '2026-11-22 07:04:03.274+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-afe0-7f13-9b15-5ca2bc0521c8', 2, '{"step":"pay","waiting":{"kind":"call","call":{"id":"pay:1","step":"pay","kind":"payment","operation":"month","input":{}},"until":null},"ended":null,"event":{"text":"pay","ref":"payment"},"input":null,"steps":{"pay":{"status":"pending","order_id":"ord_01m8113c25em6sdwqgp74xsw0t","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=f4e42c1a-23e5-4057-81c7-7ab151a8cbb9","result":{"order_id":"ord_01m8113c25em6sdwqgp74xsw0t","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=f4e42c1a-23e5-4057-81c7-7ab151a8cbb9"},"error":null,"job_id":"job_01m8113c25em6sdwqgp74xsw0t"}},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":null,"kept":402,"paused":false}', NULL, NULL, NULL, NULL, '[]', '2026-11-22 07:04:03.558+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b080-782a-a1eb-e3ad399d43cb', 2, '{"step":"ask","waiting":{"kind":"answer","until":"2026-11-22T08:04:03.592Z"},"ended":null,"event":{"text":"ask","ref":"hold"},"input":null,"steps":{},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":null,"kept":0,"paused":false}', NULL, '2026-11-22 07:04:03.733+00', 'owner@example.com', NULL, '[]', '2026-11-22 07:04:03.736+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b435-7754-8e65-9d6f26201524', 2, '{"step":"wait","waiting":{"kind":"timer","until":"2026-11-22T07:04:16.506Z"},"ended":null,"event":{"text":"wait","ref":"delay"},"input":null,"steps":{},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":null,"kept":0,"paused":false}', '2026-11-22 07:04:16.506+00', NULL, NULL, NULL, '[]', '2026-11-22 07:04:04.508+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b4c5-7e50-a45d-74c081f353b0', 2, '{"step":"hurry","waiting":{"kind":"answer","until":"2026-11-22T07:04:16.638Z"},"ended":null,"event":{"text":"hurry","ref":"timeout"},"input":null,"steps":{},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":null,"kept":0,"paused":false}', '2026-11-22 07:04:16.638+00', NULL, NULL, NULL, '[]', '2026-11-22 07:04:04.639+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b555-77b9-9f65-802bb1b0897a', 2, '{"step":"brief","waiting":{"kind":"operator","until":"2026-11-22T07:04:16.787Z"},"ended":null,"event":{"text":"brief","ref":"brief handover"},"input":null,"steps":{},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":null,"kept":0,"paused":false}', '2026-11-22 07:04:16.787+00', '2026-11-22 07:04:04.787+00', NULL, '2026-11-22 07:04:16.787+00', '[]', '2026-11-22 07:04:04.788+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b5d2-7dbd-890e-decf13a56bed', NULL, NULL, NULL, '2026-11-22 07:04:04.865+00', 'owner@example.com', NULL, '[]', '2026-11-22 07:04:04.867+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b675-7186-819e-ae40b99487f0', NULL, NULL, NULL, '2026-11-22 07:04:05.025+00', 'owner@example.com', NULL, '[]', '2026-11-22 07:04:05.029+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b755-71c5-b2c4-12fb53c93007', NULL, NULL, NULL, '2026-11-22 07:04:05.309+00', 'owner@example.com', NULL, '[]', '2026-11-22 07:04:05.314+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b815-786b-9efa-9abfafc00407', NULL, NULL, NULL, '2026-11-22 07:04:05.424+00', 'owner@example.com', NULL, '[]', '2026-11-22 07:04:05.428+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b869-7eec-bb80-fa0d8bf6fffc', NULL, NULL, NULL, '2026-11-22 07:04:05.636+00', 'owner@example.com', NULL, '[]', '2026-11-22 07:04:05.637+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b93f-7f14-941e-23c8ff118b4b', NULL, NULL, NULL, '2026-11-22 07:04:05.814+00', 'owner@example.com', NULL, '[]', '2026-11-22 07:04:05.817+00');
INSERT INTO dialog.identities VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-802d-772e-8ebb-160d4ac4d3a5', '01a20211-79df-7520-8878-4c6f40350cc6', 'cb2093c8-4956-4371-9f9a-4a7b037ffd38', NULL, '01a20211-802d-772e-8ebb-160eda7c3d3e', '2026-11-22 07:03:51.081+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-82b4-7938-a0e2-8b82bfcc5f3b', '01a20211-79df-7520-8878-4c6f40350cc6', 'a67b9f54-36e5-4877-948d-b94a5fc4717c', NULL, '01a20211-82b4-7938-a0e2-8b8387af9ddb', '2026-11-22 07:03:51.73+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-86d0-7de0-bb12-602f80c58d8e', '01a20211-7d94-7f95-8945-134e6c3cb2d3', 'vis_01m81131nafhvbn1s8fhs8nyy1', NULL, '01a20211-86d0-7de0-bb12-60300fa16666', '2026-11-22 07:03:52.78+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8833-7846-8dae-f133fc741d9a', '01a20211-79df-7520-8878-4c6f40350cc6', '97687664-9bc4-41d7-95db-c40174e5fea7', NULL, '01a20211-8833-7846-8dae-f13436e878c6', '2026-11-22 07:03:53.134+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8896-7096-9edb-dbc3bc466d1a', '01a20211-79df-7520-8878-4c6f40350cc6', 'b2a35790-bfe5-46df-b246-da079c83b9c6', NULL, '01a20211-8833-7846-8dae-f13436e878c6', '2026-11-22 07:03:53.238+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8954-7926-a01a-be2055c09817', '01a20211-79df-7520-8878-4c6f40350cc6', '1428cdc3-83df-4308-a7cf-00cd1c6496f8', NULL, '01a20211-8954-7926-a01a-be210c95f30b', '2026-11-22 07:03:53.41+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8a08-7e11-a656-58c874df6407', '01a20211-79df-7520-8878-4c6f40350cc6', 'bdecf314-48f7-4afe-b21e-17648d68b48f', NULL, '01a20211-8a08-7e11-a656-58c9c58dee5a', '2026-11-22 07:03:53.6+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8dac-74d9-89ba-1c89f3de1317', '01a20211-79df-7520-8878-4c6f40350cc6', '88673f7c-e43f-4277-964e-1dfd3d9a36b0', NULL, '01a20211-8dac-74d9-89ba-1c8a4683b2ee', '2026-11-22 07:03:54.538+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-9159-781b-9124-410e2032e0e8', '01a20211-79df-7520-8878-4c6f40350cc6', '132ea0cc-78f6-41a9-bee1-4c40071a017e', NULL, '01a20211-9159-781b-9124-410f9aa3b66f', '2026-11-22 07:03:55.469+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-9541-7cda-a4b0-63c99d2fd283', '01a20211-79df-7520-8878-4c6f40350cc6', 'c441fb69-1007-408c-b36c-b82ac2b77090', NULL, '01a20211-9541-7cda-a4b0-63caf8a3735f', '2026-11-22 07:03:56.48+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-994f-7af7-a6de-a1634cbed4d5', '01a20211-79df-7520-8878-4c6f40350cc6', 'cf2e5e41-fedd-4e5c-b49f-2122878ed464', NULL, '01a20211-994f-7af7-a6de-a164f1288e2f', '2026-11-22 07:03:57.514+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-9d78-73a6-ae23-438dce701269', '01a20211-79df-7520-8878-4c6f40350cc6', '27086fc1-636d-487a-aa9c-498421d2ea8b', NULL, '01a20211-9d78-73a6-ae23-438ea1cf4767', '2026-11-22 07:03:58.568+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a15e-7782-b27a-576afcea2ab0', '01a20211-79df-7520-8878-4c6f40350cc6', '3f950c63-fc65-4df7-99e7-9936e2288876', NULL, '01a20211-a15e-7782-b27a-576bf762fddf', '2026-11-22 07:03:59.566+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a232-746d-a2f7-a78acf842f0c', '01a20211-79df-7520-8878-4c6f40350cc6', '0794d972-999f-4fc4-b4ed-c5c74a16794c', NULL, '01a20211-a232-746d-a2f7-a78bdda24920', '2026-11-22 07:03:59.794+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a376-74a4-a74b-d0c998f36036', '01a20211-79df-7520-8878-4c6f40350cc6', 'd35f3d00-e92f-40fb-9f57-5c66d3b78922', NULL, '01a20211-a376-74a4-a74b-d0ca6e246991', '2026-11-22 07:04:00.116+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a449-7e2f-8afc-25abbd835542', '01a20211-79df-7520-8878-4c6f40350cc6', 'a99ae7b2-3866-4e4a-924d-82f4ee21a6ce', NULL, '01a20211-a449-7e2f-8afc-25ac9ff43479', '2026-11-22 07:04:00.327+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a4fe-70ce-983a-40e1d8af2a85', '01a20211-79df-7520-8878-4c6f40350cc6', 'b82f8bea-d457-4704-aec4-1c799faafe74', NULL, '01a20211-a4fe-70ce-983a-40e2132fa099', '2026-11-22 07:04:00.51+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a5d9-7327-a749-870d15bdfe7a', '01a20211-79df-7520-8878-4c6f40350cc6', '868ba6c3-b967-4cf6-bac4-42229170d0e7', NULL, '01a20211-a5d9-7327-a749-870e02eb4d7c', '2026-11-22 07:04:00.727+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a658-71ce-9861-5059986713a7', '01a20211-7a57-733a-ab2b-b3fecf855cb0', '5000', NULL, '01a20211-a658-71ce-9861-505aa65ed131', '2026-11-22 07:04:00.846+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a767-7969-9127-aeb0415fa8d6', '01a20211-79df-7520-8878-4c6f40350cc6', 'cb5f2616-8373-4f6c-9941-1108a5f5f89e', NULL, '01a20211-a767-7969-9127-aeb19a8fb8fb', '2026-11-22 07:04:01.123+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a7c0-7335-a772-ae8427a4699d', '01a20211-7a57-733a-ab2b-b3fecf855cb0', '5001', NULL, '01a20211-a7c0-7335-a772-ae85ca37af41', '2026-11-22 07:04:01.216+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a8ce-7ae4-a938-61014b89d3f3', '01a20211-79df-7520-8878-4c6f40350cc6', '64bcb233-743b-456d-abf1-ef93bc921e75', NULL, '01a20211-a8ce-7ae4-a938-61026053616b', '2026-11-22 07:04:01.478+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a9a6-7e69-8676-1682e6c474d6', '01a20211-7a57-733a-ab2b-b3fecf855cb0', '5002', NULL, '01a20211-a9a6-7e69-8676-1683b657ed4d', '2026-11-22 07:04:01.692+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-aa79-7c6d-9bad-10ddf755495f', '01a20211-79df-7520-8878-4c6f40350cc6', 'a7f95f9c-2f14-4894-9730-56b4341f574a', NULL, '01a20211-aa79-7c6d-9bad-10de413566ad', '2026-11-22 07:04:01.9+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-aae5-7f9f-b426-9e64a31b6ee1', '01a20211-7a57-733a-ab2b-b3fecf855cb0', '5003', NULL, '01a20211-aae5-7f9f-b426-9e65421f54ff', '2026-11-22 07:04:02.01+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ab9d-74ed-9a82-3167b6212fc9', '01a20211-79df-7520-8878-4c6f40350cc6', 'fcccda9d-2173-4b79-b1e0-a19522f81f21', NULL, '01a20211-ab9d-74ed-9a82-316894419ae4', '2026-11-22 07:04:02.201+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ac5d-76cb-8642-25d692840c78', '01a20211-79df-7520-8878-4c6f40350cc6', '1003f7b3-9e82-4f51-addc-83ae32fb0969', NULL, '01a20211-ac5d-76cb-8642-25d719f1b9bf', '2026-11-22 07:04:02.394+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ad00-70cc-995c-d8c010737f61', '01a20211-79df-7520-8878-4c6f40350cc6', 'c98f6198-91d3-423c-80fa-8587b91fca52', NULL, '01a20211-ad00-70cc-995c-d8c18d250b99', '2026-11-22 07:04:02.552+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ad99-7522-827e-aa77c93aa7d7', '01a20211-79df-7520-8878-4c6f40350cc6', '3df5989c-e532-45bd-96f6-1974ac305a4d', NULL, '01a20211-ad99-7522-827e-aa789843e6a3', '2026-11-22 07:04:02.705+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ae71-7f1e-bc3d-932bcd1149bc', '01a20211-79df-7520-8878-4c6f40350cc6', '33990fb2-0f2d-47bd-a908-6d41c1cc3783', NULL, '01a20211-ae71-7f1e-bc3d-932cc3de302a', '2026-11-22 07:04:02.908+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-af4a-7f4c-bd5c-46a86f2b442b', '01a20211-79df-7520-8878-4c6f40350cc6', 'bf8cd5c4-96a6-4454-aaaa-ebe384ebfdf6', NULL, '01a20211-af4a-7f4c-bd5c-46a995bb5a35', '2026-11-22 07:04:03.146+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-afe0-7f13-9b15-5ca2bc0521c8', '01a20211-79df-7520-8878-4c6f40350cc6', '3f783646-ac5e-4d45-ad6d-1f7d2b4a7f6b', NULL, '01a20211-afe0-7f13-9b15-5ca35733de3b', '2026-11-22 07:04:03.295+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b080-782a-a1eb-e3ad399d43cb', '01a20211-79df-7520-8878-4c6f40350cc6', 'b4616c05-1b54-4880-9c73-6a6191e710e2', NULL, '01a20211-b080-782a-a1eb-e3ae2fee145e', '2026-11-22 07:04:03.454+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b2d9-7874-8830-d6999cd886c9', '01a20211-79df-7520-8878-4c6f40350cc6', '214c5bc3-4fa7-46a1-b0d9-2638e4aff391', NULL, '01a20211-b2d9-7874-8830-d69acc37b824', '2026-11-22 07:04:04.054+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b435-7754-8e65-9d6f26201524', '01a20211-79df-7520-8878-4c6f40350cc6', 'daed54ea-b761-40dc-b060-3c0a93fa9735', NULL, '01a20211-b435-7754-8e65-9d7094da9dc9', '2026-11-22 07:04:04.394+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b4c5-7e50-a45d-74c081f353b0', '01a20211-79df-7520-8878-4c6f40350cc6', 'd270eb94-41eb-4a81-9d55-a669faddde9a', NULL, '01a20211-b4c5-7e50-a45d-74c1a21172a9', '2026-11-22 07:04:04.541+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b555-77b9-9f65-802bb1b0897a', '01a20211-79df-7520-8878-4c6f40350cc6', 'aad0c959-51a6-4618-8a16-ddc7c9fbd3f8', NULL, '01a20211-b555-77b9-9f65-802c2bbcf91a', '2026-11-22 07:04:04.69+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b5d2-7dbd-890e-decf13a56bed', '01a20211-79df-7520-8878-4c6f40350cc6', '1d82f8df-6dc0-4285-a8f9-82f269751fc0', NULL, '01a20211-b5d2-7dbd-890e-ded0ea198f49', '2026-11-22 07:04:04.81+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b675-7186-819e-ae40b99487f0', '01a20211-79df-7520-8878-4c6f40350cc6', '89ae27fa-98ae-41a8-bb89-257fe4101ec4', NULL, '01a20211-b675-7186-819e-ae415ef9ef9d', '2026-11-22 07:04:04.979+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b755-71c5-b2c4-12fb53c93007', '01a20211-79df-7520-8878-4c6f40350cc6', '8502d939-9c32-4584-a09b-8c5b41193417', NULL, '01a20211-b755-71c5-b2c4-12fc3124d6b5', '2026-11-22 07:04:05.206+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b815-786b-9efa-9abfafc00407', '01a20211-79df-7520-8878-4c6f40350cc6', '4975cc87-eee6-4d1b-997b-ecbe99c8a4b9', NULL, '01a20211-b815-786b-9efa-9ac04445ca76', '2026-11-22 07:04:05.385+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b869-7eec-bb80-fa0d8bf6fffc', '01a20211-79df-7520-8878-4c6f40350cc6', '4f709956-0b5e-45dc-abbc-bbcdd72549ca', NULL, '01a20211-b869-7eec-bb80-fa0ec6f60388', '2026-11-22 07:04:05.478+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b93f-7f14-941e-23c8ff118b4b', '01a20211-79df-7520-8878-4c6f40350cc6', '1a5bccdb-22fb-4df4-9313-077bfd5d16ef', NULL, '01a20211-b93f-7f14-941e-23c9bca28326', '2026-11-22 07:04:05.694+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bad0-7aad-99be-7b4d04c94f05', '01a20211-79df-7520-8878-4c6f40350cc6', 'df4ed84a-216c-4a6e-9fde-9cfcae9acfa5', NULL, '01a20211-bad0-7aad-99be-7b4eac508531', '2026-11-22 07:04:06.093+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bc91-727d-9dfc-31a299a41a0c', '01a20211-79df-7520-8878-4c6f40350cc6', 'c6d27476-801b-48e8-b239-08b569830ca1', NULL, '01a20211-bc91-727d-9dfc-31a395b01ee4', '2026-11-22 07:04:06.545+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bdf7-7af0-a265-f9370b404d11', '01a20211-79df-7520-8878-4c6f40350cc6', '175dc9ea-75f9-4477-82f8-b46d140c2673', NULL, '01a20211-bdf7-7af0-a265-f93881bf1f98', '2026-11-22 07:04:06.9+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bf48-741b-a6e3-3225cab29935', '01a20211-79df-7520-8878-4c6f40350cc6', 'de2efd78-f542-4cee-ae45-1c17104c80c5', NULL, '01a20211-bf48-741b-a6e3-32266412e2b5', '2026-11-22 07:04:07.234+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c099-7afa-a8c8-020c4e3891d7', '01a20211-79df-7520-8878-4c6f40350cc6', '42511ae8-0456-47b7-b47a-830a572bc3ad', NULL, '01a20211-c099-7afa-a8c8-020d0b9b4e95', '2026-11-22 07:04:07.571+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c0ce-7a67-b89f-6ccad5eb5662', '01a20211-79df-7520-8878-4c6f40350cc6', '7fc2b9e7-a5d1-497c-86de-27fe3c9dbba5', NULL, '01a20211-c0ce-7a67-b89f-6ccb1b1493a7', '2026-11-22 07:04:07.63+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c103-7559-bfd4-cb19f447b393', '01a20211-79df-7520-8878-4c6f40350cc6', '3fc7c85d-aee7-49b7-934f-c9a8acf13b97', NULL, '01a20211-c103-7559-bfd4-cb1a7ff2c3a5', '2026-11-22 07:04:07.683+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c13e-7275-948a-1c62f49c991b', '01a20211-79df-7520-8878-4c6f40350cc6', '9dbc5f86-c3cf-44b2-9389-3fd53197bd22', NULL, '01a20211-c13e-7275-948a-1c63ae0ab2c7', '2026-11-22 07:04:07.742+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c193-7bbc-b907-80e99b647a23', '01a20211-79df-7520-8878-4c6f40350cc6', '374a53be-575a-479d-b3a8-bf709eeaff8d', NULL, '01a20211-c193-7bbc-b907-80ea10222df8', '2026-11-22 07:04:07.828+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c1ca-796f-97a7-0aab1518eb52', '01a20211-79df-7520-8878-4c6f40350cc6', '021b5b28-0dc6-4e04-83e1-103ef3b7c3c5', NULL, '01a20211-c1ca-796f-97a7-0aac7034589c', '2026-11-22 07:04:07.883+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d736-7ace-84a2-32ea6abb07c1', '01a20211-79df-7520-8878-4c6f40350cc6', '5588676a-3c80-4fe6-a0b9-41494add4872', NULL, '01a20211-d736-7ace-84a2-32eb8b593bff', '2026-11-22 07:04:13.36+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d821-7a39-9db0-0a5c9a543d0d', '01a20211-7a57-733a-ab2b-b3fecf855cb0', '6000', NULL, '01a20211-d821-7a39-9db0-0a5d3f651bde', '2026-11-22 07:04:13.593+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d900-7743-8867-dc2ecafdb34d', '01a20211-79df-7520-8878-4c6f40350cc6', 'b045c6fe-e6a2-4333-aaf0-8090f3502098', NULL, '01a20211-d900-7743-8867-dc2fd7fee5b8', '2026-11-22 07:04:13.818+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d9db-795e-aa71-deeb03ae7858', '01a20211-7d94-7f95-8945-134e6c3cb2d3', 'vis-queued', NULL, '01a20211-d9db-795e-aa71-deecfc5d49ae', '2026-11-22 07:04:14.04+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-da25-72c7-b982-ca67003c13c5', '01a20211-79df-7520-8878-4c6f40350cc6', 'a42f0858-f358-4522-bd20-21398f33595d', NULL, '01a20211-da25-72c7-b982-ca686e63650a', '2026-11-22 07:04:14.11+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-daa1-7e48-8448-4efc13e0e3cc', '01a20211-79df-7520-8878-4c6f40350cc6', '89174c39-aaf5-4169-9858-447baeb93a3c', NULL, '01a20211-daa1-7e48-8448-4efdad98f3da', '2026-11-22 07:04:14.238+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dc6d-7102-856b-33f6d5204086', '01a20211-79df-7520-8878-4c6f40350cc6', '94044dc3-0e20-4301-9fc7-3660f85d2151', NULL, '01a20211-dc6d-7102-856b-33f76b61fb7b', '2026-11-22 07:04:14.694+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dcac-7e17-9e9c-b1be48881764', '01a20211-7a57-733a-ab2b-b3fecf855cb0', '6001', NULL, '01a20211-dcac-7e17-9e9c-b1bf24d7538f', '2026-11-22 07:04:14.759+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dd07-7b7a-893b-396b3b19fe7e', '01a20211-79df-7520-8878-4c6f40350cc6', 'eb749bde-4a03-4543-b191-a3184595fc94', NULL, '01a20211-dd07-7b7a-893b-396cc719211a', '2026-11-22 07:04:14.855+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ddba-7405-b519-4722093ec291', '01a20211-7d94-7f95-8945-134e6c3cb2d3', 'vis-claimed', NULL, '01a20211-ddba-7405-b519-47234efda672', '2026-11-22 07:04:15.02+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-de0b-76c6-9216-191557452e1c', '01a20211-79df-7520-8878-4c6f40350cc6', '372da784-44cd-4421-af51-0af8f6b92e01', NULL, '01a20211-de0b-76c6-9216-1916677452ee', '2026-11-22 07:04:15.105+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-de6d-7002-a34e-bd4561261870', '01a20211-79df-7520-8878-4c6f40350cc6', 'bddd92c3-118b-4253-88e8-2b0bcae679ed', NULL, '01a20211-de6d-7002-a34e-bd462c3439f4', '2026-11-22 07:04:15.198+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dff6-7732-a6b8-c0919370a2c5', '01a20211-7d94-7f95-8945-134e6c3cb2d3', 'vis-later', NULL, '01a20211-dff7-74f5-87de-65bdea884a1f', '2026-11-22 07:04:15.602+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e04f-7959-b068-c8ffd83c5488', '01a20211-79df-7520-8878-4c6f40350cc6', '8f278d09-4fab-4397-ba48-de9885e1db0e', NULL, '01a20211-e04f-7959-b068-c90041f1c535', '2026-11-22 07:04:15.69+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e0f2-703c-bdaa-f297062ed6ca', '01a20211-79df-7520-8878-4c6f40350cc6', 'ad1ba290-9482-4c5e-b005-28d4a4300002', NULL, '01a20211-e0f2-703c-bdaa-f2984a06f104', '2026-11-22 07:04:15.858+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e227-7ed7-b9e9-056b3faa99f0', '01a20211-7d94-7f95-8945-134e6c3cb2d3', 'vis-overdue', NULL, '01a20211-e227-7ed7-b9e9-056c70eea4aa', '2026-11-22 07:04:16.164+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e278-7949-8ff5-b264b9fa38e9', '01a20211-79df-7520-8878-4c6f40350cc6', '5db9c433-49f7-492d-ae05-78d616608e2f', NULL, '01a20211-e278-7949-8ff5-b265a3b960fd', '2026-11-22 07:04:16.248+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e2aa-7edb-b59c-79fe1ec97dbf', '01a20211-79df-7520-8878-4c6f40350cc6', '42929a1b-a8fe-4920-b78a-32fa30381ccc', NULL, '01a20211-e2aa-7edb-b59c-79ff86f1c653', '2026-11-22 07:04:16.292+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e3dd-785d-b704-672cef4ff9ab', '01a20211-7a57-733a-ab2b-b3fecf855cb0', '8000', 'User 8000', '01a20211-e3dd-785d-b704-672d942c6608', '2026-11-22 07:04:16.603+00');
INSERT INTO dialog.installation VALUES
	(1, '01a20211-6a75-7751-80f6-2d47ca78b58d', 'v1.gHvauLN3SjvT0nkbWjJfd_df3ByLhR4jdOCkea0z4w-mhQ', '2026-11-22 07:03:45.511+00');
INSERT INTO dialog.link_codes VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-899b-7078-a59b-37f2ab86a61e', '\xe1a6831f200603a439596f1d871137e00fcfaf4a65c224efab182d65ebe632e9', 'EX8J', '01a20211-8954-7926-a01a-be210c95f30b', '{"type":"owner","id":"own_01m8112tkxfg19br1hm47r7kv3","name":"owner@example.com"}', '2026-11-22 07:03:53.483+00', '2026-11-23 07:03:53.5+00', NULL, NULL, NULL);
INSERT INTO dialog.linked_profiles VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-88cd-7472-a09d-5e749d37826e', '01a20211-8833-7846-8dae-f13436e878c6', '{"status":"active","state":{"city":"Riga"},"tags":["Riga"],"access":{},"paid_access":[],"identity_ids":["01a20211-8833-7846-8dae-f133fc741d9a"],"created_at":"2026-11-22T07:03:53.134Z"}'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-88cd-7472-a09d-5e749d37826e', '01a20211-8896-7096-9edb-dbc40edf48d8', '{"status":"active","state":{"city":"Oslo"},"tags":["Oslo"],"access":{},"paid_access":[],"identity_ids":["01a20211-8896-7096-9edb-dbc3bc466d1a"],"created_at":"2026-11-22T07:03:53.238Z"}');
INSERT INTO dialog.method_versions VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'buy', 1, '01a20211-7e8f-7b77-a3a9-d1b802e311d7', 'Buy', '', '{"environment":"live","target":{"operation":"order"},"input":[{"name":"ref","type":"string","required":true,"description":""}],"mapping":null,"identity":null,"result":null}', 'live', 'order', '01a20211-746b-767c-ab23-744a5f34fac7', NULL, NULL, '2026-11-22 07:03:50.655+00', 'owner@example.com', NULL, NULL);
INSERT INTO dialog.methods VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'buy', 'Buy', '', '{"environment":"live","target":{"operation":"order"},"input":[{"name":"ref","type":"string","required":true,"description":""}],"mapping":null,"identity":null,"result":null}', '2026-11-22 07:03:50.513+00', '2026-11-22 07:03:50.513+00');
INSERT INTO dialog.operation_revisions VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-746b-767c-ab23-744a5f34fac7', 'order', 'http', '01a20211-71e3-780f-9d93-eec7efb4426a', '{}', '{"request":{"method":"POST","path":"/orders","query":{},"headers":{},"body":{"ref":"{{ input.ref }}"},"body_type":"json"},"success":{},"mock":{"result":{},"variants":[{"name":"error","when":"{{ input.sandbox_error == true }}","error":{"code":"sandbox_error","message":"The sandbox was told to fail by the input sandbox_error."}}]},"timeout_ms":60000,"max_response_bytes":1048576}', '2026-11-22 07:03:48.048+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-754e-75d6-89a5-d5d5d2d4efcd', 'notify', 'webhook', '01a20211-7237-78b4-9f85-bfed13203992', '{}', '{"request":{"body":"{{ input }}"},"success":{},"mock":{"result":{},"variants":[{"name":"error","when":"{{ input.sandbox_error == true }}","error":{"code":"sandbox_error","message":"The sandbox was told to fail by the input sandbox_error."}}]},"timeout_ms":null,"max_response_bytes":1048576}', '2026-11-22 07:03:48.299+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-7666-7b23-a51e-b40df7575625', 'month', 'payment', '01a20211-7279-7d52-9a90-eae46d84e1fb', '{}', '{"request":{"amount":{"value":"990.00","currency":"RUB"},"product":"club","access":{"days":30},"description":"Club"},"success":{},"mock":{"result":{},"variants":[{"name":"error","when":"{{ input.sandbox_error == true }}","error":{"code":"sandbox_error","message":"The sandbox was told to fail by the input sandbox_error."}}]},"timeout_ms":null,"max_response_bytes":1048576}', '2026-11-22 07:03:48.557+00');
INSERT INTO dialog.operations VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'order', 'Order', '', '{sandbox,live}', '01a20211-746b-767c-ab23-744a5f34fac7', '01a20211-71e3-780f-9d93-eec7efb4426a', '2026-11-22 07:03:48.048+00', '2026-11-22 07:03:48.048+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'notify', 'Notify', '', '{sandbox,live}', '01a20211-754e-75d6-89a5-d5d5d2d4efcd', '01a20211-7237-78b4-9f85-bfed13203992', '2026-11-22 07:03:48.299+00', '2026-11-22 07:03:48.299+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'month', 'Month', '', '{sandbox,live}', '01a20211-7666-7b23-a51e-b40df7575625', '01a20211-7279-7d52-9a90-eae46d84e1fb', '2026-11-22 07:03:48.557+00', '2026-11-22 07:03:48.557+00');
INSERT INTO dialog.orders VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-998e-72e8-ab63-e20a96110051', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-994f-7af7-a6de-a1634cbed4d5', 'live', false, 'succeeded', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-99d8-7263-86ba-9cd96fdb24f4', 'e4f38ed0-a4d7-4513-a946-fdcd80e5027f', NULL, NULL, NULL, '[]', NULL, NULL, 'c8d3c6fd-36ac-4826-b766-a9b9a2cc6218', '2026-11-22 07:03:57.583+00', '2026-11-22 07:03:57.743+00', '2026-11-22 07:03:58.421+00', NULL, 0, '2026-11-22 07:06:06.497+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-9558-7f96-aed4-91d2f646c4d8', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-9541-7cda-a4b0-63c99d2fd283', 'live', false, 'succeeded', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-95a9-7837-9ab0-88cd4bea127f', '85a1b10f-d84a-4815-bb87-1412af9d56af', NULL, NULL, NULL, '[]', NULL, NULL, 'c4f5ac00-6c93-4db2-b368-987d4d771d1e', '2026-11-22 07:03:56.51+00', '2026-11-22 07:03:56.655+00', '2026-11-22 07:03:57.43+00', NULL, 0, '2026-11-22 07:04:11.851+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-9176-7ae3-92f4-eb7193b66269', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-9159-781b-9124-410e2032e0e8', 'live', false, 'succeeded', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-91d6-7c31-ad45-d4496d0a3c96', '7902c8ce-90a0-48fd-a843-530252a0b073', NULL, NULL, NULL, '[]', NULL, NULL, '7b2d41d6-888a-44d7-a0a0-e98f3931a5e4', '2026-11-22 07:03:55.511+00', '2026-11-22 07:03:55.739+00', '2026-11-22 07:03:56.394+00', NULL, 0, '2026-11-22 07:06:07.51+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8dd5-7ed8-91ca-04791422badb', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-8dac-74d9-89ba-1c89f3de1317', 'live', false, 'succeeded', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-8e2a-7f4f-a53e-9b4ec36c5b52', '1398b0f1-07b0-4259-bf07-7b3526e7d2e3', NULL, NULL, NULL, '[]', NULL, NULL, '7db799ca-ab1c-4e4b-aa68-dede42fde3cd', '2026-11-22 07:03:54.582+00', '2026-11-22 07:03:54.763+00', '2026-11-22 07:03:55.368+00', NULL, 0, '2026-11-22 07:04:13.937+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8a21-73ee-a195-bc7e0fb7bf69', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-8a08-7e11-a656-58c874df6407', 'live', false, 'succeeded', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-8ac5-7860-9e5f-6c81c94e175b', 'e241671c-2c0d-4025-90f8-0fa6bcd8a567', NULL, NULL, NULL, '[]', NULL, NULL, 'd5c24e3a-3e2e-4c2a-9c6d-ed66fc26f8c5', '2026-11-22 07:03:53.634+00', '2026-11-22 07:03:53.958+00', '2026-11-22 07:03:54.377+00', NULL, 0, '2026-11-22 07:04:14.925+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-9d9c-7565-8063-d80f7f0f5f6e', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-9d78-73a6-ae23-438dce701269', 'live', false, 'succeeded', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-9e1e-7cab-bf54-69b4934d38b1', 'f1e497c6-84d0-4bee-8d43-ab00dd6aa97c', NULL, NULL, NULL, '[]', NULL, NULL, '5948327e-e88a-467d-8ea5-df9ffaeb3b01', '2026-11-22 07:03:58.623+00', '2026-11-22 07:03:58.806+00', '2026-11-22 07:03:59.465+00', NULL, 0, '2026-11-22 07:06:06.497+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b045-750d-96f2-f0b1c9dcf01a', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-afe0-7f13-9b15-5ca2bc0521c8', 'live', false, 'pending', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-b07d-7fdc-9836-246b83e016cc', 'f4e42c1a-23e5-4057-81c7-7ab151a8cbb9', 'http://shop.outside.invalid/checkout/payments/v2/contract?orderId=f4e42c1a-23e5-4057-81c7-7ab151a8cbb9', NULL, NULL, '[]', NULL, '{"kind":"dialog","lane":"dialog:01a20211-afe0-7f13-9b15-5ca2bc0521c8","id":"01a20211-afe0-7f13-9b15-5ca2bc0521c8","call":"pay:1"}', '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', '2026-11-22 07:04:03.378+00', NULL, NULL, NULL, 0, '2026-11-22 07:04:08.501+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-be13-7694-b3bd-3670622bce64', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-bdf7-7af0-a265-f9370b404d11', 'live', false, 'unknown', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-be60-74b3-8610-696bd9cd73d7', NULL, NULL, NULL, '{"code":"no_answer","message":"shop.outside.invalid closed the connection before it answered (UND_ERR_SOCKET)"}', '[]', NULL, NULL, 'd0b5d10b-ee4f-4beb-b212-8ddf84e9fbe2', '2026-11-22 07:04:06.931+00', NULL, NULL, NULL, 0, '2026-11-22 07:04:12.034+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a239-780f-b322-c8bdc862e44d', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a232-746d-a2f7-a78acf842f0c', 'live', false, 'pending', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-a2e9-7ce3-84e9-dae0157e1115', '71af125a-671a-4796-8ba1-8acc6032607e', 'http://shop.outside.invalid/checkout/payments/v2/contract?orderId=71af125a-671a-4796-8ba1-8acc6032607e', NULL, NULL, '[]', NULL, NULL, '0e1f327f-de03-4ac3-9cec-dc5a8185e2fb', '2026-11-22 07:03:59.802+00', NULL, NULL, NULL, 0, '2026-11-22 07:06:07.51+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a45d-7b28-9883-8314cff2b5ea', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a449-7e2f-8afc-25abbd835542', 'live', false, 'pending', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-a4a7-7e32-abea-fb81f6a13850', '36a7fc58-ec8e-4578-ba8e-49f565fe2c76', 'http://shop.outside.invalid/checkout/payments/v2/contract?orderId=36a7fc58-ec8e-4578-ba8e-49f565fe2c76', NULL, NULL, '[]', NULL, NULL, 'dd17eb52-dcb5-457c-aac8-761f0c36a568', '2026-11-22 07:04:00.351+00', NULL, NULL, NULL, 0, '2026-11-22 07:06:07.51+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b34a-795d-84cd-1a1d8dc8ec3b', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-b2d9-7874-8830-d6999cd886c9', 'live', false, 'pending', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-b38d-7d1a-83b2-ac3b81d059d6', 'e6e0aa56-e0cd-4e6c-905b-f6ff1730a62a', 'http://shop.outside.invalid/checkout/payments/v2/contract?orderId=e6e0aa56-e0cd-4e6c-905b-f6ff1730a62a', NULL, NULL, '[]', NULL, '{"kind":"run","lane":"run:01a20211-b2fa-738d-8809-81754c85d45a","id":"01a20211-b2fa-738d-8809-81754c85d45a","call":"pay:1"}', 'bc7ba9bf-d7f8-4dfd-a751-93df05b07a70', '2026-11-22 07:04:04.163+00', NULL, NULL, NULL, 0, '2026-11-22 07:04:09.32+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a177-7f1b-b04f-153113ff0130', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a15e-7782-b27a-576afcea2ab0', 'live', false, 'pending', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-a1d5-75c7-8c24-4b263eafd49f', '36b5ae56-3b0a-406d-9d8d-8c103f6782ad', 'http://shop.outside.invalid/checkout/payments/v2/contract?orderId=36b5ae56-3b0a-406d-9d8d-8c103f6782ad', NULL, NULL, '[]', NULL, NULL, 'ca8be886-acd2-4b7a-b462-03da4e717d84', '2026-11-22 07:03:59.608+00', NULL, NULL, NULL, 1, '2026-11-22 07:04:10.534+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bae2-7f68-ab61-abfa80af0dcb', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-bad0-7aad-99be-7b4d04c94f05', 'live', false, 'created', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-bb37-7438-815c-c5133c5cc091', NULL, NULL, NULL, NULL, '[]', NULL, NULL, '043a66f2-2e77-4815-b4da-ffdd3d4d8f5a', '2026-11-22 07:04:06.114+00', NULL, NULL, NULL, 0, '2026-11-22 07:04:11.199+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bca6-7049-9a71-c792f76c6b49', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-bc91-727d-9dfc-31a299a41a0c', 'live', false, 'created', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-bd0d-7e5d-a658-46b351871848', NULL, NULL, NULL, NULL, '[]', NULL, NULL, 'd6cc272c-4c13-417a-9fbc-8d6e578209a6', '2026-11-22 07:04:06.567+00', NULL, NULL, NULL, 0, '2026-11-22 07:04:11.662+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bf5e-7064-8f4f-6e0ddde08878', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-bf48-741b-a6e3-3225cab29935', 'live', false, 'created', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-bfb6-7890-8d2d-071f3c2aff99', NULL, NULL, NULL, NULL, '[]', NULL, NULL, '2716a045-45d1-4b6b-8651-f95ac8222ac7', '2026-11-22 07:04:07.264+00', NULL, NULL, NULL, 0, '2026-11-22 07:04:12.343+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a390-7ff1-97e8-765d3b876ff7', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a376-74a4-a74b-d0c998f36036', 'live', false, 'pending', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-a3e3-7748-b881-b60aa68e12ab', '40469ff3-1c79-4a6c-9d17-bd9907dc3660', 'http://shop.outside.invalid/checkout/payments/v2/contract?orderId=40469ff3-1c79-4a6c-9d17-bd9907dc3660', NULL, NULL, '[]', NULL, NULL, '6b84ed23-d18a-4f2c-8646-1aa0b098a629', '2026-11-22 07:04:00.145+00', NULL, NULL, NULL, 0, '2026-11-22 07:06:07.51+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a51d-736e-ba0c-099423292365', 'month', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a4fe-70ce-983a-40e1d8af2a85', 'live', false, 'pending', 990.00, 'RUB', 'Club', 'club', '{"days":30}', NULL, 'https://shop.example/thanks', '100500', '01a20211-a573-7063-b9fd-4a2381a644e7', 'ee6821e7-38f8-4fa5-aea9-24d6484d7c83', 'http://shop.outside.invalid/checkout/payments/v2/contract?orderId=ee6821e7-38f8-4fa5-aea9-24d6484d7c83', NULL, NULL, '[]', NULL, NULL, '5257091c-0475-4697-bb0e-6503f89e9888', '2026-11-22 07:04:00.546+00', NULL, NULL, NULL, 0, '2026-11-22 07:06:07.51+00');
INSERT INTO dialog.owners VALUES
	('01a20211-6a7d-7c02-95e0-31a10f83cf63', 'owner@example.com', '$argon2id$v=19$m=19456,t=2,p=1$2Dn+peEqXw976a3wxBcepg$7qkai7/MkGlyU8JFPvQ+rDEbmuY4bA1TLFsICkJfl68', '2026-11-22 07:03:45.511+00');
INSERT INTO dialog.processes VALUES
	('01a20211-6b35-7faa-972e-9c413d948702', 'all', '2026-11-22 07:03:45.732+00', '2026-11-22 07:04:05.785+00'),
	('01a20211-d236-7402-b3bc-cac54f3d349f', 'api', '2026-11-22 07:04:12.112+00', '2026-11-22 07:04:12.112+00');
INSERT INTO dialog.profile_links OVERRIDING SYSTEM VALUE VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-88cd-7472-a09d-5e749d37826e', 1, 'merge', '01a20211-8833-7846-8dae-f13436e878c6', '{01a20211-8896-7096-9edb-dbc3bc466d1a}', NULL, '2026-11-22 07:03:53.28+00', '{"type":"owner","id":"own_01m8112tkxfg19br1hm47r7kv3","name":"owner@example.com"}', NULL, NULL);
INSERT INTO dialog.profiles VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-802d-772e-8ebb-160eda7c3d3e', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:03:51.081+00', '2026-11-22 07:03:51.081+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-82b4-7938-a0e2-8b8387af9ddb', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:03:51.73+00', '2026-11-22 07:03:51.73+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-86d0-7de0-bb12-60300fa16666', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:03:52.78+00', '2026-11-22 07:03:52.78+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8833-7846-8dae-f13436e878c6', 'active', '{"city":"Riga"}', '{Riga,Oslo}', '{}', '[]', '2026-11-22 07:03:53.134+00', '2026-11-22 07:03:53.317+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8954-7926-a01a-be210c95f30b', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:03:53.41+00', '2026-11-22 07:03:53.41+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8a08-7e11-a656-58c9c58dee5a', 'active', '{}', '{}', '{}', '[{"product":"club","until":"2026-12-22T07:03:54.377Z","order_id":"ord_01m81132h1efqa35dwfr7vffv9"}]', '2026-11-22 07:03:53.6+00', '2026-11-22 07:03:54.404+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8dac-74d9-89ba-1c8a4683b2ee', 'active', '{}', '{}', '{}', '[{"product":"club","until":"2026-12-22T07:03:55.368Z","order_id":"ord_01m81133enfvc93jg4f4a25epv"}]', '2026-11-22 07:03:54.538+00', '2026-11-22 07:03:55.402+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-9159-781b-9124-410f9aa3b66f', 'active', '{}', '{}', '{}', '[{"product":"club","until":"2026-12-22T07:03:56.394Z","order_id":"ord_01m81134bpfbhs5x7be69vcrk9"}]', '2026-11-22 07:03:55.469+00', '2026-11-22 07:03:56.444+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-9541-7cda-a4b0-63caf8a3735f', 'active', '{}', '{}', '{}', '[{"product":"club","until":"2026-12-22T07:03:57.430Z","order_id":"ord_01m81135arfybaxn4htbv4dh6r"}]', '2026-11-22 07:03:56.48+00', '2026-11-22 07:03:57.453+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-994f-7af7-a6de-a164f1288e2f', 'active', '{}', '{}', '{}', '[{"product":"club","until":"2026-12-22T07:03:58.421Z","order_id":"ord_01m81136ceebmaprz21ab1202h"}]', '2026-11-22 07:03:57.514+00', '2026-11-22 07:03:58.451+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-9d78-73a6-ae23-438ea1cf4767', 'active', '{}', '{}', '{}', '[{"product":"club","until":"2026-12-22T07:03:59.465Z","order_id":"ord_01m81137cwenjr0ryr1xzgyqve"}]', '2026-11-22 07:03:58.568+00', '2026-11-22 07:03:59.481+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a15e-7782-b27a-576bf762fddf', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:03:59.566+00', '2026-11-22 07:03:59.566+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a232-746d-a2f7-a78bdda24920', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:03:59.794+00', '2026-11-22 07:03:59.794+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a376-74a4-a74b-d0ca6e246991', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:00.116+00', '2026-11-22 07:04:00.116+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a449-7e2f-8afc-25ac9ff43479', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:00.327+00', '2026-11-22 07:04:00.327+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a4fe-70ce-983a-40e2132fa099', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:00.51+00', '2026-11-22 07:04:00.51+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a5d9-7327-a749-870e02eb4d7c', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:00.727+00', '2026-11-22 07:04:00.727+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a658-71ce-9861-505aa65ed131', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:00.846+00', '2026-11-22 07:04:00.846+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a767-7969-9127-aeb19a8fb8fb', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:01.123+00', '2026-11-22 07:04:01.123+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a7c0-7335-a772-ae85ca37af41', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:01.216+00', '2026-11-22 07:04:01.216+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a8ce-7ae4-a938-61026053616b', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:01.478+00', '2026-11-22 07:04:01.478+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a9a6-7e69-8676-1683b657ed4d', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:01.692+00', '2026-11-22 07:04:01.692+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-aa79-7c6d-9bad-10de413566ad', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:01.9+00', '2026-11-22 07:04:01.9+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-aae5-7f9f-b426-9e65421f54ff', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:02.01+00', '2026-11-22 07:04:02.01+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ab9d-74ed-9a82-316894419ae4', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:02.201+00', '2026-11-22 07:04:02.201+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ac5d-76cb-8642-25d719f1b9bf', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:02.394+00', '2026-11-22 07:04:02.394+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ad00-70cc-995c-d8c18d250b99', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:02.552+00', '2026-11-22 07:04:02.552+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ad99-7522-827e-aa789843e6a3', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:02.705+00', '2026-11-22 07:04:02.705+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ae71-7f1e-bc3d-932cc3de302a', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:02.908+00', '2026-11-22 07:04:02.908+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-af4a-7f4c-bd5c-46a995bb5a35', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:03.146+00', '2026-11-22 07:04:03.146+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-afe0-7f13-9b15-5ca35733de3b', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:03.295+00', '2026-11-22 07:04:03.295+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b080-782a-a1eb-e3ae2fee145e', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:03.454+00', '2026-11-22 07:04:03.454+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b2d9-7874-8830-d69acc37b824', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:04.054+00', '2026-11-22 07:04:04.054+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b435-7754-8e65-9d7094da9dc9', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:04.394+00', '2026-11-22 07:04:04.394+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b4c5-7e50-a45d-74c1a21172a9', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:04.541+00', '2026-11-22 07:04:04.541+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b555-77b9-9f65-802c2bbcf91a', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:04.69+00', '2026-11-22 07:04:04.69+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b5d2-7dbd-890e-ded0ea198f49', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:04.81+00', '2026-11-22 07:04:04.81+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b675-7186-819e-ae415ef9ef9d', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:04.979+00', '2026-11-22 07:04:04.979+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b755-71c5-b2c4-12fc3124d6b5', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:05.206+00', '2026-11-22 07:04:05.206+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b815-786b-9efa-9ac04445ca76', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:05.385+00', '2026-11-22 07:04:05.385+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b869-7eec-bb80-fa0ec6f60388', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:05.478+00', '2026-11-22 07:04:05.478+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b93f-7f14-941e-23c9bca28326', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:05.694+00', '2026-11-22 07:04:05.694+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bad0-7aad-99be-7b4eac508531', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:06.093+00', '2026-11-22 07:04:06.093+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bc91-727d-9dfc-31a395b01ee4', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:06.545+00', '2026-11-22 07:04:06.545+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bdf7-7af0-a265-f93881bf1f98', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:06.9+00', '2026-11-22 07:04:06.9+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bf48-741b-a6e3-32266412e2b5', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:07.234+00', '2026-11-22 07:04:07.234+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c099-7afa-a8c8-020d0b9b4e95', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:07.571+00', '2026-11-22 07:04:07.571+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c0ce-7a67-b89f-6ccb1b1493a7', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:07.63+00', '2026-11-22 07:04:07.63+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c103-7559-bfd4-cb1a7ff2c3a5', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:07.683+00', '2026-11-22 07:04:07.683+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c13e-7275-948a-1c63ae0ab2c7', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:07.742+00', '2026-11-22 07:04:07.742+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c193-7bbc-b907-80ea10222df8', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:07.828+00', '2026-11-22 07:04:07.828+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c1ca-796f-97a7-0aac7034589c', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:07.883+00', '2026-11-22 07:04:07.883+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d736-7ace-84a2-32eb8b593bff', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:13.36+00', '2026-11-22 07:04:13.36+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d821-7a39-9db0-0a5d3f651bde', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:13.593+00', '2026-11-22 07:04:13.593+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d900-7743-8867-dc2fd7fee5b8', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:13.818+00', '2026-11-22 07:04:13.818+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d9db-795e-aa71-deecfc5d49ae', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:14.04+00', '2026-11-22 07:04:14.04+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-da25-72c7-b982-ca686e63650a', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:14.11+00', '2026-11-22 07:04:14.11+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-daa1-7e48-8448-4efdad98f3da', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:14.238+00', '2026-11-22 07:04:14.238+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dc6d-7102-856b-33f76b61fb7b', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:14.694+00', '2026-11-22 07:04:14.694+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dcac-7e17-9e9c-b1bf24d7538f', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:14.759+00', '2026-11-22 07:04:14.759+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dd07-7b7a-893b-396cc719211a', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:14.855+00', '2026-11-22 07:04:14.855+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ddba-7405-b519-47234efda672', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:15.02+00', '2026-11-22 07:04:15.02+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-de0b-76c6-9216-1916677452ee', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:15.105+00', '2026-11-22 07:04:15.105+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-de6d-7002-a34e-bd462c3439f4', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:15.198+00', '2026-11-22 07:04:15.198+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dff7-74f5-87de-65bdea884a1f', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:15.602+00', '2026-11-22 07:04:15.602+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e04f-7959-b068-c90041f1c535', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:15.69+00', '2026-11-22 07:04:15.69+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e0f2-703c-bdaa-f2984a06f104', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:15.858+00', '2026-11-22 07:04:15.858+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e227-7ed7-b9e9-056c70eea4aa', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:16.164+00', '2026-11-22 07:04:16.164+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e278-7949-8ff5-b265a3b960fd', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:16.248+00', '2026-11-22 07:04:16.248+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e2aa-7edb-b59c-79ff86f1c653', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:16.292+00', '2026-11-22 07:04:16.292+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e3dd-785d-b704-672d942c6608', 'active', '{}', '{}', '{}', '[]', '2026-11-22 07:04:16.603+00', '2026-11-22 07:04:16.603+00');
INSERT INTO dialog.project_counters VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 32, 56, '2026-11-22', 56),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 11, 14, '2026-11-22', 2),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 33, -21, '2026-11-22', 4),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 10, 36, '2026-11-22', 36);
INSERT INTO dialog.project_keys VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-7ec1-76e4-9fa4-a33abebb5bb1', 'Client', '{}', '{buy}', '\x9d7575f3afa273badef8c4651e29b6717f21dfb683fcd0a6b1ea0e7801e94d47', 'fRjU', '2026-11-22 07:03:50.715+00', '2026-11-22 07:04:16.507+00', '{}', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-716a-795f-82ba-b4c4db6002f4', 'Test key', '{profiles:read,profiles:write,messages:write,events:write,integrations:read,integrations:run,payments:read,payments:write,audit:read,data:read,data:write,analytics:read,workflows:run,workflows:read}', NULL, '\xca8d08d9465cf5a6fd295f94f3002ba3d1f8a902a08283835ee0d6afe0faac32', 'Iq6Y', '2026-11-22 07:03:47.299+00', '2026-11-22 07:04:16.763+00', '{"audit:read": "2026-11-22", "data:write": "2026-11-22", "events:write": "2026-11-22", "payments:read": "2026-11-22", "profiles:read": "2026-11-22", "workflows:run": "2026-11-22", "messages:write": "2026-11-22", "payments:write": "2026-11-22", "profiles:write": "2026-11-22", "integrations:run": "2026-11-22", "integrations:read": "2026-11-22"}', NULL);
INSERT INTO dialog.projects VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-6a7d-7c02-95e0-31a10f83cf63', 'Test', '2026-11-22 07:03:47.19+00', '2026-11-22 07:03:47.19+00', NULL);
INSERT INTO dialog.rate_windows VALUES
	('key:01a20211-7ec1-76e4-9fa4-a33abebb5bb1', 1, '2026-11-22 07:05:16.514+00'),
	('key:01a20211-716a-795f-82ba-b4c4db6002f4', 254, '2026-11-22 07:04:51.122+00'),
	('chat-session:127.0.0.1', 1, '2026-11-22 07:04:52.744+00'),
	('chat-visitor:01a20211-86aa-7c76-ba87-287c728afbc1', 1, '2026-11-22 07:04:52.775+00');
INSERT INTO dialog.receivers VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-7976-78f5-8076-a40d120be74d', 'hook-1', 'hook-1', '{"workflow":"record","input":{"ref":"{{ body.ref }}"}}', 'v1.ueM6PWcHF5pqt3gcheUIOOv1JM0PlHuopLM4ItvVis8CiklPFWdrnazOX7xFStL-RRWnzA5H_GslJbv4cBG5g5q71Kjdo7AZdA3QVA', NULL, NULL, '2026-11-22 07:03:49.366+00', '2026-11-22 07:03:49.366+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-7989-7e1c-a33e-c2055b2b0674', 'hook-2', 'hook-2', '{"workflow":"record","input":{"ref":"{{ body.ref }}"}}', 'v1.6k9V0xQjhmzoshxzvQttjQqysk2geMoNrlEuAe3hbnD2-0S_kb9DrbY7Q69MQL8UaGJRKVOLm02f6drDVj95WkudHu4MNEEfIAtnbg', NULL, NULL, '2026-11-22 07:03:49.379+00', '2026-11-22 07:03:49.379+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-79a4-7c51-b2ac-8724c84dd9f2', 'hook-3', 'hook-3', '{"workflow":"record","input":{"ref":"{{ body.ref }}"}}', 'v1.BWK8E6baiAWViceU92rRi0tTNVYrFG-8QJ39FALODtwM6D6W79PIued9V5phuaAVJikdkzXRBLIfZVYeE7pgIWyeJafgSA4A_Q4r-g', NULL, NULL, '2026-11-22 07:03:49.41+00', '2026-11-22 07:03:49.41+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-79c1-77e9-bdcc-a6cd8cebf52a', 'hook-4', 'hook-4', '{"workflow":"record","input":{"ref":"{{ body.ref }}"}}', 'v1.I9n2WB1Y8Tq0sBJAn6uaESn11l8ymklDtVewAQI3UK0gyn6_HWHlOrY2ovUmPEvvi7CSpOrGiUewYrbGUQnr95I07Ps-HW8byUUmYQ', NULL, NULL, '2026-11-22 07:03:49.439+00', '2026-11-22 07:03:49.439+00');
INSERT INTO dialog.refunds VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b9fe-7d84-a092-656ac32e4d11', '01a20211-9d9c-7565-8063-d80f7f0f5f6e', 'live', 'running', 990.00, 'RUB', NULL, '01a20211-b9fe-7d84-a092-656b39e44dc4', NULL, NULL, '0b11f444-bdff-49e7-826d-f13e9504f344', '2026-11-22 07:04:05.861+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bb91-7a0f-93f3-9596e21422b2', '01a20211-998e-72e8-ab63-e20a96110051', 'live', 'running', 990.00, 'RUB', NULL, '01a20211-bb91-7a0f-93f3-9597efb69882', NULL, NULL, '8be099f2-509c-4ebd-a158-4bc97693b61a', '2026-11-22 07:04:06.253+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bd55-7c4a-ab3a-8d8ad89948ec', '01a20211-9558-7f96-aed4-91d2f646c4d8', 'live', 'unknown', 990.00, 'RUB', NULL, '01a20211-bd55-7c4a-ab3a-8d8bbba73b8c', NULL, '{"code":"no_answer","message":"shop.outside.invalid closed the connection before it answered (UND_ERR_SOCKET)"}', '52b9adb0-03d8-4b2c-8ff9-926dec44162d', '2026-11-22 07:04:06.717+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bea2-7549-b1a6-ab179d92942a', '01a20211-9176-7ae3-92f4-eb7193b66269', 'live', 'running', 990.00, 'RUB', NULL, '01a20211-bea2-7549-b1a6-ab18129a5cf0', NULL, NULL, '7ce4e1b7-8af3-46db-97aa-ca61d7f581f9', '2026-11-22 07:04:07.054+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d986-7152-8912-b5c7716feb2d', '01a20211-8dd5-7ed8-91ca-04791422badb', 'live', 'queued', 990.00, 'RUB', NULL, '01a20211-d986-7152-8912-b5c894e4dc0b', NULL, NULL, 'f5575434-b9e6-49d7-832e-b3ab8fa7fc11', '2026-11-22 07:04:13.937+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dd6b-759e-8d32-87fe476c231b', '01a20211-8a21-73ee-a195-bc7e0fb7bf69', 'live', 'queued', 990.00, 'RUB', NULL, '01a20211-dd6b-759e-8d32-87ffa5168eed', NULL, NULL, '2520646c-617c-40c8-ae5f-bd47bf1abae1', '2026-11-22 07:04:14.925+00', NULL);
INSERT INTO dialog.request_keys VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-f88b231b-33ce-41db-babd-190d32f25c06', '\x3c8215e052c51b63c6300a1190688b035dcb6ed57cf2761a745ab5e738b5dbf2', '{"event_id":"e-f88b231b-33ce-41db-babd-190d32f25c06","status":"queued","duplicate":false}', '2026-11-22 07:03:51.189+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', '69737edf-d795-4af0-a95a-8fc75530317e', '\xeaaf20ff00390424111e87fc56eb72e402fef42eed596f0ae8b71efbe82a1147', '{"message_id":"msg_01m81130pcewvbxrqk0vxdyhd1","status":"queued"}', '2026-11-22 07:03:51.757+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/order/runs', '6b1e90e3-682c-44dd-a2c8-01eaf6665ed0', '\xd28374792e623b280914b016f6188337402a7d173e803a1e1b1fe36e75c436b4', '{"job_id":"job_01m81130zfe3yvmwk9hk191sf4","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81130zfe3yvmwk9hk191sf4"}', '2026-11-22 07:03:52.048+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'tables/kept/rows', '0a237433-5e31-424a-bda6-021d1ae8e852', '\x58fec793758f76e6f885a13cb0fca2b3aff6cc545930344c49822031c7d8d06b', '{"table_id":"kept","environment":"live","inserted":1,"total":1,"revision":1}', '2026-11-22 07:03:52.255+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'tables/kept/rows', '0eb0d664-55e3-4ce9-8302-7de34d1feb43', '\xec4d5652f4daa8e4445dba82331154329a5becf4a237e9c968125c259e004afb', '{"table_id":"kept","environment":"live","inserted":1,"total":2,"revision":2}', '2026-11-22 07:03:52.307+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'tables/kept/rows', '6ab322d3-433d-4a38-b8ad-de18c45a313f', '\x39bc27f912a4c426b679e7f72ba38ef6cb67766fa080fc1db9e583e9f3a4248d', '{"table_id":"kept","environment":"live","inserted":1,"total":3,"revision":3}', '2026-11-22 07:03:52.339+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'channels/01a20211-7d94-7f95-8945-134e6c3cb2d3', 'vis_01m81131nafhvbn1s8fhs8nyy1/m-1', '\x4da608b2d35929200aa8e379f3991990fc039fe8e823f3c24756a5abe02c0b6c', '{"message_id":"msg_01m81131pxejn9mgkr9wh8jc5n","status":"queued","duplicate":false}', '2026-11-22 07:03:52.801+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', '9ca98253-f16e-4788-8f12-a8a557807b54', '\xb86b2aa4ac79db53e0b191716e5872be75f41cb379868f8a737cce40a16a8364', '{"job_id":"job_01m81132h1efqa35dwfr7vffv9","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81132h1efqa35dwfr7vffv9"}', '2026-11-22 07:03:53.634+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', '81930426-5df0-4710-a609-2c4243ee849e', '\xd725eba7d104ed50309c8705d694e1a6456e0e004e3c75c65a00459f002417da', '{"job_id":"job_01m81133enfvc93jg4f4a25epv","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81133enfvc93jg4f4a25epv"}', '2026-11-22 07:03:54.582+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', '33255e32-f7a4-467a-ad1a-caa7d0538010', '\x17cc74fbdcdd813061b21ebb05330f2c8562dbfc4a4c7026d618a36e268037de', '{"job_id":"job_01m81134bpfbhs5x7be69vcrk9","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81134bpfbhs5x7be69vcrk9"}', '2026-11-22 07:03:55.511+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', 'a3a2653c-f65c-48ca-ada4-3672964d1c03', '\xc8bef2882b82c4a745d79a1f7490900211b935d633d765e0a34158515e2f14bb', '{"job_id":"job_01m81135arfybaxn4htbv4dh6r","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81135arfybaxn4htbv4dh6r"}', '2026-11-22 07:03:56.51+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', '15bb069a-fe44-4bde-a3db-1223012070b6', '\x8c9bdba4bed94a94cbe956c0541b9b0ec26f28985114c0ab86482328c9d9f792', '{"job_id":"job_01m81136ceebmaprz21ab1202h","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81136ceebmaprz21ab1202h"}', '2026-11-22 07:03:57.583+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', 'c7cabb62-ca33-4866-be2f-a1f97891f10a', '\x3a3966237bd8a2252cf403d139dd89af7b0135818da07df78a2e27caad195f43', '{"job_id":"job_01m81137cwenjr0ryr1xzgyqve","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81137cwenjr0ryr1xzgyqve"}', '2026-11-22 07:03:58.623+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', 'e8f5d356-3e8a-46c3-bf10-848b7fe143d6', '\x09ea79534dac8fbb796106f0ee28e9cfad9d6c9f17c8fd56914c07d74fa1daf1', '{"job_id":"job_01m81138bqfwdv0krn649zy09g","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138bqfwdv0krn649zy09g"}', '2026-11-22 07:03:59.608+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', '76c71b88-ee7f-46fa-a1d2-5e2f1e1f0ee1', '\x4e13c724eaf7edbc4b1a272b3187b9701223fe26fde8e3493266a3ec54f5bb8d', '{"job_id":"job_01m81138hsf07v68p8qq465s2d","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138hsf07v68p8qq465s2d"}', '2026-11-22 07:03:59.802+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', '988fdbf3-adc5-4f65-b442-c0f3904557d5', '\xe467f9337794677824a893c5a8154332c4eb14544eaaa6bb97ef1382fbed4fe9', '{"job_id":"job_01m81138wgfzrsft3pbmxrevzq","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138wgfzrsft3pbmxrevzq"}', '2026-11-22 07:04:00.145+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', '18fb8aa0-1644-4d75-82e8-201a8ee66a58', '\x3ba78b2dc97ea0ec51078cbba39da7561a76da167232e30c72896ad5c08bbb42', '{"job_id":"job_01m811392xfcm9h0w32k7z5dfa","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m811392xfcm9h0w32k7z5dfa"}', '2026-11-22 07:04:00.351+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', '86635b3d-365b-4589-8ce6-338e8baa4540', '\x7142e4c6df7d42397701d32f52d9ce0c8a1a59dde26896a707520c6a3b465d07', '{"job_id":"job_01m811398xedqbm309jghjj8v5","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m811398xedqbm309jghjj8v5"}', '2026-11-22 07:04:00.546+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', '2de00b43-a00f-4968-8923-5b25bec570f4', '\xd529f8f580b1d73f8dc8e2ad438613dae3535b9dcfd2b84b826ce4ac73b62cae', '{"message_id":"msg_01m81139fefsbb3k6rn4082dde","status":"queued"}', '2026-11-22 07:04:00.751+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/order/runs', '41584353-d90d-4f6e-87ab-a26a140a9627', '\x74c0236d8ea780b959349a2f2301ed607e1cd9fb5d93bcd2fadb9959a3cfa849', '{"job_id":"job_01m81139g9ee0t18vn2p4sbjen","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81139g9ee0t18vn2p4sbjen"}', '2026-11-22 07:04:00.781+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/notify/runs', '851fbab0-88c3-4fb9-aafb-27a0e7aac830', '\x04f6f817c6ca197c8a40527eac68a170fcbb47213e79abd2eb04faeb58b054ac', '{"job_id":"job_01m81139h6fa0v86kvk1jvztqb","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81139h6fa0v86kvk1jvztqb"}', '2026-11-22 07:04:00.813+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', 'cd3b22ec-d4c3-4498-9a7e-83b8d41b70f9', '\x9ed11303e45c41adef7922b0213c7c1e3e6a2dea17b6cd5b37818fc0269b4aba', '{"message_id":"msg_01m81139khf6kvxzzm2jy0x4pe","status":"queued"}', '2026-11-22 07:04:00.904+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', 'e84ec73f-3a6e-4c0d-be66-747d583ab1c8', '\x2b03045b033d79d11d216ba32b7d6a41ac9bdf14c73436d8ac349eccbc582042', '{"message_id":"msg_01m81139w4ffettjqp7mvx22ja","status":"queued"}', '2026-11-22 07:04:01.16+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/order/runs', 'e986480e-437c-4526-b622-c566dfbb79e8', '\xb00391b696bc9be5e6a9a18f6d3d5d9224c577924ca213b5f25a6191e18b3fe3', '{"job_id":"job_01m81139wverg86xta2hg609ts","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81139wverg86xta2hg609ts"}', '2026-11-22 07:04:01.182+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/notify/runs', 'c1b15a32-df18-4c16-9827-12e4e7fbf686', '\xa901ccbe85dbe7f6334f4f013984232634dff33cecc4487bca6125734cd43e9c', '{"job_id":"job_01m81139xeen18bqxv5jrbnfwy","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81139xeen18bqxv5jrbnfwy"}', '2026-11-22 07:04:01.199+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', 'ea39093c-fcb5-4566-b695-20af782602dc', '\x0af66434e309d5e6403624d30bbbdf7de8f67430328b35bb93bc3552c6080531', '{"message_id":"msg_01m81139zpf6mam4ng85m2sdvp","status":"queued"}', '2026-11-22 07:04:01.272+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', '28e7cea1-d648-4363-9e97-076661bcf0d0', '\xbd1345163bdc199ca1ce6bb24c4b8724a785f9183042bf29d814c87d29c7971c', '{"message_id":"msg_01m8113a7weqta9ghxmw2favce","status":"queued"}', '2026-11-22 07:04:01.533+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/order/runs', '413b797d-89ca-4b56-afe6-eae16c3b5a1f', '\x57860a2c4cfaffdec2cba8f03938067ac6d876f196981df53fffa2b8ace05bd9', '{"job_id":"job_01m8113a8zfxev8mphma9667g3","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m8113a8zfxev8mphma9667g3"}', '2026-11-22 07:04:01.568+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/notify/runs', '53829f6e-daa3-4910-9098-1d1fb7f15418', '\x78f559db9f565ca33d910e9f54a8d62d9fec16fc9238e619c1891542c5556915', '{"job_id":"job_01m8113aabegh9x5x4smd29bfg","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m8113aabegh9x5x4smd29bfg"}', '2026-11-22 07:04:01.612+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', 'dd34ade9-a056-4f21-8b52-f7bd2329a47b', '\x84745599bdde7a1dd49ac2cb45d53b84084c33acb923ee56378c3a583c6945a4', '{"message_id":"msg_01m8113aejetbte7mzs3fthtbf","status":"queued"}', '2026-11-22 07:04:01.749+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', '7c9b2002-f690-472e-9e12-5ecc4c49b23f', '\xdcb86a876c1795df01104fa3d81b02ce280995e505c947473ba09283438ac62f', '{"message_id":"msg_01m8113amefvhbjwgd1spbescy","status":"queued"}', '2026-11-22 07:04:01.935+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/order/runs', '8020b48d-17de-43a1-ae8c-a9fa39bc00fb', '\xc7677069995c87fc5fa211e896b689fa2f192f50501e715ee0991d726a12b259', '{"job_id":"job_01m8113ampf25r8019drdf1bnt","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m8113ampf25r8019drdf1bnt"}', '2026-11-22 07:04:01.944+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/notify/runs', 'f1bc6ccb-4fb5-4958-943c-b07824dc3ad3', '\xfd15cc8f82d5f4d31a8dae97c506baec6751a2e78089bf5ea9e483c956e4cfaa', '{"job_id":"job_01m8113anmeamtjtdhbvhzpknb","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m8113anmeamtjtdhbvhzpknb"}', '2026-11-22 07:04:01.972+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', 'd0e48634-ed98-4e29-8e06-72ebbfcbdbe0', '\x96ea2df2758ba9ddbbcadafcdbd4e06d33a22b1c83ba92895b92e1dc9cad9f87', '{"message_id":"msg_01m8113artfpea751pvk4p4n1p","status":"queued"}', '2026-11-22 07:04:02.075+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-de630d83-215b-4df4-8de3-a01b775d286b', '\x87b53361c6d4661261b98e603528c840d3d68e75ece12127f08c22b88d674302', '{"event_id":"e-de630d83-215b-4df4-8de3-a01b775d286b","status":"queued","duplicate":false}', '2026-11-22 07:04:02.224+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-0bcc0021-fa61-43f6-ae1f-11b9f0fa1c33', '\xc8d2e644d390da9c1ba938f4800104dce34748e0efeace54f5d655d6e0e486ae', '{"event_id":"e-0bcc0021-fa61-43f6-ae1f-11b9f0fa1c33","status":"queued","duplicate":false}', '2026-11-22 07:04:02.429+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-0161bb07-a1e5-4e78-8655-f7e692531124', '\x5a1fed554aa8d298396b3cff5dccc40a8ccaf5f58040b9f7b629745383b34cdf', '{"event_id":"e-0161bb07-a1e5-4e78-8655-f7e692531124","status":"queued","duplicate":false}', '2026-11-22 07:04:02.591+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-51c61f93-6948-4188-93f8-5779c9c83a02', '\x3885d8efbef61b431363c554527d23509a709ae3c17a25381cfd0e4282378ba9', '{"event_id":"e-51c61f93-6948-4188-93f8-5779c9c83a02","status":"queued","duplicate":false}', '2026-11-22 07:04:02.743+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-a8924bb9-3fd8-44f8-8623-db7f18035b71', '\x81159bfefc6f70d9520bbcb15fefd54a141aaf4bc3242d6711e07bc16bb0f635', '{"event_id":"e-a8924bb9-3fd8-44f8-8623-db7f18035b71","status":"queued","duplicate":false}', '2026-11-22 07:04:02.968+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-92b3dd18-474e-40f3-b533-aefd11268c40', '\x41a11fb4e54957446fcce4db6456ea2da2d763ad321472d05127539715679a92', '{"event_id":"e-92b3dd18-474e-40f3-b533-aefd11268c40","status":"queued","duplicate":false}', '2026-11-22 07:04:03.186+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-433c85b3-b9c2-4d72-93c5-c774eb5da288', '\x980338bc8e74811792fb7b5c5637dccc25be2c111a378903db7171a2cafc29c1', '{"event_id":"e-433c85b3-b9c2-4d72-93c5-c774eb5da288","status":"queued","duplicate":false}', '2026-11-22 07:04:03.31+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'workflows/errand/run', 'a5d86dc7-d956-46b6-b9a1-7a3475e2b908', '\x195219bfa40fe74e12bfdcb558e35a60eede3fc6d8f422cb264ea1e91e1f85b6', '{"run_id":"run_01m8113cejfyztbkc9r2r4hzf8","status":"queued","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflow-runs/run_01m8113cejfyztbkc9r2r4hzf8"}', '2026-11-22 07:04:03.796+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'workflows/sale/run', 'e3f48646-ea36-4c8f-bdcf-32110d039998', '\x20c9c5314bffe64013d20a7d9502f8608be90e681bec359a1d20376da37cf1f3', '{"run_id":"run_01m8113cqtee6rg2c1en68bn2t","status":"queued","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflow-runs/run_01m8113cqtee6rg2c1en68bn2t"}', '2026-11-22 07:04:04.091+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', 'a6328cb0-2530-4131-83a6-b06c5ac54879', '\x96e47c9cb377add70e86fc52826733e0f1a98dbf881a85a50ba54dba70fefd4f', '{"job_id":"job_01m8113eq2fxmaprdbza0ay3eb","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m8113eq2fxmaprdbza0ay3eb"}', '2026-11-22 07:04:06.114+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', 'e6fdffed-9408-491b-8f98-1434f4809e78', '\x9bdc6cb60a86c05bbd4d29ad6f3a495fea1333c2d15aa31855f5e913f669b1c2', '{"job_id":"job_01m8113f56e14smwe7jbvprtt9","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m8113f56e14smwe7jbvprtt9"}', '2026-11-22 07:04:06.567+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', '04696515-8dfb-4e1b-9868-00b0558f8a12', '\x4f7c8384e31e1fde454bdd7a0e5cb3aa74c63eafdd7eaa042d9c32808c767dc6', '{"job_id":"job_01m8113fgketab7f9pe1h2qkk4","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m8113fgketab7f9pe1h2qkk4"}', '2026-11-22 07:04:06.931+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', 'b2fa1356-8e3d-48a5-ab5e-5a24fa136fd7', '\xcd44447c40f223b31a169e5d7a03e4a0842cab5b42607562404702e6dbf5abbf', '{"job_id":"job_01m8113ftye1j8ykve1qey123r","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m8113ftye1j8ykve1qey123r"}', '2026-11-22 07:04:07.264+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-0da17482-fe96-42a0-92e1-6504453e6af8', '\xd0d7a9121591fd9276498f2c47ce3109d8122ae40e058f3fa2e48bfcb963cd80', '{"event_id":"e-0da17482-fe96-42a0-92e1-6504453e6af8","status":"queued","duplicate":false}', '2026-11-22 07:04:03.477+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'workflows/errand/run', 'bd740161-da28-4842-bd1d-f3c121602177', '\x92f19a6075d56f06f3507a9ed6bd43e217b56c7e4c8c1cab94408ddc08b3360f', '{"run_id":"run_01m8113chxf47aw2eg51m3mtcs","status":"queued","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflow-runs/run_01m8113chxf47aw2eg51m3mtcs"}', '2026-11-22 07:04:03.903+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'workflows/pause/run', '57ae656d-59da-4c9f-9b82-39d913ddd300', '\x15be86577d834ea54a237a917c144d25e53a143a008d428631de976b0c2f805a', '{"run_id":"run_01m8113cvhf1va21q0b2y1n1v0","status":"queued","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflow-runs/run_01m8113cvhf1va21q0b2y1n1v0"}', '2026-11-22 07:04:04.21+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-946006d6-e452-43ab-b748-de3fd3c8147e', '\x1820537801228a6628b3c8597f3a483201624b6849316da50feebd3527d01ebf', '{"event_id":"e-946006d6-e452-43ab-b748-de3fd3c8147e","status":"queued","duplicate":false}', '2026-11-22 07:04:04.435+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-1b5307a7-59a4-475b-bc43-038279b9fc66', '\x0438eb2f02da97c711e0162426d104c48503e47d29f1585d337137018525495a', '{"event_id":"e-1b5307a7-59a4-475b-bc43-038279b9fc66","status":"queued","duplicate":false}', '2026-11-22 07:04:04.574+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-23f96b56-862f-4a86-8e0f-490bd9cdfe11', '\x178f16480ea5610e0272ede621ea5219e18f00dbcf39ea96fa2b7358a59093fc', '{"event_id":"e-23f96b56-862f-4a86-8e0f-490bd9cdfe11","status":"queued","duplicate":false}', '2026-11-22 07:04:04.727+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'payments/01a20211-9d9c-7565-8063-d80f7f0f5f6e/refund', '2e18e757-3ef2-4389-a8e8-3d01fc066372', '\x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', '{"order_id":"ord_01m81137cwenjr0ryr1xzgyqve","refund_id":"rfd_01m8113efyfp2a14k5db1jwk8h","status":"queued"}', '2026-11-22 07:04:05.861+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'payments/01a20211-998e-72e8-ab63-e20a96110051/refund', 'fa5fb7a0-b266-47ee-a00a-7ce16f8c961f', '\x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', '{"order_id":"ord_01m81136ceebmaprz21ab1202h","refund_id":"rfd_01m8113ewhf87s7wwnjvh188nj","status":"queued"}', '2026-11-22 07:04:06.253+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'payments/01a20211-9558-7f96-aed4-91d2f646c4d8/refund', '00c9044a-14d5-48c7-acd2-42899dcc9fda', '\x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', '{"order_id":"ord_01m81135arfybaxn4htbv4dh6r","refund_id":"rfd_01m8113fanfh5apemdhbc9jj7c","status":"queued"}', '2026-11-22 07:04:06.717+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'payments/01a20211-9176-7ae3-92f4-eb7193b66269/refund', 'e98951c0-576b-4324-b442-8b54cc5392a5', '\x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', '{"order_id":"ord_01m81134bpfbhs5x7be69vcrk9","refund_id":"rfd_01m8113fn2en4v39nb2yes551a","status":"queued"}', '2026-11-22 07:04:07.054+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', '74da22fc-267e-425d-970b-ff94e436c2e1', '\x99b1d23e3a39700f48722972cd3ae3d936ccb737d4f261fcb3b4c03858feaaaa', '{"message_id":"msg_01m8113g5ge7kvskxzebmxk8rj","status":"queued"}', '2026-11-22 07:04:07.604+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', 'f1ebb308-7c92-4d52-bbb2-138a9177c352', '\xcd23978715888e78ddd5f7d58d0dc89a96b597f8fec8e6ab17985f2af9bf1677', '{"message_id":"msg_01m8113g76ez8bsyh5qdafktnh","status":"queued"}', '2026-11-22 07:04:07.655+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', '09ff3bdd-7524-4bf5-8068-0cb4c366cbdd', '\xcfdf69adb26874ed799f09e81cbc178f00177146db75017cb7d7fea375f2708b', '{"message_id":"msg_01m8113g8neg6azf83tsg4emx8","status":"queued"}', '2026-11-22 07:04:07.707+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', '20f7a9af-0e51-4e8f-8e5b-ad5ac026c072', '\x5bd45a56cafe55d8a3e32a5f70a9a400c6dd0ae9054573468949d3b6324227f9', '{"message_id":"msg_01m8113gb2fav87hf01g59v9x9","status":"queued"}', '2026-11-22 07:04:07.794+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', 'dd2abc02-4f6d-4079-89bb-87fdad104a99', '\x0dcf110851aa5f0edffc3568752343f5397b38001145d6f46fbadbab7073f7c0', '{"message_id":"msg_01m8113gdeet2bqvyg4rjz83fm","status":"queued"}', '2026-11-22 07:04:07.855+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', 'bb6c8cbf-386d-4c27-9570-7617a009a01c', '\x7a551c572ca2e392d2d0af13a53467cee92ff207e98a89fb2cec5e4155dc1f1f', '{"message_id":"msg_01m8113gevfx3vbg9hzz0abfhr","status":"queued"}', '2026-11-22 07:04:07.902+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', '111b70fd-6793-4f42-8b61-982c09aee7b5', '\x6373deb23737b4ddc220b6a47974b58105f99389d025ef3d34b2159fe2d0daf6', '{"message_id":"msg_01m8113nvqfe0a3nv2gdw3c51h","status":"queued"}', '2026-11-22 07:04:13.456+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', '4f70f45b-3926-408b-b317-cccbad79075d', '\x7d1aeef218aed4c81c6c4db740183721b1c8477b8e9193c33a217ce5aa02854f', '{"message_id":"msg_01m8113p31etxsh6748rgrkgnd","status":"queued"}', '2026-11-22 07:04:13.674+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/order/runs', '28602973-a3c1-4b77-89e5-431abb12348a', '\xe03882a95d340fdde7d3732babc12d454f21a980b5e934f59d2b1ce23bf061cb', '{"job_id":"job_01m8113p4mehbv1dwd8grp36hh","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m8113p4mehbv1dwd8grp36hh"}', '2026-11-22 07:04:13.718+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/notify/runs', '70d5800b-5a27-4de8-8ab0-dd36e0667801', '\x7efefbf85899033bab9b829427c6d204b92c795ba99ecabdd4b6b97fb27fd206', '{"job_id":"job_01m8113p6jectsqmt8352by0dt","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m8113p6jectsqmt8352by0dt"}', '2026-11-22 07:04:13.782+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', '9d6694fe-1e00-4c2e-b00d-71495ee13f87', '\x6b8cc1383566351212c8c21862a8674ba773ffdcea4b920054f3dd234f07404e', '{"job_id":"job_01m8113pameefsajbdv1wp75k3","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m8113pameefsajbdv1wp75k3"}', '2026-11-22 07:04:13.911+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'payments/01a20211-8dd5-7ed8-91ca-04791422badb/refund', 'e32ef485-6de1-47d3-9e2f-b96de94fa952', '\x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', '{"order_id":"ord_01m81133enfvc93jg4f4a25epv","refund_id":"rfd_01m8113pc6e598j4nnrxrpztsd","status":"queued"}', '2026-11-22 07:04:13.937+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', '315faf3a-c0d7-4bed-b4f9-4024e046bb78', '\xec6141738056cbdb388faf1a5b58f25eddcc28bc0ebf104ab8409aa34f0b49c8', '{"message_id":"msg_01m8113pfjf1a92z3p6spe5yvz","status":"queued"}', '2026-11-22 07:04:14.067+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-446ccf51-b1f2-4287-8b6a-0ca666f542ee', '\x769dc45c49c3ab26ce541b4c81616fb3c8f7a70bffb53657a8e5d92b8cfec4f8', '{"event_id":"e-446ccf51-b1f2-4287-8b6a-0ca666f542ee","status":"queued","duplicate":false}', '2026-11-22 07:04:14.185+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'channels/01a20211-79df-7520-8878-4c6f40350cc6', 'f137e316-67e7-4956-aafb-07f40e09ba3c', '\x2727930355872be0db9bb6be6aec006f314bab7bb7b3f1e7adf8fa2f7351cb30', '{"message_id":"msg_01m8113ppsfz7as8vctq979kjk","status":"queued","duplicate":false}', '2026-11-22 07:04:14.299+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'workflows/record/run', '6666fbe5-216c-4aae-b1ec-a0449c990d1c', '\x1deb3449ae88506fb25256db6c365d6df409ce82cf6f5efeb110f743fea06384', '{"run_id":"run_01m8113pt9e4cvfrz3m0bsn4pz","status":"queued","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflow-runs/run_01m8113pt9e4cvfrz3m0bsn4pz"}', '2026-11-22 07:04:14.414+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'automation-events/live', 'automation-queued', '\xe2d5131e7988e68f3c2b8afa9cb17c2cad8cd80c579c455f9e7944506ef135c0', '{"event_id":"automation-queued","status":"queued","duplicate":false}', '2026-11-22 07:04:14.478+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'receivers/01a20211-7976-78f5-8076-a40d120be74d', 'b6fa18b20fd6e81f162d2ccb96227f5389f0b389', '\x932374f4d1fa26a7f67cbe26a2cdf960abbc8639abecb10154b6d78829202a9a', '{"event_id":"evt_01m8113pxneh9rn0t8dbxyb968","status":"queued","duplicate":false}', '2026-11-22 07:04:14.518+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', 'cd2bbcd4-3f79-40ac-a9a4-fdab17a51738', '\x2ebf1b59438e78f7ed6125cbda26a3abaa99f880a2a02e565ad3b0a200f165c6', '{"message_id":"msg_01m8113q46er5888nhgzat315b","status":"queued"}', '2026-11-22 07:04:14.73+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', 'cd2f73ad-1d4e-4dd6-82b1-b66288b43991', '\xdfeabf6656803f4b4beb1ffa6d78e6a1b22982ed297b18c71db16faaaba27b1b', '{"message_id":"msg_01m8113q5wft1aqbtxatrznh3n","status":"queued"}', '2026-11-22 07:04:14.781+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/order/runs', 'dba44ffe-9eeb-4227-9f34-5e76cc2a9f60', '\xd2e1439695fdd1a20954ba524cc3266c8b3674376af0ac43cd58073936e1044e', '{"job_id":"job_01m8113q6nf5y9vefjdxetc4sb","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m8113q6nf5y9vefjdxetc4sb"}', '2026-11-22 07:04:14.808+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/notify/runs', '7762b6a5-2dd3-4ae8-b282-3eacf06e64b9', '\x2e67ca12e9dcadb2de7338447590daf5bcd2e23b8d6f12689876d8984ecb8905', '{"job_id":"job_01m8113q7afsztmqz4236b3akq","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m8113q7afsztmqz4236b3akq"}', '2026-11-22 07:04:14.827+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'operations/month/runs', 'e0235f80-6750-4cc2-b5e8-b6000304c6da', '\x1856c80ddbd6ec06e8d7a75e940a8a753ed4430c6f03146cd3bf9dc6579b6b5d', '{"job_id":"job_01m8113q8yfkmbr70bbnxyajcd","status":"queued","environment":"live","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m8113q8yfkmbr70bbnxyajcd"}', '2026-11-22 07:04:14.886+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', '3491b638-43bf-4832-a9d7-3b20d43a59c7', '\x7fdef7702fe24e73baa675a7ee9d5477dcfc6eefb1e967d5b7f1da98d02547f3', '{"message_id":"msg_01m8113qepe3vb9z2wp7je34ka","status":"queued"}', '2026-11-22 07:04:15.063+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-241b7b3f-d72f-4484-8829-5184ca0e1423', '\xd02bdfa59ba2da26c7f889f8b5ace0c936b4d7dd75bd1374bb49a2f3ef0e6e93', '{"event_id":"e-241b7b3f-d72f-4484-8829-5184ca0e1423","status":"queued","duplicate":false}', '2026-11-22 07:04:15.144+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'channels/01a20211-79df-7520-8878-4c6f40350cc6', '6dca7560-ff12-46e3-a206-898d0db49863', '\x5ce1285dc828ea138082e2a7a29989be100a3e47bb127f69088f5f99f2401e6b', '{"message_id":"msg_01m8113qkzf4wb0eat8pxwgpdc","status":"queued","duplicate":false}', '2026-11-22 07:04:15.232+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'workflows/record/run', '4a86edaa-880b-4149-8df8-749d8289ff6e', '\x355c9261216adab1a95445a066582576696ca5e518836926b03bc3c1f9944c69', '{"run_id":"run_01m8113qp3ffs974geaa0wq5g9","status":"queued","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflow-runs/run_01m8113qp3ffs974geaa0wq5g9"}', '2026-11-22 07:04:15.307+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'automation-events/live', 'automation-claimed', '\x958ea7243ac0788c23c3b6afb34c2f1163f633c79d05f5b4c9064e6131975964', '{"event_id":"automation-claimed","status":"queued","duplicate":false}', '2026-11-22 07:04:15.325+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'receivers/01a20211-7989-7e1c-a33e-c2055b2b0674', 'aec8d04926b9abc542fa00ca99a72589edadb4a2', '\xf6077316c93b8a0c2245b07ea4ab00d56880cef79eac741fafa10343eb11af68', '{"event_id":"evt_01m8113qqeetkba8s49zh1vqkr","status":"queued","duplicate":false}', '2026-11-22 07:04:15.343+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', 'f55d52ec-e2ff-45e6-8c91-42a8aed264f1', '\xf25d072f3ac0403ff40bc9e187b70bde1e3f5b737be6a4514ab63d3ff5daabe2', '{"message_id":"msg_01m8113r0reefvfgw78z5zq2dm","status":"queued"}', '2026-11-22 07:04:15.642+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-f2ceee3e-54ae-4f0c-ad9a-a1069ba6f899', '\xa22dd6984b3ff816c8c8b6350c09a7688c4afb0b121ea79e0bef053e681b2c42', '{"event_id":"e-f2ceee3e-54ae-4f0c-ad9a-a1069ba6f899","status":"queued","duplicate":false}', '2026-11-22 07:04:15.72+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'channels/01a20211-79df-7520-8878-4c6f40350cc6', '57fb6c69-4909-405b-b5e7-e940a5438037', '\x9a5b92ca861fc74a2a5568dc9cd3d1fe782cb53e4834c67fee3cc19589d6b061', '{"message_id":"msg_01m8113r8vfynvdbqz4wd52th5","status":"queued","duplicate":false}', '2026-11-22 07:04:15.9+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'workflows/record/run', '0543f8fd-3a43-413b-92fb-2c70f0a1cc48', '\xf7d620a2845eba525e7b90cddcd7a29ce5a799722f3d04a4a37f658be7ae6ae8', '{"run_id":"run_01m8113rbmfvw8vwt7x5dm3avf","status":"queued","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflow-runs/run_01m8113rbmfvw8vwt7x5dm3avf"}', '2026-11-22 07:04:15.989+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'automation-events/live', 'automation-later', '\xc2b8a422da920f131da76ae929d5b69127a7e2e9dfc7e6e424e762ddae2e2e6b', '{"event_id":"automation-later","status":"queued","duplicate":false}', '2026-11-22 07:04:16.022+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'receivers/01a20211-79a4-7c51-b2ac-8724c84dd9f2', '43c8d5c5059834e0975c3302b57b54db39bf7f10', '\x9a2f9028b7572b3e29c296337d1f2d2f5e58c976d0f73d55f365b36fa6353316', '{"event_id":"evt_01m8113rdbeh3awxyspn4r55kt","status":"queued","duplicate":false}', '2026-11-22 07:04:16.046+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'messages', '708efe6a-95d9-4515-8236-f555ad17f521', '\xe914aec19f1cbed9b71fc1965466c68c918aacc534f345e1b9fd70abacfd26b1', '{"message_id":"msg_01m8113rj2emytzxtm0zet04wv","status":"queued"}', '2026-11-22 07:04:16.195+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'events', 'e-6399af46-5eeb-4a87-b97a-95d2094cc9e7', '\xfbd851140f6a391c797d550e53a53bdbbd8be9ae2f55042b240759eb9f2cbfcc', '{"event_id":"e-6399af46-5eeb-4a87-b97a-95d2094cc9e7","status":"queued","duplicate":false}', '2026-11-22 07:04:16.267+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'channels/01a20211-79df-7520-8878-4c6f40350cc6', '6044b1e1-f5c8-4075-91be-6c129ccd91f0', '\x791e536b8b0829cb7c3bfb095dd99149e1921f967c2664312c61751042357bd0', '{"message_id":"msg_01m8113rp1etw841ypa6wnv0jp","status":"queued","duplicate":false}', '2026-11-22 07:04:16.322+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'workflows/record/run', 'b3c98504-667e-43de-8014-6dd5c43aef02', '\xa51a48dfd9beb69d1b09dd227b33f5d110f0b7fd743770bc839788181cf50432', '{"run_id":"run_01m8113rqnfvja1xr9tf49n29p","status":"queued","status_url":"/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflow-runs/run_01m8113rqnfvja1xr9tf49n29p"}', '2026-11-22 07:04:16.373+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'automation-events/live', 'automation-overdue', '\x99832bd7323b9a4b65d081b719a665cf00a0241c187b9e9a3a45a07e2d08b5c8', '{"event_id":"automation-overdue","status":"queued","duplicate":false}', '2026-11-22 07:04:16.401+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'receivers/01a20211-79c1-77e9-bdcc-a6cd8cebf52a', '8ccefaa9a69ef188638de40618d03d031e2cc37a', '\x795d77335b8efbabf037ce0469c9b66639ffa4454232e1acbb95bffe9a842088', '{"event_id":"evt_01m8113rryf588frgct7njs04b","status":"queued","duplicate":false}', '2026-11-22 07:04:16.415+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'methods/buy/v1', 'method-call-1', '\x307e4d88575099f391e5e1cce1cbfd6d448d1382be7cc1a005bbb37e8769e1af', '{"job_id":"job_01m8113rxmfptsg4b9hwnsen25","status":"queued","status_url":"/api/published/prj_01m8112w7yebjagnfjfs92tqah/buy/v1/jobs/job_01m8113rxmfptsg4b9hwnsen25"}', '2026-11-22 07:04:16.566+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'channels/01a20211-7a57-733a-ab2b-b3fecf855cb0', '900005', '\xdec07298b7377df4a9acb0ebc7e16b338ade588a527d4acd7913473627fff594', '{"message_id":"msg_01m8113rz9etg9gc6zm0vq97nt","status":"queued","duplicate":false}', '2026-11-22 07:04:16.618+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'payments/01a20211-8a21-73ee-a195-bc7e0fb7bf69/refund', '40e9fffe-2aa6-4f63-9f74-0588efebf531', '\x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', '{"order_id":"ord_01m81132h1efqa35dwfr7vffv9","refund_id":"rfd_01m8113qbbepf8tcm7zs3pr8rv","status":"queued"}', '2026-11-22 07:04:14.925+00');
INSERT INTO dialog.request_log OVERRIDING SYSTEM VALUE VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 1, '2026-11-22 07:03:51.11+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 143, '6a3ce125-9c32-4996-900f-e47d34dde240', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 2, '2026-11-22 07:03:51.749+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 41, 'b5bd7ea3-2a14-4605-9e2b-70a0c8a84775', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 3, '2026-11-22 07:03:51.79+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/audit?after=0', 200, 27, 'c66a5bf9-0fdd-4f70-995d-0c7efebd82a2', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 4, '2026-11-22 07:03:51.855+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/audit?after=52', 200, 55, '9a355d75-3a16-45af-b495-e042008d2e8d', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 5, '2026-11-22 07:03:51.948+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/audit?after=0', 200, 21, 'c0742dde-b2d3-4c03-9cb7-9145969ee939', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 6, '2026-11-22 07:03:51.974+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/audit?after=52', 200, 27, '1a609cef-9dcd-429f-ad80-9160f70ce635', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 7, '2026-11-22 07:03:52.001+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/audit?after=53', 200, 24, 'd3e6c857-f25b-488b-902d-0dd60f13fa87', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 8, '2026-11-22 07:03:52.026+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/order/runs', 202, 35, '7598bad7-9231-4fed-a0ea-4f335249f5e5', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 9, '2026-11-22 07:03:52.062+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81130zfe3yvmwk9hk191sf4', 200, 34, 'a4a11880-def9-4dc8-9d44-8ce9e9fd2a37', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 10, '2026-11-22 07:03:52.142+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81130zfe3yvmwk9hk191sf4', 200, 40, 'e661f889-202d-4c44-85ff-535506d1267f', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 11, '2026-11-22 07:03:52.206+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81130zfe3yvmwk9hk191sf4', 200, 8, 'bc9fd0dd-851d-4092-a279-a907f96fe125', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 12, '2026-11-22 07:03:52.23+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/tables/kept/rows', 200, 39, 'f88521c2-14b8-42c1-be32-8484ebb761be', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 13, '2026-11-22 07:03:52.281+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/tables/kept/rows', 200, 31, 'af226409-421b-41b7-8954-1aff90986832', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 14, '2026-11-22 07:03:52.317+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/tables/kept/rows', 200, 39, '08f6dbce-0228-4b9b-8267-b3e0c0c87acd', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 15, '2026-11-22 07:03:53.153+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'PATCH', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/profiles/prof_01m811321kf138vbqh6gvegy66', 200, 18, '71251b58-e89e-4a3f-b661-bafcb315185a', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 16, '2026-11-22 07:03:53.241+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'PATCH', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/profiles/prof_01m811324pe2b9xpyvrg7dyj6r', 200, 24, '1e497e2b-ea05-4e20-9e0a-94e38a832114', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 17, '2026-11-22 07:03:53.627+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 34, 'd5c24e3a-3e2e-4c2a-9c6d-ed66fc26f8c5', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 18, '2026-11-22 07:03:53.683+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81132h1efqa35dwfr7vffv9', 200, 44, 'c8465f9f-7079-4f85-bf35-b5b931bd1951', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 19, '2026-11-22 07:03:53.733+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81132h1efqa35dwfr7vffv9', 200, 10, 'fa4cb42d-3dc5-4a06-aba7-8bfdce6567ac', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 20, '2026-11-22 07:03:53.791+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81132h1efqa35dwfr7vffv9', 200, 42, 'bd0b0760-3c23-4d59-ab25-48846a31835f', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 21, '2026-11-22 07:03:53.861+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81132h1efqa35dwfr7vffv9', 200, 6, 'd90627ce-6c12-4d88-a673-438d3373b12d', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 22, '2026-11-22 07:03:53.893+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81132h1efqa35dwfr7vffv9', 200, 9, '8a7d6f6c-8c59-42a2-8a50-4f6ba68f410b', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 23, '2026-11-22 07:03:53.93+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81132h1efqa35dwfr7vffv9', 200, 20, 'e7849e84-d37b-4688-8d13-798d877eb8d6', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 24, '2026-11-22 07:03:54.013+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 28, 'c6b7031e-1ecd-4cdd-9be4-451d7a5df42a', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 25, '2026-11-22 07:03:54.072+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 30, '98e86122-ff33-468d-b907-fd7786488e28', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 26, '2026-11-22 07:03:54.132+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 18, '4ec95521-8483-4da7-ad93-98ee7e2a81fd', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 27, '2026-11-22 07:03:54.18+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 26, '81f749d7-19e5-4b2b-a215-37fb50da5224', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 28, '2026-11-22 07:03:54.249+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 4, '7b4bb3b9-ffdd-43e3-a5ac-3f81ffe9a34c', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 29, '2026-11-22 07:03:54.292+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 10, 'a1f4d56a-5abc-4eac-ba84-51ae356995ff', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 30, '2026-11-22 07:03:54.339+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 26, '102affae-8db0-44db-b783-7496df6d56d0', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 31, '2026-11-22 07:03:54.407+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 30, '13708476-b347-4db2-b80f-c2d8270e842a', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 32, '2026-11-22 07:03:54.477+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 16, '6a509d10-c31f-4dda-b905-555190dadec2', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 33, '2026-11-22 07:03:54.569+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 31, '7db799ca-ab1c-4e4b-aa68-dede42fde3cd', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 34, '2026-11-22 07:03:54.607+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81133enfvc93jg4f4a25epv', 200, 27, 'ccb34a3e-6bd7-40f6-932e-d3923a21591c', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 35, '2026-11-22 07:03:54.674+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81133enfvc93jg4f4a25epv', 200, 12, '5fbc2014-791c-432d-b1f6-e3ccceb87c21', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 36, '2026-11-22 07:03:54.731+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81133enfvc93jg4f4a25epv', 200, 3, 'd21ab41e-ac94-4934-afb4-098205bc91f6', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 37, '2026-11-22 07:03:54.76+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81133enfvc93jg4f4a25epv', 200, 2, '55bb7eb2-14ec-42f5-b332-0bdf2e6ca037', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 38, '2026-11-22 07:03:54.768+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 13, '14a0c4ac-c1b9-4097-9528-5bb638ecd0ad', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 39, '2026-11-22 07:03:54.812+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 14, '0d636073-88f7-4d56-b2a7-d7e251aa9eac', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 40, '2026-11-22 07:03:54.857+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 10, '7af1d44b-58f6-4d39-89ba-e0d9d1ae25ee', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 41, '2026-11-22 07:03:54.899+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 90, '6ae8ce1b-fd24-4b4a-8529-d3af3023dfdd', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 42, '2026-11-22 07:03:55.029+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 4, 'a87fd22e-f30a-4c99-ae2c-57569ae955ee', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 43, '2026-11-22 07:03:55.066+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 10, '0ee91f5f-e12b-4d53-b69b-ff59f4e56731', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 44, '2026-11-22 07:03:55.104+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 9, '6e4c44a2-1142-4ac2-a8d3-e5f6bfc0b0c1', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 45, '2026-11-22 07:03:55.144+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 2, 'e7ab8b6e-6010-4557-a55b-7288a0e76281', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 46, '2026-11-22 07:03:55.18+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 13, '30f2513f-e8f3-43ce-af39-e3e085b8d7f0', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 47, '2026-11-22 07:03:55.233+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 7, 'a0e875f4-483e-4f41-8d48-0533420c5ce7', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 48, '2026-11-22 07:03:55.274+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 19, '47e81f87-98bc-41ab-9dd7-44f6593177f5', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 49, '2026-11-22 07:03:55.325+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 8, '42256c72-5ae2-4d99-98ba-066fbeddcb80', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 50, '2026-11-22 07:03:55.369+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 17, 'b48756bc-150b-4019-b2f9-3b6cec6762e5', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 51, '2026-11-22 07:03:55.432+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 17, 'c5a0d98f-0a2a-4571-bf6d-49a2a761f8ea', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 52, '2026-11-22 07:03:55.502+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 20, '7b2d41d6-888a-44d7-a0a0-e98f3931a5e4', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 53, '2026-11-22 07:03:55.535+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81134bpfbhs5x7be69vcrk9', 200, 14, '2dc606fe-1cad-43ac-b12b-909778684a08', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 54, '2026-11-22 07:03:55.59+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81134bpfbhs5x7be69vcrk9', 200, 25, '61e9744b-331f-422d-9578-ce67f5c4ab67', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 55, '2026-11-22 07:03:55.646+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81134bpfbhs5x7be69vcrk9', 200, 13, '8e17512d-886b-49c2-9965-da1ebb86b821', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 56, '2026-11-22 07:03:55.689+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81134bpfbhs5x7be69vcrk9', 200, 7, '89079853-0ae0-4eaa-9972-32f8486bf560', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 57, '2026-11-22 07:03:55.729+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81134bpfbhs5x7be69vcrk9', 200, 9, '6b29bbe3-769d-4b5e-a60c-081e0069e80d', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 58, '2026-11-22 07:03:55.75+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 3, '56371912-c490-4cc1-a5f5-67c50d4d74f6', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 59, '2026-11-22 07:03:55.784+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 2, '8cb4d1cc-ca02-4828-ab2b-724e92aef751', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 60, '2026-11-22 07:03:55.813+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 8, '4c8a7767-2776-4f3b-89cc-7e79737af521', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 61, '2026-11-22 07:03:55.855+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 3, '60a03163-6b6b-49d2-a480-48b4e7d40c11', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 62, '2026-11-22 07:03:55.889+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 5, '944480a0-7383-458e-9ade-743bfced0291', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 63, '2026-11-22 07:03:55.926+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 11, 'e4f1ef17-4d18-47e6-9c80-30c80fe37616', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 64, '2026-11-22 07:03:55.964+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 3, '83e27552-ef4a-479a-a1d1-fb4c50869912', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 65, '2026-11-22 07:03:55.997+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 4, '68ce3226-4d81-4fd0-b2f6-460e3e319fa4', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 66, '2026-11-22 07:03:56.036+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 10, '5cc4c209-44fe-4396-8eff-76f72b0d06f2', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 67, '2026-11-22 07:03:56.078+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 10, '003c6d34-0bb1-45f7-a93c-69faa4ab57b8', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 68, '2026-11-22 07:03:56.118+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 6, '2330a090-f59b-43ae-a78f-63babab1698a', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 69, '2026-11-22 07:03:56.185+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 13, '8661f6da-1293-492a-8a13-cf6fce1fbfa3', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 70, '2026-11-22 07:03:56.233+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 11, '72533236-4fda-43cd-81fa-709450383275', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 71, '2026-11-22 07:03:56.274+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 6, 'a0b8477a-12c8-4948-a057-95197cb7133b', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 72, '2026-11-22 07:03:56.31+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 13, '14767c0e-70d2-49b6-95a5-843eaa1eeabe', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 73, '2026-11-22 07:03:56.349+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 8, '4f062b55-6dea-430d-add0-b444e737dbf7', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 74, '2026-11-22 07:03:56.394+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 48, 'a299edb1-165d-4b70-86a3-db2e1bba9458', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 75, '2026-11-22 07:03:56.462+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 10, '006fa106-ee4b-4a7c-96f4-3e260790ad08', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 76, '2026-11-22 07:03:56.497+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 22, 'c4f5ac00-6c93-4db2-b368-987d4d771d1e', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 77, '2026-11-22 07:03:56.52+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81135arfybaxn4htbv4dh6r', 200, 8, '38a25a3d-9790-4edd-b7af-ac17882ff23e', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 78, '2026-11-22 07:03:56.555+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81135arfybaxn4htbv4dh6r', 200, 11, 'c806adf8-e8b0-421b-91aa-dfac81aafb6e', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 79, '2026-11-22 07:03:56.598+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81135arfybaxn4htbv4dh6r', 200, 21, '9ca04b48-bbe0-45d2-93cb-e3cbaf5e1d80', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 80, '2026-11-22 07:03:56.645+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81135arfybaxn4htbv4dh6r', 200, 14, '72b93c69-ce45-4fb8-95f9-a0e7c4ce5b1b', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 81, '2026-11-22 07:03:56.674+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 7, '5198ab8d-ac0e-41f3-9461-fafa6902c222', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 82, '2026-11-22 07:03:56.707+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 4, '71bb9120-dbdf-47a5-a352-9f32af6fa531', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 83, '2026-11-22 07:03:56.748+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 3, '7fd38a3e-58fe-4ab7-82f3-6d1963d8201b', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 84, '2026-11-22 07:03:56.779+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 2, '316cab30-9000-4337-9ff7-eebaae906acc', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 85, '2026-11-22 07:03:56.809+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 3, '4c51ca2f-e845-42f4-87b7-d71764485eb4', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 86, '2026-11-22 07:03:56.839+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 6, '090004de-e06f-4bac-afbf-1ca37b175e43', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 87, '2026-11-22 07:03:56.871+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 2, '4c530241-a7eb-47d6-8fce-50012666046e', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 88, '2026-11-22 07:03:56.9+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 10, 'e383d500-241e-4a05-a66e-6977469f5ad7', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 89, '2026-11-22 07:03:56.936+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 6, '39eb025c-3cbb-4325-b660-7bd6d1c75b27', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 90, '2026-11-22 07:03:56.97+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 8, '8f948f88-11ae-430e-bcd5-5868b72cc86e', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 91, '2026-11-22 07:03:57.005+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 5, '1b836fa0-c5f5-48ef-89a1-112fbb39818c', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 92, '2026-11-22 07:03:57.036+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 3, 'a73aa10b-2334-4968-ab8e-308013d4e341', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 93, '2026-11-22 07:03:57.069+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 4, 'bc4fd823-09a4-494b-bbfe-31f9605c3e36', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 94, '2026-11-22 07:03:57.101+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 2, '2114a1de-3d55-4d77-95e7-5c28d09bacee', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 95, '2026-11-22 07:03:57.13+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 8, '962ef41b-49bb-4781-b0fe-f715182e08b2', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 96, '2026-11-22 07:03:57.164+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 3, '95755b14-5799-4dab-8c56-39f826b9adfd', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 97, '2026-11-22 07:03:57.194+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 3, '961628de-4780-4361-914d-6c9a2e6d2af0', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 98, '2026-11-22 07:03:57.224+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 2, '5858cf5a-32fb-4e1e-942c-b40932c425d3', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 99, '2026-11-22 07:03:57.254+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 3, '2853ec98-cf05-472d-b1be-a6924840f99a', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 100, '2026-11-22 07:03:57.288+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 9, '29d7ebef-ff08-405f-9bbb-539d1b5ca967', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 101, '2026-11-22 07:03:57.324+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 6, '673f4363-0ea9-4005-a8b7-f026427bf3ff', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 102, '2026-11-22 07:03:57.356+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 9, '569b8daf-92a6-4fb2-add2-1d01512ad311', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 103, '2026-11-22 07:03:57.394+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 30, '72fc5912-9f94-45f4-be20-ab7143c3c5c6', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 104, '2026-11-22 07:03:57.455+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 13, '624e118d-f459-449f-9133-c3beb20d2681', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 105, '2026-11-22 07:03:57.493+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 4, 'a67336b5-049d-4ea8-adbd-650a1f3acfdf', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 106, '2026-11-22 07:03:57.541+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 61, 'c8d3c6fd-36ac-4826-b766-a9b9a2cc6218', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 107, '2026-11-22 07:03:57.619+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81136ceebmaprz21ab1202h', 200, 10, '84f879a7-2564-48fa-964c-f5a70b2059a3', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 108, '2026-11-22 07:03:57.658+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81136ceebmaprz21ab1202h', 200, 15, '9b4147bc-849f-474c-b0b2-cef956d34b3e', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 109, '2026-11-22 07:03:57.7+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81136ceebmaprz21ab1202h', 200, 7, 'bc577845-82a1-4de2-bc9a-9c20f4a195cd', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 110, '2026-11-22 07:03:57.737+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81136ceebmaprz21ab1202h', 200, 4, '71abece8-7c67-48d5-97dc-80c9e99c7829', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 111, '2026-11-22 07:03:57.749+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 1, 'c5ec763e-5364-49f7-88c0-4b617241fd94', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 112, '2026-11-22 07:03:57.777+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 2, '8b6ae694-f4b8-471d-9ae5-3a05362bb26e', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 113, '2026-11-22 07:03:57.805+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 1, '6370bb21-c840-4089-99f9-51579bf8651b', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 114, '2026-11-22 07:03:57.833+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 6, '58999c7f-a29e-495c-b675-fe612b16d43b', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 115, '2026-11-22 07:03:57.87+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 2, 'ac17396f-60e8-4bbf-8907-a59fc8e1add2', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 116, '2026-11-22 07:03:57.898+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 2, 'b0545b6b-bd69-4d8f-917d-a81ce35c2739', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 117, '2026-11-22 07:03:57.926+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 2, '98c4d6dd-decf-4e72-b5c2-fbecc28b9828', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 118, '2026-11-22 07:03:57.956+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 6, '91e9e869-74f0-4a73-b1e8-416ab4999621', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 119, '2026-11-22 07:03:57.989+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 7, '0033294d-759e-475a-8bac-68495cb1f613', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 120, '2026-11-22 07:03:58.024+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 2, '2099075a-780b-4f61-9460-8bf935f909cf', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 121, '2026-11-22 07:03:58.052+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 6, '640cdf7c-3305-44a2-b4c0-00aa6fb0b297', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 122, '2026-11-22 07:03:58.084+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 6, '42e096aa-6feb-4c82-ada6-6d6ea67db0c3', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 123, '2026-11-22 07:03:58.116+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 2, '82e281bd-f766-4533-bd87-f58fc9a25f1e', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 124, '2026-11-22 07:03:58.144+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 10, '62ba5438-4f7c-46d8-af77-c50e6f8d4a6d', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 125, '2026-11-22 07:03:58.181+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 8, '65f8abfd-3a1e-460c-9cb4-aef1ed6e199a', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 126, '2026-11-22 07:03:58.218+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 8, '6d6563e3-bc71-4143-b980-81f5c6d32066', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 127, '2026-11-22 07:03:58.257+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 8, 'efdbf4aa-7f5e-48a8-ad50-9188a4b4e792', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 128, '2026-11-22 07:03:58.291+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 7, '67688cfc-6f8a-4524-85a5-edfb487d60d2', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 129, '2026-11-22 07:03:58.326+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 18, 'c197f426-0ed4-44a1-8c9d-486a016410e7', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 130, '2026-11-22 07:03:58.369+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 12, 'e5e4347e-90a2-4cf1-b29b-c9ae5b01600d', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 131, '2026-11-22 07:03:58.413+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 17, '981dab32-603c-469e-9422-a70e0849f25c', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 132, '2026-11-22 07:03:58.474+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 16, '96739ac1-b407-42f0-b399-3ffc92809c59', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 133, '2026-11-22 07:03:58.515+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 37, '95fab2a4-c920-4286-82ff-789b21b0db01', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 134, '2026-11-22 07:03:58.607+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 37, '5948327e-e88a-467d-8ea5-df9ffaeb3b01', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 135, '2026-11-22 07:03:58.645+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81137cwenjr0ryr1xzgyqve', 200, 42, 'f7936428-d6c9-4568-8af9-1462ebea4055', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 179, '2026-11-22 07:04:00.673+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m811398xedqbm309jghjj8v5', 200, 8, 'c05cce4f-c73c-44e6-a326-d4ba30c9316e', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 180, '2026-11-22 07:04:00.707+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m811398xedqbm309jghjj8v5', 200, 5, 'a2e248f4-cf7d-49a2-90a8-d9917dfe4e63', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 181, '2026-11-22 07:04:00.739+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 20, 'b812ea7d-53d6-4495-aebf-8cca52c99458', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 182, '2026-11-22 07:04:00.762+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/order/runs', 202, 25, '2dbd087f-d7f0-4a09-aa14-e0ab19a4142b', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 183, '2026-11-22 07:04:00.788+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/notify/runs', 202, 41, 'beed29a5-3d88-421c-b9c7-a5bdaa315264', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 184, '2026-11-22 07:04:00.877+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 51, 'ce084dc0-6bb3-4777-a659-27bc4699a68d', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 185, '2026-11-22 07:04:01.153+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 19, '48a8d145-e22f-402c-99ee-116484601063', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 197, '2026-11-22 07:04:02.221+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 25, '492b6fc5-77b0-432c-9cb8-68ce0a6100c4', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 198, '2026-11-22 07:04:02.425+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 8, '1287bc5c-4bca-4e73-9c5a-091963f8ea85', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 199, '2026-11-22 07:04:02.579+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 14, '3197198c-7933-4c70-b157-04fcffa6c4fe', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 200, '2026-11-22 07:04:02.737+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 12, '11d12667-54ca-4ed3-990f-0172d8d98d78', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 201, '2026-11-22 07:04:02.966+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 15, '8488db41-bb05-4a0d-bb22-5173cbeffe2c', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 205, '2026-11-22 07:04:03.771+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflows/errand/run', 202, 31, '17180973-f769-4e71-82f9-44f948000bd4', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 206, '2026-11-22 07:04:03.891+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflows/errand/run', 202, 30, '33b802da-b2a2-489a-85e7-e3d0bfdacfe3', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 207, '2026-11-22 07:04:04.083+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflows/sale/run', 202, 18, 'bc7ba9bf-d7f8-4dfd-a751-93df05b07a70', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 211, '2026-11-22 07:04:04.718+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 19, 'ec5f84fe-724d-47c4-8c29-c1aa03c4dd5b', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 214, '2026-11-22 07:04:06.249+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments/ord_01m81136ceebmaprz21ab1202h/refund', 202, 76, '8be099f2-509c-4ebd-a158-4bc97693b61a', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 215, '2026-11-22 07:04:06.556+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 13, 'd6cc272c-4c13-417a-9fbc-8d6e578209a6', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 216, '2026-11-22 07:04:06.714+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments/ord_01m81135arfybaxn4htbv4dh6r/refund', 202, 56, '52b9adb0-03d8-4b2c-8ff9-926dec44162d', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 217, '2026-11-22 07:04:06.923+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 15, 'd0b5d10b-ee4f-4beb-b212-8ddf84e9fbe2', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 218, '2026-11-22 07:04:07.049+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments/ord_01m81134bpfbhs5x7be69vcrk9/refund', 202, 56, '7ce4e1b7-8af3-46db-97aa-ca61d7f581f9', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 136, '2026-11-22 07:03:58.734+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81137cwenjr0ryr1xzgyqve', 200, 20, 'c97ed40a-b32e-4443-a518-2c312f801e66', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 137, '2026-11-22 07:03:58.796+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81137cwenjr0ryr1xzgyqve', 200, 5, 'ac4882f6-96c6-49ec-853b-6099791f2ccb', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 138, '2026-11-22 07:03:58.829+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 68, '451c00c6-9e70-4695-bbbe-c46af22c2213', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 139, '2026-11-22 07:03:58.943+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 4, '91dfd618-1fd5-4ae1-befe-fc75662aab78', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 140, '2026-11-22 07:03:58.977+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 4, '4b80ad93-1310-4f29-b1fc-a556bda64cc9', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 141, '2026-11-22 07:03:59.014+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 10, '6cdd657b-5475-407c-8c47-50e47403389a', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 142, '2026-11-22 07:03:59.06+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 10, '649186f6-2798-465a-9cb6-8b070084511a', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 143, '2026-11-22 07:03:59.1+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 14, '13473b38-5c1c-4d2a-af1b-d3ac8328a808', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 144, '2026-11-22 07:03:59.163+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 7, '8f0e3e0c-1f14-482c-ad89-fcb10b42b59d', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 145, '2026-11-22 07:03:59.204+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 18, '1e7443a2-9210-4010-be61-36e61045b295', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 146, '2026-11-22 07:03:59.256+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 9, '45d2eb5d-bff1-4135-bb11-24704bee1d7b', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 147, '2026-11-22 07:03:59.305+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 4, '9966e775-1ee8-4add-bf95-ecd04771e498', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 148, '2026-11-22 07:03:59.336+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 2, 'bc242758-5a19-4f56-b210-aefec3c4fda0', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 149, '2026-11-22 07:03:59.382+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 5, '65440bfd-a251-431c-af26-cfa5d4e5d9b4', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 150, '2026-11-22 07:03:59.426+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 9, '0c694c65-8cc1-4630-a948-80ee56b7f748', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 151, '2026-11-22 07:03:59.467+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 10, '9a826adf-f244-411e-8876-dfd882c0c618', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 152, '2026-11-22 07:03:59.536+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments', 200, 10, '64ab02b8-9f4b-40af-b178-a6f7e1cfaf4a', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 153, '2026-11-22 07:03:59.602+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 35, 'ca8be886-acd2-4b7a-b462-03da4e717d84', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 154, '2026-11-22 07:03:59.637+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138bqfwdv0krn649zy09g', 200, 11, '7fa775ba-f322-47d1-9090-ad6084ea016e', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 155, '2026-11-22 07:03:59.675+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138bqfwdv0krn649zy09g', 200, 16, '5cca4bc5-f72e-423d-8a1f-910c17feec60', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 156, '2026-11-22 07:03:59.717+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138bqfwdv0krn649zy09g', 200, 14, '79525234-9204-46b9-8567-4f40e8743b21', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 157, '2026-11-22 07:03:59.767+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138bqfwdv0krn649zy09g', 200, 5, '6a197568-eb39-4f55-9141-ef1ad1dede96', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 158, '2026-11-22 07:03:59.799+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 5, '0e1f327f-de03-4ac3-9cec-dc5a8185e2fb', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 159, '2026-11-22 07:03:59.806+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138hsf07v68p8qq465s2d', 200, 6, '1ee57ff3-6c10-439f-9676-95bb6b97cca6', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 160, '2026-11-22 07:03:59.851+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138hsf07v68p8qq465s2d', 200, 14, '6dd1acde-7cef-4a66-a104-f36e2186f1b1', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 161, '2026-11-22 07:03:59.884+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138hsf07v68p8qq465s2d', 200, 18, '51e53503-925b-4749-8791-bd677649f319', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 162, '2026-11-22 07:03:59.964+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138hsf07v68p8qq465s2d', 200, 36, '5eeb6b18-92cb-494d-83b1-08d104171b5a', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 163, '2026-11-22 07:04:00.022+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138hsf07v68p8qq465s2d', 200, 11, '464d6116-5fb4-48b3-a3f8-87f11f0251c1', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 164, '2026-11-22 07:04:00.096+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138hsf07v68p8qq465s2d', 200, 2, '91d8608c-bf01-47b7-ba16-6763e1144d64', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 165, '2026-11-22 07:04:00.137+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 19, '6b84ed23-d18a-4f2c-8646-1aa0b098a629', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 166, '2026-11-22 07:04:00.161+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138wgfzrsft3pbmxrevzq', 200, 13, '91d05692-259c-451c-90af-bd0b02c4bc91', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 167, '2026-11-22 07:04:00.2+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138wgfzrsft3pbmxrevzq', 200, 5, '7a9e3408-5d19-4053-a443-6334ed7234d0', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 168, '2026-11-22 07:04:00.241+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138wgfzrsft3pbmxrevzq', 200, 13, '17f773c7-b44a-4c38-95dc-c4fd85582b34', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 169, '2026-11-22 07:04:00.279+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m81138wgfzrsft3pbmxrevzq', 200, 21, '6a391b1f-6f7e-4df9-b4bd-338483fad160', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 170, '2026-11-22 07:04:00.347+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 10, 'dd17eb52-dcb5-457c-aac8-761f0c36a568', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 171, '2026-11-22 07:04:00.357+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m811392xfcm9h0w32k7z5dfa', 200, 7, '224e8869-2dd5-4080-b9ba-0dc6dbe400e1', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 172, '2026-11-22 07:04:00.394+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m811392xfcm9h0w32k7z5dfa', 200, 8, '2d92fac5-b87c-4c12-a33e-49f8ea0f5523', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 173, '2026-11-22 07:04:00.431+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m811392xfcm9h0w32k7z5dfa', 200, 15, 'f3450f09-96ef-42e5-a0d6-d02c365678e6', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 174, '2026-11-22 07:04:00.475+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m811392xfcm9h0w32k7z5dfa', 200, 7, 'f7a290ff-430f-4219-bc58-6be71948b118', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 175, '2026-11-22 07:04:00.525+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 25, '5257091c-0475-4697-bb0e-6503f89e9888', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 176, '2026-11-22 07:04:00.551+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m811398xedqbm309jghjj8v5', 200, 6, '441b1efb-223a-4634-bf2c-aca6ce9127f3', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 177, '2026-11-22 07:04:00.586+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m811398xedqbm309jghjj8v5', 200, 6, '8e38c692-3c9d-4223-9872-b15bdc559919', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 178, '2026-11-22 07:04:00.626+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/jobs/job_01m811398xedqbm309jghjj8v5', 200, 11, 'e7892746-781d-4cb2-a8f8-a593f6f648c3', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 186, '2026-11-22 07:04:01.175+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/order/runs', 202, 15, '032317ef-802b-43f1-88b7-63c193c9f1e5', '127.0.0.1');
INSERT INTO dialog.request_log OVERRIDING SYSTEM VALUE VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 187, '2026-11-22 07:04:01.191+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/notify/runs', 202, 10, '827caf35-8ec9-406e-8b02-d63f66e69ca1', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 188, '2026-11-22 07:04:01.254+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 36, '251f33ca-7342-4ac1-9f66-289e2694ec5c', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 189, '2026-11-22 07:04:01.507+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 36, 'cd7b158c-9bbd-409d-ac6c-3398d4c74165', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 190, '2026-11-22 07:04:01.544+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/order/runs', 202, 38, '95c07b42-2d8e-4b7e-a094-60976e13707a', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 191, '2026-11-22 07:04:01.602+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/notify/runs', 202, 22, '95e49675-0f0f-46d7-81c0-d1c75d6d280d', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 192, '2026-11-22 07:04:01.739+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 18, 'b58b50e2-9ff7-4799-8d74-9568f46ce0ac', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 193, '2026-11-22 07:04:01.93+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 7, '89bebbba-eb97-489f-97dc-48f3be25fbd6', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 194, '2026-11-22 07:04:01.939+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/order/runs', 202, 18, 'a38d4e6f-f2e2-4f6a-acf1-681825a498ff', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 195, '2026-11-22 07:04:01.966+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/notify/runs', 202, 15, '1f0e4d0d-e105-4724-8649-f9390ce0ad03', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 196, '2026-11-22 07:04:02.062+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 32, 'e8cdd387-783d-4a39-afff-409d23c50399', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 202, '2026-11-22 07:04:03.183+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 10, 'fdc6f6cc-9b8a-416d-b879-3472b023df5c', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 203, '2026-11-22 07:04:03.308+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 11, '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 204, '2026-11-22 07:04:03.473+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 28, '6d8a36ae-6644-41f0-957a-6226e5586302', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 208, '2026-11-22 07:04:04.204+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflows/pause/run', 202, 73, 'a7cd8ba9-f047-4238-bcf2-7fec98b4f046', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 209, '2026-11-22 07:04:04.42+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 29, 'a8605956-aa4f-46d9-9efd-34ad17834158', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 210, '2026-11-22 07:04:04.571+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 10, '5d7b6cae-805f-44a8-9cd2-581ca0b57890', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 212, '2026-11-22 07:04:05.852+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments/ord_01m81137cwenjr0ryr1xzgyqve/refund', 202, 56, '0b11f444-bdff-49e7-826d-f13e9504f344', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 213, '2026-11-22 07:04:06.111+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 10, '043a66f2-2e77-4815-b4da-ffdd3d4d8f5a', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 219, '2026-11-22 07:04:07.253+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 19, '2716a045-45d1-4b6b-8651-f95ac8222ac7', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 220, '2026-11-22 07:04:07.597+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 12, '1ecec928-e0c0-4fff-99b3-a3c67d861f11', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 221, '2026-11-22 07:04:07.652+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 12, '0528eb7f-8270-40b3-85c8-b05e6b1c4e89', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 222, '2026-11-22 07:04:07.7+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 30, '6c72963e-1826-4cd1-a22d-2fc742880372', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 223, '2026-11-22 07:04:07.765+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 37, 'c4ce6680-5813-42df-8d5d-c983b4d8ad77', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 224, '2026-11-22 07:04:07.847+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 12, '52296c3e-c03c-4196-af9a-ef516054bf89', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 225, '2026-11-22 07:04:07.898+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 28, 'f33e01b1-e81f-48d2-841b-3318658ddbdc', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 226, '2026-11-22 07:04:13.404+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 145, 'ba9f550b-149f-4c2e-8b1c-8855618822c5', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 227, '2026-11-22 07:04:13.66+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 31, 'b7e7ae78-3ec3-47d2-8644-a031d0283608', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 228, '2026-11-22 07:04:13.699+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/order/runs', 202, 30, '5850220e-0fd4-420c-896a-862038ab56b8', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 229, '2026-11-22 07:04:13.739+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/notify/runs', 202, 52, 'ec49a991-eab6-4931-a615-fcd037f9f43d', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 230, '2026-11-22 07:04:13.885+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 36, '2b70bcd5-5cd8-4db5-9504-91129dafdf57', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 231, '2026-11-22 07:04:13.927+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments/ord_01m81133enfvc93jg4f4a25epv/refund', 202, 63, 'f5575434-b9e6-49d7-832e-b3ab8fa7fc11', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 232, '2026-11-22 07:04:14.061+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 17, '59998c5f-1d38-4d67-b8eb-f392a8d9ee66', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 233, '2026-11-22 07:04:14.181+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 12, '85d15d0b-6f50-4747-9612-99ce4a3f9bf4', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 234, '2026-11-22 07:04:14.399+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflows/record/run', 202, 52, '09a5b025-5e0e-4527-b91c-43d1b4983d53', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 235, '2026-11-22 07:04:14.461+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/automation-events', 202, 28, '32846e70-4894-454c-b29f-c5aff9c85a1d', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 236, '2026-11-22 07:04:14.724+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 22, 'c4d796fb-33af-4f6f-aff9-b8c19901b3cc', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 237, '2026-11-22 07:04:14.772+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 19, '52bebea5-a286-41df-8cbb-48e4342a7248', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 238, '2026-11-22 07:04:14.799+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/order/runs', 202, 19, '06994daf-28da-426e-b039-2dda9a8a27f0', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 239, '2026-11-22 07:04:14.824+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/notify/runs', 202, 4, 'e4fb0e6e-ba70-459d-a2b0-b871fbd0868b', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 240, '2026-11-22 07:04:14.873+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/operations/month/runs', 202, 25, 'eeafacba-9f5b-4354-a959-a3f6ed5970cb', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 241, '2026-11-22 07:04:14.921+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/payments/ord_01m81132h1efqa35dwfr7vffv9/refund', 202, 68, '2520646c-617c-40c8-ae5f-bd47bf1abae1', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 242, '2026-11-22 07:04:15.056+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 10, '1be1262b-1af1-479e-a82e-703964ec7912', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 243, '2026-11-22 07:04:15.134+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 15, '966e535a-db35-4d24-88f3-ccc2391604e2', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 244, '2026-11-22 07:04:15.297+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflows/record/run', 202, 16, '1f61c8d0-d7dd-4801-90cc-3660abf5afdb', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 245, '2026-11-22 07:04:15.322+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/automation-events', 202, 11, '87c5c736-ffe8-4d6b-a7a5-2adfc93ec596', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 246, '2026-11-22 07:04:15.628+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 22, '9da5a165-5300-456d-8fb2-48803c9e0e07', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 247, '2026-11-22 07:04:15.717+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 120, 'c453b9f3-c0d0-4ad8-b75f-d820b784812c', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 248, '2026-11-22 07:04:15.985+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflows/record/run', 202, 16, '259d275b-cbed-4eb9-9b6b-b6b91035ede5', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 249, '2026-11-22 07:04:16.001+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/automation-events', 202, 25, '9360dc7f-3dd5-46a4-a7be-042716d111a5', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 250, '2026-11-22 07:04:16.185+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/messages', 202, 28, '52ee410e-2807-4397-a3fc-5c89bc414667', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 251, '2026-11-22 07:04:16.262+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/events', 202, 9, 'a84e17f6-3120-4417-8ff1-8e86f7412896', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 252, '2026-11-22 07:04:16.364+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/workflows/record/run', 202, 33, 'a4d22294-6a26-4255-b5af-772f2b9a174d', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 253, '2026-11-22 07:04:16.399+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'POST', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/automation-events', 202, 10, 'a5445be2-89d4-4f16-b77c-528f6bd233d7', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 254, '2026-11-22 07:04:16.507+00', '01a20211-7ec1-76e4-9fa4-a33abebb5bb1', 'POST', '/api/published/prj_01m8112w7yebjagnfjfs92tqah/buy/v1', 202, 74, 'b0702748-de30-4e21-bee0-d6e856b36a9f', '127.0.0.1'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 255, '2026-11-22 07:04:16.763+00', '01a20211-716a-795f-82ba-b4c4db6002f4', 'GET', '/api/v1/projects/prj_01m8112w7yebjagnfjfs92tqah/profiles/prof_01m811321kf138vbqh6gvegy66', 200, 13, '2339cd5b-c377-4137-b349-c8e543a2b362', '127.0.0.1');
INSERT INTO dialog.scenario_drafts VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '{"triggers":[{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"ask"},"start":"ask"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"hurry"},"start":"hurry"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"pick"},"start":"pick"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"wait"},"start":"wait"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"order"},"start":"order"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"pay"},"start":"pay"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"human"},"start":"human"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"brief"},"start":"brief"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"spawn"},"start":"spawn"},{"type":"text","text":"hello","start":"hello"}],"steps":[{"id":"ask","type":"question","text":"v2 asks {{ event.ref }}","field":"name","timeout_seconds":3600},{"id":"named","type":"message","text":"v2 greets {{ state.name }}","next":"end"},{"id":"hurry","type":"question","text":"quick, {{ event.ref }}","field":"name","timeout_seconds":12,"on_timeout":"late"},{"id":"intime","type":"message","text":"in time","next":"end"},{"id":"late","type":"message","text":"too late","next":"end"},{"id":"pick","type":"choice","text":"which?","field":"size","options":[{"text":"Small"},{"text":"Large"}]},{"id":"picked","type":"message","text":"picked {{ state.size }}","next":"end"},{"id":"wait","type":"delay","seconds":12},{"id":"waited","type":"message","text":"waited","next":"end"},{"id":"order","type":"operation","operation":"order","input":{"ref":"{{ event.ref }}"},"on_unknown":"ordered","on_failed":"ordered"},{"id":"ordered","type":"message","text":"ordered: {{ steps.order.status }}","next":"end"},{"id":"pay","type":"payment","operation":"month","text":"pay at {{ steps.pay.payment_url }}","on_paid":"paid"},{"id":"paid","type":"message","text":"thanks for the money","next":"end"},{"id":"human","type":"handover","text":"a person comes"},{"id":"returned","type":"message","text":"the bot is back","next":"end"},{"id":"brief","type":"handover","text":"a person comes briefly","timeout_seconds":12},{"id":"alone","type":"message","text":"no person came","next":"end"},{"id":"spawn","type":"workflow","workflow":"pause","input":{"ref":"spawned"}},{"id":"spawned","type":"question","text":"started it","field":"name"},{"id":"over","type":"message","text":"over","next":"end"},{"id":"hello","type":"message","text":"hello back","next":"end"},{"id":"end","type":"end"}]}', '2026-11-22 07:03:51.514+00');
INSERT INTO dialog.scenario_versions VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 1, '{"triggers":[{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"ask"},"start":"ask"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"hurry"},"start":"hurry"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"pick"},"start":"pick"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"wait"},"start":"wait"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"order"},"start":"order"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"pay"},"start":"pay"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"human"},"start":"human"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"brief"},"start":"brief"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"spawn"},"start":"spawn"},{"type":"text","text":"hello","start":"hello"}],"steps":[{"id":"ask","type":"question","text":"v1 asks {{ event.ref }}","field":"name","timeout_seconds":3600},{"id":"named","type":"message","text":"v1 greets {{ state.name }}","next":"end"},{"id":"hurry","type":"question","text":"quick, {{ event.ref }}","field":"name","timeout_seconds":12,"on_timeout":"late"},{"id":"intime","type":"message","text":"in time","next":"end"},{"id":"late","type":"message","text":"too late","next":"end"},{"id":"pick","type":"choice","text":"which?","field":"size","options":[{"text":"Small"},{"text":"Large"}]},{"id":"picked","type":"message","text":"picked {{ state.size }}","next":"end"},{"id":"wait","type":"delay","seconds":12},{"id":"waited","type":"message","text":"waited","next":"end"},{"id":"order","type":"operation","operation":"order","input":{"ref":"{{ event.ref }}"},"on_unknown":"ordered","on_failed":"ordered"},{"id":"ordered","type":"message","text":"ordered: {{ steps.order.status }}","next":"end"},{"id":"pay","type":"payment","operation":"month","text":"pay at {{ steps.pay.payment_url }}","on_paid":"paid"},{"id":"paid","type":"message","text":"thanks for the money","next":"end"},{"id":"human","type":"handover","text":"a person comes"},{"id":"returned","type":"message","text":"the bot is back","next":"end"},{"id":"brief","type":"handover","text":"a person comes briefly","timeout_seconds":12},{"id":"alone","type":"message","text":"no person came","next":"end"},{"id":"spawn","type":"workflow","workflow":"pause","input":{"ref":"spawned"}},{"id":"spawned","type":"question","text":"started it","field":"name"},{"id":"over","type":"message","text":"over","next":"end"},{"id":"hello","type":"message","text":"hello back","next":"end"},{"id":"end","type":"end"}]}', '2026-11-22 07:03:50.995+00', 'owner@example.com', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 2, '{"triggers":[{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"ask"},"start":"ask"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"hurry"},"start":"hurry"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"pick"},"start":"pick"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"wait"},"start":"wait"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"order"},"start":"order"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"pay"},"start":"pay"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"human"},"start":"human"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"brief"},"start":"brief"},{"type":"event","where":{"left":"{{ event.text }}","op":"eq","right":"spawn"},"start":"spawn"},{"type":"text","text":"hello","start":"hello"}],"steps":[{"id":"ask","type":"question","text":"v2 asks {{ event.ref }}","field":"name","timeout_seconds":3600},{"id":"named","type":"message","text":"v2 greets {{ state.name }}","next":"end"},{"id":"hurry","type":"question","text":"quick, {{ event.ref }}","field":"name","timeout_seconds":12,"on_timeout":"late"},{"id":"intime","type":"message","text":"in time","next":"end"},{"id":"late","type":"message","text":"too late","next":"end"},{"id":"pick","type":"choice","text":"which?","field":"size","options":[{"text":"Small"},{"text":"Large"}]},{"id":"picked","type":"message","text":"picked {{ state.size }}","next":"end"},{"id":"wait","type":"delay","seconds":12},{"id":"waited","type":"message","text":"waited","next":"end"},{"id":"order","type":"operation","operation":"order","input":{"ref":"{{ event.ref }}"},"on_unknown":"ordered","on_failed":"ordered"},{"id":"ordered","type":"message","text":"ordered: {{ steps.order.status }}","next":"end"},{"id":"pay","type":"payment","operation":"month","text":"pay at {{ steps.pay.payment_url }}","on_paid":"paid"},{"id":"paid","type":"message","text":"thanks for the money","next":"end"},{"id":"human","type":"handover","text":"a person comes"},{"id":"returned","type":"message","text":"the bot is back","next":"end"},{"id":"brief","type":"handover","text":"a person comes briefly","timeout_seconds":12},{"id":"alone","type":"message","text":"no person came","next":"end"},{"id":"spawn","type":"workflow","workflow":"pause","input":{"ref":"spawned"}},{"id":"spawned","type":"question","text":"started it","field":"name"},{"id":"over","type":"message","text":"over","next":"end"},{"id":"hello","type":"message","text":"hello back","next":"end"},{"id":"end","type":"end"}]}', '2026-11-22 07:03:51.699+00', 'owner@example.com', NULL);
INSERT INTO dialog.sessions VALUES
	('\xb60602b174d61f24bbf26ecb9f57ba40a46214ac68af8a2e0a2333e20e41f738', '01a20211-6a7d-7c02-95e0-31a10f83cf63', 'UQkL4Wfm1YCzICOr2q6kKEkydrtb-4i6w9mqkCJCJq0', '2026-11-22 07:03:47.102+00', '2026-11-22 19:03:47.1+00'),
	('\x185b9ac4afaa97297118ebe93ad570d5ae154eee444878181f9547233484fb75', '01a20211-6a7d-7c02-95e0-31a10f83cf63', 'AFyeFSKOFI3JbqSxON10slh_bIp1A9YO8uvnV2MWhps', '2026-11-22 07:04:13.298+00', '2026-11-22 19:04:13.294+00');
INSERT INTO dialog.subscriptions VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-7957-781f-a46e-34bfecd742e5', 'told', '', '{message.*}', '{live}', 'http://told.outside.invalid/hook', 'v1.e5HvGi61EX--yFmsE39Ei-c8uizUdyPquPp_T26U1Urqm32LmeZaWCGjgBVsMXTvxs4QRRPeK4YYNMSndAYjg_FzIWU0zcC5ocOsR0OJ', NULL, NULL, 'enabled', NULL, NULL, 285, '2026-11-22 07:03:49.334+00', '2026-11-22 07:03:49.334+00');
INSERT INTO dialog.table_rows VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-76a2-7984-adf8-180f5005e1fd', 'live', 1, '{"ref":"row-0"}'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-76a2-7984-adf8-180f5005e1fd', 'live', 2, '{"ref":"row-1"}'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-76a2-7984-adf8-180f5005e1fd', 'live', 3, '{"ref":"row-2"}');
INSERT INTO dialog.table_sheets VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-76a2-7984-adf8-180f5005e1fd', 'sandbox', 0, 0, 0, 0, 0),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-76a2-7984-adf8-180f5005e1fd', 'live', 3, 3, 0, 3, 0);
INSERT INTO dialog.tables VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-76a2-7984-adf8-180f5005e1fd', 'kept', 'Kept', '[]', false, '2026-11-22 07:03:48.642+00', '2026-11-22 07:03:48.642+00', NULL);
INSERT INTO dialog.tasks VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8094-7392-acba-94c6bfbaf61b', 1, 'event', 'succeeded', 'live', 'dialog:01a20211-802d-772e-8ebb-160d4ac4d3a5', NULL, '01a20211-802d-772e-8ebb-160d4ac4d3a5', '6a3ce125-9c32-4996-900f-e47d34dde240', '{"event_id":"e-f88b231b-33ce-41db-babd-190d32f25c06","text":"ask","data":{"ref":"pinned"}}', NULL, NULL, 1, '2026-11-22 07:03:51.189+00', '2026-11-22 08:03:51.189+00', NULL, NULL, NULL, '{"did":"started","steps":[{"id":"ask","type":"question","execution":"ask:1","status":"waiting","output":null,"error":null,"at":"2026-11-22T07:03:51.396Z"}]}', NULL, '2026-11-22 07:03:51.189+00', '2026-11-22 07:03:51.355+00', '2026-11-22 07:03:51.469+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8178-79b3-8965-fce111f44bb6', 2, 'message', 'succeeded', 'live', 'message:01a20211-802d-772e-8ebb-160d4ac4d3a5', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-802d-772e-8ebb-160d4ac4d3a5', '6a3ce125-9c32-4996-900f-e47d34dde240', '{"text":"v1 asks pinned","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{},"author":"scenario"}', NULL, NULL, 1, '2026-11-22 07:03:51.364+00', '2026-11-22 08:03:51.364+00', NULL, NULL, '2026-11-22 07:03:51.537+00', '{"status":204}', NULL, '2026-11-22 07:03:51.364+00', '2026-11-22 07:03:51.513+00', '2026-11-22 07:03:51.609+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8293-78b9-b2a4-3f8c0bd4bf0d', 3, 'delivery', 'succeeded', 'live', 'delivery:01a20211-8293-78b9-b2a4-3f8c0bd4bf0d', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, '6a3ce125-9c32-4996-900f-e47d34dde240', '{"type":"message.sent","entry":49,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:03:51.608Z\",\"data\":{\"id\":49,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m81130brf6srjsfww48z8jxp\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"6a3ce125-9c32-4996-900f-e47d34dde240\",\"identity_id\":\"idn_01m811301dewq8xerp1n5c9mx5\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:03:51.664+00', '2026-11-23 07:03:51.664+00', NULL, NULL, NULL, '{"status":204}', NULL, '2026-11-22 07:03:51.664+00', '2026-11-22 07:03:51.801+00', '2026-11-22 07:03:51.922+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-82cc-7736-bee2-f306fadf45a1', 4, 'message', 'succeeded', 'live', 'message:01a20211-82b4-7938-a0e2-8b82bfcc5f3b', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-82b4-7938-a0e2-8b82bfcc5f3b', 'b5bd7ea3-2a14-4605-9e2b-70a0c8a84775', '{"text":"an old message","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:03:51.757+00', '2026-11-22 08:03:51.757+00', NULL, NULL, '2026-11-22 07:03:51.911+00', '{"status":204}', NULL, '2026-11-22 07:03:51.757+00', '2026-11-22 07:03:51.906+00', '2026-11-22 07:03:51.954+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-83ef-70fd-ba72-698cc290e5e4', 5, 'job', 'succeeded', 'live', 'job:01a20211-83ef-70fd-ba72-698cc290e5e4', '01a20211-71e3-780f-9d93-eec7efb4426a', NULL, '7598bad7-9231-4fed-a0ea-4f335249f5e5', '{"revision":"01a20211-746b-767c-ab23-744a5f34fac7","input":{"ref":"an old order"}}', NULL, NULL, 1, '2026-11-22 07:03:52.048+00', '2026-11-22 08:03:52.048+00', NULL, NULL, '2026-11-22 07:03:52.167+00', '{"ok":true}', NULL, '2026-11-22 07:03:52.048+00', '2026-11-22 07:03:52.144+00', '2026-11-22 07:03:52.195+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-84c5-7715-b283-4585e3cda382', 6, 'delivery', 'succeeded', 'live', 'delivery:01a20211-84c5-7715-b283-4585e3cda382', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, 'b5bd7ea3-2a14-4605-9e2b-70a0c8a84775', '{"type":"message.sent","entry":53,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:03:51.954Z\",\"data\":{\"id\":53,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m81130pcewvbxrqk0vxdyhd1\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"b5bd7ea3-2a14-4605-9e2b-70a0c8a84775\",\"identity_id\":\"idn_01m81130nmf4wa1rmbgazwrqsv\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:03:52.255+00', '2026-11-23 07:03:52.255+00', NULL, NULL, NULL, '{"status":204}', NULL, '2026-11-22 07:03:52.255+00', '2026-11-22 07:03:52.339+00', '2026-11-22 07:03:52.41+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-86dd-74aa-9a42-784f228930b5', 7, 'received', 'succeeded', 'live', 'dialog:01a20211-86d0-7de0-bb12-602f80c58d8e', NULL, '01a20211-86d0-7de0-bb12-602f80c58d8e', '4f5a8559-b2a8-46b3-ae12-dfb3b4807c65', '{"text":"hello","data":{}}', NULL, NULL, 1, '2026-11-22 07:03:52.801+00', '2026-11-22 08:03:52.801+00', NULL, NULL, NULL, '{"did":"started","steps":[{"id":"hello","type":"message","execution":"hello:1","status":"succeeded","output":null,"error":null,"at":"2026-11-22T07:03:52.922Z"},{"id":"end","type":"end","execution":"end:2","status":"succeeded","output":null,"error":null,"at":"2026-11-22T07:03:52.922Z"}]}', NULL, '2026-11-22 07:03:52.801+00', '2026-11-22 07:03:52.873+00', '2026-11-22 07:03:52.966+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-875b-73c3-8ade-b295b0ff13f4', 8, 'message', 'succeeded', 'live', 'message:01a20211-86d0-7de0-bb12-602f80c58d8e', '01a20211-7d94-7f95-8945-134e6c3cb2d3', '01a20211-86d0-7de0-bb12-602f80c58d8e', '4f5a8559-b2a8-46b3-ae12-dfb3b4807c65', '{"text":"hello back","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{},"author":"scenario"}', NULL, NULL, 1, '2026-11-22 07:03:52.875+00', '2026-11-22 08:03:52.875+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:52.875+00', '2026-11-22 07:03:52.995+00', '2026-11-22 07:03:53.067+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-893a-7a2b-8412-b08619afaf8d', 9, 'delivery', 'succeeded', 'live', 'delivery:01a20211-893a-7a2b-8412-b08619afaf8d', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, '4f5a8559-b2a8-46b3-ae12-dfb3b4807c65', '{"type":"message.received","entry":60,"body":"{\"type\":\"message.received\",\"timestamp\":\"2026-11-22T07:03:52.801Z\",\"data\":{\"id\":60,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m81131pxejn9mgkr9wh8jc5n\"},\"environment\":\"live\",\"actor\":{\"type\":\"channel\",\"id\":\"ch_01m8112zcmfyarjh8k9sp3scpk\",\"name\":\"Website\"},\"request_id\":\"4f5a8559-b2a8-46b3-ae12-dfb3b4807c65\",\"identity_id\":\"idn_01m81131pgfqgbp4k05y0cb3ce\"}}"}', NULL, NULL, 1, '2026-11-22 07:03:53.382+00', '2026-11-23 07:03:53.382+00', NULL, NULL, NULL, '{"status":204}', NULL, '2026-11-22 07:03:53.382+00', '2026-11-22 07:03:53.472+00', '2026-11-22 07:03:53.57+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-893a-7a2b-8412-b087eb4900cf', 10, 'delivery', 'succeeded', 'live', 'delivery:01a20211-893a-7a2b-8412-b087eb4900cf', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, '4f5a8559-b2a8-46b3-ae12-dfb3b4807c65', '{"type":"message.sent","entry":63,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:03:53.066Z\",\"data\":{\"id\":63,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m81131tvef1rnqnjjprfy4zm\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"4f5a8559-b2a8-46b3-ae12-dfb3b4807c65\",\"identity_id\":\"idn_01m81131pgfqgbp4k05y0cb3ce\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:03:53.382+00', '2026-11-23 07:03:53.382+00', NULL, NULL, NULL, '{"status":204}', NULL, '2026-11-22 07:03:53.382+00', '2026-11-22 07:03:53.472+00', '2026-11-22 07:03:53.57+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8a21-73ee-a195-bc7e0fb7bf69', 11, 'job', 'succeeded', 'live', 'job:01a20211-8a21-73ee-a195-bc7e0fb7bf69', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-8a08-7e11-a656-58c874df6407', 'd5c24e3a-3e2e-4c2a-9c6d-ed66fc26f8c5', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"sale"}}', NULL, NULL, 1, '2026-11-22 07:03:53.634+00', '2026-11-22 08:03:53.634+00', NULL, NULL, '2026-11-22 07:03:53.845+00', '{"order_id":"ord_01m81132h1efqa35dwfr7vffv9","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=e241671c-2c0d-4025-90f8-0fa6bcd8a567"}', NULL, '2026-11-22 07:03:53.634+00', '2026-11-22 07:03:53.732+00', '2026-11-22 07:03:53.894+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8cab-7cc1-abae-d8626a336d0d', 12, 'reconcile', 'succeeded', 'live', 'order:01a20211-8a21-73ee-a195-bc7e0fb7bf69', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-8a08-7e11-a656-58c874df6407', 'd5c24e3a-3e2e-4c2a-9c6d-ed66fc26f8c5', '{"order":"01a20211-8a21-73ee-a195-bc7e0fb7bf69"}', NULL, NULL, 1, '2026-11-22 07:03:54.282+00', '2026-11-22 07:05:54.282+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:54.282+00', '2026-11-22 07:03:54.31+00', '2026-11-22 07:03:54.461+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8dd5-7ed8-91ca-04791422badb', 13, 'job', 'succeeded', 'live', 'job:01a20211-8dd5-7ed8-91ca-04791422badb', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-8dac-74d9-89ba-1c89f3de1317', '7db799ca-ab1c-4e4b-aa68-dede42fde3cd', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"sale"}}', NULL, NULL, 1, '2026-11-22 07:03:54.582+00', '2026-11-22 08:03:54.582+00', NULL, NULL, '2026-11-22 07:03:54.696+00', '{"order_id":"ord_01m81133enfvc93jg4f4a25epv","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=1398b0f1-07b0-4259-bf07-7b3526e7d2e3"}', NULL, '2026-11-22 07:03:54.582+00', '2026-11-22 07:03:54.615+00', '2026-11-22 07:03:54.75+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-9176-7ae3-92f4-eb7193b66269', 15, 'job', 'succeeded', 'live', 'job:01a20211-9176-7ae3-92f4-eb7193b66269', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-9159-781b-9124-410e2032e0e8', '7b2d41d6-888a-44d7-a0a0-e98f3931a5e4', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"sale"}}', NULL, NULL, 1, '2026-11-22 07:03:55.511+00', '2026-11-22 08:03:55.511+00', NULL, NULL, '2026-11-22 07:03:55.627+00', '{"order_id":"ord_01m81134bpfbhs5x7be69vcrk9","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=7902c8ce-90a0-48fd-a843-530252a0b073"}', NULL, '2026-11-22 07:03:55.511+00', '2026-11-22 07:03:55.554+00', '2026-11-22 07:03:55.706+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-9558-7f96-aed4-91d2f646c4d8', 17, 'job', 'succeeded', 'live', 'job:01a20211-9558-7f96-aed4-91d2f646c4d8', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-9541-7cda-a4b0-63c99d2fd283', 'c4f5ac00-6c93-4db2-b368-987d4d771d1e', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"sale"}}', NULL, NULL, 1, '2026-11-22 07:03:56.51+00', '2026-11-22 08:03:56.51+00', NULL, NULL, '2026-11-22 07:03:56.592+00', '{"order_id":"ord_01m81135arfybaxn4htbv4dh6r","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=85a1b10f-d84a-4815-bb87-1412af9d56af"}', NULL, '2026-11-22 07:03:56.51+00', '2026-11-22 07:03:56.554+00', '2026-11-22 07:03:56.633+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-90b9-769a-8d10-41d1d32597fd', 14, 'reconcile', 'succeeded', 'live', 'order:01a20211-8dd5-7ed8-91ca-04791422badb', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-8dac-74d9-89ba-1c89f3de1317', '7db799ca-ab1c-4e4b-aa68-dede42fde3cd', '{"order":"01a20211-8dd5-7ed8-91ca-04791422badb"}', NULL, NULL, 1, '2026-11-22 07:03:55.313+00', '2026-11-22 07:05:55.313+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:55.313+00', '2026-11-22 07:03:55.34+00', '2026-11-22 07:03:55.443+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-94b5-7c61-b937-a2c35d722752', 16, 'reconcile', 'succeeded', 'live', 'order:01a20211-9176-7ae3-92f4-eb7193b66269', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-9159-781b-9124-410e2032e0e8', '7b2d41d6-888a-44d7-a0a0-e98f3931a5e4', '{"order":"01a20211-9176-7ae3-92f4-eb7193b66269"}', NULL, NULL, 1, '2026-11-22 07:03:56.34+00', '2026-11-22 07:05:56.34+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:56.34+00', '2026-11-22 07:03:56.358+00', '2026-11-22 07:03:56.462+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-98ab-7bd0-917d-1728783542e8', 18, 'reconcile', 'succeeded', 'live', 'order:01a20211-9558-7f96-aed4-91d2f646c4d8', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-9541-7cda-a4b0-63c99d2fd283', 'c4f5ac00-6c93-4db2-b368-987d4d771d1e', '{"order":"01a20211-9558-7f96-aed4-91d2f646c4d8"}', NULL, NULL, 1, '2026-11-22 07:03:57.354+00', '2026-11-22 07:05:57.354+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:57.354+00', '2026-11-22 07:03:57.37+00', '2026-11-22 07:03:57.486+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-998e-72e8-ab63-e20a96110051', 19, 'job', 'succeeded', 'live', 'job:01a20211-998e-72e8-ab63-e20a96110051', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-994f-7af7-a6de-a1634cbed4d5', 'c8d3c6fd-36ac-4826-b766-a9b9a2cc6218', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"sale"}}', NULL, NULL, 1, '2026-11-22 07:03:57.583+00', '2026-11-22 08:03:57.583+00', NULL, NULL, '2026-11-22 07:03:57.663+00', '{"order_id":"ord_01m81136ceebmaprz21ab1202h","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=e4f38ed0-a4d7-4513-a946-fdcd80e5027f"}', NULL, '2026-11-22 07:03:57.583+00', '2026-11-22 07:03:57.642+00', '2026-11-22 07:03:57.711+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-9ca1-7045-bca2-af360cad24aa', 20, 'reconcile', 'succeeded', 'live', 'order:01a20211-998e-72e8-ab63-e20a96110051', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-994f-7af7-a6de-a1634cbed4d5', 'c8d3c6fd-36ac-4826-b766-a9b9a2cc6218', '{"order":"01a20211-998e-72e8-ab63-e20a96110051"}', NULL, NULL, 1, '2026-11-22 07:03:58.368+00', '2026-11-22 07:05:58.368+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:58.368+00', '2026-11-22 07:03:58.387+00', '2026-11-22 07:03:58.498+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-9d9c-7565-8063-d80f7f0f5f6e', 21, 'job', 'succeeded', 'live', 'job:01a20211-9d9c-7565-8063-d80f7f0f5f6e', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-9d78-73a6-ae23-438dce701269', '5948327e-e88a-467d-8ea5-df9ffaeb3b01', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"sale"}}', NULL, NULL, 1, '2026-11-22 07:03:58.623+00', '2026-11-22 08:03:58.623+00', NULL, NULL, '2026-11-22 07:03:58.758+00', '{"order_id":"ord_01m81137cwenjr0ryr1xzgyqve","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=f1e497c6-84d0-4bee-8d43-ab00dd6aa97c"}', NULL, '2026-11-22 07:03:58.623+00', '2026-11-22 07:03:58.706+00', '2026-11-22 07:03:58.788+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a0a3-75db-962a-98ab072bc9f5', 22, 'reconcile', 'succeeded', 'live', 'order:01a20211-9d9c-7565-8063-d80f7f0f5f6e', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-9d78-73a6-ae23-438dce701269', '5948327e-e88a-467d-8ea5-df9ffaeb3b01', '{"order":"01a20211-9d9c-7565-8063-d80f7f0f5f6e"}', NULL, NULL, 1, '2026-11-22 07:03:59.386+00', '2026-11-22 07:05:59.386+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:03:59.386+00', '2026-11-22 07:03:59.427+00', '2026-11-22 07:03:59.529+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-abc6-72cb-b348-47b831d7c519', 45, 'delivery', 'succeeded', 'live', 'delivery:01a20211-abc6-72cb-b348-47b831d7c519', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, 'cd7b158c-9bbd-409d-ac6c-3398d4c74165', '{"type":"message.unknown","entry":148,"body":"{\"type\":\"message.unknown\",\"timestamp\":\"2026-11-22T07:04:01.686Z\",\"data\":{\"id\":148,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113a7weqta9ghxmw2favce\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"cd7b158c-9bbd-409d-ac6c-3398d4c74165\",\"identity_id\":\"idn_01m8113a6efbjaje31055rkmzk\",\"attempts\":1,\"error\":{\"code\":\"no_answer\",\"message\":\"customers.outside.invalid closed the connection before it answered (UND_ERR_SOCKET)\"}}}"}', NULL, NULL, 1, '2026-11-22 07:04:02.234+00', '2026-11-23 07:04:02.234+00', NULL, NULL, NULL, '{"status":204}', NULL, '2026-11-22 07:04:02.234+00', '2026-11-22 07:04:02.331+00', '2026-11-22 07:04:02.35+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b094-7dd0-9c08-cefad7b2031c', 65, 'event', 'succeeded', 'live', 'dialog:01a20211-b080-782a-a1eb-e3ad399d43cb', NULL, '01a20211-b080-782a-a1eb-e3ad399d43cb', '6d8a36ae-6644-41f0-957a-6226e5586302', '{"event_id":"e-0da17482-fe96-42a0-92e1-6504453e6af8","text":"ask","data":{"ref":"hold"}}', NULL, NULL, 1, '2026-11-22 07:04:03.477+00', '2026-11-22 08:04:03.477+00', NULL, NULL, NULL, '{"did":"started","steps":[{"id":"ask","type":"question","execution":"ask:1","status":"waiting","output":null,"error":null,"at":"2026-11-22T07:04:03.592Z"}]}', NULL, '2026-11-22 07:04:03.477+00', '2026-11-22 07:04:03.564+00', '2026-11-22 07:04:03.644+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-db10-7349-9524-8130869d5653', 127, 'dialog', 'queued', 'live', 'dialog:01a20211-b5d2-7dbd-890e-decf13a56bed', NULL, '01a20211-b5d2-7dbd-890e-decf13a56bed', 'e25a6ee0-50a7-43ef-b475-70c73b89dcac', '{"type":"released","by":"owner@example.com","held_at":"2026-11-22T07:04:04.865Z"}', NULL, NULL, 0, '2026-11-22 07:04:14.345+00', '2026-11-23 07:04:14.345+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:14.345+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-db49-7119-b7e3-e3a0179a92df', 128, 'run', 'queued', 'live', 'run:01a20211-db49-7119-b7e3-e3a0179a92df', NULL, NULL, '09a5b025-5e0e-4527-b91c-43d1b4983d53', '{"type":"start","workflow":"record","version":1,"input":{"ref":"run queued"},"event":null}', NULL, NULL, 0, '2026-11-22 07:04:14.414+00', '2026-11-22 08:04:14.414+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:14.414+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-db86-7259-85cd-11b645125e76', 129, 'automation_event', 'queued', 'live', 'automation:01a20211-db86-7259-85cd-11b645125e76', NULL, NULL, '32846e70-4894-454c-b29f-c5aff9c85a1d', '{"event_id":"automation-queued","source":"custom.order.paid","data":{"ref":"heard queued"}}', NULL, NULL, 0, '2026-11-22 07:04:14.478+00', '2026-11-22 08:04:14.478+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:14.478+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a626-7a81-b41a-7b9865bfeaeb', 30, 'job', 'queued', 'live', 'job:01a20211-a626-7a81-b41a-7b9865bfeaeb', '01a20211-7237-78b4-9f85-bfed13203992', NULL, 'beed29a5-3d88-421c-b9c7-a5bdaa315264', '{"revision":"01a20211-754e-75d6-89a5-d5d5d2d4efcd","input":{"ref":"call later"}}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 08:04:00.813+00', NULL, NULL, NULL, NULL, '{"code":"http_503","message":"The other side answered with status 503."}', '2026-11-22 07:04:00.813+00', '2026-11-22 07:04:00.961+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a671-79a7-beff-f414bc0e92ce', 31, 'message', 'queued', 'live', 'message:01a20211-a658-71ce-9861-5059986713a7', '01a20211-7a57-733a-ab2b-b3fecf855cb0', '01a20211-a658-71ce-9861-5059986713a7', 'ce084dc0-6bb3-4777-a659-27bc4699a68d', '{"text":"telegram later","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 08:04:00.904+00', NULL, NULL, NULL, NULL, '{"code":"http_429","message":"Telegram answered: Too Many Requests: retry after 600"}', '2026-11-22 07:04:00.904+00', '2026-11-22 07:04:01.033+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a177-7f1b-b04f-153113ff0130', 23, 'job', 'succeeded', 'live', 'job:01a20211-a177-7f1b-b04f-153113ff0130', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a15e-7782-b27a-576afcea2ab0', 'ca8be886-acd2-4b7a-b462-03da4e717d84', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"sale"}}', NULL, NULL, 1, '2026-11-22 07:03:59.608+00', '2026-11-22 08:03:59.608+00', NULL, NULL, '2026-11-22 07:03:59.717+00', '{"order_id":"ord_01m81138bqfwdv0krn649zy09g","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=36b5ae56-3b0a-406d-9d8d-8c103f6782ad"}', NULL, '2026-11-22 07:03:59.608+00', '2026-11-22 07:03:59.692+00', '2026-11-22 07:03:59.76+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a51d-736e-ba0c-099423292365', 27, 'job', 'succeeded', 'live', 'job:01a20211-a51d-736e-ba0c-099423292365', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a4fe-70ce-983a-40e1d8af2a85', '5257091c-0475-4697-bb0e-6503f89e9888', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"sale"}}', NULL, NULL, 1, '2026-11-22 07:04:00.546+00', '2026-11-22 08:04:00.546+00', NULL, NULL, '2026-11-22 07:04:00.652+00', '{"order_id":"ord_01m811398xedqbm309jghjj8v5","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=ee6821e7-38f8-4fa5-aea9-24d6484d7c83"}', NULL, '2026-11-22 07:04:00.546+00', '2026-11-22 07:04:00.607+00', '2026-11-22 07:04:00.694+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a239-780f-b322-c8bdc862e44d', 24, 'job', 'succeeded', 'live', 'job:01a20211-a239-780f-b322-c8bdc862e44d', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a232-746d-a2f7-a78acf842f0c', '0e1f327f-de03-4ac3-9cec-dc5a8185e2fb', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"sale"}}', NULL, NULL, 1, '2026-11-22 07:03:59.802+00', '2026-11-22 08:03:59.802+00', NULL, NULL, '2026-11-22 07:04:00.026+00', '{"order_id":"ord_01m81138hsf07v68p8qq465s2d","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=71af125a-671a-4796-8ba1-8acc6032607e"}', NULL, '2026-11-22 07:03:59.802+00', '2026-11-22 07:03:59.916+00', '2026-11-22 07:04:00.074+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a390-7ff1-97e8-765d3b876ff7', 25, 'job', 'succeeded', 'live', 'job:01a20211-a390-7ff1-97e8-765d3b876ff7', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a376-74a4-a74b-d0c998f36036', '6b84ed23-d18a-4f2c-8646-1aa0b098a629', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"sale"}}', NULL, NULL, 1, '2026-11-22 07:04:00.145+00', '2026-11-22 08:04:00.145+00', NULL, NULL, '2026-11-22 07:04:00.233+00', '{"order_id":"ord_01m81138wgfzrsft3pbmxrevzq","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=40469ff3-1c79-4a6c-9d17-bd9907dc3660"}', NULL, '2026-11-22 07:04:00.145+00', '2026-11-22 07:04:00.212+00', '2026-11-22 07:04:00.262+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a45d-7b28-9883-8314cff2b5ea', 26, 'job', 'succeeded', 'live', 'job:01a20211-a45d-7b28-9883-8314cff2b5ea', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a449-7e2f-8afc-25abbd835542', 'dd17eb52-dcb5-457c-aac8-761f0c36a568', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"sale"}}', NULL, NULL, 1, '2026-11-22 07:04:00.351+00', '2026-11-22 08:04:00.351+00', NULL, NULL, '2026-11-22 07:04:00.428+00', '{"order_id":"ord_01m811392xfcm9h0w32k7z5dfa","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=36a7fc58-ec8e-4578-ba8e-49f565fe2c76"}', NULL, '2026-11-22 07:04:00.351+00', '2026-11-22 07:04:00.411+00', '2026-11-22 07:04:00.476+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a5ee-7e56-b1cc-d8a9008135ae', 28, 'message', 'queued', 'live', 'message:01a20211-a5d9-7327-a749-870d15bdfe7a', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-a5d9-7327-a749-870d15bdfe7a', 'b812ea7d-53d6-4495-aebf-8cca52c99458', '{"text":"message later","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 08:04:00.751+00', NULL, NULL, NULL, NULL, '{"code":"http_503","message":"The other side answered with status 503."}', '2026-11-22 07:04:00.751+00', '2026-11-22 07:04:00.777+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a609-7381-a0a3-75158995c9d5', 29, 'job', 'queued', 'live', 'job:01a20211-a609-7381-a0a3-75158995c9d5', '01a20211-71e3-780f-9d93-eec7efb4426a', NULL, '2dbd087f-d7f0-4a09-aa14-e0ab19a4142b', '{"revision":"01a20211-746b-767c-ab23-744a5f34fac7","input":{"ref":"job later"}}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 08:04:00.781+00', NULL, NULL, NULL, NULL, '{"code":"http_503","message":"The other side answered with status 503."}', '2026-11-22 07:04:00.781+00', '2026-11-22 07:04:00.857+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a79b-7620-8377-4a1460602759', 33, 'job', 'queued', 'live', 'job:01a20211-a79b-7620-8377-4a1460602759', '01a20211-71e3-780f-9d93-eec7efb4426a', NULL, '032317ef-802b-43f1-88b7-63c193c9f1e5', '{"revision":"01a20211-746b-767c-ab23-744a5f34fac7","input":{"ref":"job overdue"}}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-22 08:04:01.182+00', NULL, NULL, NULL, NULL, '{"code":"http_503","message":"The other side answered with status 503."}', '2026-11-22 07:04:01.182+00', '2026-11-22 07:04:01.257+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a784-7bdd-ad4a-f63d37d10a4a', 32, 'message', 'queued', 'live', 'message:01a20211-a767-7969-9127-aeb0415fa8d6', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-a767-7969-9127-aeb0415fa8d6', '48a8d145-e22f-402c-99ee-116484601063', '{"text":"message overdue","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-22 08:04:01.16+00', NULL, NULL, NULL, NULL, '{"code":"http_503","message":"The other side answered with status 503."}', '2026-11-22 07:04:01.16+00', '2026-11-22 07:04:01.214+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a7ae-7542-85df-bb2cb0babf9e', 34, 'job', 'queued', 'live', 'job:01a20211-a7ae-7542-85df-bb2cb0babf9e', '01a20211-7237-78b4-9f85-bfed13203992', NULL, '827caf35-8ec9-406e-8b02-d63f66e69ca1', '{"revision":"01a20211-754e-75d6-89a5-d5d5d2d4efcd","input":{"ref":"call overdue"}}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-22 08:04:01.199+00', NULL, NULL, NULL, NULL, '{"code":"http_503","message":"The other side answered with status 503."}', '2026-11-22 07:04:01.199+00', '2026-11-22 07:04:01.318+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a9d2-7697-a71e-9fc8dfa8e96f', 39, 'message', 'unknown', 'live', 'message:01a20211-a9a6-7e69-8676-1682e6c474d6', '01a20211-7a57-733a-ab2b-b3fecf855cb0', '01a20211-a9a6-7e69-8676-1682e6c474d6', 'b58b50e2-9ff7-4799-8d74-9568f46ce0ac', '{"text":"telegram unknown","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:01.749+00', '2026-11-22 08:04:01.749+00', NULL, NULL, '2026-11-22 07:04:01.831+00', NULL, '{"code":"no_answer","message":"bot.outside.invalid closed the connection before it answered (UND_ERR_SOCKET)"}', '2026-11-22 07:04:01.749+00', '2026-11-22 07:04:01.821+00', '2026-11-22 07:04:01.836+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a8fc-75f4-a4c2-3da704f56d8e', 36, 'message', 'unknown', 'live', 'message:01a20211-a8ce-7ae4-a938-61014b89d3f3', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-a8ce-7ae4-a938-61014b89d3f3', 'cd7b158c-9bbd-409d-ac6c-3398d4c74165', '{"text":"message unknown","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:01.533+00', '2026-11-22 08:04:01.533+00', NULL, NULL, '2026-11-22 07:04:01.631+00', NULL, '{"code":"no_answer","message":"customers.outside.invalid closed the connection before it answered (UND_ERR_SOCKET)"}', '2026-11-22 07:04:01.533+00', '2026-11-22 07:04:01.614+00', '2026-11-22 07:04:01.686+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a91f-7f5d-b452-d1a292631e03', 37, 'job', 'unknown', 'live', 'job:01a20211-a91f-7f5d-b452-d1a292631e03', '01a20211-71e3-780f-9d93-eec7efb4426a', NULL, '95c07b42-2d8e-4b7e-a094-60976e13707a', '{"revision":"01a20211-746b-767c-ab23-744a5f34fac7","input":{"ref":"job unknown"}}', NULL, NULL, 1, '2026-11-22 07:04:01.568+00', '2026-11-22 08:04:01.568+00', NULL, NULL, '2026-11-22 07:04:01.669+00', NULL, '{"code":"no_answer","message":"The request was sent, and no answer came."}', '2026-11-22 07:04:01.568+00', '2026-11-22 07:04:01.626+00', '2026-11-22 07:04:01.706+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a94b-7422-9e97-a4cd1a24adf0', 38, 'job', 'unknown', 'live', 'job:01a20211-a94b-7422-9e97-a4cd1a24adf0', '01a20211-7237-78b4-9f85-bfed13203992', NULL, '95e49675-0f0f-46d7-81c0-d1c75d6d280d', '{"revision":"01a20211-754e-75d6-89a5-d5d5d2d4efcd","input":{"ref":"call unknown"}}', NULL, NULL, 1, '2026-11-22 07:04:01.612+00', '2026-11-22 08:04:01.612+00', NULL, NULL, '2026-11-22 07:04:01.722+00', NULL, '{"code":"no_answer","message":"The request was sent, and no answer came."}', '2026-11-22 07:04:01.612+00', '2026-11-22 07:04:01.691+00', '2026-11-22 07:04:01.748+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-abb0-7c83-a651-ee62be947dde', 44, 'event', 'succeeded', 'live', 'dialog:01a20211-ab9d-74ed-9a82-3167b6212fc9', NULL, '01a20211-ab9d-74ed-9a82-3167b6212fc9', '492b6fc5-77b0-432c-9cb8-68ce0a6100c4', '{"event_id":"e-de630d83-215b-4df4-8de3-a01b775d286b","text":"ask","data":{"ref":"answer"}}', NULL, NULL, 1, '2026-11-22 07:04:02.224+00', '2026-11-22 08:04:02.224+00', NULL, NULL, NULL, '{"did":"started","steps":[{"id":"ask","type":"question","execution":"ask:1","status":"waiting","output":null,"error":null,"at":"2026-11-22T07:04:02.313Z"}]}', NULL, '2026-11-22 07:04:02.224+00', '2026-11-22 07:04:02.303+00', '2026-11-22 07:04:02.34+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ac09-7d58-aaea-42f2473160ce', 47, 'message', 'succeeded', 'live', 'message:01a20211-ab9d-74ed-9a82-3167b6212fc9', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-ab9d-74ed-9a82-3167b6212fc9', '492b6fc5-77b0-432c-9cb8-68ce0a6100c4', '{"text":"v2 asks answer","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{},"author":"scenario"}', NULL, NULL, 1, '2026-11-22 07:04:02.307+00', '2026-11-22 08:04:02.307+00', NULL, NULL, '2026-11-22 07:04:02.367+00', '{"status":204}', NULL, '2026-11-22 07:04:02.307+00', '2026-11-22 07:04:02.357+00', '2026-11-22 07:04:02.396+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ac7c-7f78-9547-52c33b005ffb', 48, 'event', 'succeeded', 'live', 'dialog:01a20211-ac5d-76cb-8642-25d692840c78', NULL, '01a20211-ac5d-76cb-8642-25d692840c78', '1287bc5c-4bca-4e73-9c5a-091963f8ea85', '{"event_id":"e-0bcc0021-fa61-43f6-ae1f-11b9f0fa1c33","text":"pick","data":{"ref":"choice"}}', NULL, NULL, 1, '2026-11-22 07:04:02.429+00', '2026-11-22 08:04:02.429+00', NULL, NULL, NULL, '{"did":"started","steps":[{"id":"pick","type":"choice","execution":"pick:1","status":"waiting","output":null,"error":null,"at":"2026-11-22T07:04:02.502Z"}]}', NULL, '2026-11-22 07:04:02.429+00', '2026-11-22 07:04:02.487+00', '2026-11-22 07:04:02.519+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ae98-71a9-a58d-86f755af9789', 58, 'event', 'succeeded', 'live', 'dialog:01a20211-ae71-7f1e-bc3d-932bcd1149bc', NULL, '01a20211-ae71-7f1e-bc3d-932bcd1149bc', '8488db41-bb05-4a0d-bb22-5173cbeffe2c', '{"event_id":"e-a8924bb9-3fd8-44f8-8623-db7f18035b71","text":"order","data":{"ref":"order begun"}}', NULL, NULL, 1, '2026-11-22 07:04:02.968+00', '2026-11-22 08:04:02.968+00', NULL, NULL, NULL, '{"did":"started","steps":[{"id":"order","type":"operation","execution":"order:1","status":"waiting","output":null,"error":null,"at":"2026-11-22T07:04:03.050Z"}]}', NULL, '2026-11-22 07:04:02.968+00', '2026-11-22 07:04:03.035+00', '2026-11-22 07:04:03.098+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-aa96-788b-8400-296e1af0aeba', 41, 'job', 'running', 'live', 'job:01a20211-aa96-788b-8400-296e1af0aeba', '01a20211-71e3-780f-9d93-eec7efb4426a', NULL, 'a38d4e6f-f2e2-4f6a-acf1-681825a498ff', '{"revision":"01a20211-746b-767c-ab23-744a5f34fac7","input":{"ref":"job begun"}}', NULL, NULL, 1, '2026-11-22 07:04:01.944+00', '2026-11-22 08:04:01.944+00', '16e64bb7-d0d9-4d4b-ad94-eb379620a3db', '2026-11-22 07:04:10.146+00', '2026-11-22 07:04:02.052+00', NULL, NULL, '2026-11-22 07:04:01.944+00', '2026-11-22 07:04:02.033+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-aab4-72a9-a969-b15ee3fb4eab', 42, 'job', 'running', 'live', 'job:01a20211-aab4-72a9-a969-b15ee3fb4eab', '01a20211-7237-78b4-9f85-bfed13203992', NULL, '1f0e4d0d-e105-4724-8649-f9390ce0ad03', '{"revision":"01a20211-754e-75d6-89a5-d5d5d2d4efcd","input":{"ref":"call begun"}}', NULL, NULL, 1, '2026-11-22 07:04:01.972+00', '2026-11-22 08:04:01.972+00', 'f1019afd-31e0-4677-a614-15dccc8a5c71', '2026-11-22 07:04:10.146+00', '2026-11-22 07:04:02.097+00', NULL, NULL, '2026-11-22 07:04:01.972+00', '2026-11-22 07:04:02.078+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-a7f6-79a8-aa12-b041682cb776', 35, 'message', 'queued', 'live', 'message:01a20211-a7c0-7335-a772-ae8427a4699d', '01a20211-7a57-733a-ab2b-b3fecf855cb0', '01a20211-a7c0-7335-a772-ae8427a4699d', '251f33ca-7342-4ac1-9f66-289e2694ec5c', '{"text":"telegram overdue","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-22 08:04:01.272+00', NULL, NULL, NULL, NULL, '{"code":"http_429","message":"Telegram answered: Too Many Requests: retry after 600"}', '2026-11-22 07:04:01.272+00', '2026-11-22 07:04:01.389+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-abc6-72cb-b348-47b9a96efd24', 46, 'delivery', 'succeeded', 'live', 'delivery:01a20211-abc6-72cb-b348-47b9a96efd24', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, 'b58b50e2-9ff7-4799-8d74-9568f46ce0ac', '{"type":"message.unknown","entry":153,"body":"{\"type\":\"message.unknown\",\"timestamp\":\"2026-11-22T07:04:01.836Z\",\"data\":{\"id\":153,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113aejetbte7mzs3fthtbf\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"b58b50e2-9ff7-4799-8d74-9568f46ce0ac\",\"identity_id\":\"idn_01m8113ad6fsmrcxgpgbkc8x6p\",\"attempts\":1,\"error\":{\"code\":\"no_answer\",\"message\":\"bot.outside.invalid closed the connection before it answered (UND_ERR_SOCKET)\"}}}"}', NULL, NULL, 1, '2026-11-22 07:04:02.234+00', '2026-11-23 07:04:02.234+00', NULL, NULL, NULL, '{"status":204}', NULL, '2026-11-22 07:04:02.234+00', '2026-11-22 07:04:02.331+00', '2026-11-22 07:04:02.35+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ae05-76c7-a1ee-06e26f83021e', 54, 'delivery', 'succeeded', 'live', 'delivery:01a20211-ae05-76c7-a1ee-06e26f83021e', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, '492b6fc5-77b0-432c-9cb8-68ce0a6100c4', '{"type":"message.sent","entry":164,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:04:02.396Z\",\"data\":{\"id\":164,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113b09fncantj2y93k2r6e\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"492b6fc5-77b0-432c-9cb8-68ce0a6100c4\",\"identity_id\":\"idn_01m8113awxekpsn0hhcyv22by9\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:04:02.8+00', '2026-11-23 07:04:02.8+00', NULL, NULL, NULL, '{"status":204}', NULL, '2026-11-22 07:04:02.8+00', '2026-11-22 07:04:02.925+00', '2026-11-22 07:04:02.969+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ae05-76c7-a1ee-06e3e5655740', 55, 'delivery', 'succeeded', 'live', 'delivery:01a20211-ae05-76c7-a1ee-06e3e5655740', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, '1287bc5c-4bca-4e73-9c5a-091963f8ea85', '{"type":"message.sent","entry":169,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:04:02.546Z\",\"data\":{\"id\":169,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113b66f5x8ze7p4shn0we6\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"1287bc5c-4bca-4e73-9c5a-091963f8ea85\",\"identity_id\":\"idn_01m8113b2xev5rcgh5tt98833r\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:04:02.8+00', '2026-11-23 07:04:02.8+00', NULL, NULL, NULL, '{"status":204}', NULL, '2026-11-22 07:04:02.8+00', '2026-11-22 07:04:02.925+00', '2026-11-22 07:04:02.969+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b046-774d-ac0a-9eb6457d4ce2', 63, 'delivery', 'succeeded', 'live', 'delivery:01a20211-b046-774d-ac0a-9eb6457d4ce2', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, '11d12667-54ca-4ed3-990f-0172d8d98d78', '{"type":"message.sent","entry":181,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:04:02.894Z\",\"data\":{\"id\":181,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113bgafk9v42h8e5fnzp1z\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"11d12667-54ca-4ed3-990f-0172d8d98d78\",\"identity_id\":\"idn_01m8113bcsemh84znaez4kn9yq\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:04:03.39+00', '2026-11-23 07:04:03.39+00', NULL, NULL, NULL, '{"status":204}', NULL, '2026-11-22 07:04:03.39+00', '2026-11-22 07:04:03.456+00', '2026-11-22 07:04:03.476+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b270-7556-b5c6-e82961232b51', 73, 'delivery', 'succeeded', 'live', 'delivery:01a20211-b270-7556-b5c6-e82961232b51', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, '6d8a36ae-6644-41f0-957a-6226e5586302', '{"type":"message.sent","entry":205,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:04:03.699Z\",\"data\":{\"id\":205,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113c8bfft8n55137dm0jcr\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"6d8a36ae-6644-41f0-957a-6226e5586302\",\"identity_id\":\"idn_01m8113c40f0na3tz3nmwstgyb\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:04:03.946+00', '2026-11-23 07:04:03.946+00', NULL, NULL, NULL, '{"status":204}', NULL, '2026-11-22 07:04:03.946+00', '2026-11-22 07:04:04.003+00', '2026-11-22 07:04:04.036+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b270-7556-b5c6-e828d41b8924', 72, 'delivery', 'succeeded', 'live', 'delivery:01a20211-b270-7556-b5c6-e828d41b8924', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', '{"type":"message.sent","entry":204,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:04:03.666Z\",\"data\":{\"id\":204,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113c70ffd95sk035zad7ny\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"5fc3c55c-720d-43db-a5d0-164ff1fa5f71\",\"identity_id\":\"idn_01m8113bz0fw9sp5awmay0a8e8\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:04:03.946+00', '2026-11-23 07:04:03.946+00', NULL, NULL, NULL, '{"status":204}', NULL, '2026-11-22 07:04:03.946+00', '2026-11-22 07:04:04.003+00', '2026-11-22 07:04:04.054+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b68b-7780-b14f-d3f8456e555d', 84, 'delivery', 'succeeded', 'live', 'delivery:01a20211-b68b-7780-b14f-d3f8456e555d', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, '5d7b6cae-805f-44a8-9cd2-581ca0b57890', '{"type":"message.sent","entry":230,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:04:04.680Z\",\"data\":{\"id\":230,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113d8yfjps0gdks4synmck\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"5d7b6cae-805f-44a8-9cd2-581ca0b57890\",\"identity_id\":\"idn_01m8113d65fs8a8qbmr20z6mxg\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:04:05.002+00', '2026-11-23 07:04:05.002+00', NULL, NULL, NULL, '{"status":204}', NULL, '2026-11-22 07:04:05.002+00', '2026-11-22 07:04:05.201+00', '2026-11-22 07:04:05.257+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-acc6-797a-8fb8-f626635071c6', 49, 'message', 'succeeded', 'live', 'message:01a20211-ac5d-76cb-8642-25d692840c78', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-ac5d-76cb-8642-25d692840c78', '1287bc5c-4bca-4e73-9c5a-091963f8ea85', '{"text":"which?","buttons":[{"text":"Small"},{"text":"Large"}],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{},"author":"scenario"}', NULL, NULL, 1, '2026-11-22 07:04:02.49+00', '2026-11-22 08:04:02.49+00', NULL, NULL, '2026-11-22 07:04:02.526+00', '{"status":204}', NULL, '2026-11-22 07:04:02.49+00', '2026-11-22 07:04:02.525+00', '2026-11-22 07:04:02.546+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ad1e-7771-8d99-92e7fa41a014', 50, 'event', 'succeeded', 'live', 'dialog:01a20211-ad00-70cc-995c-d8c010737f61', NULL, '01a20211-ad00-70cc-995c-d8c010737f61', '3197198c-7933-4c70-b157-04fcffa6c4fe', '{"event_id":"e-0161bb07-a1e5-4e78-8655-f7e692531124","text":"human","data":{"ref":"handover"}}', NULL, NULL, 1, '2026-11-22 07:04:02.591+00', '2026-11-22 08:04:02.591+00', NULL, NULL, NULL, '{"did":"started","steps":[{"id":"human","type":"handover","execution":"human:1","status":"waiting","output":null,"error":null,"at":"2026-11-22T07:04:02.643Z"}]}', NULL, '2026-11-22 07:04:02.591+00', '2026-11-22 07:04:02.641+00', '2026-11-22 07:04:02.659+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ad54-7de9-bf98-13c91d9293c1', 51, 'message', 'succeeded', 'live', 'message:01a20211-ad00-70cc-995c-d8c010737f61', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-ad00-70cc-995c-d8c010737f61', '3197198c-7933-4c70-b157-04fcffa6c4fe', '{"text":"a person comes","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{},"author":"scenario"}', NULL, NULL, 1, '2026-11-22 07:04:02.642+00', '2026-11-22 08:04:02.642+00', NULL, NULL, '2026-11-22 07:04:02.675+00', '{"status":204}', NULL, '2026-11-22 07:04:02.642+00', '2026-11-22 07:04:02.67+00', '2026-11-22 07:04:02.691+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-adb6-7a11-93ab-3eecde8bcee0', 52, 'event', 'succeeded', 'live', 'dialog:01a20211-ad99-7522-827e-aa77c93aa7d7', NULL, '01a20211-ad99-7522-827e-aa77c93aa7d7', '11d12667-54ca-4ed3-990f-0172d8d98d78', '{"event_id":"e-51c61f93-6948-4188-93f8-5779c9c83a02","text":"spawn","data":{"ref":"spawned"}}', NULL, NULL, 1, '2026-11-22 07:04:02.743+00', '2026-11-22 08:04:02.743+00', NULL, NULL, NULL, '{"did":"started","steps":[{"id":"spawn","type":"workflow","execution":"spawn:1","status":"waiting","output":null,"error":null,"at":"2026-11-22T07:04:02.796Z"},{"id":"spawn","type":"workflow","execution":"spawn:1","status":"succeeded","output":{"run_id":"run_01m8113bffeh8v09gz3eyjsn78"},"error":null,"at":"2026-11-22T07:04:02.796Z"},{"id":"spawned","type":"question","execution":"spawned:2","status":"waiting","output":null,"error":null,"at":"2026-11-22T07:04:02.796Z"}]}', NULL, '2026-11-22 07:04:02.743+00', '2026-11-22 07:04:02.791+00', '2026-11-22 07:04:02.844+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ae0a-7cd3-b20a-28715f5fd83f', 57, 'message', 'succeeded', 'live', 'message:01a20211-ad99-7522-827e-aa77c93aa7d7', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-ad99-7522-827e-aa77c93aa7d7', '11d12667-54ca-4ed3-990f-0172d8d98d78', '{"text":"started it","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{},"author":"scenario"}', NULL, NULL, 1, '2026-11-22 07:04:02.793+00', '2026-11-22 08:04:02.793+00', NULL, NULL, '2026-11-22 07:04:02.859+00', '{"status":204}', NULL, '2026-11-22 07:04:02.793+00', '2026-11-22 07:04:02.848+00', '2026-11-22 07:04:02.894+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-adef-7451-b026-1f1bbd2cd4e8', 53, 'run', 'succeeded', 'live', 'run:01a20211-adef-7451-b026-1f1bbd2cd4e8', NULL, '01a20211-ad99-7522-827e-aa77c93aa7d7', '11d12667-54ca-4ed3-990f-0172d8d98d78', '{"type":"start","workflow":"pause","version":1,"input":{"ref":"spawned"},"event":null}', NULL, NULL, 1, '2026-11-22 07:04:02.793+00', '2026-11-23 07:04:02.793+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:02.793+00', '2026-11-22 07:04:02.848+00', '2026-11-22 07:04:02.926+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ae06-7486-973b-5b96afec71c0', 56, 'delivery', 'succeeded', 'live', 'delivery:01a20211-ae06-7486-973b-5b96afec71c0', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, '3197198c-7933-4c70-b157-04fcffa6c4fe', '{"type":"message.sent","entry":175,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:04:02.691Z\",\"data\":{\"id\":175,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113bamfqmvz60ks4es54y1\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"3197198c-7933-4c70-b157-04fcffa6c4fe\",\"identity_id\":\"idn_01m8113b80e369jq6rr0876zv1\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:04:02.8+00', '2026-11-23 07:04:02.8+00', NULL, NULL, NULL, '{"status":204}', NULL, '2026-11-22 07:04:02.8+00', '2026-11-22 07:04:02.925+00', '2026-11-22 07:04:02.969+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-afed-701c-8c61-b186b3e92cf8', 62, 'event', 'succeeded', 'live', 'dialog:01a20211-afe0-7f13-9b15-5ca2bc0521c8', NULL, '01a20211-afe0-7f13-9b15-5ca2bc0521c8', '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', '{"event_id":"e-433c85b3-b9c2-4d72-93c5-c774eb5da288","text":"pay","data":{"ref":"payment"}}', NULL, NULL, 1, '2026-11-22 07:04:03.31+00', '2026-11-22 08:04:03.31+00', NULL, NULL, NULL, '{"did":"started","steps":[{"id":"pay","type":"payment","execution":"pay:1","status":"waiting","output":null,"error":null,"at":"2026-11-22T07:04:03.391Z"}]}', NULL, '2026-11-22 07:04:03.31+00', '2026-11-22 07:04:03.371+00', '2026-11-22 07:04:03.427+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-af71-7981-a0ac-742729b935d2', 60, 'event', 'succeeded', 'live', 'dialog:01a20211-af4a-7f4c-bd5c-46a86f2b442b', NULL, '01a20211-af4a-7f4c-bd5c-46a86f2b442b', 'fdc6f6cc-9b8a-416d-b879-3472b023df5c', '{"event_id":"e-92b3dd18-474e-40f3-b533-aefd11268c40","text":"order","data":{"ref":"order later"}}', NULL, NULL, 1, '2026-11-22 07:04:03.186+00', '2026-11-22 08:04:03.186+00', NULL, NULL, NULL, '{"did":"started","steps":[{"id":"order","type":"operation","execution":"order:1","status":"waiting","output":null,"error":null,"at":"2026-11-22T07:04:03.266Z"}]}', NULL, '2026-11-22 07:04:03.186+00', '2026-11-22 07:04:03.252+00', '2026-11-22 07:04:03.277+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-aef3-7f2a-8547-3bf0346f73a1', 59, 'job', 'running', 'live', 'job:01a20211-aef3-7f2a-8547-3bf0346f73a1', '01a20211-71e3-780f-9d93-eec7efb4426a', '01a20211-ae71-7f1e-bc3d-932bcd1149bc', '8488db41-bb05-4a0d-bb22-5173cbeffe2c', '{"revision":"01a20211-746b-767c-ab23-744a5f34fac7","input":{"ref":"order begun"},"scope":{"state":{},"profile":{"id":"prof_01m8113bkhfwfbrfck5k1xwc1a","name":null,"status":"active","tags":[],"access":{},"paid_access":[]},"identity":{"id":"idn_01m8113bkhfwfbrfck5f6h2jdw","external_id":"33990fb2-0f2d-47bd-a908-6d41c1cc3783","name":null,"channel":"webhook","channel_id":"ch_01m8112yezemg8gy2cdx03a366"},"event":{"text":"order","ref":"order begun"}}}', '{"kind":"dialog","lane":"dialog:01a20211-ae71-7f1e-bc3d-932bcd1149bc","id":"01a20211-ae71-7f1e-bc3d-932bcd1149bc","call":"order:1"}', NULL, 1, '2026-11-22 07:04:03.041+00', '2026-11-22 08:04:03.041+00', 'f5efdcda-1c52-4238-bf70-b237adedb57d', '2026-11-22 07:04:10.146+00', '2026-11-22 07:04:03.116+00', NULL, NULL, '2026-11-22 07:04:03.041+00', '2026-11-22 07:04:03.107+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-afc3-7200-9144-b079f65268c1', 61, 'job', 'queued', 'live', 'job:01a20211-afc3-7200-9144-b079f65268c1', '01a20211-71e3-780f-9d93-eec7efb4426a', '01a20211-af4a-7f4c-bd5c-46a86f2b442b', 'fdc6f6cc-9b8a-416d-b879-3472b023df5c', '{"revision":"01a20211-746b-767c-ab23-744a5f34fac7","input":{"ref":"order later"},"scope":{"state":{},"profile":{"id":"prof_01m8113btafx6btq26n6avpphn","name":null,"status":"active","tags":[],"access":{},"paid_access":[]},"identity":{"id":"idn_01m8113btafx6btq26n1qjph1b","external_id":"bf8cd5c4-96a6-4454-aaaa-ebe384ebfdf6","name":null,"channel":"webhook","channel_id":"ch_01m8112yezemg8gy2cdx03a366"},"event":{"text":"order","ref":"order later"}}}', '{"kind":"dialog","lane":"dialog:01a20211-af4a-7f4c-bd5c-46a86f2b442b","id":"01a20211-af4a-7f4c-bd5c-46a86f2b442b","call":"order:1"}', NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 08:04:03.253+00', NULL, NULL, NULL, NULL, '{"code":"http_503","message":"The other side answered with status 503."}', '2026-11-22 07:04:03.253+00', '2026-11-22 07:04:03.291+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b1d2-7fbf-a5cd-89c0b048fde8', 69, 'run', 'succeeded', 'live', 'run:01a20211-b1d2-7fbf-a5cd-89c0b048fde8', NULL, NULL, '17180973-f769-4e71-82f9-44f948000bd4', '{"type":"start","workflow":"errand","version":1,"input":{"ref":"run order begun"},"event":null}', NULL, NULL, 1, '2026-11-22 07:04:03.796+00', '2026-11-22 08:04:03.796+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:03.796+00', '2026-11-22 07:04:03.847+00', '2026-11-22 07:04:03.882+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b045-750d-96f2-f0b1c9dcf01a', 64, 'job', 'succeeded', 'live', 'job:01a20211-b045-750d-96f2-f0b1c9dcf01a', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-afe0-7f13-9b15-5ca2bc0521c8', '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{},"scope":{"state":{},"profile":{"id":"prof_01m8113bz0fw9sp5awmdbk7qhv","name":null,"status":"active","tags":[],"access":{},"paid_access":[]},"identity":{"id":"idn_01m8113bz0fw9sp5awmay0a8e8","external_id":"3f783646-ac5e-4d45-ad6d-1f7d2b4a7f6b","name":null,"channel":"webhook","channel_id":"ch_01m8112yezemg8gy2cdx03a366"},"event":{"text":"pay","ref":"payment"}}}', '{"kind":"dialog","lane":"dialog:01a20211-afe0-7f13-9b15-5ca2bc0521c8","id":"01a20211-afe0-7f13-9b15-5ca2bc0521c8","call":"pay:1"}', NULL, 1, '2026-11-22 07:04:03.378+00', '2026-11-22 08:04:03.378+00', NULL, NULL, '2026-11-22 07:04:03.475+00', '{"order_id":"ord_01m8113c25em6sdwqgp74xsw0t","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=f4e42c1a-23e5-4057-81c7-7ab151a8cbb9"}', NULL, '2026-11-22 07:04:03.378+00', '2026-11-22 07:04:03.438+00', '2026-11-22 07:04:03.522+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b10b-7bf4-8a94-a119db404998', 68, 'message', 'succeeded', 'live', 'message:01a20211-b080-782a-a1eb-e3ad399d43cb', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-b080-782a-a1eb-e3ad399d43cb', '6d8a36ae-6644-41f0-957a-6226e5586302', '{"text":"v2 asks hold","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{},"author":"scenario"}', NULL, NULL, 1, '2026-11-22 07:04:03.565+00', '2026-11-22 08:04:03.565+00', NULL, NULL, '2026-11-22 07:04:03.678+00', '{"status":204}', NULL, '2026-11-22 07:04:03.565+00', '2026-11-22 07:04:03.664+00', '2026-11-22 07:04:03.699+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b0c4-7382-9f31-59812059ec36', 66, 'dialog', 'succeeded', 'live', 'dialog:01a20211-afe0-7f13-9b15-5ca2bc0521c8', NULL, '01a20211-afe0-7f13-9b15-5ca2bc0521c8', '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', '{"id":"01a20211-afe0-7f13-9b15-5ca2bc0521c8","call":"pay:1","task":"01a20211-b045-750d-96f2-f0b1c9dcf01a","status":"succeeded","result":{"order_id":"ord_01m8113c25em6sdwqgp74xsw0t","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=f4e42c1a-23e5-4057-81c7-7ab151a8cbb9"},"error":null}', NULL, NULL, 1, '2026-11-22 07:04:03.52+00', '2026-11-23 07:04:03.52+00', NULL, NULL, NULL, '{"did":"advanced","steps":[{"id":"pay","type":"payment","execution":"pay:1","status":"waiting","output":{"status":"pending","order_id":"ord_01m8113c25em6sdwqgp74xsw0t","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=f4e42c1a-23e5-4057-81c7-7ab151a8cbb9","result":{"order_id":"ord_01m8113c25em6sdwqgp74xsw0t","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=f4e42c1a-23e5-4057-81c7-7ab151a8cbb9"},"error":null,"job_id":"job_01m8113c25em6sdwqgp74xsw0t"},"error":null,"at":"2026-11-22T07:04:03.552Z"}]}', NULL, '2026-11-22 07:04:03.52+00', '2026-11-22 07:04:03.54+00', '2026-11-22 07:04:03.608+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b0e0-7bda-92e6-60197ea69ebe', 67, 'message', 'succeeded', 'live', 'message:01a20211-afe0-7f13-9b15-5ca2bc0521c8', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-afe0-7f13-9b15-5ca2bc0521c8', '5fc3c55c-720d-43db-a5d0-164ff1fa5f71', '{"text":"pay at http://shop.outside.invalid/checkout/payments/v2/contract?orderId=f4e42c1a-23e5-4057-81c7-7ab151a8cbb9","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{},"author":"scenario"}', NULL, NULL, 1, '2026-11-22 07:04:03.541+00', '2026-11-22 08:04:03.541+00', NULL, NULL, '2026-11-22 07:04:03.649+00', '{"status":204}', NULL, '2026-11-22 07:04:03.541+00', '2026-11-22 07:04:03.643+00', '2026-11-22 07:04:03.666+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b23d-790e-ae09-d028683a6999', 71, 'run', 'succeeded', 'live', 'run:01a20211-b23d-790e-ae09-d028683a6999', NULL, NULL, '33b802da-b2a2-489a-85e7-e3d0bfdacfe3', '{"type":"start","workflow":"errand","version":1,"input":{"ref":"run order later"},"event":null}', NULL, NULL, 1, '2026-11-22 07:04:03.903+00', '2026-11-22 08:04:03.903+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:03.903+00', '2026-11-22 07:04:03.963+00', '2026-11-22 07:04:03.994+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b371-7876-a106-e058bc1a8760', 77, 'run', 'succeeded', 'live', 'run:01a20211-b371-7876-a106-e058bc1a8760', NULL, NULL, 'a7cd8ba9-f047-4238-bcf2-7fec98b4f046', '{"type":"start","workflow":"pause","version":1,"input":{"ref":"run delay"},"event":null}', NULL, NULL, 1, '2026-11-22 07:04:04.21+00', '2026-11-22 08:04:04.21+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:04.21+00', '2026-11-22 07:04:04.322+00', '2026-11-22 07:04:04.366+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b452-7678-9ce2-9ecc946a7548', 79, 'event', 'succeeded', 'live', 'dialog:01a20211-b435-7754-8e65-9d6f26201524', NULL, '01a20211-b435-7754-8e65-9d6f26201524', 'a8605956-aa4f-46d9-9efd-34ad17834158', '{"event_id":"e-946006d6-e452-43ab-b748-de3fd3c8147e","text":"wait","data":{"ref":"delay"}}', NULL, NULL, 1, '2026-11-22 07:04:04.435+00', '2026-11-22 08:04:04.435+00', NULL, NULL, NULL, '{"did":"started","steps":[{"id":"wait","type":"delay","execution":"wait:1","status":"waiting","output":{"until":"2026-11-22T07:04:16.506Z"},"error":null,"at":"2026-11-22T07:04:04.506Z"}]}', NULL, '2026-11-22 07:04:04.435+00', '2026-11-22 07:04:04.497+00', '2026-11-22 07:04:04.508+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b4de-7ef1-977c-aedc78da4496', 80, 'event', 'succeeded', 'live', 'dialog:01a20211-b4c5-7e50-a45d-74c081f353b0', NULL, '01a20211-b4c5-7e50-a45d-74c081f353b0', '5d7b6cae-805f-44a8-9cd2-581ca0b57890', '{"event_id":"e-1b5307a7-59a4-475b-bc43-038279b9fc66","text":"hurry","data":{"ref":"timeout"}}', NULL, NULL, 1, '2026-11-22 07:04:04.574+00', '2026-11-22 08:04:04.574+00', NULL, NULL, NULL, '{"did":"started","steps":[{"id":"hurry","type":"question","execution":"hurry:1","status":"waiting","output":null,"error":null,"at":"2026-11-22T07:04:04.638Z"}]}', NULL, '2026-11-22 07:04:04.574+00', '2026-11-22 07:04:04.626+00', '2026-11-22 07:04:04.655+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b291-71fc-81e7-2b5953d1c500', 74, 'job', 'queued', 'live', 'job:01a20211-b291-71fc-81e7-2b5953d1c500', '01a20211-71e3-780f-9d93-eec7efb4426a', NULL, '33b802da-b2a2-489a-85e7-e3d0bfdacfe3', '{"revision":"01a20211-746b-767c-ab23-744a5f34fac7","input":{"ref":"run order later"},"scope":{"state":{},"profile":{},"identity":null,"event":null}}', '{"kind":"run","lane":"run:01a20211-b23d-790e-ae09-d028683a6999","id":"01a20211-b23d-790e-ae09-d028683a6999","call":"order:1"}', NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 08:04:03.966+00', NULL, NULL, NULL, NULL, '{"code":"http_503","message":"The other side answered with status 503."}', '2026-11-22 07:04:03.966+00', '2026-11-22 07:04:03.998+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b51e-7cad-9041-b3c933ead193', 81, 'message', 'succeeded', 'live', 'message:01a20211-b4c5-7e50-a45d-74c081f353b0', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-b4c5-7e50-a45d-74c081f353b0', '5d7b6cae-805f-44a8-9cd2-581ca0b57890', '{"text":"quick, timeout","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{},"author":"scenario"}', NULL, NULL, 1, '2026-11-22 07:04:04.631+00', '2026-11-22 08:04:04.631+00', NULL, NULL, '2026-11-22 07:04:04.67+00', '{"status":204}', NULL, '2026-11-22 07:04:04.631+00', '2026-11-22 07:04:04.667+00', '2026-11-22 07:04:04.68+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b574-7c16-b090-c8f73286f71d', 82, 'event', 'succeeded', 'live', 'dialog:01a20211-b555-77b9-9f65-802bb1b0897a', NULL, '01a20211-b555-77b9-9f65-802bb1b0897a', 'ec5f84fe-724d-47c4-8c29-c1aa03c4dd5b', '{"event_id":"e-23f96b56-862f-4a86-8e0f-490bd9cdfe11","text":"brief","data":{"ref":"brief handover"}}', NULL, NULL, 1, '2026-11-22 07:04:04.727+00', '2026-11-22 08:04:04.727+00', NULL, NULL, NULL, '{"did":"started","steps":[{"id":"brief","type":"handover","execution":"brief:1","status":"waiting","output":null,"error":null,"at":"2026-11-22T07:04:04.787Z"}]}', NULL, '2026-11-22 07:04:04.727+00', '2026-11-22 07:04:04.779+00', '2026-11-22 07:04:04.79+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b2fa-738d-8809-81754c85d45a', 75, 'run', 'succeeded', 'live', 'run:01a20211-b2fa-738d-8809-81754c85d45a', NULL, '01a20211-b2d9-7874-8830-d6999cd886c9', 'bc7ba9bf-d7f8-4dfd-a751-93df05b07a70', '{"type":"start","workflow":"sale","version":1,"input":{"ref":"run payment"},"event":null}', NULL, NULL, 1, '2026-11-22 07:04:04.091+00', '2026-11-22 08:04:04.091+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:04.091+00', '2026-11-22 07:04:04.163+00', '2026-11-22 07:04:04.183+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b34a-795d-84cd-1a1d8dc8ec3b', 76, 'job', 'succeeded', 'live', 'job:01a20211-b34a-795d-84cd-1a1d8dc8ec3b', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-b2d9-7874-8830-d6999cd886c9', 'bc7ba9bf-d7f8-4dfd-a751-93df05b07a70', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{},"scope":{"state":{},"profile":{"id":"prof_01m8113cpsf1t8gc6pkb63fe14","name":null,"status":"active","tags":[],"access":{},"paid_access":[]},"identity":{"id":"idn_01m8113cpsf1t8gc6pk6edh1p9","external_id":"214c5bc3-4fa7-46a1-b0d9-2638e4aff391","name":null,"channel":"webhook","channel_id":"ch_01m8112yezemg8gy2cdx03a366"},"event":null}}', '{"kind":"run","lane":"run:01a20211-b2fa-738d-8809-81754c85d45a","id":"01a20211-b2fa-738d-8809-81754c85d45a","call":"pay:1"}', NULL, 1, '2026-11-22 07:04:04.163+00', '2026-11-22 08:04:04.163+00', NULL, NULL, '2026-11-22 07:04:04.282+00', '{"order_id":"ord_01m8113ctaf5er9k8t3p6whv1v","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=e6e0aa56-e0cd-4e6c-905b-f6ff1730a62a"}', NULL, '2026-11-22 07:04:04.163+00', '2026-11-22 07:04:04.19+00', '2026-11-22 07:04:04.344+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b217-7dca-92f0-2ed948887531', 70, 'job', 'running', 'live', 'job:01a20211-b217-7dca-92f0-2ed948887531', '01a20211-71e3-780f-9d93-eec7efb4426a', NULL, '17180973-f769-4e71-82f9-44f948000bd4', '{"revision":"01a20211-746b-767c-ab23-744a5f34fac7","input":{"ref":"run order begun"},"scope":{"state":{},"profile":{},"identity":null,"event":null}}', '{"kind":"run","lane":"run:01a20211-b1d2-7fbf-a5cd-89c0b048fde8","id":"01a20211-b1d2-7fbf-a5cd-89c0b048fde8","call":"order:1"}', NULL, 1, '2026-11-22 07:04:03.85+00', '2026-11-22 08:04:03.85+00', '77e6c56b-0ff9-4d06-be4d-5a1adfe748a3', '2026-11-22 07:04:10.146+00', '2026-11-22 07:04:03.893+00', NULL, NULL, '2026-11-22 07:04:03.85+00', '2026-11-22 07:04:03.89+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b3f9-7035-8f4f-e4446c0e0cbc', 78, 'run', 'succeeded', 'live', 'run:01a20211-b2fa-738d-8809-81754c85d45a', NULL, '01a20211-b2d9-7874-8830-d6999cd886c9', 'bc7ba9bf-d7f8-4dfd-a751-93df05b07a70', '{"id":"01a20211-b2fa-738d-8809-81754c85d45a","call":"pay:1","task":"01a20211-b34a-795d-84cd-1a1d8dc8ec3b","status":"succeeded","result":{"order_id":"ord_01m8113ctaf5er9k8t3p6whv1v","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=e6e0aa56-e0cd-4e6c-905b-f6ff1730a62a"},"error":null}', NULL, NULL, 1, '2026-11-22 07:04:04.344+00', '2026-11-23 07:04:04.344+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:04.344+00', '2026-11-22 07:04:04.37+00', '2026-11-22 07:04:04.383+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-be13-7694-b3bd-3670622bce64', 98, 'job', 'unknown', 'live', 'job:01a20211-be13-7694-b3bd-3670622bce64', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-bdf7-7af0-a265-f9370b404d11', 'd0b5d10b-ee4f-4beb-b212-8ddf84e9fbe2', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"payment unknown"}}', NULL, NULL, 1, '2026-11-22 07:04:06.931+00', '2026-11-22 08:04:06.931+00', NULL, NULL, '2026-11-22 07:04:07.015+00', NULL, '{"code":"no_answer","message":"shop.outside.invalid closed the connection before it answered (UND_ERR_SOCKET)"}', '2026-11-22 07:04:06.931+00', '2026-11-22 07:04:06.995+00', '2026-11-22 07:04:07.044+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bf5e-7064-8f4f-6e0ddde08878', 100, 'job', 'running', 'live', 'job:01a20211-bf5e-7064-8f4f-6e0ddde08878', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-bf48-741b-a6e3-3225cab29935', '2716a045-45d1-4b6b-8651-f95ac8222ac7', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"payment begun"}}', NULL, NULL, 1, '2026-11-22 07:04:07.264+00', '2026-11-22 08:04:07.264+00', 'e0354e19-9ff3-49f2-9b3e-5cf659b8edfd', '2026-11-22 07:04:10.146+00', '2026-11-22 07:04:07.366+00', NULL, NULL, '2026-11-22 07:04:07.264+00', '2026-11-22 07:04:07.32+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bae2-7f68-ab61-abfa80af0dcb', 91, 'job', 'queued', 'live', 'job:01a20211-bae2-7f68-ab61-abfa80af0dcb', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-bad0-7aad-99be-7b4d04c94f05', '043a66f2-2e77-4815-b4da-ffdd3d4d8f5a', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"payment later"}}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 08:04:06.114+00', NULL, NULL, NULL, NULL, '{"code":"too_many_requests","message":"The provider answered too_many_requests"}', '2026-11-22 07:04:06.114+00', '2026-11-22 07:04:06.19+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bca6-7049-9a71-c792f76c6b49', 96, 'job', 'queued', 'live', 'job:01a20211-bca6-7049-9a71-c792f76c6b49', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-bc91-727d-9dfc-31a299a41a0c', 'd6cc272c-4c13-417a-9fbc-8d6e578209a6', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"payment overdue"}}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-22 08:04:06.567+00', NULL, NULL, NULL, NULL, '{"code":"too_many_requests","message":"The provider answered too_many_requests"}', '2026-11-22 07:04:06.567+00', '2026-11-22 07:04:06.642+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b5b3-7dc6-9058-0ae0b88dbe80', 83, 'message', 'succeeded', 'live', 'message:01a20211-b555-77b9-9f65-802bb1b0897a', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-b555-77b9-9f65-802bb1b0897a', 'ec5f84fe-724d-47c4-8c29-c1aa03c4dd5b', '{"text":"a person comes briefly","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{},"author":"scenario"}', NULL, NULL, 1, '2026-11-22 07:04:04.784+00', '2026-11-22 08:04:04.784+00', NULL, NULL, '2026-11-22 07:04:04.801+00', '{"status":204}', NULL, '2026-11-22 07:04:04.784+00', '2026-11-22 07:04:04.797+00', '2026-11-22 07:04:04.812+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b68b-7780-b14f-d3f9df61d2a0', 85, 'delivery', 'succeeded', 'live', 'delivery:01a20211-b68b-7780-b14f-d3f9df61d2a0', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, 'ec5f84fe-724d-47c4-8c29-c1aa03c4dd5b', '{"type":"message.sent","entry":236,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:04:04.812Z\",\"data\":{\"id\":236,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113ddkfq390p0aw2w8vfm0\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"ec5f84fe-724d-47c4-8c29-c1aa03c4dd5b\",\"identity_id\":\"idn_01m8113daneywsysc05erv12bt\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:04:05.002+00', '2026-11-23 07:04:05.002+00', NULL, NULL, NULL, '{"status":204}', NULL, '2026-11-22 07:04:05.002+00', '2026-11-22 07:04:05.201+00', '2026-11-22 07:04:05.257+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b864-71ab-9b7e-83a5ba802e32', 87, 'reconcile', 'succeeded', 'live', 'order:01a20211-a45d-7b28-9883-8314cff2b5ea', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a449-7e2f-8afc-25abbd835542', 'dd17eb52-dcb5-457c-aac8-761f0c36a568', '{"order":"01a20211-a45d-7b28-9883-8314cff2b5ea"}', NULL, NULL, 1, '2026-11-22 07:04:05.469+00', '2026-11-22 07:06:05.469+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:05.469+00', '2026-11-22 07:04:05.495+00', '2026-11-22 07:04:05.663+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b864-71ab-9b7e-83a648732608', 88, 'reconcile', 'succeeded', 'live', 'order:01a20211-a177-7f1b-b04f-153113ff0130', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a15e-7782-b27a-576afcea2ab0', 'ca8be886-acd2-4b7a-b462-03da4e717d84', '{"order":"01a20211-a177-7f1b-b04f-153113ff0130"}', NULL, NULL, 1, '2026-11-22 07:04:05.469+00', '2026-11-22 07:06:05.469+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:05.469+00', '2026-11-22 07:04:05.494+00', '2026-11-22 07:04:05.677+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b864-71ab-9b7e-83a4a138e7c8', 86, 'reconcile', 'succeeded', 'live', 'order:01a20211-a239-780f-b322-c8bdc862e44d', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a232-746d-a2f7-a78acf842f0c', '0e1f327f-de03-4ac3-9cec-dc5a8185e2fb', '{"order":"01a20211-a239-780f-b322-c8bdc862e44d"}', NULL, NULL, 1, '2026-11-22 07:04:05.469+00', '2026-11-22 07:06:05.469+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:05.469+00', '2026-11-22 07:04:05.494+00', '2026-11-22 07:04:05.677+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b864-71ab-9b7e-83a77b93f500', 89, 'reconcile', 'succeeded', 'live', 'order:01a20211-a390-7ff1-97e8-765d3b876ff7', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a376-74a4-a74b-d0c998f36036', '6b84ed23-d18a-4f2c-8646-1aa0b098a629', '{"order":"01a20211-a390-7ff1-97e8-765d3b876ff7"}', NULL, NULL, 1, '2026-11-22 07:04:05.469+00', '2026-11-22 07:06:05.469+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:05.469+00', '2026-11-22 07:04:05.495+00', '2026-11-22 07:04:05.699+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c058-7d6c-a6ed-be8ad248cc59', 101, 'reconcile', 'queued', 'live', 'order:01a20211-9176-7ae3-92f4-eb7193b66269', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-9159-781b-9124-410e2032e0e8', '7b2d41d6-888a-44d7-a0a0-e98f3931a5e4', '{"order":"01a20211-9176-7ae3-92f4-eb7193b66269"}', NULL, NULL, 0, '2026-11-22 07:04:07.505+00', '2026-11-22 07:06:07.505+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:07.505+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bd55-7c4a-ab3a-8d8ad89948ec', 97, 'refund', 'unknown', 'live', 'order:01a20211-9558-7f96-aed4-91d2f646c4d8', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-9541-7cda-a4b0-63c99d2fd283', '52b9adb0-03d8-4b2c-8ff9-926dec44162d', '{"order":"01a20211-9558-7f96-aed4-91d2f646c4d8"}', NULL, NULL, 1, '2026-11-22 07:04:06.717+00', '2026-11-22 08:04:06.717+00', NULL, NULL, '2026-11-22 07:04:06.83+00', NULL, '{"code":"no_answer","message":"shop.outside.invalid closed the connection before it answered (UND_ERR_SOCKET)"}', '2026-11-22 07:04:06.717+00', '2026-11-22 07:04:06.804+00', '2026-11-22 07:04:06.856+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bc61-74bc-9472-fb715a8d8e9d', 93, 'reconcile', 'queued', 'live', 'order:01a20211-998e-72e8-ab63-e20a96110051', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-994f-7af7-a6de-a1634cbed4d5', 'c8d3c6fd-36ac-4826-b766-a9b9a2cc6218', '{"order":"01a20211-998e-72e8-ab63-e20a96110051"}', NULL, NULL, 0, '2026-11-22 07:04:06.492+00', '2026-11-22 07:06:06.492+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:06.492+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bc62-7fc3-905c-bd70ce8ce8c9', 94, 'reconcile', 'queued', 'live', 'order:01a20211-9d9c-7565-8063-d80f7f0f5f6e', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-9d78-73a6-ae23-438dce701269', '5948327e-e88a-467d-8ea5-df9ffaeb3b01', '{"order":"01a20211-9d9c-7565-8063-d80f7f0f5f6e"}', NULL, NULL, 0, '2026-11-22 07:04:06.492+00', '2026-11-22 07:06:06.492+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:06.492+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bc62-7fc3-905c-bd717a57d6ef', 95, 'reconcile', 'succeeded', 'live', 'order:01a20211-a51d-736e-ba0c-099423292365', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a4fe-70ce-983a-40e1d8af2a85', '5257091c-0475-4697-bb0e-6503f89e9888', '{"order":"01a20211-a51d-736e-ba0c-099423292365"}', NULL, NULL, 1, '2026-11-22 07:04:06.492+00', '2026-11-22 07:06:06.492+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:06.492+00', '2026-11-22 07:04:06.505+00', '2026-11-22 07:04:06.548+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c058-7d6c-a6ed-be8bbd053f54', 102, 'reconcile', 'queued', 'live', 'order:01a20211-a239-780f-b322-c8bdc862e44d', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a232-746d-a2f7-a78acf842f0c', '0e1f327f-de03-4ac3-9cec-dc5a8185e2fb', '{"order":"01a20211-a239-780f-b322-c8bdc862e44d"}', NULL, NULL, 0, '2026-11-22 07:04:07.505+00', '2026-11-22 07:06:07.505+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:07.505+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bea2-7549-b1a6-ab179d92942a', 99, 'refund', 'running', 'live', 'order:01a20211-9176-7ae3-92f4-eb7193b66269', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-9159-781b-9124-410e2032e0e8', '7ce4e1b7-8af3-46db-97aa-ca61d7f581f9', '{"order":"01a20211-9176-7ae3-92f4-eb7193b66269"}', NULL, NULL, 1, '2026-11-22 07:04:07.054+00', '2026-11-22 08:04:07.054+00', '84488aa6-7497-4fb8-a98f-9be20afd236d', '2026-11-22 07:04:10.146+00', '2026-11-22 07:04:07.184+00', NULL, NULL, '2026-11-22 07:04:07.054+00', '2026-11-22 07:04:07.159+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b9fe-7d84-a092-656ac32e4d11', 90, 'refund', 'queued', 'live', 'order:01a20211-9d9c-7565-8063-d80f7f0f5f6e', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-9d78-73a6-ae23-438dce701269', '0b11f444-bdff-49e7-826d-f13e9504f344', '{"order":"01a20211-9d9c-7565-8063-d80f7f0f5f6e"}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 08:04:05.861+00', NULL, NULL, NULL, NULL, '{"code":"too_many_requests","message":"The provider answered too_many_requests"}', '2026-11-22 07:04:05.861+00', '2026-11-22 07:04:05.947+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-bb91-7a0f-93f3-9596e21422b2', 92, 'refund', 'queued', 'live', 'order:01a20211-998e-72e8-ab63-e20a96110051', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-994f-7af7-a6de-a1634cbed4d5', '8be099f2-509c-4ebd-a158-4bc97693b61a', '{"order":"01a20211-998e-72e8-ab63-e20a96110051"}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-22 08:04:06.253+00', NULL, NULL, NULL, NULL, '{"code":"too_many_requests","message":"The provider answered too_many_requests"}', '2026-11-22 07:04:06.253+00', '2026-11-22 07:04:06.45+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c0b0-71e7-bccf-bf72e9d9a312', 106, 'message', 'succeeded', 'live', 'message:01a20211-c099-7afa-a8c8-020c4e3891d7', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-c099-7afa-a8c8-020c4e3891d7', '1ecec928-e0c0-4fff-99b3-a3c67d861f11', '{"text":"to be told of 0","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:07.604+00', '2026-11-22 08:04:07.604+00', NULL, NULL, '2026-11-22 07:04:07.678+00', '{"status":204}', NULL, '2026-11-22 07:04:07.604+00', '2026-11-22 07:04:07.658+00', '2026-11-22 07:04:07.691+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c0e6-77d0-bcfa-25bb54f9eab1', 107, 'message', 'succeeded', 'live', 'message:01a20211-c0ce-7a67-b89f-6ccad5eb5662', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-c0ce-7a67-b89f-6ccad5eb5662', '0528eb7f-8270-40b3-85c8-b05e6b1c4e89', '{"text":"to be told of 1","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:07.655+00', '2026-11-22 08:04:07.655+00', NULL, NULL, '2026-11-22 07:04:07.718+00', '{"status":204}', NULL, '2026-11-22 07:04:07.655+00', '2026-11-22 07:04:07.711+00', '2026-11-22 07:04:07.745+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c115-740c-afbd-03d6604753a8', 108, 'message', 'succeeded', 'live', 'message:01a20211-c103-7559-bfd4-cb19f447b393', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-c103-7559-bfd4-cb19f447b393', '6c72963e-1826-4cd1-a22d-2fc742880372', '{"text":"to be told of 2","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:07.707+00', '2026-11-22 08:04:07.707+00', NULL, NULL, '2026-11-22 07:04:07.799+00', '{"status":204}', NULL, '2026-11-22 07:04:07.707+00', '2026-11-22 07:04:07.794+00', '2026-11-22 07:04:07.832+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c162-7ab6-83c5-e00c0a9da7a9', 109, 'message', 'succeeded', 'live', 'message:01a20211-c13e-7275-948a-1c62f49c991b', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-c13e-7275-948a-1c62f49c991b', 'c4ce6680-5813-42df-8d5d-c983b4d8ad77', '{"text":"to be told of 3","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:07.794+00', '2026-11-22 08:04:07.794+00', NULL, NULL, '2026-11-22 07:04:07.863+00', '{"status":204}', NULL, '2026-11-22 07:04:07.794+00', '2026-11-22 07:04:07.858+00', '2026-11-22 07:04:07.885+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c1ae-7684-bbef-d02625f40df4', 110, 'message', 'succeeded', 'live', 'message:01a20211-c193-7bbc-b907-80e99b647a23', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-c193-7bbc-b907-80e99b647a23', '52296c3e-c03c-4196-af9a-ef516054bf89', '{"text":"to be told of 4","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:07.855+00', '2026-11-22 08:04:07.855+00', NULL, NULL, '2026-11-22 07:04:07.912+00', '{"status":204}', NULL, '2026-11-22 07:04:07.855+00', '2026-11-22 07:04:07.904+00', '2026-11-22 07:04:07.923+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c1d1-7f56-ae47-d71cdc2715a8', 112, 'delivery', 'running', 'live', 'delivery:01a20211-c1d1-7f56-ae47-d71cdc2715a8', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, '0528eb7f-8270-40b3-85c8-b05e6b1c4e89', '{"type":"message.sent","entry":276,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:04:07.745Z\",\"data\":{\"id\":276,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113g76ez8bsyh5qdafktnh\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"0528eb7f-8270-40b3-85c8-b05e6b1c4e89\",\"identity_id\":\"idn_01m8113g6ef9kvh7vcsbaypnk2\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:04:07.873+00', '2026-11-23 07:04:07.873+00', '6e10a8e7-f774-4290-ba91-dceb9edc2afe', '2026-11-22 07:04:10.146+00', NULL, NULL, NULL, '2026-11-22 07:04:07.873+00', '2026-11-22 07:04:07.955+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-da68-7df2-9d47-b7f7afb57576', 125, 'event', 'queued', 'live', 'dialog:01a20211-da25-72c7-b982-ca67003c13c5', NULL, '01a20211-da25-72c7-b982-ca67003c13c5', '85d15d0b-6f50-4747-9612-99ce4a3f9bf4', '{"event_id":"e-446ccf51-b1f2-4287-8b6a-0ca666f542ee","text":"ask","data":{"ref":"event queued"}}', NULL, NULL, 0, '2026-11-22 07:04:14.185+00', '2026-11-22 08:04:14.185+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:14.185+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c1d1-7f56-ae47-d71bbf5070cb', 111, 'delivery', 'queued', 'live', 'delivery:01a20211-c1d1-7f56-ae47-d71bbf5070cb', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, '1ecec928-e0c0-4fff-99b3-a3c67d861f11', '{"type":"message.sent","entry":273,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:04:07.690Z\",\"data\":{\"id\":273,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113g5ge7kvskxzebmxk8rj\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"1ecec928-e0c0-4fff-99b3-a3c67d861f11\",\"identity_id\":\"idn_01m8113g4sfbxahj021h73h4eq\",\"attempts\":1}}"}', NULL, NULL, 0, '2026-11-22 07:04:07.873+00', '2026-11-23 07:04:07.873+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:07.873+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c1d1-7f56-ae47-d71dcdff5851', 113, 'delivery', 'queued', 'live', 'delivery:01a20211-c1d1-7f56-ae47-d71dcdff5851', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, '6c72963e-1826-4cd1-a22d-2fc742880372', '{"type":"message.sent","entry":279,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:04:07.832Z\",\"data\":{\"id\":279,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113g8neg6azf83tsg4emx8\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"6c72963e-1826-4cd1-a22d-2fc742880372\",\"identity_id\":\"idn_01m8113g83encvzn6b37t4fcwk\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-23 07:04:07.873+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:07.873+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c1db-7f47-b5c1-31ffc0a5be38', 114, 'message', 'succeeded', 'live', 'message:01a20211-c1ca-796f-97a7-0aab1518eb52', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-c1ca-796f-97a7-0aab1518eb52', 'f33e01b1-e81f-48d2-841b-3318658ddbdc', '{"text":"to be told of 5","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:07.902+00', '2026-11-22 08:04:07.902+00', NULL, NULL, '2026-11-22 07:04:08.012+00', '{"status":204}', NULL, '2026-11-22 07:04:07.902+00', '2026-11-22 07:04:07.998+00', '2026-11-22 07:04:08.021+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-aa8e-7ee2-b972-0d0e6cb7659e', 40, 'message', 'running', 'live', 'message:01a20211-aa79-7c6d-9bad-10ddf755495f', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-aa79-7c6d-9bad-10ddf755495f', '89bebbba-eb97-489f-97dc-48f3be25fbd6', '{"text":"message begun","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:01.935+00', '2026-11-22 08:04:01.935+00', '62dec239-1e19-448b-a3c7-a1a174e51195', '2026-11-22 07:04:10.146+00', '2026-11-22 07:04:02.008+00', NULL, NULL, '2026-11-22 07:04:01.935+00', '2026-11-22 07:04:01.996+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ab1a-7d9c-a394-36dcc9625436', 43, 'message', 'running', 'live', 'message:01a20211-aae5-7f9f-b426-9e64a31b6ee1', '01a20211-7a57-733a-ab2b-b3fecf855cb0', '01a20211-aae5-7f9f-b426-9e64a31b6ee1', 'e8cdd387-783d-4a39-afff-409d23c50399', '{"text":"telegram begun","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:02.075+00', '2026-11-22 08:04:02.075+00', 'f734deaf-f46f-4c68-806f-c26b0014a2b7', '2026-11-22 07:04:10.146+00', '2026-11-22 07:04:02.139+00', NULL, NULL, '2026-11-22 07:04:02.075+00', '2026-11-22 07:04:02.134+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c058-7d6c-a6ed-be8c601f3d71', 103, 'reconcile', 'running', 'live', 'order:01a20211-a45d-7b28-9883-8314cff2b5ea', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a449-7e2f-8afc-25abbd835542', 'dd17eb52-dcb5-457c-aac8-761f0c36a568', '{"order":"01a20211-a45d-7b28-9883-8314cff2b5ea"}', NULL, NULL, 1, '2026-11-22 07:04:07.505+00', '2026-11-22 07:06:07.505+00', 'd69507da-9f4f-4caf-89b8-d8f0ecc6efa3', '2026-11-22 07:04:10.146+00', NULL, NULL, NULL, '2026-11-22 07:04:07.505+00', '2026-11-22 07:04:07.532+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c058-7d6c-a6ed-be8d590a82aa', 104, 'reconcile', 'queued', 'live', 'order:01a20211-a390-7ff1-97e8-765d3b876ff7', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a376-74a4-a74b-d0c998f36036', '6b84ed23-d18a-4f2c-8646-1aa0b098a629', '{"order":"01a20211-a390-7ff1-97e8-765d3b876ff7"}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 07:06:07.505+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:07.505+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c058-7d6c-a6ed-be8eeb0db223', 105, 'reconcile', 'queued', 'live', 'order:01a20211-a51d-736e-ba0c-099423292365', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-a4fe-70ce-983a-40e1d8af2a85', '5257091c-0475-4697-bb0e-6503f89e9888', '{"order":"01a20211-a51d-736e-ba0c-099423292365"}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-22 07:06:07.505+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:07.505+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c3e2-79c6-8d5b-eceae9d0df5e', 116, 'delivery', 'running', 'live', 'delivery:01a20211-c3e2-79c6-8d5b-eceae9d0df5e', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, '52296c3e-c03c-4196-af9a-ef516054bf89', '{"type":"message.sent","entry":284,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:04:07.923Z\",\"data\":{\"id\":284,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113gdeet2bqvyg4rjz83fm\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"52296c3e-c03c-4196-af9a-ef516054bf89\",\"identity_id\":\"idn_01m8113gckfeybj1w0x6dp8yh3\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:04:08.414+00', '2026-11-23 07:04:08.414+00', 'e643f0eb-3fcc-4f8b-92d5-d878a465db5c', '2026-11-22 07:04:10.475+00', NULL, NULL, NULL, '2026-11-22 07:04:08.414+00', '2026-11-22 07:04:08.475+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c3e2-79c6-8d5b-eceb004df11a', 117, 'delivery', 'running', 'live', 'delivery:01a20211-c3e2-79c6-8d5b-eceb004df11a', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, 'f33e01b1-e81f-48d2-841b-3318658ddbdc', '{"type":"message.sent","entry":285,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:04:08.021Z\",\"data\":{\"id\":285,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113gevfx3vbg9hzz0abfhr\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"f33e01b1-e81f-48d2-841b-3318658ddbdc\",\"identity_id\":\"idn_01m8113geaf5qsf9rancahhttj\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:04:08.414+00', '2026-11-23 07:04:08.414+00', 'e643f0eb-3fcc-4f8b-92d5-d878a465db5c', '2026-11-22 07:04:10.475+00', NULL, NULL, NULL, '2026-11-22 07:04:08.414+00', '2026-11-22 07:04:08.476+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d777-7b80-a1d7-628378361431', 118, 'message', 'queued', 'live', 'message:01a20211-d736-7ace-84a2-32ea6abb07c1', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-d736-7ace-84a2-32ea6abb07c1', 'ba9f550b-149f-4c2e-8b1c-8855618822c5', '{"text":"message queued","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 0, '2026-11-22 07:04:13.456+00', '2026-11-22 08:04:13.456+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:13.456+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d861-76bb-9898-e4462189c2ad', 119, 'message', 'queued', 'live', 'message:01a20211-d821-7a39-9db0-0a5c9a543d0d', '01a20211-7a57-733a-ab2b-b3fecf855cb0', '01a20211-d821-7a39-9db0-0a5c9a543d0d', 'b7e7ae78-3ec3-47d2-8644-a031d0283608', '{"text":"telegram queued","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 0, '2026-11-22 07:04:13.674+00', '2026-11-22 08:04:13.674+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:13.674+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d894-7457-b0b7-8d4431619a31', 120, 'job', 'queued', 'live', 'job:01a20211-d894-7457-b0b7-8d4431619a31', '01a20211-71e3-780f-9d93-eec7efb4426a', NULL, '5850220e-0fd4-420c-896a-862038ab56b8', '{"revision":"01a20211-746b-767c-ab23-744a5f34fac7","input":{"ref":"job queued"}}', NULL, NULL, 0, '2026-11-22 07:04:13.718+00', '2026-11-22 08:04:13.718+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:13.718+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d8d2-7335-9bd3-481944bf01ba', 121, 'job', 'queued', 'live', 'job:01a20211-d8d2-7335-9bd3-481944bf01ba', '01a20211-7237-78b4-9f85-bfed13203992', NULL, 'ec49a991-eab6-4931-a615-fcd037f9f43d', '{"revision":"01a20211-754e-75d6-89a5-d5d5d2d4efcd","input":{"ref":"call queued"}}', NULL, NULL, 0, '2026-11-22 07:04:13.782+00', '2026-11-22 08:04:13.782+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:13.782+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d954-739f-9549-6dd879639663', 122, 'job', 'queued', 'live', 'job:01a20211-d954-739f-9549-6dd879639663', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-d900-7743-8867-dc2ecafdb34d', '2b70bcd5-5cd8-4db5-9504-91129dafdf57', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"payment queued"}}', NULL, NULL, 0, '2026-11-22 07:04:13.911+00', '2026-11-22 08:04:13.911+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:13.911+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d986-7152-8912-b5c7716feb2d', 123, 'refund', 'queued', 'live', 'order:01a20211-8dd5-7ed8-91ca-04791422badb', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-8dac-74d9-89ba-1c89f3de1317', 'f5575434-b9e6-49d7-832e-b3ab8fa7fc11', '{"order":"01a20211-8dd5-7ed8-91ca-04791422badb"}', NULL, NULL, 0, '2026-11-22 07:04:13.937+00', '2026-11-22 08:04:13.937+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:13.937+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-d9f2-7854-917c-76366ce2fb7f', 124, 'message', 'queued', 'live', 'message:01a20211-d9db-795e-aa71-deeb03ae7858', '01a20211-7d94-7f95-8945-134e6c3cb2d3', '01a20211-d9db-795e-aa71-deeb03ae7858', '59998c5f-1d38-4d67-b8eb-f392a8d9ee66', '{"text":"chat queued","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 0, '2026-11-22 07:04:14.067+00', '2026-11-22 08:04:14.067+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:14.067+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dad9-7fce-aca3-6cd5d274ce53', 126, 'received', 'queued', 'live', 'dialog:01a20211-daa1-7e48-8448-4efc13e0e3cc', NULL, '01a20211-daa1-7e48-8448-4efc13e0e3cc', 'fcc9b13f-e300-4567-8b27-c6ae5f2cb69a', '{"text":"hello","data":{}}', NULL, NULL, 0, '2026-11-22 07:04:14.299+00', '2026-11-22 08:04:14.299+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:14.299+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-c3e2-79c6-8d5b-ece90c965ce3', 115, 'delivery', 'queued', 'live', 'delivery:01a20211-c3e2-79c6-8d5b-ece90c965ce3', '01a20211-7957-781f-a46e-34bfecd742e5', NULL, 'c4ce6680-5813-42df-8d5d-c983b4d8ad77', '{"type":"message.sent","entry":282,"body":"{\"type\":\"message.sent\",\"timestamp\":\"2026-11-22T07:04:07.884Z\",\"data\":{\"id\":282,\"subject\":{\"type\":\"message\",\"id\":\"msg_01m8113gb2fav87hf01g59v9x9\"},\"environment\":\"live\",\"actor\":{\"type\":\"system\",\"id\":null,\"name\":null},\"request_id\":\"c4ce6680-5813-42df-8d5d-c983b4d8ad77\",\"identity_id\":\"idn_01m8113g9ye9ts92gwcbt9s68v\",\"attempts\":1}}"}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-23 07:04:08.414+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:08.414+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dbb5-7453-8a83-486afbe5a4c8', 130, 'webhook_in', 'queued', 'live', 'receiver:01a20211-7976-78f5-8076-a40d120be74d', NULL, NULL, 'dcc7d553-12dc-40e7-8879-0fd8988b39e8', '{"receiver_id":"01a20211-7976-78f5-8076-a40d120be74d","headers":{"content-type":"application/json","x-service-timestamp":"1795331054","accept":"*/*","accept-language":"*","sec-fetch-mode":"cors","user-agent":"node","accept-encoding":"gzip, deflate","content-length":"21"},"body":{"ref":"hook queued"}}', NULL, NULL, 0, '2026-11-22 07:04:14.518+00', '2026-11-22 08:04:14.518+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:14.518+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dc86-760a-8422-b187d5a184ab', 133, 'message', 'running', 'live', 'message:01a20211-dc6d-7102-856b-33f6d5204086', '01a20211-79df-7520-8878-4c6f40350cc6', '01a20211-dc6d-7102-856b-33f6d5204086', 'c4d796fb-33af-4f6f-aff9-b8c19901b3cc', '{"text":"message claimed","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:14.73+00', '2026-11-22 08:04:14.73+00', '7920e4c8-7b8c-4503-941c-4e6be3f1eeb8', '2026-11-22 07:04:18.981+00', NULL, NULL, NULL, '2026-11-22 07:04:14.73+00', '2026-11-22 07:04:16.981+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dcbc-7e82-abaf-5d56b1fac475', 134, 'message', 'running', 'live', 'message:01a20211-dcac-7e17-9e9c-b1be48881764', '01a20211-7a57-733a-ab2b-b3fecf855cb0', '01a20211-dcac-7e17-9e9c-b1be48881764', '52bebea5-a286-41df-8cbb-48e4342a7248', '{"text":"telegram claimed","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:14.781+00', '2026-11-22 08:04:14.781+00', '7920e4c8-7b8c-4503-941c-4e6be3f1eeb8', '2026-11-22 07:04:18.981+00', NULL, NULL, NULL, '2026-11-22 07:04:14.781+00', '2026-11-22 07:04:16.981+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dcd5-797c-9db9-f26f5da6132b', 135, 'job', 'running', 'live', 'job:01a20211-dcd5-797c-9db9-f26f5da6132b', '01a20211-71e3-780f-9d93-eec7efb4426a', NULL, '06994daf-28da-426e-b039-2dda9a8a27f0', '{"revision":"01a20211-746b-767c-ab23-744a5f34fac7","input":{"ref":"job claimed"}}', NULL, NULL, 1, '2026-11-22 07:04:14.808+00', '2026-11-22 08:04:14.808+00', '7920e4c8-7b8c-4503-941c-4e6be3f1eeb8', '2026-11-22 07:04:18.981+00', NULL, NULL, NULL, '2026-11-22 07:04:14.808+00', '2026-11-22 07:04:16.981+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dcea-7e7f-aa5f-e410ccb1aa77', 136, 'job', 'running', 'live', 'job:01a20211-dcea-7e7f-aa5f-e410ccb1aa77', '01a20211-7237-78b4-9f85-bfed13203992', NULL, 'e4fb0e6e-ba70-459d-a2b0-b871fbd0868b', '{"revision":"01a20211-754e-75d6-89a5-d5d5d2d4efcd","input":{"ref":"call claimed"}}', NULL, NULL, 1, '2026-11-22 07:04:14.827+00', '2026-11-22 08:04:14.827+00', '7920e4c8-7b8c-4503-941c-4e6be3f1eeb8', '2026-11-22 07:04:18.981+00', NULL, NULL, NULL, '2026-11-22 07:04:14.827+00', '2026-11-22 07:04:16.981+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dd1e-7ce8-bc1c-0b5d7be5498d', 137, 'job', 'running', 'live', 'job:01a20211-dd1e-7ce8-bc1c-0b5d7be5498d', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-dd07-7b7a-893b-396b3b19fe7e', 'eeafacba-9f5b-4354-a959-a3f6ed5970cb', '{"revision":"01a20211-7666-7b23-a51e-b40df7575625","input":{"ref":"payment claimed"}}', NULL, NULL, 1, '2026-11-22 07:04:14.886+00', '2026-11-22 08:04:14.886+00', '7920e4c8-7b8c-4503-941c-4e6be3f1eeb8', '2026-11-22 07:04:18.981+00', NULL, NULL, NULL, '2026-11-22 07:04:14.886+00', '2026-11-22 07:04:16.981+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e018-739f-b7c3-8747cbfb89b4', 148, 'message', 'queued', 'live', 'message:01a20211-dff6-7732-a6b8-c0919370a2c5', '01a20211-7d94-7f95-8945-134e6c3cb2d3', '01a20211-dff6-7732-a6b8-c0919370a2c5', '9da5a165-5300-456d-8fb2-48803c9e0e07', '{"text":"chat later","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 08:04:15.642+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:15.642+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e067-7403-96c0-110c2d9d38ee', 149, 'event', 'queued', 'live', 'dialog:01a20211-e04f-7959-b068-c8ffd83c5488', NULL, '01a20211-e04f-7959-b068-c8ffd83c5488', 'c453b9f3-c0d0-4ad8-b75f-d820b784812c', '{"event_id":"e-f2ceee3e-54ae-4f0c-ad9a-a1069ba6f899","text":"ask","data":{"ref":"event later"}}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 08:04:15.72+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:15.72+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e11b-7fab-b6ae-ff271a516a25', 150, 'received', 'queued', 'live', 'dialog:01a20211-e0f2-703c-bdaa-f297062ed6ca', NULL, '01a20211-e0f2-703c-bdaa-f297062ed6ca', '66bcb1cb-bd08-41ac-8bea-bdfa91346935', '{"text":"hello","data":{}}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 08:04:15.9+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:15.9+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e174-7ef8-8df3-47e95b41ab6f', 152, 'run', 'queued', 'live', 'run:01a20211-e174-7ef8-8df3-47e95b41ab6f', NULL, NULL, '259d275b-cbed-4eb9-9b6b-b6b91035ede5', '{"type":"start","workflow":"record","version":1,"input":{"ref":"run later"},"event":null}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 08:04:15.989+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:15.989+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e192-7647-ba2e-0019de3f5084', 153, 'automation_event', 'queued', 'live', 'automation:01a20211-e192-7647-ba2e-0019de3f5084', NULL, NULL, '9360dc7f-3dd5-46a4-a7be-042716d111a5', '{"event_id":"automation-later","source":"custom.order.paid","data":{"ref":"heard later"}}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 08:04:16.022+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:16.022+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dbe4-7a19-9a41-e5923bc9543a', 131, 'callback', 'queued', 'live', 'callback:01a20211-7a57-733a-ab2b-b3fecf855cb0:9000017000', '01a20211-7a57-733a-ab2b-b3fecf855cb0', NULL, '1058a7fb-9e61-4a8b-b95c-1f70563a2c8c', '{"channel_id":"01a20211-7a57-733a-ab2b-b3fecf855cb0","callback_id":"9000017000"}', NULL, NULL, 0, '2026-11-22 07:04:14.564+00', '2026-11-22 07:05:14.564+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:14.564+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dc28-7341-bd80-7070bdd6b268', 132, 'disconnection', 'queued', 'live', 'disconnection:01a20211-7aba-7abb-a4d9-0dd9c6c52faf', NULL, NULL, '71f76266-70e9-43ce-b78c-fc69454ad179', '{"channel_id":"01a20211-7aba-7abb-a4d9-0dd9c6c52faf","type":"telegram","settings":{"base_url":"http://bot1.outside.invalid"},"secrets":"v1.PG7mDs_RHbRIN-iiDchJCeUmlKKlzajpipWW_ZuqW9kZ-KLSjnWK4hMMGDkdLkTbFEVnp43Ld_VCZqtkW6FQ6DZjnPgt_-AyII9owlTguvTP-0GCZPVEnKmko9CTrscXbGX72nCLu3ycAdVyPO90WXlGMtb3nxv1ZZA"}', NULL, NULL, 0, '2026-11-22 07:04:14.614+00', '2026-11-22 08:04:14.614+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:14.614+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dd6b-759e-8d32-87fe476c231b', 138, 'refund', 'running', 'live', 'order:01a20211-8a21-73ee-a195-bc7e0fb7bf69', '01a20211-7279-7d52-9a90-eae46d84e1fb', '01a20211-8a08-7e11-a656-58c874df6407', '2520646c-617c-40c8-ae5f-bd47bf1abae1', '{"order":"01a20211-8a21-73ee-a195-bc7e0fb7bf69"}', NULL, NULL, 1, '2026-11-22 07:04:14.925+00', '2026-11-22 08:04:14.925+00', '7920e4c8-7b8c-4503-941c-4e6be3f1eeb8', '2026-11-22 07:04:18.981+00', NULL, NULL, NULL, '2026-11-22 07:04:14.925+00', '2026-11-22 07:04:16.981+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-de9d-75ca-8f0f-83f3b55f58ce', 142, 'dialog', 'running', 'live', 'dialog:01a20211-b675-7186-819e-ae40b99487f0', NULL, '01a20211-b675-7186-819e-ae40b99487f0', '3fe422f3-3f59-4a18-98a9-82681b85e7c1', '{"type":"released","by":"owner@example.com","held_at":"2026-11-22T07:04:05.025Z"}', NULL, NULL, 1, '2026-11-22 07:04:15.26+00', '2026-11-23 07:04:15.26+00', '7920e4c8-7b8c-4503-941c-4e6be3f1eeb8', '2026-11-22 07:04:18.981+00', NULL, NULL, NULL, '2026-11-22 07:04:15.26+00', '2026-11-22 07:04:16.981+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-df1d-7e85-99cc-36d27d53e5cc', 146, 'callback', 'running', 'live', 'callback:01a20211-7a57-733a-ab2b-b3fecf855cb0:9000027001', '01a20211-7a57-733a-ab2b-b3fecf855cb0', NULL, 'e0f21860-d402-4f4a-9458-c69744362bb3', '{"channel_id":"01a20211-7a57-733a-ab2b-b3fecf855cb0","callback_id":"9000027001"}', NULL, NULL, 1, '2026-11-22 07:04:15.386+00', '2026-11-22 07:05:15.386+00', '7920e4c8-7b8c-4503-941c-4e6be3f1eeb8', '2026-11-22 07:04:18.981+00', NULL, NULL, NULL, '2026-11-22 07:04:15.386+00', '2026-11-22 07:04:16.981+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-df68-7d9a-bcd7-52a4c9e86ad5', 147, 'disconnection', 'running', 'live', 'disconnection:01a20211-7b22-77f5-953e-80b665868be0', NULL, NULL, '19c23857-503c-4c80-a71d-851a112fbabf', '{"channel_id":"01a20211-7b22-77f5-953e-80b665868be0","type":"telegram","settings":{"base_url":"http://bot2.outside.invalid"},"secrets":"v1.EJAA8ebfRMzrU9DZ21eeuZHSL-WAdSz7ggjydIg7rXxMibta2NzyzGxUqtk0L4MMqIHCunlg-4jqr4AoNaI_6WtVMbJxD5qZH_QNrEVRbW7Ai4cw0DrYHkaPcnhTSms1By5Y8zr62s_6-htYwqSiGEt-woywFgEpFVI"}', NULL, NULL, 1, '2026-11-22 07:04:15.458+00', '2026-11-22 08:04:15.458+00', '7920e4c8-7b8c-4503-941c-4e6be3f1eeb8', '2026-11-22 07:04:18.981+00', NULL, NULL, NULL, '2026-11-22 07:04:15.458+00', '2026-11-22 07:04:16.981+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e146-7979-8286-1e0730c99195', 151, 'dialog', 'queued', 'live', 'dialog:01a20211-b755-71c5-b2c4-12fb53c93007', NULL, '01a20211-b755-71c5-b2c4-12fb53c93007', '2b08363c-29bf-4b36-a57b-94446c82c78f', '{"type":"released","by":"owner@example.com","held_at":"2026-11-22T07:04:05.309Z"}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-23 07:04:15.934+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:15.934+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e1cc-74e8-87ad-50b2a4033db4', 155, 'callback', 'queued', 'live', 'callback:01a20211-7a57-733a-ab2b-b3fecf855cb0:9000037002', '01a20211-7a57-733a-ab2b-b3fecf855cb0', NULL, 'd01e45c0-da85-441a-bdf5-a29f373e44d7', '{"channel_id":"01a20211-7a57-733a-ab2b-b3fecf855cb0","callback_id":"9000037002"}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 07:05:16.076+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:16.076+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e201-7332-954d-f53be6c46942', 156, 'disconnection', 'queued', 'live', 'disconnection:01a20211-7bcb-7c92-9fe8-e516737223d4', NULL, NULL, '73ae6e28-cb63-43e3-aedb-d385aacb470b', '{"channel_id":"01a20211-7bcb-7c92-9fe8-e516737223d4","type":"telegram","settings":{"base_url":"http://bot3.outside.invalid"},"secrets":"v1.gvXchMVHm_KqXPYMHNrJSrAYrIoBEq53fSepdJibJXNkPmBEpF-PxoW23wv9-WIFr3F6TdrdrqvsBjUNuTDmkriAWTfscCl4YZwlJPoPy2H5R96ny2QFJ31MLat3GNG3d7FbRdRkC-tfOH4EdBw_Kl6iG1PG_kXLpJ8"}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 08:04:16.111+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:16.111+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e2d9-7770-9a88-1f70107d4bcc', 160, 'dialog', 'queued', 'live', 'dialog:01a20211-b815-786b-9efa-9abfafc00407', NULL, '01a20211-b815-786b-9efa-9abfafc00407', '2276f946-5997-44e5-b2b4-67638073a129', '{"type":"released","by":"owner@example.com","held_at":"2026-11-22T07:04:05.424Z"}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-23 07:04:16.337+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:16.337+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e344-7c7f-9587-c349f5df96a3', 164, 'callback', 'queued', 'live', 'callback:01a20211-7a57-733a-ab2b-b3fecf855cb0:9000047003', '01a20211-7a57-733a-ab2b-b3fecf855cb0', NULL, '1de21e89-8f14-4885-a163-2827c3d9433f', '{"channel_id":"01a20211-7a57-733a-ab2b-b3fecf855cb0","callback_id":"9000047003"}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-22 07:05:16.45+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:16.45+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e3b4-7db5-9811-698f2b975445', 166, 'job', 'queued', 'live', 'job:01a20211-e3b4-7db5-9811-698f2b975445', '01a20211-71e3-780f-9d93-eec7efb4426a', NULL, 'b0702748-de30-4e21-bee0-d6e856b36a9f', '{"revision":"01a20211-746b-767c-ab23-744a5f34fac7","input":{"ref":"called method"},"published":{"method":"buy","version":1}}', NULL, NULL, 0, '2026-11-22 07:04:16.566+00', '2026-11-22 08:04:16.566+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:16.566+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e3e9-76a0-9830-dfa037749eba', 167, 'received', 'queued', 'live', 'dialog:01a20211-e3dd-785d-b704-672cef4ff9ab', NULL, '01a20211-e3dd-785d-b704-672cef4ff9ab', '526ea86e-a20d-40ab-b37b-e744a6768822', '{"text":"hello","data":{"message_id":3}}', NULL, NULL, 0, '2026-11-22 07:04:16.618+00', '2026-11-22 08:04:16.618+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:16.618+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ddd6-70f6-b4fc-5cb1e4e1926a', 139, 'message', 'running', 'live', 'message:01a20211-ddba-7405-b519-4722093ec291', '01a20211-7d94-7f95-8945-134e6c3cb2d3', '01a20211-ddba-7405-b519-4722093ec291', '1be1262b-1af1-479e-a82e-703964ec7912', '{"text":"chat claimed","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:15.063+00', '2026-11-22 08:04:15.063+00', '7920e4c8-7b8c-4503-941c-4e6be3f1eeb8', '2026-11-22 07:04:18.981+00', NULL, NULL, NULL, '2026-11-22 07:04:15.063+00', '2026-11-22 07:04:16.981+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-de20-7226-8761-ff5b9265c86f', 140, 'event', 'running', 'live', 'dialog:01a20211-de0b-76c6-9216-191557452e1c', NULL, '01a20211-de0b-76c6-9216-191557452e1c', '966e535a-db35-4d24-88f3-ccc2391604e2', '{"event_id":"e-241b7b3f-d72f-4484-8829-5184ca0e1423","text":"ask","data":{"ref":"event claimed"}}', NULL, NULL, 1, '2026-11-22 07:04:15.144+00', '2026-11-22 08:04:15.144+00', '7920e4c8-7b8c-4503-941c-4e6be3f1eeb8', '2026-11-22 07:04:18.981+00', NULL, NULL, NULL, '2026-11-22 07:04:15.144+00', '2026-11-22 07:04:16.981+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-de7f-7938-b039-5a45bbc859ac', 141, 'received', 'running', 'live', 'dialog:01a20211-de6d-7002-a34e-bd4561261870', NULL, '01a20211-de6d-7002-a34e-bd4561261870', 'a3598b78-5409-4c0c-a199-4e2438b8aa98', '{"text":"hello","data":{}}', NULL, NULL, 1, '2026-11-22 07:04:15.232+00', '2026-11-22 08:04:15.232+00', '7920e4c8-7b8c-4503-941c-4e6be3f1eeb8', '2026-11-22 07:04:18.981+00', NULL, NULL, NULL, '2026-11-22 07:04:15.232+00', '2026-11-22 07:04:16.981+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dec3-7bf2-9392-0e5281cb9609', 143, 'run', 'running', 'live', 'run:01a20211-dec3-7bf2-9392-0e5281cb9609', NULL, NULL, '1f61c8d0-d7dd-4801-90cc-3660abf5afdb', '{"type":"start","workflow":"record","version":1,"input":{"ref":"run claimed"},"event":null}', NULL, NULL, 1, '2026-11-22 07:04:15.307+00', '2026-11-22 08:04:15.307+00', '7920e4c8-7b8c-4503-941c-4e6be3f1eeb8', '2026-11-22 07:04:18.981+00', NULL, NULL, NULL, '2026-11-22 07:04:15.307+00', '2026-11-22 07:04:16.981+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-dedc-7022-a421-516ec9957986', 144, 'automation_event', 'running', 'live', 'automation:01a20211-dedc-7022-a421-516ec9957986', NULL, NULL, '87c5c736-ffe8-4d6b-a7a5-2adfc93ec596', '{"event_id":"automation-claimed","source":"custom.order.paid","data":{"ref":"heard claimed"}}', NULL, NULL, 1, '2026-11-22 07:04:15.325+00', '2026-11-22 08:04:15.325+00', '7920e4c8-7b8c-4503-941c-4e6be3f1eeb8', '2026-11-22 07:04:18.981+00', NULL, NULL, NULL, '2026-11-22 07:04:15.325+00', '2026-11-22 07:04:16.981+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-deee-76a6-b523-244fe21dde78', 145, 'webhook_in', 'running', 'live', 'receiver:01a20211-7989-7e1c-a33e-c2055b2b0674', NULL, NULL, '65693b17-9f2a-4a01-8073-cb4551238f3b', '{"receiver_id":"01a20211-7989-7e1c-a33e-c2055b2b0674","headers":{"content-type":"application/json","x-service-timestamp":"1795331055","accept":"*/*","accept-language":"*","sec-fetch-mode":"cors","user-agent":"node","accept-encoding":"gzip, deflate","content-length":"22"},"body":{"ref":"hook claimed"}}', NULL, NULL, 1, '2026-11-22 07:04:15.343+00', '2026-11-22 08:04:15.343+00', '7920e4c8-7b8c-4503-941c-4e6be3f1eeb8', '2026-11-22 07:04:18.981+00', NULL, NULL, NULL, '2026-11-22 07:04:15.343+00', '2026-11-22 07:04:16.981+00', NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e242-753d-aff7-5407dda0139b', 157, 'message', 'queued', 'live', 'message:01a20211-e227-7ed7-b9e9-056b3faa99f0', '01a20211-7d94-7f95-8945-134e6c3cb2d3', '01a20211-e227-7ed7-b9e9-056b3faa99f0', '52ee410e-2807-4397-a3fc-5c89bc414667', '{"text":"chat overdue","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":"","variants":{}}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-22 08:04:16.195+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:16.195+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e28a-7521-a888-59042814baf9', 158, 'event', 'queued', 'live', 'dialog:01a20211-e278-7949-8ff5-b264b9fa38e9', NULL, '01a20211-e278-7949-8ff5-b264b9fa38e9', 'a84e17f6-3120-4417-8ff1-8e86f7412896', '{"event_id":"e-6399af46-5eeb-4a87-b97a-95d2094cc9e7","text":"ask","data":{"ref":"event overdue"}}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-22 08:04:16.267+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:16.267+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e2c1-76b8-8207-d651b95d8256', 159, 'received', 'queued', 'live', 'dialog:01a20211-e2aa-7edb-b59c-79fe1ec97dbf', NULL, '01a20211-e2aa-7edb-b59c-79fe1ec97dbf', '17599a9f-460f-48d2-a8e9-e54688a19a86', '{"text":"hello","data":{}}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-22 08:04:16.322+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:16.322+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e2f5-7ee4-a0f7-09d3c89a8936', 161, 'run', 'queued', 'live', 'run:01a20211-e2f5-7ee4-a0f7-09d3c89a8936', NULL, NULL, 'a4d22294-6a26-4255-b5af-772f2b9a174d', '{"type":"start","workflow":"record","version":1,"input":{"ref":"run overdue"},"event":null}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-22 08:04:16.373+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:16.373+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e311-7511-b5b7-848aac591aad', 162, 'automation_event', 'queued', 'live', 'automation:01a20211-e311-7511-b5b7-848aac591aad', NULL, NULL, 'a5445be2-89d4-4f16-b77c-528f6bd233d7', '{"event_id":"automation-overdue","source":"custom.order.paid","data":{"ref":"heard overdue"}}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-22 08:04:16.401+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:16.401+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e31e-7950-87e2-0cd1eb2c808b', 163, 'webhook_in', 'queued', 'live', 'receiver:01a20211-79c1-77e9-bdcc-a6cd8cebf52a', NULL, NULL, '30b3bb25-d93a-41d1-88ed-d9b3347bccc9', '{"receiver_id":"01a20211-79c1-77e9-bdcc-a6cd8cebf52a","headers":{"content-type":"application/json","x-service-timestamp":"1795331056","accept":"*/*","accept-language":"*","sec-fetch-mode":"cors","user-agent":"node","accept-encoding":"gzip, deflate","content-length":"22"},"body":{"ref":"hook overdue"}}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-22 08:04:16.415+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:16.415+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e36b-78cf-8928-09475f5256ee', 165, 'disconnection', 'queued', 'live', 'disconnection:01a20211-7c40-7160-9ec7-a58a5bec7917', NULL, NULL, '2fee18db-1e97-41fb-b59c-f8f7935208f5', '{"channel_id":"01a20211-7c40-7160-9ec7-a58a5bec7917","type":"telegram","settings":{"base_url":"http://bot4.outside.invalid"},"secrets":"v1.jIXlvdQ_Ui1cdO7o3tx4oR_ytnhIkP0VjN8qsmGiF1LLQJAPUr_33_3NDpD5e_rbncML8Zl2MfOgQfu-2Tnk9EWqNtps_I1b_pqFatw7IAMLRB3bxS8heSpJ7IYwKnEZp32_X_7wTuqtIBLMUNkfWSxGT0zNy_t_fq4"}', NULL, NULL, 1, '2026-11-22 07:04:12.002+00', '2026-11-22 08:04:16.485+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:16.485+00', NULL, NULL, NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-e1ab-7446-ae77-d9b54982967a', 154, 'webhook_in', 'queued', 'live', 'receiver:01a20211-79a4-7c51-b2ac-8724c84dd9f2', NULL, NULL, '8d55caec-b998-46ac-8d77-0383bb5708ea', '{"receiver_id":"01a20211-79a4-7c51-b2ac-8724c84dd9f2","headers":{"content-type":"application/json","x-service-timestamp":"1795331056","accept":"*/*","accept-language":"*","sec-fetch-mode":"cors","user-agent":"node","accept-encoding":"gzip, deflate","content-length":"20"},"body":{"ref":"hook later"}}', NULL, NULL, 1, '2026-11-22 07:04:23.002+00', '2026-11-22 08:04:16.046+00', NULL, NULL, NULL, NULL, NULL, '2026-11-22 07:04:16.046+00', NULL, NULL, NULL);
INSERT INTO dialog.webchat_messages VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-86d0-7de0-bb12-602f80c58d8e', 1, '01a20211-86dd-74aa-9a42-784f228930b5', 'in', 'customer', '{"text" : "hello"}', '2026-11-22 07:03:52.801+00'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-86d0-7de0-bb12-602f80c58d8e', 2, '01a20211-875b-73c3-8ade-b295b0ff13f4', 'out', 'scenario', '{"text":"hello back","buttons":[],"keyboard":"reply","columns":1,"format":"plain","image":""}', '2026-11-22 07:03:52.875+00');
INSERT INTO dialog.webchat_transcripts VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-86d0-7de0-bb12-602f80c58d8e', 2);
INSERT INTO dialog.webchat_visitors VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-86aa-7c76-ba87-287c728afbc1', '01a20211-7d94-7f95-8945-134e6c3cb2d3', '\x4e929cd9957cc8dbd0e109925ed0262c3144a15987ab73930c47808654a3e3c4', NULL, '2026-11-22 07:03:52.753+00', '2026-12-22 07:03:52.753+00');
INSERT INTO dialog.webhook_attempts VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-8293-78b9-b2a4-3f8c0bd4bf0d', 1, '2026-11-22 07:03:51.842+00', 61, 204, NULL, ''),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-84c5-7715-b283-4585e3cda382', 1, '2026-11-22 07:03:52.375+00', 19, 204, NULL, ''),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-893a-7a2b-8412-b08619afaf8d', 1, '2026-11-22 07:03:53.499+00', 57, 204, NULL, ''),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-893a-7a2b-8412-b087eb4900cf', 1, '2026-11-22 07:03:53.502+00', 54, 204, NULL, ''),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-abc6-72cb-b348-47b831d7c519', 1, '2026-11-22 07:04:02.337+00', 9, 204, NULL, ''),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-abc6-72cb-b348-47b9a96efd24', 1, '2026-11-22 07:04:02.338+00', 8, 204, NULL, ''),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ae05-76c7-a1ee-06e3e5655740', 1, '2026-11-22 07:04:02.938+00', 16, 204, NULL, ''),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ae06-7486-973b-5b96afec71c0', 1, '2026-11-22 07:04:02.939+00', 15, 204, NULL, ''),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-ae05-76c7-a1ee-06e26f83021e', 1, '2026-11-22 07:04:02.939+00', 15, 204, NULL, ''),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b046-774d-ac0a-9eb6457d4ce2', 1, '2026-11-22 07:04:03.462+00', 3, 204, NULL, ''),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b270-7556-b5c6-e82961232b51', 1, '2026-11-22 07:04:04.014+00', 4, 204, NULL, ''),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b270-7556-b5c6-e828d41b8924', 1, '2026-11-22 07:04:04.014+00', 5, 204, NULL, ''),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b68b-7780-b14f-d3f8456e555d', 1, '2026-11-22 07:04:05.203+00', 27, 204, NULL, ''),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b68b-7780-b14f-d3f9df61d2a0', 1, '2026-11-22 07:04:05.203+00', 27, 204, NULL, '');
INSERT INTO dialog.workflow_runs VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-adef-7451-b026-1f1bbd2cd4e8', 'pause', 1, 'live', 'waiting', '{"ref":"spawned"}', '01a20211-ad99-7522-827e-aa77c93aa7d7', '{"step":"nap","waiting":{"kind":"timer","until":"2026-11-22T07:04:14.903Z"},"ended":null,"event":null,"input":{"ref":"spawned"},"steps":{},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":null,"kept":0,"paused":false}', '2026-11-22 07:04:14.903+00', NULL, NULL, '2026-11-22 07:04:02.793+00', '2026-11-22 07:04:02.85+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b1d2-7fbf-a5cd-89c0b048fde8', 'errand', 1, 'live', 'waiting', '{"ref":"run order begun"}', NULL, '{"step":"order","waiting":{"kind":"call","call":{"id":"order:1","step":"order","kind":"operation","operation":"order","input":{"ref":"run order begun"}},"until":null},"ended":null,"event":null,"input":{"ref":"run order begun"},"steps":{},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":null,"kept":0,"paused":false}', '2027-01-21 07:04:03.796+00', NULL, NULL, '2026-11-22 07:04:03.796+00', '2026-11-22 07:04:03.85+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b23d-790e-ae09-d028683a6999', 'errand', 1, 'live', 'waiting', '{"ref":"run order later"}', NULL, '{"step":"order","waiting":{"kind":"call","call":{"id":"order:1","step":"order","kind":"operation","operation":"order","input":{"ref":"run order later"}},"until":null},"ended":null,"event":null,"input":{"ref":"run order later"},"steps":{},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":null,"kept":0,"paused":false}', '2027-01-21 07:04:03.903+00', NULL, NULL, '2026-11-22 07:04:03.903+00', '2026-11-22 07:04:03.966+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b371-7876-a106-e058bc1a8760', 'pause', 1, 'live', 'waiting', '{"ref":"run delay"}', NULL, '{"step":"nap","waiting":{"kind":"timer","until":"2026-11-22T07:04:16.357Z"},"ended":null,"event":null,"input":{"ref":"run delay"},"steps":{},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":null,"kept":0,"paused":false}', '2026-11-22 07:04:16.357+00', NULL, NULL, '2026-11-22 07:04:04.21+00', '2026-11-22 07:04:04.342+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b2fa-738d-8809-81754c85d45a', 'sale', 1, 'live', 'waiting', '{"ref":"run payment"}', '01a20211-b2d9-7874-8830-d6999cd886c9', '{"step":"pay","waiting":{"kind":"call","call":{"id":"pay:1","step":"pay","kind":"payment","operation":"month","input":{}},"until":null},"ended":null,"event":null,"input":{"ref":"run payment"},"steps":{"pay":{"status":"pending","order_id":"ord_01m8113ctaf5er9k8t3p6whv1v","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=e6e0aa56-e0cd-4e6c-905b-f6ff1730a62a","result":{"order_id":"ord_01m8113ctaf5er9k8t3p6whv1v","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=e6e0aa56-e0cd-4e6c-905b-f6ff1730a62a"},"error":null,"job_id":"job_01m8113ctaf5er9k8t3p6whv1v"}},"loops":{},"taken":1,"unanswered":1,"attempts":0,"options":null,"kept":402,"paused":false}', '2027-01-21 07:04:04.091+00', NULL, NULL, '2026-11-22 07:04:04.091+00', '2026-11-22 07:04:04.163+00', NULL);
INSERT INTO dialog.workflow_steps OVERRIDING SYSTEM VALUE VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-adef-7451-b026-1f1bbd2cd4e8', 1, 'nap:1', 'nap', 'delay', 'waiting', '{"until":"2026-11-22T07:04:14.903Z"}', NULL, '2026-11-22 07:04:02.903+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b1d2-7fbf-a5cd-89c0b048fde8', 2, 'order:1', 'order', 'operation', 'waiting', 'null', NULL, '2026-11-22 07:04:03.861+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b23d-790e-ae09-d028683a6999', 3, 'order:1', 'order', 'operation', 'waiting', 'null', NULL, '2026-11-22 07:04:03.978+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b371-7876-a106-e058bc1a8760', 5, 'nap:1', 'nap', 'delay', 'waiting', '{"until":"2026-11-22T07:04:16.357Z"}', NULL, '2026-11-22 07:04:04.357+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', '01a20211-b2fa-738d-8809-81754c85d45a', 4, 'pay:1', 'pay', 'payment', 'waiting', '{"status":"pending","order_id":"ord_01m8113ctaf5er9k8t3p6whv1v","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=e6e0aa56-e0cd-4e6c-905b-f6ff1730a62a","result":{"order_id":"ord_01m8113ctaf5er9k8t3p6whv1v","payment_url":"http://shop.outside.invalid/checkout/payments/v2/contract?orderId=e6e0aa56-e0cd-4e6c-905b-f6ff1730a62a"},"error":null,"job_id":"job_01m8113ctaf5er9k8t3p6whv1v"}', NULL, '2026-11-22 07:04:04.169+00', NULL);
INSERT INTO dialog.workflow_triggers VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'heard', 0, 'event', '{"type":"event","source":"custom.order.*"}', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'nightly', 0, 'schedule', '{"type":"schedule","cron":"0 3 1 1 *","missed":"once"}', '2026-11-22 07:01:17.01+00');
INSERT INTO dialog.workflow_versions VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'record', 1, '{"triggers":[],"steps":[{"id":"keep","type":"table_write","table":"kept","action":"append","row":{"ref":"{{ input.ref }}"}}]}', '2026-11-22 07:03:48.709+00', 'owner@example.com'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'pause', 1, '{"triggers":[],"steps":[{"id":"nap","type":"delay","seconds":12},{"id":"keep","type":"table_write","table":"kept","action":"append","row":{"ref":"{{ input.ref }}"}}]}', '2026-11-22 07:03:48.813+00', 'owner@example.com'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'errand', 1, '{"triggers":[],"steps":[{"id":"order","type":"operation","operation":"order","input":{"ref":"{{ input.ref }}"},"on_unknown":"keep","on_failed":"keep"},{"id":"keep","type":"table_write","table":"kept","action":"append","row":{"ref":"{{ input.ref }}","status":"{{ steps.order.status }}"}}]}', '2026-11-22 07:03:48.896+00', 'owner@example.com'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'sale', 1, '{"triggers":[],"steps":[{"id":"pay","type":"payment","operation":"month"},{"id":"keep","type":"table_write","table":"kept","action":"append","row":{"ref":"{{ input.ref }}","status":"{{ steps.pay.status }}"}}]}', '2026-11-22 07:03:48.96+00', 'owner@example.com'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'heard', 1, '{"triggers":[{"type":"event","source":"custom.order.*"}],"steps":[{"id":"keep","type":"table_write","table":"kept","action":"append","row":{"ref":"{{ event.ref }}"}}]}', '2026-11-22 07:03:49.076+00', 'owner@example.com'),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'nightly', 1, '{"triggers":[{"type":"schedule","cron":"0 3 1 1 *","missed":"once"}],"steps":[{"id":"keep","type":"table_write","table":"kept","action":"append","row":{"ref":"nightly","missed":"{{ event.missed }}"}}]}', '2026-11-22 07:03:49.237+00', 'owner@example.com');
INSERT INTO dialog.workflows VALUES
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'record', 'record', '', 'live', '{"triggers":[],"steps":[{"id":"keep","type":"table_write","table":"kept","action":"append","row":{"ref":"{{ input.ref }}"}}]}', 1, '2026-11-22 07:03:48.68+00', '2026-11-22 07:03:48.68+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'pause', 'pause', '', 'live', '{"triggers":[],"steps":[{"id":"nap","type":"delay","seconds":12},{"id":"keep","type":"table_write","table":"kept","action":"append","row":{"ref":"{{ input.ref }}"}}]}', 1, '2026-11-22 07:03:48.753+00', '2026-11-22 07:03:48.753+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'errand', 'errand', '', 'live', '{"triggers":[],"steps":[{"id":"order","type":"operation","operation":"order","input":{"ref":"{{ input.ref }}"},"on_unknown":"keep","on_failed":"keep"},{"id":"keep","type":"table_write","table":"kept","action":"append","row":{"ref":"{{ input.ref }}","status":"{{ steps.order.status }}"}}]}', 1, '2026-11-22 07:03:48.847+00', '2026-11-22 07:03:48.847+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'sale', 'sale', '', 'live', '{"triggers":[],"steps":[{"id":"pay","type":"payment","operation":"month"},{"id":"keep","type":"table_write","table":"kept","action":"append","row":{"ref":"{{ input.ref }}","status":"{{ steps.pay.status }}"}}]}', 1, '2026-11-22 07:03:48.926+00', '2026-11-22 07:03:48.926+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'heard', 'heard', '', 'live', '{"triggers":[{"type":"event","source":"custom.order.*"}],"steps":[{"id":"keep","type":"table_write","table":"kept","action":"append","row":{"ref":"{{ event.ref }}"}}]}', 1, '2026-11-22 07:03:49.015+00', '2026-11-22 07:03:49.015+00', NULL),
	('01a20211-70fe-72e4-a855-f27e522d5d51', 'nightly', 'nightly', '', 'live', '{"triggers":[{"type":"schedule","cron":"0 3 1 1 *","missed":"once"}],"steps":[{"id":"keep","type":"table_write","table":"kept","action":"append","row":{"ref":"nightly","missed":"{{ event.missed }}"}}]}', 1, '2026-11-22 07:03:49.144+00', '2026-11-22 07:03:49.144+00', NULL);
INSERT INTO drizzle.__catalog_migrations VALUES
	(1, 'b1c51105d29c6dc4b5316b7edab12a46e14e2de5d18d7d6f759dad7dee73f01f', 1795172070729),
	(2, '65a3a0add28849913922df6ca662685b52357bc49cbcab98e52c2defb99dfc6d', 1795172071554);
INSERT INTO drizzle.__drizzle_migrations VALUES
	(1, '6837e0c4941490ce5c4c48ae3a611ce4257ff5662adc739f213da238773636cf', 1795185720813),
	(2, 'ee6f39ba0285361d097b5800528ec0245789f4eee2ff92d65de7fe824709144e', 1795185721655);
SELECT pg_catalog.setval('catalog.offers_id_seq', 12, true);
SELECT pg_catalog.setval('catalog.sources_id_seq', 2, true);
SELECT pg_catalog.setval('dialog.arrivals_id_seq', 4, true);
SELECT pg_catalog.setval('dialog.audit_inbox_seq_seq', 346, true);
SELECT pg_catalog.setval('dialog.profile_links_seq_seq', 1, true);
SELECT pg_catalog.setval('dialog.request_log_id_seq', 255, true);
SELECT pg_catalog.setval('dialog.tasks_seq_seq', 167, true);
SELECT pg_catalog.setval('dialog.workflow_steps_n_seq', 6, true);
SELECT pg_catalog.setval('drizzle.__catalog_migrations_id_seq', 2, true);
SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 2, true);
ALTER TABLE ONLY catalog.offers
    ADD CONSTRAINT offers_identity UNIQUE NULLS NOT DISTINCT (source_id, pn_raw, condition_raw);
ALTER TABLE ONLY catalog.offers
    ADD CONSTRAINT offers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY catalog.sources
    ADD CONSTRAINT sources_pkey PRIMARY KEY (id);
ALTER TABLE ONLY catalog.tallies
    ADD CONSTRAINT tallies_identity UNIQUE NULLS NOT DISTINCT (kind, source_id, key);
ALTER TABLE ONLY catalog.totals
    ADD CONSTRAINT totals_pkey PRIMARY KEY ("row");
ALTER TABLE ONLY dialog.arrivals
    ADD CONSTRAINT arrivals_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.audit_heads
    ADD CONSTRAINT audit_heads_pkey PRIMARY KEY (project_id);
ALTER TABLE ONLY dialog.audit_inbox
    ADD CONSTRAINT audit_inbox_project_id_seq_pk PRIMARY KEY (project_id, seq);
ALTER TABLE ONLY dialog.audit_log
    ADD CONSTRAINT audit_log_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.channels
    ADD CONSTRAINT channels_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.connections
    ADD CONSTRAINT connections_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.connections
    ADD CONSTRAINT connections_slug UNIQUE (project_id, slug);
ALTER TABLE ONLY dialog.daily_active
    ADD CONSTRAINT daily_active_pk PRIMARY KEY (project_id, profile_id, day, channel_id, environment);
ALTER TABLE ONLY dialog.daily_figures
    ADD CONSTRAINT daily_figures_project_id_environment_channel_id_day_pk PRIMARY KEY (project_id, environment, channel_id, day);
ALTER TABLE ONLY dialog.daily_revenue
    ADD CONSTRAINT daily_revenue_project_id_environment_channel_id_day_currency_pk PRIMARY KEY (project_id, environment, channel_id, day, currency);
ALTER TABLE ONLY dialog.dialogs
    ADD CONSTRAINT dialogs_project_id_identity_id_pk PRIMARY KEY (project_id, identity_id);
ALTER TABLE ONLY dialog.identities
    ADD CONSTRAINT identities_external_id UNIQUE (project_id, channel_id, external_id);
ALTER TABLE ONLY dialog.identities
    ADD CONSTRAINT identities_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.installation
    ADD CONSTRAINT installation_pkey PRIMARY KEY ("row");
ALTER TABLE ONLY dialog.link_attempts
    ADD CONSTRAINT link_attempts_project_id_identity_id_pk PRIMARY KEY (project_id, identity_id);
ALTER TABLE ONLY dialog.link_codes
    ADD CONSTRAINT link_codes_hash UNIQUE (project_id, hash);
ALTER TABLE ONLY dialog.link_codes
    ADD CONSTRAINT link_codes_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.linked_profiles
    ADD CONSTRAINT linked_profiles_project_id_link_id_profile_id_pk PRIMARY KEY (project_id, link_id, profile_id);
ALTER TABLE ONLY dialog.method_versions
    ADD CONSTRAINT method_versions_id UNIQUE (project_id, id);
ALTER TABLE ONLY dialog.method_versions
    ADD CONSTRAINT method_versions_project_id_slug_version_pk PRIMARY KEY (project_id, slug, version);
ALTER TABLE ONLY dialog.methods
    ADD CONSTRAINT methods_project_id_slug_pk PRIMARY KEY (project_id, slug);
ALTER TABLE ONLY dialog.operation_revisions
    ADD CONSTRAINT operation_revisions_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.operations
    ADD CONSTRAINT operations_project_id_slug_pk PRIMARY KEY (project_id, slug);
ALTER TABLE ONLY dialog.orders
    ADD CONSTRAINT orders_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.owners
    ADD CONSTRAINT owners_email UNIQUE (email);
ALTER TABLE ONLY dialog.owners
    ADD CONSTRAINT owners_pkey PRIMARY KEY (id);
ALTER TABLE ONLY dialog.processes
    ADD CONSTRAINT processes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY dialog.profile_links
    ADD CONSTRAINT profile_links_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.profiles
    ADD CONSTRAINT profiles_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.project_counters
    ADD CONSTRAINT project_counters_project_id_shard_pk PRIMARY KEY (project_id, shard);
ALTER TABLE ONLY dialog.project_keys
    ADD CONSTRAINT project_keys_hash UNIQUE (hash);
ALTER TABLE ONLY dialog.project_keys
    ADD CONSTRAINT project_keys_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.project_settings
    ADD CONSTRAINT project_settings_pkey PRIMARY KEY (project_id);
ALTER TABLE ONLY dialog.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY dialog.rate_windows
    ADD CONSTRAINT rate_windows_pkey PRIMARY KEY (bucket);
ALTER TABLE ONLY dialog.receivers
    ADD CONSTRAINT receivers_directory UNIQUE (id);
ALTER TABLE ONLY dialog.receivers
    ADD CONSTRAINT receivers_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.receivers
    ADD CONSTRAINT receivers_slug UNIQUE (project_id, slug);
ALTER TABLE ONLY dialog.refunds
    ADD CONSTRAINT refunds_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.request_keys
    ADD CONSTRAINT request_keys_project_id_endpoint_key_pk PRIMARY KEY (project_id, endpoint, key);
ALTER TABLE ONLY dialog.request_log
    ADD CONSTRAINT request_log_project_id_at_id_pk PRIMARY KEY (project_id, at, id);
ALTER TABLE ONLY dialog.retention_runs
    ADD CONSTRAINT retention_runs_project_id_rule_pk PRIMARY KEY (project_id, rule);
ALTER TABLE ONLY dialog.scenario_drafts
    ADD CONSTRAINT scenario_drafts_pkey PRIMARY KEY (project_id);
ALTER TABLE ONLY dialog.scenario_versions
    ADD CONSTRAINT scenario_versions_project_id_version_pk PRIMARY KEY (project_id, version);
ALTER TABLE ONLY dialog.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY dialog.subscriptions
    ADD CONSTRAINT subscriptions_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.subscriptions
    ADD CONSTRAINT subscriptions_slug UNIQUE (project_id, slug);
ALTER TABLE ONLY dialog.table_rows
    ADD CONSTRAINT table_rows_project_id_table_id_environment_position_pk PRIMARY KEY (project_id, table_id, environment, "position");
ALTER TABLE ONLY dialog.table_sheets
    ADD CONSTRAINT table_sheets_project_id_table_id_environment_pk PRIMARY KEY (project_id, table_id, environment);
ALTER TABLE ONLY dialog.tables
    ADD CONSTRAINT tables_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.tasks
    ADD CONSTRAINT tasks_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.webchat_messages
    ADD CONSTRAINT webchat_messages_message UNIQUE (project_id, message_id);
ALTER TABLE ONLY dialog.webchat_messages
    ADD CONSTRAINT webchat_messages_project_id_identity_id_n_pk PRIMARY KEY (project_id, identity_id, n);
ALTER TABLE ONLY dialog.webchat_transcripts
    ADD CONSTRAINT webchat_transcripts_project_id_identity_id_pk PRIMARY KEY (project_id, identity_id);
ALTER TABLE ONLY dialog.webchat_visitors
    ADD CONSTRAINT webchat_visitors_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.webchat_visitors
    ADD CONSTRAINT webchat_visitors_token UNIQUE (project_id, channel_id, token_hash);
ALTER TABLE ONLY dialog.webhook_attempts
    ADD CONSTRAINT webhook_attempts_project_id_delivery_id_n_pk PRIMARY KEY (project_id, delivery_id, n);
ALTER TABLE ONLY dialog.workflow_runs
    ADD CONSTRAINT workflow_runs_project_id_id_pk PRIMARY KEY (project_id, id);
ALTER TABLE ONLY dialog.workflow_steps
    ADD CONSTRAINT workflow_steps_execution UNIQUE (project_id, run_id, execution);
ALTER TABLE ONLY dialog.workflow_steps
    ADD CONSTRAINT workflow_steps_project_id_run_id_n_pk PRIMARY KEY (project_id, run_id, n);
ALTER TABLE ONLY dialog.workflow_triggers
    ADD CONSTRAINT workflow_triggers_project_id_slug_n_pk PRIMARY KEY (project_id, slug, n);
ALTER TABLE ONLY dialog.workflow_versions
    ADD CONSTRAINT workflow_versions_project_id_slug_version_pk PRIMARY KEY (project_id, slug, version);
ALTER TABLE ONLY dialog.workflows
    ADD CONSTRAINT workflows_project_id_slug_pk PRIMARY KEY (project_id, slug);
ALTER TABLE ONLY drizzle.__catalog_migrations
    ADD CONSTRAINT __catalog_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY drizzle.__drizzle_migrations
    ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);
CREATE INDEX offers_by_brand ON catalog.offers USING btree (brand_raw, id);
CREATE INDEX offers_by_condition ON catalog.offers USING btree (condition_raw, id);
CREATE INDEX offers_by_creation ON catalog.offers USING btree (created_at, id);
CREATE INDEX offers_by_currency_price ON catalog.offers USING btree (price_currency, price_raw, id);
CREATE INDEX offers_by_pn ON catalog.offers USING btree (pn_raw, id);
CREATE INDEX offers_by_price ON catalog.offers USING btree (price_raw, id);
CREATE INDEX offers_by_source ON catalog.offers USING btree (source_id, id);
CREATE INDEX offers_by_source_price ON catalog.offers USING btree (source_id, price_currency, price_raw);
CREATE INDEX offers_by_status ON catalog.offers USING btree (status_raw, id);
CREATE INDEX offers_search ON catalog.offers USING gin (search_text public.gin_trgm_ops);
CREATE INDEX sources_by_name ON catalog.sources USING btree (name, id);
CREATE INDEX sources_by_update ON catalog.sources USING btree (updated_at, id);
CREATE INDEX sources_by_url_key ON catalog.sources USING hash (url_key);
CREATE INDEX tallies_empty ON catalog.tallies USING btree (kind) WHERE (offers = 0);
CREATE INDEX arrivals_age ON dialog.arrivals USING brin (at);
CREATE INDEX arrivals_by_receiver ON dialog.arrivals USING btree (project_id, receiver_id, id);
CREATE UNIQUE INDEX arrivals_rejected ON dialog.arrivals USING btree (project_id, receiver_id, minute, reason) WHERE (status = 'rejected'::text);
CREATE INDEX channels_by_id ON dialog.channels USING btree (id);
CREATE INDEX connections_by_id ON dialog.connections USING btree (id);
CREATE INDEX daily_active_age ON dialog.daily_active USING brin (day);
CREATE INDEX dialogs_by_activity ON dialog.dialogs USING btree (project_id, updated_at, identity_id);
CREATE INDEX dialogs_held ON dialog.dialogs USING btree (project_id, updated_at) WHERE (held_at IS NOT NULL);
CREATE INDEX dialogs_idle ON dialog.dialogs USING btree (project_id, updated_at) WHERE ((wake_at IS NULL) AND (held_at IS NULL));
CREATE INDEX dialogs_to_wake ON dialog.dialogs USING btree (wake_at) WHERE (wake_at IS NOT NULL);
CREATE INDEX identities_by_external_id ON dialog.identities USING btree (project_id, external_id);
CREATE INDEX identities_by_profile ON dialog.identities USING btree (project_id, profile_id, id);
CREATE INDEX link_attempts_age ON dialog.link_attempts USING btree (since);
CREATE INDEX link_codes_by_profile ON dialog.link_codes USING btree (project_id, profile_id);
CREATE INDEX link_codes_expiry ON dialog.link_codes USING btree (expires_at);
CREATE INDEX linked_profiles_by_profile ON dialog.linked_profiles USING btree (project_id, profile_id, link_id);
CREATE INDEX operations_by_connection ON dialog.operations USING btree (project_id, connection_id);
CREATE INDEX orders_by_identity ON dialog.orders USING btree (project_id, identity_id);
CREATE INDEX orders_due ON dialog.orders USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE UNIQUE INDEX orders_payment ON dialog.orders USING btree (project_id, connection_id, payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX orders_unfinished ON dialog.orders USING btree (project_id) WHERE ((environment = 'live'::text) AND (status = ANY (ARRAY['created'::text, 'pending'::text, 'unknown'::text])));
CREATE INDEX profile_links_by_profile ON dialog.profile_links USING btree (project_id, profile_id, seq);
CREATE INDEX projects_by_owner ON dialog.projects USING btree (owner_id);
CREATE INDEX refunds_by_order ON dialog.refunds USING btree (project_id, order_id, id);
CREATE UNIQUE INDEX refunds_one_an_order ON dialog.refunds USING btree (project_id, order_id) WHERE (status <> 'failed'::text);
CREATE INDEX refunds_unfinished ON dialog.refunds USING btree (project_id) WHERE ((environment = 'live'::text) AND (status = ANY (ARRAY['queued'::text, 'running'::text, 'unknown'::text])));
CREATE INDEX request_keys_age ON dialog.request_keys USING brin (created_at);
CREATE INDEX request_log_by_key ON dialog.request_log USING btree (project_id, key_id, at, id);
CREATE INDEX request_log_by_path ON dialog.request_log USING btree (project_id, "left"(path, 120) text_pattern_ops, at);
CREATE INDEX request_log_faults ON dialog.request_log USING btree (project_id, ((status / 100)), at, id) WHERE (status >= 400);
CREATE INDEX sessions_expiry ON dialog.sessions USING btree (expires_at);
CREATE INDEX table_sheets_replaced ON dialog.table_sheets USING btree (project_id, table_id, environment) WHERE (floor > removed);
CREATE INDEX tables_deleted ON dialog.tables USING btree (project_id, id) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX tables_slug ON dialog.tables USING btree (project_id, slug) WHERE (deleted_at IS NULL);
CREATE INDEX tasks_by_identity ON dialog.tasks USING btree (project_id, identity_id, seq);
CREATE INDEX tasks_deliveries ON dialog.tasks USING btree (project_id, state, seq) WHERE (kind = 'delivery'::text);
CREATE INDEX tasks_deliveries_by_target ON dialog.tasks USING btree (project_id, target_id, state, seq) WHERE (kind = 'delivery'::text);
CREATE INDEX tasks_leases ON dialog.tasks USING btree (lease_until) WHERE (state = 'running'::text);
CREATE INDEX tasks_queued ON dialog.tasks USING btree (project_id, lane, seq) WHERE (state = 'queued'::text);
CREATE UNIQUE INDEX tasks_running ON dialog.tasks USING btree (project_id, lane) WHERE (state = 'running'::text);
CREATE INDEX tasks_unsettled ON dialog.tasks USING btree (project_id, seq) WHERE (state = 'unknown'::text);
CREATE INDEX webchat_visitors_expiry ON dialog.webchat_visitors USING btree (expires_at);
CREATE INDEX webhook_attempts_age ON dialog.webhook_attempts USING brin (at);
CREATE INDEX workflow_runs_by_workflow ON dialog.workflow_runs USING btree (project_id, slug, id);
CREATE INDEX workflow_runs_ended ON dialog.workflow_runs USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX workflow_runs_to_wake ON dialog.workflow_runs USING btree (wake_at) WHERE (wake_at IS NOT NULL);
CREATE INDEX workflow_triggers_by_type ON dialog.workflow_triggers USING btree (project_id, type);
CREATE INDEX workflow_triggers_due ON dialog.workflow_triggers USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE TRIGGER offers_counted_again AFTER UPDATE ON catalog.offers REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION catalog.count_changed_offers();
CREATE TRIGGER offers_counted_in AFTER INSERT ON catalog.offers REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION catalog.count_new_offers();
CREATE TRIGGER offers_counted_out AFTER DELETE ON catalog.offers REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION catalog.count_gone_offers();
CREATE TRIGGER sources_counted_again AFTER UPDATE ON catalog.sources REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION catalog.count_sources();
CREATE TRIGGER sources_counted_in AFTER INSERT ON catalog.sources REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION catalog.count_sources();
CREATE TRIGGER sources_counted_out AFTER DELETE ON catalog.sources REFERENCING OLD TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION catalog.count_sources();
CREATE TRIGGER webchat_held AFTER INSERT ON dialog.dialogs FOR EACH ROW WHEN ((new.held_at IS NOT NULL)) EXECUTE FUNCTION dialog.tell_held_webchat();
CREATE TRIGGER webchat_held_or_released AFTER UPDATE OF held_at ON dialog.dialogs FOR EACH ROW WHEN (((old.held_at IS NULL) <> (new.held_at IS NULL))) EXECUTE FUNCTION dialog.tell_held_webchat();
ALTER TABLE ONLY catalog.offers
    ADD CONSTRAINT offers_source_id_sources_id_fk FOREIGN KEY (source_id) REFERENCES catalog.sources(id) ON DELETE CASCADE;
ALTER TABLE ONLY dialog.projects
    ADD CONSTRAINT projects_owner_id_owners_id_fk FOREIGN KEY (owner_id) REFERENCES dialog.owners(id);
ALTER TABLE ONLY dialog.sessions
    ADD CONSTRAINT sessions_owner_id_owners_id_fk FOREIGN KEY (owner_id) REFERENCES dialog.owners(id) ON DELETE CASCADE;
ALTER TABLE ONLY dialog.workflow_steps
    ADD CONSTRAINT workflow_steps_project_id_run_id_workflow_runs_project_id_id_fk FOREIGN KEY (project_id, run_id) REFERENCES dialog.workflow_runs(project_id, id) ON DELETE CASCADE;
