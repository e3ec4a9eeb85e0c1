ALTER TABLE "dialog"."project_keys" ADD COLUMN "made_by" uuid;--> statement-breakpoint
-- The audit log knows who made the keys that there are, by their public ids: 26 digits of base32, of which two bits are not used.
UPDATE "dialog"."project_keys" AS k SET "made_by" = made.person
FROM "dialog"."project_keys" AS of
CROSS JOIN LATERAL (
  SELECT CASE WHEN of."methods" IS NULL THEN 'key_' ELSE 'mky_' END || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', substr(bits, 5 * n + 1, 5)::bit(5)::int + 1, 1), '' ORDER BY n
  ) AS id
  FROM generate_series(0, 25) AS n
  CROSS JOIN (SELECT '00' || ('x' || replace(of."id"::text, '-', ''))::bit(128)::text AS bits) AS key
) AS shown
CROSS JOIN LATERAL (
  SELECT l."actor_id" FROM "dialog"."audit_log" AS l
  WHERE l."project_id" = of."project_id" AND l."subject_id" = shown.id AND l."subject_type" <> 'message'
    AND l."action" IN ('key.created', 'method_key.created') AND l."actor_type" = 'owner' AND l."actor_id" ~ '^own_[0-9a-z]{26}$'
  ORDER BY l."id" LIMIT 1
) AS entry
CROSS JOIN LATERAL (
  SELECT string_agg(to_hex(substr(bits, 4 * n + 3, 4)::bit(4)::int), '' ORDER BY n)::uuid AS person
  FROM generate_series(0, 31) AS n
  CROSS JOIN (
    SELECT string_agg((strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(entry."actor_id", i + 5, 1)) - 1)::bit(5)::text, '' ORDER BY i) AS bits
    FROM generate_series(0, 25) AS i
  ) AS digits
) AS made
WHERE k."project_id" = of."project_id" AND k."id" = of."id";
