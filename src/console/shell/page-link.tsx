import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { passes, useProjectId, useRole } from '../api/project.ts';
import { type ProjectPage, projectPages } from '../pages.ts';
import { t } from '../text/text.ts';
import { InboxCount } from './inbox-count.tsx';
import css from './page-link.module.css';

/** The environment goes along to another page; filters do not. */
export const keepEnvironment = ({ env }: { env?: unknown }) => (env === 'sandbox' ? { env } : {});

/** A page that stands in the navigation. */
export type Entry = ProjectPage & { entry: NonNullable<ProjectPage['entry']> };

/** The pages that the person may see and that stand in the navigation. */
export function useEntries(): Entry[] {
  const role = useRole();
  return projectPages.filter(
    (page): page is Entry => page.entry !== undefined && role !== undefined && passes(role, page.gate),
  );
}

/** @param onGo what else a press does, such as closing what the link stands in */
export function PageLink({ page: { path, entry }, onGo }: { page: Entry; onGo?: () => void }) {
  const project = useProjectId();
  const countId = useId();
  return (
    <Link
      to={`/p/${project}/${path}` as never}
      search={keepEnvironment as never}
      className={css.link ?? ''}
      activeProps={{ 'aria-current': 'page' }}
      {...(path === 'inbox' && { 'aria-describedby': countId })}
      {...(onGo && { onClick: onGo })}
    >
      <entry.icon size={16} aria-hidden="true" />
      {t(entry.name)}
      {path === 'inbox' && <InboxCount id={countId} />}
    </Link>
  );
}
