import { useLocation, useNavigate } from '@tanstack/react-router';
import { Check, ChevronsUpDown, Ellipsis, LayoutGrid, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Button as Plain } from 'react-aria-components';
import { queries } from '../api/client.ts';
import { useEnvironment, useOwnProject, useProjectId } from '../api/project.ts';
import { usePerson } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { showKeys } from '../kit/keys.ts';
import { Menu } from '../kit/menu.tsx';
import { t } from '../text/text.ts';
import { AccountMenu } from './account-menu.tsx';
import { useTurnTo } from './environment.ts';
import { AllPages, Groups } from './groups.tsx';
import css from './navigation.module.css';
import pageLink from './page-link.module.css';
import { PageLink, useEntries } from './page-link.tsx';

function ProjectMenu({ name }: { name: string }) {
  const current = useProjectId();
  const navigate = useNavigate();
  const { may_make_projects: mayMake } = usePerson();
  const { data } = queries.useQuery('get', '/api/owner/projects');
  const entries = [
    ...(data?.items ?? []).map((each) => ({
      ...{ id: each.id, name: each.name, isSelected: each.id === current },
      icon: each.id === current ? <Check size={16} /> : <span className={css.noIcon} />,
      act: () => void navigate({ to: `/p/${each.id}/overview` as never }),
    })),
    {
      id: 'all',
      name: t('shell.all_projects'),
      icon: <LayoutGrid size={16} />,
      act: () => void navigate({ to: '/projects' as never }),
    },
    ...(mayMake
      ? [
          {
            id: 'new',
            name: t('shell.new_project'),
            icon: <Plus size={16} />,
            act: () => void navigate({ to: '/projects', search: { new: true } } as never),
          },
        ]
      : []),
  ];
  return (
    <Menu label={t('shell.choose_project')} entries={entries}>
      <Plain className={css.project ?? ''} aria-label={`${t('shell.choose_project')}: ${name}`}>
        <span className={css.projectName}>{name}</span>
        <ChevronsUpDown size={16} aria-hidden="true" />
      </Plain>
    </Menu>
  );
}

/** Live or sandbox, kept in the address. */
function EnvironmentSwitch() {
  const environment = useEnvironment();
  const turnTo = useTurnTo();
  return (
    <fieldset className={css.switch} aria-label={t('shell.environment')}>
      {(['live', 'sandbox'] as const).map((each) => (
        <Plain
          key={each}
          className={css.option ?? ''}
          aria-pressed={environment === each}
          onPress={() => turnTo(each)}
        >
          {t(`shell.${each}`)}
        </Plain>
      ))}
    </fieldset>
  );
}

interface SideBarProps {
  name: string;
  onFind(): void;
  onKeys(): void;
}

/** On the left; on a phone its first line stands on top. */
export function SideBar({ name, onFind, onKeys }: SideBarProps) {
  const isOfProject = useOwnProject() !== undefined;
  return (
    <header className={css.side}>
      <div className={css.top}>
        <ProjectMenu name={name} />
        {isOfProject && <EnvironmentSwitch />}
        <Plain className={css.find ?? ''} onPress={onFind}>
          <Search size={16} aria-hidden="true" />
          <span className={css.findWords}>{t('shell.find')}</span>
          <kbd className={css.key}>{showKeys('Mod+KeyK')}</kbd>
        </Plain>
      </div>
      <nav className={pageLink.nav} aria-label={t('shell.main')}>
        <Groups />
      </nav>
      <AccountMenu onKeys={onKeys} />
    </header>
  );
}

/** At the bottom of a phone. */
export function BottomBar() {
  const [isOpen, setOpen] = useState(false);
  const project = useProjectId();
  const { pathname } = useLocation();
  const entries = useEntries().filter(({ entry }) => entry.isOnPhone);
  const isElsewhere = !entries.some(({ path }) => pathname.includes(`/p/${project}/${path}`));
  return (
    <nav className={pageLink.bottom} aria-label={t('shell.main')}>
      {entries.map((page) => (
        <PageLink key={page.path} page={page} />
      ))}
      <Plain
        className={pageLink.link ?? ''}
        data-current={isElsewhere || undefined}
        onPress={() => setOpen(true)}
      >
        <Ellipsis size={16} aria-hidden="true" />
        {t('shell.more')}
      </Plain>
      <Dialog title={t('shell.more')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <nav className={pageLink.nav} aria-label={t('shell.main')}>
          <AllPages onGo={() => setOpen(false)} />
        </nav>
        <DialogButtons>
          <Button onPress={() => setOpen(false)}>{t('shell.close')}</Button>
        </DialogButtons>
      </Dialog>
    </nav>
  );
}
