import type { ReactNode } from 'react';
import css from './login.module.css';

/** In the middle of an empty page: what somebody sees who is not logged in. */
export const EntryCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className={css.ground}>
    <div className={css.card}>
      <h1>{title}</h1>
      {children}
    </div>
  </main>
);
