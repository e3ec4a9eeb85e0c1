import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { FrameProject } from '../api/project.ts';
import { usePerson } from '../api/session.ts';
import { Page } from '../kit/page.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { t } from '../text/text.ts';
import css from './account-page.module.css';
import { Happenings } from './happenings.tsx';
import { Password } from './password.tsx';
import { SecondFactors } from './second-factors.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';

/** What concerns the person and no project. Whoever has none sees it alone. */
export function AccountPage() {
  const { email } = usePerson();
  const login = (
    <div className={css.parts}>
      <Password />
      <SecondFactors />
      <Sessions />
    </div>
  );
  const tabs = [
    { id: 'login', name: t('account.tab_login'), content: login },
    { id: 'tokens', name: t('account.tokens'), content: <Tokens /> },
    { id: 'log', name: t('account.log'), content: <Happenings /> },
  ];
  const page = (
    <Page
      title={t('shell.account')}
      lead={email}
      acts={<Link to={'/projects' as never}>{t('shell.all_projects')}</Link>}
      isNarrow
    >
      <Tabs label={t('shell.account')} tabs={tabs} />
    </Page>
  );
  if (use(FrameProject) !== undefined) return page;
  return (
    <main id="content" className={css.ground}>
      {page}
    </main>
  );
}
