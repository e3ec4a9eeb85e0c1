CREATE TABLE "dialog"."table_rows" (
	"project_id" uuid NOT NULL,
	"table_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"position" bigint NOT NULL,
	"data" json NOT NULL,
	CONSTRAINT "table_rows_project_id_table_id_environment_position_pk" PRIMARY KEY("project_id","table_id","environment","position")
);
--> statement-breakpoint
CREATE TABLE "dialog"."table_sheets" (
	"project_id" uuid NOT NULL,
	"table_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"floor" bigint DEFAULT 0 NOT NULL,
	"last" bigint DEFAULT 0 NOT NULL,
	"removed" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "table_sheets_project_id_table_id_environment_pk" PRIMARY KEY("project_id","table_id","environment")
);
--> statement-breakpoint
CREATE TABLE "dialog"."tables" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"columns" json NOT NULL,
	"enforce" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "tables_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE INDEX "table_sheets_replaced" ON "dialog"."table_sheets" USING btree ("project_id","table_id","environment") WHERE floor > removed;--> statement-breakpoint
CREATE UNIQUE INDEX "tables_slug" ON "dialog"."tables" USING btree ("project_id","slug") WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX "tables_deleted" ON "dialog"."tables" USING btree ("project_id","id") WHERE deleted_at IS NOT NULL;