import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsOffline } from '../api/connection.ts';
import { ApiProblem } from '../api/problem.ts';
import { Button } from '../kit/button.tsx';
import { Page } from '../kit/page.tsx';
import { Notice } from '../kit/states.tsx';
import { t, textFor } from '../text/text.ts';
import css from './problem-notice.module.css';

/** What went wrong: the text for its code, if there is one, or the server's words. */
export function problemWords(error: unknown): string {
  const { message: msg } = error as Error;
  const code = error instanceof ApiProblem ? error.code : '';
  return textFor('problem', code, msg, { msg }) || t('shell.failed');
}

/**
 * What went wrong, and the id of the request, for whoever looks for it in the log.
 * @param isOld it is about reading anew what stands there: the line that says that there is no connection says all of it
 */
export function ProblemNotice({
  error,
  again,
  acts,
  isOld = false,
}: {
  error: unknown;
  again?: () => void;
  acts?: ReactNode;
  isOld?: boolean;
}) {
  const isOffline = useIsOffline();
  if (!error || (isOld && isOffline)) return null;
  const { requestId } = error instanceof ApiProblem ? error : {};
  return (
    <Notice look="bad" acts={acts ?? (again && <Button onPress={again}>{t('shell.again')}</Button>)}>
      <p>{problemWords(error)}</p>
      {requestId && <p className={css.request}>{t('shell.request', { id: requestId })}</p>}
    </Notice>
  );
}

/** In the place of a page that failed. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <Page title={t('shell.failed')}>
      <ProblemNotice error={error} again={reset} />
    </Page>
  );
}
