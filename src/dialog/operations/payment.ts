import { z } from 'zod';
import { laxInt, literal, text } from '../http/fields.ts';
import { providerKinds } from '../providers/kinds.ts';
import { hundredths, type Money } from '../providers/money.ts';
import { receiptItems, receiptSumFault } from '../providers/receipt.ts';
import { sumField } from '../providers/written-field.ts';
import type { Json, JsonObject } from '../template/json.ts';
import { type Allowance, isTemplate, stringsIn } from '../template/liquid.ts';
import type { OperationKind } from './kind.ts';
import { callNames, faultOf, type TemplateFault, templateFaults } from './templates.ts';

const currencies = Object.values(providerKinds).flatMap((kind) => kind.currencies) as [string, ...string[]];

/** A price that the owner has fixed. Callers cannot change it. */
const price = z
  .object({ value: sumField, currency: literal(currencies) })
  .superRefine(({ value }, ctx) => {
    if (hundredths(value)) return;
    ctx.addIssue({ code: 'custom', message: 'a price is more than nothing', path: ['value'], input: value });
  })
  .transform(({ value, currency }) => {
    const [whole = '', decimals = ''] = value.split('.');
    return { value: `${BigInt(whole)}.${decimals.padEnd(2, '0')}`, currency };
  });

const request = z
  .object({
    amount: price,
    /** The product that the customer gets access to; the owner chooses its name. */
    product: text({ min: 1, max: 100 }).nullish(),
    /** How long the access lasts. */
    access: z.union([z.literal('forever'), z.object({ days: laxInt({ ge: 1, le: 36_500 }) })]).nullish(),
    /** A template; the payer sees the result. */
    description: text({ max: 2000, default: '' }),
    /** The fiscal receipt in the provider's format, with templates; null if the shop needs none. */
    receipt: z
      .record(z.string(), z.unknown())
      .nullish()
      .transform((value) => value as Json | undefined),
  })
  .superRefine(({ product, access }, ctx) => {
    if ((product == null) === (access == null)) return;
    const message = 'product and access go together: what is sold, and for how long';
    ctx.addIssue({ code: 'custom', message, path: [product == null ? 'product' : 'access'], input: null });
  });

/** The `request` of a payment operation. */
export type PaymentRequest = z.output<typeof request>;

/** Creates a payment for one product at a fixed price, and returns the link for the payer. */
export const payment: OperationKind = {
  name: 'payment',
  connections: Object.keys(providerKinds),
  scopes: ['payments:write'],
  needsIdentity: true,
  takesMoney: true,
  request,
  faults(given, allowance) {
    const { amount, description, receipt } = given as PaymentRequest;
    const message = faultOf(description, callNames, allowance);
    return [
      ...(message === undefined ? [] : [{ path: ['description'], message, input: description }]),
      ...(receipt == null ? [] : receiptFaults(receipt, amount, allowance)),
    ];
  },
};

/** Faults that no input could repair: invalid templates, and items without templates whose sum is not the price. */
function receiptFaults(receipt: Json, amount: Money, allowance: Allowance): TemplateFault[] {
  const faults = templateFaults(receipt, callNames, ['receipt'], allowance);
  const items = (receipt as JsonObject).items ?? null;
  if (faults.length > 0 || items === null || [...stringsIn(items)].some(([text]) => isTemplate(text))) {
    return faults;
  }
  const path = ['receipt', 'items'];
  const parsed = receiptItems.safeParse(items);
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => ({
      path: [...path, ...(issue.path as (string | number)[])],
      message: issue.message,
      input: null,
    }));
  }
  const message = receiptSumFault({ items: parsed.data }, amount);
  return message === undefined ? [] : [{ path, message, input: items }];
}
