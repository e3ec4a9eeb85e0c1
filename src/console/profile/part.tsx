import type { ReactNode } from 'react';
import css from './profile.module.css';

/** A part of what is known of a customer, with its name. */
export const Part = ({ title, acts, children }: { title: string; acts?: ReactNode; children: ReactNode }) => (
  <section className={css.part} aria-label={title}>
    <header className={css.head}>
      <h3>{title}</h3>
      {acts}
    </header>
    {children}
  </section>
);
