import { findRunnable, startRuns } from '../workflows/start.ts';
import type { Performer } from './calls.ts';

/**
 * Starts a workflow for a step, which does not wait for it. It runs in the environment that its owner gave it, but never
 * outside the sandbox for a flow that is inside.
 */
export function startWorkflow(shard: number): Performer<'workflow'> {
  return async (tx, call, { projectId, identityId, requestId, environment: from }) => {
    const workflow = await findRunnable(tx, projectId, call.workflow);
    if (!workflow?.version) {
      const message = `The workflow ${call.workflow} ${workflow ? 'is not published' : 'does not exist'}.`;
      const code = workflow ? 'workflow_not_published' : 'workflow_not_found';
      return { status: 'failed', result: null, error: { code, message } };
    }
    const { slug, version } = workflow;
    const environment = from === 'sandbox' ? from : workflow.environment;
    const { runs, wake } = await startRuns(tx, shard, [
      {
        ...{ projectId, workflow: slug, version, environment, input: call.input, identityId, requestId },
        startedBy: `step ${call.step}`,
      },
    ]);
    return { status: 'succeeded', result: { run_id: runs[0]! }, error: null, wake };
  };
}
