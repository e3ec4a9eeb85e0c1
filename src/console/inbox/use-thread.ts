import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { cache, renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { type LiveEvent, useLately } from '../api/stream.ts';
import { prepended, renewed, type Thread } from './thread.ts';

const said = '/api/owner/projects/{project_id}/profiles/{profile_id}/messages';
const notesPath = '/api/owner/projects/{project_id}/conversations/{profile_id}/notes';
const leadPath = '/api/owner/projects/{project_id}/conversations/{profile_id}/lead';
const customer = '/api/owner/projects/{project_id}/profiles/{profile_id}';

const threadKey = (projectId: string, profileId: string) => ['thread', projectId, profileId];

/** Reads the newest messages anew. */
export const renewThread = (projectId: string, profileId: string) =>
  cache.invalidateQueries({ queryKey: threadKey(projectId, profileId) });

const pauseMs = 150;

/** What was said with a customer, which follows what happens. @param identityIds the accounts of the customer */
export function useThread(projectId: string, profileId: string, identityIds: readonly string[]) {
  const path = { project_id: projectId, profile_id: profileId };
  const key = threadKey(projectId, profileId);
  const isLoadingOlder = useRef(false);
  const read = async (cursor?: string) => {
    const query = cursor === undefined ? {} : { cursor };
    const { data } = await api.GET(said, { params: { path, query } });
    return data!;
  };
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => {
      const newest = await read();
      return renewed(cache.getQueryData<Thread>(key), newest);
    },
  });
  const notes = queries.useQuery('get', notesPath, { params: { path } });
  const lead = queries.useQuery('get', leadPath, { params: { path } });

  const accounts = useRef(identityIds);
  accounts.current = identityIds;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const listen = useCallback(
    ({ name, data: entry }: LiveEvent) => {
      const { subject, data: about } = entry as { subject?: { id: string }; data?: { identity_id?: string } };
      const isOurs =
        subject?.id === profileId || accounts.current.includes(about?.identity_id ?? subject?.id ?? '');
      if (!isOurs) return;
      if (/^(?:message|revision|file)\./.test(name)) {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => void renewThread(projectId, profileId), pauseMs);
      }
      if (/^conversation\.(?:noted|note_deleted|assigned)$/.test(name)) renew(notesPath);
      if (/^(?:dialog|conversation)\./.test(name)) renew(leadPath);
      if (/^(?:dialog|profile|identity|payment|refund)\./.test(name)) renew(customer);
    },
    [projectId, profileId],
  );
  useLately(projectId, listen);

  const loadOlder = async () => {
    const cursor = cache.getQueryData<Thread>(key)?.cursor;
    if (cursor == null || isLoadingOlder.current) return;
    isLoadingOlder.current = true;
    try {
      const older = await read(cursor);
      cache.setQueryData<Thread>(key, (before) =>
        before?.cursor === cursor ? prepended(before, older) : before,
      );
    } finally {
      isLoadingOlder.current = false;
    }
  };
  return {
    thread: data,
    notes: notes.data?.items ?? [],
    lead: lead.data?.items ?? [],
    error: error ?? notes.error,
    again: () => {
      void refetch();
      void notes.refetch();
    },
    loadOlder,
  };
}
