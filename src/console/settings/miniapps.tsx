import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Field } from '../kit/field.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { Section } from '../kit/page.tsx';
import { Select } from '../kit/select.tsx';
import { Switch } from '../kit/switch.tsx';
import { say } from '../kit/toast.tsx';
import { SavedForm, useForm } from '../shell/form.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { t } from '../text/text.ts';

type Settings = Shape<'Settings'>;
const path = '/api/owner/projects/{project_id}/settings';

/** How launches of mini apps in Telegram and VK are checked. */
export function MiniApps() {
  const here = below(useProjectId());
  const settings = queries.useQuery('get', path, here);
  const channels = queries.useQuery('get', '/api/owner/projects/{project_id}/channels', here);
  return (
    <Loaded from={settings}>
      {(read) => (
        <Loaded from={channels}>{({ items }) => <MiniAppsForm settings={read} channels={items} />}</Loaded>
      )}
    </Loaded>
  );
}

/** A secret that is never read back: empty means that it stays. */
const secretHelp = (word: Settings['vk_app_secret']) =>
  t(word === 'set' ? 'settings.secret_set' : 'settings.secret_not_set');

interface FormProps {
  settings: Settings;
  channels: readonly Shape<'Channel'>[];
}

function MiniAppsForm({ settings, channels }: FormProps) {
  const here = below(useProjectId());
  const form = useForm(
    {
      ...{ telegram_bot_token: '', telegram_bot_id: settings.telegram_bot_id ?? '' },
      telegram_test_environment: settings.telegram_test_environment,
      telegram_max_age_seconds: settings.telegram_max_age_seconds as number | null,
      ...{
        vk_app_secret: '',
        vk_app_id: settings.vk_app_id ?? '',
        vk_channel_id: settings.vk_channel_id ?? '',
      },
      vk_max_age_seconds: settings.vk_max_age_seconds as number | null,
    },
    async ({ telegram_bot_token, vk_app_secret, telegram_bot_id, vk_app_id, vk_channel_id, ...others }) => {
      const secrets = {
        ...(telegram_bot_token && { telegram_bot_token }),
        ...(vk_app_secret && { vk_app_secret }),
      };
      const ids = {
        telegram_bot_id: telegram_bot_id || null,
        vk_app_id: vk_app_id || null,
        vk_channel_id: vk_channel_id || null,
      };
      await api.PATCH(path, { ...here, body: { ...others, ...ids, ...secrets } });
      await renew(path);
      say(t('shell.saved'));
    },
  );
  const choices = [
    ['', t('settings.no_channel')] as const,
    ...channels.map(({ id, name }) => [id, name] as const),
  ];
  return (
    <SavedForm form={form}>
      <p>{t('settings.miniapps_text')}</p>
      <Section title={t('settings.telegram')}>
        <Field
          label={t('settings.bot_token')}
          help={secretHelp(settings.telegram_bot_token)}
          type="password"
          autoComplete="off"
          {...form.bind('telegram_bot_token')}
        />
        <Field
          label={t('settings.bot_id')}
          help={t('settings.bot_id_help')}
          {...form.bind('telegram_bot_id')}
        />
        <Switch
          label={t('settings.telegram_test')}
          isSelected={form.values.telegram_test_environment}
          onChange={(telegram_test_environment) => form.set({ telegram_test_environment })}
        />
        <NumberField
          label={t('settings.max_age')}
          help={t('settings.max_age_help')}
          unit={t('settings.seconds')}
          {...form.bind('telegram_max_age_seconds')}
        />
      </Section>
      <Section title={t('settings.vk')}>
        <Field label={t('settings.vk_app_id')} {...form.bind('vk_app_id')} />
        <Field
          label={t('settings.vk_secret')}
          help={secretHelp(settings.vk_app_secret)}
          type="password"
          autoComplete="off"
          {...form.bind('vk_app_secret')}
        />
        <Select
          label={t('settings.vk_channel')}
          help={t('settings.vk_channel_help')}
          options={choices}
          {...form.bind('vk_channel_id')}
        />
        <NumberField
          label={t('settings.max_age')}
          unit={t('settings.seconds')}
          {...form.bind('vk_max_age_seconds')}
        />
      </Section>
    </SavedForm>
  );
}
