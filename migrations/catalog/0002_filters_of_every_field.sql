CREATE INDEX "offers_by_weight" ON "catalog"."offers" USING btree ("weight_value","id") WHERE weight_value IS NOT NULL;--> statement-breakpoint
CREATE INDEX "offers_by_weight_unit" ON "catalog"."offers" USING btree ("weight_unit","id") WHERE weight_unit IS NOT NULL;--> statement-breakpoint
CREATE INDEX "offers_by_payload_hash" ON "catalog"."offers" USING btree ("raw_hash") WHERE raw_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX "offers_by_url" ON "catalog"."offers" USING btree (hashtextextended(product_url, 0)) WHERE product_url IS NOT NULL;--> statement-breakpoint
CREATE INDEX "offers_by_payload" ON "catalog"."offers" USING btree (hashtextextended(raw_payload::text, 0)) WHERE raw_payload IS NOT NULL;