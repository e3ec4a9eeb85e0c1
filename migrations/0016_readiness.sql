ALTER TABLE "dialog"."connections" ADD COLUMN "last_test" jsonb;--> statement-breakpoint
ALTER TABLE "dialog"."project_keys" ADD COLUMN "scope_uses" jsonb DEFAULT '{}'::jsonb NOT NULL;