import { type ReactNode, useState } from 'react';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import css from './copy.module.css';
import { CopyText } from './copy.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';
import { Notice } from './states.tsx';

interface ShownOnceProps {
  title: string;
  /** What the secret is called; by default as the window is. */
  label?: string;
  /** What it is for, and where it belongs. */
  text: string;
  secret: string;
  /** What to do with it now; by default to keep it where passwords are kept. */
  once?: string;
  /** What stands below it, such as a warning. */
  children?: ReactNode;
  onDone(): void;
}

/**
 * A secret that nobody can see again. Only its button closes it: Escape and a press beside it are too easily done. Whoever has not copied
 * it is asked once more.
 */
export function ShownOnce({ title, label = title, text, secret, once, children, onDone }: ShownOnceProps) {
  const [isCopied, setCopied] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const isWarned = isAsked && !isCopied;
  return (
    <Dialog title={title} isOpen onClose={onDone} isKept>
      <p>{text}</p>
      <CopyText text={secret} label={label} autoFocus onCopied={() => setCopied(true)} />
      {children}
      {isWarned ? (
        <div role="alert">
          <Notice look="warn" title={t('kit.not_copied')}>
            {t('kit.not_copied_text')}
          </Notice>
        </div>
      ) : (
        <p className={css.once}>{once ?? t('kit.once')}</p>
      )}
      <DialogButtons>
        <Button
          look={isWarned ? 'plain' : 'main'}
          onPress={() => (isCopied || isAsked ? onDone() : setAsked(true))}
        >
          {t(isWarned ? 'kit.close_uncopied' : 'kit.have_it')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
