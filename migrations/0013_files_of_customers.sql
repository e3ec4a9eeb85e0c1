DROP INDEX "dialog"."files_unsettled";--> statement-breakpoint
ALTER TABLE "dialog"."files" ALTER COLUMN "size" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."files" ALTER COLUMN "sha256" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."files" ADD COLUMN "identity_id" uuid;--> statement-breakpoint
ALTER TABLE "dialog"."files" ADD COLUMN "message_id" uuid;--> statement-breakpoint
ALTER TABLE "dialog"."files" ADD COLUMN "error" json;--> statement-breakpoint
CREATE INDEX "files_to_remove" ON "dialog"."files" USING btree ("changed_at") WHERE state IN ('storing', 'deleting');--> statement-breakpoint
CREATE INDEX "files_of_customers" ON "dialog"."files" USING btree ("project_id","id") WHERE identity_id IS NOT NULL;