CREATE TABLE "dialog"."link_attempts" (
	"project_id" uuid NOT NULL,
	"identity_id" uuid NOT NULL,
	"wrong" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "link_attempts_project_id_identity_id_pk" PRIMARY KEY("project_id","identity_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."link_codes" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"made_by" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	"used_by" uuid,
	CONSTRAINT "link_codes_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "link_codes_hash" UNIQUE("project_id","hash")
);
--> statement-breakpoint
CREATE TABLE "dialog"."linked_profiles" (
	"project_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"snapshot" json NOT NULL,
	CONSTRAINT "linked_profiles_project_id_link_id_profile_id_pk" PRIMARY KEY("project_id","link_id","profile_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."profile_links" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "dialog"."profile_links_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"identity_ids" uuid[] NOT NULL,
	"code_id" uuid,
	"made_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"made_by" json NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by" json,
	CONSTRAINT "profile_links_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE INDEX "link_attempts_age" ON "dialog"."link_attempts" USING btree ("since");--> statement-breakpoint
CREATE INDEX "link_codes_by_profile" ON "dialog"."link_codes" USING btree ("project_id","profile_id");--> statement-breakpoint
CREATE INDEX "link_codes_expiry" ON "dialog"."link_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "linked_profiles_by_profile" ON "dialog"."linked_profiles" USING btree ("project_id","profile_id","link_id");--> statement-breakpoint
CREATE INDEX "profile_links_by_profile" ON "dialog"."profile_links" USING btree ("project_id","profile_id","seq");