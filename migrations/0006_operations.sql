CREATE TABLE "dialog"."connections" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connections_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "connections_slug" UNIQUE("project_id","slug")
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
CREATE INDEX "operations_by_connection" ON "dialog"."operations" USING btree ("project_id","connection_id");