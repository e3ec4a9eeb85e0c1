import { useCallback, useEffect, useRef } from 'react';
import { api } from '../api/client.ts';
import { usePassing } from './use-passing.ts';

/** Whoever goes through the list by keys looks at none of them. */
const firstMs = 1000;
const everyMs = 20_000;
const shownSeconds = 30;

/** Tells colleagues that the person looks at a conversation. @returns the addresses of those who do so, too */
export function useLooking(projectId: string, profileId: string): readonly string[] {
  const say = useCallback(
    (seconds: number) => {
      const path = { project_id: projectId, profile_id: profileId };
      void api
        .POST('/api/owner/projects/{project_id}/conversations/{profile_id}/looking', {
          params: { path },
          body: { seconds },
        })
        .catch(() => {});
    },
    [projectId, profileId],
  );
  const hasSaid = useRef(false);
  const sayNow = useCallback(() => {
    if (document.visibilityState !== 'visible') return;
    hasSaid.current = true;
    say(shownSeconds);
  }, [say]);
  useEffect(() => {
    const first = setTimeout(sayNow, firstMs);
    const again = setInterval(sayNow, everyMs);
    return () => {
      clearTimeout(first);
      clearInterval(again);
      if (hasSaid.current) say(0);
      hasSaid.current = false;
    };
  }, [say, sayNow]);
  const { who } = usePassing('looking', projectId, profileId);
  const known = useRef<readonly string[]>([]);
  useEffect(() => {
    // Whoever has just come does not know who is here.
    if (hasSaid.current && who.some((each) => !known.current.includes(each))) say(shownSeconds);
    known.current = who;
  }, [who, say]);
  return who;
}
