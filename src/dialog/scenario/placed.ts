import type { Step } from './step-types.ts';

/** Where the steps of a document stand. */

/** A list of steps. The targets of a step are steps of its own list. */
export interface StepList {
  /** The name of the flow that it belongs to; null for the document's own steps. */
  flow: string | null;
  /** The step that carries it out; null for the outermost list of a flow. */
  owner: Placed | null;
}

/** A step and its place. */
export interface Placed {
  step: Step;
  path: (string | number)[];
  list: StepList;
  /** The id of the step after it in its list. */
  following: string | null;
}

/** What has steps: a document, with its named flows. */
interface Document {
  steps: readonly Step[];
  flows?: Readonly<Record<string, { steps: readonly Step[] }>> | undefined;
}

/** All steps of a document, those of its named flows last. The steps inside a step follow it. */
export function* placedSteps({ steps, flows = {} }: Document): Generator<Placed> {
  yield* placedIn(steps, ['steps'], { flow: null, owner: null });
  for (const [name, flow] of Object.entries(flows)) {
    yield* placedIn(flow.steps, ['flows', name, 'steps'], { flow: name, owner: null });
  }
}

function* placedIn(steps: readonly Step[], path: Placed['path'], list: StepList): Generator<Placed> {
  for (const [index, step] of steps.entries()) {
    const placed = { step, path: [...path, index], list, following: steps[index + 1]?.id ?? null };
    yield placed;
    for (const { steps: inner, path: at } of listsIn(step)) {
      yield* placedIn(inner, [...placed.path, ...at], { flow: list.flow, owner: placed });
    }
  }
}

/** The lists of steps that a step carries out, and where it has them. */
export function listsIn(step: Step): { steps: readonly Step[]; path: Placed['path'] }[] {
  if (step.type === 'for_each') return [{ steps: step.steps, path: ['steps'] }];
  if (step.type !== 'parallel') return [];
  return step.branches.map(({ steps }, i) => ({ steps, path: ['branches', i, 'steps'] }));
}

/** Whether a list of steps is carried out beside others: a branch of a parallel, or the rounds of a for_each with several at once. */
export function isBranch({ owner }: StepList): boolean {
  return (
    owner?.step.type === 'parallel' || (owner?.step.type === 'for_each' && (owner.step.concurrency ?? 1) > 1)
  );
}

/** Whether a step stands in the outermost list of the document itself. */
export function isOutermost(placed: Placed | undefined): boolean {
  return placed?.list.owner === null && placed.list.flow === null;
}

/** How many lists a list stands in, itself included. */
export function depthOf({ owner }: StepList): number {
  return owner === null ? 1 : 1 + depthOf(owner.list);
}
