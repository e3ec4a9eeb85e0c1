import { Outlet, useMatches } from '@tanstack/react-router';
import { useIsOffline } from '../api/connection.ts';
import { Person, useSession } from '../api/session.ts';
import { Loading } from '../kit/states.tsx';
import { Toasts } from '../kit/toast.tsx';
import { t } from '../text/text.ts';
import { Confirmation } from './confirmation.tsx';
import { Login, LoginAgain } from './login.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import css from './root.module.css';
import { ToldInBrowser } from './told-in-browser.tsx';

/** Pages for people without a session, to which links in mails lead. */
const openPages: readonly unknown[] = ['/invitation', '/password'];

/**
 * Whoever has no session logs in first; the address stays. If a session ends meanwhile, the page stays too, with all that was typed, and
 * goes on for the same person.
 */
export function Root() {
  const { data: session, error, refetch } = useSession();
  const isOffline = useIsOffline();
  const isOpen = openPages.includes(useMatches().at(-1)?.fullPath);
  return (
    <Person value={session?.owner ?? null}>
      {isOffline && (
        <p className={css.offline} role="status">
          {t('shell.offline')}
        </p>
      )}
      {session === null && !isOpen && <Login />}
      {(session || (session === null && isOpen)) && <Outlet key={isOpen ? 'open' : session?.owner.id} />}
      {session === undefined && (
        <main className={css.start}>
          {error ? (
            <ProblemNotice error={error} again={() => void refetch()} />
          ) : (
            <Loading label={t('shell.loading')} />
          )}
        </main>
      )}
      {session && <Confirmation />}
      {session?.isOver && !isOpen && <LoginAgain email={session.owner.email} />}
      {session && <ToldInBrowser person={session.owner.id} />}
      <Toasts />
    </Person>
  );
}
