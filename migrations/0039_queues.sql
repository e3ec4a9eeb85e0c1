CREATE TABLE "dialog"."presence" (
	"project_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"is_available" boolean NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "presence_project_id_person_id_pk" PRIMARY KEY("project_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "dialog"."teams" ADD COLUMN "gives_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."teams" ADD COLUMN "takes_handovers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "conversations_queued" ON "dialog"."conversations" USING btree ("project_id","team_id","place") WHERE assignee_id IS NULL AND team_id IS NOT NULL AND is_open;--> statement-breakpoint
CREATE UNIQUE INDEX "teams_of_handovers" ON "dialog"."teams" USING btree ("project_id") WHERE takes_handovers;--> statement-breakpoint
CREATE INDEX "teams_giving_out" ON "dialog"."teams" USING btree ("project_id","id") WHERE gives_out;