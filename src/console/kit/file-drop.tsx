import { FileUp } from 'lucide-react';
import { DropZone, FileTrigger } from 'react-aria-components';
import { Button } from './button.tsx';
import css from './file-drop.module.css';

interface FileDropProps {
  /** What may be dropped here. */
  text: string;
  /** The button for whoever rather chooses it. */
  verb: string;
  /** Endings and media types. */
  types: readonly string[];
  /** Undefined if somebody chose none. */
  onFile(file: File | undefined): void;
}

/** Takes one file: dropped, or chosen. */
export function FileDrop({ text, verb, types, onFile }: FileDropProps) {
  return (
    <DropZone
      className={css.drop ?? ''}
      onDrop={async ({ items }) => {
        const item = items.find(({ kind }) => kind === 'file');
        if (item?.kind === 'file') onFile(await item.getFile());
      }}
    >
      <FileUp size={24} aria-hidden="true" />
      <p>{text}</p>
      <FileTrigger acceptedFileTypes={[...types]} onSelect={(files) => onFile(files?.[0])}>
        <Button look="main">{verb}</Button>
      </FileTrigger>
    </DropZone>
  );
}
