import { useCallback, useRef, useState } from 'react';
import type { Environment } from '../api/project.ts';
import { uploadAttachment } from '../api/upload.ts';
import type { Draft } from './drafts.ts';

/** A file on its way to the server. */
export interface Upload {
  id: number;
  name: string;
  /** From 0 to 1. */
  part: number;
  error?: unknown;
  cancel(): void;
}

type DraftFile = Draft['files'][number];

/** Uploads files for a message. @param onDone with each that is there */
export function useUploads(
  projectId: string,
  environment: Environment,
  onDone: (file: DraftFile) => void,
): { uploads: readonly Upload[]; add(files: Iterable<File>): void } {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const last = useRef(0);
  const done = useRef(onDone);
  done.current = onDone;
  const add = useCallback(
    (files: Iterable<File>) => {
      for (const file of files) {
        last.current += 1;
        const id = last.current;
        const ended = new AbortController();
        const change = (now: Partial<Upload>) =>
          setUploads((before) => before.map((each) => (each.id === id ? { ...each, ...now } : each)));
        const drop = () => setUploads((before) => before.filter((each) => each.id !== id));
        const cancel = () => {
          ended.abort();
          drop();
        };
        setUploads((before) => [...before, { id, name: file.name, part: 0, cancel }]);
        const query = new URLSearchParams({ name: file.name, environment });
        uploadAttachment(`/api/owner/projects/${projectId}/files?${query}`, file, {
          onProgress: (part) => change({ part }),
          signal: ended.signal,
        }).then(
          (stored) => {
            drop();
            done.current(stored);
          },
          (error) => !ended.signal.aborted && change({ error }),
        );
      }
    },
    [projectId, environment],
  );
  return { uploads, add };
}
