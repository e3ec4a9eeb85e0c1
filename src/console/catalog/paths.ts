import type { Shape } from '../api/shapes.ts';

export const offersPath = '/api/owner/catalog/offers/search';
export const offerPath = '/api/owner/catalog/offers/{id}';
export const offerStatsPath = '/api/owner/catalog/offers/stats';
export const sourcesPath = '/api/owner/catalog/sources';
export const sourceStatsPath = '/api/owner/catalog/sources/stats';

export const importsPath = '/api/owner/catalog/imports';
export const importPath = '/api/owner/catalog/imports/{id}';

/** What changes with offers and sources. */
export const everything = [
  ...[offersPath, offerPath, offerStatsPath, sourcesPath, sourceStatsPath, importsPath],
];

export type Offer = Shape<'Offer'>;
export type ImportRecord = Shape<'Import'>;
export type SourceFigures = Shape<'SourceStatistics'>['sources'][number];
