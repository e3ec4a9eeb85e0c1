import { Field, type FieldProps } from '../kit/field.tsx';
import { Select } from '../kit/select.tsx';
import type { Form } from '../shell/form.tsx';
import { t, word } from '../text/text.ts';
import { authTypes, type ConnectionValues } from './connection-values.ts';

const headerExample = 'X-Api-Key';
export type AnyForm = Form<ConnectionValues>;

/** A secret: written once, never shown again. @param isKept one is stored, which stays if the field is empty */
export const SecretField = ({ isKept, ...props }: FieldProps & { isKept: boolean }) => (
  <Field
    type="password"
    autoComplete="new-password"
    spellCheck="false"
    placeholder={isKept ? t('connections.secret_kept') : ''}
    help={t(isKept ? 'connections.secret_kept_help' : 'connections.secret_help')}
    {...props}
  />
);

interface AuthFieldsProps {
  form: AnyForm;
  /** The way of authentication that is stored, with its secret. */
  stored: string | undefined;
}

/** How the other system knows us. */
export function AuthFields({ form, stored }: AuthFieldsProps) {
  const { auth } = form.values;
  const isKept = stored === auth;
  return (
    <>
      <Select
        label={t('connections.auth')}
        options={authTypes.map((type) => [type, word('auth_type', type)] as const)}
        {...form.bind('auth', 'settings.auth.type')}
      />
      {auth === 'bearer' && (
        <SecretField
          label={t('connections.token')}
          isKept={isKept}
          {...form.bind('token', 'settings.auth.token')}
        />
      )}
      {auth === 'basic' && (
        <>
          <Field
            label={t('connections.username')}
            autoComplete="off"
            {...form.bind('username', 'settings.auth.username')}
          />
          <SecretField
            label={t('connections.password')}
            isKept={isKept}
            {...form.bind('password', 'settings.auth.password')}
          />
        </>
      )}
      {auth === 'api_key' && (
        <>
          <Select
            label={t('connections.key_in')}
            options={(['header', 'query'] as const).map((each) => [each, word('key_in', each)] as const)}
            {...form.bind('keyIn', 'settings.auth.in')}
          />
          <Field
            label={t('connections.key_name')}
            placeholder={headerExample}
            spellCheck="false"
            {...form.bind('keyName', 'settings.auth.name')}
          />
          <SecretField
            label={t('connections.key')}
            isKept={isKept}
            {...form.bind('key', 'settings.auth.key')}
          />
        </>
      )}
      {auth === 'hmac' && (
        <SecretField
          label={t('connections.secret')}
          isKept={isKept}
          {...form.bind('secret', 'settings.auth.secret')}
        />
      )}
    </>
  );
}
