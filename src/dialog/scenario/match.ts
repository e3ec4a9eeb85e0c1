import { isWordless } from '../content/heard-attachments.ts';
import type { Json, JsonObject } from '../template/json.ts';
import { Allowance, TemplateError } from '../template/liquid.ts';
import type { TemplateRules } from '../template/rules.ts';
import { type Condition, holds } from './conditions.ts';
import type { Definition } from './definition.ts';
import { flowOf } from './flow.ts';
import { isHappening } from './happenings.ts';
import { matches } from './pattern.ts';
import type { Fault, Surroundings } from './position.ts';
import { folded } from './steps/answers.ts';
import { placedTexts, type ScenarioTrigger, type Trigger } from './triggers.ts';
import { fill } from './walk.ts';

/** Decides which trigger fires. */

/** A flow to be started, as the `start` stimulus takes it. */
export interface Match {
  start: string;
  /** Index of the trigger in the definition. */
  trigger: number;
  /** The event, with what the trigger found in it. */
  event: JsonObject;
}

/** A trigger that could not be evaluated because a template failed or a pattern took too long; it does not fire. */
export interface TriggerFault {
  /** Index of the trigger in the definition. */
  trigger: number;
  error: Fault;
}

/** Receives each of these, so that an owner can see why a trigger does not fire. */
type NoteFault = (fault: TriggerFault) => void;

/**
 * What reaches a scenario: a message from the channel, an event for the customer, or the press of a button that belongs to an
 * earlier question, so that only a trigger that names its text can mean it.
 */
export interface Incoming {
  kind: 'message' | 'event' | 'press';
  text: string;
  event?: JsonObject | null;
  /** Seconds since the customer's last message; null if this is their first one, absent if that is of no account. */
  silence?: number | null;
}

/** The kinds of trigger in the order in which they are checked. Only the channel can send commands. */
const order: Record<Incoming['kind'], ScenarioTrigger['type'][]> = {
  message: ['command', 'text', 'first_contact', 'returning', 'any'],
  press: ['command', 'text'],
  event: ['event', 'text'],
};

/**
 * The trigger of a scenario that fires, or null. While a flow runs, only triggers that interrupt it can fire. The match's event
 * has `text`, the customer's text, and for a command `args` (the text after it), unless the event has such fields itself.
 * @param noteFault is called with each trigger that could not be evaluated
 */
export function matchTrigger(
  definition: Definition,
  incoming: Incoming,
  around: Surroundings,
  running: boolean,
  noteFault: NoteFault = () => {},
): Match | null {
  const allowance = new Allowance(undefined, definition.templateRules);
  for (const type of order[incoming.kind]) {
    for (const [index, trigger] of definition.triggers.entries()) {
      if (trigger.type !== type || (running && !interrupts(trigger))) continue;
      if (!isOn(trigger, around)) continue;
      const asking = { allowance, ...noted(index, noteFault) };
      const found = fires(trigger, incoming, asking);
      const event = { ...found, ...incoming.event, text: incoming.text };
      if (found && meets(trigger.where, event, around, asking)) return matchOf(definition, index, event);
    }
  }
  return null;
}

/** What reaches a workflow. */
export type WorkflowIncoming =
  | { type: 'event'; source: string; environment: 'sandbox' | 'live'; event: JsonObject }
  | { type: 'receiver'; receiver: string; event: JsonObject }
  | { type: 'schedule'; trigger: number; event: JsonObject };

/** The trigger of a workflow that fires, or null. For a schedule it is known which one that would be. */
export function matchWorkflowTrigger(
  definition: Definition,
  incoming: WorkflowIncoming,
  around: Surroundings,
  noteFault: NoteFault = () => {},
): Match | null {
  const allowance = new Allowance(undefined, definition.templateRules);
  const index = definition.triggers.findIndex((trigger, n) => {
    const asking = { allowance, ...noted(n, noteFault) };
    return isFor(trigger, n, incoming) && meets(trigger.where, incoming.event, around, asking);
  });
  return index < 0 ? null : matchOf(definition, index, incoming.event);
}

/** Whether a trigger of a workflow is for this, whatever its condition says. */
function isFor(trigger: Trigger, index: number, incoming: WorkflowIncoming): boolean {
  switch (incoming.type) {
    case 'receiver':
      return trigger.type === 'receiver' && trigger.receiver === incoming.receiver;
    case 'schedule':
      return trigger.type === 'schedule' && index === incoming.trigger;
    case 'event':
      if (trigger.type !== 'event' || !('source' in trigger)) return false;
      if (trigger.environment !== undefined && trigger.environment !== incoming.environment) return false;
      return fitsSource(incoming.source, trigger.source);
    default:
      return incoming satisfies never;
  }
}

/** Whether a trigger is for the channel of the customer. */
function isOn(trigger: Trigger, { identity }: Surroundings): boolean {
  if (!('channels' in trigger) || trigger.channels === undefined) return true;
  const { channel, channel_id: id } = identity ?? {};
  return trigger.channels.some((wanted) => wanted === channel || wanted === id);
}

function matchOf(definition: Definition, trigger: number, event: JsonObject): Match {
  return { start: definition.triggers[trigger]!.start ?? flowOf(definition).first, trigger, event };
}

function interrupts(trigger: Trigger): boolean {
  return ('interrupts' in trigger ? trigger.interrupts : undefined) ?? trigger.type === 'command';
}

/** What one trigger is evaluated with. */
interface Asking {
  allowance: Allowance;
  failed(error: Fault): void;
}

function noted(trigger: number, noteFault: NoteFault): Pick<Asking, 'failed'> {
  return { failed: (error) => noteFault({ trigger, error }) };
}

/** What a trigger found, or null if it does not fire, whatever its condition says. */
function fires(
  trigger: Trigger,
  { kind, text, event, silence }: Incoming,
  asking: Asking,
): JsonObject | null {
  switch (trigger.type) {
    case 'command': {
      const args = argumentsOf(text, trigger.command);
      return args === null ? null : { args };
    }
    case 'text':
      // Not even a pattern that fits an empty text: there is none.
      return !(kind === 'message' && isWordless(text, event)) && says(text, trigger, asking) ? {} : null;
    case 'first_contact':
      return silence === null ? {} : null;
    case 'returning':
      return silence != null && silence >= trigger.after_seconds ? {} : null;
    case 'any':
    case 'event':
      return {};
    case 'receiver':
    case 'schedule':
      return null;
  }
}

/** The text after a command, which may be addressed as in `/start@shop_bot`; null if it is not this command. */
function argumentsOf(text: string, command: string): string | null {
  const [, name, rest = ''] =
    /^(\/[A-Za-z0-9_]{1,64})(?:@[A-Za-z0-9_]{1,64})?(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  return name?.toLowerCase() === command.toLowerCase() ? rest : null;
}

function says(text: string, trigger: Extract<Trigger, { type: 'text' }>, asking: Asking): boolean {
  const { match = 'equals' } = trigger;
  return placedTexts(trigger).some(([wanted]) => {
    if (match === 'pattern') return unlessFailed(asking, () => matches(wanted, text, asking.allowance));
    return match === 'contains' ? folded(text).includes(folded(wanted)) : folded(text) === folded(wanted);
  });
}

/** What comes from outside. */
export type Arriving = Exclude<WorkflowIncoming, { type: 'schedule' }>;

/** What of a wait fits something that arrived. */
export interface Fitting {
  of: { source: string } | { receiver: string };
  where: Condition | null;
  /** The rules of the condition's templates; absent for the first, which waits of before have. */
  rules?: TemplateRules | undefined;
}

/** Whether an arrival is of the kind that a wait is for, and meets its condition. A condition that cannot be evaluated is false. */
export function fitsWait(
  { of, where, rules = 1 }: Fitting,
  incoming: Arriving,
  around: Surroundings,
): boolean {
  const isOfKind =
    incoming.type === 'event'
      ? 'source' in of && fitsGlob(incoming.source, of.source)
      : 'receiver' in of && of.receiver === incoming.receiver;
  const asking = { allowance: new Allowance(undefined, rules), failed: () => {} };
  return isOfKind && meets(where ?? undefined, incoming.event, around, asking);
}

function meets(
  where: Condition | undefined,
  event: JsonObject,
  around: Surroundings,
  asking: Asking,
): boolean {
  if (!where) return true;
  const { allowance } = asking;
  const { state, tags, profile, now, calendar } = around;
  const seen = { around, state, tags, profile, position: { event, input: null, steps: {} }, allowance };
  const facts = {
    fill: (template: Json) => fill(template, seen),
    tags,
    allowance,
    now,
    calendar,
    remark: () => {},
  };
  return unlessFailed(asking, () => holds(where, facts));
}

/** What cannot be evaluated is false, so the next triggers are checked. */
function unlessFailed({ failed }: Asking, work: () => boolean): boolean {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    failed({ code: 'bad_template', message: error.message });
    return false;
  }
}

/** Whether a trigger for `wanted` means this source. What happens in the project has to be named; `*` means other events only. */
function fitsSource(source: string, wanted: string): boolean {
  return isHappening(source) ? source === wanted : fitsGlob(source, wanted);
}

/** Whether a name fits a glob, in which `*` means any characters or none. Searching from the left never needs a second try. */
function fitsGlob(name: string, glob: string): boolean {
  const [head = '', ...pieces] = glob.split('*');
  const tail = pieces.pop();
  if (tail === undefined) return name === glob;
  if (!name.startsWith(head)) return false;
  let at = head.length;
  for (const piece of pieces) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.length - tail.length >= at && name.endsWith(tail);
}
