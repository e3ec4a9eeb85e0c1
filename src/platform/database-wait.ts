import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { whyUnusable } from './database-advice.ts';
import { databaseFault } from './database-faults.ts';

/** Carries out a step of the start that needs the database, again until the database can be used. */
export type WhenReached = <Result>(step: () => Promise<Result>) => Promise<Result>;

const againMs = 1000;
/** How often a wait says that it goes on, in milliseconds. */
const sayEveryMs = 60_000;

/** A start waits no longer, because the process is to stop. */
export class StartEnded extends Error {}

/**
 * Waits for a database that is away, starting, full or out of connections: that is over some time, and a service manager would
 * give up a process that ends instead. What waiting cannot mend, such as a wrong password, is thrown on.
 * @param name of the database, for the log
 * @param ending aborts when the process is to stop
 */
export function waitForDatabase(name: string, log: Logger, ending: AbortSignal): WhenReached {
  return async (step) => {
    const began = performance.now();
    const seconds = () => Math.round((performance.now() - began) / 1000);
    let said: { line: string; at: number } | undefined;
    for (;;) {
      try {
        const result = await step();
        if (said) log.info(`the start goes on: the database ${name} works, after ${seconds()} s`);
        return result;
      } catch (error) {
        if (ending.aborted) throw new StartEnded();
        const fault = databaseFault(error);
        if (!fault) throw error;
        const line = `the start waits for the database ${name}: ${whyUnusable(error)}`;
        if (said?.line !== line || performance.now() - said.at >= sayEveryMs) {
          log.warn({ fault: fault.name }, said ? `${line} (for ${seconds()} s now)` : line);
          said = { line, at: performance.now() };
        }
        await pause(againMs, undefined, { signal: ending }).catch(() => {
          throw new StartEnded();
        });
      }
    }
  };
}
