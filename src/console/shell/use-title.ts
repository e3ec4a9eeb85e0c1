import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useInboxCounts } from '../api/inbox-counts.ts';
import { useEnvironment, useProjectId } from '../api/project.ts';
import { t } from '../text/text.ts';
import { useEntries } from './page-link.tsx';

/** The title of the tab: how many customers wait, the page, and the project. @param project its name */
export function useTitle(project: string): void {
  const projectId = useProjectId();
  const { pathname } = useLocation();
  const entries = useEntries();
  const mayServe = entries.some(({ path }) => path === 'inbox');
  const { data } = useInboxCounts(projectId, useEnvironment(), mayServe);
  const { count = 0, is_more: isMore } = data?.unanswered ?? {};
  const page = entries.find(({ path }) => `${pathname}/`.includes(`/p/${projectId}/${path}/`));
  const waiting = count > 0 && `(${count}${isMore ? '+' : ''})`;
  const title = [waiting, page && t(page.entry.name), page && project && '·', project].filter(Boolean);
  const words = [...title, title.length > 0 && '–', 'Parley'].filter(Boolean).join(' ');
  useEffect(() => {
    document.title = words;
    return () => {
      document.title = 'Parley';
    };
  }, [words]);
}
