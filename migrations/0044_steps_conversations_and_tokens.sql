CREATE TABLE "dialog"."test_conversations" (
	"project_id" uuid NOT NULL,
	"identity_id" uuid NOT NULL,
	"version" integer GENERATED ALWAYS AS IDENTITY (sequence name "dialog"."test_conversations_version_seq" INCREMENT BY -1 MINVALUE -2147483647 MAXVALUE -1 START WITH -1 CACHE 1),
	"definition" json NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_by" text NOT NULL,
	CONSTRAINT "test_conversations_project_id_identity_id_pk" PRIMARY KEY("project_id","identity_id"),
	CONSTRAINT "test_conversations_version" UNIQUE("project_id","version")
);
--> statement-breakpoint
CREATE TABLE "dialog"."personal_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"role" text,
	"project_ids" uuid[],
	"allowed_addresses" text[],
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_address" text,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "personal_tokens_hash" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "dialog"."workflow_runs" ADD COLUMN "rerun_of" uuid;--> statement-breakpoint
ALTER TABLE "dialog"."workflow_steps" ADD COLUMN "within" json;--> statement-breakpoint
ALTER TABLE "dialog"."workflow_steps" ADD COLUMN "job_id" text;--> statement-breakpoint
ALTER TABLE "dialog"."personal_tokens" ADD CONSTRAINT "personal_tokens_person_id_owners_id_fk" FOREIGN KEY ("person_id") REFERENCES "dialog"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "test_conversations_age" ON "dialog"."test_conversations" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "personal_tokens_by_person" ON "dialog"."personal_tokens" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "workflow_runs_of_sandbox" ON "dialog"."workflow_runs" USING btree ("project_id","id") WHERE environment = 'sandbox';--> statement-breakpoint
CREATE INDEX "workflow_runs_again" ON "dialog"."workflow_runs" USING btree ("project_id","rerun_of","id") WHERE rerun_of IS NOT NULL;