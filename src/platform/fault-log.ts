import { type DatabaseFault, databaseFault } from './database-faults.ts';
import { FaultLines } from './fault-lines.ts';

/** The part of a logger that is used here; pino's and Fastify's loggers have it. */
interface Writer {
  error(context: object, message: string): void;
  info(context: object, message: string): void;
}

interface Watch {
  lines: FaultLines<DatabaseFault['name'], [fault: DatabaseFault, where: string]>;
  /** Whether it has worked since the last fault. */
  hasWorked: boolean;
}

/** By logger, so that several servers in one process do not share their lines. */
const watches = new WeakMap<Writer, Watch>();

/**
 * Logs an error if it is a fault of the database: the first of its kind at once, and the number of further ones at the end of
 * each interval. So a database that is away for a minute under load causes a few lines, not a stack trace for each request.
 *
 * @param log the logger of the process, not of a request
 * @param where the place that met the error, such as a route
 * @returns false if the error is not a fault of the database; then the caller must log it
 */
export function noteDatabaseFault(log: Writer, error: unknown, where: string): boolean {
  const fault = databaseFault(error);
  if (!fault) return false;
  const watch = watches.get(log) ?? { lines: linesIn(log), hasWorked: false };
  watches.set(log, watch);
  watch.hasWorked = false;
  watch.lines.failed(fault.name, fault, where);
  return true;
}

/**
 * Call it each time that the database has taken what a process writes at intervals. Logs a line if there were faults before and none since the
 * last time: some statements may succeed while others fail.
 */
export function databaseWorks(log: Writer): void {
  const watch = watches.get(log);
  if (!watch) return;
  if (watch.hasWorked) watch.lines.works();
  watch.hasWorked = true;
}

function linesIn(log: Writer): Watch['lines'] {
  return new FaultLines(
    (more, name, { meaning, said }, where) => {
      const line = `the database fails: ${meaning}`;
      if (more === 0) log.error({ fault: name, said, where }, line);
      else log.error({ fault: name, said, times: more }, `${line} (${more} more in ten seconds)`);
    },
    () => log.info({}, 'the database works again'),
  );
}
