import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePerson } from '../api/session.ts';
import { Empty } from '../kit/states.tsx';
import { AccountMenu } from '../shell/account-menu.tsx';
import { t } from '../text/text.ts';
import css from './catalog.module.css';

/** The page below the way to the others, for who may make projects; nothing is asked for others. */
export function Allowed({ children }: { children: ReactNode }) {
  const { may_make_projects: mayBeHere } = usePerson();
  return (
    <div className={css.ground}>
      <header className={css.top}>
        <Link className={css.back ?? ''} to={'/projects' as never}>
          <ArrowLeft size={14} aria-hidden="true" />
          {t('shell.all_projects')}
        </Link>
        {mayBeHere && (
          <nav className={css.nav} aria-label={t('page.catalog')}>
            <PageLink to="/catalog/offers">{t('catalog.offers')}</PageLink>
            <PageLink to="/catalog/sources">{t('catalog.sources')}</PageLink>
          </nav>
        )}
        <div className={css.person}>
          <AccountMenu />
        </div>
      </header>
      <main id="content">
        {mayBeHere ? children : <Empty title={t('shell.not_allowed')} text={t('catalog.not_allowed')} />}
      </main>
    </div>
  );
}

const PageLink = ({ to, children }: { to: '/catalog/offers' | '/catalog/sources'; children: ReactNode }) => (
  <Link to={to} className={css.page ?? ''} activeProps={{ 'aria-current': 'page' }}>
    {children}
  </Link>
);
