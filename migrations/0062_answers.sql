ALTER TABLE "dialog"."tasks" ADD COLUMN "answer" json;--> statement-breakpoint
ALTER TABLE "dialog"."webhook_attempts" ADD COLUMN "headers" json;--> statement-breakpoint
ALTER TABLE "dialog"."webhook_attempts" ADD COLUMN "truncated" boolean;