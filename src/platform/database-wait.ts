import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { whyUnusable } from './database-advice.ts';
import { type DatabaseFault, databaseFault } from './database-faults.ts';

/** Carries out a step of the start that needs the database, again until the database can be used. */
export type WhenReached = <Result>(step: () => Promise<Result>) => Promise<Result>;

/** What passes by itself. A full disk does not, and a migration that meets it would take its locks again every second. */
const passing: ReadonlySet<DatabaseFault['name']> = new Set([
  'unreachable',
  'restarting',
  'too_many_connections',
  'out_of_resources',
  'too_slow',
  'read_only',
]);

const againMs = 1000;
/** How often a wait says that it goes on, in milliseconds. */
const sayEveryMs = 60_000;

/** A start waits no longer, because the process is to stop. */
export class StartEnded extends Error {}

/**
 * Waits for a database that is away, starting, slow or out of connections, or read-only in a failover: that is over some time, and a
 * service manager would give up a process that ends instead. What waiting cannot mend, such as a wrong password, is thrown on.
 * @param name of the database, for the log
 * @param ending aborts when the process is to stop
 */
export function waitForDatabase(name: string, log: Logger, ending: AbortSignal): WhenReached {
  return async (step) => {
    const began = performance.now();
    const seconds = () => Math.round((performance.now() - began) / 1000);
    let said: { name: DatabaseFault['name']; at: number } | undefined;
    for (;;) {
      try {
        const result = await step();
        if (said) log.info(`the start goes on: the database ${name} works, after ${seconds()} s`);
        return result;
      } catch (error) {
        if (ending.aborted) throw new StartEnded();
        const fault = databaseFault(error);
        if (!fault || !passing.has(fault.name)) throw error;
        const line = `the start waits for the database ${name}: ${whyUnusable(error)}`;
        // The words of one fault may differ from try to try.
        if (said?.name !== fault.name || performance.now() - said.at >= sayEveryMs) {
          log.warn({ fault: fault.name }, said ? `${line} (for ${seconds()} s now)` : line);
          said = { name: fault.name, at: performance.now() };
        }
        await pause(againMs, undefined, { signal: ending }).catch(() => {
          throw new StartEnded();
        });
      }
    }
  };
}
