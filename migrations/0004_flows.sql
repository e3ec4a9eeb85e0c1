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
DROP INDEX "dialog"."dialogs_to_wake";--> statement-breakpoint
ALTER TABLE "dialog"."dialogs" ADD COLUMN "kept" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
CREATE INDEX "table_sheets_replaced" ON "dialog"."table_sheets" USING btree ("project_id","table_id","environment") WHERE floor > removed;--> statement-breakpoint
CREATE UNIQUE INDEX "tables_slug" ON "dialog"."tables" USING btree ("project_id","slug") WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX "tables_deleted" ON "dialog"."tables" USING btree ("project_id","id") WHERE deleted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "workflow_runs_by_workflow" ON "dialog"."workflow_runs" USING btree ("project_id","slug","id");--> statement-breakpoint
CREATE INDEX "workflow_runs_to_wake" ON "dialog"."workflow_runs" USING btree ("wake_at") WHERE wake_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "workflow_runs_ended" ON "dialog"."workflow_runs" USING btree ("finished_at") WHERE finished_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "workflow_triggers_by_type" ON "dialog"."workflow_triggers" USING btree ("project_id","type");--> statement-breakpoint
CREATE INDEX "workflow_triggers_due" ON "dialog"."workflow_triggers" USING btree ("next_at") WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "channels_by_id" ON "dialog"."channels" USING btree ("id");--> statement-breakpoint
CREATE INDEX "dialogs_to_wake" ON "dialog"."dialogs" USING btree ("wake_at") WHERE wake_at IS NOT NULL;