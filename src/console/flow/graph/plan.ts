import { groupOfSteps } from '../document/elements.ts';
import type { View } from '../document/history.ts';
import { grouped, type JsonObject } from '../document/json.ts';
import { type Place, placesOf, triggerKey, triggersOf } from '../document/places.ts';
import { edgesOf } from '../document/targets.ts';
import { nodeHeight } from './sizes.ts';

/** What a layout depends on: nothing in it changes while somebody types a text, so nothing is laid out then. */
export interface Plan {
  /** The steps of each list, by where it stands. */
  lists: Readonly<Record<string, readonly PlannedStep[]>>;
  edges: readonly PlannedEdge[];
  triggers: readonly string[];
  /** The named flows. */
  flows: readonly string[];
  /** The group of each step that is in one. */
  groups: Readonly<Record<string, string>>;
}

export interface PlannedStep {
  key: string;
  height: number;
  /** The lists that it carries out. */
  inner: readonly string[];
}

export interface PlannedEdge {
  from: string;
  to: string;
  isMain: boolean;
}

/** Reads off a definition what its layout depends on. */
export function planOf(
  definition: JsonObject,
  view: View = {},
  places: readonly Place[] = placesOf(definition),
): Plan {
  const byList = grouped(places, ({ list }) => list.join('/'));
  const byOwner = grouped([...byList.keys()], (list) => byList.get(list)![0]!.owner ?? '');
  const planned = ({ key, step }: Place): PlannedStep => ({
    ...{ key, height: nodeHeight(step), inner: byOwner.get(key) ?? [] },
  });
  return {
    lists: Object.fromEntries([...byList].map(([list, each]) => [list, each.map(planned)])),
    edges: edgesOf(definition).map(({ from, to, kind }) => ({ from, to, isMain: kind === 'main' })),
    triggers: triggersOf(definition).map((_, i) => triggerKey(i)),
    flows: [...new Set(places.flatMap(({ flow }) => (flow === null ? [] : [flow])))],
    groups: Object.fromEntries(groupOfSteps(view)),
  };
}
