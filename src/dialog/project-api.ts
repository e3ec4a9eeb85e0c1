import { type Route, route } from '../platform/routes.ts';
import { readAnalytics } from './analytics/project-routes.ts';
import { readAudit } from './audit/project-routes.ts';
import { submitAutomationEvent } from './events/automation.ts';
import { submitEvent } from './events/dialog-events.ts';
import { readFile, uploadFile } from './files/project-routes.ts';
import type { ProblemCode } from './http/answers.ts';
import { listClientDialogs } from './inbox/project-routes.ts';
import { readMessage, sendMessage } from './messages/project-routes.ts';
import { getJob, listJobs } from './operations/job-routes.ts';
import { listOperations, runOperation } from './operations/project-routes.ts';
import type { DialogParts } from './parts.ts';
import { listPayments, refundPayment } from './payments/project-routes.ts';
import { listProfiles, readProfile, updateProfile } from './profiles/project-routes.ts';
import type { ScopeGate } from './rights/scopes.ts';
import { readScenarioSteps, readWorkflowSteps } from './step-figures/project-routes.ts';
import { listTables, readRows, writeRows } from './tables/project-routes.ts';
import { listClientRuns, readWorkflowRun, runWorkflow } from './workflows/project-routes.ts';

/** The project API, below `/api/v1/projects/{project_id}`: method, path, required scope, endpoint. */
export const projectRoutes: readonly Route<ScopeGate, DialogParts, ProblemCode>[] = [
  route('GET', '/profiles', 'profiles:read', listProfiles),
  route('GET', '/profiles/{profile_id}', 'profiles:read', readProfile),
  route('PATCH', '/profiles/{profile_id}', 'profiles:write', updateProfile),
  route('GET', '/dialogs', 'profiles:read', listClientDialogs),
  route('POST', '/messages', 'messages:write', sendMessage),
  route('GET', '/messages/{message_id}', 'messages:write or audit:read', readMessage),
  route('GET', '/operations', 'integrations:read', listOperations),
  route('POST', '/operations/{operation_id}/runs', 'integrations:run', runOperation),
  route('GET', '/jobs', 'integrations:read', listJobs),
  route('GET', '/jobs/{job_id}', 'integrations:read', getJob),
  route('GET', '/payments', 'payments:read', listPayments),
  route('POST', '/payments/{order_id}/refund', 'payments:write', refundPayment),
  route('POST', '/events', 'events:write', submitEvent),
  route('POST', '/automation-events', 'events:write', submitAutomationEvent),
  route('POST', '/workflows/{identifier}/run', 'workflows:run', runWorkflow),
  route('GET', '/workflow-runs', 'workflows:read', listClientRuns),
  route('GET', '/workflow-runs/{identifier}', 'workflows:read', readWorkflowRun),
  route('GET', '/tables', 'data:read', listTables),
  route('GET', '/tables/{table_id}/rows', 'data:read', readRows),
  route('POST', '/tables/{table_id}/rows', 'data:write', writeRows),
  route('POST', '/files', 'files:write', uploadFile),
  route('GET', '/files/{file_id}', 'files:read', readFile),
  route('GET', '/audit', 'audit:read', readAudit),
  route('GET', '/analytics', 'analytics:read', readAnalytics),
  route('GET', '/analytics/scenario/steps', 'analytics:read', readScenarioSteps),
  route('GET', '/analytics/workflows/{identifier}/steps', 'analytics:read', readWorkflowSteps),
];
