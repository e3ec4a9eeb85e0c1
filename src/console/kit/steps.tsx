import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './steps.module.css';

/** Steps that somebody takes one after the other, each with how it stands. */
export const Steps = ({ label, children }: { label: string; children: ReactNode }) => (
  <ol className={css.steps} aria-label={label}>
    {children}
  </ol>
);

interface StepProps {
  title: ReactNode;
  /** `now` is the one to be done next; `bad` needs somebody. */
  state: 'done' | 'now' | 'bad' | 'later';
  /** The state in words, beside the title. */
  note?: ReactNode;
  /** What is to be done, or what was found. */
  children?: ReactNode;
}

export function Step({ title, state, note, children }: StepProps) {
  return (
    <li className={css.step} data-state={state} {...(state === 'now' && { 'aria-current': 'step' })}>
      <span className={css.mark} aria-hidden="true">
        {state === 'done' && <Check size={14} />}
        {state === 'bad' && <TriangleAlert size={14} />}
      </span>
      <div className={css.body}>
        <div className={css.head}>
          <h3>{title}</h3>
          {note && <span className={css.note}>{note}</span>}
        </div>
        {children && <div className={css.content}>{children}</div>}
      </div>
    </li>
  );
}
