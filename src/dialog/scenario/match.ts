import { type Condition, holds } from './conditions.ts';
import type { Definition } from './definition.ts';
import { flowOf } from './flow.ts';
import { readPattern } from './pattern.ts';
import type { Surroundings } from './position.ts';
import { folded } from './steps/answers.ts';
import { deadline, type JsonObject, TemplateError } from './template.ts';
import type { ScenarioTrigger, Trigger } from './triggers.ts';
import { fill } from './walk.ts';

/** Which trigger fires. */

/** A flow to be started: what the `start` stimulus takes. */
export interface Match {
  start: string;
  /** Position of the trigger in the definition. */
  trigger: number;
  /** What came in, with what the trigger found in it. */
  event: JsonObject;
}

/** What reaches a scenario: from the channel, or from the customer's outside world. */
export interface Incoming {
  kind: 'message' | 'event';
  text: string;
  event?: JsonObject | null;
}

/** The kinds of trigger in the order in which they are asked; commands are a matter of the channel only. */
const order: Record<Incoming['kind'], ScenarioTrigger['type'][]> = {
  message: ['command', 'text', 'any'],
  event: ['event', 'text'],
};

/**
 * The trigger of a scenario that fires, or null. While a flow runs only those fire that interrupt it.
 * The match's event has `text` and, for a command, `args` (what follows it), unless the event brings its own.
 */
export function matchTrigger(
  definition: Definition,
  incoming: Incoming,
  around: Surroundings,
  running: boolean,
): Match | null {
  const until = deadline();
  for (const type of order[incoming.kind]) {
    for (const [index, trigger] of definition.triggers.entries()) {
      if (trigger.type !== type || (running && !interrupts(trigger))) continue;
      const found = fires(trigger, incoming, around, until);
      if (found) return matchOf(definition, index, { text: incoming.text, ...found, ...incoming.event });
    }
  }
  return null;
}

/** What reaches a workflow. */
export type WorkflowIncoming =
  | { type: 'event'; source: string; environment: 'sandbox' | 'live'; event: JsonObject }
  | { type: 'receiver'; receiver: string; event: JsonObject };

/** The trigger of a workflow that fires, or null. Schedules are looked up in the definition by their keeper. */
export function matchWorkflowTrigger(
  definition: Definition,
  incoming: WorkflowIncoming,
  around: Surroundings,
): Match | null {
  const until = deadline();
  const index = definition.triggers.findIndex((trigger) => {
    if (incoming.type === 'receiver') {
      return trigger.type === 'receiver' && trigger.receiver === incoming.receiver;
    }
    if (trigger.type !== 'event' || !('source' in trigger)) return false;
    if (trigger.environment !== undefined && trigger.environment !== incoming.environment) return false;
    return fitsGlob(incoming.source, trigger.source) && meets(trigger.where, incoming.event, around, until);
  });
  return index < 0 ? null : matchOf(definition, index, incoming.event);
}

function matchOf(definition: Definition, trigger: number, event: JsonObject): Match {
  return { start: definition.triggers[trigger]!.start ?? flowOf(definition).first, trigger, event };
}

function interrupts(trigger: Trigger): boolean {
  return ('interrupts' in trigger ? trigger.interrupts : undefined) ?? trigger.type === 'command';
}

/** What a trigger found, or null where it does not fire. */
function fires(
  trigger: Trigger,
  { text, event }: Incoming,
  around: Surroundings,
  until: number,
): JsonObject | null {
  switch (trigger.type) {
    case 'command': {
      const args = argumentsOf(text, trigger.command);
      return args === null ? null : { args };
    }
    case 'text':
      return says(text, trigger) ? {} : null;
    case 'any':
      return {};
    case 'event':
      return meets(trigger.where, { text, ...event }, around, until) ? {} : null;
    default:
      return null;
  }
}

/** What follows a command, which may be addressed as in `/start@shop_bot`; null where it is another or none. */
function argumentsOf(text: string, command: string): string | null {
  const [, name, rest = ''] =
    /^(\/[A-Za-z0-9_]{1,64})(?:@[A-Za-z0-9_]{1,64})?(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  return name?.toLowerCase() === command.toLowerCase() ? rest : null;
}

function says(text: string, { text: wanted, match = 'equals' }: Extract<Trigger, { type: 'text' }>): boolean {
  if (match === 'pattern') return readPattern(wanted).test(text);
  return match === 'contains' ? folded(text).includes(folded(wanted)) : folded(text) === folded(wanted);
}

function meets(
  where: Condition | undefined,
  event: JsonObject,
  around: Surroundings,
  until: number,
): boolean {
  if (!where) return true;
  const { state, tags } = around;
  const seen = { around, state, tags, position: { event, input: null, steps: {} }, until };
  try {
    return holds(where, { fill: (template) => fill(template, seen), tags, remark: () => {} });
  } catch (error) {
    // A condition that cannot be told does not hold; the event goes on to the triggers after it.
    if (error instanceof TemplateError) return false;
    throw error;
  }
}

/** `*` stands for any characters, none included. Pieces are found from the left, which takes no second try. */
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
