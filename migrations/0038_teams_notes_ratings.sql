CREATE TABLE "dialog"."canned_replies" (
	"project_id" uuid NOT NULL,
	"shortcut" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "canned_replies_project_id_shortcut_pk" PRIMARY KEY("project_id","shortcut")
);
--> statement-breakpoint
CREATE TABLE "dialog"."conversation_figures" (
	"project_id" uuid NOT NULL,
	"day" date NOT NULL,
	"person_id" uuid NOT NULL,
	"first_answers" integer NOT NULL,
	"first_answer_ms" bigint NOT NULL,
	"answers" integer NOT NULL,
	"answer_ms" bigint NOT NULL,
	"closed" integer NOT NULL,
	"ratings" integer NOT NULL,
	"rating_sum" integer NOT NULL,
	CONSTRAINT "conversation_figures_project_id_day_person_id_pk" PRIMARY KEY("project_id","day","person_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."conversation_notes" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"identity_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"text" text NOT NULL,
	"mentions" uuid[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversation_notes_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."team_members" (
	"project_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	CONSTRAINT "team_members_project_id_team_id_person_id_pk" PRIMARY KEY("project_id","team_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."teams" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "teams_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "teams_name" UNIQUE("project_id","name")
);
--> statement-breakpoint
ALTER TABLE "dialog"."conversations" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dialog"."conversations" ADD COLUMN "team_id" uuid;--> statement-breakpoint
ALTER TABLE "dialog"."conversations" ADD COLUMN "unanswered_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dialog"."conversations" ADD COLUMN "rating" integer;--> statement-breakpoint
ALTER TABLE "dialog"."conversations" ADD COLUMN "rating_message_id" uuid;--> statement-breakpoint
ALTER TABLE "dialog"."conversations" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dialog"."conversations" ADD COLUMN "first_answered_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "conversation_notes_by_identity" ON "dialog"."conversation_notes" USING btree ("project_id","identity_id","id");--> statement-breakpoint
CREATE INDEX "team_members_by_person" ON "dialog"."team_members" USING btree ("project_id","person_id");--> statement-breakpoint
CREATE INDEX "conversations_by_team" ON "dialog"."conversations" USING btree ("project_id","team_id","is_open","place") WHERE team_id IS NOT NULL;