import { z } from 'zod';
import { object, optionalText, requiredText } from '../fields.ts';
import { bulk } from '../lists.ts';
import {
  describeTerms,
  exactText,
  flag,
  givenKey,
  maxTerms,
  ordering,
  pages,
  recordId,
  search,
  time,
} from '../parameters.ts';
import {
  count,
  itemErrors,
  named,
  pageOf,
  pricesByCurrency,
  pricesExample,
  readOnlyId,
  shownId,
  shownTime,
  textOrNull,
} from '../shapes.ts';

const maxName = 255;
const urlText = 'Address of the source, as text of any length.';
const example = { name: 'Acme', url: 'https://acme.example' };
const shown = { id: 7, ...example, updated_at: '2026-11-20T08:30:00.123456Z' };

export const source = named(
  'Source',
  z.object({
    id: readOnlyId,
    name: z.string().meta({ maxLength: maxName }),
    url: z.string().nullable().meta({ description: urlText }),
    updated_at: shownTime('When the source itself was last written; its offers do not count.'),
  }),
  shown,
);

const written = {
  name: requiredText(maxName, 'Name; not unique.'),
  url: optionalText(undefined, urlText),
};

/** A source to be created or replaced; an absent url stays. */
export const newSource = named('SourceRequest', object(written), example);
export type NewSource = z.output<typeof newSource>;

export const sourceChange = named('PatchedSource', object({ ...written, name: written.name.optional() }), {
  url: null,
});
export type SourceChange = z.output<typeof sourceChange>;

export const sourcePage = pageOf('PaginatedSourceList', source);

export const manySources = bulk('BulkSourceRequest', ['sources'], newSource, [example, { name: 'Bolt' }]);

export const sourceCreation = named(
  'SourceCreation',
  z.object({ created: count, failed: count, results: z.array(source), errors: itemErrors({}) }),
  { created: 1, failed: 0, results: [shown], errors: [] },
);

export const sourceStatistics = named(
  'SourceStatistics',
  z.object({
    total_sources: count,
    sources_with_offers: count,
    total_offers: count,
    by_currency: pricesByCurrency,
    sources: z.array(
      z.object({
        id: shownId,
        name: z.string(),
        url: textOrNull,
        offers_count: count,
        by_currency: pricesByCurrency,
      }),
    ),
  }),
  {
    ...{ total_sources: 1, sources_with_offers: 1, total_offers: 2, by_currency: pricesExample },
    sources: [{ id: 7, ...example, offers_count: 2, by_currency: pricesExample }],
  },
);

const hasOffers = flag('Only sources with offers, or only those without.');

/** The parameters of a list of sources, in the order of their errors. */
export const sourceQuery = z.object({
  id: recordId('Exact.'),
  name: exactText('Exact.'),
  url: exactText('Exact.'),
  updated_at: time('Exact.'),
  has_offers: hasOffers,
  search: search(describeTerms('Every term must stand in the name or the address, in any case'), maxTerms),
  ordering: ordering('name, updated_at'),
  ...pages,
});
export type SourceQuery = z.output<typeof sourceQuery>;

export const sourceStatisticsQuery = z.object({
  source: givenKey('Only this source.'),
  has_offers: hasOffers,
});
