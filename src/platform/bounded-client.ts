import pg from 'pg';

/** Added to the server's own limit, so that a server that still answers ends the statement first. */
const serverFirstMs = 2000;
/** If this process was stopped for a while, answers may be waiting in the socket; they are read before we give up. */
const readFirstMs = 250;

/** Milliseconds after which a connection without an answer is given up, for the server's limit for a statement. */
export const giveUpAfter = (statementMs: number): number => statementMs + serverFirstMs;

/**
 * A connection that is destroyed when an answer is overdue. A connection can freeze without any error: after a failover,
 * when a NAT entry is dropped, or when the server stops. With this client the caller then gets an error, and because the
 * connection is destroyed, no pool hands it out again. (pg's own `query_timeout` would keep the connection, with the
 * statement still running.)
 *
 * @param limitMs the longest time an answer may take
 * @param onSilence is called when a connection was given up
 */
export function boundedClient(limitMs: number, onSilence: () => void = () => {}): typeof pg.Client {
  return class BoundedClient extends pg.Client {
    #overdue: NodeJS.Timeout | undefined;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const settle = () => clearTimeout(this.#overdue);
      // pg emits "drain" when every statement so far has its answer.
      this.on('drain', settle);
      this.on('end', settle);
    }

    override query(...given: unknown[]): never {
      clearTimeout(this.#overdue);
      this.#overdue = setTimeout(() => {
        this.#overdue = setTimeout(() => this.#giveUp(), readFirstMs);
      }, limitMs);
      return (super.query as (...given: unknown[]) => unknown).apply(this, given) as never;
    }

    #giveUp(): void {
      const error = new Error('The database did not answer in time; its connection was given up.');
      this.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT', syscall: 'read' }));
      onSilence();
    }
  };
}
