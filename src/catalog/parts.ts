import type { BodyBudget } from '../platform/body-budget.ts';
import type { Database, Queryable } from '../platform/postgres.ts';
import type { RateLimiter } from '../platform/rate-limit.ts';
import type { FigureKeeper } from './figure-keeper.ts';
import type { StateReader } from './figures.ts';
import type { Kept } from './kept.ts';
import type { KeptPage } from './keyset.ts';

export interface CatalogSettings {
  /** Undefined: anybody may read and write. */
  catalogToken: string | undefined;
  /** May read only. */
  catalogReadToken: string | undefined;
  /** Whether exported CSV is made safe for spreadsheets. */
  catalogCsvDefuse: boolean;
  publicUrl: string | undefined;
  /** Whether only this machine can reach the server. */
  isPrivate: boolean;
  /** Most searches and counts that run at once. */
  catalogSearches: number;
  /** A list is not applied unasked if more of a source's offers would vanish, in percent. */
  catalogVanishPercent: number;
  /** Where notices about offers that a list changed are sent; undefined: nowhere. */
  catalogNotify: { url: string; secret: string } | undefined;
  /** By how much a price has to move for a notice, in percent. */
  catalogNotifyPercent: number;
  /** Longest time of a statement that applies a list, in ms. */
  catalogReplaceMs: number;
  /** Longest time of one statement. */
  databaseTimeoutMs: number;
}

/** What the routes of the catalog use. It has its own connections for requests, so that the two APIs do not take them from each other. */
export interface CatalogParts {
  /** Plans every statement for its values: for filters, searches and statements over many rows. */
  database: Database;
  /** Plans once, for single records and the default page. */
  hot: Database;
  /** For maintenance, which is shared with the dialog side: its statements have no time limit. */
  upkeep: Database;
  /**
   * For searches, counts and other statements that may read a whole table. Only a limited number runs at once, and
   * statements whose client has gone are cancelled. @param forMs how long to wait for a seat before a 503; two seconds if
   * absent
   */
  searches(signal: AbortSignal, forMs?: number): Queryable;
  state: StateReader;
  counts: Kept<number>;
  pages: Kept<KeptPage>;
  statistics: Kept<string>;
  figures: FigureKeeper;
  settings: CatalogSettings;
  /** Counts wrong tokens. */
  limiter: RateLimiter;
  /** The memory budget for request bodies in this process. */
  bodies: BodyBudget;
  close(): Promise<void>;
}
