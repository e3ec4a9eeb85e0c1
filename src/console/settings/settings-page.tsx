import { type ProjectGate, passes, useRole } from '../api/project.ts';
import { Page } from '../kit/page.tsx';
import { type TabEntry, Tabs } from '../kit/tabs.tsx';
import { t } from '../text/text.ts';
import { CustomerKeys } from './customer-keys.tsx';
import { DeleteProject } from './delete-project.tsx';
import { General } from './general.tsx';
import { Handovers } from './handovers.tsx';
import { Hours } from './hours.tsx';
import { MiniApps } from './miniapps.tsx';
import { Notifications } from './notifications.tsx';
import { Replies } from './replies.tsx';
import css from './settings.module.css';

/** Each part with who may change it. */
const parts: readonly (Omit<TabEntry, 'name'> & { gate: ProjectGate })[] = [
  { id: 'general', gate: 'own', content: <General /> },
  { id: 'hours', gate: 'build', content: <Hours /> },
  { id: 'handovers', gate: 'build', content: <Handovers /> },
  { id: 'replies', gate: 'serve', content: <Replies /> },
  { id: 'notifications', gate: 'serve', content: <Notifications /> },
  { id: 'customers', gate: 'build', content: <CustomerKeys /> },
  { id: 'miniapps', gate: 'own', content: <MiniApps /> },
  { id: 'delete', gate: 'own', content: <DeleteProject /> },
];

/** What holds for the project, and for the person in it. */
export function SettingsPage() {
  const role = useRole();
  const tabs = parts
    .filter(({ gate }) => role && passes(role, gate))
    .map(({ id, content }) => ({
      id,
      name: t(`settings.tab_${id}` as 'settings.tab_general'),
      content: <div className={css.part}>{content}</div>,
    }));
  return (
    <Page title={t('page.settings')}>
      <Tabs label={t('page.settings')} tabs={tabs} />
    </Page>
  );
}
