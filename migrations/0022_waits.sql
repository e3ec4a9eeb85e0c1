CREATE TABLE "dialog"."approvals" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"environment" text NOT NULL,
	"state" text NOT NULL,
	"text" text NOT NULL,
	"options" json,
	"step" text NOT NULL,
	"lane" text NOT NULL,
	"call" text NOT NULL,
	"run_id" uuid,
	"identity_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"comment" text,
	"option" text,
	CONSTRAINT "approvals_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."flow_waits" (
	"project_id" uuid NOT NULL,
	"lane" text NOT NULL,
	"call" text NOT NULL,
	"kind" text NOT NULL,
	"environment" text NOT NULL,
	"identity_id" uuid,
	"form" text NOT NULL,
	"form_key" text NOT NULL,
	"match_key" text NOT NULL,
	"waiter" json NOT NULL,
	"begun_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "flow_waits_project_id_lane_call_pk" PRIMARY KEY("project_id","lane","call")
);
--> statement-breakpoint
CREATE INDEX "approvals_by_state" ON "dialog"."approvals" USING btree ("project_id","state","id");--> statement-breakpoint
CREATE INDEX "approvals_pending" ON "dialog"."approvals" USING btree ("project_id","lane","call") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "flow_waits_by_form" ON "dialog"."flow_waits" USING btree ("project_id","kind","environment","form_key","match_key","lane","call");