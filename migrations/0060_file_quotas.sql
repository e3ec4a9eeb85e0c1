CREATE TABLE "dialog"."file_usage" (
	"project_id" uuid NOT NULL,
	"holder" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "file_usage_project_id_holder_pk" PRIMARY KEY("project_id","holder")
);
--> statement-breakpoint
-- What an attempt had found of a file before it failed for good is not kept.
UPDATE "dialog"."files" SET "sha256" = NULL WHERE "state" = 'failed' AND "sha256" IS NOT NULL;
--> statement-breakpoint
-- A file counts while its checksum is known: from before its bytes are stored until its row is gone, for its project, and one of a
-- customer for their channel and for them. The project is always first, so that whoever has its row waits for nobody.
CREATE FUNCTION "dialog"."count_file"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  file "dialog"."files";
  change bigint := CASE WHEN NEW."sha256" IS NULL THEN 0 ELSE NEW."size" END
    - CASE WHEN OLD."sha256" IS NULL THEN 0 ELSE OLD."size" END;
BEGIN
  IF change = 0 THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' THEN
    file := OLD;
  ELSE
    file := NEW;
  END IF;
  INSERT INTO "dialog"."file_usage" AS u ("project_id", "holder", "bytes")
  SELECT file."project_id", held."holder", change
  FROM unnest(ARRAY[
    file."project_id",
    (SELECT i."channel_id" FROM "dialog"."identities" AS i
     WHERE i."project_id" = file."project_id" AND i."id" = file."identity_id"),
    file."identity_id"
  ]) WITH ORDINALITY AS held("holder", "n")
  WHERE held."holder" IS NOT NULL ORDER BY held."n"
  ON CONFLICT ("project_id", "holder") DO UPDATE SET "bytes" = u."bytes" + excluded."bytes";
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Also for processes of the version before, which run during an upgrade.
CREATE TRIGGER "count_file" AFTER INSERT OR DELETE OR UPDATE OF "size", "sha256" ON "dialog"."files" FOR EACH ROW
EXECUTE FUNCTION "dialog"."count_file"();
--> statement-breakpoint
-- The bytes that are kept already.
INSERT INTO "dialog"."file_usage" ("project_id", "holder", "bytes")
SELECT f."project_id", held."holder", sum(f."size")
FROM "dialog"."files" AS f
LEFT JOIN "dialog"."identities" AS i ON i."project_id" = f."project_id" AND i."id" = f."identity_id"
CROSS JOIN LATERAL unnest(ARRAY[f."project_id", i."channel_id", f."identity_id"]) AS held("holder")
WHERE f."sha256" IS NOT NULL AND held."holder" IS NOT NULL
GROUP BY f."project_id", held."holder";
