import { branchFindings } from './check/branches.ts';
import { callFindings } from './check/calls.ts';
import { certainFindings } from './check/certain.ts';
import { expressionFindings } from './check/expressions.ts';
import { graphFindings } from './check/graph.ts';
import { hoursFindings } from './check/hours.ts';
import { loopFindings } from './check/loops.ts';
import { messageFindings } from './check/messages.ts';
import { patternFindings } from './check/patterns.ts';
import { recipientFindings } from './check/recipients.ts';
import { referenceFindings } from './check/references.ts';
import { startFindings } from './check/starts.ts';
import { templateFindings } from './check/templates.ts';
import type { World } from './check/world.ts';
import { type Definition, readDefinition } from './definition.ts';
import { blocking, type Finding, warning } from './finding.ts';
import { says } from './finding-words.ts';
import { isHappening } from './happenings.ts';
import type { Kind } from './position.ts';
import { folded } from './steps/answers.ts';
import { placedTexts, type Trigger } from './triggers.ts';

/** Most findings of one check. */
export const mostFindings = 200;

/**
 * Finds what is wrong with a definition, or may be, without running it. If its structure is wrong, only that is reported. At most
 * 200 findings, the blocking ones first.
 */
export function checkDefinition(json: unknown, kind: Kind, world: World): Finding[] {
  const { definition, findings } = readDefinition(json, kind);
  if (!definition) return findings.slice(0, mostFindings);
  const all = [
    ...triggerFindings(definition, kind, world),
    ...certainFindings(definition, world),
    ...graphFindings(definition, kind),
    ...loopFindings(definition),
    ...callFindings(definition),
    ...branchFindings(definition),
    ...referenceFindings(definition, world),
    ...startFindings(definition, world),
    ...recipientFindings(definition, kind),
    ...templateFindings(definition, kind, world),
    ...messageFindings(definition, world),
    ...patternFindings(definition),
    ...expressionFindings(definition),
    ...hoursFindings(definition, world),
  ];
  const first = all.filter(({ severity }) => severity === 'blocking');
  return [...first, ...all.filter(({ severity }) => severity === 'warning')].slice(0, mostFindings);
}

function* triggerFindings(definition: Definition, kind: Kind, world: World): Generator<Finding> {
  const { triggers, on_no_match, on_unsupported, while_busy } = definition;
  const fallback = on_no_match ?? on_unsupported;
  if (while_busy === 'answer' && fallback === undefined) {
    yield blocking('missing_field', { path: ['on_no_match'], ...says('answer_without_target') });
  }
  if (kind === 'scenario' && triggers.length === 0 && fallback === undefined) {
    yield blocking('no_trigger', { path: ['triggers'], ...says('no_trigger') });
  }
  for (const [i, trigger] of triggers.entries()) {
    const hiding = triggers.slice(0, i).filter((earlier) => mayTakeAllOf(earlier, trigger));
    const taken = new Set(hiding.flatMap(firesOn));
    const wanted = firesOn(trigger);
    const isTaken = wanted.length > 0 && wanted.every((what) => taken.has(what));
    if (isTaken || hiding.some((earlier) => takesAllOf(earlier, trigger))) {
      yield warning('duplicate_trigger', { path: ['triggers', i], ...says('trigger_taken') });
    }
    yield* channelFindings(trigger, i, world);
    const own = 'source' in trigger ? trigger.environment : undefined;
    if (own !== undefined && world.environment !== undefined && own !== world.environment) {
      yield warning('never_fires', {
        path: ['triggers', i, 'environment'],
        ...says('other_environment', { own: world.environment, of: own }),
      });
    }
  }
}

/** Finds a trigger for channels of which the project has none. */
function* channelFindings(
  trigger: Trigger,
  i: number,
  { channels, channelIds = [] }: World,
): Generator<Finding> {
  if (!('channels' in trigger) || trigger.channels === undefined) return;
  const known = [...channels.map(({ type }): string => type), ...channelIds];
  if (trigger.channels.some((wanted) => known.includes(wanted))) return;
  yield warning('never_fires', {
    path: ['triggers', i, 'channels'],
    ...says('no_such_channel', { channels: trigger.channels.join(', ') }),
  });
}

/** Whether an earlier trigger fires wherever a later one does, if both are for the same. */
function mayTakeAllOf(earlier: Trigger, later: Trigger): boolean {
  if (earlier.where !== undefined) return false;
  if (!('channels' in earlier) || earlier.channels === undefined) return true;
  const { channels } = earlier;
  const wanted = 'channels' in later ? later.channels : undefined;
  return wanted?.every((each) => channels.includes(each)) ?? false;
}

/** Whether an earlier trigger takes every event, or every return, on which a later one would fire. */
function takesAllOf(earlier: Trigger, later: Trigger): boolean {
  if (earlier.type === 'returning' && later.type === 'returning') {
    const isSame = (earlier.interrupts ?? false) === (later.interrupts ?? false);
    return isSame && earlier.after_seconds <= later.after_seconds;
  }
  if (earlier.type !== 'event' || later.type !== 'event') return false;
  if ('source' in earlier && 'source' in later) {
    const takesAll = earlier.source === '*' && !isHappening(later.source);
    const fits = takesAll || earlier.source === later.source;
    // A trigger for another environment is no fault.
    return fits && (earlier.environment === undefined || earlier.environment === later.environment);
  }
  const interrupts = (trigger: Trigger) => 'interrupts' in trigger && trigger.interrupts === true;
  return interrupts(earlier) || !interrupts(later);
}

/** Texts that are equal where two triggers fire on the same, also in whether they interrupt; none if that cannot be told. */
function firesOn(trigger: Trigger): string[] {
  switch (trigger.type) {
    case 'command':
      return [`command ${trigger.interrupts ?? true} ${trigger.command.toLowerCase()}`];
    case 'text': {
      const { interrupts = false, match = 'equals' } = trigger;
      return placedTexts(trigger).map(([source]) => `text ${interrupts} ${match} ${folded(source)}`);
    }
    case 'any':
    case 'first_contact':
      return [`${trigger.type} ${trigger.interrupts ?? false}`];
    case 'returning':
    case 'event':
    case 'receiver':
    case 'schedule':
      return [];
  }
}
