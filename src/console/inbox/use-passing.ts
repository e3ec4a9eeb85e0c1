import { useCallback, useMemo, useState } from 'react';
import { type LiveEvent, useLive } from '../api/stream.ts';

/**
 * Who types in a conversation or looks at it: each for as many seconds as the stream said last, 0 for no longer.
 * @returns colleagues by their addresses, the customer as `customer`; and what takes one of them away
 */
export function usePassing(
  event: 'looking' | 'typing',
  projectId: string,
  profileId: string,
): { who: readonly string[]; forget(who: string): void } {
  const [until, setUntil] = useState<ReadonlyMap<string, number>>(new Map());
  const keep = useCallback(
    (isKept: (who: string, at: number) => boolean) =>
      setUntil((before) => {
        const now = [...before].filter(([who, at]) => isKept(who, at));
        return now.length < before.size ? new Map(now) : before;
      }),
    [],
  );
  const forget = useCallback((who: string) => keep((each) => each !== who), [keep]);
  const listen = useCallback(
    ({ name, data }: LiveEvent) => {
      if (name !== event || data.profile_id !== profileId) return;
      const who = data.author === 'customer' ? 'customer' : String(data.email);
      const ms = Number(data.seconds) * 1000;
      if (ms <= 0) return forget(who);
      setUntil((before) => new Map([...before, [who, Date.now() + ms]]));
      setTimeout(() => keep((_, at) => at > Date.now()), ms + 50);
    },
    [event, profileId, forget, keep],
  );
  useLive(projectId, listen);
  return { who: useMemo(() => [...until.keys()], [until]), forget };
}
