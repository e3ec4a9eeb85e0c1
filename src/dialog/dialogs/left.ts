import { showId } from '../../platform/ids.ts';
import { type AuditEntry, system } from '../audit/entry.ts';
import type { Driven } from '../flows/drive.ts';
import type { Fault, StepTrace } from '../scenario/position.ts';
import type { Success, Task } from '../tasks/task.ts';
import type { LoadedDialog } from './load.ts';

/** What a turn leaves for the history and for the audit log. */

/** What the history reads of a turn. It shows messages and events anyway; of the other turns it shows those with an error. */
export function leftBy(
  { kind }: Task,
  did: string,
  { trace, fault, rescued }: { trace: StepTrace[]; fault: Fault | null; rescued: Fault | null },
): Pick<Success, 'result' | 'flowError'> {
  const result = { did, steps: trace };
  const flowError = kind === 'dialog' ? (fault ?? rescued) : null;
  if (!flowError) return { result };
  return fault ? { result, flowError } : { result: { ...result, rescued: true }, flowError };
}

/** The audit entry for a dialog whose scenario failed or could not continue. */
export function failureEntry(
  dialog: LoadedDialog,
  { requestId }: Task,
  { position, trace }: Driven,
): AuditEntry {
  const { projectId, identityId, environment, version } = dialog;
  const failed = trace.filter(({ status }) => status === 'failed');
  // The lists that the step stands in have failed with it, and follow it.
  const step = failed.findLast(({ id }) => id === position.endedAt) ?? failed.at(-1);
  return {
    projectId,
    actor: system,
    action: 'dialog.failed',
    subject: { type: 'dialog', id: showId('identity', identityId) },
    environment,
    requestId,
    identityId,
    data: {
      identity_id: showId('identity', identityId),
      version,
      step: step?.id ?? null,
      error: position.ended?.error ?? null,
      // What led to on_error says more than the failure with which the steps behind it ended the flow.
      ...(position.error && { cause: position.error }),
    },
  };
}

const stepsShown = 50;

/** The first steps of a turn and its last one, which tells why a flow stopped. */
export function shownSteps(trace: StepTrace[]): StepTrace[] {
  return trace.length <= stepsShown ? trace : [...trace.slice(0, stepsShown - 1), trace.at(-1)!];
}

/** Steps without their outputs, which may contain what a customer said. */
export function summaryOf(trace: StepTrace[]) {
  return shownSteps(trace).map(({ id, type, status, error }) => ({
    id,
    type,
    status,
    ...(error ? { error } : {}),
  }));
}
