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
