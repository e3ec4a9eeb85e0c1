import { Navigate } from '@tanstack/react-router';
import { useProjects } from '../api/project.ts';
import { Loading } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import css from './projects-page.module.css';

/** Leads to the project that was used last, or to the first; without any to the list, where one is made. */
export function HomePage() {
  const { data, error, refetch, last } = useProjects();
  if (!data)
    return (
      <main className={css.ground}>
        {error ? (
          <ProblemNotice error={error} again={() => void refetch()} />
        ) : (
          <Loading label={t('shell.loading')} />
        )}
      </main>
    );
  return <Navigate to={(last ? `/p/${last.id}/overview` : '/projects') as never} replace />;
}
