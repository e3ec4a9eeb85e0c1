CREATE TABLE "dialog"."orders" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"operation" text NOT NULL,
	"connection_id" uuid,
	"identity_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"test" boolean NOT NULL,
	"status" text DEFAULT 'created' NOT NULL,
	"amount" numeric(15, 2) NOT NULL,
	"currency" text NOT NULL,
	"description" text NOT NULL,
	"product" text,
	"access" json,
	"receipt" json,
	"return_url" text NOT NULL,
	"shop_id" text NOT NULL,
	"idempotence_key" uuid NOT NULL,
	"payment_id" text,
	"payment_url" text,
	"cancellation" json,
	"error" json,
	"problems" json DEFAULT '[]'::json NOT NULL,
	"course" json,
	"waiter" json,
	"request_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"granted_at" timestamp (3) with time zone,
	"refunded_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp (3) with time zone,
	CONSTRAINT "orders_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."refunds" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"status" text NOT NULL,
	"amount" numeric(15, 2) NOT NULL,
	"currency" text NOT NULL,
	"receipt" json,
	"idempotence_key" uuid NOT NULL,
	"provider_refund_id" text,
	"error" json,
	"request_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_payment" ON "dialog"."orders" USING btree ("project_id","connection_id","payment_id") WHERE payment_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_by_identity" ON "dialog"."orders" USING btree ("project_id","identity_id");--> statement-breakpoint
CREATE INDEX "orders_due" ON "dialog"."orders" USING btree ("next_check_at") WHERE next_check_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_unfinished" ON "dialog"."orders" USING btree ("project_id") WHERE environment = 'live' AND status IN ('created', 'pending', 'unknown');--> statement-breakpoint
CREATE INDEX "refunds_by_order" ON "dialog"."refunds" USING btree ("project_id","order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_an_order" ON "dialog"."refunds" USING btree ("project_id","order_id") WHERE status <> 'failed';--> statement-breakpoint
CREATE INDEX "refunds_unfinished" ON "dialog"."refunds" USING btree ("project_id") WHERE environment = 'live' AND status IN ('queued', 'running', 'unknown');--> statement-breakpoint
CREATE INDEX "connections_by_id" ON "dialog"."connections" USING btree ("id");