import { Link, useMatches } from '@tanstack/react-router';
import { Boxes, ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { usePerson } from '../api/session.ts';
import { t } from '../text/text.ts';
import css from './groups.module.css';
import pageLink from './page-link.module.css';
import { type Entry, PageLink, useEntries } from './page-link.tsx';
import { type NavigationGroup, navigationGroups } from './project-page.ts';

const kept = 'parley.navigation';

/** What the person opened and closed themselves, on every project of this browser. */
type Chosen = Partial<Record<NavigationGroup, boolean>>;

function readChosen(): Chosen {
  try {
    return (JSON.parse(localStorage.getItem(kept) ?? '{}') ?? {}) as Chosen;
  } catch {
    return {};
  }
}

/** The group to which the open page belongs, also a page that is reached from one of the navigation. */
function useCurrentGroup(entries: Entry[]): NavigationGroup | undefined {
  const paths = useMatches().map(({ fullPath }) => String(fullPath).replace(/^\/p\/\$project\//, ''));
  const open = paths.at(-1)?.split('/')[0];
  return entries.find(({ path }) => path === open)?.entry.group;
}

const labelOf = (group: NavigationGroup) => t(`group.${group}`);

interface GroupProps {
  group: NavigationGroup;
  pages: Entry[];
  isCurrent: boolean;
  isOpen: boolean;
  onTurn(): void;
}

function Group({ group, pages, isCurrent, isOpen, onTurn }: GroupProps) {
  const id = useId();
  return (
    <section className={css.group} aria-label={labelOf(group)}>
      <Button
        className={css.head ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        data-current={isCurrent && !isOpen ? true : undefined}
        onPress={onTurn}
      >
        {labelOf(group)}
        <ChevronRight size={14} className={css.chevron} aria-hidden="true" />
      </Button>
      <div id={id} className={css.pages} hidden={!isOpen}>
        {pages.map((page) => (
          <PageLink key={page.path} page={page} />
        ))}
      </div>
    </section>
  );
}

/** The catalog belongs to no project, and whoever may make projects sees it. */
function CatalogLink({ onGo }: { onGo?: () => void }) {
  const { may_make_projects: maySee } = usePerson();
  const isOpen = useMatches().some(({ fullPath }) => String(fullPath).startsWith('/catalog/'));
  if (!maySee) return null;
  return (
    <Link
      to={'/catalog/offers' as never}
      className={pageLink.link ?? ''}
      aria-current={isOpen && 'page'}
      {...(onGo && { onClick: onGo })}
    >
      <Boxes size={16} aria-hidden="true" />
      {t('page.catalog')}
    </Link>
  );
}

/** The pages in groups, which are open unless somebody closed them. */
export function Groups() {
  const entries = useEntries();
  const list = useRef<HTMLDivElement>(null);
  const open = useMatches().at(-1)?.pathname;
  const hasEntries = entries.length > 0;
  // Not all of them fit on a small screen.
  useEffect(() => {
    if (!open || !hasEntries) return;
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [open, hasEntries]);
  const current = useCurrentGroup(entries);
  const [chosen, setChosen] = useState(readChosen);
  const turn = (group: NavigationGroup, isOpen: boolean) => {
    const now = { ...readChosen(), [group]: isOpen };
    localStorage.setItem(kept, JSON.stringify(now));
    setChosen(now);
  };
  return (
    <div ref={list} className={css.all}>
      {entries.map((page) => !page.entry.group && <PageLink key={page.path} page={page} />)}
      {navigationGroups.map((group) => {
        const pages = entries.filter(({ entry }) => entry.group === group);
        if (pages.length === 0) return null;
        const isOpen = chosen[group] ?? true;
        return (
          <Group
            key={group}
            {...{ group, pages, isOpen, isCurrent: group === current }}
            onTurn={() => turn(group, !isOpen)}
          />
        );
      })}
      <CatalogLink />
    </div>
  );
}

/** All pages below the names of their groups, for a list that scrolls. */
export function AllPages({ onGo }: { onGo(): void }) {
  const entries = useEntries();
  const groups = [undefined, ...navigationGroups].map((group) => {
    const pages = entries.filter(({ entry }) => entry.group === group);
    if (pages.length === 0) return null;
    return (
      <section key={group ?? 'first'} className={css.group} {...(group && { 'aria-label': labelOf(group) })}>
        {group && <p className={css.name}>{labelOf(group)}</p>}
        {pages.map((page) => (
          <PageLink key={page.path} page={page} onGo={onGo} />
        ))}
      </section>
    );
  });
  return (
    <>
      {groups}
      <CatalogLink onGo={onGo} />
    </>
  );
}
