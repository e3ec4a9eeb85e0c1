CREATE TABLE "dialog"."members" (
	"project_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_project_id_person_id_pk" PRIMARY KEY("project_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_token" UNIQUE("token_hash"),
	CONSTRAINT "invitations_person" UNIQUE("project_id","email")
);
--> statement-breakpoint
ALTER TABLE "dialog"."owners" ADD COLUMN "may_make_projects" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."members" ADD CONSTRAINT "members_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "dialog"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dialog"."members" ADD CONSTRAINT "members_person_id_owners_id_fk" FOREIGN KEY ("person_id") REFERENCES "dialog"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dialog"."invitations" ADD CONSTRAINT "invitations_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "dialog"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dialog"."invitations" ADD CONSTRAINT "invitations_invited_by_owners_id_fk" FOREIGN KEY ("invited_by") REFERENCES "dialog"."owners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "members_by_person" ON "dialog"."members" USING btree ("person_id","project_id");--> statement-breakpoint
CREATE INDEX "invitations_expiry" ON "dialog"."invitations" USING btree ("expires_at");
--> statement-breakpoint
-- Also a process of the version before, which runs during an upgrade, makes projects whose owner can use them.
CREATE FUNCTION "dialog"."add_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "dialog"."members" ("project_id", "person_id", "role") VALUES (NEW."id", NEW."owner_id", 'owner');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "add_owner" AFTER INSERT ON "dialog"."projects" FOR EACH ROW EXECUTE FUNCTION "dialog"."add_owner"();--> statement-breakpoint
INSERT INTO "dialog"."members" ("project_id", "person_id", "role", "created_at")
SELECT "id", "owner_id", 'owner', "created_at" FROM "dialog"."projects";
