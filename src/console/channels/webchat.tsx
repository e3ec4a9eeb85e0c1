import { api } from '../api/client.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { CopyText } from '../kit/copy.tsx';
import { Section } from '../kit/page.tsx';
import { isHereOnly } from '../kit/reach.ts';
import { Notice } from '../kit/states.tsx';
import { Step, Steps } from '../kit/steps.tsx';
import { say } from '../kit/toast.tsx';
import { useForm } from '../shell/form.tsx';
import { storePicture } from '../shell/picture.ts';
import { t } from '../text/text.ts';
import css from './channels.module.css';
import { channelPath, ofChannel, renewChannels } from './channels.ts';
import { FirstMessage } from './first-message.tsx';
import { SiteUsers } from './site-users.tsx';
import { type Channel, sitesOf } from './standing.ts';
import { WebchatForm } from './webchat-form.tsx';
import { WebchatPreview } from './webchat-preview.tsx';
import { lookOf, settingsOf, valuesOf } from './webchat-values.ts';
import { WebsitesForm } from './websites-form.tsx';

/** A web chat: the code for a website, how it looks, and the chat itself. */
export function WebchatChannel({ channel }: { channel: Channel }) {
  const projectId = useProjectId();
  const mayBuild = useMay('build');
  const form = useForm(valuesOf(channel), async (values) => {
    const { name } = values;
    const { environment } = channel;
    const logo = await storePicture(projectId, values.logo, { name: 'logo', environment });
    const settings = settingsOf({ ...values, logo });
    await api.PATCH(channelPath, { ...ofChannel(projectId, channel.id), body: { name, settings } });
    renewChannels();
    say(t('channels.look_saved'));
  });
  return (
    <>
      <Section title={t('channels.set_up')}>
        <SetUp channel={channel} />
      </Section>
      <Section title={t('channels.appearance')}>
        <div className={css.two}>
          {mayBuild && (
            <div className={css.form}>
              <WebchatForm channelId={channel.id} form={form} />
            </div>
          )}
          <WebchatPreview channelId={channel.id} look={lookOf(channel.id, form.values)} />
        </div>
      </Section>
      {mayBuild && <SiteUsers channel={channel} />}
    </>
  );
}

function SetUp({ channel }: { channel: Channel }) {
  const mayBuild = useMay('build');
  const sites = sitesOf(channel.settings);
  const isUsed = channel.activity?.last_received_at != null;
  const address = channel.chat_url ?? '';
  const code = `<script async src="${address}.js"></script>`;
  return (
    <Steps label={t('channels.set_up')}>
      <Step
        title={t('channels.step_sites')}
        state={sites.length > 0 ? 'done' : 'now'}
        note={!mayBuild && sites.join(', ')}
      >
        {sites.length === 0 && <p>{t('channels.sites_none')}</p>}
        {mayBuild && <WebsitesForm channel={channel} />}
      </Step>
      <Step title={t('channels.step_code')} state={isUsed ? 'done' : sites.length > 0 ? 'now' : 'later'}>
        <p>{t('channels.code_text')}</p>
        <div className={css.wide}>
          <CopyText text={code} label={t('channels.step_code')} />
        </div>
        <a href={address} target="_blank" rel="noreferrer">
          {t('channels.test_page')}
        </a>
        {address && isHereOnly(new URL(address).hostname) && (
          <Notice look="warn">{t('channels.only_here')}</Notice>
        )}
      </Step>
      <FirstMessage channel={channel} isReady={sites.length > 0}>
        <p>{t('channels.write_chat')}</p>
      </FirstMessage>
    </Steps>
  );
}
