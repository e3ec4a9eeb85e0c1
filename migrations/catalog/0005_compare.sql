-- A regular expression takes a quarter of the time of translate(), which looks for each character of a text among all of these.
CREATE FUNCTION catalog.normal_pn(pn text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN
  regexp_replace(
    upper(pn COLLATE "default"),
    E'[ \t\n\r\u00A0\u2007\u202F\u2010\u2011\u2012\u2013\u2014\u2015\u2212./\\\\_-]', '', 'g'
  ) COLLATE "C";
--> statement-breakpoint
CREATE TABLE "catalog"."rates" (
	"currency" text COLLATE "C" PRIMARY KEY NOT NULL,
	"per_base" numeric NOT NULL,
	"is_base" boolean NOT NULL,
	"at" timestamp (6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "offers_by_normal_pn" ON "catalog"."offers" USING btree (ltrim(catalog.normal_pn(pn_raw), '0'),"id");
--> statement-breakpoint
-- Until then the planner knows nothing about what the index has.
ANALYZE catalog.offers;
