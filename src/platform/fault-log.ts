import { type DatabaseFault, databaseFault } from './database-faults.ts';
import { seldomByKey } from './seldom.ts';

/** The part of a logger that is used here; pino's and Fastify's loggers have it. */
interface Writer {
  error(context: object, message: string): void;
}

type Note = (name: DatabaseFault['name'], fault: DatabaseFault, where: string) => void;

/** Notes by logger, so that several servers in one process do not share their lines. */
const notes = new WeakMap<Writer, Note>();

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
  const note = notes.get(log) ?? newNote(log);
  notes.set(log, note);
  note(fault.name, fault, where);
  return true;
}

function newNote(log: Writer): Note {
  return seldomByKey((more, name, { meaning, said }, where) => {
    const line = `the database fails: ${meaning}`;
    if (more === 0) log.error({ fault: name, said, where }, line);
    else log.error({ fault: name, said, times: more }, `${line} (${more} more in ten seconds)`);
  });
}
