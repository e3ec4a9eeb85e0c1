import { z } from 'zod';
import { laxInt, text } from '../http/fields.ts';
import type { OperationKind } from '../operations/kind.ts';
import { callNames, faultOf, templateFaults } from '../operations/templates.ts';
import type { Json } from '../scenario/template.ts';
import { hundredths, SUM } from './money.ts';

/** A price that its owner fixed. Nothing that a caller sends reaches it. */
const price = z
  .object({ value: text({ pattern: SUM.source }), currency: text({ pattern: '^[A-Z]{3}$' }) })
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
    /** What the customer gets access to, by a name of the owner's choice. */
    product: text({ min: 1, max: 100 }).nullish(),
    /** For how long. */
    access: z.union([z.literal('forever'), z.object({ days: laxInt({ ge: 1, le: 36_500 }) })]).nullish(),
    /** Shown to the payer; a template. */
    description: text({ max: 2000, default: '' }),
    /** The fiscal receipt in the provider's format, full of templates; null where the shop needs none. */
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

/** What a payment operation asks for. */
export type PaymentRequest = z.output<typeof request>;

/** Makes a payment for one product at a fixed price, and gives the link under which it is paid. */
export const payment: OperationKind = {
  name: 'payment',
  connections: ['yookassa'],
  scopes: ['payments:write'],
  needsIdentity: true,
  request,
  faults(given) {
    const { description, receipt } = given as PaymentRequest;
    const message = faultOf(description, callNames);
    return [
      ...(message === undefined ? [] : [{ path: ['description'], message, input: description }]),
      ...(receipt == null ? [] : templateFaults(receipt, callNames, ['receipt'])),
    ];
  },
};
