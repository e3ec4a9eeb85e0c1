import { useMatches } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../text/text.ts';
import css from './groups.module.css';
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

/** So few pages that all of them stand in the navigation at once: those of an operator, say. */
const fewPages = 14;

/**
 * Whether a group is open for somebody who chose nothing: the one of the open page, and the first. The set-up is too, unless a
 * long group is: this way all of it is seen without scrolling on a screen of 800 px.
 */
function isOpenAtFirst(group: NavigationGroup, current: NavigationGroup | undefined): boolean {
  if (group === current || group === 'build') return true;
  return group === 'set_up' && current !== 'connect' && current !== 'watch';
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

/** The pages in groups that open and close. */
export function Groups() {
  const entries = useEntries();
  const current = useCurrentGroup(entries);
  const [chosen, setChosen] = useState(readChosen);
  const turn = (group: NavigationGroup, isOpen: boolean) => {
    const now = { ...readChosen(), [group]: isOpen };
    localStorage.setItem(kept, JSON.stringify(now));
    setChosen(now);
  };
  return (
    <>
      {entries.map((page) => !page.entry.group && <PageLink key={page.path} page={page} />)}
      {navigationGroups.map((group) => {
        const pages = entries.filter(({ entry }) => entry.group === group);
        if (pages.length === 0) return null;
        const isOpen = chosen[group] ?? (entries.length <= fewPages || isOpenAtFirst(group, current));
        return (
          <Group
            key={group}
            {...{ group, pages, isOpen, isCurrent: group === current }}
            onTurn={() => turn(group, !isOpen)}
          />
        );
      })}
    </>
  );
}

/** All pages below the names of their groups, for a list that scrolls. */
export function AllPages({ onGo }: { onGo(): void }) {
  const entries = useEntries();
  return [undefined, ...navigationGroups].map((group) => {
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
}
