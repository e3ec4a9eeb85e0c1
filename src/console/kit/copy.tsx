import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../text/text.ts';
import { Button, type ButtonProps } from './button.tsx';
import css from './copy.module.css';

const copiedMs = 2000;

/** Puts a text on the clipboard, and says so in its own place. Browsers have a clipboard only where the address is https or localhost. */
export function CopyButton({
  text,
  label = t('shell.copy'),
  look = 'plain',
  autoFocus = false,
  onCopied,
}: {
  text: string;
  label?: string;
  look?: ButtonProps['look'];
  autoFocus?: boolean;
  onCopied?: (() => void) | undefined;
}) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (!navigator.clipboard) return null;
  return (
    <Button
      look={look}
      autoFocus={autoFocus}
      onPress={async () => {
        await navigator.clipboard.writeText(text);
        setCopied(true);
        onCopied?.();
      }}
    >
      {isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
      <span aria-live="polite" className={css.words} data-other={isCopied ? label : t('shell.copied')}>
        {isCopied ? t('shell.copied') : label}
      </span>
    </Button>
  );
}

/** Text to be copied: an address, a piece of code, a secret. All of it is selected when it has the focus. */
export function CopyText({
  text,
  label,
  autoFocus = false,
  onCopied,
}: {
  text: string;
  label: string;
  /** The button has the focus; where browsers have no clipboard, the text has it. */
  autoFocus?: boolean;
  /** By the button, or by hand. */
  onCopied?: () => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (autoFocus && !navigator.clipboard) area.current?.focus();
  }, [autoFocus]);
  return (
    <div className={css.line}>
      <textarea
        ref={area}
        className={css.text}
        readOnly
        rows={1}
        spellCheck={false}
        aria-label={label}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onCopy={onCopied}
      />
      <CopyButton text={text} autoFocus={autoFocus} onCopied={onCopied} />
    </div>
  );
}
