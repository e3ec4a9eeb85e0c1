import { randomUUID } from 'node:crypto';
import type { Scope } from '../../src/dialog/gate/scopes.ts';
import type { Client, TestProject } from '../harness/client.ts';
import { join } from '../harness/people.ts';
import { until } from '../harness/until.ts';
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
  /** An uploaded file. */
  fileId: string;
  workflowSlug: string;
  runId: string;
  /** The slug of a published method that no other world has. */
  methodSlug: string;
  /** A method key that no test uses to call anything. */
  methodKeyId: string;
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

type Below = [method: Route['method'], path: string, success: number];

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

/** The password of the owner for whom every route succeeds. */
export const thirdPassword = 'a third long password';

/** Every route of the owner API behind a session. */
export const ownerRoutes: OwnerRoute[] = [
  { method: 'GET', path: '/api/owner/session', success: 200, ofProject: false },
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
  { method: 'GET', path: `${owned}/scenario`, success: 200, ofProject },
  { method: 'GET', path: `${owned}/scenario/draft`, success: 200, ofProject },
  {
    method: 'PUT',
    path: `${owned}/scenario/draft`,
    body: () => ({ definition: scenario }),
    success: 200,
    ofProject,
  },
  { method: 'POST', path: `${owned}/scenario/check`, success: 200, ofProject },
  { method: 'POST', path: `${owned}/scenario/publish`, success: 201, ofProject },
  { method: 'GET', path: `${owned}/scenario/versions`, success: 200, ofProject },
  {
    method: 'POST',
    path: `${owned}/scenario/versions/:version/restore`,
    params: () => ({ version: '1' }),
    success: 201,
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
      ['POST', '/publish', 201],
      ['GET', '/versions', 200],
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
    ['POST', '/rotate', 200],
    ['GET', '/deliveries', 200],
    ['DELETE', '', 204],
  ]),
  { method: 'GET', path: `${owned}/deliveries`, success: 200, ofProject },
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
  {
    method: 'DELETE',
    path: `${owned}/channels/:channel_id`,
    params: (world) => ({ channel_id: world.channelId }),
    success: 204,
    ofProject,
    foreign: 'channel_not_found',
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
  ['GET', '/healthz'],
  ['GET', '/chat/demo.png'],
  ['GET', '/readyz'],
  ['GET', '/api/v1/openapi.json'],
  ['GET', '/api/owner/openapi.json'],
  ['POST', '/api/owner/session'],
  // With the token of an invitation, which test/owner/people.test.ts tries.
  ['POST', '/api/owner/invitations/read'],
  ['POST', '/api/owner/invitations/accept'],
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
  ...['sessions', 'messages', 'files', 'events', 'read', 'operator'].map((path): [string, string] => [
    'OPTIONS',
    `/api/chat/:channel_id/${path}`,
  ]),
  ['POST', '/api/chat/:channel_id/sessions'],
  ['POST', '/api/chat/:channel_id/messages'],
  ['POST', '/api/chat/:channel_id/files'],
  ['GET', '/api/chat/:channel_id/messages'],
  ['GET', '/api/chat/:channel_id/events'],
  ['POST', '/api/chat/:channel_id/read'],
  ['POST', '/api/chat/:channel_id/operator'],
  ['GET', '/chat/:channel_id'],
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
    workflowSlug,
    runId: started.body.run_id,
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
  };
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
