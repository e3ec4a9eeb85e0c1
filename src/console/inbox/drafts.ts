import { useCallback, useState } from 'react';
import type { Shape } from '../api/shapes.ts';

/** What somebody is writing, for each conversation by itself. It survives a reload. */
export interface Draft {
  mode: 'reply' | 'note';
  reply: string;
  note: string;
  /** With marks for bold and the like. */
  isFormatted: boolean;
  /** Files that were uploaded and go along. */
  files: readonly (Shape<'Attachment'> & { file_id: string; name: string })[];
}

const empty: Draft = { mode: 'reply', reply: '', note: '', isFormatted: false, files: [] };
const keyOf = (profileId: string) => `parley.draft.${profileId}`;

function read(profileId: string): Draft {
  try {
    return { ...empty, ...JSON.parse(localStorage.getItem(keyOf(profileId)) ?? '{}') };
  } catch {
    return empty;
  }
}

function write(profileId: string, draft: Draft): void {
  if (draft.reply === '' && draft.note === '' && draft.files.length === 0)
    localStorage.removeItem(keyOf(profileId));
  else localStorage.setItem(keyOf(profileId), JSON.stringify(draft));
}

/** The draft of a conversation; give the component a key of the conversation. */
export function useDraft(profileId: string): [Draft, (change: (before: Draft) => Partial<Draft>) => void] {
  const [draft, setDraft] = useState(() => read(profileId));
  const change = useCallback(
    (make: (before: Draft) => Partial<Draft>) =>
      setDraft((before) => {
        const now = { ...before, ...make(before) };
        write(profileId, now);
        return now;
      }),
    [profileId],
  );
  return [draft, change];
}
