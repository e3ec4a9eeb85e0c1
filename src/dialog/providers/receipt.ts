import { z } from 'zod';
import { laxBool, laxInt, laxNumber, list, literal, text } from '../http/fields.ts';
import { namedBody } from '../http/shapes.ts';
import { hundredths, type Money } from './money.ts';
import { sumField, writtenField } from './written-field.ts';

/**
 * A fiscal receipt (Russian law 54-FZ) in the format of YooKassa's API. Documented fields are checked; other fields, which the
 * provider may add later, are passed on as they are. Numbers may come as texts, and texts of digits as numbers: templates give
 * either, and the state of a profile has texts only.
 * https://yookassa.ru/developers/payment-acceptance/receipts/54fz/parameters-values
 */

const paymentModes = [
  'full_prepayment',
  'partial_prepayment',
  'advance',
  'full_payment',
  'partial_payment',
  'credit',
  'credit_payment',
] as const;

const paymentSubjects = [
  'commodity',
  'excise',
  'job',
  'service',
  'gambling_bet',
  'gambling_prize',
  'lottery',
  'lottery_prize',
  'intellectual_activity',
  'payment',
  'agent_commission',
  'property_right',
  'non_operating_gain',
  'insurance_premium',
  'sales_tax',
  'resort_fee',
  'composite',
  'another',
  'fine',
  'tax',
  'lien',
  'cost',
  'pension_insurance_without_payouts',
  'pension_insurance_with_payouts',
  'health_insurance_without_payouts',
  'health_insurance_with_payouts',
  'health_insurance',
  'casino',
  'agent_withdrawals',
  'non_marked_excise',
  'marked_excise',
  'marked',
  'non_marked',
] as const;

const measures = [
  'piece',
  'gram',
  'kilogram',
  'ton',
  'centimeter',
  'decimeter',
  'meter',
  'square_centimeter',
  'square_decimeter',
  'square_meter',
  'milliliter',
  'liter',
  'cubic_meter',
  'kilowatt_hour',
  'gigacalorie',
  'day',
  'hour',
  'minute',
  'second',
  'kilobyte',
  'megabyte',
  'gigabyte',
  'terabyte',
  'another',
] as const;

/** In thousandths, exact: at most 8 digits. */
function thousandths(quantity: number): number {
  return Math.round(quantity * 1000);
}

const quantity = laxNumber({ gt: 0, le: 99_999.999 }).superRefine((value, ctx) => {
  if (thousandths(value) / 1000 === value) return;
  ctx.addIssue({ code: 'custom', message: 'a quantity has at most 3 decimals', input: value });
});

/** The digits of a phone number as people write it: a question keeps the plus, and the provider takes none. */
const phoneDigits = (value: string): string => value.replace(/[\s().-]/g, '').replace(/^\+/, '');

const customer = namedBody(
  'ReceiptCustomer',
  z
    .looseObject({
      full_name: text({ max: 256 }).optional(),
      inn: writtenField(/^(?:\d{10}|\d{12})$/, 'a taxpayer number has 10 or 12 digits')
        .optional()
        .describe('Taxpayer number: 10 or 12 digits.'),
      email: writtenField(
        /^(?=.{3,254}$)[^@\s]+@[^@\s]+$/,
        'an e-mail address, such as anna@example.com',
      ).optional(),
      phone: writtenField(
        /^[0-9]{4,15}$/,
        'a phone number of 4 to 15 digits with the code of the country, such as +79123456789',
        phoneDigits,
      )
        .optional()
        .describe('With the code of the country. A plus sign is left out where the receipt is sent.'),
    })
    .superRefine((value, ctx) => {
      if (value.email !== undefined || value.phone !== undefined) return;
      ctx.addIssue({ code: 'custom', message: 'a customer needs an email or a phone', input: value });
    }),
  { email: 'anna@example.com' },
);

const exampleItem = {
  description: 'The course, a month',
  quantity: 1,
  amount: { value: '990.00', currency: 'RUB' },
  vat_code: 1,
};

const item = namedBody(
  'ReceiptItem',
  z.looseObject({
    description: text({ min: 1, max: 128 }),
    quantity,
    amount: z
      .looseObject({
        value: sumField,
        currency: writtenField(/^[A-Z]{3}$/, 'a currency has three capital letters, such as RUB'),
      })
      .describe('The price of one unit.'),
    vat_code: laxInt({ ge: 1, le: 12 }),
    measure: literal(measures).optional(),
    payment_mode: literal(paymentModes).optional(),
    payment_subject: literal(paymentSubjects).optional(),
  }),
  exampleItem,
);

/** The sold items, at most 100. */
export const receiptItems = list(item, { max: 100 }).refine(
  (items) => items.length > 0,
  'a receipt has at least one item',
);

/** The receipt of a payment or a refund, from a client or from an owner's template. */
export const receiptFields = namedBody(
  'Receipt',
  z.looseObject({
    customer: customer.optional(),
    items: receiptItems,
    tax_system_code: laxInt({ ge: 1, le: 6 }).optional(),
    timezone: laxInt({ ge: 1, le: 11 }).optional(),
    internet: laxBool().optional(),
  }),
  { customer: { email: 'anna@example.com' }, items: [exampleItem] },
);

export type Receipt = z.output<typeof receiptFields>;

/**
 * Why a receipt does not have this sum, as a sentence; undefined if it has. Each item costs its quantity times its unit price.
 * If that is not a whole number of hundredths, the law does not say how to round, so both ways are accepted.
 */
export function receiptSumFault(receipt: Pick<Receipt, 'items'>, sum: Money): string | undefined {
  const expected = hundredths(sum.value);
  if (expected === undefined) return 'the sum to compare with is malformed';
  if (receipt.items.some(({ amount }) => amount.currency !== sum.currency)) {
    return `every item of the receipt must be in ${sum.currency}`;
  }
  let [least, most] = [0n, 0n];
  for (const { quantity: count, amount } of receipt.items) {
    const cost = BigInt(thousandths(count)) * hundredths(amount.value)!;
    least += cost / 1000n;
    most += (cost + 999n) / 1000n;
  }
  if (least <= expected && expected <= most) return undefined;
  return `the items of the receipt do not add up to ${sum.value} ${sum.currency}`;
}
