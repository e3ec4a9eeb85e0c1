CREATE TABLE "dialog"."lane_walks" (
	"project_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"lane" text NOT NULL,
	CONSTRAINT "lane_walks_project_id_origin_pk" PRIMARY KEY("project_id","origin")
);
--> statement-breakpoint
ALTER TABLE "dialog"."tasks" ADD COLUMN "origin" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "tasks_waiting" ON "dialog"."tasks" USING btree ("project_id","origin","lane") WHERE state = 'queued';