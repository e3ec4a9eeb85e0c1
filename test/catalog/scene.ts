import { randomUUID } from 'node:crypto';
import type { Answer } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

/** A server with an empty catalog, and short ways to speak to it. */
export interface Catalog {
  server: TestServer;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Sends a body unchanged. */
  raw(method: string, path: string, body: string | Buffer, type?: string): Promise<Answer>;
  /** Creates an offer and answers with it. */
  offer(fields?: Record<string, unknown>): Promise<any>;
  source(fields?: Record<string, unknown>): Promise<any>;
  query<Row extends object = any>(sql: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function startCatalog(environment: Record<string, string> = {}): Promise<Catalog> {
  const server = await startTestServer(environment);
  const catalog: Catalog = {
    server,
    get: (path, headers) => server.call('GET', `/api${path}`, { headers }),
    send: (method, path, body) => server.call(method, `/api${path}`, { body }),
    raw: (method, path, body, type = 'application/json') =>
      server.call(method, `/api${path}`, { raw: body, headers: { 'content-type': type } }),
    async offer(fields = {}) {
      const body = { source_identifier: 'Acme', pn_raw: randomUUID(), ...fields };
      const answer = await catalog.send('POST', '/offers/', body);
      if (answer.status !== 201) throw new Error(`offer: ${answer.status} ${answer.text}`);
      return answer.body;
    },
    async source(fields = {}) {
      const answer = await catalog.send('POST', '/sources/', { name: randomUUID(), ...fields });
      if (answer.status !== 201) throw new Error(`source: ${answer.status} ${answer.text}`);
      return answer.body;
    },
    async query(sql, values) {
      return (await server.server.parts.database.query(sql, values)).rows as never;
    },
    close: () => server.close(),
  };
  return catalog;
}
