CREATE TABLE "catalog"."source_aliases" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"alias" text COLLATE "C" NOT NULL,
	"source_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalog"."sources" ADD COLUMN "merges_into" bigint;--> statement-breakpoint
ALTER TABLE "catalog"."source_aliases" ADD CONSTRAINT "source_aliases_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "catalog"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_aliases_by_source" ON "catalog"."source_aliases" USING btree ("source_id");