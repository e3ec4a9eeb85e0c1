import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useProjectId } from '../api/project.ts';
import { type UploadedAttachment, uploadAttachment } from '../api/upload.ts';
import { IconButton } from '../kit/button.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import css from './trial.module.css';

interface Files {
  files: readonly UploadedAttachment[];
  isPending: boolean;
  error: unknown;
  add(files: Iterable<File>): void;
  remove(fileId: string): void;
  take(): readonly UploadedAttachment[];
}

/** Files that go along with the next words, each uploaded as soon as it is chosen. */
export function useFiles(identityId: string): Files {
  const projectId = useProjectId();
  const [files, setFiles] = useState<readonly UploadedAttachment[]>([]);
  const [pending, setPending] = useState(0);
  const [error, setError] = useState<unknown>();
  const now = useRef(files);
  now.current = files;
  const base = `/api/owner/projects/${projectId}/scenario/draft/conversations/${identityId}/files`;
  const add = async (file: File) => {
    setPending((count) => count + 1);
    setError(undefined);
    try {
      const stored = await uploadAttachment(`${base}?${new URLSearchParams({ name: file.name })}`, file);
      setFiles((before) => [...before, stored]);
    } catch (problem) {
      setError(problem);
    } finally {
      setPending((count) => count - 1);
    }
  };
  return {
    ...{ files, error, isPending: pending > 0 },
    add: (chosen) => {
      for (const file of chosen) void add(file);
    },
    remove: (fileId) => setFiles((before) => before.filter((each) => each.file_id !== fileId)),
    take: () => {
      const taken = now.current;
      setFiles([]);
      return taken;
    },
  };
}

/** What goes along with the next words. */
export function FileList({ files: { files, isPending, error, remove } }: { files: Files }) {
  return (
    <>
      <ProblemNotice error={error} />
      {files.length > 0 && (
        <ul className={css.files} aria-label={t('trial.attached')}>
          {files.map(({ file_id: id, name }) => (
            <li key={id} className={css.file}>
              <Paperclip size={16} aria-hidden="true" />
              <span className={css.fileName}>{name}</span>
              <IconButton label={t('trial.detach', { name })} onPress={() => remove(id)}>
                <X size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isPending && (
        <p className={css.note} role="status">
          {t('trial.uploading')}
        </p>
      )}
    </>
  );
}

/** Chooses files for the next words. */
export const AttachButton = ({ files }: { files: Files }) => (
  <FileTrigger allowsMultiple onSelect={(chosen) => chosen && files.add(chosen)}>
    <IconButton label={t('trial.attach')}>
      <Paperclip size={16} />
    </IconButton>
  </FileTrigger>
);
