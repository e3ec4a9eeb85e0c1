import { randomUUID } from 'node:crypto';
import type { Answer, TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';

/** A server, a project, and the calls that the tests of tables make. */
export interface Scene {
  server: TestServer;
  project: TestProject;
  /** Makes a table, and answers with its slug. */
  table(definition?: Record<string, unknown>): Promise<string>;
  /** @param body an object, or JSON text to be sent as it is */
  write(slug: string, body: unknown, how?: { key?: string; at?: TestServer; by?: string }): Promise<Answer>;
  /** Like `write`, but the request must succeed. */
  wrote(slug: string, body: unknown): Promise<any>;
  read(slug: string, query?: string): Promise<Answer>;
  /** All rows, page by page. */
  readAll(slug: string, environment?: 'sandbox' | 'live'): Promise<any[]>;
  put(slug: string, definition: unknown): Promise<Answer>;
}

export async function makeScene(): Promise<Scene> {
  const server = await useTestServer();
  const project = await server.makeProject();
  const pathOf = (slug: string) => `/api/v1/projects/${project.id}/tables/${slug}/rows`;
  const scene: Scene = {
    server,
    project,
    async table(definition = {}) {
      const slug = `t-${randomUUID()}`;
      await server.make('PUT', `/projects/${project.id}/tables/${slug}`, { name: 'Test', ...definition });
      return slug;
    },
    write: (slug, body, { key = randomUUID(), at = server, by = project.key } = {}) =>
      at.call('POST', pathOf(slug), {
        key: by,
        raw: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'idempotency-key': key },
      }),
    async wrote(slug, body) {
      const answer = await scene.write(slug, body);
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      return answer.body;
    },
    read: (slug, query = '') => server.call('GET', `${pathOf(slug)}${query}`, { key: project.key }),
    async readAll(slug, environment = 'sandbox') {
      const rows: any[] = [];
      for (let offset: number | null = 0; offset !== null; ) {
        const page = await scene.read(slug, `?environment=${environment}&limit=500&offset=${offset}`);
        rows.push(...page.body.rows);
        offset = page.body.next_offset;
      }
      return rows;
    },
    put: (slug, definition) => server.owner('PUT', `/projects/${project.id}/tables/${slug}`, definition),
  };
  return scene;
}

/** The errors of a 422. */
export const faults = ({ status, body }: Answer) => [
  status,
  ...body.detail.map((item: any) => [item.loc.join('.'), item.type]),
];

/** Rows `{"n": from}` and on. */
export const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ n: from + i }));
