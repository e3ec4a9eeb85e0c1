import type { ReactNode } from 'react';
import { queries } from '../api/client.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import { toReply } from '../api/reply.ts';
import { Step } from '../kit/steps.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showAgo } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './channels.module.css';
import type { Channel } from './standing.ts';

const conversationsPath = '/api/owner/projects/{project_id}/conversations';

/** The last step of every set-up: a message that was seen to arrive. @param children how to write one */
export function FirstMessage({
  channel: { id, activity },
  isReady,
  children,
}: {
  channel: Channel;
  /** The steps before it are done. */
  isReady: boolean;
  children: ReactNode;
}) {
  const mayServe = useMay('serve');
  const at = activity?.last_received_at;
  if (at)
    return (
      <Step
        title={t('channels.step_message')}
        state="done"
        note={t('channels.message_came', { when: showAgo(at) })}
      >
        {mayServe && <Answer channel={id} />}
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

/** Leads to the conversation in which somebody spoke last through the channel. */
function Answer({ channel }: { channel: string }) {
  const project_id = useProjectId();
  const params = { path: { project_id }, query: { channel_id: channel } };
  const { data } = queries.useQuery('get', conversationsPath, { params });
  useRenewals(project_id, /^(?:message|conversation)\./, conversationsPath);
  const last = data?.items.find(({ heard_at: at }) => at !== null);
  return (
    <ToPage to={last ? `inbox/${last.profile_id}` : 'inbox'} search={last ? toReply : {}}>
      {t('channels.to_inbox')}
    </ToPage>
  );
}
