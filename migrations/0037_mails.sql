CREATE TABLE "dialog"."password_reset_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"address" text NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."password_resets" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"template" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"give_up_at" timestamp (3) with time zone NOT NULL,
	"given_up_at" timestamp (3) with time zone,
	"fault" text
);
--> statement-breakpoint
ALTER TABLE "dialog"."password_resets" ADD CONSTRAINT "password_resets_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "dialog"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_resets_by_owner" ON "dialog"."password_resets" USING btree ("owner_id","expires_at");--> statement-breakpoint
CREATE INDEX "password_resets_expiry" ON "dialog"."password_resets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "dialog"."mails" USING btree ("due_at") WHERE given_up_at IS NULL;--> statement-breakpoint
CREATE INDEX "mails_given_up" ON "dialog"."mails" USING btree ("given_up_at") WHERE given_up_at IS NOT NULL;