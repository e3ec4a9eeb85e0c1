import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { exampleOf } from '../../src/dialog/http/shapes.ts';
import { ownerRoutes as ownerTable } from '../../src/dialog/owner-api.ts';
import { projectRoutes as projectTable } from '../../src/dialog/project-api.ts';
import { type Scope, scopesOf } from '../../src/dialog/rights/scopes.ts';
import type { Route as Line } from '../../src/platform/routes.ts';
import { readSettings } from '../../src/settings.ts';
import { catalogRoutes } from './catalog-routes.ts';
import type { World } from './world.ts';

/**
 * A request for every route behind a key or a session, made of what its endpoint says of itself: the example of its body, with the records
 * of a world in the place of the example's ids, its answers, and the codes of its errors. Only what an example cannot know stands here.
 */

interface Route {
  method: string;
  /** The path as it is registered. */
  path: string;
  /** The parameters of the path, except the project, from a world. */
  params: (world: World) => Record<string, string>;
  /** Follows the path. */
  query?: string;
  body?: (world: World) => unknown;
  headers?: () => Record<string, string>;
  success: number;
  /** The code of the 404 for a record of another project; undefined where the request names no record. */
  foreign: string | undefined;
}

export interface ProjectRoute extends Route {
  /** A key needs one of them. */
  scopes: Scope[];
}

export interface OwnerRoute extends Route {
  /** The path is below one project of the owner. */
  ofProject: boolean;
}

/**
 * What the parameters of paths name, by what stands before them, and the code of the 404 if there is no such record. A route with another
 * parameter needs a line here.
 */
const records: Record<string, [missing: string, id: (world: World) => string]> = {
  'approvals/{approval_id}': ['approval_not_found', (world) => world.approvalIds.approve],
  'channels/{channel_id}': ['channel_not_found', (world) => world.channelId],
  'connections/{slug}': ['connection_not_found', (world) => world.connectionSlug],
  'conversations/{identity_id}': ['test_conversation_not_found', (world) => world.testCustomerId],
  'conversations/{profile_id}': ['conversation_not_found', (world) => world.profileId],
  'deliveries/{id}': ['delivery_not_found', (world) => world.deliveryId],
  'deliveries/{event_id}': ['call_not_found', (world) => world.callId],
  'dialogs/{identity_id}': ['identity_not_found', (world) => world.identityId],
  'files/{file_id}': ['file_not_found', (world) => world.fileId],
  'invitations/{invitation_id}': ['invitation_not_found', (world) => world.invitationId],
  'jobs/{job_id}': ['job_not_found', (world) => world.jobId],
  'keys/{key_id}': ['key_not_found', (world) => world.spareKeyId],
  'link-codes/{code_id}': ['link_code_not_found', (world) => world.linkCodeId],
  'links/{link_id}': ['link_not_found', (world) => world.linkId],
  'messages/{message_id}': ['message_not_found', (world) => world.unsettledId],
  'method-keys/{key_id}': ['key_not_found', (world) => world.methodKeyId],
  'methods/{slug}': ['method_not_found', (world) => world.methodSlug],
  'notes/{note_id}': ['note_not_found', (world) => world.noteId],
  'operations/{operation_id}': ['operation_not_found', (world) => world.operationSlug],
  'operations/{slug}': ['operation_not_found', (world) => world.operationSlug],
  'payments/{order_id}': ['payment_not_found', (world) => world.orderId],
  'people/{person_id}': ['person_not_found', (world) => world.personId],
  'profiles/{profile_id}': ['profile_not_found', (world) => world.profileId],
  'receivers/{slug}': ['receiver_not_found', (world) => world.slug],
  'replies/{shortcut}': ['reply_not_found', (world) => world.slug],
  'runs/{run_id}': ['run_not_found', (world) => world.runId],
  'subscriptions/{slug}': ['subscription_not_found', (world) => world.slug],
  'tables/{slug}': ['table_not_found', (world) => world.tableSlug],
  'tables/{table_id}': ['table_not_found', (world) => world.tableSlug],
  'teams/{team_id}': ['team_not_found', (world) => world.teamId],
  'unsettled/{id}': ['record_not_found', (world) => world.unsettledId],
  'workflow-runs/{identifier}': ['run_not_found', (world) => world.runId],
  'workflows/{identifier}': ['workflow_not_found', (world) => world.workflowSlug],
  'workflows/{slug}': ['workflow_not_found', (world) => world.workflowSlug],
};

/** Parameters that name no record of a project. */
const others: Record<string, string> = {
  'rows/{row}': '1',
  'versions/{version}': '1',
  // Nobody has these; test/owner and test/inbox have some.
  'browsers/{browser_id}': 'brw_x',
  'passkeys/{passkey_id}': 'psk_x',
  'sessions/{session_id}': 'ses_x',
  'tokens/{token_id}': 'tok_x',
};

/** The same of ids in examples, by their prefixes; the first record stands for the first id, and so on. */
const ids: Record<string, [missing: string | undefined, ids: (world: World) => string[]]> = {
  ch: ['channel_not_found', (world) => [world.channelId]],
  idn: ['identity_not_found', (world) => [world.identityId]],
  own: ['person_not_found', (world) => [world.personId]],
  // A project is no record of one.
  prj: [undefined, (world) => [world.id]],
  prof: ['profile_not_found', (world) => [world.profileId, world.otherProfileId]],
};

/** The password of the owner for whom every route succeeds. */
export const thirdPassword = 'a third long password';

/** An answer of a browser that nobody has asked. */
const unaskedPasskey = {
  ...{ id: 'a', rawId: 'a', type: 'public-key' },
  response: { clientDataJSON: 'a', attestationObject: 'a' },
};

type Special = Partial<Pick<Route, 'params' | 'query' | 'success' | 'foreign'>> & {
  body?: (world: World) => unknown;
  headers?: Route['headers'];
};

const project = '/projects/{project_id}';
const withPassword: Special = { body: () => ({ password: thirdPassword }) };
const live: Special = { query: '?environment=live' };
/** The draft has no step for the output that the example gives. */
const unpinned: Special = { body: () => ({}) };
const skipped = (world: World) => ({ slug: world.waits.slug, run_id: world.waits.runId });
const said = ({ said }: World) => ({ identity_id: said.identityId, message_id: said.messageId });

/** Where the example does not fit a world, or what is right depends on what there is. */
const special: Record<string, Special> = {
  // Of the project API.
  'POST /events': {
    body: (world) => ({ event_id: randomUUID(), identity_id: world.identityId, text: 'Hello' }),
  },
  'POST /automation-events': {
    body: (world) => ({ event_id: randomUUID(), source: 'custom.crm', identity_id: world.identityId }),
    foreign: 'identity_not_found',
  },
  'POST /tables/{table_id}/rows': { body: () => ({ rows: [{ sku: 'A-1' }] }) },

  // Somebody without a second factor.
  'POST /session/confirmations': { success: 409 },
  'POST /session/confirmations/passkey-options': { success: 409 },
  'POST /second-factors/totp': withPassword,
  'POST /second-factors/totp/confirm': { success: 403 },
  'DELETE /second-factors/totp': { success: 404 },
  'POST /second-factors/recovery-codes': { success: 409 },
  // At the IP address of the test.
  'POST /second-factors/passkeys/options': { ...withPassword, success: 409 },
  'POST /second-factors/passkeys': {
    body: () => ({ name: 'Phone', passkey: unaskedPasskey }),
    success: 403,
  },
  'PATCH /second-factors/passkeys/{passkey_id}': { success: 404 },
  'DELETE /second-factors/passkeys/{passkey_id}': { success: 404 },
  'DELETE /push/browsers/{browser_id}': { success: 404 },
  'DELETE /tokens/{token_id}': { success: 404 },
  'DELETE /sessions': { query: '?others=true' },
  'DELETE /sessions/{session_id}': { success: 404 },
  'PUT /password': {
    body: () => ({ current_password: thirdPassword, new_password: thirdPassword }),
  },

  // Whoever gets another role may not answer customers any more.
  [`PATCH ${project}/people/{person_id}`]: { body: () => ({ role: 'owner' }) },
  [`DELETE ${project}/people/{person_id}`]: { params: (world) => ({ person_id: world.helperId }) },
  [`POST ${project}/customers.csv`]: {
    body: (world) => `profile_id,state.city\n${world.profileId},Riga\n`,
    headers: () => ({ 'content-type': 'text/csv' }),
  },
  [`POST ${project}/profiles/{profile_id}/unlink`]: {
    body: (world) => ({ identity_id: world.otherIdentityId }),
  },
  [`GET ${project}/search`]: { query: '?q=ann' },
  [`PATCH ${project}/dialogs/{identity_id}/messages/{message_id}`]: { params: said },
  [`DELETE ${project}/dialogs/{identity_id}/messages/{message_id}`]: { params: said },
  [`POST ${project}/scenario/draft/conversations`]: unpinned,
  [`POST ${project}/workflows/{slug}/draft/runs`]: unpinned,
  [`POST ${project}/scenario/draft/conversations/{identity_id}/files`]: {
    params: (world) => ({ identity_id: world.waits.customerId }),
  },
  [`POST ${project}/scenario/draft/conversations/{identity_id}/skip`]: {
    params: (world) => ({ identity_id: world.waits.customerId }),
    body: () => ({}),
  },
  [`POST ${project}/workflows/{slug}/runs/{run_id}/skip`]: { params: skipped, body: () => ({}) },
  [`POST ${project}/workflows/{slug}/runs/{run_id}/rerun`]: { body: () => ({}), foreign: 'run_not_found' },
  // Nobody is told by mail.
  [`PUT ${project}/notifications`]: { body: () => ({ mail: { waiting: false, mine: false }, quiet: null }) },
  [`POST ${project}/approvals/{approval_id}/reject`]: {
    params: (world) => ({ approval_id: world.approvalIds.reject }),
  },
  [`PUT ${project}/tables/{slug}`]: { body: () => ({ name: 'Stock' }) },
  [`POST ${project}/tables/{slug}/rows`]: live,
  [`PUT ${project}/tables/{slug}/rows/{row}`]: { ...live, body: () => ({ data: { sku: 'A-2' } }) },
  [`PATCH ${project}/tables/{slug}/rows/{row}`]: live,
  [`DELETE ${project}/tables/{slug}/rows/{row}`]: live,
  // As JSON, this text is a CSV with one column and no row.
  [`POST ${project}/tables/{slug}/rows.csv`]: { ...live, body: () => 'sku' },
  [`POST ${project}/miniapp/check`]: {
    body: (world) => ({ platform: 'vk', launch: '', channel_id: world.channelId }),
    foreign: 'channel_not_found',
  },
  [`PUT ${project}/operations/{slug}`]: {
    body: (world) => ({ name: 'Order', connection: world.connectionSlug }),
    foreign: 'connection_not_found',
  },
  [`PUT ${project}/methods/{slug}`]: {
    body: (world) => ({ name: 'Order', target: { operation: world.operationSlug } }),
  },
  [`POST ${project}/method-keys`]: {
    body: (world) => ({ name: 'Client', methods: [world.methodSlug] }),
    foreign: 'method_not_found',
  },
};

/** @param prefix where the table is mounted */
function routeOf(prefix: string, { method, path, endpoint: { told } }: Line<string, never>): Route {
  const own = special[`${method} ${path}`] ?? {};
  const places = [...path.matchAll(/[\w-]+\/\{(\w+)\}/g)].filter(([, name]) => name !== 'project_id');
  const unknown = places.find(([place]) => !records[place] && !others[place]);
  if (unknown) {
    throw new Error(
      `${method} ${path}: say in \`records\` of test/gate/routes.ts what "${unknown[0]}" names`,
    );
  }
  const params = (world: World) =>
    Object.fromEntries(places.map(([place, name]) => [name!, records[place]?.[1](world) ?? others[place]!]));
  const example = exampleOf(told.body ?? z.unknown());
  const declared = (code: string | undefined) => code !== undefined && (told.errors ?? []).includes(code);
  const inPath = places.flatMap(([place]) => records[place]?.[0] ?? []);
  const inBody = [...(JSON.stringify(example) ?? '').matchAll(anyId)].map(([, kind]) => ids[kind!]![0]);
  if (inPath.length > 0 && !inPath.some(declared) && method !== 'PUT') {
    throw new Error(
      `${method} ${path}: its endpoint declares none of ${inPath}, of which it must answer one`,
    );
  }
  return {
    method: String(method),
    path: (prefix + path).replaceAll(/\{(\w+)\}/g, ':$1'),
    params: (world) => ({ ...params(world), ...own.params?.(world) }),
    query: own.query,
    body:
      own.body ??
      (told.config?.takesFile
        ? () => ({ any: 'bytes' })
        : told.body && ((world) => withRecords(example, world))),
    headers: own.headers ?? (() => headersOf(told.headers)),
    success: own.success ?? Number(Object.keys(told.answers ?? {})[0]),
    // Many a PUT makes what is not there.
    foreign:
      own.foreign ??
      (told.answers?.[201] && method === 'PUT' ? undefined : [...inPath, ...inBody].find(declared)),
  };
}

const anyId = new RegExp(`"(${Object.keys(ids).join('|')})_\\w{26}"`, 'g');

/** An example with the records of a world in it. */
function withRecords(example: unknown, world: World): unknown {
  const seen: Record<string, number> = {};
  const text = JSON.stringify(example ?? {}).replaceAll(anyId, (_id, kind: string) => {
    const known = ids[kind]![1](world);
    seen[kind] = (seen[kind] ?? 0) + 1;
    return JSON.stringify(known[seen[kind] - 1] ?? known[0]);
  });
  return JSON.parse(text);
}

function headersOf(headers: z.ZodType | undefined): Record<string, string> {
  const takesKey = headers instanceof z.ZodObject && 'idempotency-key' in headers.shape;
  return takesKey ? { 'idempotency-key': randomUUID() } : {};
}

/** Every route of the project API. */
export const projectRoutes: ProjectRoute[] = projectTable.map((line) => ({
  ...routeOf('/api/v1/projects/:project_id', line),
  scopes: scopesOf(line.gate),
}));

const behindSession = ownerTable(readSettings({})).filter(({ gate }) => gate !== 'open');
const [deletions, rest] = [true, false].map((deletes) =>
  behindSession.filter(({ method }) => (method === 'DELETE') === deletes),
) as [typeof behindSession, typeof behindSession];

/**
 * Every route of the owner API behind a session, in an order in which one owner can call them all: what deletes comes last, from the end of
 * the table to its beginning, which ends the session.
 */
export const ownerRoutes: OwnerRoute[] = [
  ...catalogRoutes,
  ...[...rest, ...deletions.toReversed()].map((line) => ({
    ...routeOf('/api/owner', line),
    ofProject: line.path.startsWith(project),
  })),
];

/**
 * Routes that anybody may call, since they belong to no project. `POST /session` is the login; channels and receivers
 * need a signature or a secret, which their own tests check.
 */
export const openRoutes: [method: string, path: string][] = [
  ['GET', '/'],
  ['GET', '/console'],
  ['GET', '/console/*'],
  ['GET', '/console/assets/:name'],
  ['GET', '/console/push-worker.js'],
  ['GET', '/healthz'],
  ['HEAD', '/healthz'],
  ['GET', '/chat/demo.png'],
  ['GET', '/chat/module.js'],
  ['GET', '/chat/assets/:name'],
  ['GET', '/readyz'],
  ['HEAD', '/readyz'],
  ['GET', '/api/v1/openapi.json'],
  ['GET', '/api/owner/openapi.json'],
  ['POST', '/api/owner/session'],
  // With the token of a login or a passkey, which test/owner tries.
  ['POST', '/api/owner/session/second-factor'],
  ['POST', '/api/owner/session/passkey-options'],
  ['POST', '/api/owner/session/passkey'],
  // With the token of an invitation, which test/owner/people.test.ts tries.
  ['POST', '/api/owner/invitations/read'],
  ['POST', '/api/owner/invitations/accept'],
  // With the token of a link, which test/mail/passwords.test.ts tries.
  ['POST', '/api/owner/password/reset-requests'],
  ['POST', '/api/owner/password/resets'],
  ['POST', '/api/channels/:channel_id/telegram'],
  ['POST', '/api/channels/:channel_id/webhook'],
  ['POST', '/api/payments/:connection_id/notifications'],
  ['POST', '/api/webhooks/:receiver_id'],
  // With a signature in its address, which test/files checks.
  ['GET', '/files/:project_id/:file_id'],
  ['HEAD', '/files/:project_id/:file_id'],
];

/** Every route behind a method key. test/published/calls.test.ts tests who may call which method. */
export const publishedRoutes: [method: string, path: string][] = [
  ['POST', '/api/published/:project/:slug/v:version'],
  ['GET', '/api/published/:project/:slug/v:version/jobs/:job_id'],
  ['GET', '/api/published/:project/:slug/v:version/openapi.json'],
  ['GET', '/api/published/:project/:slug/v:version/openapi.yaml'],
];

/** Routes for visitors of web chats, with a token for one chat; test/webchat tries the token on other chats. */
export const visitorRoutes: [method: string, path: string][] = [
  ...['look', 'sessions', 'messages', 'files', 'events', 'read', 'typing', 'operator', 'about'].map(
    (path): [string, string] => ['OPTIONS', `/api/chat/:channel_id/${path}`],
  ),
  ['GET', '/api/chat/:channel_id/look'],
  ['POST', '/api/chat/:channel_id/sessions'],
  ['POST', '/api/chat/:channel_id/messages'],
  ['POST', '/api/chat/:channel_id/files'],
  ['GET', '/api/chat/:channel_id/messages'],
  ['GET', '/api/chat/:channel_id/events'],
  ['POST', '/api/chat/:channel_id/read'],
  ['POST', '/api/chat/:channel_id/typing'],
  ['POST', '/api/chat/:channel_id/operator'],
  ['POST', '/api/chat/:channel_id/about'],
  ['GET', '/chat/:channel_id'],
  ['GET', '/chat/:channel_id/logo/:file_id'],
  ['GET', '/chat/:channel_id/people/:file_id'],
];

/** @param from the world that the records of the request belong to; another than `world` for a foreign one. */
export function requestOf(route: Route, world: { id: string }, from: World) {
  const params: Record<string, string> = { project_id: world.id, ...route.params(from) };
  return {
    method: route.method,
    path: route.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name]!) + (route.query ?? ''),
    body: route.body?.(from),
    headers: route.headers?.() ?? {},
  };
}

export const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
