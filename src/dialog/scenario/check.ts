import { graphFindings } from './check/graph.ts';
import { messageFindings } from './check/messages.ts';
import { referenceFindings } from './check/references.ts';
import { templateFindings } from './check/templates.ts';
import type { World } from './check/world.ts';
import { type Definition, readDefinition } from './definition.ts';
import { blocking, type Finding, warning } from './finding.ts';
import type { Kind } from './position.ts';
import { folded } from './steps/answers.ts';
import type { Trigger } from './triggers.ts';

const mostFindings = 200;

/**
 * All that is wrong with a definition, or may be, as far as it can be told without running it. Where its structure is
 * wrong, only that is told. At most 200 findings, the blocking ones first.
 */
export function checkDefinition(json: unknown, kind: Kind, world: World): Finding[] {
  const { definition, findings } = readDefinition(json, kind);
  if (!definition) return findings.slice(0, mostFindings);
  const all = [
    ...triggerFindings(definition, kind),
    ...graphFindings(definition, kind),
    ...referenceFindings(definition, world),
    ...templateFindings(definition, world),
    ...messageFindings(definition, world),
  ];
  const first = all.filter(({ severity }) => severity === 'blocking');
  return [...first, ...all.filter(({ severity }) => severity === 'warning')].slice(0, mostFindings);
}

function* triggerFindings({ triggers }: Definition, kind: Kind): Generator<Finding> {
  if (kind === 'scenario' && triggers.length === 0) {
    const message = 'Nothing starts this scenario; add a trigger, such as {"type": "any"}.';
    yield blocking('no_trigger', { path: ['triggers'], message });
  }
  const seen = new Set<string>();
  for (const [i, trigger] of triggers.entries()) {
    const what = firesOn(trigger);
    if (what !== null && seen.has(what)) {
      const message =
        'An earlier trigger fires on the same; this one never does. Remove or change one of them.';
      yield warning('duplicate_trigger', { path: ['triggers', i], message });
    }
    if (what !== null) seen.add(what);
  }
}

/** What a trigger fires on, where two that fire on the same can be told; with it, whether it interrupts. */
function firesOn(trigger: Trigger): string | null {
  switch (trigger.type) {
    case 'command':
      return `command ${trigger.interrupts ?? true} ${trigger.command.toLowerCase()}`;
    case 'text':
      return `text ${trigger.interrupts ?? false} ${trigger.match ?? 'equals'} ${folded(trigger.text)}`;
    case 'any':
      return `any ${trigger.interrupts ?? false}`;
    default:
      return null;
  }
}
