import { type Path, valueAt } from '../json.ts';
import { namingPaths } from '../names.ts';
import { ownerOf } from '../places.ts';
import { edgesOf, goesOn } from '../targets.ts';
import { type Chosen, isButton, type Refused, refused } from './chosen.ts';

/** The one step at which flows come to the chosen ones. */
export function wayIn(chosen: Chosen): string | Refused {
  const { document, places, steps, keys } = chosen;
  const entries = new Set(steps.filter(({ index }) => index === 0).map(({ key }) => key));
  for (const { from, to, path } of edgesOf(document)) {
    if (path === null && keys.has(to) && !keys.has(from)) entries.add(to);
  }
  const pressed = new Set<string>();
  for (const at of namingPaths(document)) {
    const to = String(valueAt(document, at));
    const owner = ownerOf(places, at);
    if (!keys.has(to)) continue;
    if (owner === undefined || !keys.has(owner.key)) entries.add(to);
    else if (isButton(owner, at)) pressed.add(to);
  }
  if (entries.size > 1) return refused('ways_in', entries);
  const entry = [...entries][0] ?? steps[0]!.key;
  // A press leaves all calls, so it leads to no step inside one.
  pressed.delete(entry);
  return pressed.size > 0 ? refused('button', pressed) : entry;
}

export interface WayOut {
  /** Where the flow goes on behind the chosen steps; null: it ends. Undefined: it never leaves them. */
  to: string | null | undefined;
  /** The fields that lead there. */
  fields: Path[];
}

export function wayOut(chosen: Chosen): WayOut | Refused {
  const { document, places, steps, keys } = chosen;
  const targets = new Set<string | null>();
  const fields: Path[] = [];
  for (const at of namingPaths(document)) {
    const owner = ownerOf(places, at);
    const to = String(valueAt(document, at));
    if (!owner || !keys.has(owner.key) || keys.has(to) || isButton(owner, at)) continue;
    fields.push(at);
    targets.add(to);
  }
  for (const { step, following } of steps) {
    const falls = step.next === undefined && goesOn(step);
    if (falls && !(following !== null && keys.has(following))) targets.add(following);
  }
  const ends = places.filter(({ key, type }) => type === 'end' && keys.has(key));
  const saying = ends.filter(({ step }) => step.output !== undefined || step.status !== undefined);
  const isInner = steps[0]!.depth > 0;
  const unsayable = isInner ? ends : saying;
  if (unsayable.length > 0) return refused('end_says', [unsayable[0]!.key]);
  if (ends.length > 0) targets.add(null);
  const last = places.findLast(({ list }) => list.join('/') === steps[0]!.list.join('/'))!;
  // Inside a step, only the last one of the list can end it.
  const endsAmid = isInner && targets.has(null) && !keys.has(last.key);
  if (targets.size > 1 || endsAmid)
    return refused(
      'ways_out',
      [...targets].map((to) => to ?? ''),
    );
  return { to: [...targets][0], fields };
}
