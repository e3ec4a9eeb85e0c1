import type { Definition, NamedFlow } from './definition.ts';
import { isOutermost, type Placed, placedSteps } from './placed.ts';

/** A definition prepared for running: its steps by id. */
export interface Flow {
  steps: ReadonlyMap<string, Placed>;
  /** The step at which it starts, unless a trigger names another. */
  first: string;
  /** The step that deals with failures; undefined if the definition names none, or one that is not in the outermost list. */
  onError: string | undefined;
  /** The flows that steps call, by name. */
  flows: ReadonlyMap<string, NamedFlow>;
}

const flows = new WeakMap<Definition, Flow>();

/** Prepares a definition; the result is cached with it. */
export function flowOf(definition: Definition): Flow {
  const known = flows.get(definition);
  if (known) return known;
  const steps = new Map([...placedSteps(definition)].map((placed) => [placed.step.id, placed]));
  const { on_error } = definition;
  const flow: Flow = {
    steps,
    first: definition.steps[0]!.id,
    onError: on_error !== undefined && isOutermost(steps.get(on_error)) ? on_error : undefined,
    flows: new Map(Object.entries(definition.flows ?? {})),
  };
  flows.set(definition, flow);
  return flow;
}
