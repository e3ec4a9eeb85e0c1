INSERT INTO catalog.totals DEFAULT VALUES;
--> statement-breakpoint
-- The tables of changes are filled by every write and emptied by every fold.
ALTER TABLE catalog.total_changes SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
--> statement-breakpoint
ALTER TABLE catalog.tally_changes SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
--> statement-breakpoint
CREATE FUNCTION catalog.count_new_offers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added bigint;
BEGIN
  SELECT count(*) INTO added FROM fresh;
  IF added = 0 THEN RETURN NULL; END IF;
  INSERT INTO catalog.total_changes (sources, offers) VALUES (0, added);
  INSERT INTO catalog.tally_changes (kind, source_id, key, offers, priced, price_sum)
  SELECT
    CASE WHEN GROUPING(source_id) = 0 THEN 'price' WHEN GROUPING(condition_raw) = 0 THEN 'condition'
         WHEN GROUPING(status_raw) = 0 THEN 'status' ELSE 'brand' END,
    source_id,
    coalesce(price_currency, condition_raw, status_raw, brand_raw),
    count(*), count(price_raw), coalesce(sum(price_raw), 0)
  FROM fresh
  GROUP BY GROUPING SETS ((source_id, price_currency), (condition_raw), (status_raw), (brand_raw));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION catalog.count_gone_offers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  removed bigint;
BEGIN
  SELECT count(*) INTO removed FROM gone;
  IF removed = 0 THEN RETURN NULL; END IF;
  INSERT INTO catalog.total_changes (sources, offers) VALUES (0, -removed);
  INSERT INTO catalog.tally_changes (kind, source_id, key, offers, priced, price_sum)
  SELECT
    CASE WHEN GROUPING(source_id) = 0 THEN 'price' WHEN GROUPING(condition_raw) = 0 THEN 'condition'
         WHEN GROUPING(status_raw) = 0 THEN 'status' ELSE 'brand' END,
    source_id,
    coalesce(price_currency, condition_raw, status_raw, brand_raw),
    -count(*), -count(price_raw), -coalesce(sum(price_raw), 0)
  FROM gone
  GROUP BY GROUPING SETS ((source_id, price_currency), (condition_raw), (status_raw), (brand_raw));
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- An update that changes no figure still leaves its row in total_changes: kept counts of filters end with it.
CREATE FUNCTION catalog.count_changed_offers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM fresh) THEN RETURN NULL; END IF;
  INSERT INTO catalog.total_changes (sources, offers) VALUES (0, 0);
  INSERT INTO catalog.tally_changes (kind, source_id, key, offers, priced, price_sum)
  SELECT
    CASE WHEN GROUPING(source_id) = 0 THEN 'price' WHEN GROUPING(condition_raw) = 0 THEN 'condition'
         WHEN GROUPING(status_raw) = 0 THEN 'status' ELSE 'brand' END,
    source_id,
    coalesce(price_currency, condition_raw, status_raw, brand_raw),
    sum(sign), coalesce(sum(sign) FILTER (WHERE price_raw IS NOT NULL), 0), coalesce(sum(sign * price_raw), 0)
  FROM (
    SELECT 1 AS sign, source_id, price_currency, condition_raw, status_raw, brand_raw, price_raw FROM fresh
    UNION ALL
    SELECT -1, source_id, price_currency, condition_raw, status_raw, brand_raw, price_raw FROM gone
  ) AS moved
  GROUP BY GROUPING SETS ((source_id, price_currency), (condition_raw), (status_raw), (brand_raw))
  HAVING sum(sign) <> 0 OR coalesce(sum(sign) FILTER (WHERE price_raw IS NOT NULL), 0) <> 0
    OR coalesce(sum(sign * price_raw), 0) <> 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER offers_counted_in AFTER INSERT ON catalog.offers REFERENCING NEW TABLE AS fresh
FOR EACH STATEMENT EXECUTE FUNCTION catalog.count_new_offers();
--> statement-breakpoint
CREATE TRIGGER offers_counted_out AFTER DELETE ON catalog.offers REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION catalog.count_gone_offers();
--> statement-breakpoint
CREATE TRIGGER offers_counted_again AFTER UPDATE ON catalog.offers REFERENCING OLD TABLE AS gone NEW TABLE AS fresh
FOR EACH STATEMENT EXECUTE FUNCTION catalog.count_changed_offers();
--> statement-breakpoint
CREATE FUNCTION catalog.count_sources() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed bigint;
BEGIN
  SELECT count(*) INTO changed FROM moved;
  IF changed = 0 THEN RETURN NULL; END IF;
  INSERT INTO catalog.total_changes (sources, offers)
  VALUES (CASE TG_OP WHEN 'INSERT' THEN changed WHEN 'DELETE' THEN -changed ELSE 0 END, 0);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER sources_counted_in AFTER INSERT ON catalog.sources REFERENCING NEW TABLE AS moved
FOR EACH STATEMENT EXECUTE FUNCTION catalog.count_sources();
--> statement-breakpoint
CREATE TRIGGER sources_counted_out AFTER DELETE ON catalog.sources REFERENCING OLD TABLE AS moved
FOR EACH STATEMENT EXECUTE FUNCTION catalog.count_sources();
--> statement-breakpoint
CREATE TRIGGER sources_counted_again AFTER UPDATE ON catalog.sources REFERENCING NEW TABLE AS moved
FOR EACH STATEMENT EXECUTE FUNCTION catalog.count_sources();
--> statement-breakpoint
-- A database without pg_trgm, or an account that may not create it, still gets a catalog: its searches are scans.
DO $$
DECLARE
  home text;
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
  EXCEPTION WHEN feature_not_supported OR insufficient_privilege OR undefined_file THEN
    RAISE WARNING 'pg_trgm cannot be had (%); searches of the offer catalog will be slow', SQLERRM;
  END;
  SELECT n.nspname INTO home
  FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
  IF home IS NOT NULL THEN
    EXECUTE format('CREATE INDEX offers_search ON catalog.offers USING gin (search_text %I.gin_trgm_ops)', home);
  END IF;
END
$$;
