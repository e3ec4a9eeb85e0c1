import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { below, useEnvironment, useProjectId } from '../api/project.ts';
import { Field } from '../kit/field.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { Notice } from '../kit/states.tsx';
import { type Form, FormDialog, useForm } from '../shell/form.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { t, word } from '../text/text.ts';
import css from './channels.module.css';
import { renewChannels } from './channels.ts';
import { type Channel, siteOf } from './standing.ts';

export const types = ['telegram', 'webchat', 'webhook'] as const;

interface Values {
  name: string;
  token: string;
  base_url: string;
  site: string;
  url: string;
}

/** What the channel needs of what was entered. */
function settingsOf(type: Channel['type'], { token, base_url, site, url }: Values): Record<string, unknown> {
  const wanted = siteOf(site);
  if (type === 'telegram') return { token: token.trim(), ...(base_url && { base_url: base_url.trim() }) };
  return type === 'webchat' ? { allowed_domains: wanted === '' ? [] : [wanted] } : { url: url.trim() };
}

/** Asks for the least that a channel needs, makes it, and leads to its page. */
export function NewChannel({ type, onClose }: { type: Channel['type']; onClose(): void }) {
  const projectId = useProjectId();
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [made, setMade] = useState<Channel>();
  const show = ({ id }: Channel) =>
    void navigate({ to: `/p/${projectId}/channels/${id}`, search: keepEnvironment } as never);
  const initial = { name: word('channel_name', type), token: '', base_url: '', site: '', url: '' };
  const form = useForm<Values>(initial, async (values) => {
    const settings = settingsOf(type, values);
    const body = { type, name: values.name, environment, settings };
    const { data } = await api.POST('/api/owner/projects/{project_id}/channels', {
      ...below(projectId),
      body,
    });
    renewChannels();
    if (type === 'webhook' && environment === 'live') setMade(data!);
    else show(data!);
  });
  if (made)
    return (
      <ShownOnce
        title={t('channels.secret')}
        text={t('channels.secret_text')}
        secret={String(made.settings.signing_secret)}
        onDone={() => show(made)}
      />
    );
  return (
    <FormDialog
      title={word('new_channel', type)}
      verb={word('make_channel', type)}
      form={form}
      onClose={onClose}
    >
      {environment === 'sandbox' && <Notice look="warn">{t('channels.new_sandbox')}</Notice>}
      <TypeFields type={type} form={form} />
      <Field label={t('channels.name')} help={t('channels.name_help')} {...form.bind('name')} />
    </FormDialog>
  );
}

function TypeFields({ type, form }: { type: Channel['type']; form: Form<Values> }) {
  if (type === 'webchat')
    return (
      <Field
        label={t('channels.site')}
        help={t('channels.site_help')}
        placeholder={t('channels.site_example')}
        autoFocus
        {...form.bind('site', 'settings.allowed_domains.0')}
      />
    );
  if (type === 'webhook')
    return (
      <Field
        label={t('channels.url')}
        help={t('channels.url_help')}
        placeholder={t('channels.url_example')}
        autoFocus
        {...form.bind('url', 'settings.url')}
      />
    );
  return (
    <>
      <ol className={css.how}>
        <li>
          {t('channels.botfather')}{' '}
          <a href="https://t.me/BotFather" target="_blank" rel="noreferrer">
            @BotFather
          </a>
        </li>
        <li>{t('channels.botfather_token')}</li>
      </ol>
      <Field
        label={t('channels.token')}
        help={t('channels.token_help')}
        placeholder={t('channels.token_example')}
        autoFocus
        autoComplete="off"
        spellCheck="false"
        {...form.bind('token', 'settings.token')}
      />
      <details className={css.more}>
        <summary>{t('channels.own_server')}</summary>
        <Field
          label={t('channels.base_url')}
          help={t('channels.base_url_help')}
          placeholder={t('channels.base_url_usual')}
          {...form.bind('base_url', 'settings.base_url')}
        />
      </details>
    </>
  );
}
