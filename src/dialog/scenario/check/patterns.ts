import type { Condition } from '../conditions.ts';
import type { Definition } from '../definition.ts';
import { type Finding, warning } from '../finding.ts';
import { says } from '../finding-words.ts';
import { type Effort, hardText } from '../hard-text.ts';
import { placedSteps } from '../placed.ts';
import { conditionsOf } from '../reads.ts';
import { placedTexts } from '../triggers.ts';

/**
 * Visits of one check, for all patterns of a definition: about a tenth of a second, in which nobody else is served. A
 * pattern that is given up takes a million.
 */
const mostVisits = 2_500_000;

/** Finds patterns that are given up on some texts. Each is a warning, since on others they work. */
export function* patternFindings(definition: Definition): Generator<Finding> {
  const effort: Effort = { visits: mostVisits };
  const isSlow = new Map<string, boolean>();
  for (const { source, path, step } of patternsOf(definition)) {
    // Once the effort is spent, no further pattern is compiled either.
    if (!isSlow.has(source)) isSlow.set(source, effort.visits > 0 && hardText(source, effort) !== null);
    if (!isSlow.get(source)) continue;
    yield warning('slow_pattern', { path, step, ...says('slow_pattern') });
  }
}

interface PlacedPattern {
  source: string;
  path: Finding['path'];
  step: string | null;
}

/** The patterns of triggers, questions and conditions. */
function* patternsOf(definition: Definition): Generator<PlacedPattern> {
  for (const [i, trigger] of definition.triggers.entries()) {
    const path = ['triggers', i];
    if (trigger.type === 'text' && trigger.match === 'pattern') {
      for (const [source, at] of placedTexts(trigger)) yield { source, path: [...path, ...at], step: null };
    }
  }
  for (const { step, path } of placedSteps(definition)) {
    if (step.type === 'question' && step.validate && 'pattern' in step.validate && step.validate.pattern) {
      yield { source: step.validate.pattern, path: [...path, 'validate', 'pattern'], step: step.id };
    }
  }
  for (const { condition, path, step } of conditionsOf(definition)) {
    yield* inCondition(condition, path, step);
  }
}

function* inCondition(
  condition: Condition,
  path: Finding['path'],
  step: string | null,
): Generator<PlacedPattern> {
  if ('not' in condition) yield* inCondition(condition.not, [...path, 'not'], step);
  for (const list of ['all', 'any'] as const) {
    const parts: Condition[] = list in condition ? (condition as Record<typeof list, Condition[]>)[list] : [];
    for (const [i, part] of parts.entries()) yield* inCondition(part, [...path, list, i], step);
  }
  if ('op' in condition && condition.op === 'matches') {
    yield { source: condition.right, path: [...path, 'right'], step };
  }
}
