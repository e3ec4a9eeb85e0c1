import type { Definition } from '../definition.ts';
import { blocking, type Finding, warning } from '../finding.ts';
import { says } from '../finding-words.ts';
import { type Flow, flowOf } from '../flow.ts';
import { listsIn, type Placed } from '../placed.ts';
import type { Kind } from '../position.ts';
import { continuesOnError } from '../step-traits.ts';
import type { Step } from '../step-types.ts';
import type { Trigger } from '../triggers.ts';
import { edgesOf, reachedFrom } from './graph.ts';

/**
 * Finds steps for a customer in runs that have none. A schedule and a call of a receiver bring nobody, unless their trigger names
 * somebody; an event may. It is blocking if every run that a trigger starts comes to the step, and fails there.
 */
export function* recipientFindings(definition: Definition, kind: Kind): Generator<Finding> {
  const { triggers } = definition;
  if (kind !== 'workflow' || triggers.length === 0) return;
  const flow = flowOf(definition);
  const startOf = ({ start }: Trigger) => start ?? flow.first;
  const lonely = triggers.filter(bringsNobody);
  const reached = new Map(lonely.map((trigger) => [trigger, reachedFrom([startOf(trigger)], flow)] as const));
  const certain = triggers.map((trigger) =>
    bringsNobody(trigger) ? alwaysReached(startOf(trigger), flow) : new Set<string>(),
  );
  for (const { step, path } of flow.steps.values()) {
    const what = needOf(step);
    if (what === undefined || continuesOnError(step)) continue;
    const by = lonely.find((trigger) => reached.get(trigger)!.has(step.id));
    if (!by) continue;
    const message =
      `${what}, and ${arrivalOf(by)} brings no customer: such a run fails here. Say in "customer" of that trigger for whom it is: an ` +
      '"identity_id", or a "channel_id" and an "external_id", as the page of a customer shows them; or take this step out.';
    const severity = certain.every((ids) => ids.has(step.id)) ? blocking : warning;
    const said = says('customer_missing', { starter: by.type });
    yield severity('no_customer', { path, step: step.id, ...said, message });
  }
}

const bringsNobody = (trigger: Trigger): boolean =>
  (trigger.type === 'receiver' || trigger.type === 'schedule') && trigger.customer === undefined;

function arrivalOf(trigger: Trigger): string {
  return trigger.type === 'receiver' ? `a call of the receiver "${trigger.receiver}"` : 'a schedule';
}

/** What a step does that only a run with a customer can do; undefined for others. */
function needOf(step: Step): string | undefined {
  switch (step.type) {
    case 'message':
      return step.identity ? undefined : 'The message has no recipient';
    case 'payment':
      return 'Nobody is there to pay';
    case 'tag':
      return 'There is no profile to tag';
    case 'set': {
      const { values, status, access } = step;
      const isOfProfile = values !== undefined || status !== undefined || access !== undefined;
      return isOfProfile ? 'There is no profile to change' : undefined;
    }
    default:
      return undefined;
  }
}

/** The steps to which every flow comes that begins here, as far as it has one way to go. */
function alwaysReached(start: string, flow: Flow): ReadonlySet<string> {
  const reached = new Set<string>();
  for (let at: Placed | undefined = flow.steps.get(start); at && !reached.has(at.step.id); ) {
    reached.add(at.step.id);
    if (listsIn(at.step).length > 0) break;
    const ways: Set<string> = new Set(edgesOf(at).map(({ to }) => to));
    if (ways.size !== 1) break;
    at = flow.steps.get([...ways][0]!);
  }
  return reached;
}
