import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { below, useEnvironment, useProjectId } from '../api/project.ts';
import { Field } from '../kit/field.tsx';
import { Radios } from '../kit/radios.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t, word } from '../text/text.ts';
import { renewChannels } from './channels.ts';
import { type Channel, sitesIn } from './standing.ts';
import { faultOfSites, type NewChannelValues, TypeFields } from './type-fields.tsx';

/** Every type of channel; the first is chosen where no other is asked for. */
export const types = ['webchat', 'telegram', 'webhook'] as const;

/** What the channel needs of what was entered. */
function settingsOf({ type, token, base_url, domains, url }: NewChannelValues): Record<string, unknown> {
  if (type === 'telegram') return { token: token.trim(), ...(base_url && { base_url: base_url.trim() }) };
  return type === 'webchat' ? { allowed_domains: sitesIn(domains) } : { url: url.trim() };
}

interface NewChannelProps {
  /** The type that a link asks for: its first field has the focus. */
  asked: Channel['type'] | undefined;
  onClose(): void;
}

/** Asks for the least that a channel needs, makes it, and leads to its page. */
export function NewChannel({ asked, onClose }: NewChannelProps) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const [made, setMade] = useState<Channel>();
  const show = ({ id, environment }: Channel) =>
    void navigate({
      to: `/p/${projectId}/channels/${id}`,
      search: environment === 'sandbox' ? { env: environment } : {},
    } as never);
  const initial: NewChannelValues = {
    ...{ type: asked ?? types[0], environment: useEnvironment(), name: undefined },
    ...{ token: '', base_url: '', domains: '', url: '' },
  };
  const form = useForm(initial, async (values) => {
    const { type, environment, name = word('channel_type', type) } = values;
    const body = { type, name, environment, settings: settingsOf(values) };
    const { data } = await api.POST('/api/owner/projects/{project_id}/channels', {
      ...below(projectId),
      body,
    });
    renewChannels();
    if (type === 'webhook' && environment === 'live') setMade(data!);
    else show(data!);
  });
  const { type } = form.values;
  const name = form.bind('name');
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
    <FormDialog title={t('channels.add')} verb={t('channels.add_verb')} form={form} onClose={onClose} isWide>
      <Radios
        label={t('channels.type')}
        options={types.map((id) => [id, word('channel_type', id), word('channel_about', id)] as const)}
        isBeside
        autoFocus={asked === undefined}
        {...form.bind('type')}
      />
      <Radios
        label={t('shell.environment')}
        options={[
          ['live', t('shell.live'), t('channels.live_about')],
          ['sandbox', t('shell.sandbox'), word('channel_sandbox', type)],
        ]}
        isBeside
        {...form.bind('environment')}
      />
      <TypeFields
        type={type}
        hasFocus={asked !== undefined}
        token={form.bind('token', 'settings.token')}
        base_url={form.bind('base_url', 'settings.base_url')}
        domains={{ ...form.bind('domains', 'settings.allowed_domains'), fault: faultOfSites(form) }}
        url={form.bind('url', 'settings.url')}
        onSend={form.submit}
      />
      <Field
        label={t('channels.name')}
        help={t('channels.name_help')}
        {...name}
        value={name.value ?? word('channel_type', type)}
      />
    </FormDialog>
  );
}
