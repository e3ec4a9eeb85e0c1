import type { Performer } from '../flows/calls.ts';
import { canceled } from './cancel.ts';
import { runnableOnce, startRuns } from './start.ts';

/** Longest chain of flows that start each other. The check of definitions finds circles, but not those made by other means. */
export const deepest = 20;

/** The error of a flow that is not started because of this. */
export const tooDeep = (slug: string) => ({
  code: 'too_deep',
  message: `The workflow ${slug} was not started: ${deepest} flows have started each other already.`,
});

/**
 * Starts a workflow for a step, which is notified of its end if it waits for that. It runs in its own environment, but a flow in the sandbox
 * starts it only there.
 */
export function startWorkflow(): Performer<'workflow'> {
  return async (group, call, caller) => {
    const { projectId, identityId, requestId, environment: from, depth, rootAt } = caller;
    if (depth >= deepest) {
      const { code, message } = tooDeep(call.workflow);
      return failed(code, message);
    }
    const workflow = await runnableOnce(group, projectId, call.workflow);
    if (!workflow?.version) {
      const message = `The workflow ${call.workflow} ${workflow ? 'is not published' : 'does not exist'}.`;
      return failed(workflow ? 'workflow_not_published' : 'workflow_not_found', message);
    }
    if (workflow.canceledAt && rootAt <= workflow.canceledAt) return failed(canceled.code, canceled.message);
    const { slug, version } = workflow;
    const environment = from === 'sandbox' ? from : workflow.environment;
    const [run] = startRuns(group.outbox, [
      {
        ...{ projectId, workflow: slug, version, environment, input: call.input, identityId, requestId },
        behind: { depth: depth + 1, rootAt },
        startedBy: `step ${call.step}`,
        ...(call.wait && { waiter: { ...caller.waiter, run: from } }),
      },
    ]);
    return { status: call.wait ? 'pending' : 'succeeded', result: { run_id: run! }, error: null };
  };
}

function failed(code: string, message: string) {
  return { status: 'failed' as const, result: null, error: { code, message } };
}
