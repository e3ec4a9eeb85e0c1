import { useMutation } from '@tanstack/react-query';
import { renew } from '../api/cache.ts';
import { queries } from '../api/client.ts';
import { below, useEnvironment, useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showAgo } from '../text/format.ts';
import { t } from '../text/text.ts';
import { makeChat } from './chat.ts';
import css from './guide.module.css';
import type { Progress } from './use-progress.ts';

/** A channel, and a first message that is seen to arrive. */
export function ChannelStep({
  progress: { channels, chat, conversation },
  look,
  onMade,
}: {
  progress: Progress;
  look: 'main' | 'plain';
  /** A web chat was made here. */
  onMade(): void;
}) {
  if (conversation) return <Arrived conversation={conversation} />;
  return (
    <>
      {channels.length === 0 && <p className={css.text}>{t('guide.channel_text')}</p>}
      {chat ? (
        <>
          <p className={css.text} role="status">
            {t('guide.say_hello')}
          </p>
          <p className={css.text}>
            <ToPage to={`channels/${chat.id}`}>{t('guide.to_website')}</ToPage>
          </p>
        </>
      ) : (
        <MakeChat look={look} onMade={onMade} />
      )}
      {channels.length > 0 && !chat && (
        <p className={css.text} role="status">
          {t('guide.waits_for', { name: channels[0]!.name })}
        </p>
      )}
    </>
  );
}

function MakeChat({ look, onMade }: { look: 'main' | 'plain'; onMade(): void }) {
  const projectId = useProjectId();
  const environment = useEnvironment();
  const project = queries.useQuery('get', '/api/owner/projects/{project_id}', below(projectId));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => makeChat(projectId, project.data?.name ?? t('guide.chat_name'), environment),
    onSuccess: () => {
      renew('/api/owner/projects/{project_id}/channels');
      onMade();
    },
  });
  return (
    <>
      <div className={css.acts}>
        <Button look={look} isPending={isPending} onPress={() => mutate()}>
          {t('guide.make_chat')}
        </Button>
        <ToPage to="channels" look="plain">
          {t('guide.other_channel')}
        </ToPage>
      </div>
      <ProblemNotice error={error} />
    </>
  );
}

/** The last thing that a customer said. */
function Arrived({ conversation }: { conversation: NonNullable<Progress['conversation']> }) {
  const { last_message: last, heard_at: at } = conversation;
  return (
    <p className={css.text} role="status">
      {t('guide.arrived', { when: showAgo(at!) })}
      {last?.direction === 'in' && last.text && <q className={css.said}>{last.text}</q>}
    </p>
  );
}
