import { sayFinding } from '../../api/finding.ts';
import { pinsOf } from '../../api/pins.ts';
import { t, word } from '../../text/text.ts';
import type { View } from '../document/history.ts';
import type { JsonObject, Path } from '../document/json.ts';
import { placesOf, triggerKey } from '../document/places.ts';
import type { Mark, Marks } from '../graph/nodes.ts';
import type { Finding } from '../save/calls.ts';

/** Where the findings of the check belong. */

/** The step or trigger of a finding; undefined for the document itself. */
export function keyOfFinding({ step, path }: Finding, definition: JsonObject): string | undefined {
  if (path[0] === 'triggers' && typeof path[1] === 'number') return triggerKey(path[1]);
  if (step !== null) return step;
  // Of a step without an id of its own.
  return placesOf(definition).findLast(({ path: at }) => at.every((part, i) => part === path[i]))?.key;
}

export function findingsByKey(
  findings: readonly Finding[],
  definition: JsonObject,
): Map<string | undefined, Finding[]> {
  const found = new Map<string | undefined, Finding[]>();
  for (const finding of findings) {
    const key = keyOfFinding(finding, definition);
    found.set(key, [...(found.get(key) ?? []), finding]);
  }
  return found;
}

/** The findings as marks of the graph, and the steps that are pinned. */
export function marksOf(byKey: ReadonlyMap<string | undefined, Finding[]>, view: View): Marks {
  const marks = new Map<string, Mark>();
  for (const key of Object.keys(pinsOf(view))) marks.set(key, { isPinned: true, title: t('flow.pinned') });
  for (const [key, found] of byKey) {
    if (key === undefined) continue;
    const isBlocking = found.some(({ severity }) => severity === 'blocking');
    marks.set(key, {
      ...marks.get(key),
      ...{ state: isBlocking ? 'bad' : 'warn', count: found.length, title: found.map(sayOf).join('\n') },
    });
  }
  return marks;
}

/**
 * What a finding says, in the reader's language; the server says it in English itself. That nothing was written yet is no mistake of whoever has
 * just made a step.
 */
export function sayOf(finding: Finding): string {
  const { message, path } = finding;
  const field = path.findLast((part) => typeof part === 'string');
  if (field === undefined || !emptyText.test(message)) return sayFinding(finding);
  return t('flow.empty', { field: word('flow_field', field) });
}

/** What the server's schemas say of an empty text that must not be empty. */
const emptyText = /String should have at least 1 character\.?$/;

/** What is said of a field: the finding at its path. */
export function faultAt(findings: readonly Finding[], path: Path): string | undefined {
  const finding = findings.find((each) => each.path.join('/') === path.join('/'));
  return finding && sayOf(finding);
}

/** Whether something is said of a field or of what is in it. */
export const isFaulty = (findings: readonly Finding[], path: Path): boolean =>
  findings.some((finding) => path.every((part, i) => part === finding.path[i]));
