CREATE TABLE "dialog"."arrivals" (
	"project_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "dialog"."arrivals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"receiver_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"count" integer DEFAULT 1 NOT NULL,
	"address" text NOT NULL,
	"size" integer NOT NULL,
	"request_id" text NOT NULL,
	"event_id" text,
	"minute" timestamp (3) with time zone,
	CONSTRAINT "arrivals_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."receivers" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"target" json,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "receivers_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "receivers_directory" UNIQUE("id"),
	CONSTRAINT "receivers_slug" UNIQUE("project_id","slug")
);
--> statement-breakpoint
CREATE TABLE "dialog"."subscriptions" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"kinds" text[] NOT NULL,
	"environments" text[] NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"state" text DEFAULT 'enabled' NOT NULL,
	"reason" text,
	"disabled_at" timestamp (3) with time zone,
	"cursor" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "subscriptions_slug" UNIQUE("project_id","slug")
);
--> statement-breakpoint
CREATE TABLE "dialog"."webhook_attempts" (
	"project_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" smallint,
	"error" text,
	"answer" text,
	CONSTRAINT "webhook_attempts_project_id_delivery_id_n_pk" PRIMARY KEY("project_id","delivery_id","n")
);
--> statement-breakpoint
CREATE INDEX "arrivals_by_receiver" ON "dialog"."arrivals" USING btree ("project_id","receiver_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "arrivals_rejected" ON "dialog"."arrivals" USING btree ("project_id","receiver_id","minute","reason") WHERE status = 'rejected';--> statement-breakpoint
CREATE INDEX "arrivals_age" ON "dialog"."arrivals" USING brin ("at");--> statement-breakpoint
CREATE INDEX "webhook_attempts_age" ON "dialog"."webhook_attempts" USING brin ("at");--> statement-breakpoint
CREATE INDEX "tasks_deliveries" ON "dialog"."tasks" USING btree ("project_id","state","seq") WHERE kind = 'delivery';--> statement-breakpoint
CREATE INDEX "tasks_deliveries_by_target" ON "dialog"."tasks" USING btree ("project_id","target_id","state","seq") WHERE kind = 'delivery';