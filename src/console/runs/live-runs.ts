import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { renew } from '../api/cache.ts';
import { changeRows, type Pages } from '../api/pages.ts';
import { type LiveEvent, useLive } from '../api/stream.ts';
import { type RunRow, runsPath } from './run.ts';
import { type RunEvent, toldBy } from './told.ts';

const pauseMs = 800;

/**
 * Keeps the list of runs up to date: what becomes of a run that is shown changes in its row at once. New runs wait while somebody has the
 * pointer or the focus in the list, so that it does not move under their hand.
 * @returns whether something waits, and what shows it
 */
export function useLiveRuns(
  projectId: string,
  { rows }: Pages<RunRow, unknown>,
  list: RefObject<HTMLElement | null>,
): { hasNews: boolean; showNews(): void } {
  const [hasNews, setNews] = useState(false);
  const shown = useRef(rows);
  shown.current = rows;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const showNews = useCallback(() => {
    setNews(false);
    void renew(runsPath);
  }, []);
  const settle = useCallback(() => {
    timer.current = undefined;
    const isHeld = list.current?.matches(':hover, :focus-within') === true || shown.current.length > 100;
    if (isHeld) setNews(true);
    else showNews();
  }, [list, showNews]);
  const listen = useCallback(
    ({ name, data }: LiveEvent) => {
      const told = toldBy(name, data as RunEvent);
      if (!told) return;
      const isShown = shown.current.some(({ run_id: id }) => id === told.run_id);
      if (isShown)
        changeRows<RunRow>(runsPath, (row) => (row.run_id === told.run_id ? { ...row, ...told } : row));
      else timer.current ??= setTimeout(settle, pauseMs);
    },
    [settle],
  );
  useLive(projectId, listen);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { hasNews, showNews };
}
