import { randomUUID } from 'node:crypto';
import type { Scope } from '../../src/dialog/gate/scopes.ts';
import type { Client, TestProject } from '../harness/client.ts';
import { join } from '../harness/people.ts';
import { until } from '../harness/until.ts';
import { catalogRoutes, makeCatalogRecords } from './catalog-routes.ts';
import { makeMethod, methodRoutes } from './method-routes.ts';

/** A project with one record of every kind that a route can name. */
export interface World extends TestProject {
  /** Somebody in the project, another person there, and an open invitation. */
  personId: string;
  helperId: string;
  invitationId: string;
  channelId: string;
  /** A key that no test uses to call anything. */
  spareKeyId: string;
  identityId: string;
  profileId: string;
  /** The profile of another customer, to be linked with the first. */
  otherProfileId: string;
  otherIdentityId: string;
  /** A merge of two more. */
  linkId: string;
  linkCodeId: string;
  /** Pending approvals. */
  approvalIds: Record<'approve' | 'reject', string>;
  /** The id of a message whose outcome is unknown. */
  unsettledId: string;
  /** Slugs with the id of the project in them, so that no other project has the same. */
  connectionSlug: string;
  operationSlug: string;
  jobId: string;
  /** A paid order of the sandbox. */
  orderId: string;
  /** The slugs of a receiver and of a subscription. */
  slug: string;
  /** A notification that was made for the subscription. */
  deliveryId: string;
  /** The slug of a table that no other world has. */
  tableSlug: string;
  /** Something that a person said, which can be changed, and to whom. */
  said: { messageId: string; identityId: string };
  /** A note about the customer, and a team. */
  noteId: string;
  teamId: string;
  /** An uploaded file. */
  fileId: string;
  workflowSlug: string;
  runId: string;
  /** The customer of a conversation with the draft. */
  testCustomerId: string;
  /** A run of the sandbox, and the customer of a conversation with a draft, that wait for a time, again and again. */
  waits: { slug: string; runId: string; customerId: string };
  /** The slug of a published method that no other world has. */
  methodSlug: string;
  /** A method key that no test uses to call anything. */
  methodKeyId: string;
  /** A source of the catalog and an offer of it. */
  catalogIds: { source: string; offer: string };
}

interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path as it is registered. */
  path: string;
  /** The parameters of the path, except the project, from a world. */
  params?: (world: World) => Record<string, string>;
  /** Follows the path. */
  query?: string;
  body?: (world: World) => Record<string, unknown>;
  headers?: () => Record<string, string>;
  success: number;
  /** The code of the 404 for a record of another project; absent where the request names no record. */
  foreign?: string;
}

export interface ProjectRoute extends Route {
  /** A key needs one of them. */
  scopes: [Scope, ...Scope[]];
}

export interface OwnerRoute extends Route {
  /** The path is below one project of the owner. */
  ofProject: boolean;
}

const project = '/api/v1/projects/:project_id';

/** Every route of the project API. A route that is registered and not listed here fails the tests of tenancy. */
export const projectRoutes: ProjectRoute[] = [
  { method: 'GET', path: `${project}/profiles`, scopes: ['profiles:read'], success: 200 },
  {
    method: 'GET',
    path: `${project}/profiles/:profile_id`,
    scopes: ['profiles:read'],
    params: (world) => ({ profile_id: world.profileId }),
    success: 200,
    foreign: 'profile_not_found',
  },
  {
    method: 'PATCH',
    path: `${project}/profiles/:profile_id`,
    scopes: ['profiles:write'],
    params: (world) => ({ profile_id: world.profileId }),
    body: () => ({ status: 'vip' }),
    success: 200,
    foreign: 'profile_not_found',
  },
  {
    method: 'POST',
    path: `${project}/messages`,
    scopes: ['messages:write'],
    body: (world) => ({ identity_id: world.identityId, text: 'Hello' }),
    headers: () => ({ 'idempotency-key': randomUUID() }),
    success: 202,
    foreign: 'identity_not_found',
  },
  {
    method: 'GET',
    path: `${project}/messages/:message_id`,
    scopes: ['messages:write', 'audit:read'],
    params: (world) => ({ message_id: world.unsettledId }),
    success: 200,
    foreign: 'message_not_found',
  },
  { method: 'GET', path: `${project}/tables`, scopes: ['data:read'], success: 200 },
  {
    method: 'GET',
    path: `${project}/tables/:table_id/rows`,
    scopes: ['data:read'],
    params: (world) => ({ table_id: world.tableSlug }),
    success: 200,
    foreign: 'table_not_found',
  },
  {
    method: 'POST',
    path: `${project}/tables/:table_id/rows`,
    scopes: ['data:write'],
    params: (world) => ({ table_id: world.tableSlug }),
    body: () => ({ rows: [{ sku: 'A-1' }] }),
    headers: () => ({ 'idempotency-key': randomUUID() }),
    success: 200,
    foreign: 'table_not_found',
  },
  {
    method: 'POST',
    path: `${project}/events`,
    scopes: ['events:write'],
    body: (world) => ({ event_id: randomUUID(), identity_id: world.identityId, text: 'Hello' }),
    success: 202,
    foreign: 'identity_not_found',
  },
  {
    method: 'POST',
    path: `${project}/automation-events`,
    scopes: ['events:write'],
    body: (world) => ({ event_id: randomUUID(), source: 'custom.crm', identity_id: world.identityId }),
    success: 202,
    foreign: 'identity_not_found',
  },
  {
    method: 'POST',
    path: `${project}/workflows/:identifier/run`,
    scopes: ['workflows:run'],
    params: (world) => ({ identifier: world.workflowSlug }),
    body: () => ({}),
    headers: () => ({ 'idempotency-key': randomUUID() }),
    success: 202,
    foreign: 'workflow_not_found',
  },
  { method: 'GET', path: `${project}/workflow-runs`, scopes: ['workflows:read'], success: 200 },
  {
    method: 'GET',
    path: `${project}/workflow-runs/:identifier`,
    scopes: ['workflows:read'],
    params: (world) => ({ identifier: world.runId }),
    success: 200,
    foreign: 'run_not_found',
  },
  {
    method: 'POST',
    path: `${project}/files`,
    scopes: ['files:write'],
    body: () => ({ any: 'bytes' }),
    headers: () => ({ 'idempotency-key': randomUUID() }),
    success: 201,
  },
  {
    method: 'GET',
    path: `${project}/files/:file_id`,
    scopes: ['files:read'],
    params: (world) => ({ file_id: world.fileId }),
    success: 200,
    foreign: 'file_not_found',
  },
  { method: 'GET', path: `${project}/audit`, scopes: ['audit:read'], success: 200 },
  { method: 'GET', path: `${project}/analytics`, scopes: ['analytics:read'], success: 200 },
  {
    method: 'GET',
    path: `${project}/analytics/scenario/steps`,
    scopes: ['analytics:read'],
    success: 200,
  },
  {
    method: 'GET',
    path: `${project}/analytics/workflows/:identifier/steps`,
    scopes: ['analytics:read'],
    params: (world) => ({ identifier: world.workflowSlug }),
    success: 200,
    foreign: 'workflow_not_found',
  },
  { method: 'GET', path: `${project}/operations`, scopes: ['integrations:read'], success: 200 },
  {
    method: 'POST',
    path: `${project}/operations/:operation_id/runs`,
    scopes: ['integrations:run'],
    params: (world) => ({ operation_id: world.operationSlug }),
    body: () => ({ input: { n: 1 } }),
    headers: () => ({ 'idempotency-key': randomUUID() }),
    success: 202,
    foreign: 'operation_not_found',
  },
  {
    method: 'GET',
    path: `${project}/jobs/:job_id`,
    scopes: ['integrations:read'],
    params: (world) => ({ job_id: world.jobId }),
    success: 200,
    foreign: 'job_not_found',
  },
  { method: 'GET', path: `${project}/jobs`, scopes: ['integrations:read'], success: 200 },
  { method: 'GET', path: `${project}/dialogs`, scopes: ['profiles:read'], success: 200 },
  { method: 'GET', path: `${project}/payments`, scopes: ['payments:read'], success: 200 },
  {
    method: 'POST',
    path: `${project}/payments/:order_id/refund`,
    scopes: ['payments:write'],
    params: (world) => ({ order_id: world.orderId }),
    body: () => ({ receipt: null }),
    headers: () => ({ 'idempotency-key': randomUUID() }),
    success: 202,
    foreign: 'payment_not_found',
  },
];

const scenario = {
  triggers: [{ type: 'command', command: '/start' }],
  steps: [{ id: 'hello', type: 'message', text: 'Hello' }],
};
const workflow = { triggers: [], steps: [{ id: 'done', type: 'end' }] };

const owned = '/api/owner/projects/:project_id';
const ofProject = true;

type Below = [method: Route['method'], path: string, success: number, body?: Record<string, unknown>];

/** Routes of one receiver, whose slug is its project's own. */
function receiverRoutes(routes: Below[]): OwnerRoute[] {
  return routes.map(([method, path, success]) => ({
    method,
    path: `${owned}/receivers/:slug${path}`,
    params: (world) => ({ slug: world.slug }),
    success,
    ofProject,
    foreign: 'receiver_not_found',
  }));
}

/** Routes of the conversation with one customer. */
function conversationRoutes(routes: Below[]): OwnerRoute[] {
  return routes.map(([method, path, success, body]) => ({
    method,
    path: `${owned}/conversations/:profile_id${path}`,
    params: (world) => ({ profile_id: world.profileId }),
    ...(body && { body: () => body }),
    success,
    ofProject,
    foreign: 'conversation_not_found',
  }));
}

/** Routes of one subscription, whose slug is its project's own. */
function subscriptionRoutes(routes: Below[]): OwnerRoute[] {
  return routes.map(([method, path, success]) => ({
    method,
    path: `${owned}/subscriptions/:slug${path}`,
    params: (world) => ({ slug: world.slug }),
    success,
    ofProject,
    foreign: 'subscription_not_found',
  }));
}

/** Routes of the rows of one table, of which the first is added first. */
function rowRoutes(
  routes: [method: Route['method'], path: string, success: number, body?: unknown][],
): OwnerRoute[] {
  return routes.map(([method, path, success, body]) => ({
    method,
    path: `${owned}/tables/:slug${path}`,
    params: (world) => ({ slug: world.tableSlug, ...(path.includes(':row') && { row: '1' }) }),
    query: method === 'GET' ? undefined : '?environment=live',
    body: body === undefined ? undefined : () => body as Record<string, unknown>,
    success,
    ofProject,
    foreign: 'table_not_found',
  }));
}

/** An answer of a browser that nobody has asked. */
const unaskedPasskey = {
  ...{ id: 'a', rawId: 'a', type: 'public-key' },
  response: { clientDataJSON: 'a', attestationObject: 'a' },
};

/** The password of the owner for whom every route succeeds. */
export const thirdPassword = 'a third long password';

/** Second factors of somebody who has none: what a right owner is told. test/owner has some. */
const factorRoutes: OwnerRoute[] = (
  [
    ['GET', '', undefined, 200],
    ['POST', '/totp', { password: thirdPassword }, 201],
    ['POST', '/totp/confirm', { code: '0' }, 403],
    ['DELETE', '/totp', undefined, 404],
    ['POST', '/recovery-codes', undefined, 409],
    // At the IP address of the test.
    ['POST', '/passkeys/options', { password: thirdPassword }, 409],
    ['POST', '/passkeys', { name: 'Phone', passkey: unaskedPasskey }, 403],
    ['PATCH', '/passkeys/:passkey_id', { name: 'Old phone' }, 404],
    ['DELETE', '/passkeys/:passkey_id', undefined, 404],
  ] as const
).map(([method, below, body, success]) => ({
  method,
  path: `/api/owner/second-factors${below}`,
  ...(below.includes(':') && { params: () => ({ passkey_id: 'psk_none' }) }),
  ...(body && { body: () => body }),
  success,
  ofProject: false,
}));

/** Every route of the owner API behind a session. */
export const ownerRoutes: OwnerRoute[] = [
  { method: 'GET', path: '/api/owner/session', success: 200, ofProject: false },
  ...factorRoutes,
  ...catalogRoutes,
  // Nothing to confirm with.
  {
    method: 'POST',
    path: '/api/owner/session/confirmations',
    body: () => ({ code: '0' }),
    success: 409,
    ofProject: false,
  },
  {
    method: 'POST',
    path: '/api/owner/session/confirmations/passkey-options',
    success: 409,
    ofProject: false,
  },
  { method: 'GET', path: '/api/owner/projects', success: 200, ofProject: false },
  {
    method: 'POST',
    path: '/api/owner/projects',
    body: () => ({ name: 'Another' }),
    success: 201,
    ofProject: false,
  },
  { method: 'GET', path: owned, success: 200, ofProject },
  { method: 'PATCH', path: owned, body: () => ({ name: 'Renamed' }), success: 200, ofProject },
  { method: 'GET', path: `${owned}/people`, success: 200, ofProject },
  {
    method: 'PATCH',
    path: `${owned}/people/:person_id`,
    params: (world) => ({ person_id: world.personId }),
    body: () => ({ role: 'owner' }),
    success: 200,
    ofProject,
    foreign: 'person_not_found',
  },
  { method: 'GET', path: `${owned}/invitations`, success: 200, ofProject },
  {
    method: 'POST',
    path: `${owned}/invitations`,
    body: () => ({ email: 'someone.else@example.com', role: 'operator' }),
    success: 201,
    ofProject,
  },
  {
    method: 'DELETE',
    path: `${owned}/invitations/:invitation_id`,
    params: (world) => ({ invitation_id: world.invitationId }),
    success: 204,
    ofProject,
    foreign: 'invitation_not_found',
  },
  {
    method: 'DELETE',
    path: `${owned}/people/:person_id`,
    params: (world) => ({ person_id: world.helperId }),
    success: 204,
    ofProject,
    foreign: 'person_not_found',
  },
  { method: 'GET', path: `${owned}/stream`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/keys`, success: 200, ofProject },
  {
    method: 'POST',
    path: `${owned}/keys`,
    body: () => ({ name: 'Key', scopes: ['audit:read'] }),
    success: 201,
    ofProject,
  },
  {
    method: 'PATCH',
    path: `${owned}/keys/:key_id`,
    params: (world) => ({ key_id: world.spareKeyId }),
    body: () => ({ name: 'Other' }),
    success: 200,
    ofProject,
    foreign: 'key_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/keys/:key_id/rotate`,
    params: (world) => ({ key_id: world.spareKeyId }),
    success: 201,
    ofProject,
    foreign: 'key_not_found',
  },
  {
    method: 'DELETE',
    path: `${owned}/keys/:key_id`,
    params: (world) => ({ key_id: world.spareKeyId }),
    success: 204,
    ofProject,
    foreign: 'key_not_found',
  },
  { method: 'GET', path: `${owned}/channels`, success: 200, ofProject },
  {
    method: 'POST',
    path: `${owned}/channels`,
    body: () => ({ type: 'webchat', name: 'Chat' }),
    success: 201,
    ofProject,
  },
  {
    method: 'POST',
    path: `${owned}/identities`,
    body: (world) => ({ channel_id: world.channelId, external_id: 'someone' }),
    success: 201,
    ofProject,
    foreign: 'channel_not_found',
  },
  { method: 'GET', path: `${owned}/customer-fields`, success: 200, ofProject },
  {
    method: 'PUT',
    path: `${owned}/customer-fields`,
    body: () => ({ phone_keys: ['phone'] }),
    success: 200,
    ofProject,
  },
  { method: 'GET', path: `${owned}/profiles`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/profiles/count`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/profiles/tags`, success: 200, ofProject },
  {
    method: 'POST',
    path: `${owned}/customers.csv`,
    body: (world) => `profile_id,state.city\n${world.profileId},Riga\n` as never,
    headers: () => ({ 'content-type': 'text/csv' }),
    success: 200,
    ofProject,
  },
  { method: 'GET', path: `${owned}/customers.csv`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/search`, query: '?q=ann', success: 200, ofProject },
  { method: 'GET', path: `${owned}/link-suggestions`, success: 200, ofProject },
  {
    method: 'POST',
    path: `${owned}/link-suggestions/dismiss`,
    body: (world) => ({ profile_ids: [world.profileId, world.otherProfileId] }),
    success: 204,
    ofProject,
    foreign: 'profile_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/profiles/tags`,
    // A customer of another project is not found, and the answer says so: test/customers/customers.test.ts.
    body: () => ({ profile_ids: ['prof_nothing'], add: ['vip'] }),
    success: 200,
    ofProject,
  },
  {
    method: 'GET',
    path: `${owned}/profiles/:profile_id`,
    params: (world) => ({ profile_id: world.profileId }),
    success: 200,
    ofProject,
    foreign: 'profile_not_found',
  },
  {
    method: 'PATCH',
    path: `${owned}/profiles/:profile_id`,
    params: (world) => ({ profile_id: world.profileId }),
    body: () => ({ status: 'vip' }),
    success: 200,
    ofProject,
    foreign: 'profile_not_found',
  },
  {
    method: 'GET',
    path: `${owned}/profiles/:profile_id/timeline`,
    params: (world) => ({ profile_id: world.profileId }),
    success: 200,
    ofProject,
    foreign: 'profile_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/profiles/link`,
    body: (world) => ({ profile_ids: [world.profileId, world.otherProfileId] }),
    success: 200,
    ofProject,
    foreign: 'profile_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/profiles/:profile_id/unlink`,
    params: (world) => ({ profile_id: world.profileId }),
    body: (world) => ({ identity_id: world.otherIdentityId }),
    success: 200,
    ofProject,
    foreign: 'profile_not_found',
  },
  {
    method: 'GET',
    path: `${owned}/profiles/:profile_id/messages`,
    params: (world) => ({ profile_id: world.profileId }),
    success: 200,
    ofProject,
    foreign: 'profile_not_found',
  },
  {
    method: 'GET',
    path: `${owned}/profiles/:profile_id/links`,
    params: (world) => ({ profile_id: world.profileId }),
    success: 200,
    ofProject,
    foreign: 'profile_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/links/:link_id/undo`,
    params: (world) => ({ link_id: world.linkId }),
    success: 200,
    ofProject,
    foreign: 'link_not_found',
  },
  { method: 'GET', path: `${owned}/link-codes`, success: 200, ofProject },
  {
    method: 'POST',
    path: `${owned}/link-codes`,
    body: (world) => ({ identity_id: world.identityId }),
    success: 201,
    ofProject,
    foreign: 'identity_not_found',
  },
  {
    method: 'DELETE',
    path: `${owned}/link-codes/:code_id`,
    params: (world) => ({ code_id: world.linkCodeId }),
    success: 204,
    ofProject,
    foreign: 'link_code_not_found',
  },
  {
    method: 'GET',
    path: `${owned}/dialogs/:identity_id/messages`,
    params: (world) => ({ identity_id: world.identityId }),
    success: 200,
    ofProject,
    foreign: 'identity_not_found',
  },
  { method: 'GET', path: `${owned}/dialogs`, success: 200, ofProject },
  ...(
    [
      ['messages', { text: 'Hello' }, 202],
      ['typing', undefined, 204],
      ['hold', {}, 200],
      // After the hold, since only a held dialog can be released.
      ['release', undefined, 202],
    ] as const
  ).map(
    ([what, body, success]): OwnerRoute => ({
      method: 'POST',
      path: `${owned}/dialogs/:identity_id/${what}`,
      params: (world) => ({ identity_id: world.identityId }),
      ...(body && { body: () => body }),
      success,
      ofProject,
      foreign: 'identity_not_found',
    }),
  ),
  ...(['PATCH', 'DELETE'] as const).map(
    (method): OwnerRoute => ({
      method,
      path: `${owned}/dialogs/:identity_id/messages/:message_id`,
      params: ({ said }) => ({ identity_id: said.identityId, message_id: said.messageId }),
      ...(method === 'PATCH' && { body: () => ({ text: 'Goodbye' }) }),
      success: 202,
      ofProject,
      foreign: 'identity_not_found',
    }),
  ),
  { method: 'GET', path: `${owned}/conversations`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/conversations/counts`, success: 200, ofProject },
  ...conversationRoutes([
    ['GET', '', 200],
    ['POST', '/read', 204],
    ['POST', '/unread', 204],
    ['POST', '/take', 200],
    ['PUT', '/assignment', 200, { team_id: null }],
    ['POST', '/close', 200],
    ['POST', '/reopen', 200],
    ['POST', '/notes', 201, { text: 'A note' }],
  ]),
  {
    method: 'GET',
    path: `${owned}/conversations/:profile_id/notes`,
    params: (world) => ({ profile_id: world.profileId }),
    success: 200,
    ofProject,
    foreign: 'conversation_not_found',
  },
  {
    method: 'GET',
    path: `${owned}/conversations/:profile_id/lead`,
    params: (world) => ({ profile_id: world.profileId }),
    success: 200,
    ofProject,
    foreign: 'conversation_not_found',
  },
  {
    method: 'DELETE',
    path: `${owned}/conversations/:profile_id/notes/:note_id`,
    params: (world) => ({ profile_id: world.profileId, note_id: world.noteId }),
    success: 204,
    ofProject,
    foreign: 'note_not_found',
  },
  { method: 'GET', path: `${owned}/conversations/figures`, success: 200, ofProject },
  {
    method: 'GET',
    path: `${owned}/conversations/:profile_id/replies/:shortcut`,
    params: (world) => ({ profile_id: world.profileId, shortcut: 'hello' }),
    success: 200,
    ofProject,
    foreign: 'conversation_not_found',
  },
  { method: 'GET', path: `${owned}/replies`, success: 200, ofProject },
  {
    method: 'PUT',
    path: `${owned}/replies/:shortcut`,
    params: () => ({ shortcut: 'another' }),
    body: () => ({ title: 'Another', text: 'Hello' }),
    success: 200,
    ofProject,
  },
  {
    method: 'DELETE',
    path: `${owned}/replies/:shortcut`,
    params: (world) => ({ shortcut: world.slug }),
    success: 204,
    ofProject,
    foreign: 'reply_not_found',
  },
  { method: 'GET', path: `${owned}/notifications`, success: 200, ofProject },
  {
    method: 'PUT',
    path: `${owned}/notifications`,
    body: () => ({ mail: { waiting: false, mine: false }, quiet: null }),
    success: 200,
    ofProject,
  },
  { method: 'GET', path: `${owned}/presence`, success: 200, ofProject },
  {
    method: 'PUT',
    path: `${owned}/presence`,
    body: () => ({ is_available: false }),
    success: 200,
    ofProject,
  },
  { method: 'GET', path: `${owned}/teams`, success: 200, ofProject },
  { method: 'POST', path: `${owned}/teams`, body: () => ({ name: 'Another' }), success: 201, ofProject },
  ...(
    [
      ['PATCH', 200],
      ['DELETE', 204],
    ] as const
  ).map(
    ([method, success]): OwnerRoute => ({
      method,
      path: `${owned}/teams/:team_id`,
      params: (world) => ({ team_id: world.teamId }),
      ...(method === 'PATCH' && { body: () => ({ name: 'Renamed' }) }),
      success,
      ofProject,
      foreign: 'team_not_found',
    }),
  ),
  { method: 'GET', path: `${owned}/scenario`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/scenario/draft`, success: 200, ofProject },
  {
    method: 'PUT',
    path: `${owned}/scenario/draft`,
    body: () => ({ definition: scenario }),
    success: 200,
    ofProject,
  },
  {
    method: 'POST',
    path: `${owned}/scenario/draft/conversations`,
    body: () => ({}),
    success: 201,
    ofProject,
  },
  {
    method: 'GET',
    path: `${owned}/scenario/draft/conversations/:identity_id`,
    params: (world) => ({ identity_id: world.testCustomerId }),
    success: 200,
    ofProject,
    foreign: 'test_conversation_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/scenario/draft/conversations/:identity_id/messages`,
    params: (world) => ({ identity_id: world.testCustomerId }),
    body: () => ({ text: 'Hello' }),
    success: 202,
    ofProject,
    foreign: 'test_conversation_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/scenario/draft/conversations/:identity_id/files`,
    params: (world) => ({ identity_id: world.waits.customerId }),
    body: () => ({ any: 'bytes' }),
    success: 201,
    ofProject,
    foreign: 'test_conversation_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/scenario/draft/conversations/:identity_id/skip`,
    params: (world) => ({ identity_id: world.waits.customerId }),
    success: 202,
    ofProject,
    foreign: 'test_conversation_not_found',
  },
  { method: 'POST', path: `${owned}/scenario/check`, success: 200, ofProject },
  { method: 'POST', path: `${owned}/scenario/publish`, success: 201, ofProject },
  { method: 'GET', path: `${owned}/scenario/versions`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/scenario/versions/dialogs`, success: 200, ofProject },
  {
    method: 'POST',
    path: `${owned}/scenario/versions/:version/restore`,
    params: () => ({ version: '1' }),
    success: 201,
    ofProject,
  },
  { method: 'GET', path: `${owned}/scenario/editor`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/scenario/compare`, success: 200, ofProject },
  {
    method: 'POST',
    path: `${owned}/scenario/draft/presence`,
    body: () => ({}),
    success: 200,
    ofProject,
  },
  {
    method: 'POST',
    path: `${owned}/scenario/versions/:version/draft`,
    params: () => ({ version: '1' }),
    success: 200,
    ofProject,
  },
  { method: 'GET', path: `${owned}/workflows`, success: 200, ofProject },
  {
    // As with tables, a PUT of a slug that another project has makes a new one.
    method: 'PUT',
    path: `${owned}/workflows/:slug`,
    params: (world) => ({ slug: world.workflowSlug }),
    body: () => ({ name: 'Flow', definition: workflow }),
    success: 200,
    ofProject,
  },
  { method: 'GET', path: `${owned}/jobs`, success: 200, ofProject },
  {
    method: 'GET',
    path: `${owned}/jobs/:job_id`,
    params: (world) => ({ job_id: world.jobId }),
    success: 200,
    ofProject,
    foreign: 'job_not_found',
  },
  { method: 'GET', path: `${owned}/analytics/scenario/steps`, success: 200, ofProject },
  {
    method: 'GET',
    path: `${owned}/analytics/workflows/:slug/steps`,
    params: (world) => ({ slug: world.workflowSlug }),
    success: 200,
    ofProject,
    foreign: 'workflow_not_found',
  },
  { method: 'GET', path: `${owned}/runs`, success: 200, ofProject },
  {
    method: 'GET',
    path: `${owned}/runs/:run_id`,
    params: (world) => ({ run_id: world.runId }),
    success: 200,
    ofProject,
    foreign: 'run_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/workflows/:slug/runs`,
    params: (world) => ({ slug: world.workflowSlug }),
    body: () => ({}),
    success: 202,
    ofProject,
    foreign: 'workflow_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/workflows/:slug/draft/runs`,
    params: (world) => ({ slug: world.workflowSlug }),
    body: () => ({}),
    success: 202,
    ofProject,
    foreign: 'workflow_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/workflows/:slug/draft/presence`,
    params: (world) => ({ slug: world.workflowSlug }),
    body: () => ({ step: 'say' }),
    success: 200,
    ofProject,
    foreign: 'workflow_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/workflows/:slug/versions/:version/draft`,
    params: (world) => ({ slug: world.workflowSlug, version: '1' }),
    success: 200,
    ofProject,
    foreign: 'workflow_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/workflows/:slug/runs/:run_id/skip`,
    params: (world) => ({ slug: world.waits.slug, run_id: world.waits.runId }),
    success: 202,
    ofProject,
    foreign: 'run_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/workflows/:slug/runs/:run_id/rerun`,
    params: (world) => ({ slug: world.workflowSlug, run_id: world.runId }),
    body: () => ({}),
    success: 202,
    ofProject,
    foreign: 'run_not_found',
  },
  ...(
    [
      ['GET', '', 200],
      ['POST', '/check', 200],
      ['POST', '/publish', 201],
      ['GET', '/versions', 200],
      ['GET', '/editor', 200],
      ['GET', '/compare', 200],
      ['GET', '/runs', 200],
      ['POST', '/cancel', 200],
      ['DELETE', '', 204],
    ] as const
  ).map(
    ([method, more, success]): OwnerRoute => ({
      method,
      path: `${owned}/workflows/:slug${more}`,
      params: (world) => ({ slug: world.workflowSlug }),
      success,
      ofProject,
      foreign: 'workflow_not_found',
    }),
  ),
  {
    method: 'POST',
    path: `${owned}/workflows/:slug/runs/:run_id/cancel`,
    params: (world) => ({ slug: world.workflowSlug, run_id: world.runId }),
    success: 200,
    ofProject,
    foreign: 'run_not_found',
  },
  { method: 'GET', path: `${owned}/approvals`, success: 200, ofProject },
  ...(['approve', 'reject'] as const).map(
    (verb): OwnerRoute => ({
      method: 'POST',
      path: `${owned}/approvals/:approval_id/${verb}`,
      params: (world) => ({ approval_id: world.approvalIds[verb] }),
      success: 200,
      ofProject,
      foreign: 'approval_not_found',
    }),
  ),
  { method: 'GET', path: `${owned}/unsettled`, success: 200, ofProject },
  {
    method: 'POST',
    path: `${owned}/unsettled/:id/settle`,
    params: (world) => ({ id: world.unsettledId }),
    body: () => ({ outcome: 'done', note: 'seen' }),
    success: 200,
    ofProject,
    foreign: 'record_not_found',
  },
  { method: 'GET', path: `${owned}/tables`, success: 200, ofProject },
  {
    method: 'GET',
    path: `${owned}/tables/:slug`,
    params: (world) => ({ slug: world.tableSlug }),
    success: 200,
    ofProject,
    foreign: 'table_not_found',
  },
  {
    // A PUT of a slug that another project has makes a new table.
    method: 'PUT',
    path: `${owned}/tables/:slug`,
    params: (world) => ({ slug: world.tableSlug }),
    body: () => ({ name: 'Stock' }),
    success: 200,
    ofProject,
  },
  ...rowRoutes([
    ['GET', '/rows', 200],
    ['POST', '/rows', 201, { data: { sku: 'A-1' } }],
    ['PUT', '/rows/:row', 200, { data: { sku: 'A-2' } }],
    ['PATCH', '/rows/:row', 200, { set: { left: 1 } }],
    ['DELETE', '/rows/:row', 204],
    ['GET', '/rows.csv', 200],
    // As JSON, this text is a CSV with one column and no row.
    ['POST', '/rows.csv', 200, 'sku'],
  ]),
  {
    method: 'DELETE',
    path: `${owned}/tables/:slug`,
    params: (world) => ({ slug: world.tableSlug }),
    success: 204,
    ofProject,
    foreign: 'table_not_found',
  },
  { method: 'GET', path: `${owned}/files`, success: 200, ofProject },
  { method: 'POST', path: `${owned}/files`, body: () => ({ any: 'bytes' }), success: 201, ofProject },
  ...(
    [
      ['GET', 200],
      ['DELETE', 204],
    ] as const
  ).map(
    ([method, success]): OwnerRoute => ({
      method,
      path: `${owned}/files/:file_id`,
      params: (world) => ({ file_id: world.fileId }),
      success,
      ofProject,
      foreign: 'file_not_found',
    }),
  ),
  { method: 'GET', path: `${owned}/readiness`, success: 200, ofProject },
  {
    method: 'POST',
    path: `${owned}/miniapp/check`,
    body: (world) => ({ platform: 'vk', launch: '', channel_id: world.channelId }),
    success: 200,
    ofProject,
    foreign: 'channel_not_found',
  },
  { method: 'GET', path: `${owned}/log`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/receivers`, success: 200, ofProject },
  {
    method: 'PUT',
    path: `${owned}/receivers/:slug`,
    params: () => ({ slug: 'another' }),
    body: () => ({ name: 'Another' }),
    success: 201,
    ofProject,
  },
  ...receiverRoutes([
    ['GET', '', 200],
    ['POST', '/try', 200],
    ['POST', '/rotate', 200],
    ['GET', '/deliveries', 200],
    ['DELETE', '', 204],
  ]),
  { method: 'GET', path: `${owned}/deliveries`, success: 200, ofProject },
  {
    method: 'GET',
    path: `${owned}/deliveries/:id`,
    params: (world) => ({ id: world.deliveryId }),
    success: 200,
    ofProject,
    foreign: 'delivery_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/deliveries/:id/redeliver`,
    params: (world) => ({ id: world.deliveryId }),
    success: 202,
    ofProject,
    foreign: 'delivery_not_found',
  },
  { method: 'GET', path: `${owned}/subscriptions`, success: 200, ofProject },
  {
    method: 'PUT',
    path: `${owned}/subscriptions/:slug`,
    params: () => ({ slug: 'another' }),
    body: () => ({ kinds: ['job.*'], url: 'https://example.org/hook' }),
    success: 201,
    ofProject,
  },
  ...subscriptionRoutes([
    ['GET', '', 200],
    ['POST', '/try', 200],
    ['POST', '/rotate', 200],
    ['POST', '/enable', 200],
    ['DELETE', '', 204],
  ]),
  { method: 'GET', path: `${owned}/settings`, success: 200, ofProject },
  {
    method: 'PATCH',
    path: `${owned}/settings`,
    body: () => ({ time_zone: 'Europe/Berlin' }),
    success: 200,
    ofProject,
  },
  { method: 'GET', path: `${owned}/handovers`, success: 200, ofProject },
  {
    method: 'PUT',
    path: `${owned}/handovers`,
    body: () => ({ away_text: null, unanswered_minutes: null }),
    success: 200,
    ofProject,
  },
  { method: 'GET', path: `${owned}/calendar`, success: 200, ofProject },
  {
    method: 'PUT',
    path: `${owned}/calendar`,
    body: () => ({ week: { monday: [{ from: '09:00', to: '18:00' }] } }),
    success: 200,
    ofProject,
  },
  {
    method: 'GET',
    path: `${owned}/channels/:channel_id`,
    params: (world) => ({ channel_id: world.channelId }),
    success: 200,
    ofProject,
    foreign: 'channel_not_found',
  },
  {
    method: 'PATCH',
    path: `${owned}/channels/:channel_id`,
    params: (world) => ({ channel_id: world.channelId }),
    body: () => ({ name: 'Other' }),
    success: 200,
    ofProject,
    foreign: 'channel_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/channels/:channel_id/connect`,
    params: (world) => ({ channel_id: world.channelId }),
    success: 200,
    ofProject,
    foreign: 'channel_not_found',
  },
  ...['disconnect', 'rotate', 'test'].map(
    (act): OwnerRoute => ({
      method: 'POST',
      path: `${owned}/channels/:channel_id/${act}`,
      params: (world) => ({ channel_id: world.channelId }),
      success: 200,
      ofProject,
      foreign: 'channel_not_found',
    }),
  ),
  {
    method: 'DELETE',
    path: `${owned}/channels/:channel_id`,
    params: (world) => ({ channel_id: world.channelId }),
    success: 204,
    ofProject,
    foreign: 'channel_not_found',
  },
  { method: 'GET', path: `${owned}/audit`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/queue`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/usage`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/analytics`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/analytics/channels`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/analytics/tags`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/payments`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/refunds`, success: 200, ofProject },
  {
    method: 'GET',
    path: `${owned}/payments/:order_id`,
    params: (world) => ({ order_id: world.orderId }),
    success: 200,
    ofProject,
    foreign: 'payment_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/payments/:order_id/refund`,
    params: (world) => ({ order_id: world.orderId }),
    body: () => ({ receipt: null }),
    headers: () => ({ 'idempotency-key': randomUUID() }),
    success: 202,
    ofProject,
    foreign: 'payment_not_found',
  },
  { method: 'GET', path: `${owned}/connections`, success: 200, ofProject },
  {
    method: 'PUT',
    path: `${owned}/connections/:slug`,
    params: (world) => ({ slug: world.connectionSlug }),
    body: () => ({ name: 'Shop', settings: { base_url: 'https://shop.invalid' } }),
    success: 200,
    ofProject,
  },
  {
    method: 'GET',
    path: `${owned}/connections/:slug`,
    params: (world) => ({ slug: world.connectionSlug }),
    success: 200,
    ofProject,
    foreign: 'connection_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/connections/:slug/test`,
    params: (world) => ({ slug: world.connectionSlug }),
    success: 200,
    ofProject,
    foreign: 'connection_not_found',
  },
  { method: 'GET', path: `${owned}/operations`, success: 200, ofProject },
  {
    method: 'PUT',
    path: `${owned}/operations/:slug`,
    params: (world) => ({ slug: world.operationSlug }),
    body: (world) => ({ name: 'Order', connection: world.connectionSlug }),
    success: 200,
    ofProject,
    foreign: 'connection_not_found',
  },
  {
    method: 'GET',
    path: `${owned}/operations/:slug`,
    params: (world) => ({ slug: world.operationSlug }),
    success: 200,
    ofProject,
    foreign: 'operation_not_found',
  },
  {
    method: 'POST',
    path: `${owned}/operations/:slug/runs`,
    params: (world) => ({ slug: world.operationSlug }),
    body: () => ({ input: { n: 1 } }),
    success: 202,
    ofProject,
    foreign: 'operation_not_found',
  },
  ...methodRoutes,
  {
    method: 'DELETE',
    path: `${owned}/operations/:slug`,
    params: (world) => ({ slug: world.operationSlug }),
    success: 204,
    ofProject,
    foreign: 'operation_not_found',
  },
  {
    method: 'DELETE',
    path: `${owned}/connections/:slug`,
    params: (world) => ({ slug: world.connectionSlug }),
    success: 204,
    ofProject,
    foreign: 'connection_not_found',
  },
  { method: 'DELETE', path: owned, success: 204, ofProject },
  { method: 'GET', path: '/api/owner/sessions', success: 200, ofProject: false },
  { method: 'GET', path: '/api/owner/audit', success: 200, ofProject: false },
  { method: 'GET', path: '/api/owner/push', success: 200, ofProject: false },
  {
    method: 'POST',
    path: '/api/owner/push/browsers',
    body: () => ({
      endpoint: 'https://push.example/somebody',
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    }),
    success: 201,
    ofProject: false,
  },
  {
    method: 'DELETE',
    path: '/api/owner/push/browsers/:browser_id',
    params: () => ({ browser_id: 'brw_x' }),
    // test/inbox/pushes.test.ts removes one.
    success: 404,
    ofProject: false,
  },
  { method: 'POST', path: '/api/owner/push/trial', success: 200, ofProject: false },
  { method: 'GET', path: '/api/owner/tokens', success: 200, ofProject: false },
  {
    method: 'POST',
    path: '/api/owner/tokens',
    body: () => ({ name: 'Deployment' }),
    success: 201,
    ofProject: false,
  },
  {
    method: 'DELETE',
    path: '/api/owner/tokens/:token_id',
    params: () => ({ token_id: 'tok_x' }),
    // test/owner/tokens.test.ts revokes one.
    success: 404,
    ofProject: false,
  },
  { method: 'DELETE', path: '/api/owner/sessions', query: '?others=true', success: 204, ofProject: false },
  {
    method: 'DELETE',
    path: '/api/owner/sessions/:session_id',
    params: () => ({ session_id: 'ses_x' }),
    // There is no second session here; test/owner/sessions.test.ts ends one.
    success: 404,
    ofProject: false,
  },
  {
    method: 'PUT',
    path: '/api/owner/password',
    body: () => ({ current_password: thirdPassword, new_password: thirdPassword }),
    success: 204,
    ofProject: false,
  },
  { method: 'DELETE', path: '/api/owner/session', success: 204, ofProject: false },
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
  ['GET', '/chat/demo.png'],
  ['GET', '/chat/module.js'],
  ['GET', '/chat/assets/:name'],
  ['GET', '/readyz'],
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
];

/** @param from the world that the records of the request belong to; another than `world` for a foreign one. */
export function requestOf(route: Route, world: { id: string }, from: World) {
  const params: Record<string, string> = { project_id: world.id, ...route.params?.(from) };
  return {
    method: route.method,
    path: route.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name]!) + (route.query ?? ''),
    body: route.body?.(from),
    headers: route.headers?.() ?? {},
  };
}

export const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** @param deadUrl answers every delivery so that its outcome stays unknown. */
export async function makeWorld(client: Client, deadUrl: string): Promise<World> {
  const made = await client.makeProject();
  const channel = await client.makeChannel(made.id);
  const dead = await client.makeChannel(made.id, deadUrl);
  const identity = await client.makeIdentity(made.id, channel.id);
  const [other, older, younger] = [
    await client.makeIdentity(made.id, channel.id),
    await client.makeIdentity(made.id, channel.id),
    await client.makeIdentity(made.id, channel.id),
  ];
  const link = await client.make('POST', `/projects/${made.id}/profiles/link`, {
    profile_ids: [older.profile_id, younger.profile_id],
  });
  const code = await client.make('POST', `/projects/${made.id}/link-codes`, { identity_id: older.id });
  const unlucky = await client.makeIdentity(made.id, dead.id);
  const spare = await client.makeKey(made.id, ['audit:read']);
  const helper = await join(client, made.id, 'operator');
  const invitation = await client.make('POST', `/projects/${made.id}/invitations`, {
    email: `${randomUUID()}@example.com`,
    role: 'analyst',
  });
  const slug = `s-${randomUUID().slice(0, 8)}`;
  const owned = `/projects/${made.id}`;
  await client.make('PATCH', `${owned}/settings`, { vk_app_secret: 'made-up-vk-secret' });
  await client.make('PUT', `${owned}/receivers/${slug}`, { name: 'Receiver' });
  await client.make('PUT', `${owned}/subscriptions/${slug}`, { kinds: ['message.*'], url: deadUrl });
  const tableSlug = `stock-${made.id}`;
  await client.make('PUT', `/projects/${made.id}/tables/${tableSlug}`, { name: 'Stock' });
  const { body } = await client.send(made, unlucky.id);
  const outcome = await client.outcome(made, body.message_id);
  if (outcome !== 'message.unknown') throw new Error(`${outcome} in place of message.unknown`);
  const connectionSlug = `connection-${made.id.slice(4)}`;
  const operationSlug = `operation-${made.id.slice(4)}`;
  const settings = { base_url: 'https://shop.invalid' };
  await client.make('PUT', `/projects/${made.id}/connections/${connectionSlug}`, { name: 'Shop', settings });
  await client.make('PUT', `/projects/${made.id}/operations/${operationSlug}`, {
    name: 'Order',
    connection: connectionSlug,
  });
  const run = await client.call('POST', `/api/v1/projects/${made.id}/operations/${operationSlug}/runs`, {
    key: made.key,
    body: {},
    headers: { 'idempotency-key': randomUUID() },
  });
  const workflowSlug = `flow-${made.id.slice(4)}`;
  await client.make('PUT', `/projects/${made.id}/scenario/draft`, { definition: scenario });
  await client.make('POST', `/projects/${made.id}/scenario/publish`);
  const tested = await client.make('POST', `/projects/${made.id}/scenario/draft/conversations`);
  await client.make('PUT', `/projects/${made.id}/workflows/${workflowSlug}`, {
    name: 'Flow',
    definition: workflow,
  });
  await client.make('POST', `/projects/${made.id}/workflows/${workflowSlug}/publish`);
  const started = await client.call('POST', `/api/v1/projects/${made.id}/workflows/${workflowSlug}/run`, {
    key: made.key,
    body: {},
    headers: { 'idempotency-key': randomUUID() },
  });
  await client.make('POST', `${owned}/dialogs/${identity.id}/messages`, { text: 'Hello' });
  await until(async () => {
    const { status } = await client.owner('GET', `${owned}/conversations/${identity.profile_id}`);
    return status === 200;
  });
  const said = await sayInSandbox(client, owned);
  const note = await client.make('POST', `${owned}/conversations/${identity.profile_id}/notes`, {
    text: 'A note',
  });
  const team = await client.make('POST', `${owned}/teams`, { name: 'Team' });
  for (const shortcut of ['hello', slug]) {
    await client.make('PUT', `${owned}/replies/${shortcut}`, { title: 'Hello', text: 'Hello' });
  }
  const asked = await askTwice(client, made);
  const delivery = await until(async () => (await client.make('GET', `${owned}/deliveries`)).items[0]);
  const method = await makeMethod(client, made.id, operationSlug);
  const orderId = await payInSandbox(client, made, identity.id);
  const file = await client.make('POST', `${owned}/files?name=a.txt`, { any: 'bytes' });
  return {
    ...made,
    ...method,
    personId: helper.id,
    helperId: (await join(client, made.id, 'billing')).id,
    invitationId: invitation.id,
    orderId,
    fileId: file.file_id,
    said,
    noteId: note.id,
    teamId: team.id,
    workflowSlug,
    runId: started.body.run_id,
    testCustomerId: tested.identity_id,
    waits: await waitTwice(client, made),
    connectionSlug,
    operationSlug,
    jobId: run.body.job_id,
    channelId: channel.id,
    spareKeyId: spare.id,
    identityId: identity.id,
    profileId: identity.profile_id,
    otherProfileId: other.profile_id,
    otherIdentityId: other.id,
    linkId: link.link_id,
    linkCodeId: code.id,
    approvalIds: { approve: asked[0]!.id, reject: asked[1]!.id },
    unsettledId: body.message_id,
    slug,
    deliveryId: delivery.id,
    tableSlug,
    catalogIds: await makeCatalogRecords(client),
  };
}

/** @returns something that a person said to a customer of a bot, and that counts as sent. */
async function sayInSandbox(client: Client, owned: string): Promise<World['said']> {
  const bot = await client.make('POST', `${owned}/channels`, {
    ...{ type: 'telegram', name: 'Bot', environment: 'sandbox' },
    settings: { token: '1000001:AAof_the_sandbox' },
  });
  const customer = { channel_id: bot.id, external_id: '4242' };
  const { id: identityId } = await client.make('POST', `${owned}/identities`, customer);
  const path = `${owned}/dialogs/${identityId}/messages`;
  const { message_id: messageId } = await client.make('POST', path, { text: 'Hello' });
  await until(async () => (await client.make('GET', path)).items[0]?.status === 'sent');
  return { messageId, identityId };
}

/** @returns two pending approvals. */
async function askTwice(client: Client, project: TestProject): Promise<{ id: string }[]> {
  const slug = `ask-${project.id.slice(4)}`;
  const path = `/projects/${project.id}/workflows/${slug}`;
  const steps = [{ id: 'ask', type: 'wait_for', approval: { text: 'Go?' } }];
  await client.make('PUT', path, { name: 'Ask', definition: { steps } });
  await client.make('POST', `${path}/publish`);
  for (let i = 0; i < 2; i++) {
    await client.call('POST', `/api/v1/projects/${project.id}/workflows/${slug}/run`, {
      ...{ key: project.key, body: {}, headers: { 'idempotency-key': randomUUID() } },
    });
  }
  return until(async () => {
    const { items } = await client.make('GET', `/projects/${project.id}/approvals`);
    return items.length === 2 && items;
  });
}

/** Makes a run and a conversation with a draft that wait for a time, and after it for the next. */
async function waitTwice(client: Client, { id }: TestProject): Promise<World['waits']> {
  const owned = `/projects/${id}`;
  const steps = [
    { id: 'wait', type: 'delay', seconds: 3600 },
    { id: 'again', type: 'goto', to: 'wait' },
  ];
  const slug = `waits-${id.slice(4)}`;
  await client.make('PUT', `${owned}/workflows/${slug}`, { name: 'Waits', definition: { steps } });
  const run = await client.make('POST', `${owned}/workflows/${slug}/draft/runs`, {});
  await client.make('PUT', `${owned}/scenario/draft`, { definition: { triggers: [{ type: 'any' }], steps } });
  const { identity_id: customerId } = await client.make('POST', `${owned}/scenario/draft/conversations`);
  await client.make('PUT', `${owned}/scenario/draft`, { definition: scenario });
  const talk = `${owned}/scenario/draft/conversations/${customerId}`;
  await client.make('POST', `${talk}/messages`, { text: 'Hello' });
  await until(async () => {
    const { dialog } = await client.make('GET', talk);
    const { status } = await client.make('GET', `${owned}/runs/${run.run_id}`);
    return dialog?.state === 'waiting' && status === 'waiting';
  });
  return { slug, runId: run.run_id, customerId };
}

/** @returns the id of an order that can be refunded. */
async function payInSandbox(client: Client, project: TestProject, identityId: string): Promise<string> {
  await client.make('PUT', `/projects/${project.id}/operations/sale`, {
    name: 'Sale',
    kind: 'payment',
    environments: ['sandbox'],
    request: { amount: { value: '1.00', currency: 'RUB' } },
  });
  await client.call('POST', `/api/v1/projects/${project.id}/operations/sale/runs`, {
    key: project.key,
    body: { identity_id: identityId },
    headers: { 'idempotency-key': randomUUID() },
  });
  return until(async () => {
    const { body } = await client.call('GET', `/api/v1/projects/${project.id}/payments`, project);
    return body.items[0]?.status === 'succeeded' && body.items[0].order_id;
  });
}
