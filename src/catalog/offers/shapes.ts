import { z } from 'zod';
import { decimal, key, object, optionalText, requiredText, shownDecimal } from '../fields.ts';
import { named, pageOf, readOnlyId, reference, shownId, shownTime, textOrNull } from '../shapes.ts';
import { readIdentifier } from '../sources/identifier.ts';
import { words } from '../words.ts';

const maxText = 255;
const maxUnit = 16;
const maxHash = 64;

const priceText = 'Price: up to 20 digits, 6 of them decimals.';
const weightText = 'Weight: up to 20 digits, 6 of them decimals.';
const conditionText = 'For example new, used, refurbished.';
const statusText = 'For example active, inactive, sold.';
const urlText = 'Page of the product at the source.';
const hashText =
  'Kept as sent. Where a payload comes without it, the SHA-256, in hexadecimal, of the value of `raw_payload` as JSON ' +
  'with sorted keys and without white space.';
const payload = z.unknown().meta({
  description:
    'Raw data of the offer: any JSON, kept as its value. White space goes, numbers lose zeros at their end (`1.000` is ' +
    '`1`) and no other digit, keys that are whole numbers come first, and of equal keys the last counts.',
});

/** A text in an answer. */
const text = (max: number | undefined, description: string) =>
  textOrNull.meta({ ...(max === undefined ? {} : { maxLength: max }), description });

const hash = 'd0f8ff6e8f2f5d9bdb7f5f2f6c6a5b3f5a1f0c5d9c8b7a6f5e4d3c2b1a0f9e8d';
const example = {
  ...{ brand_raw: 'Bosch', pn_raw: 'A-100', condition_raw: 'new', status_raw: 'active', price_raw: '12.50' },
  ...{ price_currency: 'EUR', weight_value: '2', weight_unit: 'kg' },
  product_url: 'https://acme.example/a-100',
};
const shown = {
  ...{ id: 42, source: 7, source_name: 'Acme', ...example, raw_payload: null, raw_hash: hash },
  created_at: '2026-11-20T08:30:00.123456Z',
};
const sent = { source_identifier: 'Acme', ...example, raw_payload: { stock: 3 } };

export const offer = named(
  'Offer',
  z.object({
    id: readOnlyId,
    source: shownId.meta({ description: 'Id of the source.' }),
    source_name: z.string().meta({ readOnly: true }),
    brand_raw: text(maxText, 'Brand.'),
    pn_raw: z.string().meta({ maxLength: maxText, description: 'Part number.' }),
    condition_raw: text(maxText, conditionText),
    status_raw: text(maxText, statusText),
    price_raw: shownDecimal(priceText),
    price_currency: text(maxUnit, 'For example USD.'),
    weight_value: shownDecimal(weightText),
    weight_unit: text(maxUnit, 'For example kg.'),
    product_url: text(undefined, urlText),
    raw_payload: payload,
    raw_hash: text(maxHash, hashText),
    created_at: shownTime('When the offer was created.'),
    updated_at: shownTime('With `include=seen`: when it was last written again.').nullable().optional(),
    last_seen_at: shownTime('With `include=seen`: when a list last had it.').optional(),
  }),
  shown,
);

export const offerPage = pageOf('PaginatedOfferList', offer);

/** A price of an offer, and when it held. */
const heldPrice = named(
  'HeldPrice',
  z.object({
    price_raw: shownDecimal(priceText),
    price_currency: text(maxUnit, 'For example USD.'),
    since: shownTime('From when on.'),
    until: shownTime('Until when; null for the price of today.').nullable(),
  }),
  { price_raw: '12.50', price_currency: 'EUR', since: '2026-11-20T08:30:00.123456Z', until: null },
);

export const pricePage = pageOf('PaginatedPriceList', heldPrice);

const identifier = requiredText(
  maxText,
  'Name, address or id of the source, tried in that order. What is unknown creates a source: an http(s) ' +
    'address one named by its host, other texts one of that name; digits alone are an error.',
).meta({ writeOnly: true });
const partNumber = requiredText(maxText, 'Part number.');
const price = decimal('A string keeps its digits; a number comes back in its shortest form.');

/** The columns of an offer that clients write, in the order of the API's fields. */
const written = {
  brand_raw: optionalText(maxText, 'Brand.'),
  pn_raw: partNumber,
  condition_raw: optionalText(maxText, conditionText),
  status_raw: optionalText(maxText, statusText),
  price_raw: price.optional(),
  price_currency: optionalText(maxUnit, 'For example USD.'),
  weight_value: decimal('As `price_raw`.').optional(),
  weight_unit: optionalText(maxUnit, 'For example kg.'),
  product_url: optionalText(undefined, urlText),
  raw_payload: payload.optional(),
  raw_hash: optionalText(maxHash, hashText),
};
const changed = { ...written, pn_raw: partNumber.optional() };

/** A new offer names its source only by `source_identifier`; `source` is not read then. */
const unread = z
  .unknown()
  .optional()
  .meta({ ...key().meta(), description: 'Id of the source; not read on creation.' });

export const newOffer = named(
  'OfferRequest',
  object({ source_identifier: identifier, source: unread, ...written }),
  sent,
);
export type NewOfferShape = z.output<typeof newOffer>;

/** A new offer whose source must exist, given by its id. */
export const strictOffer = named(
  'StrictOfferRequest',
  object({
    source_identifier: identifier.meta({
      ...{ type: undefined, maxLength: undefined, writeOnly: true },
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', pattern: '^[0-9]+$' },
      ],
      description: 'Id of a source that exists; anything else is a 400.',
    }),
    source: unread,
    ...written,
  }).superRefine(({ source_identifier: text }, ctx) => {
    const path = ['source_identifier'];
    if (!/^\d+$/.test(text)) ctx.addIssue({ code: 'custom', path, message: words.notInteger });
    else if (readIdentifier(text).id === null)
      ctx.addIssue({ code: 'custom', path, message: words.unknownSource(text) });
  }),
  { ...sent, source_identifier: '7' },
);

/** A change of an offer. If there is a `source_identifier`, `source` is not read. */
export const offerChange = named(
  'PatchedOffer',
  object(
    {
      source_identifier: identifier.optional(),
      source: key('Id of the source; not read on creation.').optional(),
      ...changed,
    },
    (input) =>
      input.source_identifier === undefined || input.source === undefined
        ? input
        : { ...input, source: undefined },
  ),
  { price_raw: '14.00', price_currency: 'EUR' },
);
export type OfferChange = z.output<typeof offerChange>;

const replacedByIdentifier = object({ source_identifier: identifier, ...written });
const replacedBySource = object({ source: key(), ...written });

/** A whole offer, whose source is given by `source_identifier` or, if that is absent, by `source`. */
export const offerReplacement = named(
  'OfferReplacement',
  z
    .unknown()
    .transform((input, ctx): OfferChange => {
      const hasSource = isGiven(input, 'source') && !isGiven(input, 'source_identifier');
      // Unlike a union, this reports the errors of the form that was meant.
      const result = (hasSource ? replacedBySource : replacedByIdentifier).safeParse(input);
      if (result.success) return result.data;
      ctx.issues.push(...result.error.issues.map((issue) => ({ ...issue, input }) as z.core.$ZodRawIssue));
      return z.NEVER;
    })
    .meta({
      anyOf: ['source', 'source_identifier'].map((name) => ({
        allOf: [reference(offerChange)],
        required: ['pn_raw', name],
      })),
    }),
  { source: 7, ...example },
);

const isGiven = (input: unknown, name: string): boolean =>
  typeof input === 'object' && input !== null && name in input;

export const newPrice = named(
  'OfferPriceRequest',
  object({
    price_raw: price.meta({
      format: undefined,
      pattern: undefined,
      description: 'null clears the price.',
    }),
  }),
  { price_raw: '14.00' },
);

export const namedSource = named(
  'OfferSourceRequest',
  object({
    source_identifier: requiredText(maxText, 'Name or address of a source; of an unknown one it is created.'),
  }),
  { source_identifier: 'Bolt' },
);

export const knownSource = named(
  'OfferSourceIdRequest',
  object({ source_id: key('Id of a source that exists.') }),
  { source_id: 7 },
);
