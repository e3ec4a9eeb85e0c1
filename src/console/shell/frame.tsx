import { Link, Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { lazy, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { renew, renewAll } from '../api/cache.ts';
import { watchOutbox } from '../api/outbox.ts';
import {
  FrameProject,
  keepProject,
  passes,
  useEnvironment,
  useOwnProject,
  usePeople,
  useProject,
  useProjectId,
  useProjects,
  useRole,
} from '../api/project.ts';
import { type LiveEvent, useLive } from '../api/stream.ts';
import { useKeys } from '../kit/keys.ts';
import { Empty, Loading } from '../kit/states.tsx';
import { projectPages } from '../pages.ts';
import { t, word } from '../text/text.ts';
import { AccountMenu } from './account-menu.tsx';
import { Find } from './find.tsx';
import { BottomBar, SideBar } from './navigation.tsx';
import { keepEnvironment } from './page-link.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import css from './shell.module.css';
import { useGiven } from './use-given.ts';
import { useTitle } from './use-title.ts';

const KeysHelp = lazy(async () => ({ default: (await import('./keys-help.tsx')).KeysHelp }));

/**
 * The frame around every page of a project. A page that belongs to none stands in the frame of the project that was open last; without any
 * project it stands alone.
 */
export function Frame() {
  const own = useOwnProject();
  const { last, isPending } = useProjects(own === undefined);
  const project = own ?? last?.id;
  if (project !== undefined)
    return (
      <FrameProject value={project}>
        <Framed />
      </FrameProject>
    );
  return isPending ? <Loading label={t('shell.loading')} /> : <Unframed />;
}

/** A page below the way to the projects. */
function Unframed() {
  return (
    <div className={css.unframed}>
      <header className={css.top}>
        <Link className={css.back ?? ''} to={'/projects' as never}>
          <ArrowLeft size={14} aria-hidden="true" />
          {t('shell.all_projects')}
        </Link>
        <div>
          <AccountMenu />
        </div>
      </header>
      <main id="content">
        <Outlet />
      </main>
    </div>
  );
}

function Framed() {
  const projectId = useProjectId();
  const environment = useEnvironment();
  const [isFinding, setFinding] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  const project = useProject(projectId);
  useEffect(() => keepProject(projectId), [projectId]);
  useEffect(watchOutbox, []);
  const content = useFocusOnPage();
  useStream(projectId);
  useGiven(projectId);
  useTitle(project.data?.name ?? '');
  usePageKeys(projectId, { find: () => setFinding(true), help: () => setShowsKeys(true) });
  if (project.error && !project.data)
    return (
      <main className={css.alone}>
        <ProblemNotice error={project.error} again={() => void project.refetch()} />
        <a href="/console/projects">{t('shell.all_projects')}</a>
      </main>
    );
  return (
    <div className={css.frame} data-environment={environment}>
      <a className={css.skip} href="#content">
        {t('shell.skip')}
      </a>
      {environment === 'sandbox' && (
        <section className={css.sandbox} aria-label={t('shell.environment')}>
          {t('shell.sandbox_line')}
        </section>
      )}
      <SideBar
        name={project.data?.name ?? ''}
        onFind={() => setFinding(true)}
        onKeys={() => setShowsKeys(true)}
      />
      <main ref={content} id="content" className={css.content} tabIndex={-1}>
        <Outlet />
      </main>
      <BottomBar />
      {isFinding && <Find onClose={() => setFinding(false)} />}
      <Suspense>{showsKeys && <KeysHelp onClose={() => setShowsKeys(false)} />}</Suspense>
    </div>
  );
}

/**
 * Leads the focus to a page that opened by other means than a press on its link, such as Find or a key: it would stay at the link of the page
 * before. What the page itself or a window took stays there.
 */
function useFocusOnPage(): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const open = useMatches().at(-1)?.pathname;
  const before = useRef(open);
  useEffect(() => {
    if (before.current === open) return;
    before.current = open;
    if (!document.activeElement?.closest('main, [role*=dialog], [aria-current=page]'))
      content.current?.focus({ preventScroll: true });
  }, [open]);
  return content;
}

/** A page of a project, if the role of the person may see it. */
export function AllowedPage() {
  const projectId = useProjectId();
  const role = useRole();
  const paths = useMatches().map(({ fullPath }) => fullPath as string);
  const page = projectPages.find((each) => paths.includes(`/p/$project/${each.path}`));
  const isRefused = role !== undefined && page !== undefined && !passes(role, page.gate);
  // Whom to ask is only said to whoever may not see the page.
  const people = usePeople(projectId, isRefused);
  if (role === undefined) return <Loading label={t('shell.loading')} />;
  if (!isRefused) return <Outlet />;
  if (people.error && !people.data)
    return <ProblemNotice error={people.error} again={() => void people.refetch()} />;
  if (!people.data) return <Loading label={t('shell.loading')} />;
  const owners = people.data.items.filter((each) => each.role === 'owner').map(({ email }) => email);
  const values = { role: word('role', role), owners: owners.join(', ') };
  return <Empty title={t('shell.not_allowed')} text={t('shell.not_allowed_text', values)} />;
}

/** Lists follow the log within a second or two. */
const followedMs = 2000;

/**
 * Follows the project: who may see what, and everything after a gap. Once the stream has opened, what is shown is read once more: it may have
 * been read before a list had what was on record by then, of which the stream does not tell.
 */
function useStream(projectId: string): void {
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const listen = useCallback(({ name }: LiveEvent) => {
    if (name === 'reset') renewAll();
    if (name === 'open') {
      clearTimeout(timer.current);
      timer.current = window.setTimeout(renewAll, followedMs);
    }
    const isOfPeople = name === 'role' || name.startsWith('person.');
    if (isOfPeople) renew('/api/owner/projects/{project_id}/people');
    if (isOfPeople || name.startsWith('project.'))
      renew('/api/owner/projects/{project_id}', '/api/owner/projects');
  }, []);
  useLive(projectId, listen);
}

function usePageKeys(projectId: string, { find, help }: { find(): void; help(): void }): void {
  const navigate = useNavigate();
  const map = useMemo(() => {
    const pages = projectPages.flatMap(({ path, entry }) =>
      entry?.key
        ? [
            [
              `KeyG ${entry.key}`,
              () => void navigate({ to: `/p/${projectId}/${path}`, search: keepEnvironment } as never),
            ] as const,
          ]
        : [],
    );
    return { ...Object.fromEntries(pages), 'Mod+KeyK': find, Slash: find, 'Shift+Slash': help };
  }, [navigate, projectId, find, help]);
  useKeys(map);
}
