CREATE TABLE "catalog"."source_formats" (
	"source_id" bigint PRIMARY KEY NOT NULL,
	"format" json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalog"."source_formats" ADD CONSTRAINT "source_formats_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "catalog"."sources"("id") ON DELETE cascade ON UPDATE no action;