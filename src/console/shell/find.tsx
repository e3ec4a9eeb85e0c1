import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  Autocomplete,
  Header,
  Input,
  Keyboard,
  Menu,
  MenuItem,
  MenuSection,
  SearchField,
  Text,
  useFilter,
} from 'react-aria-components';
import { useEnvironment, useOwnProject, useProjectId } from '../api/project.ts';
import { Dialog } from '../kit/dialog.tsx';
import { showKeys } from '../kit/keys.ts';
import menu from '../kit/menu.module.css';
import { loadAllTexts, t, textFor } from '../text/text.ts';
import { logOut, turnTheme } from './account-menu.tsx';
import { useTurnTo } from './environment.ts';
import css from './find.module.css';
import { useRecords } from './find-records.ts';
import { actsOfPage } from './page-acts.ts';
import { keepEnvironment, useEntries } from './page-link.tsx';

interface Hit {
  id: string;
  name: string;
  /** Other words by which it is found. */
  also?: string;
  keys?: string;
  kind?: string;
  act(): void;
}

/** Pages, records and acts by what is typed. */
export function Find({ onClose }: { onClose(): void }) {
  const [words, setWords] = useState('');
  useOtherWords();
  const sections = useHits(words.trim());
  const act = (key: unknown) => {
    onClose();
    for (const { hits } of sections) hits.find(({ id }) => id === key)?.act();
  };
  return (
    <Dialog title={t('shell.find')} isOpen onClose={onClose} isWide>
      <Autocomplete inputValue={words} onInputChange={setWords}>
        <SearchField aria-label={t('shell.find')} autoFocus>
          <Input
            className={css.input ?? ''}
            // A field with a list is one to a screen reader only if it says so: the library makes it a field to search in.
            role="combobox"
            aria-expanded
            aria-haspopup="listbox"
            placeholder={t('shell.find_hint')}
            onKeyDown={(event) => {
              // The field would only clear itself, and take a second press to close.
              if (event.key === 'Escape') onClose();
            }}
          />
        </SearchField>
        <Menu
          aria-label={t('shell.find')}
          className={css.list ?? ''}
          onAction={act}
          renderEmptyState={() => <p className={css.nothing}>{t('shell.find_nothing')}</p>}
        >
          {sections.map(({ name, hits }) => (
            <MenuSection key={name} className={css.section ?? ''}>
              <Header className={css.head ?? ''}>{name}</Header>
              {hits.map((hit) => (
                <MenuItem
                  key={hit.id}
                  id={hit.id}
                  textValue={[hit.name, hit.also].filter(Boolean).join(' ')}
                  className={menu.item ?? ''}
                >
                  <Text slot="label" className={menu.name ?? ''}>
                    {hit.name}
                  </Text>
                  {hit.keys && <Keyboard className={`${menu.hint} ${css.keys}`}>{hit.keys}</Keyboard>}
                  {hit.kind && (
                    <Text slot="description" className={css.kind ?? ''}>
                      {hit.kind}
                    </Text>
                  )}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}

/** Loads the other words by which pages are found: a first visit has no room for them. Until they are here, names find. */
function useOtherWords(): void {
  const [, setHere] = useState(false);
  useEffect(() => {
    void loadAllTexts().then(
      () => setHere(true),
      () => {},
    );
  }, []);
}

function useHits(words: string): { name: string; hits: Hit[] }[] {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const entries = useEntries();
  const turnTo = useTurnTo();
  const isOfProject = useOwnProject() !== undefined;
  const { contains } = useFilter({ sensitivity: 'base' });
  const records = useRecords(words, (name) => contains(name, words));
  const [offered] = useState(actsOfPage);
  const other = useEnvironment() === 'live' ? 'sandbox' : 'live';
  const go = (to: string) => void navigate({ to: to as never });
  const goWithin = (path: string) =>
    void navigate({ to: `/p/${projectId}/${path}`, search: keepEnvironment } as never);
  const pages = entries.map(({ path, entry }) => ({
    ...{ id: path, name: t(entry.name), act: () => goWithin(path) },
    also: textFor('also', path, ''),
    ...(entry.key && { keys: showKeys(`KeyG ${entry.key}`) }),
  }));
  const mayServe = entries.some(({ path }) => path === 'inbox');
  // What was said is not searched here: offered where nothing else fits.
  const said = {
    ...{ id: 'said', name: t('shell.find_said', { words }) },
    act: () =>
      void navigate({
        to: `/p/${projectId}/inbox`,
        search: (now: { env?: unknown }) => ({ ...keepEnvironment(now), q: words }),
      } as never),
  };
  const acts = [
    { id: 'projects', name: t('shell.all_projects'), act: () => go('/projects') },
    ...(isOfProject ? [{ id: 'environment', name: t(`shell.to_${other}`), act: () => turnTo(other) }] : []),
    { id: 'theme', name: t('shell.theme'), also: textFor('also', 'theme', ''), act: turnTheme },
    {
      id: 'account',
      name: t('shell.your_account'),
      also: textFor('also', 'account', ''),
      act: () => go('/account'),
    },
    { id: 'log-out', name: t('shell.log_out'), act: () => void logOut().catch(() => {}) },
  ];
  const fitting = (hits: Hit[]) => hits.filter(({ name, also = '' }) => contains(`${name} ${also}`, words));
  const found = [
    { name: t('shell.find_here'), hits: fitting(offered) },
    { name: t('shell.find_pages'), hits: fitting(pages) },
    {
      name: t('shell.find_records'),
      hits: records.map(({ path, name, kind }) => ({
        id: path,
        name,
        kind,
        act: () => goWithin(path),
      })),
    },
    { name: t('shell.find_acts'), hits: fitting(acts) },
  ].filter(({ hits }) => hits.length > 0);
  if (found.length > 0 || !mayServe || !words) return found;
  return [{ name: t('shell.find_acts'), hits: [said] }];
}
