import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePerson } from '../api/session.ts';
import { Empty } from '../kit/states.tsx';
import { t } from '../text/text.ts';
import css from './catalog.module.css';

/** The catalog below the way between its pages, for who may make projects; nothing is asked for others. */
export function CatalogLayout() {
  const { may_make_projects: mayBeHere } = usePerson();
  if (!mayBeHere) return <Empty title={t('shell.not_allowed')} text={t('catalog.not_allowed')} />;
  return (
    <>
      <nav className={css.top} aria-label={t('page.catalog')}>
        <PageLink to="/catalog/offers">{t('catalog.offers')}</PageLink>
        <PageLink to="/catalog/sources">{t('catalog.sources')}</PageLink>
        <PageLink to="/catalog/imports">{t('catalog.imports')}</PageLink>
      </nav>
      <Outlet />
    </>
  );
}

type CatalogPage = '/catalog/offers' | '/catalog/sources' | '/catalog/imports';

const PageLink = ({ to, children }: { to: CatalogPage; children: ReactNode }) => (
  <Link to={to} className={css.page ?? ''} activeProps={{ 'aria-current': 'page' }}>
    {children}
  </Link>
);
