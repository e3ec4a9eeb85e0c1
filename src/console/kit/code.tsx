import css from './code.module.css';
import { CopyButton } from './copy.tsx';

/** A piece of code or data with its name above it, to be read and copied. */
export const Code = ({
  label,
  text,
  isCopiedByHand,
}: {
  label: string;
  text: string;
  /** Where another text has the button to copy. */
  isCopiedByHand?: boolean;
}) => (
  <section className={css.code} aria-label={label}>
    <div className={css.head}>
      <span className={css.name}>{label}</span>
      {!isCopiedByHand && <CopyButton text={text} look="quiet" />}
    </div>
    {/* What scrolls has to be reached by keys. */}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
    <pre className={css.text} tabIndex={0}>
      {text}
    </pre>
  </section>
);

/** A value of JSON as people read it; a text as it is. */
export const showJson = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
