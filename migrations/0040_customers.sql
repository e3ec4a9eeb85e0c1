CREATE TABLE "dialog"."distinct_profiles" (
	"project_id" uuid NOT NULL,
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "distinct_profiles_project_id_one_id_other_id_pk" PRIMARY KEY("project_id","one_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."profile_cards" (
	"project_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"name" text,
	"is_unnamed" boolean NOT NULL,
	"sort_name" text NOT NULL,
	"active_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "profile_cards_project_id_profile_id_pk" PRIMARY KEY("project_id","profile_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."profile_facets" (
	"project_id" uuid NOT NULL,
	"facet" text NOT NULL,
	"profile_id" uuid NOT NULL,
	CONSTRAINT "profile_facets_project_id_facet_profile_id_pk" PRIMARY KEY("project_id","facet","profile_id")
);
--> statement-breakpoint
CREATE TABLE "dialog"."profile_refills" (
	"project_id" uuid PRIMARY KEY NOT NULL,
	"after" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dialog"."profile_cards" ADD CONSTRAINT "profile_cards_project_id_profile_id_profiles_project_id_id_fk" FOREIGN KEY ("project_id","profile_id") REFERENCES "dialog"."profiles"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dialog"."profile_facets" ADD CONSTRAINT "profile_facets_project_id_profile_id_profiles_project_id_id_fk" FOREIGN KEY ("project_id","profile_id") REFERENCES "dialog"."profiles"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "profile_cards_by_activity" ON "dialog"."profile_cards" USING btree ("project_id","active_at","profile_id");--> statement-breakpoint
CREATE INDEX "profile_cards_by_name" ON "dialog"."profile_cards" USING btree ("project_id","is_unnamed","sort_name","profile_id");--> statement-breakpoint
CREATE INDEX "profile_facets_by_profile" ON "dialog"."profile_facets" USING btree ("project_id","profile_id");--> statement-breakpoint
CREATE INDEX "identities_by_channel" ON "dialog"."identities" USING btree ("project_id","channel_id","profile_id");--> statement-breakpoint
-- Sorted by their bytes, so that the facets of one kind stand together whatever the locale of the database is.
ALTER TABLE "dialog"."profile_facets" ALTER COLUMN "facet" TYPE text COLLATE "C";
--> statement-breakpoint
-- The digits of a phone number with its country, as E.164 writes them without the plus; null for what is none.
-- `country` is the country's calling code, `trunk` what people there dial before a number of their own country.
CREATE FUNCTION "dialog"."phone_digits"(given text, country text, trunk text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  digits text := regexp_replace(given, '[^0-9]', '', 'g');
BEGIN
  IF given !~ '^[[:space:](]*[+]' THEN
    IF digits LIKE '00%' THEN
      digits := substr(digits, 3);
    ELSIF trunk <> '' AND starts_with(digits, trunk) THEN
      digits := country || substr(digits, length(trunk) + 1);
    ELSIF country <> '' AND NOT (starts_with(digits, country) AND length(digits) > 10) THEN
      digits := country || digits;
    END IF;
  END IF;
  RETURN CASE WHEN length(digits) BETWEEN 7 AND 15 THEN digits END;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "dialog"."facets_of"(p "dialog"."profiles") RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  named jsonb;
BEGIN
  IF p."state"::text <> '{}' THEN
    SELECT s."settings" -> 'customers' INTO named FROM "dialog"."project_settings" AS s WHERE s."project_id" = p."project_id";
  END IF;
  RETURN ARRAY(
    (SELECT 'tag:' || left(tag, 200) FROM unnest(p."tags") AS tag LIMIT 1000)
    UNION
    (SELECT 'access:' || left(key, 200) FROM json_object_keys(p."access") AS key LIMIT 1000)
    UNION
    (SELECT 'access:' || left(paid ->> 'product', 200) FROM json_array_elements(p."paid_access") AS paid LIMIT 1000)
    UNION
    SELECT 'state:' || field.key || '=' || left(field.value, 200) FROM json_each_text(p."state") AS field
    WHERE named -> 'filter_keys' ? field.key
    UNION
    SELECT 'phone:' || phone.digits FROM json_each_text(p."state") AS field
    CROSS JOIN LATERAL (
      SELECT "dialog"."phone_digits"(left(field.value, 100), named ->> 'country_code', named ->> 'trunk_prefix') AS digits
    ) AS phone
    WHERE named -> 'phone_keys' ? field.key AND phone.digits IS NOT NULL
    UNION
    SELECT 'mail:' || lower(btrim(field.value)) FROM json_each_text(p."state") AS field
    WHERE named -> 'mail_keys' ? field.key AND length(field.value) <= 254
      AND btrim(field.value) ~ '^[^[:space:]@]+@[^[:space:]@]+[.][^[:space:]@]+$'
  );
END
$$;
--> statement-breakpoint
CREATE FUNCTION "dialog"."keep_facets"(p "dialog"."profiles") RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wanted text[] := "dialog"."facets_of"(p);
BEGIN
  DELETE FROM "dialog"."profile_facets" AS f
  WHERE f."project_id" = p."project_id" AND f."profile_id" = p."id" AND f."facet" <> ALL (wanted);
  INSERT INTO "dialog"."profile_facets" ("project_id", "facet", "profile_id")
  SELECT p."project_id", facet, p."id" FROM unnest(wanted) AS facet ON CONFLICT DO NOTHING;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "dialog"."index_profile"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "dialog"."keep_facets"(NEW);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Also for processes of the version before, which run during an upgrade.
CREATE TRIGGER "index_new_profile" AFTER INSERT ON "dialog"."profiles" FOR EACH ROW
WHEN (NEW."tags" <> '{}' OR NEW."state"::text <> '{}' OR NEW."access"::text <> '{}' OR NEW."paid_access"::text <> '[]')
EXECUTE FUNCTION "dialog"."index_profile"();
--> statement-breakpoint
CREATE TRIGGER "index_changed_profile" AFTER UPDATE ON "dialog"."profiles" FOR EACH ROW
WHEN (
  NEW."tags" IS DISTINCT FROM OLD."tags" OR NEW."state"::text IS DISTINCT FROM OLD."state"::text
  OR NEW."access"::text IS DISTINCT FROM OLD."access"::text
  OR NEW."paid_access"::text IS DISTINCT FROM OLD."paid_access"::text
)
EXECUTE FUNCTION "dialog"."index_profile"();
--> statement-breakpoint
-- A profile that a merge has just deleted gets no card. A customer who was active stays so after the retention of their dialogs.
CREATE FUNCTION "dialog"."keep_card"(project uuid, profile uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "dialog"."profile_cards" AS c ("project_id", "profile_id", "name", "is_unnamed", "sort_name", "active_at")
  SELECT p."project_id", p."id", named."name", named."name" IS NULL, coalesce(lower(left(named."name", 100)), ''),
    coalesce(heard."at", p."created_at")
  FROM "dialog"."profiles" AS p
  LEFT JOIN LATERAL (
    SELECT nullif(btrim(i."name"), '') AS "name" FROM "dialog"."identities" AS i
    WHERE i."project_id" = p."project_id" AND i."profile_id" = p."id" AND btrim(i."name") <> ''
    ORDER BY i."id" LIMIT 1
  ) AS named ON true
  LEFT JOIN LATERAL (
    SELECT max(d."last_heard_at") AS "at" FROM "dialog"."identities" AS i
    JOIN "dialog"."dialogs" AS d ON d."project_id" = i."project_id" AND d."identity_id" = i."id"
    WHERE i."project_id" = p."project_id" AND i."profile_id" = p."id"
  ) AS heard ON true
  WHERE p."project_id" = project AND p."id" = profile
  ON CONFLICT ("project_id", "profile_id") DO UPDATE SET
    "name" = excluded."name", "is_unnamed" = excluded."is_unnamed", "sort_name" = excluded."sort_name",
    "active_at" = greatest(c."active_at", excluded."active_at");
END
$$;
--> statement-breakpoint
CREATE FUNCTION "dialog"."index_identity"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "dialog"."keep_card"(NEW."project_id", NEW."profile_id");
  IF TG_OP = 'UPDATE' AND OLD."profile_id" <> NEW."profile_id" THEN
    PERFORM "dialog"."keep_card"(OLD."project_id", OLD."profile_id");
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "index_new_identity" AFTER INSERT ON "dialog"."identities" FOR EACH ROW
EXECUTE FUNCTION "dialog"."index_identity"();
--> statement-breakpoint
CREATE TRIGGER "index_changed_identity" AFTER UPDATE ON "dialog"."identities" FOR EACH ROW
WHEN (NEW."profile_id" <> OLD."profile_id" OR NEW."name" IS DISTINCT FROM OLD."name")
EXECUTE FUNCTION "dialog"."index_identity"();
--> statement-breakpoint
-- The workers fill in what is there already, in batches.
INSERT INTO "dialog"."profile_refills" ("project_id") SELECT "id" FROM "dialog"."projects" WHERE "deleted_at" IS NULL;
