ALTER TABLE "dialog"."scenario_versions" ADD COLUMN "template_rules" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."test_conversations" ADD COLUMN "template_rules" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."operation_revisions" ADD COLUMN "template_rules" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."method_versions" ADD COLUMN "template_rules" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."receivers" ADD COLUMN "template_rules" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "dialog"."workflow_versions" ADD COLUMN "template_rules" smallint DEFAULT 1 NOT NULL;