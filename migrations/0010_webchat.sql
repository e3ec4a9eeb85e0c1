CREATE TABLE "dialog"."webchat_messages" (
	"project_id" uuid NOT NULL,
	"identity_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"message_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"author" text NOT NULL,
	"content" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webchat_messages_project_id_identity_id_n_pk" PRIMARY KEY("project_id","identity_id","n"),
	CONSTRAINT "webchat_messages_message" UNIQUE("project_id","identity_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."webchat_visitors" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webchat_visitors_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "webchat_visitors_token" UNIQUE("project_id","channel_id","token_hash")
);
--> statement-breakpoint
CREATE INDEX "webchat_visitors_expiry" ON "dialog"."webchat_visitors" USING btree ("expires_at");