ALTER TABLE "dialog"."project_keys" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dialog"."project_keys" ADD COLUMN "allowed_addresses" text[];--> statement-breakpoint
ALTER TABLE "dialog"."project_keys" ADD COLUMN "last_used_address" text;--> statement-breakpoint
ALTER TABLE "dialog"."project_keys" ADD COLUMN "replaced_by" uuid;