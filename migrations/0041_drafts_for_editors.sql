ALTER TABLE "dialog"."scenario_drafts" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."scenario_drafts" ADD COLUMN "view" json;--> statement-breakpoint
ALTER TABLE "dialog"."scenario_drafts" ADD COLUMN "saved_by" text;--> statement-breakpoint
ALTER TABLE "dialog"."workflows" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."workflows" ADD COLUMN "view" json;--> statement-breakpoint
ALTER TABLE "dialog"."workflows" ADD COLUMN "saved_by" text;