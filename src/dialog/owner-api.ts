import { confirmed, type Route, route, shows } from '../platform/routes.ts';
import type { Settings } from '../settings.ts';
import { readChannelAnalytics, readProjectAnalytics, readTagAnalytics } from './analytics/owner-routes.ts';
import { searchAuditLog } from './audit/owner-routes.ts';
import { importIdentity } from './channels/identity-routes.ts';
import {
  deleteChannel,
  listChannels,
  makeChannel,
  readChannel,
  updateChannel,
} from './channels/owner-routes.ts';
import {
  connectChannel,
  disconnectChannel,
  rotateChannelSecret,
  testChannel,
} from './channels/upkeep-routes.ts';
import {
  deleteConnection,
  listConnections,
  putConnection,
  readConnection,
  testConnection,
} from './connections/owner-routes.ts';
import { countDialogsByVersion } from './dialogs/by-version.ts';
import { deleteFile, listFiles, readFile, uploadFile } from './files/owner-routes.ts';
import { listRequests } from './gate/request-log-routes.ts';
import type { ProblemCode } from './http/answers.ts';
import { streamProject } from './live/owner-routes.ts';
import { checkMiniappLaunch } from './miniapp/owner-routes.ts';
import { readNeeds } from './needs/owner-routes.ts';
import { listProjectJobs, readProjectJob } from './operations/job-routes.ts';
import { deleteOperation, listOperations, putOperation, readOperation } from './operations/owner-routes.ts';
import { tryOperation } from './operations/try-routes.ts';
import { accountRoutes } from './owner-account-api.ts';
import { customerRoutes } from './owner-customer-api.ts';
import type { OwnerGate, OwnerParts } from './owner-parts.ts';
import * as payments from './payments/owner-routes.ts';
import { endKeysOfPerson, listKeysOfPerson } from './people/key-routes.ts';
import {
  changePerson,
  listInvitations,
  listPeople,
  makeInvitation,
  removePerson,
  withdrawInvitation,
} from './people/owner-routes.ts';
import { replaceCalendar, showCalendar } from './projects/calendar-routes.ts';
import { readCustomerKeys, replaceCustomerKeys } from './projects/customer-field-routes.ts';
import { readHandoverSettings, replaceHandoverSettings } from './projects/handover-routes.ts';
import { endKey, listKeys, makeKey, rotateKey, updateKey } from './projects/key-routes.ts';
import {
  deleteProject,
  listProjects,
  makeProject,
  readProject,
  updateProject,
} from './projects/owner-routes.ts';
import { readQueue } from './projects/queue-routes.ts';
import { readSettings, updateSettings } from './projects/settings-routes.ts';
import { listUnsettled, settleOutcome } from './projects/unsettled-routes.ts';
import { runWorkflowDraft } from './publication/draft-run-routes.ts';
import {
  compareScenario,
  compareWorkflow,
  joinScenarioDraft,
  joinWorkflowDraft,
  readScenarioEditor,
  readWorkflowEditor,
  restoreScenarioDraft,
  restoreWorkflowDraft,
} from './publication/editor-routes.ts';
import {
  checkScenario,
  listScenarioVersions,
  publishScenario,
  readScenario,
  readScenarioDraft,
  restoreScenarioVersion,
  saveScenarioDraft,
} from './publication/scenario-routes.ts';
import { checkWorkflow } from './publication/workflow-check.ts';
import {
  deleteWorkflow,
  listWorkflowRuns,
  listWorkflows,
  listWorkflowVersions,
  publishWorkflow,
  putWorkflow,
  readWorkflow,
} from './publication/workflow-routes.ts';
import {
  createMethodKey,
  listMethodKeys,
  revokeMethodKey,
  rotateMethodKey,
  updateMethodKey,
} from './published/key-routes.ts';
import * as methods from './published/owner-routes.ts';
import { tryMethod } from './published/try-routes.ts';
import { readReadiness } from './readiness/owner-routes.ts';
import { readUsage } from './readiness/usage-routes.ts';
import { readScenarioSteps, readWorkflowSteps } from './step-figures/owner-routes.ts';
import { exportRows, importCsv } from './tables/csv-routes.ts';
import { deleteTable, listTables, putTable, readTable } from './tables/owner-routes.ts';
import { addRow, changeRow, listRows, removeRow, replaceRow } from './tables/row-routes.ts';
import {
  readTestConversation,
  sayInTestConversation,
  startTestConversation,
} from './test-chat/owner-routes.ts';
import { skipWaitOfTestConversation } from './test-chat/skip-routes.ts';
import { uploadToTestConversation } from './test-chat/upload-route.ts';
import { approve, listApprovals, reject } from './waits/owner-routes.ts';
import { readReceivedCall, replayReceivedCall } from './webhooks/inbound/call-routes.ts';
import {
  deleteReceiver,
  listArrivals,
  listReceivers,
  putReceiver,
  readReceiver,
  rotateReceiver,
} from './webhooks/inbound/owner-routes.ts';
import { tryReceiver } from './webhooks/inbound/try-routes.ts';
import * as subscriptions from './webhooks/outbound/owner-routes.ts';
import { trySubscription } from './webhooks/outbound/try-routes.ts';
import { cancelWorkflowRun, cancelWorkflowRuns } from './workflows/cancel-routes.ts';
import {
  listProjectRuns,
  readProjectRun,
  rerunWorkflowRun,
  startWorkflowRun,
} from './workflows/owner-routes.ts';
import { skipWaitOfRun } from './workflows/skip-routes.ts';

const project = '/projects/{project_id}';

/**
 * The owner API, below `/api/owner`: method, path, gate, endpoint. What makes keys, changes secrets or people, gives money back, or deletes what
 * cannot be made again, is `confirmed`. Whoever sees what is sensitive is recorded: `shows` says as what.
 * @param settings those of the installation
 */
export const ownerRoutes = (settings: Settings): readonly Route<OwnerGate, OwnerParts, ProblemCode>[] => [
  ...accountRoutes,

  route('GET', '/projects', 'person', listProjects),
  route('POST', '/projects', 'session', makeProject),
  route('GET', project, 'member', readProject),
  route('PATCH', project, 'own', updateProject),
  confirmed(route('DELETE', project, 'own', deleteProject)),
  route('GET', `${project}/settings`, 'build', readSettings),
  confirmed(route('PATCH', `${project}/settings`, 'own', updateSettings(settings))),
  route('GET', `${project}/calendar`, 'read', showCalendar),
  route('PUT', `${project}/calendar`, 'build', replaceCalendar),
  route('GET', `${project}/handovers`, 'read', readHandoverSettings),
  route('PUT', `${project}/handovers`, 'build', replaceHandoverSettings),
  route('GET', `${project}/customer-fields`, 'read', readCustomerKeys),
  route('PUT', `${project}/customer-fields`, 'build', replaceCustomerKeys),

  route('GET', `${project}/people`, 'member', listPeople),
  confirmed(route('PATCH', `${project}/people/{person_id}`, 'own', changePerson)),
  confirmed(route('DELETE', `${project}/people/{person_id}`, 'own', removePerson)),
  route('GET', `${project}/people/{person_id}/keys`, 'own', listKeysOfPerson),
  route('DELETE', `${project}/people/{person_id}/keys`, 'own', endKeysOfPerson),
  route('GET', `${project}/invitations`, 'own', listInvitations),
  confirmed(route('POST', `${project}/invitations`, 'own', makeInvitation)),
  route('DELETE', `${project}/invitations/{invitation_id}`, 'own', withdrawInvitation),

  route('GET', `${project}/stream`, 'member', streamProject),

  route('GET', `${project}/keys`, 'build', listKeys),
  confirmed(route('POST', `${project}/keys`, 'build', makeKey)),
  confirmed(route('PATCH', `${project}/keys/{key_id}`, 'build', updateKey)),
  route('DELETE', `${project}/keys/{key_id}`, 'build', endKey),
  confirmed(route('POST', `${project}/keys/{key_id}/rotate`, 'build', rotateKey)),

  route('GET', `${project}/channels`, 'read', listChannels),
  confirmed(route('POST', `${project}/channels`, 'build', makeChannel)),
  route('GET', `${project}/channels/{channel_id}`, 'read', readChannel),
  confirmed(route('PATCH', `${project}/channels/{channel_id}`, 'build', updateChannel)),
  confirmed(route('DELETE', `${project}/channels/{channel_id}`, 'build', deleteChannel)),
  confirmed(route('POST', `${project}/channels/{channel_id}/connect`, 'build', connectChannel)),
  route('POST', `${project}/channels/{channel_id}/disconnect`, 'build', disconnectChannel),
  confirmed(route('POST', `${project}/channels/{channel_id}/rotate`, 'build', rotateChannelSecret)),
  route('POST', `${project}/channels/{channel_id}/test`, 'build', testChannel),
  route('POST', `${project}/identities`, 'work', importIdentity),
  route('POST', `${project}/miniapp/check`, 'build', checkMiniappLaunch),

  route('GET', `${project}/scenario`, 'read', readScenario),
  route('GET', `${project}/scenario/draft`, 'build', readScenarioDraft),
  route('PUT', `${project}/scenario/draft`, 'build', saveScenarioDraft),
  route('POST', `${project}/scenario/draft/conversations`, 'build', startTestConversation),
  route('GET', `${project}/scenario/draft/conversations/{identity_id}`, 'build', readTestConversation),
  route(
    'POST',
    `${project}/scenario/draft/conversations/{identity_id}/messages`,
    'build',
    sayInTestConversation,
  ),
  route(
    'POST',
    `${project}/scenario/draft/conversations/{identity_id}/files`,
    'build',
    uploadToTestConversation,
  ),
  route(
    'POST',
    `${project}/scenario/draft/conversations/{identity_id}/skip`,
    'build',
    skipWaitOfTestConversation,
  ),
  route('POST', `${project}/scenario/check`, 'build', checkScenario),
  route('POST', `${project}/scenario/publish`, 'build', publishScenario),
  route('GET', `${project}/scenario/versions`, 'read', listScenarioVersions),
  route('GET', `${project}/scenario/versions/dialogs`, 'read', countDialogsByVersion),
  route('POST', `${project}/scenario/versions/{version}/restore`, 'build', restoreScenarioVersion),

  route('POST', `${project}/scenario/versions/{version}/draft`, 'build', restoreScenarioDraft),
  route('GET', `${project}/scenario/editor`, 'build', readScenarioEditor),
  route('GET', `${project}/scenario/compare`, 'build', compareScenario),
  route('POST', `${project}/scenario/draft/presence`, 'build', joinScenarioDraft),

  route('GET', `${project}/workflows`, 'read', listWorkflows),
  route('GET', `${project}/workflows/{slug}`, 'read', readWorkflow),
  route('PUT', `${project}/workflows/{slug}`, 'build', putWorkflow),
  route('DELETE', `${project}/workflows/{slug}`, 'build', deleteWorkflow),
  route('POST', `${project}/workflows/{slug}/check`, 'build', checkWorkflow),
  route('POST', `${project}/workflows/{slug}/publish`, 'build', publishWorkflow),
  route('GET', `${project}/workflows/{slug}/versions`, 'read', listWorkflowVersions),
  route('POST', `${project}/workflows/{slug}/versions/{version}/draft`, 'build', restoreWorkflowDraft),
  route('GET', `${project}/workflows/{slug}/editor`, 'build', readWorkflowEditor),
  route('GET', `${project}/workflows/{slug}/compare`, 'build', compareWorkflow),
  route('POST', `${project}/workflows/{slug}/draft/presence`, 'build', joinWorkflowDraft),
  route('GET', `${project}/workflows/{slug}/runs`, 'work', listWorkflowRuns),
  route('POST', `${project}/workflows/{slug}/runs`, 'build', startWorkflowRun),
  route('POST', `${project}/workflows/{slug}/draft/runs`, 'build', runWorkflowDraft),
  route('POST', `${project}/workflows/{slug}/runs/{run_id}/rerun`, 'build', rerunWorkflowRun),
  route('GET', `${project}/runs`, 'work', listProjectRuns),
  route('GET', `${project}/runs/{run_id}`, 'work', readProjectRun),
  route('POST', `${project}/workflows/{slug}/runs/{run_id}/cancel`, 'build', cancelWorkflowRun),
  route('POST', `${project}/workflows/{slug}/runs/{run_id}/skip`, 'build', skipWaitOfRun),
  route('POST', `${project}/workflows/{slug}/cancel`, 'build', cancelWorkflowRuns),

  route('GET', `${project}/analytics`, 'read', readProjectAnalytics),
  route('GET', `${project}/analytics/channels`, 'read', readChannelAnalytics),
  route('GET', `${project}/analytics/tags`, 'read', readTagAnalytics),
  route('GET', `${project}/analytics/scenario/steps`, 'read', readScenarioSteps),
  route('GET', `${project}/analytics/workflows/{slug}/steps`, 'read', readWorkflowSteps),

  route('GET', `${project}/approvals`, 'serve', listApprovals),
  route('POST', `${project}/approvals/{approval_id}/approve`, 'serve', approve),
  route('POST', `${project}/approvals/{approval_id}/reject`, 'serve', reject),

  route('GET', `${project}/connections`, 'build', listConnections),
  route('GET', `${project}/connections/{slug}`, 'build', readConnection),
  confirmed(route('PUT', `${project}/connections/{slug}`, 'build', putConnection)),
  confirmed(route('DELETE', `${project}/connections/{slug}`, 'build', deleteConnection)),
  route('POST', `${project}/connections/{slug}/test`, 'build', testConnection),
  route('GET', `${project}/operations`, 'build', listOperations),
  route('GET', `${project}/operations/{slug}`, 'build', readOperation),
  route('PUT', `${project}/operations/{slug}`, 'build', putOperation),
  route('DELETE', `${project}/operations/{slug}`, 'build', deleteOperation),
  route('POST', `${project}/operations/{slug}/runs`, 'build', tryOperation),
  route('GET', `${project}/jobs`, 'work', listProjectJobs),
  route('GET', `${project}/jobs/{job_id}`, 'work', readProjectJob),

  route('GET', `${project}/payments`, 'sales', payments.listProjectPayments),
  route('GET', `${project}/payments/{order_id}`, 'sales', payments.readProjectPayment),
  confirmed(route('POST', `${project}/payments/{order_id}/refund`, 'bill', payments.refundProjectPayment)),
  route('GET', `${project}/refunds`, 'sales', payments.listRefunds),

  route('GET', `${project}/methods`, 'build', methods.listMethods),
  route('GET', `${project}/methods/{slug}`, 'build', methods.readMethod),
  route('PUT', `${project}/methods/{slug}`, 'build', methods.putMethod),
  route('DELETE', `${project}/methods/{slug}`, 'build', methods.deleteMethod),
  route('POST', `${project}/methods/{slug}/check`, 'build', methods.checkMethod),
  route('POST', `${project}/methods/{slug}/publish`, 'build', methods.publishMethod),
  route('GET', `${project}/methods/{slug}/versions`, 'build', methods.listMethodVersions),
  route('POST', `${project}/methods/{slug}/versions/{version}/calls`, 'build', tryMethod),
  route('POST', `${project}/methods/{slug}/versions/{version}/retire`, 'build', methods.retireMethodVersion),
  route('GET', `${project}/method-keys`, 'build', listMethodKeys),
  confirmed(route('POST', `${project}/method-keys`, 'build', createMethodKey)),
  confirmed(route('PATCH', `${project}/method-keys/{key_id}`, 'build', updateMethodKey)),
  route('DELETE', `${project}/method-keys/{key_id}`, 'build', revokeMethodKey),
  confirmed(route('POST', `${project}/method-keys/{key_id}/rotate`, 'build', rotateMethodKey)),

  route('GET', `${project}/tables`, 'read', listTables),
  route('GET', `${project}/tables/{slug}`, 'read', readTable),
  route('PUT', `${project}/tables/{slug}`, 'build', putTable),
  confirmed(route('DELETE', `${project}/tables/{slug}`, 'build', deleteTable)),
  route('GET', `${project}/tables/{slug}/rows`, 'work', listRows),
  route('POST', `${project}/tables/{slug}/rows`, 'build', addRow),
  route('PUT', `${project}/tables/{slug}/rows/{row}`, 'build', replaceRow),
  route('PATCH', `${project}/tables/{slug}/rows/{row}`, 'build', changeRow),
  route('DELETE', `${project}/tables/{slug}/rows/{row}`, 'build', removeRow),
  shows('rows', 'table', route('GET', `${project}/tables/{slug}/rows.csv`, 'work', exportRows), {
    isFile: true,
  }),
  route('POST', `${project}/tables/{slug}/rows.csv`, 'build', importCsv),

  route('GET', `${project}/files`, 'work', listFiles),
  route('POST', `${project}/files`, 'work', uploadFile),
  shows('file', 'file', route('GET', `${project}/files/{file_id}`, 'work', readFile)),
  route('DELETE', `${project}/files/{file_id}`, 'work', deleteFile),

  route('GET', `${project}/receivers`, 'build', listReceivers),
  route('GET', `${project}/receivers/{slug}`, 'build', readReceiver),
  confirmed(route('PUT', `${project}/receivers/{slug}`, 'build', putReceiver)),
  confirmed(route('DELETE', `${project}/receivers/{slug}`, 'build', deleteReceiver)),
  confirmed(route('POST', `${project}/receivers/{slug}/rotate`, 'build', rotateReceiver)),
  route('POST', `${project}/receivers/{slug}/try`, 'build', tryReceiver),
  route('GET', `${project}/receivers/{slug}/deliveries`, 'build', listArrivals),
  route('GET', `${project}/receivers/{slug}/deliveries/{event_id}`, 'build', readReceivedCall),
  route('POST', `${project}/receivers/{slug}/deliveries/{event_id}/replay`, 'own', replayReceivedCall),
  route('GET', `${project}/subscriptions`, 'build', subscriptions.listSubscriptions),
  route('GET', `${project}/subscriptions/{slug}`, 'build', subscriptions.readSubscription),
  confirmed(route('PUT', `${project}/subscriptions/{slug}`, 'build', subscriptions.putSubscription)),
  confirmed(route('DELETE', `${project}/subscriptions/{slug}`, 'build', subscriptions.deleteSubscription)),
  confirmed(
    route('POST', `${project}/subscriptions/{slug}/rotate`, 'build', subscriptions.rotateSubscription),
  ),
  route('POST', `${project}/subscriptions/{slug}/try`, 'build', trySubscription),
  route('POST', `${project}/subscriptions/{slug}/enable`, 'build', subscriptions.enableSubscription),
  route('GET', `${project}/deliveries`, 'build', subscriptions.listDeliveries),
  route('GET', `${project}/deliveries/{id}`, 'build', subscriptions.readDelivery),
  route('POST', `${project}/deliveries/{id}/redeliver`, 'build', subscriptions.redeliver),

  route('GET', `${project}/readiness`, 'work', readReadiness),
  route('GET', `${project}/needs`, 'member', readNeeds),
  route('GET', `${project}/unsettled`, 'sales', listUnsettled),
  route('POST', `${project}/unsettled/{id}/settle`, 'settle', settleOutcome),
  route('GET', `${project}/queue`, 'work', readQueue),
  route('GET', `${project}/usage`, 'build', readUsage),
  route('GET', `${project}/audit`, 'build', searchAuditLog),
  route('GET', `${project}/log`, 'build', listRequests),

  ...customerRoutes,
];
