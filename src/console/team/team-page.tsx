import { useMay } from '../api/project.ts';
import { Page } from '../kit/page.tsx';
import { t } from '../text/text.ts';
import { Invitations } from './invitations.tsx';
import { People } from './people.tsx';
import { Teams } from './teams.tsx';

/** Who works in the project, and as what. */
export function TeamPage() {
  const mayChange = useMay('own');
  const serves = useMay('serve');
  return (
    <Page title={t('page.team')} lead={t(mayChange ? 'team.lead' : 'team.lead_others')}>
      <People mayChange={mayChange} />
      {mayChange && <Invitations />}
      {serves && <Teams mayChange={mayChange} />}
    </Page>
  );
}
