import { certainFindings } from './check/certain.ts';
import { graphFindings } from './check/graph.ts';
import { messageFindings } from './check/messages.ts';
import { patternFindings } from './check/patterns.ts';
import { referenceFindings } from './check/references.ts';
import { startFindings } from './check/starts.ts';
import { templateFindings } from './check/templates.ts';
import type { World } from './check/world.ts';
import { type Definition, readDefinition } from './definition.ts';
import { blocking, type Finding, warning } from './finding.ts';
import type { Kind } from './position.ts';
import { folded } from './steps/answers.ts';
import type { Trigger } from './triggers.ts';

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
    ...referenceFindings(definition, world),
    ...startFindings(definition, world),
    ...templateFindings(definition, world),
    ...messageFindings(definition, world),
    ...patternFindings(definition),
  ];
  const first = all.filter(({ severity }) => severity === 'blocking');
  return [...first, ...all.filter(({ severity }) => severity === 'warning')].slice(0, mostFindings);
}

function* triggerFindings(definition: Definition, kind: Kind, world: World): Generator<Finding> {
  const { triggers, on_no_match, on_unsupported, while_busy } = definition;
  const fallback = on_no_match ?? on_unsupported;
  if (while_busy === 'answer' && fallback === undefined) {
    const message = '"while_busy": "answer" needs "on_no_match", the step that answers; add it.';
    yield blocking('missing_field', { path: ['on_no_match'], message });
  }
  if (kind === 'scenario' && triggers.length === 0 && fallback === undefined) {
    const message = 'Nothing starts this scenario; add a trigger, such as {"type": "any"}.';
    yield blocking('no_trigger', { path: ['triggers'], message });
  }
  const seen = new Set<string>();
  for (const [i, trigger] of triggers.entries()) {
    const what = firesOn(trigger);
    const isHidden = triggers.slice(0, i).some((earlier) => takesAllOf(earlier, trigger));
    if ((what !== null && seen.has(what)) || isHidden) {
      const message =
        'An earlier trigger fires on the same; this one never does. Remove or change one of them.';
      yield warning('duplicate_trigger', { path: ['triggers', i], message });
    }
    if (what !== null) seen.add(what);
    const own = 'source' in trigger ? trigger.environment : undefined;
    if (own !== undefined && world.environment !== undefined && own !== world.environment) {
      const message = `This workflow runs in ${world.environment} and is not started by ${own} events; the trigger never fires.`;
      yield warning('never_fires', { path: ['triggers', i, 'environment'], message });
    }
  }
}

/** Whether an earlier trigger takes every event on which a later one would fire. */
function takesAllOf(earlier: Trigger, later: Trigger): boolean {
  if (earlier.type !== 'event' || later.type !== 'event' || earlier.where !== undefined) return false;
  if ('source' in earlier && 'source' in later) {
    const fits = earlier.source === '*' || earlier.source === later.source;
    // A trigger for another environment is no fault.
    return fits && (earlier.environment === undefined || earlier.environment === later.environment);
  }
  const interrupts = (trigger: Trigger) => 'interrupts' in trigger && trigger.interrupts === true;
  return interrupts(earlier) || !interrupts(later);
}

/** A text that is equal for two triggers that fire on the same, also in whether they interrupt; null if that cannot be told. */
function firesOn(trigger: Trigger): string | null {
  switch (trigger.type) {
    case 'command':
      return `command ${trigger.interrupts ?? true} ${trigger.command.toLowerCase()}`;
    case 'text':
      return `text ${trigger.interrupts ?? false} ${trigger.match ?? 'equals'} ${folded(trigger.text)}`;
    case 'any':
      return `any ${trigger.interrupts ?? false}`;
    case 'event':
    case 'receiver':
    case 'schedule':
      return null;
  }
}
