import { asksForHoursIn } from '../conditions.ts';
import type { Definition } from '../definition.ts';
import { type Finding, warning } from '../finding.ts';
import { says } from '../finding-words.ts';
import { conditionsOf } from '../reads.ts';
import type { World } from './world.ts';

/** Finds conditions that ask when the project is open, where nobody has said so. */
export function* hoursFindings(definition: Definition, { hasCalendar }: World): Generator<Finding> {
  if (hasCalendar !== false) return;
  for (const { condition, path, step } of conditionsOf(definition)) {
    if (!asksForHoursIn(condition)) continue;
    yield warning('no_calendar', { path, step, ...says('no_calendar') });
  }
}
