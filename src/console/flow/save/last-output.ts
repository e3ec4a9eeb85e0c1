import { api } from '../../api/client.ts';
import { lastTalk } from '../../api/pins.ts';
import { ApiProblem } from '../../api/problem.ts';
import { isObject, type JsonObject } from '../document/json.ts';
import type { DraftPlace } from './calls.ts';

/** Runs that are looked through for an output. Each is read, so they are few. */
const mostRuns = 3;

/**
 * What a step gave when the draft was last tried; undefined if it was not reached. Only runs and conversations of the sandbox are
 * looked at: what real customers said is not copied into a draft.
 */
export async function lastOutput(place: DraftPlace, step: string): Promise<JsonObject | undefined> {
  const { projectId: project_id, kind, slug } = place;
  if (kind === 'scenario') return lastOfTalk(project_id, step);
  const { data } = await api.GET('/api/owner/projects/{project_id}/workflows/{slug}/runs', {
    params: { path: { project_id, slug } },
  });
  const tried = (data?.items ?? []).filter(({ environment }) => environment === 'sandbox').slice(0, mostRuns);
  const runs = await Promise.all(
    tried.map(({ run_id }) =>
      api.GET('/api/owner/projects/{project_id}/runs/{run_id}', { params: { path: { project_id, run_id } } }),
    ),
  );
  for (const { data: run } of runs) {
    const found = newest(run?.steps ?? [], step);
    if (found) return found;
  }
  return undefined;
}

async function lastOfTalk(project_id: string, step: string): Promise<JsonObject | undefined> {
  const identity_id = lastTalk(project_id);
  if (identity_id === null) return undefined;
  const path = '/api/owner/projects/{project_id}/scenario/draft/conversations/{identity_id}';
  try {
    const { data } = await api.GET(path, { params: { path: { project_id, identity_id } } });
    for (const said of data?.messages ?? []) {
      const found = said.direction === 'out' ? undefined : newest(said.steps, step);
      if (found) return found;
    }
  } catch (error) {
    // Conversations are kept for a month.
    if (!(error instanceof ApiProblem && error.status === 404)) throw error;
  }
  return undefined;
}

function newest(steps: readonly { id: string; output?: unknown }[], step: string): JsonObject | undefined {
  const output = steps.findLast((each) => each.id === step && isObject(each.output as never))?.output;
  return output as JsonObject | undefined;
}
