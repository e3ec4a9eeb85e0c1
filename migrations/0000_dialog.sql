CREATE SCHEMA "dialog";
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
	"hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
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
	CONSTRAINT "request_log_project_id_id_pk" PRIMARY KEY("project_id","id")
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
ALTER TABLE "dialog"."projects" ADD CONSTRAINT "projects_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "dialog"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dialog"."sessions" ADD CONSTRAINT "sessions_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "dialog"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identities_by_external_id" ON "dialog"."identities" USING btree ("project_id","external_id");--> statement-breakpoint
CREATE INDEX "identities_by_profile" ON "dialog"."identities" USING btree ("project_id","profile_id","id");--> statement-breakpoint
CREATE INDEX "projects_by_owner" ON "dialog"."projects" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "request_keys_age" ON "dialog"."request_keys" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "request_log_age" ON "dialog"."request_log" USING brin ("at");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "dialog"."sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tasks_queued" ON "dialog"."tasks" USING btree ("project_id","lane","seq") WHERE state = 'queued';--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_running" ON "dialog"."tasks" USING btree ("project_id","lane") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "tasks_leases" ON "dialog"."tasks" USING btree ("lease_until") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "tasks_unsettled" ON "dialog"."tasks" USING btree ("project_id","seq") WHERE state = 'unknown';--> statement-breakpoint
CREATE INDEX "tasks_by_identity" ON "dialog"."tasks" USING btree ("project_id","identity_id","seq");