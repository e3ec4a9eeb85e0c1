CREATE TABLE "dialog"."files" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"environment" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"sha256" "bytea" NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "dialog"."processes" ADD COLUMN "files_place" text;--> statement-breakpoint
ALTER TABLE "dialog"."processes" ADD COLUMN "files_mark" text;--> statement-breakpoint
CREATE INDEX "files_unsettled" ON "dialog"."files" USING btree ("changed_at") WHERE state <> 'stored';