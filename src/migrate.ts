import { whyUnusable } from './platform/database-advice.ts';
import { isMigrated, migrateDatabase } from './platform/migrations.ts';
import { type DatabaseAddress, openDatabase, sqlState } from './platform/postgres.ts';
import { areTicketsMigrated, migrateTickets } from './platform/tickets.ts';

/**
 * Changes the tables of the database to this version. Several processes may call it at the same time.
 * @param tickets whether the queue for tickets is in Postgres too
 * @param onWait told in a sentence what it waits for, if that takes longer than some seconds
 */
export async function migrate(
  address: DatabaseAddress,
  { tickets, onWait }: { tickets: boolean; onWait: (sentence: string) => void },
): Promise<void> {
  await migrateDatabase(address, onWait);
  if (tickets) await migrateTickets(address);
}

/** For a role that may not change tables. @returns why the database cannot be used and what to do, or undefined if it can */
export async function whyNotMigrated(
  address: DatabaseAddress,
  { tickets }: { tickets: boolean },
): Promise<string | undefined> {
  const database = openDatabase(address, { connections: 1, onError: () => {} });
  try {
    const isCurrent = (await isMigrated(database)) && (!tickets || (await areTicketsMigrated(database)));
    if (isCurrent) return undefined;
    return 'it does not have the tables of this version; run "parley database migrate" with the role that may change tables';
  } catch (error) {
    const mayNotRead = sqlState(error) === '42501';
    return mayNotRead
      ? 'its role may not read the list of migrations; run "parley database migrate --server-role NAME" with the role that may change tables'
      : whyUnusable(error);
  } finally {
    await database.close();
  }
}
