import { isTemplate } from '../template/liquid.ts';
import type { Step, StepOf } from './step-types.ts';

/** True of every step of a type, or only of some. */
type Fact<S extends Step> = boolean | ((step: S) => boolean);

/** What the checks have to know of a type of step. */
interface StepTraits<S extends Step> {
  /** Needs a customer, so a workflow cannot have it. */
  onlyInDialogs: boolean;
  /** Sends a message when the flow comes to it. A payment sends its text later, with the link. */
  speaks: Fact<S>;
  /** Always waits for a person or for some time before the flow continues, so that a loop through it is no fault. */
  waits: Fact<S>;
  /** Certainly waits, if only for an operation, so that messages are counted from zero again. */
  startsCountAnew: Fact<S>;
  /** The names that `{{steps.<id>.…}}` can read; empty if it has no output. */
  outputs: readonly string[];
  /** The fields of the state that it sets. */
  stateKeys(step: S): string[];
}

const none = () => [];

/** Without an entry for each type of step this does not compile. */
const traits: { readonly [Type in Step['type']]: StepTraits<StepOf<Type>> } = {
  message: {
    onlyInDialogs: false,
    speaks: true,
    waits: false,
    startsCountAnew: false,
    outputs: [],
    stateKeys: none,
  },
  question: {
    onlyInDialogs: true,
    speaks: true,
    waits: true,
    startsCountAnew: true,
    outputs: ['value'],
    stateKeys: ({ field }) => [field],
  },
  choice: {
    onlyInDialogs: true,
    speaks: true,
    waits: true,
    startsCountAnew: true,
    outputs: ['value', 'text', 'number'],
    stateKeys: ({ field }) => (field === undefined ? [] : [field]),
  },
  condition: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: [],
    stateKeys: none,
  },
  set: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: [],
    stateKeys: ({ values }) => Object.keys(values),
  },
  tag: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: [],
    stateKeys: none,
  },
  operation: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: true,
    outputs: ['status', 'result', 'error', 'job_id'],
    stateKeys: none,
  },
  payment: {
    onlyInDialogs: false,
    speaks: false,
    waits: ({ wait }) => wait !== false,
    startsCountAnew: true,
    outputs: ['status', 'order_id', 'payment_url', 'result', 'error', 'job_id'],
    stateKeys: none,
  },
  table_read: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: ['rows', 'count', 'first', 'revision'],
    stateKeys: none,
  },
  table_write: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: ['written', 'revision'],
    stateKeys: none,
  },
  workflow: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: ['run_id'],
    stateKeys: none,
  },
  delay: {
    onlyInDialogs: false,
    speaks: false,
    // A literal time passes once: in a second round it is over.
    waits: ({ until }) => until === undefined || isTemplate(until),
    startsCountAnew: ({ seconds }) => seconds !== undefined,
    outputs: [],
    stateKeys: none,
  },
  handover: {
    onlyInDialogs: true,
    speaks: ({ text }) => !!text,
    waits: true,
    startsCountAnew: true,
    outputs: [],
    stateKeys: none,
  },
  for_each: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: ['item', 'index', 'count'],
    stateKeys: none,
  },
  goto: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: [],
    stateKeys: none,
  },
  end: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: [],
    stateKeys: none,
  },
};

/** Whether this is so of a step. */
export function hasTrait(
  trait: 'onlyInDialogs' | 'speaks' | 'waits' | 'startsCountAnew',
  step: Step,
): boolean {
  const fact = (traits[step.type] as StepTraits<Step>)[trait];
  return typeof fact === 'boolean' ? fact : fact(step);
}

/** The names that `{{steps.<id>.…}}` can read of a step. */
export function outputsOf({ type }: Step): readonly string[] {
  return traits[type].outputs;
}

/** The fields of the state that a step sets. */
export function stateKeysOf(step: Step): string[] {
  return (traits[step.type] as StepTraits<Step>).stateKeys(step);
}
