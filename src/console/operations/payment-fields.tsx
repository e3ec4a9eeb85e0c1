import { Field } from '../kit/field.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { Select } from '../kit/select.tsx';
import { t } from '../text/text.ts';
import type { AnyForm } from './http-fields.tsx';

/** What a payment costs, and what it buys. */
export function PriceFields({ form }: { form: AnyForm }) {
  const { product, access } = form.values;
  return (
    <>
      <Field
        label={t('operations.amount')}
        help={t('operations.amount_help')}
        inputMode="decimal"
        {...form.bind('amount', 'request.amount.value')}
      />
      <Field
        label={t('operations.currency')}
        spellCheck="false"
        {...form.bind('currency', 'request.amount.currency')}
      />
      <Field
        label={t('operations.product')}
        help={t('operations.product_help')}
        {...form.bind('product', 'request.product')}
      />
      {product.trim() !== '' && (
        <Select
          label={t('operations.access')}
          options={[
            ['forever', t('operations.access_forever')],
            ['days', t('operations.access_days')],
          ]}
          {...form.bind('access', 'request.access')}
        />
      )}
      {product.trim() !== '' && access === 'days' && (
        <NumberField
          label={t('operations.days')}
          min={1}
          max={36_500}
          {...form.bind('days', 'request.access.days')}
        />
      )}
    </>
  );
}

/** The whole request of a payment. */
export const PaymentFields = ({ form }: { form: AnyForm }) => (
  <>
    <PriceFields form={form} />
    <Field
      label={t('operations.purpose')}
      help={t('operations.purpose_help')}
      {...form.bind('purpose', 'request.description')}
    />
    <Field
      label={t('operations.receipt')}
      help={t('operations.receipt_help')}
      rows={4}
      isCode
      spellCheck="false"
      {...form.bind('receipt', 'request.receipt')}
    />
  </>
);
