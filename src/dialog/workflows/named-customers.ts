import { system } from '../audit/entry.ts';
import { findWhom } from '../dialogs/whom.ts';
import type { TurnGroup } from '../flows/turn-group.ts';
import { namedIdentity } from '../profiles/named-identities.ts';
import type { Definition } from '../scenario/definition.ts';
import type { Match, TriggerFault } from '../scenario/match.ts';
import { customerNamedBy } from '../scenario/named-customer.ts';
import type { Fault, Surroundings } from '../scenario/position.ts';
import { inTurnWithLocks } from '../template/in-turn.ts';
import type { NewRun } from './start.ts';

/** For whom a run is whose trigger says so, because what arrives names nobody. */

const noCustomer: Fault = {
  code: 'identity_not_found',
  message:
    'The "customer" of the trigger names nobody whom the project knows in a channel, so the workflow was not started.',
};

/** Whom the trigger of a match names, or why that cannot be told. */
export async function whoOf(
  projectId: string,
  definition: Definition,
  match: Match,
  around: Surroundings,
): Promise<Pick<NewRun, 'named'> | { error: Fault }> {
  const { trigger } = match;
  const found = await inTurnWithLocks(projectId, () => customerNamedBy(definition, match, around));
  if (!found) return {};
  if ('error' in found) return found;
  const identity = namedIdentity(found.customer);
  return identity ? { named: { trigger, identity } } : { error: noCustomer };
}

/**
 * Finds whom the triggers of runs name, or makes them if they ask for that. A run for somebody who is not known is not started, and the audit log says so.
 * @returns the others, and why the rest is not started, by the run as it was given
 */
export async function forKnownCustomers<Run extends NewRun>(
  { tx, outbox }: TurnGroup,
  runs: readonly Run[],
): Promise<{ known: Map<Run, Run>; faults: Map<Run, TriggerFault> }> {
  const asking = runs.flatMap((run) => (run.named ? { run, ...run.named } : []));
  const whom = await findWhom(
    tx,
    outbox,
    asking.map(({ run: { projectId, environment, requestId }, identity }) => ({
      ...{ projectId, environment, requestId, identity },
      actor: system,
    })),
  );
  const known = new Map(runs.map((run) => [run, run]));
  const faults = new Map<Run, TriggerFault>();
  for (const [i, { run, trigger }] of asking.entries()) {
    const one = whom[i]!;
    if ('found' in one) known.set(run, { ...run, identityId: one.found.id });
    else {
      known.delete(run);
      const fault = { trigger, error: one.fault };
      faults.set(run, fault);
      outbox.note({
        projectId: run.projectId,
        actor: system,
        action: 'workflow.not_started',
        subject: { type: 'workflow', id: run.workflow },
        environment: run.environment,
        requestId: run.requestId,
        data: { source: run.startedBy, trigger_faults: [fault] },
      });
    }
  }
  return { known, faults };
}
