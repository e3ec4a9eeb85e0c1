import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { type LiveEvent, useLive } from '../api/stream.ts';

export type Approval = Shape<'Approval'>;

export const approvalsPath = '/api/owner/projects/{project_id}/approvals';
/** As many pages of a hundred are looked through. */
const mostPages = 5;
const pauseMs = 400;

/**
 * The decisions that flows wait for: all of them, since the API does not list those of one run.
 * @param isOn whether the person may see them
 */
export function usePendingApprovals(isOn: boolean): readonly Approval[] {
  const project_id = useProjectId();
  const { data } = useQuery({
    queryKey: ['get', approvalsPath, { project_id }, 'all pending'],
    enabled: isOn,
    queryFn: async ({ signal }) => {
      const found: Approval[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < mostPages; page++) {
        const query = { status: 'pending' as const, ...(cursor && { cursor }) };
        const { data: answer } = await api.GET(approvalsPath, {
          signal,
          params: { path: { project_id }, query },
        });
        found.push(...(answer?.items ?? []));
        cursor = answer?.next_cursor ?? undefined;
        if (cursor === undefined) break;
      }
      return found;
    },
  });
  useNews(project_id, isConcerned, approvalsPath);
  return data ?? [];
}

const isConcerned = ({ name }: LiveEvent) => /^(?:approval|run|dialog)\./.test(name);

/** Reads paths anew a moment after what concerns them. @param concerns the same function at every call, as long as it means the same */
export function useNews(
  projectId: string,
  concerns: (event: LiveEvent) => boolean,
  ...paths: string[]
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const all = paths.join(' ');
  const listen = useCallback(
    (event: LiveEvent) => {
      if (!concerns(event)) return;
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        void renew(...all.split(' '));
      }, pauseMs);
    },
    [concerns, all],
  );
  useLive(projectId, listen);
  useEffect(() => () => clearTimeout(timer.current), []);
}
