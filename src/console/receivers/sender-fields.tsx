import { Field } from '../kit/field.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { Select } from '../kit/select.tsx';
import { Notice } from '../kit/states.tsx';
import type { Form } from '../shell/form.tsx';
import { t, textFor, word } from '../text/text.ts';
import {
  algorithms,
  encodings,
  makesSecret,
  places,
  type ReceiverValues,
  senders,
} from './receiver-values.ts';

export type AnyForm = Form<ReceiverValues>;

/** A field for the secret of the other side. It is never shown again. */
export function SecretField({ form, isNew }: { form: AnyForm; isNew: boolean }) {
  const { sender } = form.values;
  if (sender === 'none') return null;
  const isGiven = makesSecret(sender);
  if (!isNew && !isGiven) return null;
  return (
    <Field
      label={t(isGiven ? 'receivers.their_secret' : 'receivers.own_secret')}
      help={textFor('their_secret', sender, t('receivers.own_secret_help'))}
      type="password"
      autoComplete="new-password"
      placeholder={isNew ? '' : t('receivers.secret_kept')}
      {...form.bind('secret')}
    />
  );
}

/** Who calls, and how it is known that it is them. */
export function SenderFields({ form, isNew }: { form: AnyForm; isNew: boolean }) {
  const { sender, clock } = form.values;
  return (
    <>
      <Select
        label={t('receivers.sender')}
        options={senders.map((each) => [each, word('sender', each)] as const)}
        {...form.bind('sender', 'verification.type')}
      />
      {sender === 'none' && <Notice look="warn">{t('receivers.none_warning')}</Notice>}
      {sender === 'token' && <TokenFields form={form} />}
      {sender === 'basic' && (
        <Field
          label={t('receivers.username')}
          autoComplete="off"
          {...form.bind('username', 'verification.username')}
        />
      )}
      {sender === 'hmac' && <SignatureFields form={form} hasClock={clock.trim() !== ''} />}
      <SecretField form={form} isNew={isNew} />
    </>
  );
}

function TokenFields({ form }: { form: AnyForm }) {
  return (
    <>
      <Select
        label={t('receivers.place')}
        options={places.map((each) => [each, word('token_in', each)] as const)}
        {...form.bind('place', 'verification.in')}
      />
      <Field
        label={t('receivers.token_name')}
        spellCheck="false"
        {...form.bind('tokenName', 'verification.name')}
      />
      <Field
        label={t('receivers.prefix')}
        help={t('receivers.prefix_help')}
        spellCheck="false"
        {...form.bind('tokenPrefix', 'verification.prefix')}
      />
    </>
  );
}

function SignatureFields({ form, hasClock }: { form: AnyForm; hasClock: boolean }) {
  return (
    <>
      <Field
        label={t('receivers.header')}
        spellCheck="false"
        {...form.bind('header', 'verification.header')}
      />
      <Select
        label={t('receivers.algorithm')}
        options={algorithms.map((each) => [each, each.toUpperCase()] as const)}
        {...form.bind('algorithm', 'verification.algorithm')}
      />
      <Select
        label={t('receivers.encoding')}
        options={encodings.map((each) => [each, each] as const)}
        {...form.bind('encoding', 'verification.encoding')}
      />
      <Field
        label={t('receivers.prefix')}
        help={t('receivers.signature_prefix_help')}
        spellCheck="false"
        {...form.bind('prefix', 'verification.prefix')}
      />
      <Field
        label={t('receivers.signed')}
        help={t('receivers.signed_help')}
        isCode
        spellCheck="false"
        {...form.bind('signed', 'verification.signed')}
      />
      <Field
        label={t('receivers.clock')}
        help={t('receivers.clock_help')}
        spellCheck="false"
        {...form.bind('clock', 'verification.timestamp_header')}
      />
      {hasClock && (
        <NumberField
          label={t('receivers.tolerance')}
          min={1}
          max={86_400}
          unit={t('receivers.seconds')}
          {...form.bind('tolerance', 'verification.tolerance_seconds')}
        />
      )}
    </>
  );
}
