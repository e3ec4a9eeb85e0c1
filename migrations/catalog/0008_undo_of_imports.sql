ALTER TABLE "catalog"."import_changes" ADD COLUMN "at" timestamp (6) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- A list that replaced changed all in one transaction, which also wrote its end.
UPDATE catalog.import_changes SET at = imports.ended_at FROM catalog.imports
WHERE imports.id = import_changes.import_id AND imports.ended_at IS NOT NULL;
