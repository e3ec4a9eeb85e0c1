DROP INDEX "dialog"."dialogs_held";--> statement-breakpoint
ALTER TABLE "dialog"."channels" ADD COLUMN "connection" json;--> statement-breakpoint
CREATE INDEX "dialogs_by_activity" ON "dialog"."dialogs" USING btree ("project_id","updated_at","identity_id");--> statement-breakpoint
CREATE INDEX "dialogs_held" ON "dialog"."dialogs" USING btree ("project_id","updated_at") WHERE held_at IS NOT NULL;