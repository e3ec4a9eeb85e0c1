import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownerRoutes } from '../../src/dialog/owner-api.ts';
import { isProjectGate, type Role, roles } from '../../src/dialog/rights/roles.ts';
import { readSettings } from '../../src/settings.ts';
import { join, type Person } from '../harness/people.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';

let server: TestServer;
let projectId: string;
let people: Record<Role, Person>;

beforeAll(async () => {
  server = await useTestServer();
  projectId = (await server.makeProject()).id;
  people = {} as Record<Role, Person>;
  for (const role of roles) people[role] = await join(server, projectId, role);
});
afterAll(() => server?.close());

/** Every route of a project, without the project's end. */
const lines = ownerRoutes(readSettings({}))
  .filter(({ gate }) => isProjectGate(gate))
  .map(({ method, path }) => ({
    method: method as string,
    below: path.replace('/projects/{project_id}', ''),
  }));

/** Whether a role may call a route, said a second time, by what a role is for. Owners may call all. */
function isFor(role: Role, method: string, below: string): boolean {
  if (role === 'owner') return true;
  const [, first = ''] = below.split('/');
  const reads = method === 'GET';
  // A project, its limits and its people belong to its owners; whoever is in it sees what it is and who else is there.
  if (/^\/people\/.+\/keys$/.test(below)) return false;
  // What needs somebody leaves out what a role does not list (test/owner/needs.test.ts).
  if (['', 'people', 'stream', 'needs'].includes(first)) return reads;
  if (first === 'invitations') return false;
  // A call of another system has its effects on customers.
  if (below.endsWith('/replay')) return false;
  // Operators see their teams, which owners make.
  if (first === 'teams') return reads && role === 'operator';
  if (first === 'settings') return reads && role === 'developer';
  // What customers say and who they are is not for those who build or read.
  const ofCustomers =
    [
      'profiles',
      'links',
      'link-codes',
      'link-suggestions',
      'customers.csv',
      'search',
      'approvals',
      'conversations',
      'replies',
      'presence',
      'notifications',
    ].includes(first) || /^\/dialogs\/.+\/(?:messages(?:\/.+)?|hold|release|typing)$/.test(below);
  if (ofCustomers) return role === 'operator';
  // Whoever builds sees what is unknown, and does not decide it.
  if (first === 'unsettled') return reads ? role !== 'analyst' : role === 'operator' || role === 'billing';
  // What was sold is for whoever works or counts; only billing gives money back.
  if (first === 'payments' || first === 'refunds') return reads ? role !== 'analyst' : role === 'billing';
  // What is under way.
  const underWay =
    ['dialogs', 'runs', 'jobs', 'readiness', 'queue'].includes(first) ||
    /^\/workflows\/\{slug\}\/runs/.test(below);
  if (underWay && reads) return role === 'developer' || role === 'operator';
  if (first === 'files' || first === 'identities') return role === 'developer' || role === 'operator';
  // Operators read rows; who builds the project changes them.
  if (/^\/tables\/\{slug\}\/rows/.test(below)) return role === 'developer' || (role === 'operator' && reads);
  // What is public in the project: no secrets and no customers.
  const isOpen =
    [
      ...['channels', 'calendar', 'customer-fields', 'handovers', 'tables', 'workflows'],
      ...['scenario', 'analytics'],
    ].includes(first) && !/draft|check|editor|compare/.test(below);
  if (isOpen && reads) return role === 'developer' || role === 'operator' || role === 'analyst';
  return role === 'developer';
}

it.each([...roles])('%s: calls the routes that are for that role, and no other', async (role) => {
  const { client } = people[role];
  const wrong: string[] = [];
  for (const { method, below } of lines) {
    // An owner would delete the project.
    if (role === 'owner' && method === 'DELETE' && below === '') continue;
    const path = `/projects/${projectId}${below}`.replaceAll(/\{\w+\}/g, 'nothing');
    // The gate comes before the body, so an empty one shows whether it lets the request pass.
    const { status, body } = await client.owner(method, path, method === 'GET' ? undefined : {});
    const isRefused = status === 403 && body.code === 'role_required';
    if (isRefused === isFor(role, method, below)) wrong.push(`${method} ${below}: ${status} ${body?.code}`);
    if (isRefused) expect(body.detail).toContain(`Your role in this project is ${role}.`);
  }
  expect(wrong).toEqual([]);
});

it('a refusal lists those who may as a sentence does', async () => {
  const settle = `/projects/${projectId}/unsettled/nothing/settle`;
  const { body } = await people.developer.client.owner('POST', settle, { outcome: 'done' });
  expect(body.detail).toContain('Somebody with the role owner, operator, or billing may do this.');
});

it('a route of a project without a role that may call it is no route', () => {
  const outside = ownerRoutes(readSettings({})).filter(
    ({ path, gate }) => path.startsWith('/projects/{project_id}') !== isProjectGate(gate),
  );
  expect(outside).toEqual([]);
});
