CREATE TABLE "dialog"."owner_networks" (
	"owner_id" uuid NOT NULL,
	"network_hash" "bytea" NOT NULL,
	"last_login_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "owner_networks_owner_id_network_hash_pk" PRIMARY KEY("owner_id","network_hash")
);
--> statement-breakpoint
ALTER TABLE "dialog"."owner_networks" ADD CONSTRAINT "owner_networks_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "dialog"."owners"("id") ON DELETE cascade ON UPDATE no action;