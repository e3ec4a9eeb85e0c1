CREATE TABLE "dialog"."owner_devices" (
	"owner_id" uuid NOT NULL,
	"device_hash" "bytea" NOT NULL,
	"last_login_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "owner_devices_owner_id_device_hash_pk" PRIMARY KEY("owner_id","device_hash")
);
--> statement-breakpoint
ALTER TABLE "dialog"."sessions" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."sessions" ADD COLUMN "last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."sessions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "dialog"."sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "dialog"."sessions" ADD COLUMN "is_new_device" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."owners" ADD COLUMN "has_weak_password" boolean;--> statement-breakpoint
ALTER TABLE "dialog"."owner_devices" ADD CONSTRAINT "owner_devices_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "dialog"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_by_owner" ON "dialog"."sessions" USING btree ("owner_id");