import { type Definition, type Placed, placedSteps } from './definition.ts';

/** A definition prepared for running: its steps by id. */
export interface Flow {
  steps: ReadonlyMap<string, Placed>;
  /** The step at which it starts, unless a trigger names another. */
  first: string;
}

const flows = new WeakMap<Definition, Flow>();

/** Prepares a definition; the result is cached with it. */
export function flowOf(definition: Definition): Flow {
  const known = flows.get(definition);
  if (known) return known;
  const flow: Flow = {
    steps: new Map([...placedSteps(definition.steps)].map((placed) => [placed.step.id, placed])),
    first: definition.steps[0]!.id,
  };
  flows.set(definition, flow);
  return flow;
}
