import { Field } from '../kit/field.tsx';
import type { Form } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import css from './channels.module.css';
import { type Channel, sitesIn } from './standing.ts';

/** What is asked of a channel that is not there yet. Without a name it has that of its type. */
export interface NewChannelValues {
  type: Channel['type'];
  environment: Channel['environment'];
  name: string | undefined;
  token: string;
  base_url: string;
  domains: string;
  url: string;
}

interface Bound {
  value: string;
  onChange(value: string): void;
  fault: string | undefined;
}

interface TypeFieldsProps {
  type: Channel['type'];
  /** The first of them has the focus. */
  hasFocus: boolean;
  token: Bound;
  base_url: Bound;
  domains: Bound;
  url: Bound;
  /** By keys, from a field of several lines, in which Enter begins a line. */
  onSend(): void;
}

/** What the server says of the sites: which of them it refused, and why. */
export function faultOfSites({ values, bind, fault }: Form<NewChannelValues>): string | undefined {
  const all = bind('domains', 'settings.allowed_domains').fault;
  const sites = sitesIn(values.domains);
  const refused = sites.findIndex((_, n) => fault(`settings.allowed_domains.${n}`));
  return all && refused >= 0 && sites.length > 1 ? `${sites[refused]}: ${all}` : all;
}

/** What a channel of this type needs. */
export function TypeFields({ type, hasFocus, token, base_url, domains, url, onSend }: TypeFieldsProps) {
  if (type === 'webchat')
    return (
      <Field
        label={t('channels.domains')}
        help={t('channels.domains_help')}
        placeholder={t('channels.site_example')}
        rows={2}
        autoFocus={hasFocus}
        spellCheck="false"
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) onSend();
        }}
        {...domains}
      />
    );
  if (type === 'webhook')
    return (
      <Field
        label={t('channels.url')}
        help={t('channels.url_help')}
        placeholder={t('channels.url_example')}
        autoFocus={hasFocus}
        {...url}
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
        autoFocus={hasFocus}
        autoComplete="off"
        spellCheck="false"
        {...token}
      />
      <details className={css.more}>
        <summary>{t('channels.own_server')}</summary>
        <Field
          label={t('channels.base_url')}
          help={t('channels.base_url_help')}
          placeholder={t('channels.base_url_usual')}
          {...base_url}
        />
      </details>
    </>
  );
}
