import { useCallback, useSyncExternalStore } from 'react';
import type { Shape } from '../api/shapes.ts';

/** What somebody is writing, for each conversation by itself. It survives a reload. */
export interface Draft {
  mode: 'reply' | 'note';
  reply: string;
  /** The last message when the reply was begun. */
  after?: string | undefined;
  note: string;
  /** With marks for bold and the like. */
  isFormatted: boolean;
  /** Files that were uploaded and go along. */
  files: readonly (Shape<'Attachment'> & { file_id: string; name: string })[];
}

const empty: Draft = { mode: 'reply', reply: '', note: '', isFormatted: false, files: [] };
const keyOf = (profileId: string) => `parley.draft.${profileId}`;
/** Those that were looked at since the page was loaded. */
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

function read(profileId: string): Draft {
  let draft = drafts.get(profileId);
  if (!draft) {
    draft = { ...empty, ...readKept(profileId) };
    drafts.set(profileId, draft);
  }
  return draft;
}

function readKept(profileId: string): Partial<Draft> {
  try {
    return JSON.parse(localStorage.getItem(keyOf(profileId)) ?? '{}');
  } catch {
    return {};
  }
}

function change(profileId: string, make: (before: Draft) => Partial<Draft>): void {
  const before = read(profileId);
  const now = { ...before, ...make(before) };
  drafts.set(profileId, now);
  if (now.reply === '' && now.note === '' && now.files.length === 0)
    localStorage.removeItem(keyOf(profileId));
  else localStorage.setItem(keyOf(profileId), JSON.stringify(now));
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The draft of a conversation. What changes it works also when the conversation is no longer open, as for a file that was on its way. */
export function useDraft(profileId: string): [Draft, (make: (before: Draft) => Partial<Draft>) => void] {
  const draft = useSyncExternalStore(subscribe, () => read(profileId));
  return [draft, useCallback((make) => change(profileId, make), [profileId])];
}
