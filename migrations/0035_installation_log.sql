CREATE TABLE "dialog"."installation_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"person_id" uuid,
	"person_email" text,
	"by_id" uuid,
	"by_email" text,
	"address" text,
	"user_agent" text,
	"request_id" text,
	"data" json DEFAULT '{}'::json NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"fold" "bytea",
	CONSTRAINT "installation_log_fold" UNIQUE("fold")
);
--> statement-breakpoint
CREATE INDEX "installation_log_by_person" ON "dialog"."installation_log" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "installation_log_by_kind" ON "dialog"."installation_log" USING btree ("kind","id");