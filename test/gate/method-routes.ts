import type { Client } from '../harness/client.ts';
import type { OwnerRoute, World } from './routes.ts';

const owned = '/api/owner/projects/:project_id';
const ofProject = true;
const one = (world: World) => ({ slug: world.methodSlug });
const ofOne = { params: one, ofProject, foreign: 'method_not_found' } as const;

/** The routes of the owner API for published methods and their keys. */
export const methodRoutes: OwnerRoute[] = [
  { method: 'GET', path: `${owned}/methods`, success: 200, ofProject },
  {
    // A PUT of a slug that another project has makes a new method.
    method: 'PUT',
    path: `${owned}/methods/:slug`,
    params: one,
    body: (world) => ({ name: 'Order', target: { operation: world.operationSlug } }),
    success: 200,
    ofProject,
  },
  { method: 'GET', path: `${owned}/methods/:slug`, success: 200, ...ofOne },
  { method: 'POST', path: `${owned}/methods/:slug/check`, success: 200, ...ofOne },
  { method: 'POST', path: `${owned}/methods/:slug/publish`, success: 201, ...ofOne },
  { method: 'GET', path: `${owned}/methods/:slug/versions`, success: 200, ...ofOne },
  {
    method: 'POST',
    path: `${owned}/methods/:slug/versions/:version/calls`,
    body: () => ({}),
    success: 202,
    ...ofOne,
    params: (world) => ({ ...one(world), version: '1' }),
  },
  {
    method: 'POST',
    path: `${owned}/methods/:slug/versions/:version/retire`,
    success: 200,
    ...ofOne,
    params: (world) => ({ ...one(world), version: '1' }),
  },
  { method: 'GET', path: `${owned}/method-keys`, success: 200, ofProject },
  {
    method: 'POST',
    path: `${owned}/method-keys`,
    body: (world) => ({ name: 'Client', methods: [world.methodSlug] }),
    success: 201,
    ofProject,
    foreign: 'method_not_found',
  },
  {
    method: 'PATCH',
    path: `${owned}/method-keys/:key_id`,
    params: (world) => ({ key_id: world.methodKeyId }),
    body: () => ({ name: 'Other' }),
    success: 200,
    ofProject,
    foreign: 'key_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/method-keys/:key_id/rotate`,
    params: (world) => ({ key_id: world.methodKeyId }),
    success: 201,
    ofProject,
    foreign: 'key_not_found',
  },
  {
    method: 'DELETE',
    path: `${owned}/method-keys/:key_id`,
    params: (world) => ({ key_id: world.methodKeyId }),
    success: 204,
    ofProject,
    foreign: 'key_not_found',
  },
  { method: 'DELETE', path: `${owned}/methods/:slug`, success: 204, ...ofOne },
];

const called = '/api/published/:project/:slug/v:version';

/** Every route behind a method key. test/published/calls.test.ts tests who may call which method. */
export const publishedRoutes: [method: string, path: string][] = [
  ['POST', called],
  ['GET', `${called}/jobs/:job_id`],
  ['GET', `${called}/openapi.json`],
  ['GET', `${called}/openapi.yaml`],
];

/** A published method that runs an operation, with a name that no other project has, and a key for it. */
export async function makeMethod(
  client: Client,
  projectId: string,
  operation: string,
): Promise<Pick<World, 'methodSlug' | 'methodKeyId'>> {
  const methodSlug = `method-${projectId.slice(4)}`;
  const path = `/projects/${projectId}`;
  await client.make('PUT', `${path}/methods/${methodSlug}`, { name: 'Order', target: { operation } });
  await client.make('POST', `${path}/methods/${methodSlug}/publish`);
  const key = await client.make('POST', `${path}/method-keys`, { name: 'Client', methods: [methodSlug] });
  return { methodSlug, methodKeyId: key.id };
}
