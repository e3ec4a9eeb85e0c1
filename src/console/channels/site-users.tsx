import { useState } from 'react';
import { queries } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Question } from '../kit/dialog.tsx';
import { Section } from '../kit/page.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { Badge } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import css from './channels.module.css';
import { ofChannel, renewChannels, rotatePath } from './channels.ts';
import type { Channel } from './standing.ts';

/** The secret with which the website's own server says who its users are. */
export function SiteUsers({ channel: { id, settings } }: { channel: Channel }) {
  const projectId = useProjectId();
  const [isAsked, setAsked] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { mutate, isPending, error, reset } = queries.useMutation('post', rotatePath, {
    onSuccess: ({ settings: made }) => {
      setAsked(false);
      setSecret(String(made.signing_secret));
      renewChannels();
    },
  });
  const make = () => mutate(ofChannel(projectId, id));
  const isSet = settings.signing_secret !== undefined;
  return (
    <Section title={t('site_users.title')}>
      <div className={css.users}>
        <p>{t('site_users.about')}</p>
        <p className={css.facts}>
          <Badge look={isSet ? 'good' : 'plain'}>
            {t(isSet ? 'site_users.is_set' : 'site_users.is_none')}
          </Badge>
          {!isSet && <span>{t('site_users.none_text')}</span>}
        </p>
        {/* One button for both, so that the keyboard finds it again after the dialog. */}
        <Button isPending={isPending && !isAsked} onPress={() => (isSet ? setAsked(true) : make())}>
          {t(isSet ? 'site_users.replace' : 'site_users.make')}
        </Button>
        {!isAsked && <ProblemNotice error={error} />}
      </div>
      <Question
        title={t('site_users.replace_title')}
        text={t('site_users.replace_text')}
        verb={t('site_users.replace')}
        cancel={t('shell.cancel')}
        isOpen={isAsked}
        isPending={isPending}
        fault={<ProblemNotice error={error} />}
        onAnswer={(isYes) => {
          reset();
          if (isYes) make();
          else setAsked(false);
        }}
      />
      {secret !== undefined && (
        <ShownOnce
          title={t('site_users.secret')}
          text={t('site_users.secret_text')}
          secret={secret}
          onDone={() => setSecret(undefined)}
        />
      )}
    </Section>
  );
}
