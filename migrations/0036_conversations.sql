CREATE TABLE "dialog"."conversation_readers" (
	"project_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"place" bigint NOT NULL,
	CONSTRAINT "conversation_readers_project_id_person_id_pk" PRIMARY KEY("project_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."conversation_reads" (
	"project_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"read_place" bigint,
	"unread_place" bigint,
	CONSTRAINT "conversation_reads_project_id_profile_id_person_id_pk" PRIMARY KEY("project_id","profile_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."conversation_tags" (
	"project_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"tag" text NOT NULL,
	"is_open" boolean NOT NULL,
	"place" bigint NOT NULL,
	CONSTRAINT "conversation_tags_project_id_profile_id_tag_pk" PRIMARY KEY("project_id","profile_id","tag")
);
--> statement-breakpoint
CREATE TABLE "dialog"."conversations" (
	"project_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"place" bigint DEFAULT 0 NOT NULL,
	"identity_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"state" text NOT NULL,
	"heard_at" timestamp (3) with time zone,
	"is_held" boolean DEFAULT false NOT NULL,
	"wanted_at" timestamp (3) with time zone,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"reopened_at" timestamp (3) with time zone,
	"assignee_id" uuid,
	CONSTRAINT "conversations_project_id_profile_id_pk" PRIMARY KEY("project_id","profile_id")
);
--> statement-breakpoint
CREATE INDEX "conversation_reads_unread" ON "dialog"."conversation_reads" USING btree ("project_id","person_id","unread_place") WHERE unread_place IS NOT NULL;--> statement-breakpoint
CREATE INDEX "conversation_tags_by_place" ON "dialog"."conversation_tags" USING btree ("project_id","tag","is_open","place");--> statement-breakpoint
CREATE INDEX "conversations_by_place" ON "dialog"."conversations" USING btree ("project_id","place");--> statement-breakpoint
CREATE INDEX "conversations_open" ON "dialog"."conversations" USING btree ("project_id","is_open","place");--> statement-breakpoint
CREATE INDEX "conversations_by_assignee" ON "dialog"."conversations" USING btree ("project_id","assignee_id","is_open","place") WHERE assignee_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "conversations_unassigned" ON "dialog"."conversations" USING btree ("project_id","is_open","place") WHERE assignee_id IS NULL;--> statement-breakpoint
CREATE INDEX "conversations_wanted" ON "dialog"."conversations" USING btree ("project_id","is_open","place") WHERE wanted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "conversations_held" ON "dialog"."conversations" USING btree ("project_id","is_open","place") WHERE is_held;--> statement-breakpoint
CREATE INDEX "conversations_by_channel" ON "dialog"."conversations" USING btree ("project_id","channel_id","is_open","place");--> statement-breakpoint
CREATE INDEX "conversations_by_state" ON "dialog"."conversations" USING btree ("project_id","state","is_open","place");--> statement-breakpoint
-- Conversations that began before there was a list of them: with everybody who has said something, in the order in which they did.
INSERT INTO "dialog"."conversations"
  ("project_id", "profile_id", "place", "identity_id", "channel_id", "state", "heard_at", "is_held", "wanted_at", "tags")
SELECT of_customer."project_id", of_customer."profile_id",
  -row_number() OVER (PARTITION BY of_customer."project_id" ORDER BY of_customer."heard_at" DESC, of_customer."profile_id"),
  of_customer."identity_id", of_customer."channel_id", 'idle', of_customer."heard_at", of_customer."is_held",
  of_customer."wanted_at", p."tags"
FROM (
  SELECT i."project_id", i."profile_id",
    (array_agg(i."id" ORDER BY d."last_heard_at" DESC NULLS LAST, d."updated_at" DESC))[1] AS "identity_id",
    (array_agg(i."channel_id" ORDER BY d."last_heard_at" DESC NULLS LAST, d."updated_at" DESC))[1] AS "channel_id",
    max(d."last_heard_at") AS "heard_at", bool_or(d."held_at" IS NOT NULL) AS "is_held",
    min(d."held_at") FILTER (WHERE d."held_by" IS NULL) AS "wanted_at"
  FROM "dialog"."dialogs" AS d
  JOIN "dialog"."identities" AS i ON i."project_id" = d."project_id" AND i."id" = d."identity_id"
  GROUP BY i."project_id", i."profile_id"
) AS of_customer
JOIN "dialog"."profiles" AS p ON p."project_id" = of_customer."project_id" AND p."id" = of_customer."profile_id"
WHERE of_customer."heard_at" IS NOT NULL OR of_customer."is_held";--> statement-breakpoint
UPDATE "dialog"."conversations" AS k SET "state" = CASE
  WHEN d."position" IS NULL THEN 'idle'
  WHEN d."position" #>> '{ended,status}' = 'failed' THEN 'failed'
  WHEN d."position" #>> '{ended,status}' IS NOT NULL THEN 'ended'
  WHEN d."position" ->> 'paused' = 'true' OR d."position" #>> '{waiting,call,kind}' IN ('operation', 'transform') THEN 'active'
  ELSE 'waiting'
END
FROM "dialog"."dialogs" AS d WHERE d."project_id" = k."project_id" AND d."identity_id" = k."identity_id";--> statement-breakpoint
INSERT INTO "dialog"."conversation_tags" ("project_id", "profile_id", "tag", "is_open", "place")
SELECT DISTINCT "project_id", "profile_id", unnest("tags"), "is_open", "place" FROM "dialog"."conversations";
