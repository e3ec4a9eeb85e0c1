/**
 * Every `code` that an error can carry, with its status and what it means, for the OpenAPI documents.
 * A code is stable; clients may branch on it.
 */
export const problemCodes = {
  body_unreadable: [400, 'The body is not UTF-8, or nested deeper than 500.'],
  not_authenticated: [401, 'No bearer key.'],
  invalid_api_key: [401, 'The key is unknown, was revoked or has expired.'],
  invalid_signature: [401, 'The signature is missing, wrong, or too old.'],
  session_required: [401, 'No owner session, or it has ended.'],
  wrong_credentials: [401, 'The e-mail address or the password is wrong.'],
  visitor_required: [401, 'No token of a visitor of this web chat, or it has ended.'],
  wrong_project: [403, 'The key belongs to another project.'],
  address_not_allowed: [403, 'The key may not be used from this address.'],
  missing_scope: [403, 'The key lacks the scope that this endpoint needs.'],
  missing_method: [403, 'The key is for other published methods than this.'],
  role_required: [403, 'Your role in the project does not allow this.'],
  may_not_make_projects: [403, 'Your account was made to help in a project of somebody else.'],
  csrf_failed: [403, 'The X-CSRF-Token header does not match the session, or another site sent this.'],
  invalid_file_link: [403, 'The address of a file is not complete, or was changed.'],
  file_link_expired: [403, 'The address of a file has expired; ask for a new one.'],
  origin_not_allowed: [403, 'The web chat may not stand on pages of this origin.'],
  session_not_found: [404, 'You have no such session.'],
  project_not_found: [404, 'No such project.'],
  invitation_not_found: [404, 'No such invitation.'],
  invitation_not_open: [404, 'No such invitation, or it has expired, was withdrawn or was accepted.'],
  person_not_found: [404, 'Nobody with this id is in the project.'],
  last_owner: [409, 'A project keeps at least one owner.'],
  already_in_project: [409, 'This person is in the project already.'],
  profile_not_found: [404, 'No such profile in this project.'],
  identity_not_found: [404, 'No such identity in this project, or its channel was deleted.'],
  link_not_found: [404, 'No such link of profiles in this project.'],
  link_code_not_found: [404, 'No such link code in force in this project.'],
  channel_not_found: [404, 'No such channel in this project.'],
  key_not_found: [404, 'No such key in this project.'],
  connection_not_found: [404, 'No such connection in this project.'],
  operation_not_found: [404, 'No such operation in this project.'],
  job_not_found: [404, 'No such job in this project.'],
  message_not_found: [404, 'No such message of this project to a customer.'],
  payment_not_found: [404, 'No such payment in this project.'],
  workflow_not_found: [404, 'No such workflow in this project.'],
  run_not_found: [404, 'No such run in this project.'],
  version_not_found: [404, 'There is no such version.'],
  method_not_found: [404, 'No such method in this project, or no such version of it.'],
  approval_not_found: [404, 'No such approval in this project.'],
  record_not_found: [404, 'No such record in this project.'],
  receiver_not_found: [404, 'No such receiver in this project.'],
  subscription_not_found: [404, 'No such subscription in this project.'],
  delivery_not_found: [404, 'No such delivery in this project.'],
  table_not_found: [404, 'No such table in this project.'],
  file_not_found: [404, 'No such file in this project.'],
  key_replaced: [409, 'The key was rotated before; `detail` names the one that replaces it.'],
  idempotency_key_reused: [409, 'This Idempotency-Key came with another body before.'],
  connection_in_use: [409, 'Operations, or payments that are not finished, need this connection.'],
  target_published: [409, 'Published methods run this operation or workflow; they are named.'],
  not_refundable: [409, 'Only a payment that has succeeded can be given back.'],
  project_has_payments: [409, 'Payments or refunds of the project are not finished.'],
  environment_not_available: [409, 'The operation does not run in this environment.'],
  event_id_reused: [409, 'This event id came with another body before.'],
  message_id_reused: [409, 'This message id came with other words before.'],
  workflow_not_published: [409, 'The workflow has no published version.'],
  run_not_ended: [409, 'The run has not ended.'],
  draft_gone: [
    409,
    'The draft of which the earlier run was is not kept any more; run the draft as it is now.',
  ],
  not_a_test_customer: [409, 'A draft runs for customers of sandbox channels only.'],
  run_not_failed: [409, 'The run has not failed, so there is no failed step at which to begin.'],
  step_not_reached: [409, 'The run has not come to this step.'],
  step_not_restartable: [
    409,
    'A run cannot begin at this step: it is inside another one or a named flow, or the version has none.',
  ],
  outcome_unknown: [409, 'What the failed step does may have happened; it is repeated only if it is named.'],
  breaking_changes: [409, 'Clients of the newest version would break; `findings` says why.'],
  target_not_available: [409, 'What the method runs was deleted, or does not run in its environment.'],
  not_publishable: [409, 'The check found something that must be mended first.'],
  dialog_not_held: [409, 'The scenario has this dialog, and no operator.'],
  revision_conflict: [409, 'The rows have another revision by now; `revision` says which.'],
  receiver_unverified: [409, 'Calls to the receiver are not verified, so it has no secret.'],
  subscription_disabled: [409, 'The subscription is disabled; enable it first.'],
  subscription_deleted: [409, 'The subscription of this delivery was deleted.'],
  last_identity: [409, 'The only identity of a profile cannot be unlinked.'],
  already_undone: [409, 'The merge was undone before.'],
  undo_impossible: [409, 'What came after the merge stands in the way of undoing it.'],
  miniapp_not_configured: [409, 'The settings lack what launch parameters are checked with.'],
  already_decided: [409, 'The approval was decided before, or its time is over; the text says by whom.'],
  already_settled: [409, 'The outcome was settled before.'],
  version_retired: [410, 'This version accepts nothing more; `newest_version` is the one to call.'],
  body_too_slow: [408, 'The body did not arrive in time.'],
  unsupported_media_type: [415, 'The endpoint does not read bodies of this content type.'],
  body_too_large: [413, 'The body is larger than this endpoint takes.'],
  file_type_not_taken: [415, 'The web chat takes no files of this type.'],
  range_not_satisfiable: [416, 'The file has no bytes in this range.'],
  rate_limited: [429, 'The key has used its requests of this minute.'],
  too_many_wrong_keys: [429, 'Too many wrong keys from this address.'],
  too_many_notifications: [429, 'Too many notifications from this address that name no payment.'],
  too_many_attempts: [429, 'Too many attempts to log in.'],
  too_many_sessions: [429, 'Too many new web chat sessions from this address.'],
  too_many_messages: [429, 'Too many messages from this visitor.'],
  too_many_uploads: [429, 'Too many files from this visitor or address.'],
  too_many_streams: [429, 'This visitor listens in too many places.'],
  queue_full: [429, 'The project has as much unfinished work as it may have.'],
  daily_limit: [429, 'The project has accepted as many writes today as it may.'],
  internal_error: [500, 'The server failed; its log has the details under the request id.'],
  database_unavailable: [503, 'The database is away; repeat the request with the same Idempotency-Key.'],
  busy: [503, 'Too many inputs wait to be checked, or for their templates; repeat the request in a moment.'],
  too_many_logins: [503, 'Too many people log in at the moment.'],
  too_many_bodies: [503, 'The server keeps as many bodies as it may; repeat the request in a moment.'],
  files_unavailable: [503, 'The store of files cannot be used; repeat the request in a moment.'],
  secrets_lost: [503, 'The secrets that this needs were sealed with another encryption key.'],
  starting: [503, 'The server is starting; repeat the request in a moment.'],
  stopping: [
    503,
    'The server stopped before the request had ended; with an Idempotency-Key it can be repeated.',
  ],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof problemCodes;

/** Groups codes by their status. The description of a group explains each of its codes. */
export function textsByStatus(
  codes: readonly ProblemCode[],
): { status: number; ofStatus: ProblemCode[]; description: string }[] {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const [status] = problemCodes[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].map(([status, ofStatus]) => ({
    status,
    ofStatus,
    description: ofStatus.map((code) => `\`${code}\`: ${problemCodes[code][1]}`).join(' '),
  }));
}

/** Codes that any route may answer, whatever the request. */
export const faultCodes = [
  'internal_error',
  'database_unavailable',
  'busy',
  'secrets_lost',
  'starting',
  'stopping',
] as const satisfies ProblemCode[];

/** Codes that the gates of the project API answer. */
export const keyGateCodes = [
  'not_authenticated',
  'invalid_api_key',
  'address_not_allowed',
  'wrong_project',
  'missing_scope',
  'rate_limited',
  'too_many_wrong_keys',
] as const satisfies ProblemCode[];

/** Codes that any route with a body may answer. */
export const bodyCodes = [
  'body_unreadable',
  'body_too_slow',
  'body_too_large',
  'too_many_bodies',
] as const satisfies ProblemCode[];

/** The same for a route whose body is a file: it is a stream, which is neither parsed nor kept in memory. */
export const fileBodyCodes = ['body_too_slow', 'body_too_large'] as const satisfies ProblemCode[];
