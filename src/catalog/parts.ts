import type { Logger } from 'pino';
import {
  type Database,
  type DatabaseAddress,
  openDatabase,
  planEachTime,
  planOnce,
} from '../platform/postgres.ts';
import { FigureKeeper } from './figure-keeper.ts';
import { Kept, StateReader } from './figures.ts';
import type { KeptPage } from './list.ts';
import { OfferInserter } from './offers/insert.ts';

export interface CatalogSettings {
  /** Absent: anybody may read and write. */
  catalogToken: string | undefined;
  /** May read only. */
  catalogReadToken: string | undefined;
  publicUrl: string | undefined;
}

/** What the routes of the catalog are made of. It opens connections of its own, so that neither API starves the other. */
export interface CatalogParts {
  /** Plans every statement for its own values: for filters, searches and whatever touches many rows. */
  database: Database;
  /** Plans once, for single records and the default page. */
  hot: Database;
  state: StateReader;
  counts: Kept<number>;
  pages: Kept<KeptPage>;
  statistics: Kept<string>;
  figures: FigureKeeper;
  inserter: OfferInserter;
  settings: CatalogSettings;
  close(): Promise<void>;
}

const connections = 8;
const hotConnections = 4;

/** Filters that are asked for again and again keep their counts; a count is a few dozen bytes. */
const keptCounts = 5000;

/** Pages that are asked for again while nothing is written; 32 MiB at the most. */
const keptPages = 512;
const largestKeptPage = 2 ** 16;

export function openCatalog(address: DatabaseAddress, settings: CatalogSettings, log: Logger): CatalogParts {
  const onError = (error: Error) => log.warn({ err: error }, 'a connection of the catalog was lost');
  const database = openDatabase(address, {
    connections,
    onError,
    options: planEachTime,
  });
  const hot = openDatabase(address, { connections: hotConnections, onError, options: planOnce });
  const figures = new FigureKeeper(database, (error) =>
    log.warn({ err: error }, 'the figures of the catalog could not be folded; they stay exact'),
  );
  return {
    database,
    hot,
    state: new StateReader(hot),
    counts: new Kept(keptCounts),
    pages: new Kept(keptPages, ({ results }) => results.length <= largestKeptPage),
    statistics: new Kept(100),
    figures,
    inserter: new OfferInserter(database, hot, figures),
    settings,
    async close() {
      await figures.close();
      await Promise.all([database.close(), hot.close()]);
    },
  };
}
