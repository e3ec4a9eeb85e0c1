CREATE TABLE "dialog"."push_browsers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_browsers_endpoint" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "dialog"."push_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."pushes" (
	"browser_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"is_mine" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "pushes_browser_id_project_id_profile_id_pk" PRIMARY KEY("browser_id","project_id","profile_id")
);
--> statement-breakpoint
ALTER TABLE "dialog"."notification_settings" ADD COLUMN "pushes_waiting" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."notification_settings" ADD COLUMN "pushes_mine" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."push_browsers" ADD CONSTRAINT "push_browsers_person_id_owners_id_fk" FOREIGN KEY ("person_id") REFERENCES "dialog"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dialog"."pushes" ADD CONSTRAINT "pushes_browser_id_push_browsers_id_fk" FOREIGN KEY ("browser_id") REFERENCES "dialog"."push_browsers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_browsers_by_person" ON "dialog"."push_browsers" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "pushes_due" ON "dialog"."pushes" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "pushes_by_project" ON "dialog"."pushes" USING btree ("project_id");