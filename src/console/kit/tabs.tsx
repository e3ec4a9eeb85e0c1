import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import { useAddress, wordAt } from './address.ts';
import css from './tabs.module.css';

export interface TabEntry {
  id: string;
  name: string;
  /** How many are behind it. */
  count?: string | number | undefined;
  content: ReactNode;
}

/** On a phone the list of tabs is wider than the page. Only the list moves: the tabs may stand further down. */
function toSight(tab: HTMLElement | null): void {
  const list = tab?.closest('[role=tablist]');
  if (!tab || !list) return;
  const [own, all] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += own.left + own.width / 2 - all.left - all.width / 2;
}

/**
 * Parts of a page of which one shows; the address names it. Only the content of the open one is drawn.
 * @param at the key in the address
 */
export function Tabs({ label, tabs, at = 'tab' }: { label: string; tabs: readonly TabEntry[]; at?: string }) {
  const [search, change] = useAddress();
  const wanted = wordAt(search, at);
  const open = tabs.find(({ id }) => id === wanted) ?? tabs[0];
  if (!open) return null;
  return (
    <AriaTabs
      className={css.tabs ?? ''}
      selectedKey={open.id}
      onSelectionChange={(key) => change({ [at]: key === tabs[0]?.id ? undefined : String(key) })}
    >
      <TabList aria-label={label} className={css.list ?? ''}>
        {tabs.map(({ id, name, count }) => (
          <Tab key={id} id={id} ref={id === open.id ? toSight : null} className={css.tab ?? ''}>
            {name}
            {count !== undefined && <span className={css.count}>{count}</span>}
          </Tab>
        ))}
      </TabList>
      <TabPanel key={open.id} id={open.id} className={css.panel ?? ''}>
        {open.content}
      </TabPanel>
    </AriaTabs>
  );
}
