import type { Logger } from 'pino';
import { rolesOfProcesses } from './dialog/presence.ts';
import { type ConnectionLimit, readConnectionLimit } from './platform/connection-limit.ts';
import { type ConnectionSettings, mostConnections } from './platform/connections.ts';
import type { Database } from './platform/postgres.ts';

type Role = ConnectionSettings['role'];

/** The processes of an installation, and the connections for them. */
export interface Layout {
  /** The roles, with what a process of each opens at most. Every process is taken to have the same settings but for its role. */
  processes: { role: Role; count: number; connections: number }[];
  /** What all of them open together at most. */
  needed: number;
  limit: ConnectionLimit;
}

/**
 * Reads what the database grants, and adds up what processes with these settings need.
 * @param roles of the processes; those that are alive if absent
 */
export async function readLayout(
  database: Database,
  settings: ConnectionSettings,
  roles?: Role[],
): Promise<Layout> {
  const limit = await readConnectionLimit(database);
  const all = roles ?? (await rolesOfProcesses(database));
  const processes = [...new Set(all)].sort().map((role) => ({
    role,
    count: all.filter((each) => each === role).length,
    connections: mostConnections({ ...settings, role }),
  }));
  return {
    processes,
    needed: processes.reduce((sum, { count, connections }) => sum + count * connections, 0),
    limit,
  };
}

/** What to do about a database that grants too few connections. Undefined if there are enough. */
export function whyTooFew({ processes, needed, limit }: Layout): string | undefined {
  if (needed <= limit.most) return undefined;
  const count = processes.reduce((sum, each) => sum + each.count, 0);
  const who = count === 1 ? 'this process opens' : `the ${count} processes of this installation open`;
  return (
    `${who} up to ${needed} connections to the database, which grants ${limit.most} (${limit.from}); ` +
    'raise that or lower DATABASE_POOL'
  );
}

/** Warns at the start of a process if it and the others that are alive may need more connections than the database grants. */
export async function warnOfTooFew(
  database: Database,
  settings: ConnectionSettings,
  log: Logger,
): Promise<void> {
  const layout = await readLayout(database, settings);
  const why = whyTooFew(layout);
  if (why)
    log.warn({ needed: layout.needed, granted: layout.limit.most }, `${why}; "parley doctor" shows the sum`);
}
