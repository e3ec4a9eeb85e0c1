CREATE TABLE "dialog"."webchat_transcripts" (
	"project_id" uuid NOT NULL,
	"identity_id" uuid NOT NULL,
	"last" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "webchat_transcripts_project_id_identity_id_pk" PRIMARY KEY("project_id","identity_id")
);
--> statement-breakpoint
ALTER TABLE "dialog"."webchat_messages" DROP CONSTRAINT "webchat_messages_message";--> statement-breakpoint
ALTER TABLE "dialog"."webchat_messages" ADD CONSTRAINT "webchat_messages_message" UNIQUE("project_id","message_id");