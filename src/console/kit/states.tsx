import { type ReactNode, useEffect, useState } from 'react';
import css from './states.module.css';

/** What stands in the place of a list or a page that has nothing to show, not yet, or cannot. */

/** Nothing for 200 ms, then still shapes of about the final size. */
export function Loading({ label, rows = 3 }: { label: string; rows?: number }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={css.loading} role="status" aria-label={label} data-shown={isLong}>
      {Array.from({ length: rows }, (_, row) => `shape-${row}`).map((key) => (
        <div key={key} className={css.shape} />
      ))}
    </div>
  );
}

/** @param children what to do next */
export function Empty({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={css.empty}>
      <p className={css.title}>{title}</p>
      {text && <p className={css.text}>{text}</p>}
      {children && <div className={css.acts}>{children}</div>}
    </div>
  );
}

interface NoticeProps {
  look: 'bad' | 'warn' | 'good' | 'plain';
  title?: ReactNode;
  children?: ReactNode;
  acts?: ReactNode;
}

/** A sentence about the thing beside it. Bad news are read out at once. */
export function Notice({ look, title, children, acts }: NoticeProps) {
  return (
    <div className={`${css.notice} ${css[look]}`} role={look === 'bad' ? 'alert' : 'status'}>
      <div className={css.words}>
        {title && <p className={css.title}>{title}</p>}
        {children}
      </div>
      {acts}
    </div>
  );
}

/** A short word with a colour, such as a state. */
export function Badge({ look = 'plain', children }: { look?: NoticeProps['look']; children: ReactNode }) {
  return <span className={`${css.badge} ${css[look]}`}>{children}</span>;
}
