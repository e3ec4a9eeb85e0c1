import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { changeRows, type Pages } from '../api/pages.ts';
import { type LiveEvent, useLive } from '../api/stream.ts';
import type { CustomerRow } from './list-columns.tsx';

export const customersPath = '/api/owner/projects/{project_id}/profiles';
export const countPath = '/api/owner/projects/{project_id}/profiles/count';

/** After these a list has other customers, or the same ones in another order. */
const moving = new Set([
  'identity.created',
  'identity.renamed',
  'profile.linked',
  'profile.unlinked',
  'profile.link_undone',
  'message.received',
]);
const pauseMs = 800;

/**
 * Keeps the list up to date. What changes in a customer who is shown changes in their row. New customers and another order wait while
 * somebody has the pointer or the focus in the list, so that it does not move under their hand.
 * @returns whether something waits, and what shows it
 */
export function useLiveList(
  projectId: string,
  { rows }: Pages<CustomerRow, unknown>,
  list: RefObject<HTMLElement | null>,
): { hasNews: boolean; showNews(): void } {
  const [hasNews, setNews] = useState(false);
  const shown = useRef(rows);
  shown.current = rows;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const changed = useRef(new Set<string>());
  const hasMoved = useRef(false);

  const showNews = useCallback(() => {
    setNews(false);
    renew(customersPath, countPath);
  }, []);

  const settle = useCallback(async () => {
    timer.current = undefined;
    const ids = [...changed.current].filter((id) => shown.current.some((row) => row.id === id));
    changed.current.clear();
    const isMoved = hasMoved.current;
    hasMoved.current = false;
    const isHeld = list.current?.matches(':hover, :focus-within') === true || shown.current.length > 100;
    if (isMoved && !isHeld) return showNews();
    if (isMoved) setNews(true);
    // A change of very many at once, such as an import, is read as a whole.
    if (ids.length > 20) return setNews(true);
    const fresh = new Map((await readRows(projectId, ids)).map((row) => [row.id, row]));
    if (fresh.size > 0) changeRows<CustomerRow>(customersPath, (row) => fresh.get(row.id) ?? row);
  }, [projectId, list, showNews]);

  const listen = useCallback(
    ({ name, data }: LiveEvent) => {
      const {
        subject,
        at,
        data: more,
      } = data as {
        subject?: { id: string };
        at?: string;
        data?: { identity_id?: string };
      };
      if (name === 'profile.updated' && subject) changed.current.add(subject.id);
      else if (!moving.has(name)) return;
      else hasMoved.current = true;
      if (name === 'message.received' && more?.identity_id && at) noteActivity(more.identity_id, at);
      timer.current ??= setTimeout(() => void settle(), pauseMs);
    },
    [settle],
  );
  useLive(projectId, listen);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { hasNews, showNews };
}

/** Somebody said something just now: their row says so at once, at its place. */
function noteActivity(identityId: string, at: string): void {
  changeRows<CustomerRow>(customersPath, (row) =>
    row.active_at < at && row.identities.some(({ id }) => id === identityId)
      ? { ...row, active_at: at }
      : row,
  );
}

/** What the list shows of these customers. Reading it is no view of a customer, of which the audit log would tell. */
async function readRows(projectId: string, ids: string[]): Promise<CustomerRow[]> {
  if (ids.length === 0) return [];
  try {
    const { data } = await api.GET(customersPath, {
      params: { path: { project_id: projectId }, query: { id: ids.join(',') } },
    });
    return data?.items ?? [];
  } catch {
    // The connection is lost: the next reading of the list tells.
    return [];
  }
}
