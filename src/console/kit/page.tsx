import { type ReactNode, useId } from 'react';
import css from './page.module.css';

interface PageProps {
  title: string;
  /** One sentence below the title. */
  lead?: ReactNode;
  /** What can be done here, the main act last. It is also found by name: `data-acts` marks it. */
  acts?: ReactNode;
  /** A column of 640 px, for forms. */
  isNarrow?: boolean;
  /** As wide as there is room, for grids. */
  isWide?: boolean;
  children: ReactNode;
}

/** A page: its name, its acts, and what is on it. */
export function Page({ title, lead, acts, isNarrow, isWide, children }: PageProps) {
  return (
    <div className={`${css.page} ${isNarrow ? css.narrow : isWide ? css.wide : ''}`}>
      <header className={css.head}>
        <div className={css.names}>
          <h1>{title}</h1>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {acts && (
          <div className={css.acts} data-acts>
            {acts}
          </div>
        )}
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  acts?: ReactNode;
  /** For links to it. */
  id?: string;
  children: ReactNode;
}

/** A part of a page with a heading. */
export function Section({ title, acts, id, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={css.section} id={id} aria-labelledby={titleId}>
      <header className={css.head}>
        <h2 id={titleId}>{title}</h2>
        {acts && <div className={css.acts}>{acts}</div>}
      </header>
      {children}
    </section>
  );
}

/** A box with a line around it. */
export const Card = ({ children }: { children: ReactNode }) => <div className={css.card}>{children}</div>;

/** A list with a line between its rows. */
export const Rows = ({ children, label }: { children: ReactNode; label: string }) => (
  <ul className={css.rows} aria-label={label}>
    {children}
  </ul>
);

interface RowProps {
  title: ReactNode;
  /** Below the title. */
  about?: ReactNode;
  /** On the right: a state, a number, acts. */
  end?: ReactNode;
  /** Before the title. */
  icon?: ReactNode;
}

export function Row({ title, about, end, icon }: RowProps) {
  return (
    <li className={css.row}>
      {icon && <span className={css.icon}>{icon}</span>}
      <div className={css.words}>
        <div className={css.title}>{title}</div>
        {about && <div className={css.about}>{about}</div>}
      </div>
      {end && <div className={css.acts}>{end}</div>}
    </li>
  );
}

/** Fields of a form with their button. */
export const Fields = ({ children }: { children: ReactNode }) => <div className={css.fields}>{children}</div>;
