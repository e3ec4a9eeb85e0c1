import { isConnectionFault } from './database-faults.ts';
import { FaultLines } from './fault-lines.ts';

/** The part of pino's logger that is used here. */
interface Writer {
  warn(context: object, message: string): void;
  info(context: object, message: string): void;
}

/** One use of Redis with its own connections, such as tickets. */
export interface RedisUse {
  /** Logs a fault of Redis. @returns false if the error is not one; then the caller must log it */
  failed(error: unknown): boolean;
  /** Call it after each success of Redis and when a connection is ready. Logs a line if there was a fault before. */
  works(): void;
}

type FaultName = 'unreachable' | 'refused';

const meanings: Record<FaultName, string> = {
  unreachable: 'it does not answer or cannot be reached; check Redis and the network',
  refused: 'it refuses commands; check its password, its memory and whether it is a replica',
};

const withoutIt = 'the sweep finds queued work, which takes longer, and rates are counted without Redis';

/** State that all uses in one process share: their lines, and which of them have a fault. */
interface Shared {
  lines: FaultLines<FaultName, [said: string]>;
  away: Set<string>;
}

/** State by logger, so that several servers in one process do not share their lines. */
const shared = new WeakMap<Writer, Shared>();

/**
 * Logs faults of Redis for all uses together: the first of each kind at once, the number of further ones at the end of each
 * interval, and one line when every use works again.
 *
 * @param log the logger of the process
 * @param use a name that no other use has
 */
export function watchRedis(log: Writer, use: string): RedisUse {
  const state = shared.get(log) ?? { lines: linesIn(log), away: new Set() };
  shared.set(log, state);
  return {
    failed(error) {
      const name = nameOf(error);
      if (!name) return false;
      state.away.add(use);
      state.lines.failed(name, reasonOf(error));
      return true;
    },
    works() {
      if (state.away.delete(use) && state.away.size === 0) state.lines.works();
    },
  };
}

function linesIn(log: Writer): Shared['lines'] {
  return new FaultLines(
    (more, name, said) => {
      const line = `Redis fails: ${meanings[name]}; ${withoutIt}`;
      if (more === 0) log.warn({ fault: name, said }, line);
      else log.warn({ fault: name, said, times: more }, `${line} (${more} more in ten seconds)`);
    },
    () => log.info({}, 'Redis works again'),
  );
}

/** Errors of ioredis have no code: https://github.com/redis/ioredis#error-handling */
const lostConnection =
  /^(?:Command timed out|Connection is closed|Stream isn't writeable|Reached the max retries per request|Socket timeout|connect ETIMEDOUT)/;

function nameOf(error: unknown): FaultName | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof AggregateError) return error.errors.map(nameOf).find((name) => name !== undefined);
  if (error.name === 'ReplyError') return 'refused';
  return isConnectionFault(error) || lostConnection.test(error.message) ? 'unreachable' : undefined;
}

/** The first line of the message; of the first address if there are several. */
function reasonOf(error: unknown): string {
  const { message } = (error instanceof AggregateError ? error.errors[0] : error) as Error;
  return message.split('\n', 1)[0]!;
}
