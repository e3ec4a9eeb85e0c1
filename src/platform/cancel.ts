import pg from 'pg';

const patienceMs = 2000;

/**
 * Asks the server to cancel the statement that a connection is running. The protocol needs a second connection for this
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS). Resolves when the server
 * has handled the request, and never rejects: a statement that could not be cancelled ends at its time limit.
 *
 * The request names the session, not the statement. So the caller must not use the connection for anything else until this
 * resolves.
 */
export async function cancelStatement(client: pg.Client): Promise<void> {
  const { host, port, ssl, processID, secretKey } = client as pg.Client & Session;
  const connection = new pg.Connection({ ssl }) as CancelConnection;
  await new Promise<void>((resolve) => {
    const patience = setTimeout(() => connection.stream.destroy(), patienceMs);
    const send = () => connection.cancel(processID, secretKey);
    connection.on('connect', () => (ssl ? connection.requestSsl() : send()));
    connection.on('sslconnect', send);
    connection.on('error', () => connection.stream.destroy());
    connection.on('end', () => {
      clearTimeout(patience);
      resolve();
    });
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}

/** Fields of pg's client that its types leave out. */
interface Session {
  processID: number;
  secretKey: number;
}

interface CancelConnection extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}
