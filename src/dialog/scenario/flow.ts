import { type Definition, type Placed, placedSteps } from './definition.ts';

/** A definition as it is walked through: its steps by id. */
export interface Flow {
  steps: ReadonlyMap<string, Placed>;
  /** Where it starts, unless a trigger says otherwise. */
  first: string;
}

const flows = new WeakMap<Definition, Flow>();

/** Made once for each definition that was read. */
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
