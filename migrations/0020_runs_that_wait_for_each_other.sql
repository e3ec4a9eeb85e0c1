CREATE TABLE "dialog"."run_debounces" (
	"project_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"key" text NOT NULL,
	"run_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_debounces_project_id_slug_key_pk" PRIMARY KEY("project_id","slug","key")
);
--> statement-breakpoint
CREATE TABLE "dialog"."run_slots" (
	"project_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"key" text NOT NULL,
	"held" boolean NOT NULL,
	"most" integer NOT NULL,
	CONSTRAINT "run_slots_project_id_run_id_pk" PRIMARY KEY("project_id","run_id")
);
--> statement-breakpoint
ALTER TABLE "dialog"."workflow_runs" ADD COLUMN "start" json;--> statement-breakpoint
ALTER TABLE "dialog"."workflow_runs" ADD COLUMN "slot_key" text;--> statement-breakpoint
CREATE INDEX "run_debounces_age" ON "dialog"."run_debounces" USING btree ("at");--> statement-breakpoint
CREATE INDEX "run_slots_by_key" ON "dialog"."run_slots" USING btree ("project_id","slug","key","held","run_id");