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
import type { ProjectGate } from './gate/roles.ts';
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
import { acceptInvitation, readInvitation } from './people/accept-routes.ts';
import {
  changePerson,
  listInvitations,
  listPeople,
  makeInvitation,
  removePerson,
  withdrawInvitation,
} from './people/owner-routes.ts';
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

/** Who may call a route: anybody, somebody with a session, or somebody whose role in the project of the path allows it. */
export type OwnerGate = 'open' | 'session' | ProjectGate;

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

  route('POST', '/invitations/read', 'open', readInvitation),
  route('POST', '/invitations/accept', 'open', acceptInvitation),

  route('GET', '/projects', 'session', listProjects),
  route('POST', '/projects', 'session', makeProject),
  route('GET', project, 'member', readProject),
  route('PATCH', project, 'own', updateProject),
  route('DELETE', project, 'own', deleteProject),
  route('GET', `${project}/settings`, 'build', readSettings),
  route('PATCH', `${project}/settings`, 'own', updateSettings(settings)),
  route('GET', `${project}/calendar`, 'read', showCalendar),
  route('PUT', `${project}/calendar`, 'build', replaceCalendar),

  route('GET', `${project}/people`, 'member', listPeople),
  route('PATCH', `${project}/people/{person_id}`, 'own', changePerson),
  route('DELETE', `${project}/people/{person_id}`, 'own', removePerson),
  route('GET', `${project}/invitations`, 'own', listInvitations),
  route('POST', `${project}/invitations`, 'own', makeInvitation),
  route('DELETE', `${project}/invitations/{invitation_id}`, 'own', withdrawInvitation),

  route('GET', `${project}/keys`, 'build', listKeys),
  route('POST', `${project}/keys`, 'build', makeKey),
  route('PATCH', `${project}/keys/{key_id}`, 'build', updateKey),
  route('DELETE', `${project}/keys/{key_id}`, 'build', endKey),
  route('POST', `${project}/keys/{key_id}/rotate`, 'build', rotateKey),

  route('GET', `${project}/channels`, 'read', listChannels),
  route('POST', `${project}/channels`, 'build', makeChannel),
  route('GET', `${project}/channels/{channel_id}`, 'read', readChannel),
  route('PATCH', `${project}/channels/{channel_id}`, 'build', updateChannel),
  route('DELETE', `${project}/channels/{channel_id}`, 'build', deleteChannel),
  route('POST', `${project}/channels/{channel_id}/connect`, 'build', connectChannel),
  route('POST', `${project}/identities`, 'work', importIdentity),
  route('POST', `${project}/miniapp/check`, 'build', checkMiniappLaunch),

  route('POST', `${project}/profiles/link`, 'serve', linkProfiles),
  route('POST', `${project}/profiles/{profile_id}/unlink`, 'serve', unlinkIdentity),
  route('GET', `${project}/profiles/{profile_id}/messages`, 'serve', listProfileMessages),
  route('GET', `${project}/profiles/{profile_id}/links`, 'serve', listProfileLinks),
  route('POST', `${project}/links/{link_id}/undo`, 'serve', undoLink),
  route('GET', `${project}/link-codes`, 'serve', listLinkCodes),
  route('POST', `${project}/link-codes`, 'serve', createLinkCode),
  route('DELETE', `${project}/link-codes/{code_id}`, 'serve', revokeLinkCode),

  route('GET', `${project}/dialogs`, 'work', listDialogs),
  route('GET', `${project}/dialogs/{identity_id}/messages`, 'serve', listDialogMessages),
  route('POST', `${project}/dialogs/{identity_id}/messages`, 'serve', sayAsOperator),
  route('POST', `${project}/dialogs/{identity_id}/hold`, 'serve', holdDialog),
  route('POST', `${project}/dialogs/{identity_id}/release`, 'serve', releaseDialog),

  route('GET', `${project}/scenario`, 'read', readScenario),
  route('GET', `${project}/scenario/draft`, 'build', readScenarioDraft),
  route('PUT', `${project}/scenario/draft`, 'build', saveScenarioDraft),
  route('POST', `${project}/scenario/check`, 'build', checkScenario),
  route('POST', `${project}/scenario/publish`, 'build', publishScenario),
  route('GET', `${project}/scenario/versions`, 'read', listScenarioVersions),
  route('POST', `${project}/scenario/versions/{version}/restore`, 'build', restoreScenarioVersion),

  route('GET', `${project}/workflows`, 'read', listWorkflows),
  route('GET', `${project}/workflows/{slug}`, 'read', readWorkflow),
  route('PUT', `${project}/workflows/{slug}`, 'build', putWorkflow),
  route('DELETE', `${project}/workflows/{slug}`, 'build', deleteWorkflow),
  route('POST', `${project}/workflows/{slug}/publish`, 'build', publishWorkflow),
  route('GET', `${project}/workflows/{slug}/versions`, 'read', listWorkflowVersions),
  route('GET', `${project}/workflows/{slug}/runs`, 'work', listWorkflowRuns),
  route('POST', `${project}/workflows/{slug}/runs`, 'build', startWorkflowRun),
  route('POST', `${project}/workflows/{slug}/draft/runs`, 'build', runWorkflowDraft),
  route('POST', `${project}/workflows/{slug}/runs/{run_id}/rerun`, 'build', rerunWorkflowRun),
  route('GET', `${project}/runs`, 'work', listProjectRuns),
  route('GET', `${project}/runs/{run_id}`, 'work', readProjectRun),
  route('POST', `${project}/workflows/{slug}/runs/{run_id}/cancel`, 'build', cancelWorkflowRun),
  route('POST', `${project}/workflows/{slug}/cancel`, 'build', cancelWorkflowRuns),

  route('GET', `${project}/analytics/scenario/steps`, 'read', readScenarioSteps),
  route('GET', `${project}/analytics/workflows/{slug}/steps`, 'read', readWorkflowSteps),

  route('GET', `${project}/approvals`, 'serve', listApprovals),
  route('POST', `${project}/approvals/{approval_id}/approve`, 'serve', approve),
  route('POST', `${project}/approvals/{approval_id}/reject`, 'serve', reject),

  route('GET', `${project}/connections`, 'build', listConnections),
  route('GET', `${project}/connections/{slug}`, 'build', readConnection),
  route('PUT', `${project}/connections/{slug}`, 'build', putConnection),
  route('DELETE', `${project}/connections/{slug}`, 'build', deleteConnection),
  route('POST', `${project}/connections/{slug}/test`, 'build', testConnection),
  route('GET', `${project}/operations`, 'build', listOperations),
  route('GET', `${project}/operations/{slug}`, 'build', readOperation),
  route('PUT', `${project}/operations/{slug}`, 'build', putOperation),
  route('DELETE', `${project}/operations/{slug}`, 'build', deleteOperation),
  route('GET', `${project}/jobs`, 'work', listProjectJobs),
  route('GET', `${project}/jobs/{job_id}`, 'work', readProjectJob),

  route('GET', `${project}/methods`, 'build', listMethods),
  route('GET', `${project}/methods/{slug}`, 'build', readMethod),
  route('PUT', `${project}/methods/{slug}`, 'build', putMethod),
  route('DELETE', `${project}/methods/{slug}`, 'build', deleteMethod),
  route('POST', `${project}/methods/{slug}/check`, 'build', checkMethod),
  route('POST', `${project}/methods/{slug}/publish`, 'build', publishMethod),
  route('GET', `${project}/methods/{slug}/versions`, 'build', listMethodVersions),
  route('POST', `${project}/methods/{slug}/versions/{version}/retire`, 'build', retireMethodVersion),
  route('GET', `${project}/method-keys`, 'build', listMethodKeys),
  route('POST', `${project}/method-keys`, 'build', createMethodKey),
  route('PATCH', `${project}/method-keys/{key_id}`, 'build', updateMethodKey),
  route('DELETE', `${project}/method-keys/{key_id}`, 'build', revokeMethodKey),
  route('POST', `${project}/method-keys/{key_id}/rotate`, 'build', rotateMethodKey),

  route('GET', `${project}/tables`, 'read', listTables),
  route('GET', `${project}/tables/{slug}`, 'read', readTable),
  route('PUT', `${project}/tables/{slug}`, 'build', putTable),
  route('DELETE', `${project}/tables/{slug}`, 'build', deleteTable),

  route('GET', `${project}/files`, 'work', listFiles),
  route('POST', `${project}/files`, 'work', uploadFile),
  route('GET', `${project}/files/{file_id}`, 'work', readFile),
  route('DELETE', `${project}/files/{file_id}`, 'work', deleteFile),

  route('GET', `${project}/receivers`, 'build', listReceivers),
  route('GET', `${project}/receivers/{slug}`, 'build', readReceiver),
  route('PUT', `${project}/receivers/{slug}`, 'build', putReceiver),
  route('DELETE', `${project}/receivers/{slug}`, 'build', deleteReceiver),
  route('POST', `${project}/receivers/{slug}/rotate`, 'build', rotateReceiver),
  route('GET', `${project}/receivers/{slug}/deliveries`, 'build', listArrivals),
  route('GET', `${project}/subscriptions`, 'build', listSubscriptions),
  route('PUT', `${project}/subscriptions/{slug}`, 'build', putSubscription),
  route('DELETE', `${project}/subscriptions/{slug}`, 'build', deleteSubscription),
  route('POST', `${project}/subscriptions/{slug}/rotate`, 'build', rotateSubscription),
  route('POST', `${project}/subscriptions/{slug}/enable`, 'build', enableSubscription),
  route('GET', `${project}/deliveries`, 'build', listDeliveries),
  route('POST', `${project}/deliveries/{id}/redeliver`, 'build', redeliver),

  route('GET', `${project}/readiness`, 'work', readReadiness),
  route('GET', `${project}/unsettled`, 'settle', listUnsettled),
  route('POST', `${project}/unsettled/{id}/settle`, 'settle', settleOutcome),
  route('GET', `${project}/log`, 'build', listRequests),
];
