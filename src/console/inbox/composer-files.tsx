import { Paperclip, X } from 'lucide-react';
import { IconButton } from '../kit/button.tsx';
import { problemWords } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import css from './composer.module.css';
import type { Draft } from './drafts.ts';
import type { Upload } from './use-uploads.ts';

interface FilesProps {
  files: Draft['files'];
  uploads: readonly Upload[];
  onRemove(fileId: string): void;
}

/** What goes along with the answer, and how far each file is. */
export function ComposerFiles({ files, uploads, onRemove }: FilesProps) {
  if (files.length + uploads.length === 0) return null;
  return (
    <ul className={css.files} aria-label={t('inbox.files')}>
      {files.map(({ file_id: id, name }) => (
        <li key={id} className={css.file}>
          <Paperclip size={16} aria-hidden="true" />
          <span className={css.fileName}>{name}</span>
          <IconButton label={t('inbox.remove_file', { name })} onPress={() => onRemove(id)}>
            <X size={16} />
          </IconButton>
        </li>
      ))}
      {uploads.map(({ id, name, part, error, cancel }) => (
        <li key={id} className={css.file} data-failed={error !== undefined || undefined}>
          <span className={css.fileName}>{name}</span>
          {error === undefined ? (
            <progress value={part} aria-label={t('inbox.uploading', { name })} />
          ) : (
            <span role="alert">{t('inbox.not_uploaded', { why: problemWords(error) })}</span>
          )}
          <IconButton label={t('inbox.remove_file', { name })} onPress={cancel}>
            <X size={16} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
