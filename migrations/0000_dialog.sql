CREATE SCHEMA "dialog";
--> statement-breakpoint
CREATE TABLE "dialog"."daily_active" (
	"project_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"channel_id" uuid NOT NULL,
	"day" date NOT NULL,
	"profile_id" uuid NOT NULL,
	CONSTRAINT "daily_active_pk" PRIMARY KEY("project_id","profile_id","day","channel_id","environment")
);
--> statement-breakpoint
CREATE TABLE "dialog"."daily_figures" (
	"project_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"channel_id" uuid NOT NULL,
	"day" date NOT NULL,
	"messages_in" bigint DEFAULT 0 NOT NULL,
	"messages_out" bigint DEFAULT 0 NOT NULL,
	"events" bigint DEFAULT 0 NOT NULL,
	"new_profiles" bigint DEFAULT 0 NOT NULL,
	"active_profiles" bigint DEFAULT 0 NOT NULL,
	"jobs_succeeded" bigint DEFAULT 0 NOT NULL,
	"jobs_failed" bigint DEFAULT 0 NOT NULL,
	"workflow_runs" bigint DEFAULT 0 NOT NULL,
	"payments_succeeded" bigint DEFAULT 0 NOT NULL,
	"refunds" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_figures_project_id_environment_channel_id_day_pk" PRIMARY KEY("project_id","environment","channel_id","day")
);
--> statement-breakpoint
CREATE TABLE "dialog"."daily_revenue" (
	"project_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"channel_id" uuid NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric NOT NULL,
	CONSTRAINT "daily_revenue_project_id_environment_channel_id_day_currency_pk" PRIMARY KEY("project_id","environment","channel_id","day","currency")
);
--> statement-breakpoint
CREATE TABLE "dialog"."webchat_messages" (
	"project_id" uuid NOT NULL,
	"identity_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"message_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"author" text NOT NULL,
	"content" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webchat_messages_project_id_identity_id_n_pk" PRIMARY KEY("project_id","identity_id","n"),
	CONSTRAINT "webchat_messages_message" UNIQUE("project_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."webchat_transcripts" (
	"project_id" uuid NOT NULL,
	"identity_id" uuid NOT NULL,
	"last" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "webchat_transcripts_project_id_identity_id_pk" PRIMARY KEY("project_id","identity_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."webchat_visitors" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webchat_visitors_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "webchat_visitors_token" UNIQUE("project_id","channel_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "dialog"."connections" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" text NOT NULL,
	"last_test" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connections_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "connections_slug" UNIQUE("project_id","slug")
);
--> statement-breakpoint
CREATE TABLE "dialog"."dialogs" (
	"project_id" uuid NOT NULL,
	"identity_id" uuid NOT NULL,
	"version" integer,
	"position" json,
	"wake_at" timestamp (3) with time zone,
	"held_at" timestamp (3) with time zone,
	"held_by" text,
	"held_until" timestamp (3) with time zone,
	"kept" json DEFAULT '[]'::json NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dialogs_project_id_identity_id_pk" PRIMARY KEY("project_id","identity_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."scenario_drafts" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"definition" json NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."scenario_versions" (
	"project_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"definition" json NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"published_by" text NOT NULL,
	"restored_from" integer,
	CONSTRAINT "scenario_versions_project_id_version_pk" PRIMARY KEY("project_id","version")
);
--> statement-breakpoint
CREATE TABLE "dialog"."operation_revisions" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"kind" text NOT NULL,
	"connection_id" uuid,
	"input_schema" json NOT NULL,
	"definition" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operation_revisions_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."operations" (
	"project_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"environments" text[] NOT NULL,
	"revision_id" uuid NOT NULL,
	"connection_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "operations_project_id_slug_pk" PRIMARY KEY("project_id","slug")
);
--> statement-breakpoint
CREATE TABLE "dialog"."orders" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"operation" text NOT NULL,
	"connection_id" uuid,
	"identity_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"test" boolean NOT NULL,
	"status" text DEFAULT 'created' NOT NULL,
	"amount" numeric(15, 2) NOT NULL,
	"currency" text NOT NULL,
	"description" text NOT NULL,
	"product" text,
	"access" json,
	"receipt" json,
	"return_url" text NOT NULL,
	"shop_id" text NOT NULL,
	"idempotence_key" uuid NOT NULL,
	"payment_id" text,
	"payment_url" text,
	"cancellation" json,
	"error" json,
	"problems" json DEFAULT '[]'::json NOT NULL,
	"course" json,
	"waiter" json,
	"request_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"granted_at" timestamp (3) with time zone,
	"refunded_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp (3) with time zone,
	CONSTRAINT "orders_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."refunds" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"status" text NOT NULL,
	"amount" numeric(15, 2) NOT NULL,
	"currency" text NOT NULL,
	"receipt" json,
	"idempotence_key" uuid NOT NULL,
	"provider_refund_id" text,
	"error" json,
	"request_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."link_attempts" (
	"project_id" uuid NOT NULL,
	"identity_id" uuid NOT NULL,
	"wrong" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "link_attempts_project_id_identity_id_pk" PRIMARY KEY("project_id","identity_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."link_codes" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"made_by" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	"used_by" uuid,
	CONSTRAINT "link_codes_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "link_codes_hash" UNIQUE("project_id","hash")
);
--> statement-breakpoint
CREATE TABLE "dialog"."linked_profiles" (
	"project_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"snapshot" json NOT NULL,
	CONSTRAINT "linked_profiles_project_id_link_id_profile_id_pk" PRIMARY KEY("project_id","link_id","profile_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."profile_links" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "dialog"."profile_links_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"identity_ids" uuid[] NOT NULL,
	"code_id" uuid,
	"made_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"made_by" json NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by" json,
	CONSTRAINT "profile_links_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."project_settings" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"secrets" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."method_versions" (
	"project_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"definition" json NOT NULL,
	"environment" text NOT NULL,
	"operation" text,
	"revision_id" uuid,
	"workflow" text,
	"workflow_version" integer,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"published_by" text NOT NULL,
	"retired_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "method_versions_project_id_slug_version_pk" PRIMARY KEY("project_id","slug","version"),
	CONSTRAINT "method_versions_id" UNIQUE("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."methods" (
	"project_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"definition" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "methods_project_id_slug_pk" PRIMARY KEY("project_id","slug")
);
--> statement-breakpoint
CREATE TABLE "dialog"."retention_runs" (
	"project_id" uuid NOT NULL,
	"rule" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"removed" bigint NOT NULL,
	CONSTRAINT "retention_runs_project_id_rule_pk" PRIMARY KEY("project_id","rule")
);
--> statement-breakpoint
CREATE TABLE "dialog"."audit_heads" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."audit_inbox" (
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "dialog"."audit_inbox_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"environment" text,
	"request_id" text,
	"identity_id" uuid,
	"data" json DEFAULT '{}'::json NOT NULL,
	CONSTRAINT "audit_inbox_project_id_seq_pk" PRIMARY KEY("project_id","seq")
);
--> statement-breakpoint
CREATE TABLE "dialog"."audit_log" (
	"id" bigint NOT NULL,
	"project_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"environment" text,
	"request_id" text,
	"identity_id" uuid,
	"data" json DEFAULT '{}'::json NOT NULL,
	CONSTRAINT "audit_log_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."channels" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"environment" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" text NOT NULL,
	"connection" json,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "channels_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."identities" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"name" text,
	"profile_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "identities_external_id" UNIQUE("project_id","channel_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."installation" (
	"row" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"probe" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."owners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "owners_email" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "dialog"."processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."profiles" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"state" json DEFAULT '{}'::json NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"access" json DEFAULT '{}'::json NOT NULL,
	"paid_access" json DEFAULT '[]'::json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profiles_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."project_counters" (
	"project_id" uuid NOT NULL,
	"shard" smallint NOT NULL,
	"unfinished" bigint DEFAULT 0 NOT NULL,
	"day" date NOT NULL,
	"accepted" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "project_counters_project_id_shard_pk" PRIMARY KEY("project_id","shard")
);
--> statement-breakpoint
CREATE TABLE "dialog"."project_keys" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"methods" text[],
	"hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"scope_uses" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "project_keys_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "project_keys_hash" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "dialog"."projects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "dialog"."rate_windows" (
	"bucket" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."request_keys" (
	"project_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_keys_project_id_endpoint_key_pk" PRIMARY KEY("project_id","endpoint","key")
);
--> statement-breakpoint
CREATE TABLE "dialog"."request_log" (
	"project_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "dialog"."request_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"key_id" uuid NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" smallint NOT NULL,
	"duration_ms" integer NOT NULL,
	"request_id" text NOT NULL,
	"address" text NOT NULL,
	CONSTRAINT "request_log_project_id_at_id_pk" PRIMARY KEY("project_id","at","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"csrf_token" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."tasks" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigint GENERATED BY DEFAULT AS IDENTITY (sequence name "dialog"."tasks_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"environment" text NOT NULL,
	"lane" text NOT NULL,
	"target_id" uuid,
	"identity_id" uuid,
	"request_id" text,
	"payload" json NOT NULL,
	"waiter" json,
	"progress" json,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"lease" uuid,
	"lease_until" timestamp (3) with time zone,
	"begun_at" timestamp (3) with time zone,
	"result" json,
	"error" json,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"settlement" json,
	CONSTRAINT "tasks_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."table_rows" (
	"project_id" uuid NOT NULL,
	"table_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"position" bigint NOT NULL,
	"data" json NOT NULL,
	CONSTRAINT "table_rows_project_id_table_id_environment_position_pk" PRIMARY KEY("project_id","table_id","environment","position")
);
--> statement-breakpoint
CREATE TABLE "dialog"."table_sheets" (
	"project_id" uuid NOT NULL,
	"table_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"floor" bigint DEFAULT 0 NOT NULL,
	"last" bigint DEFAULT 0 NOT NULL,
	"removed" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "table_sheets_project_id_table_id_environment_pk" PRIMARY KEY("project_id","table_id","environment")
);
--> statement-breakpoint
CREATE TABLE "dialog"."tables" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"columns" json NOT NULL,
	"enforce" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "tables_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."arrivals" (
	"project_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "dialog"."arrivals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"receiver_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"count" integer DEFAULT 1 NOT NULL,
	"address" text NOT NULL,
	"size" integer NOT NULL,
	"request_id" text NOT NULL,
	"event_id" text,
	"minute" timestamp (3) with time zone,
	CONSTRAINT "arrivals_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."receivers" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"target" json,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "receivers_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "receivers_directory" UNIQUE("id"),
	CONSTRAINT "receivers_slug" UNIQUE("project_id","slug")
);
--> statement-breakpoint
CREATE TABLE "dialog"."subscriptions" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"kinds" text[] NOT NULL,
	"environments" text[] NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"state" text DEFAULT 'enabled' NOT NULL,
	"reason" text,
	"disabled_at" timestamp (3) with time zone,
	"cursor" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "subscriptions_slug" UNIQUE("project_id","slug")
);
--> statement-breakpoint
CREATE TABLE "dialog"."webhook_attempts" (
	"project_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" smallint,
	"error" text,
	"answer" text,
	CONSTRAINT "webhook_attempts_project_id_delivery_id_n_pk" PRIMARY KEY("project_id","delivery_id","n")
);
--> statement-breakpoint
CREATE TABLE "dialog"."workflow_runs" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"environment" text NOT NULL,
	"status" text NOT NULL,
	"input" json NOT NULL,
	"identity_id" uuid,
	"position" json,
	"wake_at" timestamp (3) with time zone,
	"output" json,
	"error" json,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "workflow_runs_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."workflow_steps" (
	"project_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"n" bigint GENERATED ALWAYS AS IDENTITY (sequence name "dialog"."workflow_steps_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"execution" text NOT NULL,
	"step" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"output" json,
	"error" json,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "workflow_steps_project_id_run_id_n_pk" PRIMARY KEY("project_id","run_id","n"),
	CONSTRAINT "workflow_steps_execution" UNIQUE("project_id","run_id","execution")
);
--> statement-breakpoint
CREATE TABLE "dialog"."workflow_triggers" (
	"project_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"n" integer NOT NULL,
	"type" text NOT NULL,
	"trigger" json NOT NULL,
	"next_at" timestamp (3) with time zone,
	CONSTRAINT "workflow_triggers_project_id_slug_n_pk" PRIMARY KEY("project_id","slug","n")
);
--> statement-breakpoint
CREATE TABLE "dialog"."workflow_versions" (
	"project_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"definition" json NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"published_by" text NOT NULL,
	CONSTRAINT "workflow_versions_project_id_slug_version_pk" PRIMARY KEY("project_id","slug","version")
);
--> statement-breakpoint
CREATE TABLE "dialog"."workflows" (
	"project_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"environment" text NOT NULL,
	"definition" json NOT NULL,
	"version" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "workflows_project_id_slug_pk" PRIMARY KEY("project_id","slug")
);
--> statement-breakpoint
ALTER TABLE "dialog"."projects" ADD CONSTRAINT "projects_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "dialog"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dialog"."sessions" ADD CONSTRAINT "sessions_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "dialog"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dialog"."workflow_steps" ADD CONSTRAINT "workflow_steps_project_id_run_id_workflow_runs_project_id_id_fk" FOREIGN KEY ("project_id","run_id") REFERENCES "dialog"."workflow_runs"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "daily_active_age" ON "dialog"."daily_active" USING brin ("day");--> statement-breakpoint
CREATE INDEX "webchat_visitors_expiry" ON "dialog"."webchat_visitors" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "connections_by_id" ON "dialog"."connections" USING btree ("id");--> statement-breakpoint
CREATE INDEX "dialogs_to_wake" ON "dialog"."dialogs" USING btree ("wake_at") WHERE wake_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "dialogs_held" ON "dialog"."dialogs" USING btree ("project_id","updated_at") WHERE held_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "dialogs_by_activity" ON "dialog"."dialogs" USING btree ("project_id","updated_at","identity_id");--> statement-breakpoint
CREATE INDEX "dialogs_idle" ON "dialog"."dialogs" USING btree ("project_id","updated_at") WHERE wake_at IS NULL AND held_at IS NULL;--> statement-breakpoint
CREATE INDEX "operations_by_connection" ON "dialog"."operations" USING btree ("project_id","connection_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_payment" ON "dialog"."orders" USING btree ("project_id","connection_id","payment_id") WHERE payment_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_by_identity" ON "dialog"."orders" USING btree ("project_id","identity_id");--> statement-breakpoint
CREATE INDEX "orders_due" ON "dialog"."orders" USING btree ("next_check_at") WHERE next_check_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_unfinished" ON "dialog"."orders" USING btree ("project_id") WHERE environment = 'live' AND status IN ('created', 'pending', 'unknown');--> statement-breakpoint
CREATE INDEX "refunds_by_order" ON "dialog"."refunds" USING btree ("project_id","order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_an_order" ON "dialog"."refunds" USING btree ("project_id","order_id") WHERE status <> 'failed';--> statement-breakpoint
CREATE INDEX "refunds_unfinished" ON "dialog"."refunds" USING btree ("project_id") WHERE environment = 'live' AND status IN ('queued', 'running', 'unknown');--> statement-breakpoint
CREATE INDEX "link_attempts_age" ON "dialog"."link_attempts" USING btree ("since");--> statement-breakpoint
CREATE INDEX "link_codes_by_profile" ON "dialog"."link_codes" USING btree ("project_id","profile_id");--> statement-breakpoint
CREATE INDEX "link_codes_expiry" ON "dialog"."link_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "linked_profiles_by_profile" ON "dialog"."linked_profiles" USING btree ("project_id","profile_id","link_id");--> statement-breakpoint
CREATE INDEX "profile_links_by_profile" ON "dialog"."profile_links" USING btree ("project_id","profile_id","seq");--> statement-breakpoint
CREATE INDEX "channels_by_id" ON "dialog"."channels" USING btree ("id");--> statement-breakpoint
CREATE INDEX "identities_by_external_id" ON "dialog"."identities" USING btree ("project_id","external_id");--> statement-breakpoint
CREATE INDEX "identities_by_profile" ON "dialog"."identities" USING btree ("project_id","profile_id","id");--> statement-breakpoint
CREATE INDEX "projects_by_owner" ON "dialog"."projects" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "request_keys_age" ON "dialog"."request_keys" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "request_log_by_key" ON "dialog"."request_log" USING btree ("project_id","key_id","at","id");--> statement-breakpoint
CREATE INDEX "request_log_faults" ON "dialog"."request_log" USING btree ("project_id",("status" / 100),"at","id") WHERE status >= 400;--> statement-breakpoint
CREATE INDEX "request_log_by_path" ON "dialog"."request_log" USING btree ("project_id","left"(path, 120) text_pattern_ops,"at");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "dialog"."sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tasks_queued" ON "dialog"."tasks" USING btree ("project_id","lane","seq") WHERE state = 'queued';--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_running" ON "dialog"."tasks" USING btree ("project_id","lane") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "tasks_leases" ON "dialog"."tasks" USING btree ("lease_until") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "tasks_unsettled" ON "dialog"."tasks" USING btree ("project_id","seq") WHERE state = 'unknown';--> statement-breakpoint
CREATE INDEX "tasks_by_identity" ON "dialog"."tasks" USING btree ("project_id","identity_id","seq");--> statement-breakpoint
CREATE INDEX "tasks_deliveries" ON "dialog"."tasks" USING btree ("project_id","state","seq") WHERE kind = 'delivery';--> statement-breakpoint
CREATE INDEX "tasks_deliveries_by_target" ON "dialog"."tasks" USING btree ("project_id","target_id","state","seq") WHERE kind = 'delivery';--> statement-breakpoint
CREATE INDEX "table_sheets_replaced" ON "dialog"."table_sheets" USING btree ("project_id","table_id","environment") WHERE floor > removed;--> statement-breakpoint
CREATE UNIQUE INDEX "tables_slug" ON "dialog"."tables" USING btree ("project_id","slug") WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX "tables_deleted" ON "dialog"."tables" USING btree ("project_id","id") WHERE deleted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "arrivals_by_receiver" ON "dialog"."arrivals" USING btree ("project_id","receiver_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "arrivals_rejected" ON "dialog"."arrivals" USING btree ("project_id","receiver_id","minute","reason") WHERE status = 'rejected';--> statement-breakpoint
CREATE INDEX "arrivals_age" ON "dialog"."arrivals" USING brin ("at");--> statement-breakpoint
CREATE INDEX "webhook_attempts_age" ON "dialog"."webhook_attempts" USING brin ("at");--> statement-breakpoint
CREATE INDEX "workflow_runs_by_workflow" ON "dialog"."workflow_runs" USING btree ("project_id","slug","id");--> statement-breakpoint
CREATE INDEX "workflow_runs_to_wake" ON "dialog"."workflow_runs" USING btree ("wake_at") WHERE wake_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "workflow_runs_ended" ON "dialog"."workflow_runs" USING btree ("finished_at") WHERE finished_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "workflow_triggers_by_type" ON "dialog"."workflow_triggers" USING btree ("project_id","type");--> statement-breakpoint
CREATE INDEX "workflow_triggers_due" ON "dialog"."workflow_triggers" USING btree ("next_at") WHERE next_at IS NOT NULL;