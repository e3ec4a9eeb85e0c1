import { z } from 'zod';
import { bulk } from '../lists.ts';
import {
  count,
  exampleOf,
  idShape,
  itemErrors,
  named,
  pricesByCurrency,
  pricesExample,
  reference,
  shownId,
  textOrNull,
} from '../shapes.ts';
import { words } from '../words.ts';
import { newOffer, offerChange } from './shapes.ts';

/** Bodies and reports of bulk calls for offers, and statistics. */

export const manyOffers = bulk('BulkOfferRequest', ['offers'], newOffer, [exampleOf(newOffer)]);

const change = reference(offerChange);
/** Each element has an id and the changed fields, in `data` or beside the id. */
export const manyChanges = bulk(
  'BulkOfferChange',
  ['offers', 'updates'],
  {
    anyOf: [
      { type: 'object', properties: { id: idShape, data: change }, required: ['id', 'data'] },
      { allOf: [change], type: 'object', properties: { id: idShape }, required: ['id'] },
    ],
  },
  [{ id: 42, data: exampleOf(offerChange) }],
);

const fault = { index: 1, errors: { pn_raw: [words.required] } };

const onlyUpdating = 'With `on_duplicate=update` only.';
/** How many offers were put. */
export const putCounts = {
  created: count,
  updated: count.optional().meta({ description: onlyUpdating }),
  unchanged: count.optional().meta({ description: onlyUpdating }),
  skipped: count,
  failed: count,
};

export const offerCreation = named(
  'OfferCreation',
  z.object({
    ...putCounts,
    ids: z.array(shownId).meta({ description: 'Of the created offers.' }),
    errors: itemErrors({}),
  }),
  { created: 1, skipped: 0, failed: 1, ids: [42], errors: [fault] },
);

export const offerUpdate = named(
  'OfferUpdate',
  z.object({
    updated: count,
    failed: count,
    errors: itemErrors({
      id: shownId.optional().meta({ description: 'The offer; absent where no id could be read.' }),
    }),
  }),
  { updated: 1, failed: 1, errors: [{ ...fault, id: 43, errors: { id: [words.unknownOffer('43')] } }] },
);

/** The number of offers for each text. */
const groupsBy = <Name extends string>(name: Name) =>
  z.array(z.object({ [name]: textOrNull, offers: count }));

export const offerStatistics = named(
  'OfferStatistics',
  z.object({
    total_offers: count,
    offers_with_price: count,
    by_currency: pricesByCurrency,
    by_condition: groupsBy('condition_raw'),
    by_status: groupsBy('status_raw'),
    by_brand: groupsBy('brand_raw'),
    by_source: z.array(z.object({ source: shownId, source_name: z.string(), offers: count })),
  }),
  {
    ...{ total_offers: 2, offers_with_price: 2, by_currency: pricesExample },
    by_condition: [{ condition_raw: 'new', offers: 2 }],
    by_status: [{ status_raw: 'active', offers: 2 }],
    by_brand: [{ brand_raw: 'Bosch', offers: 2 }],
    by_source: [{ source: 7, source_name: 'Acme', offers: 2 }],
  },
);
