import { isMigrated, isNewer, migrateDatabase } from './platform/migrations.ts';
import { refuseSharedSessions } from './platform/pooler.ts';
import { type Database, type DatabaseAddress, openDatabase, sqlState } from './platform/postgres.ts';
import { areTicketsMigrated, migrateTickets } from './platform/tickets.ts';
import { version } from './platform/version.ts';

const answerWithinMs = 10_000;

const newer = `a newer version of Parley than this one, ${version}, has migrated it, and an older one cannot work with its tables: start that version, or restore a backup from before`;

/**
 * Changes the tables of the database to this version. Several processes may call it at the same time.
 * @throws Error that says so if a newer version has migrated it
 * @param tickets whether the queue for tickets is in Postgres too
 * @param onWait told in a sentence what it waits for, if that takes longer than some seconds
 */
export async function migrate(
  address: DatabaseAddress,
  { tickets, onWait }: { tickets: boolean; onWait: (sentence: string) => void },
): Promise<void> {
  await refuseSharedSessions(address);
  if (await withOne(address, isNewer)) throw new Error(newer);
  await migrateDatabase(address, onWait);
  if (tickets) await migrateTickets(address);
}

/**
 * For a role that may not change tables.
 * @returns why this version cannot work with the database and what to do, or undefined if it can
 */
export async function whyNotMigrated(
  address: DatabaseAddress,
  { tickets }: { tickets: boolean },
): Promise<string | undefined> {
  try {
    await refuseSharedSessions(address);
    return await withOne(address, async (database) => {
      if (await isNewer(database)) return newer;
      const isCurrent = (await isMigrated(database)) && (!tickets || (await areTicketsMigrated(database)));
      if (isCurrent) return undefined;
      return 'it does not have the tables of this version; run "parley database migrate" with the role that may change tables';
    });
  } catch (error) {
    if (sqlState(error) !== '42501') throw error;
    return 'its role may not read the list of migrations; run "parley database migrate --server-role NAME" with the role that may change tables';
  }
}

/** Within a limited time: this also finds out whether the database answers. */
async function withOne<Result>(
  address: DatabaseAddress,
  read: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(address, { connections: 1, onError: () => {}, statementMs: answerWithinMs });
  try {
    return await read(database);
  } finally {
    await database.close();
  }
}
