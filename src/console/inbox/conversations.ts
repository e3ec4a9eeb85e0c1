import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { cache, renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { countsPath } from '../api/inbox-counts.ts';
import { below } from '../api/project.ts';
import { useCalmly } from '../api/renewals.ts';
import { type LiveEvent, useLately } from '../api/stream.ts';
import type { Conversation, ListQuery } from './filters.ts';
import { appended, type Listed, refreshed, released, replaced } from './listed.ts';

const list = '/api/owner/projects/{project_id}/conversations';
const one = `${list}/{profile_id}` as const;

const listKey = (projectId: string, query: ListQuery) => ['inbox', projectId, query] as const;

/** One conversation. */
export const useConversation = (projectId: string, profileId: string) =>
  queries.useQuery('get', one, { params: { path: { project_id: projectId, profile_id: profileId } } });

/** Shows a conversation as it is now, wherever it is shown. */
export function keepConversation(projectId: string, now: Conversation): void {
  const path = { project_id: projectId, profile_id: now.profile_id };
  cache.setQueryData(['get', one, { params: { path } }], now);
  cache.setQueriesData<Listed>(
    { queryKey: ['inbox', projectId] },
    (before) => before && replaced(before, now),
  );
}

/** Reads a conversation anew, wherever it is shown. */
export async function renewConversation(projectId: string, profileId: string): Promise<void> {
  const path = { project_id: projectId, profile_id: profileId };
  const { data: now } = await api.GET(one, { params: { path } });
  keepConversation(projectId, now!);
}

/** Events after which the list may be another one. */
const isOfList = (name: string) => /^(?:message|dialog|conversation|profile|identity)\./.test(name);

/** The list of conversations, which follows what happens. @param open the conversation that is open beside it */
export function useConversations(projectId: string, query: ListQuery, open: string | undefined) {
  const key = listKey(projectId, query);
  const [isInHand, setInHand] = useState(false);
  const hand = useRef({ isInHand, open });
  hand.current = { isInHand, open };
  const isLoadingMore = useRef(false);
  const inHead = useRef<ReadonlySet<string>>(new Set());
  const read = async (cursor?: string) => {
    const asked = { ...query, ...(cursor !== undefined && { cursor }) };
    const { data } = await api.GET(list, { params: { ...below(projectId).params, query: asked } });
    return data!;
  };
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => {
      const head = await read();
      inHead.current = new Set(head.items.map(({ profile_id: id }) => id));
      return refreshed(cache.getQueryData<Listed>(key), head, hand.current);
    },
  });
  const touched = useRef(new Set<string>());
  const catchUp = useCalmly(async () => {
    const named = touched.current;
    touched.current = new Set();
    renew(countsPath, one);
    await refetch();
    // The first page was read anew; what stands further down, or stays although it fits no longer, is read by itself.
    const rows = cache.getQueryData<Listed>(key)?.rows ?? [];
    const others = rows.filter(
      ({ customer, profile_id: id }) =>
        !inHead.current.has(id) && (named.has(customer.identity_id) || named.has(id)),
    );
    for (const { profile_id: id } of others.slice(0, 10))
      void renewConversation(projectId, id).catch(() => {});
  }, 300);
  const listen = useCallback(
    ({ name, data: entry }: LiveEvent) => {
      if (!isOfList(name)) return;
      const { subject, data: about } = entry as { subject?: { id: string }; data?: { identity_id?: string } };
      for (const id of [subject?.id, about?.identity_id]) if (id) touched.current.add(id);
      catchUp();
    },
    [catchUp],
  );
  useLately(projectId, listen);

  const release = () => cache.setQueryData<Listed>(key, (before) => before && released(before, open));
  const loadMore = async () => {
    const cursor = cache.getQueryData<Listed>(key)?.cursor;
    if (cursor == null || isLoadingMore.current) return;
    isLoadingMore.current = true;
    try {
      const page = await read(cursor);
      cache.setQueryData<Listed>(key, (before) =>
        before?.cursor === cursor ? appended(before, page) : before,
      );
    } finally {
      isLoadingMore.current = false;
    }
  };
  const hold = (isThere: boolean) => {
    if (isThere === isInHand) return;
    setInHand(isThere);
    if (!isThere) release();
  };
  return { listed: data, error, again: () => void refetch(), loadMore, hold, release };
}
