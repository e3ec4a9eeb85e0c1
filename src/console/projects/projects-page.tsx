import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { queries } from '../api/client.ts';
import { countsPath } from '../api/inbox-counts.ts';
import { below, type ProjectGate, passes } from '../api/project.ts';
import { usePerson } from '../api/session.ts';
import type { Shape } from '../api/shapes.ts';
import { useAddress } from '../kit/address.ts';
import { Button, buttonClass } from '../kit/button.tsx';
import { Page, Row, Rows } from '../kit/page.tsx';
import { Badge, Empty, Loading } from '../kit/states.tsx';
import { AccountMenu } from '../shell/account-menu.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showDay } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './projects-page.module.css';

const channelsPath = '/api/owner/projects/{project_id}/channels';

// Made once in a long while.
const NewProject = lazy(async () => ({ default: (await import('./new-project.tsx')).NewProject }));

const SampleButton = lazy(async () => ({ default: (await import('../first-run/index.ts')).SampleButton }));

/** The projects in which the person has a role. The address says whether one is being made: other pages lead to that, too. */
export function ProjectsPage() {
  const [{ new: isMaking }, change] = useAddress();
  const { data, error, refetch } = queries.useQuery('get', '/api/owner/projects');
  const { may_make_projects: mayMake } = usePerson();
  // Who was made to help in a project of somebody else may neither make one nor see the catalog.
  // It loads later than the page, so it stands where nothing moves for it.
  const sample = (
    <Suspense>
      <SampleButton />
    </Suspense>
  );
  const blank = (
    <Button look="main" onPress={() => change({ new: true })}>
      {t('shell.new_project')}
    </Button>
  );
  const make = mayMake && (
    <>
      {sample}
      {blank}
    </>
  );
  const acts = mayMake && (
    <>
      {sample}
      <Link className={buttonClass()} to={'/catalog/offers' as never}>
        {t('page.catalog')}
      </Link>
      {blank}
    </>
  );
  return (
    <main id="content" className={css.ground}>
      <div className={css.top}>
        <AccountMenu />
      </div>
      <Page title={t('shell.projects')} acts={data && data.items.length > 0 && acts} isNarrow>
        {error && !data && <ProblemNotice error={error} again={() => void refetch()} />}
        {!error && !data && <Loading label={t('shell.loading')} />}
        {data?.items.length === 0 && (
          <Empty title={t('shell.no_projects')} text={t('shell.no_projects_text')}>
            {make}
          </Empty>
        )}
        {data && data.items.length > 0 && (
          <Rows label={t('shell.projects')}>
            {data.items.map((project) => (
              <ProjectRow key={project.id} project={project} />
            ))}
          </Rows>
        )}
        {mayMake && isMaking === true && (
          <Suspense>
            <NewProject onClose={() => change({ new: undefined })} />
          </Suspense>
        )}
      </Page>
    </main>
  );
}

/** A project with what somebody wants to know before they open it, as far as their role may see it. */
function ProjectRow({ project: { id, name, role, created_at } }: { project: Shape<'Project'> }) {
  // What the role may not read is not asked for: the browser's console would tell each refusal.
  const asking = (gate: ProjectGate) => ({ retry: false, enabled: passes(role, gate) });
  const channels = queries.useQuery('get', channelsPath, below(id), asking('read'));
  const live = { params: { ...below(id).params, query: { environment: 'live' as const } } };
  const counts = queries.useQuery('get', countsPath, live, asking('serve'));
  const { count = 0, is_more: isMore = false } = counts.data?.unanswered ?? {};
  const used = channels.data?.items.filter(({ environment }) => environment === 'live').length;
  return (
    <Row
      title={
        <Link className={css.project} to={`/p/${id}/overview` as never}>
          {name}
        </Link>
      }
      about={[
        used !== undefined && t('projects.channels', { count: used }),
        t('shell.made', { when: showDay(created_at) }),
      ]
        .filter(Boolean)
        .join(' · ')}
      end={
        count > 0 && (
          <Badge look="warn">
            {isMore ? t('projects.many_wait', { count }) : t('projects.wait', { count })}
          </Badge>
        )
      }
    />
  );
}
