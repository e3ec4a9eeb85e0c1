import { useState } from 'react';
import { renewAll } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { say } from '../kit/toast.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './customers.module.css';

/** The merges and the accounts that were taken away, newest first. A merge can be undone. */
export function LinkHistory({ profileId }: { profileId: string }) {
  const projectId = useProjectId();
  const pages = usePages('/api/owner/projects/{project_id}/profiles/{profile_id}/links', {
    path: { project_id: projectId, profile_id: profileId },
  });
  if (pages.rows.length === 0 && !pages.error) return null;
  return (
    <section className={css.part} aria-label={t('customers.links')}>
      <header className={css.partHead}>
        <h3>{t('customers.links')}</h3>
      </header>
      <ul className={css.items}>
        {pages.rows.map((link) => (
          <LinkItem key={link.id} link={link} />
        ))}
      </ul>
      <ProblemNotice error={pages.error} again={pages.again} />
      {pages.hasMore && <Button onPress={pages.more}>{t('customers.earlier')}</Button>}
    </section>
  );
}

function LinkItem({ link }: { link: Shape<'ProfileLink'> }) {
  const projectId = useProjectId();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const { id, kind, other_profile_ids: others, created_by, created_at, undone_at } = link;
  const undo = async () => {
    setPending(true);
    setError(undefined);
    try {
      await api.POST('/api/owner/projects/{project_id}/links/{link_id}/undo', {
        params: { path: { project_id: projectId, link_id: id } },
      });
      renewAll();
      say(t('customers.undo_done'));
    } catch (fault) {
      setError(fault);
    }
    setPending(false);
  };
  const by = created_by.name ?? t('customers.by_customer');
  return (
    <li className={css.item}>
      <span className={css.grow}>
        {t(kind === 'merge' ? 'customers.merged' : 'customers.unlinked', { by, count: others.length })}
        <span className={css.muted}>
          {[showMoment(created_at), undone_at && t('customers.undone')].filter(Boolean).join(' · ')}
        </span>
      </span>
      {kind === 'merge' && !undone_at && (
        <Button look="quiet" isPending={isPending} onPress={() => void undo()}>
          {t('customers.undo')}
        </Button>
      )}
      <ProblemNotice error={error} />
    </li>
  );
}
