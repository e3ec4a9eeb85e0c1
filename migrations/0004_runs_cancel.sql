ALTER TABLE "dialog"."workflow_runs" ADD COLUMN "depth" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."workflow_runs" ADD COLUMN "root_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dialog"."workflows" ADD COLUMN "canceled_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "tasks_runs_to_begin" ON "dialog"."tasks" USING btree ("project_id",(payload ->> 'workflow'),"id") WHERE kind = 'run' AND state = 'queued';--> statement-breakpoint
CREATE INDEX "tasks_awaited" ON "dialog"."tasks" USING btree ("project_id",(waiter ->> 'id')) WHERE waiter IS NOT NULL AND state = 'queued';--> statement-breakpoint
CREATE INDEX "workflow_runs_unfinished" ON "dialog"."workflow_runs" USING btree ("project_id","slug","id") WHERE finished_at IS NULL;