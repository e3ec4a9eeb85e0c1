import { type Logger, pino, stdSerializers } from 'pino';

const secretNames = ['authorization', 'cookie', 'password', 'secret', 'token', 'key'];

/**
 * The log: one JSON object a line on standard output. Keys, cookies, passwords and the parameters of statements never
 * reach it.
 */
export function createLog(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: [...secretNames, ...secretNames.map((name) => `*.${name}`)],
      censor: '[redacted]',
    },
    serializers: { err: serializeError },
    hooks: {
      // Where a line has no message of its own, pino takes the error's, parameters and all.
      logMethod(args, method) {
        const [first, message] = args as unknown as [unknown, unknown];
        const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
        if (error instanceof Error && (message === undefined || message === error.message)) {
          return method.call(this, first instanceof Error ? { err: first } : (first as object), 'an error');
        }
        return method.apply(this, args);
      },
    },
  });
}

/**
 * An error without what a caller sent: Drizzle puts the parameters of a failed statement into its message, and
 * Postgres the values of a row into `detail` and `where`, and the pool the connection with all it has in hand into
 * `client`.
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
