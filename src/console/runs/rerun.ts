import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { newKey } from '../api/new-key.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { say } from '../kit/toast.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { t } from '../text/text.ts';
import { type Run, runsPath } from './run.ts';

export type Rerun = Shape<'Rerun'>;

/** Carries a run out again, and shows the new run. */
export function useRerun({ workflow: slug, run_id }: Pick<Run, 'workflow' | 'run_id'>) {
  const project_id = useProjectId();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  /** One key for each wish, so that trying again after a lost connection starts nothing twice. */
  const keys = useRef(new Map<string, string>());
  /** @throws ApiProblem */
  const send = async (body: Rerun) => {
    const wish = JSON.stringify(body);
    const key = keys.current.get(wish) ?? newKey();
    keys.current.set(wish, key);
    const { data } = await api.POST('/api/owner/projects/{project_id}/workflows/{slug}/runs/{run_id}/rerun', {
      params: { path: { project_id, slug, run_id }, header: { 'idempotency-key': key } },
      body,
    });
    keys.current.delete(wish);
    void renew(runsPath);
    say(t(data?.settled ? 'runs.begun_again_settled' : 'runs.begun_again'));
    if (data)
      void navigate({
        to: `/p/${project_id}/runs/${data.run_id}` as never,
        search: keepEnvironment as never,
      });
  };
  const attempt = async (body: Rerun) => {
    setPending(true);
    setError(undefined);
    await send(body).catch(setError);
    setPending(false);
  };
  return { send, attempt, error, isPending, forget: () => setError(undefined) };
}
