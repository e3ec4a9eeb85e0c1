CREATE TABLE "dialog"."tag_active" (
	"project_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"tag" text NOT NULL,
	"day" date NOT NULL,
	"profile_id" uuid NOT NULL,
	CONSTRAINT "tag_active_pk" PRIMARY KEY("project_id","profile_id","day","tag","environment")
);
--> statement-breakpoint
CREATE TABLE "dialog"."tag_cursors" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"last" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."tag_figures" (
	"project_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"tag" text NOT NULL,
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
	CONSTRAINT "tag_figures_project_id_environment_tag_day_pk" PRIMARY KEY("project_id","environment","tag","day")
);
--> statement-breakpoint
CREATE TABLE "dialog"."tag_revenue" (
	"project_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"tag" text NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric NOT NULL,
	CONSTRAINT "tag_revenue_pk" PRIMARY KEY("project_id","environment","tag","day","currency")
);
--> statement-breakpoint
CREATE INDEX "tag_active_age" ON "dialog"."tag_active" USING brin ("day");--> statement-breakpoint
CREATE INDEX "tag_figures_age" ON "dialog"."tag_figures" USING brin ("day");--> statement-breakpoint
CREATE INDEX "tag_revenue_age" ON "dialog"."tag_revenue" USING brin ("day");--> statement-breakpoint
-- What has happened until now is not counted: it would count for the tags of today.
INSERT INTO "dialog"."tag_cursors" ("project_id", "last") SELECT "project_id", "last" FROM "dialog"."audit_heads";
