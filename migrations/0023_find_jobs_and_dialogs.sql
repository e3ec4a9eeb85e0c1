ALTER TABLE "dialog"."dialogs" ADD COLUMN "channel_id" uuid;--> statement-breakpoint
UPDATE "dialog"."dialogs" AS d SET "channel_id" = i."channel_id" FROM "dialog"."identities" AS i
WHERE i."project_id" = d."project_id" AND i."id" = d."identity_id";--> statement-breakpoint
CREATE INDEX "dialogs_by_state" ON "dialog"."dialogs" USING btree ("project_id",(CASE
  WHEN "position" IS NULL THEN 'idle'
  WHEN "position" #>> '{ended,status}' = 'failed' THEN 'failed'
  WHEN "position" #>> '{ended,status}' IS NOT NULL THEN 'ended'
  WHEN "position" ->> 'paused' = 'true' OR "position" #>> '{waiting,call,kind}' IN ('operation', 'transform') THEN 'active'
  ELSE 'waiting'
END),"updated_at","identity_id");--> statement-breakpoint
CREATE INDEX "dialogs_by_step" ON "dialog"."dialogs" USING btree ("project_id",(coalesce("position" ->> 'step', "position" ->> 'endedAt')),"updated_at","identity_id");--> statement-breakpoint
CREATE INDEX "dialogs_by_version" ON "dialog"."dialogs" USING btree ("project_id","version","updated_at","identity_id");--> statement-breakpoint
CREATE INDEX "dialogs_by_channel" ON "dialog"."dialogs" USING btree ("project_id","channel_id","updated_at","identity_id");--> statement-breakpoint
CREATE INDEX "operation_revisions_by_slug" ON "dialog"."operation_revisions" USING btree ("project_id","slug");--> statement-breakpoint
CREATE INDEX "operation_revisions_by_connection" ON "dialog"."operation_revisions" USING btree ("project_id","connection_id");--> statement-breakpoint
CREATE INDEX "tasks_jobs" ON "dialog"."tasks" USING btree ("project_id","state","id") WHERE kind = 'job';--> statement-breakpoint
CREATE INDEX "tasks_jobs_by_revision" ON "dialog"."tasks" USING btree ("project_id",(payload ->> 'revision'),"state","id") WHERE kind = 'job';--> statement-breakpoint
CREATE INDEX "tasks_jobs_by_identity" ON "dialog"."tasks" USING btree ("project_id","identity_id","state","id") WHERE kind = 'job' AND identity_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "workflow_runs_by_step" ON "dialog"."workflow_runs" USING btree ("project_id",(coalesce("position" ->> 'step', "position" ->> 'endedAt')),"id");