/**
 * The connections to Postgres that one process opens at most, and how its pools share them. What each pool is for is said where
 * it is opened: in the parts of the dialog side and of the catalog, in notices and in tickets.
 */

type Role = 'all' | 'api' | 'worker';

/** The pools of a process, by their names in its metrics. */
export type Pool =
  | 'dialog'
  | 'hot'
  | 'work'
  | 'searches'
  | 'upkeep'
  | 'notices'
  | 'tickets'
  | 'catalog'
  | 'catalog_hot';

/** How many connections each pool has; 0 if the process does not use it. */
export type Shares = Record<Pool, number>;

/** What decides about the connections of a process. */
export interface ConnectionSettings {
  role: Role;
  /** Most connections of the process, in all. */
  databasePool: number;
  /** Undefined: tickets go through Postgres. */
  redisUrl: string | undefined;
}

type Range = readonly [least: number, most: number];
const any = Number.POSITIVE_INFINITY;

/**
 * The least and the most of each pool, in the order in which they get what is left when all have their least. Two is the least where a
 * statement may wait for somebody's lock, or for a connection that hangs, so that others go on beside it. Elsewhere it is one. No pool
 * needs more to get on: nothing takes a connection while it holds one.
 */
const ranges: Record<Role, Partial<Record<Pool, Range>>> = {
  all: {
    ...{ work: [2, 11], dialog: [2, any], catalog: [2, any], hot: [2, 4], catalog_hot: [1, 4] },
    ...{ searches: [1, 2], upkeep: [1, 1], notices: [1, 1] },
  },
  api: {
    ...{ dialog: [2, any], catalog: [2, any], hot: [2, 4], catalog_hot: [1, 4] },
    // What is told to people who look on is read with `work`.
    ...{ searches: [1, 2], work: [1, 2], upkeep: [1, 1], notices: [1, 1] },
  },
  worker: { work: [2, 11], dialog: [1, 2], hot: [1, 2], upkeep: [1, 1], notices: [1, 1] },
};

/** One listens where tickets are taken. */
const tickets: Record<Role, Range> = { all: [2, 7], api: [1, 3], worker: [2, 2] };

/** The most connections of a process whose settings do not say it: as few as the role `all` gets on with. */
export const usualConnections = (redisUrl: string | undefined): number => (redisUrl === undefined ? 14 : 12);

/** Shares the connections of a process among its pools. If there are too few, each pool still gets its least. */
export function shareConnections({ role, databasePool, redisUrl }: ConnectionSettings): Shares {
  const used = Object.entries({ ...ranges[role], ...(redisUrl === undefined && { tickets: tickets[role] }) });
  const shares: Shares = {
    ...{ dialog: 0, hot: 0, work: 0, searches: 0, upkeep: 0, notices: 0, tickets: 0, catalog: 0 },
    catalog_hot: 0,
    ...Object.fromEntries(used.map(([pool, [least]]) => [pool, least])),
  };
  for (let left = databasePool - sum(shares); left > 0; ) {
    const growing = used.filter(([pool, [, most]]) => shares[pool as Pool] < most).slice(0, left);
    if (growing.length === 0) break;
    for (const [pool] of growing) shares[pool as Pool]++;
    left -= growing.length;
  }
  return shares;
}

/** The most connections that a process with these settings opens. */
export const mostConnections = (settings: ConnectionSettings): number => sum(shareConnections(settings));

const sum = (shares: Shares) => Object.values(shares).reduce((all, each) => all + each, 0);
