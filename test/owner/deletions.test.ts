import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await useTestServer();
});

afterAll(async () => {
  await server?.close();
});

const operation = { name: 'op', environments: ['sandbox'], mock: { result: 1 } };
const workflow = { name: 'flow', environment: 'sandbox', definition: { triggers: [], steps: [] } };

it.each([
  ['channel', async (project: { id: string }) => `/channels/${(await server.makeChannel(project.id)).id}`],
  ['operation', async (project: { id: string }) => made(project.id, '/operations/op', operation)],
  ['workflow', async (project: { id: string }) => made(project.id, '/workflows/flow', workflow)],
])('several deletions at once are one deletion: %s', async (kind, make) => {
  const project = await server.makeProject();
  const path = `/projects/${project.id}${await make(project)}`;
  const answers = await Promise.all(Array.from({ length: 5 }, () => server.owner('DELETE', path)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
  const log = await server.call('GET', `/api/v1/projects/${project.id}/audit`, project);
  expect(log.body.items.filter((entry: any) => entry.action === `${kind}.deleted`)).toHaveLength(1);
});

async function made(projectId: string, path: string, body: unknown): Promise<string> {
  await server.make('PUT', `/projects/${projectId}${path}`, body);
  return path;
}
