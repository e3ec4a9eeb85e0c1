import {
  type Bindings,
  type ChildLoggerOptions,
  type Logger,
  type LoggerOptions,
  pino,
  stdSerializers,
} from 'pino';

const secretNames = ['authorization', 'cookie', 'password', 'secret', 'token', 'key'];

/**
 * Makes the log: one JSON object per line on standard output, or a readable line on a terminal. Keys, cookies, passwords and
 * the parameters of statements are never logged.
 */
export function createLog(level: string, output?: { isTTY?: boolean; write(text: string): unknown }): Logger {
  const options: LoggerOptions = {
    level,
    redact: {
      paths: [...secretNames, ...secretNames.map((name) => `*.${name}`)],
      censor: '[redacted]',
    },
    serializers: { err: serializeError },
    hooks: {
      // If a line has no message of its own, pino uses the error's message, which may contain parameters.
      logMethod(args, method) {
        const [first, message] = args as unknown as [unknown, unknown];
        const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
        if (error instanceof Error && (message === undefined || message === error.message)) {
          return method.call(this, first instanceof Error ? { err: first } : (first as object), 'an error');
        }
        return method.apply(this, args);
      },
    },
  };
  return output?.isTTY ? pino(options, { write: (line) => output.write(forPeople(line)) }) : pino(options);
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The part of a logger that a request uses. */
export type RequestLogger = Pick<Logger, (typeof levels)[number] | 'child' | 'level'>;

/**
 * Makes the log of one request: a child of `log` with these bindings, made with its first line. Most requests write none, and
 * a child costs more than several other steps of a request.
 */
export function lateChild(log: Logger, bindings: Bindings, options: ChildLoggerOptions): RequestLogger {
  let made: Logger | undefined;
  return new LateChild(
    () => (made ??= log.child(bindings, options) as unknown as Logger),
  ) as unknown as RequestLogger;
}

class LateChild {
  readonly #made: () => Logger;

  constructor(made: () => Logger) {
    this.#made = made;
  }

  get level(): string {
    return this.#made().level;
  }

  child(bindings: Bindings, options?: ChildLoggerOptions): unknown {
    return this.#made().child(bindings, options);
  }

  static {
    for (const level of levels) {
      Object.defineProperty(LateChild.prototype, level, {
        value(this: LateChild, ...given: unknown[]) {
          const made = this.#made();
          (made[level] as (...given: unknown[]) => void).apply(made, given);
        },
      });
    }
  }
}

const words: Record<number, string> = { 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' };

/** Formats a line for people, such as `10:51:43  warning: the connection was lost  {"times":2}`. */
function forPeople(line: string): string {
  const { level, time, pid: _, hostname: __, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const at = new Date(time as number).toTimeString().slice(0, 8);
  const more = Object.keys(rest).length > 0 ? `  ${JSON.stringify(rest)}` : '';
  return `${at}  ${words[level as number] ?? ''}${msg}${more}\n`;
}

/**
 * Returns an error without the data that a caller sent: Drizzle puts the parameters of a failed statement into the message,
 * Postgres puts values of a row into `detail` and `where`, and the pool puts the whole connection into `client`.
 */
export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('query' in error && 'params' in error) {
    return {
      type: 'FailedQuery',
      message: 'A statement failed.',
      query: error.query,
      cause: serializeError(error.cause),
    };
  }
  const {
    detail: _,
    where: __,
    client: ___,
    ...told
  } = stdSerializers.err(error) as unknown as Record<string, unknown>;
  return told;
}
