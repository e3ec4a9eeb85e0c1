CREATE INDEX "audit_by_subject" ON "dialog"."audit_log" USING btree ("project_id","subject_id","id") WHERE subject_type <> 'message';--> statement-breakpoint
CREATE INDEX "audit_by_person" ON "dialog"."audit_log" USING btree ("project_id","actor_id","id") WHERE actor_type = 'owner';--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "dialog"."orders" USING btree ("project_id","status","id");--> statement-breakpoint
CREATE INDEX "orders_by_environment" ON "dialog"."orders" USING btree ("project_id","environment","id");--> statement-breakpoint
CREATE INDEX "orders_by_operation" ON "dialog"."orders" USING btree ("project_id","operation","id");--> statement-breakpoint
CREATE INDEX "refunds_by_status" ON "dialog"."refunds" USING btree ("project_id","status","id");