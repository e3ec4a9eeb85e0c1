import { isTemplate } from '../template/liquid.ts';
import { toNumber } from './conditions.ts';
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
  outputs: readonly string[] | ((step: S) => readonly string[]);
  /** The fields of the state that it sets. */
  stateKeys(step: S): string[];
  /** The variables of the flow that it sets. */
  vars(step: S): string[];
}

const none = () => [];
const given = (name: string | undefined) => (name === undefined ? [] : [name]);

/** Without an entry for each type of step this does not compile. */
const traits: { readonly [Type in Step['type']]: StepTraits<StepOf<Type>> } = {
  message: {
    onlyInDialogs: false,
    // What is said to another customer is none of the messages of this flow.
    speaks: ({ identity }) => !identity,
    waits: false,
    startsCountAnew: false,
    outputs: ({ identity }) => (identity ? ['identity_id', 'error'] : []),
    stateKeys: none,
    vars: none,
  },
  question: {
    onlyInDialogs: true,
    speaks: true,
    waits: true,
    startsCountAnew: true,
    outputs: ['value'],
    stateKeys: ({ field }) => given(field),
    vars: (step) => given(step.var),
  },
  choice: {
    onlyInDialogs: true,
    speaks: true,
    waits: true,
    startsCountAnew: true,
    outputs: ({ multiple }) => (multiple ? ['values', 'texts', 'count'] : ['value', 'text', 'number']),
    stateKeys: ({ field }) => given(field),
    vars: (step) => given(step.var),
  },
  condition: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: [],
    stateKeys: none,
    vars: none,
  },
  set: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: [],
    stateKeys: ({ values }) => Object.keys(values ?? {}),
    vars: ({ vars }) => Object.keys(vars ?? {}),
  },
  tag: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: [],
    stateKeys: none,
    vars: none,
  },
  operation: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: true,
    outputs: ['status', 'result', 'error', 'job_id'],
    stateKeys: none,
    vars: none,
  },
  payment: {
    onlyInDialogs: false,
    speaks: false,
    waits: ({ wait }) => wait !== false,
    startsCountAnew: true,
    outputs: ['status', 'order_id', 'payment_url', 'result', 'error', 'job_id'],
    stateKeys: none,
    vars: none,
  },
  table_read: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: ['rows', 'count', 'first', 'revision'],
    stateKeys: none,
    vars: none,
  },
  table_write: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: ['written', 'revision'],
    stateKeys: none,
    vars: none,
  },
  workflow: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: ({ wait }) => wait === true,
    outputs: ({ wait }) => (wait ? ['run_id', 'status', 'output', 'error'] : ['run_id']),
    stateKeys: none,
    vars: none,
  },
  transform: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: true,
    outputs: ['value', 'error'],
    stateKeys: none,
    vars: none,
  },
  delay: {
    onlyInDialogs: false,
    speaks: false,
    // A literal time passes once: in a second round it is over.
    waits: ({ seconds, until = '' }) =>
      seconds === undefined ? isTemplate(until) : isTemplate(`${seconds}`) || (toNumber(seconds) ?? 0) > 0,
    startsCountAnew: ({ seconds }) => typeof seconds === 'number',
    outputs: [],
    stateKeys: none,
    vars: none,
  },
  wait_for: {
    onlyInDialogs: false,
    speaks: false,
    waits: true,
    startsCountAnew: true,
    outputs: ['status', 'event', 'by', 'comment', 'option', 'error'],
    stateKeys: none,
    vars: none,
  },
  handover: {
    onlyInDialogs: true,
    speaks: ({ text }) => !!text,
    waits: true,
    startsCountAnew: true,
    outputs: ['released'],
    stateKeys: none,
    vars: none,
  },
  call: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: ['status', 'output', 'error'],
    stateKeys: none,
    vars: none,
  },
  parallel: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: ['status', 'branch', 'error'],
    stateKeys: none,
    vars: none,
  },
  for_each: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: ['item', 'index', 'count'],
    stateKeys: none,
    vars: none,
  },
  goto: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: [],
    stateKeys: none,
    vars: none,
  },
  end: {
    onlyInDialogs: false,
    speaks: false,
    waits: false,
    startsCountAnew: false,
    outputs: [],
    stateKeys: none,
    vars: none,
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
export function outputsOf(step: Step): readonly string[] {
  const { outputs: given } = traits[step.type] as StepTraits<Step>;
  const outputs = typeof given === 'function' ? given(step) : given;
  return continuesOnError(step) && !outputs.includes('error') ? [...outputs, 'error'] : outputs;
}

/** Whether a failure of a step that has no branch is its output. */
export function continuesOnError(step: Step): boolean {
  return 'continue_on_error' in step && step.continue_on_error === true;
}

/** The fields of the state that a step sets. */
export function stateKeysOf(step: Step): string[] {
  return (traits[step.type] as StepTraits<Step>).stateKeys(step);
}

/** The variables of the flow that a step sets. */
export function varsOf(step: Step): string[] {
  return (traits[step.type] as StepTraits<Step>).vars(step);
}
