-- A session that first claims while the table is small would keep the plan of that moment, which looks a task up by an
-- index that knows only its project: every claim would then read all tasks of the project, for each lane.
ALTER FUNCTION dialog.claim_tasks(uuid[], text[], uuid, integer) SET plan_cache_mode = force_custom_plan;
