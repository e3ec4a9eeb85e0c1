import type { Transaction } from '../platform/postgres.ts';
import { type Route, route } from '../platform/routes.ts';
import type { Settings } from '../settings.ts';
import { importIdentity } from './channels/identity-routes.ts';
import {
  connectChannel,
  deleteChannel,
  listChannels,
  makeChannel,
  readChannel,
  updateChannel,
} from './channels/owner-routes.ts';
import {
  deleteConnection,
  listConnections,
  putConnection,
  readConnection,
  testConnection,
} from './connections/owner-routes.ts';
import { listProfileMessages } from './conversations/owner-routes.ts';
import { deleteFile, listFiles, readFile, uploadFile } from './files/owner-routes.ts';
import { changePassword } from './gate/password-routes.ts';
import { listRequests } from './gate/request-log-routes.ts';
import { logIn, logOut, readSession, type SessionParts } from './gate/session.ts';
import { endAllSessions, endOneSession, listSessions } from './gate/session-routes.ts';
import type { ProblemCode } from './http/answers.ts';
import {
  holdDialog,
  listDialogMessages,
  listDialogs,
  releaseDialog,
  sayAsOperator,
} from './inbox/owner-routes.ts';
import { checkMiniappLaunch } from './miniapp/owner-routes.ts';
import { listProjectJobs, readProjectJob } from './operations/job-routes.ts';
import { deleteOperation, listOperations, putOperation, readOperation } from './operations/owner-routes.ts';
import type { DialogParts } from './parts.ts';
import { createLinkCode, listLinkCodes, revokeLinkCode } from './profiles/link-code-routes.ts';
import { linkProfiles, listProfileLinks, undoLink, unlinkIdentity } from './profiles/link-routes.ts';
import { replaceCalendar, showCalendar } from './projects/calendar-routes.ts';
import { endKey, listKeys, makeKey, rotateKey, updateKey } from './projects/key-routes.ts';
import {
  deleteProject,
  listProjects,
  makeProject,
  readProject,
  updateProject,
} from './projects/owner-routes.ts';
import { readSettings, updateSettings } from './projects/settings-routes.ts';
import { listUnsettled, settleOutcome } from './projects/unsettled-routes.ts';
import { runWorkflowDraft } from './publication/draft-run-routes.ts';
import {
  checkScenario,
  listScenarioVersions,
  publishScenario,
  readScenario,
  readScenarioDraft,
  restoreScenarioVersion,
  saveScenarioDraft,
} from './publication/scenario-routes.ts';
import {
  deleteWorkflow,
  listWorkflowRuns,
  listWorkflows,
  listWorkflowVersions,
  publishWorkflow,
  putWorkflow,
  readWorkflow,
} from './publication/workflow-routes.ts';
import type { refuseWhilePublished } from './published/deletion.ts';
import {
  createMethodKey,
  listMethodKeys,
  revokeMethodKey,
  rotateMethodKey,
  updateMethodKey,
} from './published/key-routes.ts';
import {
  checkMethod,
  deleteMethod,
  listMethods,
  listMethodVersions,
  publishMethod,
  putMethod,
  readMethod,
  retireMethodVersion,
} from './published/owner-routes.ts';
import { readReadiness } from './readiness/owner-routes.ts';
import { readScenarioSteps, readWorkflowSteps } from './step-figures/owner-routes.ts';
import { deleteTable, listTables, putTable, readTable } from './tables/owner-routes.ts';
import { approve, listApprovals, reject } from './waits/owner-routes.ts';
import {
  deleteReceiver,
  listArrivals,
  listReceivers,
  putReceiver,
  readReceiver,
  rotateReceiver,
} from './webhooks/inbound/owner-routes.ts';
import {
  deleteSubscription,
  enableSubscription,
  listDeliveries,
  listSubscriptions,
  putSubscription,
  redeliver,
  rotateSubscription,
} from './webhooks/outbound/owner-routes.ts';
import { cancelWorkflowRun, cancelWorkflowRuns } from './workflows/cancel-routes.ts';
import {
  listProjectRuns,
  readProjectRun,
  rerunWorkflowRun,
  startWorkflowRun,
} from './workflows/owner-routes.ts';

/** Who may call a route: anybody, an owner with a session, or the owner of the project in the path. */
export type OwnerGate = 'open' | 'session' | 'project';

/** What the handlers of the owner API use. */
export interface OwnerParts extends DialogParts, SessionParts {
  /** The public address of this server; if absent, the address at which the owner reaches it. */
  publicUrl: string | undefined;
  retryDeadlineMs: number;
  /** Describes what uses a connection; a connection in use cannot be deleted. */
  usersOf: (tx: Transaction, projectId: string, connectionId: string) => Promise<string[]>;
  /** @throws Problem if a published method runs the operation or workflow, which then cannot be deleted */
  refuseWhilePublished: typeof refuseWhilePublished;
}

const project = '/projects/{project_id}';

/** The owner API, below `/api/owner`: method, path, gate, endpoint. @param settings those of the installation */
export const ownerRoutes = (settings: Settings): readonly Route<OwnerGate, OwnerParts, ProblemCode>[] => [
  route('POST', '/session', 'open', logIn),
  route('GET', '/session', 'session', readSession),
  route('DELETE', '/session', 'session', logOut),
  route('GET', '/sessions', 'session', listSessions),
  route('DELETE', '/sessions', 'session', endAllSessions),
  route('DELETE', '/sessions/{session_id}', 'session', endOneSession),
  route('PUT', '/password', 'session', changePassword),

  route('GET', '/projects', 'session', listProjects),
  route('POST', '/projects', 'session', makeProject),
  route('GET', project, 'project', readProject),
  route('PATCH', project, 'project', updateProject),
  route('DELETE', project, 'project', deleteProject),
  route('GET', `${project}/settings`, 'project', readSettings),
  route('PATCH', `${project}/settings`, 'project', updateSettings(settings)),
  route('GET', `${project}/calendar`, 'project', showCalendar),
  route('PUT', `${project}/calendar`, 'project', replaceCalendar),

  route('GET', `${project}/keys`, 'project', listKeys),
  route('POST', `${project}/keys`, 'project', makeKey),
  route('PATCH', `${project}/keys/{key_id}`, 'project', updateKey),
  route('DELETE', `${project}/keys/{key_id}`, 'project', endKey),
  route('POST', `${project}/keys/{key_id}/rotate`, 'project', rotateKey),

  route('GET', `${project}/channels`, 'project', listChannels),
  route('POST', `${project}/channels`, 'project', makeChannel),
  route('GET', `${project}/channels/{channel_id}`, 'project', readChannel),
  route('PATCH', `${project}/channels/{channel_id}`, 'project', updateChannel),
  route('DELETE', `${project}/channels/{channel_id}`, 'project', deleteChannel),
  route('POST', `${project}/channels/{channel_id}/connect`, 'project', connectChannel),
  route('POST', `${project}/identities`, 'project', importIdentity),
  route('POST', `${project}/miniapp/check`, 'project', checkMiniappLaunch),

  route('POST', `${project}/profiles/link`, 'project', linkProfiles),
  route('POST', `${project}/profiles/{profile_id}/unlink`, 'project', unlinkIdentity),
  route('GET', `${project}/profiles/{profile_id}/messages`, 'project', listProfileMessages),
  route('GET', `${project}/profiles/{profile_id}/links`, 'project', listProfileLinks),
  route('POST', `${project}/links/{link_id}/undo`, 'project', undoLink),
  route('GET', `${project}/link-codes`, 'project', listLinkCodes),
  route('POST', `${project}/link-codes`, 'project', createLinkCode),
  route('DELETE', `${project}/link-codes/{code_id}`, 'project', revokeLinkCode),

  route('GET', `${project}/dialogs`, 'project', listDialogs),
  route('GET', `${project}/dialogs/{identity_id}/messages`, 'project', listDialogMessages),
  route('POST', `${project}/dialogs/{identity_id}/messages`, 'project', sayAsOperator),
  route('POST', `${project}/dialogs/{identity_id}/hold`, 'project', holdDialog),
  route('POST', `${project}/dialogs/{identity_id}/release`, 'project', releaseDialog),

  route('GET', `${project}/scenario`, 'project', readScenario),
  route('GET', `${project}/scenario/draft`, 'project', readScenarioDraft),
  route('PUT', `${project}/scenario/draft`, 'project', saveScenarioDraft),
  route('POST', `${project}/scenario/check`, 'project', checkScenario),
  route('POST', `${project}/scenario/publish`, 'project', publishScenario),
  route('GET', `${project}/scenario/versions`, 'project', listScenarioVersions),
  route('POST', `${project}/scenario/versions/{version}/restore`, 'project', restoreScenarioVersion),

  route('GET', `${project}/workflows`, 'project', listWorkflows),
  route('GET', `${project}/workflows/{slug}`, 'project', readWorkflow),
  route('PUT', `${project}/workflows/{slug}`, 'project', putWorkflow),
  route('DELETE', `${project}/workflows/{slug}`, 'project', deleteWorkflow),
  route('POST', `${project}/workflows/{slug}/publish`, 'project', publishWorkflow),
  route('GET', `${project}/workflows/{slug}/versions`, 'project', listWorkflowVersions),
  route('GET', `${project}/workflows/{slug}/runs`, 'project', listWorkflowRuns),
  route('POST', `${project}/workflows/{slug}/runs`, 'project', startWorkflowRun),
  route('POST', `${project}/workflows/{slug}/draft/runs`, 'project', runWorkflowDraft),
  route('POST', `${project}/workflows/{slug}/runs/{run_id}/rerun`, 'project', rerunWorkflowRun),
  route('GET', `${project}/runs`, 'project', listProjectRuns),
  route('GET', `${project}/runs/{run_id}`, 'project', readProjectRun),
  route('POST', `${project}/workflows/{slug}/runs/{run_id}/cancel`, 'project', cancelWorkflowRun),
  route('POST', `${project}/workflows/{slug}/cancel`, 'project', cancelWorkflowRuns),

  route('GET', `${project}/analytics/scenario/steps`, 'project', readScenarioSteps),
  route('GET', `${project}/analytics/workflows/{slug}/steps`, 'project', readWorkflowSteps),

  route('GET', `${project}/approvals`, 'project', listApprovals),
  route('POST', `${project}/approvals/{approval_id}/approve`, 'project', approve),
  route('POST', `${project}/approvals/{approval_id}/reject`, 'project', reject),

  route('GET', `${project}/connections`, 'project', listConnections),
  route('GET', `${project}/connections/{slug}`, 'project', readConnection),
  route('PUT', `${project}/connections/{slug}`, 'project', putConnection),
  route('DELETE', `${project}/connections/{slug}`, 'project', deleteConnection),
  route('POST', `${project}/connections/{slug}/test`, 'project', testConnection),
  route('GET', `${project}/operations`, 'project', listOperations),
  route('GET', `${project}/operations/{slug}`, 'project', readOperation),
  route('PUT', `${project}/operations/{slug}`, 'project', putOperation),
  route('DELETE', `${project}/operations/{slug}`, 'project', deleteOperation),
  route('GET', `${project}/jobs`, 'project', listProjectJobs),
  route('GET', `${project}/jobs/{job_id}`, 'project', readProjectJob),

  route('GET', `${project}/methods`, 'project', listMethods),
  route('GET', `${project}/methods/{slug}`, 'project', readMethod),
  route('PUT', `${project}/methods/{slug}`, 'project', putMethod),
  route('DELETE', `${project}/methods/{slug}`, 'project', deleteMethod),
  route('POST', `${project}/methods/{slug}/check`, 'project', checkMethod),
  route('POST', `${project}/methods/{slug}/publish`, 'project', publishMethod),
  route('GET', `${project}/methods/{slug}/versions`, 'project', listMethodVersions),
  route('POST', `${project}/methods/{slug}/versions/{version}/retire`, 'project', retireMethodVersion),
  route('GET', `${project}/method-keys`, 'project', listMethodKeys),
  route('POST', `${project}/method-keys`, 'project', createMethodKey),
  route('PATCH', `${project}/method-keys/{key_id}`, 'project', updateMethodKey),
  route('DELETE', `${project}/method-keys/{key_id}`, 'project', revokeMethodKey),
  route('POST', `${project}/method-keys/{key_id}/rotate`, 'project', rotateMethodKey),

  route('GET', `${project}/tables`, 'project', listTables),
  route('GET', `${project}/tables/{slug}`, 'project', readTable),
  route('PUT', `${project}/tables/{slug}`, 'project', putTable),
  route('DELETE', `${project}/tables/{slug}`, 'project', deleteTable),

  route('GET', `${project}/files`, 'project', listFiles),
  route('POST', `${project}/files`, 'project', uploadFile),
  route('GET', `${project}/files/{file_id}`, 'project', readFile),
  route('DELETE', `${project}/files/{file_id}`, 'project', deleteFile),

  route('GET', `${project}/receivers`, 'project', listReceivers),
  route('GET', `${project}/receivers/{slug}`, 'project', readReceiver),
  route('PUT', `${project}/receivers/{slug}`, 'project', putReceiver),
  route('DELETE', `${project}/receivers/{slug}`, 'project', deleteReceiver),
  route('POST', `${project}/receivers/{slug}/rotate`, 'project', rotateReceiver),
  route('GET', `${project}/receivers/{slug}/deliveries`, 'project', listArrivals),
  route('GET', `${project}/subscriptions`, 'project', listSubscriptions),
  route('PUT', `${project}/subscriptions/{slug}`, 'project', putSubscription),
  route('DELETE', `${project}/subscriptions/{slug}`, 'project', deleteSubscription),
  route('POST', `${project}/subscriptions/{slug}/rotate`, 'project', rotateSubscription),
  route('POST', `${project}/subscriptions/{slug}/enable`, 'project', enableSubscription),
  route('GET', `${project}/deliveries`, 'project', listDeliveries),
  route('POST', `${project}/deliveries/{id}/redeliver`, 'project', redeliver),

  route('GET', `${project}/readiness`, 'project', readReadiness),
  route('GET', `${project}/unsettled`, 'project', listUnsettled),
  route('POST', `${project}/unsettled/{id}/settle`, 'project', settleOutcome),
  route('GET', `${project}/log`, 'project', listRequests),
];
