CREATE TABLE "dialog"."half_logins" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."passkey_challenges" (
	"challenge_hash" "bytea" PRIMARY KEY NOT NULL,
	"ceremony" text NOT NULL,
	"owner_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dialog"."passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"host" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "dialog"."recovery_codes" (
	"owner_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_codes_owner_id_code_hash_pk" PRIMARY KEY("owner_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "dialog"."totp_secrets" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "dialog"."sessions" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dialog"."half_logins" ADD CONSTRAINT "half_logins_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "dialog"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dialog"."passkey_challenges" ADD CONSTRAINT "passkey_challenges_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "dialog"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dialog"."passkeys" ADD CONSTRAINT "passkeys_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "dialog"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dialog"."recovery_codes" ADD CONSTRAINT "recovery_codes_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "dialog"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dialog"."totp_secrets" ADD CONSTRAINT "totp_secrets_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "dialog"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "half_logins_expiry" ON "dialog"."half_logins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "half_logins_by_owner" ON "dialog"."half_logins" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expiry" ON "dialog"."passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkey_challenges_by_owner" ON "dialog"."passkey_challenges" USING btree ("owner_id") WHERE owner_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "dialog"."passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_by_owner" ON "dialog"."passkeys" USING btree ("owner_id","host");