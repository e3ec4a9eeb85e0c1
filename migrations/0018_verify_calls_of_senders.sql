ALTER TABLE "dialog"."receivers" ADD COLUMN "verification" json DEFAULT '{"type":"service"}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."receivers" ADD COLUMN "dedupe_id" text;--> statement-breakpoint
ALTER TABLE "dialog"."receivers" ADD COLUMN "response" json;