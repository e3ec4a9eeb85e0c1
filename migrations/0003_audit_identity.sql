-- As before, and what it numbers keeps the customer whom it concerns.
CREATE OR REPLACE FUNCTION dialog.number_audit(project uuid, most integer)
RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  head bigint;
  moved_rows integer;
BEGIN
  INSERT INTO dialog.audit_heads (project_id, last) VALUES (project, 0) ON CONFLICT DO NOTHING;
  SELECT last INTO head FROM dialog.audit_heads WHERE project_id = project FOR UPDATE;
  WITH next AS (
    SELECT i.seq FROM dialog.audit_inbox AS i WHERE i.project_id = project ORDER BY i.seq LIMIT most
  ), moved AS (
    DELETE FROM dialog.audit_inbox AS i USING next
    WHERE i.project_id = project AND i.seq = next.seq
    RETURNING i.*
  )
  INSERT INTO dialog.audit_log
    (id, project_id, at, actor_type, actor_id, actor_name, action, subject_type, subject_id, environment,
     request_id, identity_id, data)
  SELECT head + row_number() OVER (ORDER BY m.seq), m.project_id, m.at, m.actor_type, m.actor_id, m.actor_name,
    m.action, m.subject_type, m.subject_id, m.environment, m.request_id, m.identity_id, m.data
  FROM moved AS m;
  GET DIAGNOSTICS moved_rows = ROW_COUNT;
  UPDATE dialog.audit_heads SET last = head + moved_rows WHERE project_id = project;
  RETURN moved_rows;
END
$$;
