import { type Route, route } from '../platform/routes.ts';
import { compareManyOffers, readAllRates, replaceAllRates } from './compare/routes.ts';
import type { Gate } from './gate.ts';
import { importFile } from './imports/file-route.ts';
import { readImportFormat, removeImportFormat, replaceImportFormat } from './imports/format-routes.ts';
import {
  cancelImport,
  confirmImport,
  listOfImports,
  readErrorsOfImport,
  readOneImport,
  undoOneImport,
} from './imports/routes.ts';
import { changeManyOffers, createManyOffers, deleteManyOffers } from './offers/bulk-routes.ts';
import { exportFile } from './offers/file-routes.ts';
import type { OfferParts } from './offers/insert.ts';
import {
  listOffers,
  listOffersBySourceName,
  listOffersOfSource,
  readStatisticsOfOffers,
  searchOffers,
} from './offers/list-routes.ts';
import {
  changeOffer,
  changePrice,
  createOffer,
  createOfferOfKnownSource,
  listPrices,
  moveToKnownSource,
  moveToNamedSource,
  readOffer,
  removeOffer,
  replaceOffer,
} from './offers/routes.ts';
import type { ProblemCode } from './openapi.ts';
import {
  changeSource,
  createManySources,
  createSource,
  deleteManySources,
  listSources,
  mergeIntoSource,
  readAliases,
  readSource,
  readStatisticsOfSources,
  removeSource,
  replaceSource,
  writeAliases,
} from './sources/routes.ts';

/** The offer catalog API, below `/api`: method, path, gate, endpoint. */
export const catalogRoutes: readonly Route<Gate, OfferParts, ProblemCode>[] = [
  route('GET', '/sources/', 'read', listSources),
  route('POST', '/sources/', 'write', createSource),
  route('GET', '/sources/{id}/', 'read', readSource),
  route('PUT', '/sources/{id}/', 'write', replaceSource),
  route('PATCH', '/sources/{id}/', 'write', changeSource),
  route('DELETE', '/sources/{id}/', 'write', removeSource),
  route('GET', '/sources/{id}/offers/', 'read', listOffersOfSource),
  route('GET', '/sources/{id}/import-format/', 'read', readImportFormat),
  route('PUT', '/sources/{id}/import-format/', 'write', replaceImportFormat),
  route('DELETE', '/sources/{id}/import-format/', 'write', removeImportFormat),
  route('GET', '/sources/{id}/aliases/', 'read', readAliases),
  route('PUT', '/sources/{id}/aliases/', 'write', writeAliases),
  route('POST', '/sources/{id}/merge/', 'write', mergeIntoSource),
  route('GET', '/sources/stats/', 'read', readStatisticsOfSources),
  route('POST', '/sources/bulk-create/', 'write', createManySources),
  route('POST', '/sources/bulk-delete/', 'write', deleteManySources),
  route('GET', '/offers/', 'read', listOffers),
  route('GET', '/offers/search/', 'read', searchOffers),
  route('GET', '/offers/by-source-name/', 'read', listOffersBySourceName),
  route('GET', '/offers/stats/', 'read', readStatisticsOfOffers),
  route('POST', '/offers/', 'write', createOffer),
  route('POST', '/offers/strict/', 'write', createOfferOfKnownSource),
  route('GET', '/offers/{id}/', 'read', readOffer),
  route('PUT', '/offers/{id}/', 'write', replaceOffer),
  route('PATCH', '/offers/{id}/', 'write', changeOffer),
  route('DELETE', '/offers/{id}/', 'write', removeOffer),
  route('GET', '/offers/{id}/prices/', 'read', listPrices),
  route('PATCH', '/offers/{id}/price/', 'write', changePrice),
  route('PATCH', '/offers/{id}/source/', 'write', moveToNamedSource),
  route('PATCH', '/offers/{id}/source-id/', 'write', moveToKnownSource),
  route('POST', '/offers/bulk-create/', 'write', createManyOffers),
  route('POST', '/offers/bulk-update/', 'write', changeManyOffers),
  route('POST', '/offers/bulk-delete/', 'write', deleteManyOffers),
  route('POST', '/offers/compare/', 'read', compareManyOffers),
  route('GET', '/offers/rates/', 'read', readAllRates),
  route('PUT', '/offers/rates/', 'write', replaceAllRates),
  route('POST', '/offers/import/', 'write', importFile),
  route('GET', '/offers/export/', 'read', exportFile),
  route('GET', '/imports/', 'read', listOfImports),
  route('GET', '/imports/{id}/', 'read', readOneImport),
  route('GET', '/imports/{id}/errors/', 'read', readErrorsOfImport),
  route('POST', '/imports/{id}/confirm/', 'write', confirmImport),
  route('POST', '/imports/{id}/cancel/', 'write', cancelImport),
  route('POST', '/imports/{id}/undo/', 'write', undoOneImport),
];
