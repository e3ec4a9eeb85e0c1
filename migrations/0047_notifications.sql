CREATE TABLE "dialog"."notification_cursors" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."notification_settings" (
	"project_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"mails_waiting" boolean NOT NULL,
	"mails_mine" boolean NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"time_zone" text,
	CONSTRAINT "notification_settings_project_id_person_id_pk" PRIMARY KEY("project_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."notifications" (
	"project_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"place" bigint NOT NULL,
	"told_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_project_id_person_id_profile_id_pk" PRIMARY KEY("project_id","person_id","profile_id")
);
--> statement-breakpoint
ALTER TABLE "dialog"."notification_settings" ADD CONSTRAINT "notification_settings_person_id_owners_id_fk" FOREIGN KEY ("person_id") REFERENCES "dialog"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dialog"."notifications" ADD CONSTRAINT "notifications_person_id_owners_id_fk" FOREIGN KEY ("person_id") REFERENCES "dialog"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_settings_by_person" ON "dialog"."notification_settings" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "notifications_by_person" ON "dialog"."notifications" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "notifications_age" ON "dialog"."notifications" USING btree ("told_at");