CREATE TABLE "catalog"."notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"body" text NOT NULL,
	"made_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "notices_by_due" ON "catalog"."notices" USING btree ("due_at");