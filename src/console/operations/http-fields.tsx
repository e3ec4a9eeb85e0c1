import { Field } from '../kit/field.tsx';
import { PairsField } from '../kit/pairs-field.tsx';
import { Select } from '../kit/select.tsx';
import type { Form } from '../shell/form.tsx';
import { t, word } from '../text/text.ts';
import { bodyTypes, methods, type OperationValues } from './operation-values.ts';
import type { Kind } from './operations.ts';

export type AnyForm = Form<OperationValues>;

/** A text of code or JSON with templates. */
const code = { isCode: true, spellCheck: 'false' } as const;

/** The body of the request; requests that only read have none. */
export function BodyField({ form, kind }: { form: AnyForm; kind: Kind }) {
  const { method, bodyType } = form.values;
  if (kind === 'http' && (method === 'GET' || method === 'HEAD')) return null;
  return (
    <Field
      label={t('operations.body')}
      help={kind === 'webhook' ? t('operations.body_hook_help') : t('operations.body_help')}
      placeholder={bodyType === 'text' && kind === 'http' ? '' : t('operations.body_example')}
      rows={5}
      {...code}
      {...form.bind('body', 'request.body')}
    />
  );
}

/** The request of an operation through an HTTP API. */
export function HttpFields({ form }: { form: AnyForm }) {
  const names = { name: t('operations.pair_name'), value: t('operations.pair_value') };
  return (
    <>
      <Select
        label={t('operations.method')}
        options={methods.map((each) => [each, each] as const)}
        {...form.bind('method', 'request.method')}
      />
      <Field
        label={t('operations.path')}
        help={t('operations.path_help')}
        placeholder={t('operations.path_example')}
        {...code}
        {...form.bind('path', 'request.path')}
      />
      <PairsField
        label={t('operations.query')}
        names={names}
        add={t('operations.query_add')}
        {...form.bind('query', 'request.query')}
      />
      <PairsField
        label={t('operations.headers')}
        names={names}
        add={t('operations.headers_add')}
        {...form.bind('headers', 'request.headers')}
      />
      {!['GET', 'HEAD'].includes(form.values.method) && (
        <Select
          label={t('operations.body_type')}
          options={bodyTypes.map((each) => [each, word('body_type', each)] as const)}
          {...form.bind('bodyType', 'request.body_type')}
        />
      )}
      <BodyField form={form} kind="http" />
    </>
  );
}
