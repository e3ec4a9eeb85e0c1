CREATE TABLE "dialog"."dialogs" (
	"project_id" uuid NOT NULL,
	"identity_id" uuid NOT NULL,
	"version" integer,
	"position" json,
	"wake_at" timestamp (3) with time zone,
	"held_at" timestamp (3) with time zone,
	"held_by" text,
	"held_until" timestamp (3) with time zone,
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
ALTER TABLE "dialog"."audit_inbox" ADD COLUMN "identity_id" uuid;--> statement-breakpoint
ALTER TABLE "dialog"."audit_log" ADD COLUMN "identity_id" uuid;--> statement-breakpoint
ALTER TABLE "dialog"."tasks" ADD COLUMN "waiter" json;--> statement-breakpoint
ALTER TABLE "dialog"."tasks" ADD COLUMN "progress" json;--> statement-breakpoint
CREATE INDEX "dialogs_to_wake" ON "dialog"."dialogs" USING btree (least(wake_at, held_until)) WHERE wake_at IS NOT NULL OR held_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX "dialogs_held" ON "dialog"."dialogs" USING btree ("project_id","held_at") WHERE held_at IS NOT NULL;