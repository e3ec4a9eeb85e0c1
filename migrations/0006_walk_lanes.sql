-- Where a walk has come to may be forgotten in a crash: the next one begins anew.
ALTER TABLE dialog.lane_walks SET UNLOGGED;
--> statement-breakpoint
-- Takes the next lanes of an origin that have due work which nobody does, from where the last walk ended, whoever walked;
-- after the last lane it goes on with the first. It goes no further than over "look" lanes. Lanes whose head goes
-- through one of the targets "full" are passed by. "more" is false when it has been past every lane there is.
--
-- The row of lane_walks is the lock, so two workers never get the same part of the walk. An origin that is seen whole in
-- one go needs no row. (Two first walks at the same instant may see the same lanes; a claim sorts that out.)
--
-- It jumps from lane to lane through the index tasks_waiting, so that a long lane costs no more than a short one. The
-- order by origin and lane can be had from that index alone; a plan made when the table was small must not stay.
CREATE FUNCTION dialog.walk_lanes(
  project uuid, of_origin text, most integer, look integer, "full" uuid[],
  OUT lanes text[], OUT targets uuid[], OUT more boolean
)
LANGUAGE plpgsql
SET enable_seqscan = off
SET enable_bitmapscan = off
AS $$
DECLARE
  began text;
  place text;
  looked integer := 0;
  again boolean := false;
  next record;
  head record;
BEGIN
  lanes := '{}';
  targets := '{}';
  more := true;
  SELECT w.lane INTO began FROM dialog.lane_walks AS w WHERE w.project_id = project AND w.origin = of_origin FOR UPDATE;
  began := coalesce(began, '');
  place := began;
  WHILE looked < look AND cardinality(lanes) < most LOOP
    SELECT t.origin, t.lane INTO next
    FROM dialog.tasks AS t
    WHERE t.project_id = project AND t.state = 'queued' AND (t.origin, t.lane) > (of_origin, place)
    ORDER BY t.origin, t.lane
    LIMIT 1;
    IF next.origin IS DISTINCT FROM of_origin OR (again AND next.lane > began) THEN
      IF again OR began = '' THEN
        more := false;
        EXIT;
      END IF;
      again := true;
      place := '';
      CONTINUE;
    END IF;
    place := next.lane;
    looked := looked + 1;
    SELECT q.target_id, q.due_at INTO head
    FROM dialog.tasks AS q
    WHERE q.project_id = project AND q.lane = place AND q.state = 'queued'
    ORDER BY q.lane, q.seq
    LIMIT 1;
    IF head.due_at <= clock_timestamp() AND (head.target_id = ANY ("full")) IS NOT TRUE AND NOT EXISTS (
      SELECT 1 FROM dialog.tasks AS r
      WHERE r.project_id = project AND r.lane = place AND r.state = 'running'
    ) THEN
      lanes := lanes || place;
      targets := targets || head.target_id;
    END IF;
  END LOOP;
  IF more THEN
    INSERT INTO dialog.lane_walks AS w (project_id, origin, lane) VALUES (project, of_origin, place)
    ON CONFLICT (project_id, origin) DO UPDATE SET lane = excluded.lane;
  ELSIF began <> '' THEN
    DELETE FROM dialog.lane_walks AS w WHERE w.project_id = project AND w.origin = of_origin;
  END IF;
END
$$;
