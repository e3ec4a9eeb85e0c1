CREATE TABLE "dialog"."search_cursors" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "dialog"."search_cursors_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"last" bigint DEFAULT 0 NOT NULL,
	"messages" bigint DEFAULT 0 NOT NULL,
	"older_messages" bigint DEFAULT 0 NOT NULL,
	"identities" bigint DEFAULT 0 NOT NULL,
	"older_identities" bigint DEFAULT 0 NOT NULL,
	"messages_before" uuid,
	"identities_before" uuid,
	"filled_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."search_identities" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "search_identities_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."search_messages" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "search_messages_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "dialog"."search_identities" ADD CONSTRAINT "search_identities_of_identity" FOREIGN KEY ("project_id","id") REFERENCES "dialog"."identities"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dialog"."search_messages" ADD CONSTRAINT "search_messages_of_message" FOREIGN KEY ("project_id","id") REFERENCES "dialog"."conversation_messages"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_cursors_unfilled" ON "dialog"."search_cursors" USING btree ("filled_at") WHERE messages_before IS NOT NULL OR identities_before IS NOT NULL;--> statement-breakpoint
CREATE INDEX "search_identities_by_word" ON "dialog"."search_identities" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_messages_by_word" ON "dialog"."search_messages" USING gin ("words") WITH (fastupdate=false);
