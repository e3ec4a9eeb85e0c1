import { useCallback, useEffect, useRef } from 'react';
import { renew } from '../api/cache.ts';
import { queries } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import { type LiveEvent, useLive } from '../api/stream.ts';

export const startPath = '/api/owner/projects/{project_id}/scenario/draft/conversations';
export const talkPath = '/api/owner/projects/{project_id}/scenario/draft/conversations/{identity_id}';

const soonMs = 250;
const concerned = /^(?:message|dialog|event|job|run)\./;

/** A conversation with the draft, read anew when something happens in it. */
export function useTalk(identity_id: string | undefined) {
  const project_id = useProjectId();
  const talk = queries.useQuery(
    'get',
    talkPath,
    { params: { path: { project_id, identity_id: identity_id ?? '' } } },
    { enabled: identity_id !== undefined, retry: false },
  );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const listen = useCallback(({ name }: LiveEvent) => {
    if (!concerned.test(name)) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void renew(talkPath);
    }, soonMs);
  }, []);
  useLive(identity_id === undefined ? undefined : project_id, listen);
  useEffect(() => () => clearTimeout(timer.current), []);
  return talk;
}
