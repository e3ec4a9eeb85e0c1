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

/** What concerns the person and no project. */
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
  return (
    <Page title={t('shell.account')} lead={email} isNarrow>
      <Tabs label={t('shell.account')} tabs={tabs} />
    </Page>
  );
}
