import type { ReactNode } from 'react';
import type { Shape } from '../api/shapes.ts';
import { Badge, Notice } from '../kit/states.tsx';
import { HeardAnswer } from '../shell/heard-answer.tsx';
import { LeftOut } from '../shell/left-out.tsx';
import { showAgo, showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import type { Connection } from './connections.ts';

/** How the last test ended, in a word. */
export function TestBadge({ connection: { last_test: test } }: { connection: Connection }) {
  if (!test) return <Badge>{t('connections.untested')}</Badge>;
  const when = showAgo(test.at);
  return test.ok ? (
    <Badge look="good">{t('connections.works', { when })}</Badge>
  ) : (
    <Badge look="bad">{t('connections.fails', { when })}</Badge>
  );
}

/** What the answer of a test says, and what to do. @param isPlain the answer is one of HTTP, and not of a shop */
function wordsOf({ ok, status, detail, reason }: Shape<'TestReport'>, isPlain: boolean): string {
  if (reason === 'no_answer') return t('connections.no_answer');
  if (reason) return t(`reach.${reason}`);
  if (!isPlain || status === null) return detail;
  if (ok) return t('connections.answer_ok', { status });
  if (status === 401 || status === 403) return t('connections.answer_refused', { status });
  if (status === 404) return t('connections.answer_missing');
  if (status >= 300 && status < 400) return t('connections.answer_elsewhere', { status });
  return status >= 500
    ? t('connections.answer_broken', { status })
    : t('connections.answer_other', { status });
}

interface TestReportProps {
  kind: string;
  report: Shape<'TestReport'>;
  /** When it was made, if that was before. */
  at?: string | undefined;
  acts: ReactNode;
}

/** What a test found. */
export function TestReport({ kind, report, at, acts }: TestReportProps) {
  return (
    <>
      <Notice
        look={report.ok ? 'good' : 'bad'}
        title={t(report.ok ? 'connections.test_ok' : 'connections.test_failed')}
        acts={acts}
      >
        <p>{wordsOf(report, kind === 'http' || kind === 'webhook')}</p>
        {at && <p>{showMoment(at)}</p>}
      </Notice>
      {!report.ok && <HeardAnswer answer={report.answer} />}
      {!report.ok && report.hidden !== undefined && <LeftOut from={report} />}
    </>
  );
}
