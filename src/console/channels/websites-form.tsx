import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import { say } from '../kit/toast.tsx';
import { Tokens } from '../kit/tokens.tsx';
import { SavedForm, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import css from './channels.module.css';
import { channelPath, ofChannel, renewChannels } from './channels.ts';
import { type Channel, siteOf, sitesOf } from './standing.ts';

/** The websites that may show a web chat. */
export function WebsitesForm({ channel }: { channel: Channel }) {
  const projectId = useProjectId();
  const form = useForm<{ sites: readonly string[] }>(
    { sites: sitesOf(channel.settings) },
    async ({ sites }) => {
      const body = { settings: { allowed_domains: sites } };
      await api.PATCH(channelPath, { ...ofChannel(projectId, channel.id), body });
      renewChannels();
      say(t('channels.look_saved'));
    },
  );
  const { value, fault, onChange } = form.bind('sites', 'settings.allowed_domains');
  const faultOfOne = value.map((_, n) => form.fault(`settings.allowed_domains.${n}`)).find(Boolean);
  return (
    <SavedForm form={form}>
      <div>
        <Tokens
          label={t('channels.sites')}
          values={value}
          onChange={(values) => onChange([...new Set(values.map(siteOf))])}
          placeholder={t('channels.site_example')}
          fault={fault ?? faultOfOne}
        />
        <p className={css.help}>{t('channels.sites_help')}</p>
      </div>
    </SavedForm>
  );
}
