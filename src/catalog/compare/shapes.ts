import { z } from 'zod';
import { readDecimal } from '../decimal.ts';
import {
  flag,
  listOf,
  object,
  oneOf,
  optionalText,
  readId,
  readRequiredText,
  requiredText,
  wholeNumber,
} from '../fields.ts';
import { isRecord } from '../json.ts';
import { zeroRules } from '../part-numbers.ts';
import { count, named, shownId, textOrNull } from '../shapes.ts';
import { readDateTime } from '../times.ts';
import { words } from '../words.ts';

/** Bodies and answers of comparing, and the rates for it. */

const maxUnit = 16;
const maxPns = 10_000;
const mostPerPn = 100;

export const comparison = named(
  'CompareRequest',
  object({
    pns: listOf((value) => readRequiredText(value, 255), {
      ...{ most: maxPns, items: { type: 'string', maxLength: 255 } },
      description:
        'Part numbers, in any case, with or without white space, dashes, points, slashes and underscores.',
    }),
    zeros: oneOf(
      zeroRules,
      'Whether leading zeros count (`keep`, the default), or are left aside, too.',
    ).optional(),
    currency: optionalText(
      maxUnit,
      'The currency in which prices are compared, by the rates of `/offers/rates/`.',
    ),
    per_pn: wholeNumber(
      1,
      mostPerPn,
      'Most offers of each; 20 if it is absent. `count` has them all.',
    ).optional(),
    sources: listOf(readId, {
      ...{
        most: 1000,
        items: { type: 'integer', minimum: 1 },
        description: 'Ids of the sources to compare; all if it is absent.',
      },
    }).optional(),
    priced: flag('True: only offers with a price.').optional(),
  }),
  { pns: ['A-100', 'a 101'], currency: 'EUR' },
);

const comparedOffer = z.object({
  id: shownId,
  source: shownId,
  source_name: z.string(),
  pn_raw: z.string(),
  ...{ brand_raw: textOrNull, condition_raw: textOrNull, status_raw: textOrNull },
  ...{ price_raw: textOrNull, price_currency: textOrNull },
  price: textOrNull
    .optional()
    .meta({ description: 'With `currency`: the price in it; null without a price or a rate.' }),
  product_url: textOrNull,
  last_seen_at: z.string().meta({ format: 'date-time' }),
  age_days: count.meta({ description: 'Whole days since then.' }),
});

const offerExample = {
  ...{ id: 42, source: 7, source_name: 'Acme', pn_raw: 'A-100', brand_raw: 'Bosch', condition_raw: 'new' },
  ...{ status_raw: null, price_raw: '12.50', price_currency: 'USD', price: '11.574074', product_url: null },
  ...{ last_seen_at: '2026-12-01T08:30:00Z', age_days: 0 },
};

export const compared = named(
  'Compared',
  z.object({
    results: z.array(z.object({ pn: z.string(), count, offers: z.array(comparedOffer) })),
    not_found: z.array(z.string()),
  }),
  { results: [{ pn: 'A-100', count: 1, offers: [offerExample] }], not_found: ['a 101'] },
);

const ratesExample = { base: 'EUR', at: '2026-12-01T00:00:00Z', rates: { USD: '1.08', RUB: '97.3' } };

export const shownRates = named(
  'Rates',
  z.object({ base: textOrNull, at: textOrNull, rates: z.record(z.string(), z.string()) }),
  ratesExample,
);

const mostRates = 1000;

export const newRates = named(
  'RatesRequest',
  object({
    base: requiredText(maxUnit, 'The currency of which the rates tell one unit.'),
    at: z
      .unknown()
      .transform((input, ctx): string | null => {
        if (input === null) return null;
        const time = typeof input === 'string' ? readDateTime(input) : undefined;
        if (time !== undefined) return time;
        ctx.issues.push({ code: 'custom', message: words.enterTime, input });
        return z.NEVER;
      })
      .meta({
        type: ['string', 'null'],
        format: 'date-time',
        description: 'Of when they are; now if it is absent.',
      })
      .optional(),
    rates: z
      .unknown()
      .transform((input, ctx): { currency: string; rate: string }[] => {
        const fail = (message: string, path: string[] = []) => {
          ctx.issues.push({ code: 'custom', message, path, input });
          return z.NEVER;
        };
        if (input === undefined) return fail(words.required);
        if (!isRecord(input)) return fail('Enter an object, such as {"USD": "1.08"}.');
        const entries = Object.entries(input);
        if (entries.length > mostRates) return fail(words.longList(mostRates));
        return entries.flatMap(([currency, given]) => {
          const name = readRequiredText(currency, maxUnit);
          if ('errors' in name) return fail(name.errors.join(' '), [currency]);
          const text = typeof given === 'string' ? given.trim() : String(given);
          const rate = readDecimal(text);
          if ('error' in rate) return fail(rate.error, [currency]);
          if (!/[1-9]/.test(rate.value) || rate.value.startsWith('-'))
            return fail('A rate is more than 0.', [currency]);
          return [{ currency: name.value, rate: rate.value }];
        });
      })
      .meta({
        type: 'object',
        additionalProperties: { type: ['string', 'number'], format: 'decimal' },
        description: 'Units of each currency for one unit of the base.',
      }),
  }),
  ratesExample,
);
