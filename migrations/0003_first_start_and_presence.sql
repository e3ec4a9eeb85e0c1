ALTER TABLE "dialog"."installation" ADD COLUMN "unshown" json;--> statement-breakpoint
ALTER TABLE "dialog"."processes" ADD COLUMN "origin" text;