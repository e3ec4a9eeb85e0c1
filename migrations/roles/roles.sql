-- Two roles for one database of Parley: one that migrates, and owns everything, and one that the running server uses, which can
-- change rows and nothing else. Run it in that database as an administrator, as often as you like:
--
--   psql -v ON_ERROR_STOP=1 -d parley -f migrations/roles/roles.sql
--
-- For other names, put these lines before it, in the same session:
--
--   SET parley.migrator = 'name';  SET parley.server = 'name';
--
-- Then give each a password (\password parley_migrator), and continue in docs/operations.md, "Least authority".
DO $$
DECLARE
  migrator text := COALESCE(NULLIF(current_setting('parley.migrator', true), ''), 'parley_migrator');
  server text := COALESCE(NULLIF(current_setting('parley.server', true), ''), 'parley_server');
  schemas text[] := ARRAY['dialog', 'catalog', 'drizzle', 'bullmq'];
  each_role text;
  each_schema text;
  change text;
BEGIN
  FOREACH each_role IN ARRAY ARRAY[migrator, server] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = each_role) THEN
      EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS', each_role);
    END IF;
  END LOOP;
  -- Whoever gives tables to a role must be a member of it.
  IF NOT pg_has_role(current_user, migrator, 'MEMBER') THEN
    EXECUTE format('GRANT %I TO %I', migrator, current_user);
  END IF;
  -- Everybody may make temporary tables in a database, and on older servers any table, unless this is taken away.
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  EXECUTE format('GRANT CONNECT, CREATE ON DATABASE %I TO %I', current_database(), migrator);
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), server);
  -- `pg_trgm` is made in this schema by a migration.
  EXECUTE format('GRANT USAGE, CREATE ON SCHEMA public TO %I', migrator);
  EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', server);
  -- What an earlier start made, with another role, belongs to the one that migrates from now on.
  FOR each_schema IN SELECT nspname FROM pg_namespace WHERE nspname = ANY (schemas) LOOP
    EXECUTE format('ALTER SCHEMA %I OWNER TO %I', each_schema, migrator);
  END LOOP;
  FOR change IN
    SELECT format(
        'ALTER %s %I.%I OWNER TO %I',
        CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
        n.nspname, c.relname, migrator
      )
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname = ANY (schemas) AND c.relkind IN ('r', 'p', 'S', 'v', 'm')
      -- A sequence of a column changes its owner with its table.
      AND NOT EXISTS (
        SELECT FROM pg_depend AS d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND c.relkind = 'S' AND d.deptype IN ('a', 'i')
      )
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, migrator)
    FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
    WHERE n.nspname = ANY (schemas)
      AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT format('ALTER TYPE %I.%I OWNER TO %I', n.nspname, t.typname, migrator)
    FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace
    WHERE n.nspname = ANY (schemas) AND t.typrelid = 0 AND t.typelem = 0 AND t.typtype IN ('e', 'd')
  LOOP
    EXECUTE change;
  END LOOP;
END
$$;
