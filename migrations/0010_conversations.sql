CREATE TABLE "dialog"."conversation_cursors" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"last" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."conversation_messages" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"identity_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"direction" text NOT NULL,
	"delivery" text NOT NULL,
	"payload" json NOT NULL,
	"error" json,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "conversation_messages_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE INDEX "conversation_messages_by_identity" ON "dialog"."conversation_messages" USING btree ("project_id","identity_id","seq");