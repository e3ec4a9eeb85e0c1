import { Field } from '../kit/field.tsx';
import { More } from '../kit/more.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { PairsField } from '../kit/pairs-field.tsx';
import { t } from '../text/text.ts';
import { type AnyForm, AuthFields, SecretField } from './auth-fields.tsx';
import type { Kind } from './connection-values.ts';
import type { Connection } from './connections.ts';

interface KindFieldsProps {
  kind: Kind;
  form: AnyForm;
  /** What is stored; nothing of a new one. */
  stored?: Connection;
}

/** What a connection cannot do without: where the other system is, and how it knows us. */
export function KindFields({ kind, form, stored }: KindFieldsProps) {
  const isKept = stored !== undefined;
  if (kind === 'yookassa')
    return (
      <>
        <Field
          label={t('connections.shop_id')}
          spellCheck="false"
          autoFocus={!isKept}
          {...form.bind('shopId', 'settings.shop_id')}
        />
        <SecretField
          label={t('connections.secret_key')}
          isKept={isKept}
          {...form.bind('secret', 'settings.secret_key')}
        />
      </>
    );
  const isHook = kind === 'webhook';
  return (
    <>
      <Field
        label={t(isHook ? 'connections.url' : 'connections.base_url')}
        help={t(isHook ? 'connections.url_help' : 'connections.base_url_help')}
        placeholder={t(isHook ? 'connections.url_example' : 'connections.base_url_example')}
        spellCheck="false"
        autoFocus={!isKept}
        {...form.bind('address', isHook ? 'settings.url' : 'settings.base_url')}
      />
      {!isHook && (
        <AuthFields form={form} stored={(stored?.settings.auth as { type?: string } | undefined)?.type} />
      )}
      {isHook && isKept && (
        <SecretField
          label={t('connections.signing_secret')}
          isKept
          {...form.bind('secret', 'settings.signing_secret')}
        />
      )}
    </>
  );
}

/** What is seldom changed. */
export function FurtherFields({ kind, form }: { kind: Kind; form: AnyForm }) {
  return (
    <More title={t('connections.more')}>
      {kind === 'http' && (
        <>
          <Field
            label={t('connections.test_path')}
            help={t('connections.test_path_help')}
            spellCheck="false"
            {...form.bind('testPath', 'settings.test_path')}
          />
          <PairsField
            label={t('connections.headers')}
            help={t('connections.headers_help')}
            names={{ name: t('connections.header_name'), value: t('connections.header_value') }}
            add={t('connections.header_add')}
            {...form.bind('headers', 'settings.headers')}
          />
          <Field
            label={t('connections.idempotency_header')}
            help={t('connections.idempotency_header_help')}
            spellCheck="false"
            {...form.bind('idempotencyHeader', 'settings.idempotency_header')}
          />
        </>
      )}
      {kind === 'yookassa' && (
        <>
          <Field
            label={t('connections.return_url')}
            help={t('connections.return_url_help')}
            spellCheck="false"
            {...form.bind('returnUrl', 'settings.return_url')}
          />
          <Field
            label={t('connections.shop_address')}
            spellCheck="false"
            {...form.bind('address', 'settings.base_url')}
          />
        </>
      )}
      {kind !== 'yookassa' && (
        <NumberField
          label={t('connections.timeout')}
          help={t('connections.timeout_help')}
          min={100}
          max={60_000}
          unit={t('connections.ms')}
          {...form.bind('timeoutMs', 'settings.timeout_ms')}
        />
      )}
      <NumberField
        label={t('connections.concurrency')}
        help={t('connections.concurrency_help')}
        min={1}
        max={100}
        {...form.bind('concurrency', 'settings.max_concurrency')}
      />
      <NumberField
        label={t('connections.per_second')}
        help={t('connections.per_second_help')}
        min={1}
        max={1000}
        {...form.bind('perSecond', 'settings.rate_per_second')}
      />
    </More>
  );
}
