import type { Logger } from 'pino';
import { atMost } from '../platform/at-most.ts';
import { type ConnectionSettings, shareConnections } from '../platform/connections.ts';
import { noteDatabaseFault } from '../platform/fault-log.ts';
import { type DatabaseAddress, openDatabase } from '../platform/postgres.ts';
import { Seats, seatedReads } from '../platform/seats.ts';
import { planEachTime, planOnce } from '../platform/session-settings.ts';
import { busy } from './errors.ts';
import { FigureKeeper } from './figure-keeper.ts';
import { StateReader } from './figures.ts';
import { Kept } from './kept.ts';
import { OfferInserter, type OfferParts } from './offers/insert.ts';
import type { CatalogParts, CatalogSettings } from './parts.ts';

/** Everything that the routes of the catalog use. */
export type OpenCatalog = OfferParts;

/** Without parallel workers a search uses one process of Postgres, and leaves the other processors to others. */
const planSearches = { ...planEachTime, max_parallel_workers_per_gather: 0 };

/** Counts of frequent filters to cache; a count needs a few dozen bytes. */
const keptCounts = 5000;

/** Pages to cache until the next write; 32 MiB at most. */
const keptPages = 512;
const largestKeptPage = 2 ** 16;

/** The longest wait for figures that are being folded, when the catalog closes. */
const leaveMs = 1000;

/** What the catalog gets from the process. */
type Given = Pick<CatalogParts, 'limiter' | 'bodies' | 'upkeep'> & {
  settings: CatalogSettings & ConnectionSettings;
  log: Logger;
};

/** Opens the connections of the catalog and everything that its routes use. */
export function openCatalog(
  address: DatabaseAddress,
  { settings, limiter, bodies, upkeep, log }: Given,
): OpenCatalog {
  const onError = (error: Error) => {
    if (noteDatabaseFault(log, error, 'a connection of the catalog that rested')) return;
    log.warn({ err: error }, 'a connection of the catalog was lost');
  };
  const statementMs = settings.databaseTimeoutMs;
  const { catalog: connections, catalog_hot: hotConnections } = shareConnections(settings);
  // Each search may keep a processor of Postgres busy, and the project API needs processors too. Other statements have a connection
  // beside them, if there is one.
  const seats = new Seats(Math.min(settings.catalogSearches, Math.max(1, connections - 1)), busy);
  const database = openDatabase(address, { connections, onError, statementMs, session: planSearches });
  const hot = openDatabase(address, {
    ...{ connections: hotConnections, onError, statementMs },
    session: planOnce,
  });
  const figures = new FigureKeeper(upkeep, (error) =>
    log.warn({ err: error }, 'the figures of the catalog could not be folded; they stay exact'),
  );
  return {
    database,
    hot,
    upkeep,
    searches: (signal, forMs) => seatedReads(database, seats, signal, forMs),
    state: new StateReader(hot),
    counts: new Kept(keptCounts),
    pages: new Kept(keptPages, ({ results }) => results.length <= largestKeptPage),
    statistics: new Kept(100),
    figures,
    inserter: new OfferInserter(database, hot, figures),
    settings,
    limiter,
    bodies,
    async close() {
      // What the figures still wait for ends with the connections for maintenance, which are not the catalog's own.
      await Promise.all([atMost(leaveMs, figures.close()), database.close(), hot.close()]);
    },
  };
}
