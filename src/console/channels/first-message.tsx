import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay, useProjectId } from '../api/project.ts';
import { Step } from '../kit/steps.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { showAgo } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './channels.module.css';
import type { Channel } from './standing.ts';

/** The last step of every set-up: a message that was seen to arrive. @param children how to write one */
export function FirstMessage({
  channel: { activity },
  isReady,
  children,
}: {
  channel: Channel;
  /** The steps before it are done. */
  isReady: boolean;
  children: ReactNode;
}) {
  const projectId = useProjectId();
  const mayServe = useMay('serve');
  const at = activity?.last_received_at;
  if (at)
    return (
      <Step
        title={t('channels.step_message')}
        state="done"
        note={t('channels.message_came', { when: showAgo(at) })}
      >
        {mayServe && (
          <Link to={`/p/${projectId}/inbox` as never} search={keepEnvironment as never}>
            {t('channels.to_inbox')}
          </Link>
        )}
      </Step>
    );
  return (
    <Step title={t('channels.step_message')} state={isReady ? 'now' : 'later'}>
      {children}
      {isReady && (
        <p className={css.wait} role="status">
          <span className={css.dot} aria-hidden="true" />
          {t('channels.waiting')}
        </p>
      )}
    </Step>
  );
}
