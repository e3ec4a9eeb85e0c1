import { CheckboxGroup } from '../kit/checkbox.tsx';
import { Field } from '../kit/field.tsx';
import { More } from '../kit/more.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { Switch } from '../kit/switch.tsx';
import { Tokens } from '../kit/tokens.tsx';
import { t } from '../text/text.ts';
import type { AnyForm } from './http-fields.tsx';
import { environments } from './operation-values.ts';
import type { Kind } from './operations.ts';

const code = { isCode: true, spellCheck: 'false' } as const;

/** What an answer means and gives, what the sandbox gives instead, and what it takes. */
export function OutcomeFields({ form, kind }: { form: AnyForm; kind: Kind }) {
  const statuses = form.bind('statuses', 'success.status');
  return (
    <>
      <Field
        label={t('operations.schema')}
        help={t('operations.schema_help')}
        rows={5}
        {...code}
        {...form.bind('schema', 'input_schema')}
      />
      {kind !== 'payment' && (
        <Field
          label={t('operations.result')}
          help={t('operations.result_help')}
          rows={3}
          {...code}
          {...form.bind('result')}
        />
      )}
      <Field
        label={t('operations.mock')}
        help={t('operations.mock_help')}
        rows={3}
        {...code}
        {...form.bind('mockResult', 'mock.result')}
      />
      <More title={t('operations.more')}>
        {kind !== 'payment' && (
          <>
            <Tokens
              label={t('operations.statuses')}
              help={t('operations.statuses_help')}
              values={statuses.value}
              onChange={(values) => statuses.onChange([...values])}
              fault={statuses.fault}
            />
            <Field
              label={t('operations.when')}
              help={t('operations.when_help')}
              {...code}
              {...form.bind('when', 'success.when')}
            />
          </>
        )}
        <Field
          label={t('operations.variants')}
          help={t('operations.variants_help')}
          rows={5}
          {...code}
          {...form.bind('mockVariants', 'mock.variants')}
        />
        <CheckboxGroup
          label={t('operations.environments')}
          options={environments.map((each) => [each, t(`shell.${each}`)] as const)}
          {...form.bind('environments')}
        />
        <Switch
          label={t('operations.repeatable')}
          help={t('operations.repeatable_help')}
          isSelected={form.values.isRepeatable}
          onChange={(isRepeatable) => form.set({ isRepeatable })}
        />
        {kind !== 'payment' && (
          <>
            <NumberField
              label={t('operations.timeout')}
              help={t('operations.timeout_help')}
              min={100}
              max={60_000}
              unit={t('operations.ms')}
              {...form.bind('timeoutMs', 'timeout_ms')}
            />
            <NumberField
              label={t('operations.most_bytes')}
              min={1}
              max={5_242_880}
              unit={t('operations.bytes')}
              {...form.bind('mostBytes', 'max_response_bytes')}
            />
          </>
        )}
      </More>
    </>
  );
}
