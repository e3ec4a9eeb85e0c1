ALTER TABLE "dialog"."installation_log" ADD COLUMN "told" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "dialog"."installation_log" SET "told" = "count";--> statement-breakpoint
CREATE INDEX "installation_log_untold" ON "dialog"."installation_log" USING btree ("person_id") WHERE person_id IS NOT NULL AND told < count AND kind IN ('login.failed', 'factor.failed');