import { Link } from '@tanstack/react-router';
import { queries } from '../api/client.ts';
import { below } from '../api/project.ts';
import { usePerson } from '../api/session.ts';
import { keepEnvironment } from '../shell/page-link.tsx';
import { t } from '../text/text.ts';
import css from './composer.module.css';

/** Says to an operator whom customers see without a name where to set one. */
export function NameHint({ projectId }: { projectId: string }) {
  const me = usePerson();
  const path = '/api/owner/projects/{project_id}/presence';
  const { data } = queries.useQuery('get', path, below(projectId), { staleTime: 60_000 });
  if (!data || data.items.find(({ person }) => person.id === me.id)?.name) return null;
  return (
    <p className={css.hint}>
      <Link
        to={`/p/${projectId}/settings` as never}
        search={((now: object) => ({ ...keepEnvironment(now), tab: 'notifications' })) as never}
      >
        {t('inbox.set_name')}
      </Link>
    </p>
  );
}
