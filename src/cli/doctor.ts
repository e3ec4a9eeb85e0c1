import { type Layout, readLayout, whyTooFew } from '../layout.ts';
import { type ConnectionSettings, mostConnections, shareConnections } from '../platform/connections.ts';
import { isMigrated } from '../platform/migrations.ts';
import { type Database, openDatabase } from '../platform/postgres.ts';
import type { Settings } from '../settings.ts';
import { CommandFailed } from './failure.ts';
import { onDatabase, serverSettings } from './on-database.ts';

export interface DoctorOptions {
  /** Numbers of processes; without either, those that are alive. */
  servers?: number;
  workers?: number;
  json?: boolean;
}

/**
 * `parley doctor`: prints what connections a process with the settings of the server opens, what a layout of processes needs, and what
 * the database grants.
 * @throws CommandFailed also if they do not fit
 */
export async function doctorCommand({ json = false, ...options }: DoctorOptions): Promise<void> {
  const settings = serverSettings();
  const { layout, isLive } = await onDatabase(settings, async (address) => {
    const database = openDatabase(address, { connections: 1, onError: () => {} });
    return readWanted(database, settings, options).finally(() => database.close());
  });
  const why = whyTooFew(layout);
  process.stdout.write(
    json ? `${JSON.stringify(asJson(settings, layout))}\n` : asText(settings, layout, isLive),
  );
  if (why) throw new CommandFailed(`${why[0]!.toUpperCase()}${why.slice(1)}.`);
}

/** The layout that is asked for; else that of the living processes, or of one process where none is alive. */
async function readWanted(database: Database, settings: Settings, { servers, workers }: DoctorOptions) {
  const roleOfServers = settings.role === 'worker' ? 'api' : settings.role;
  if (servers !== undefined || workers !== undefined) {
    const roles = [
      ...Array.from({ length: servers ?? 0 }, () => roleOfServers),
      ...Array.from({ length: workers ?? 0 }, () => 'worker' as const),
    ];
    return { layout: await readLayout(database, settings, roles), isLive: false };
  }
  // In a database without tables nobody has shown itself.
  const living = (await isMigrated(database)) ? await readLayout(database, settings) : undefined;
  if (living && living.needed > 0) return { layout: living, isLive: true };
  return { layout: await readLayout(database, settings, [settings.role]), isLive: false };
}

function sharesOf(settings: ConnectionSettings): [string, number][] {
  return Object.entries(shareConnections(settings)).filter(([, connections]) => connections > 0);
}

function asText(settings: ConnectionSettings, { processes, needed, limit }: Layout, isLive: boolean): string {
  const ofEach = processes.map(({ role, count, connections }) => `${count} × ${role} with ${connections}`);
  return [
    `A process with these settings (ROLE=${settings.role}) opens up to ${mostConnections(settings)} connections to the database:`,
    ...sharesOf(settings).map(([pool, connections]) => `  ${pool.padEnd(12)} ${connections}`),
    `${isLive ? 'The processes that are alive' : 'The processes'} need up to ${needed}: ${ofEach.join(', ')}.`,
    `The database grants ${limit.most} (${limit.from}).`,
    ...(needed <= limit.most ? ['That is enough.'] : []),
    '',
  ].join('\n');
}

const asJson = (settings: ConnectionSettings, { processes, needed, limit }: Layout) => ({
  process: {
    role: settings.role,
    connections: mostConnections(settings),
    pools: Object.fromEntries(sharesOf(settings)),
  },
  processes,
  needed,
  granted: limit.most,
  fits: needed <= limit.most,
});
