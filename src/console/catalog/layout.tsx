import { Link, Outlet } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { FrameProject } from '../api/project.ts';
import { usePerson } from '../api/session.ts';
import { Empty } from '../kit/states.tsx';
import { AccountMenu } from '../shell/account-menu.tsx';
import { t } from '../text/text.ts';
import css from './catalog.module.css';

/** The catalog below the way between its pages, for who may make projects; nothing is asked for others. Without a project it stands alone. */
export function CatalogLayout() {
  const { may_make_projects: mayBeHere } = usePerson();
  const isAlone = use(FrameProject) === undefined;
  const pages = mayBeHere && (
    <nav className={css.nav} aria-label={t('page.catalog')}>
      <PageLink to="/catalog/offers">{t('catalog.offers')}</PageLink>
      <PageLink to="/catalog/sources">{t('catalog.sources')}</PageLink>
    </nav>
  );
  const page = mayBeHere ? (
    <Outlet />
  ) : (
    <Empty title={t('shell.not_allowed')} text={t('catalog.not_allowed')} />
  );
  if (!isAlone)
    return (
      <>
        {pages && <div className={css.top}>{pages}</div>}
        {page}
      </>
    );
  return (
    <div className={css.ground}>
      <header className={css.top}>
        <Link className={css.back ?? ''} to={'/projects' as never}>
          <ArrowLeft size={14} aria-hidden="true" />
          {t('shell.all_projects')}
        </Link>
        {pages}
        <div className={css.person}>
          <AccountMenu />
        </div>
      </header>
      <main id="content">{page}</main>
    </div>
  );
}

const PageLink = ({ to, children }: { to: '/catalog/offers' | '/catalog/sources'; children: ReactNode }) => (
  <Link to={to} className={css.page ?? ''} activeProps={{ 'aria-current': 'page' }}>
    {children}
  </Link>
);
