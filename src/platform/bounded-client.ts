import pg from 'pg';
import { firstStatement, type SessionSettings } from './session-settings.ts';

/** Added to the server's own limit, so that a server that still answers ends the statement first. */
const serverFirstMs = 2000;
/** If this process was stopped for a while, answers may be waiting in the socket; they are read before we give up. */
const readFirstMs = 250;

/** Milliseconds after which a connection without an answer is given up, for the server's limit for a statement. */
export const giveUpAfter = (statementMs: number): number => statementMs + serverFirstMs;

interface BoundedClientOptions {
  /** The longest time an answer may take, in milliseconds. */
  limitMs: number;
  /** Its settings, besides those of all connections. */
  session?: SessionSettings;
  /** Is called when a connection was given up. */
  onSilence?: () => void;
}

/**
 * A connection that begins with its settings, and is destroyed when an answer is overdue. A connection can freeze without any error:
 * after a failover, when a NAT entry is dropped, or when the server stops. With this client the caller then gets an error, and
 * because the connection is destroyed, no pool hands it out again. (pg's own `query_timeout` would keep the connection, with the
 * statement still running.)
 */
export function boundedClient({
  limitMs,
  session = {},
  onSilence = () => {},
}: BoundedClientOptions): typeof pg.Client {
  const first = firstStatement(session);
  return class BoundedClient extends pg.Client {
    #overdue: NodeJS.Timeout | undefined;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const settle = () => clearTimeout(this.#overdue);
      // pg emits "drain" when every statement so far has its answer.
      this.on('drain', settle);
      this.on('end', settle);
      // A connection that breaks emits an error besides failing its statements, and without a listener the process would exit. A pool
      // listens to idle connections only.
      this.on('error', () => {});
    }

    override connect(...[callback]: [callback?: unknown]): never {
      const connected = this.#begin();
      if (!callback) return connected as never;
      const done = callback as (error: Error | null) => void;
      return void connected.then(() => done(null), done) as never;
    }

    override query(...given: unknown[]): never {
      clearTimeout(this.#overdue);
      this.#overdue = setTimeout(() => {
        this.#overdue = setTimeout(() => this.#giveUp(), readFirstMs);
      }, limitMs);
      return (super.query as (...given: unknown[]) => unknown).apply(this, given) as never;
    }

    async #begin(): Promise<this> {
      await super.connect();
      try {
        await (this.query(first) as Promise<unknown>);
        return this;
      } catch (error) {
        this.connection.stream.destroy();
        throw error;
      }
    }

    #giveUp(): void {
      const error = new Error('The database did not answer in time; its connection was given up.');
      this.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT', syscall: 'read' }));
      onSilence();
    }
  };
}
