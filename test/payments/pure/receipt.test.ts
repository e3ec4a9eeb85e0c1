import { describe, expect, it } from 'vitest';
import { toItems } from '../../../src/dialog/http/validation.ts';
import { receiptFields, receiptSumFault } from '../../../src/dialog/providers/receipt.ts';

const item = {
  description: 'Access, 30 days',
  quantity: 1,
  amount: { value: '990.00', currency: 'RUB' },
  vat_code: 1,
  measure: 'piece',
  payment_mode: 'full_payment',
  payment_subject: 'service',
};
const receipt = { customer: { email: 'buyer@example.org' }, items: [item] };
const sum = { value: '990.00', currency: 'RUB' };

function faults(value: unknown): string[] {
  const { error } = receiptFields.safeParse(value);
  return error ? toItems(error.issues, 'body', value).map(({ loc, type }) => `${loc.join('.')} ${type}`) : [];
}
const withItem = (change: object) => ({ ...receipt, items: [{ ...item, ...change }] });
const withCustomer = (customer: object) => ({ ...receipt, customer });

describe('a receipt', () => {
  it('is passed on unchanged, even with unknown fields of the provider', () => {
    const given = {
      ...withItem({ country_of_origin_code: 'RU', agent: { type: 'agent' } }),
      tax_system_code: 2,
      timezone: 3,
      internet: true,
      receipt_operational_details: { operation_id: 1, value: 'x', created_at: '2026-11-20T09:30:00.000Z' },
    };
    expect(receiptFields.parse(given)).toEqual(given);
    expect(receiptFields.parse({ items: [item] })).toEqual({ items: [item] });
  });

  it.each<[unknown, string]>([
    [null, 'body model_attributes_type'],
    [{}, 'body.items missing'],
    [{ ...receipt, items: {} }, 'body.items list_type'],
    [{ ...receipt, items: [] }, 'body.items value_error'],
    [{ ...receipt, items: Array(101).fill(item) }, 'body.items too_long'],
    [withItem({ description: '' }), 'body.items.0.description string_too_short'],
    [withItem({ description: 'x'.repeat(129) }), 'body.items.0.description string_too_long'],
    [withItem({ quantity: 'one' }), 'body.items.0.quantity float_type'],
    [withItem({ quantity: '0' }), 'body.items.0.quantity greater_than'],
    [withItem({ quantity: '1.0005' }), 'body.items.0.quantity value_error'],
    [withItem({ quantity: true }), 'body.items.0.quantity float_type'],
    [withItem({ quantity: 0 }), 'body.items.0.quantity greater_than'],
    [withItem({ quantity: 1e5 }), 'body.items.0.quantity less_than_equal'],
    [withItem({ quantity: 1e300 }), 'body.items.0.quantity less_than_equal'],
    [withItem({ quantity: 1.0005 }), 'body.items.0.quantity value_error'],
    [withItem({ amount: { value: null, currency: 'RUB' } }), 'body.items.0.amount.value string_type'],
    [withItem({ amount: { value: '9,9', currency: 'RUB' } }), 'body.items.0.amount.value value_error'],
    [withItem({ amount: { value: '-1.00', currency: 'RUB' } }), 'body.items.0.amount.value value_error'],
    [withItem({ amount: { value: 9.999, currency: 'RUB' } }), 'body.items.0.amount.value value_error'],
    [withItem({ amount: { value: 1e21, currency: 'RUB' } }), 'body.items.0.amount.value value_error'],
    [withItem({ amount: { value: '1.00', currency: 'rub' } }), 'body.items.0.amount.currency value_error'],
    [withItem({ amount: { value: '1.00' } }), 'body.items.0.amount.currency missing'],
    [withItem({ vat_code: 0 }), 'body.items.0.vat_code greater_than_equal'],
    [withItem({ vat_code: 13 }), 'body.items.0.vat_code less_than_equal'],
    [withItem({ payment_mode: 'free' }), 'body.items.0.payment_mode literal_error'],
    [withItem({ payment_subject: 'thing' }), 'body.items.0.payment_subject literal_error'],
    [withItem({ measure: 'pieces' }), 'body.items.0.measure literal_error'],
    [withCustomer({}), 'body.customer value_error'],
    [withCustomer({ full_name: 'N. N.' }), 'body.customer value_error'],
    [withItem({ vat_code: '13' }), 'body.items.0.vat_code less_than_equal'],
    [withItem({ vat_code: 'one' }), 'body.items.0.vat_code int_parsing'],
    [withCustomer({ email: 'nobody' }), 'body.customer.email value_error'],
    [withCustomer({ phone: `+7999${'0'.repeat(12)}` }), 'body.customer.phone value_error'],
    [withCustomer({ phone: '7+9990001122' }), 'body.customer.phone value_error'],
    [withCustomer({ phone: '+' }), 'body.customer.phone value_error'],
    [withCustomer({ phone: '79990001122', inn: '123' }), 'body.customer.inn value_error'],
    [{ ...receipt, tax_system_code: 7 }, 'body.tax_system_code less_than_equal'],
    [{ ...receipt, timezone: 12 }, 'body.timezone less_than_equal'],
  ])('%j is refused: %s', (given, fault) => {
    expect(faults(given)).toEqual([fault]);
  });
});

describe('what templates and questions give', () => {
  it.each([
    ['1.00', 1],
    ['2', 2],
    [' 0.333 ', 0.333],
  ])('the quantity %j is %j', (quantity, number) => {
    expect(receiptFields.parse(withItem({ quantity })).items[0]!.quantity).toBe(number);
  });

  it.each([
    [990, '990.00'],
    [19.9, '19.90'],
    [0.01, '0.01'],
    ['990.00', '990.00'],
    ['330', '330'],
  ])('the sum %j is sent as %j', (value, sent) => {
    const amount = { value, currency: 'RUB' };
    expect(receiptFields.parse(withItem({ amount })).items[0]!.amount.value).toBe(sent);
  });

  it.each([['+79123456789'], ['79123456789'], [79123456789], ['+7 (912) 345-67-89']])(
    'the phone %j is sent as digits',
    (phone) => {
      expect(receiptFields.parse(withCustomer({ phone })).customer).toEqual({ phone: '79123456789' });
    },
  );

  it('codes and switches may be texts, and a taxpayer number may be a number', () => {
    const given = {
      ...withItem({ vat_code: '1' }),
      customer: { phone: '+79123456789', inn: 7707083893 },
      ...{ tax_system_code: '2', timezone: '3', internet: 'true' },
    };
    expect(receiptFields.parse(given)).toEqual({
      ...withItem({ vat_code: 1 }),
      customer: { phone: '79123456789', inn: '7707083893' },
      ...{ tax_system_code: 2, timezone: 3, internet: true },
    });
  });

  it('faults say in words what is wanted', () => {
    const given = {
      customer: { phone: 'none', email: 'none', inn: '1' },
      items: [{ ...item, amount: { value: 'much', currency: 'rubles' } }],
    };
    const messages = receiptFields.safeParse(given).error!.issues.map(({ message }) => message);
    expect(messages).toEqual([
      'a taxpayer number has 10 or 12 digits',
      'an e-mail address, such as anna@example.com',
      'a phone number of 4 to 15 digits with the code of the country, such as +79123456789',
      'a sum has up to 13 digits and at most 2 decimals behind a dot, such as 990.00',
      'a currency has three capital letters, such as RUB',
    ]);
  });
});

describe('the sum of a receipt', () => {
  const fault = (...items: [quantity: number, price: string][]) =>
    receiptSumFault(
      receiptFields.parse({
        items: items.map(([quantity, value]) => ({ ...item, quantity, amount: { value, currency: 'RUB' } })),
      }),
      sum,
    );

  it('is that of the payment, exactly', () => {
    expect(fault([1, '990.00'])).toBeUndefined();
    expect(fault([3, '330'])).toBeUndefined();
    expect(fault([1, '989.99'])).toBe('the items of the receipt do not add up to 990.00 RUB');
    expect(fault([1, '990.00'], [1, '0.01'])).toContain('do not add up');
    expect(fault([99_999.999, '9999999999999.99'])).toContain('do not add up');
  });

  it('may be rounded either way if an item costs a fraction of a hundredth', () => {
    expect(fault([0.333, '2972.97'])).toBeUndefined();
    expect(fault([0.333, '2972.98'])).toBeUndefined();
    expect(fault([0.333, '2973.05'])).toContain('do not add up');
  });

  it('is in the currency of the payment', () => {
    expect(receiptSumFault(receiptFields.parse(receipt), { value: '990.00', currency: 'KZT' })).toBe(
      'every item of the receipt must be in KZT',
    );
  });
});
