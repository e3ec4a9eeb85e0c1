import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { type LiveEvent, useLive } from '../api/stream.ts';

/** Whoever goes through the list by keys looks at none of them. */
const firstMs = 1000;
const everyMs = 20_000;
const shownSeconds = 30;

/** Tells colleagues that the person looks at a conversation. @returns the addresses of those who do so, too */
export function useLooking(projectId: string, profileId: string): readonly string[] {
  const [until, setUntil] = useState<ReadonlyMap<string, number>>(new Map());
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
  const known = useRef(new Set<string>());
  const listen = useCallback(
    ({ name, data }: LiveEvent) => {
      if (name !== 'looking' || data.profile_id !== profileId) return;
      const who = String(data.email);
      const seconds = Number(data.seconds);
      // Whoever has just come does not know who is here.
      if (seconds > 0 && !known.current.has(who) && hasSaid.current) say(shownSeconds);
      if (seconds > 0) known.current.add(who);
      else known.current.delete(who);
      setUntil((before) => new Map([...before, [who, Date.now() + seconds * 1000]]));
      setTimeout(
        () => setUntil((before) => new Map([...before].filter(([, at]) => at > Date.now()))),
        seconds * 1000 + 50,
      );
    },
    [profileId, say],
  );
  useLive(projectId, listen);
  return useMemo(() => [...until.keys()], [until]);
}
