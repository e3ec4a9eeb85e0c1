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
CREATE TABLE "dialog"."project_settings" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"secrets" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
DROP INDEX "dialog"."request_log_age";--> statement-breakpoint
ALTER TABLE "dialog"."request_log" DROP CONSTRAINT "request_log_project_id_id_pk";--> statement-breakpoint
ALTER TABLE "dialog"."request_log" ADD CONSTRAINT "request_log_project_id_at_id_pk" PRIMARY KEY("project_id","at","id");--> statement-breakpoint
CREATE INDEX "daily_active_age" ON "dialog"."daily_active" USING brin ("day");--> statement-breakpoint
CREATE INDEX "dialogs_idle" ON "dialog"."dialogs" USING btree ("project_id","updated_at") WHERE wake_at IS NULL AND held_at IS NULL;--> statement-breakpoint
CREATE INDEX "request_log_by_key" ON "dialog"."request_log" USING btree ("project_id","key_id","at","id");--> statement-breakpoint
CREATE INDEX "request_log_faults" ON "dialog"."request_log" USING btree ("project_id",("status" / 100),"at","id") WHERE status >= 400;--> statement-breakpoint
CREATE INDEX "request_log_by_path" ON "dialog"."request_log" USING btree ("project_id","left"(path, 120) text_pattern_ops,"at");