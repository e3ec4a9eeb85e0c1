import type { Draft, View } from './history.ts';
import { isObject, isSame, type Json, type JsonObject, type Path, withValue } from './json.ts';
import { innerLists, placesOf } from './places.ts';

/** Joins what two people made of one draft. Steps are known by their ids. */

/** A part that both have changed, each in another way. */
export interface Clash {
  /** `step ask`, `field triggers`. */
  name: string;
  /** The step, if it is one. */
  step: string | undefined;
  /** Undefined: taken away. */
  mine: Json | undefined;
  theirs: Json | undefined;
}

export interface Merged {
  definition: JsonObject;
  clashes: Clash[];
}

/** A document in parts that are joined one by one. */
interface Parts {
  /** Steps by id without the steps inside them, and the other fields of the document. */
  values: Map<string, Json>;
  /** The ids of each list of steps, by where it stands. */
  lists: Map<string, string[]>;
}

const stepName = (key: string) => `step ${key}`;
const innerName = (owner: string, inner: Path) => `${owner}/${inner.join('/')}`;
const outerName = (flow: string | null) => (flow === null ? '' : `flow ${flow}`);

function partsOf(document: JsonObject): Parts {
  const values = new Map<string, Json>();
  const lists = new Map<string, string[]>([['', []]]);
  const { steps: _, flows, ...others } = document;
  for (const [name, value] of Object.entries(others)) values.set(`field ${name}`, value);
  for (const [name, flow] of Object.entries(isObject(flows) ? flows : {})) {
    values.set(`flow ${name}`, isObject(flow) ? withValue(flow, ['steps'], []) : flow);
    lists.set(`flow ${name}`, []);
  }
  const lengths = new Map<string, number>();
  for (const { key, step, owner, flow, list, path } of placesOf(document)) {
    lengths.set(key, path.length);
    let bare = step;
    for (const inner of innerLists(step)) {
      bare = withValue(bare, inner, []);
      lists.set(innerName(key, inner), []);
    }
    values.set(stepName(key), bare);
    const name = owner === null ? outerName(flow) : innerName(owner, list.slice(lengths.get(owner)));
    lists.set(name, [...(lists.get(name) ?? []), key]);
  }
  return { values, lists };
}

/**
 * Joins mine and theirs, which both came of base.
 * @param choose which one counts where both have changed the same part; mine if absent
 */
export function merged(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  choose: (name: string) => 'mine' | 'theirs' = () => 'mine',
): Merged {
  const [from, own, other] = [partsOf(base), partsOf(mine), partsOf(theirs)];
  const clashes: Clash[] = [];
  const values = new Map<string, Json>();
  for (const name of new Set([...other.values.keys(), ...own.values.keys()])) {
    const [was, is, now] = [from.values.get(name), own.values.get(name), other.values.get(name)];
    let value = isSame(was, is) ? now : is;
    if (!isSame(was, is) && !isSame(was, now) && !isSame(is, now)) {
      const step = name.startsWith('step ') ? name.slice(5) : undefined;
      clashes.push({ name, step, mine: is, theirs: now });
      value = choose(name) === 'mine' ? is : now;
    }
    if (value !== undefined) values.set(name, value);
  }
  const lists = new Map<string, string[]>();
  for (const name of new Set([...other.lists.keys(), ...own.lists.keys()])) {
    const sides = [from, own, other].map((side) => side.lists.get(name));
    lists.set(name, joinedList(sides, [own, other]));
  }
  return { definition: built({ values, lists }, mine), clashes };
}

/**
 * Joins the orders of a list: that of whoever has changed it, or theirs, with what only the other one has at its place. What one took away is in
 * it, too: the values say whether it counts.
 */
function joinedList([base, mine, theirs]: (string[] | undefined)[], [has, hadBy]: [Parts, Parts]): string[] {
  const isTheirs = !isSame(base, theirs);
  const [first = [], second = []] = isTheirs ? [theirs, mine] : [mine, theirs];
  const known = isTheirs ? hadBy : has;
  const joined = [...first];
  for (const [i, id] of second.entries()) {
    // It was moved to another list.
    if (first.includes(id) || (base?.includes(id) && known.values.has(stepName(id)))) continue;
    const before = i === 0 ? -1 : joined.indexOf(second[i - 1]!);
    joined.splice(before < 0 && i > 0 ? joined.length : before + 1, 0, id);
  }
  return joined;
}

/** Puts the parts together. @param like gives the order of the fields */
function built({ values, lists }: Parts, like: JsonObject): JsonObject {
  const placed = new Set<string>();
  const stepsOf = (name: string): JsonObject[] =>
    (lists.get(name) ?? []).flatMap((key) => {
      const bare = values.get(stepName(key));
      // A step that one has moved to another list stands in two of them.
      if (!isObject(bare) || placed.has(key)) return [];
      placed.add(key);
      let step = bare;
      for (const inner of innerLists(bare)) step = withValue(step, inner, stepsOf(innerName(key, inner)));
      return [step];
    });
  const fields = new Map<string, Json>();
  const flows: Record<string, Json> = {};
  const steps = stepsOf('');
  for (const [name, value] of values) {
    if (name.startsWith('field ')) fields.set(name.slice(6), value);
    if (name.startsWith('flow '))
      flows[name.slice(5)] = isObject(value) ? withValue(value, ['steps'], stepsOf(name)) : value;
  }
  // A step whose list is gone, since one took away what the other put it into, comes last.
  for (const [name, step] of values) {
    if (name.startsWith('step ') && !placed.has(name.slice(5)) && isObject(step)) steps.push(step);
  }
  fields.set('steps', steps);
  if (Object.keys(flows).length > 0 || isObject(like.flows)) fields.set('flows', flows);
  const order = Object.keys(like);
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.fromEntries([...fields].sort(([one], [other]) => rank(one) - rank(other)));
}

/** Joins two drafts; of the view, which nobody reads but the editor, mine counts where both have changed it. */
export function mergedDraft(
  base: Draft,
  mine: Draft,
  theirs: Draft,
  choose?: (name: string) => 'mine' | 'theirs',
): { draft: Draft; clashes: Clash[] } {
  const { definition, clashes } = merged(base.definition, mine.definition, theirs.definition, choose);
  return { draft: { definition, view: mergedView(base.view, mine.view, theirs.view) }, clashes };
}

function mergedView(base: View, mine: View, theirs: View): View {
  const joined: Record<string, unknown> = { ...theirs };
  for (const name of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    const parts = [base[name], mine[name], theirs[name]] as (Json | undefined)[];
    const [was, is, now] = parts;
    if (isSame(was, is)) continue;
    // Both may have made the first note or group.
    if (isObject(is as Json) && isObject(now as Json)) {
      const before = isObject(was as Json) ? was : {};
      joined[name] = mergedView(before as unknown as View, is as unknown as View, now as unknown as View);
    } else if (parts.every(isNames)) joined[name] = joinedNames(...(parts as [string[], string[], string[]]));
    else if (is === undefined) delete joined[name];
    else joined[name] = is;
  }
  return joined;
}

const isNames = (part: Json | undefined): boolean =>
  Array.isArray(part) && part.every((each) => typeof each === 'string');

/** Names, such as the steps of a group: what one has put in is in it, and what one took out is not. */
const joinedNames = (base: string[], mine: string[], theirs: string[]): string[] => [
  ...theirs.filter((name) => mine.includes(name) || !base.includes(name)),
  ...mine.filter((name) => !theirs.includes(name) && !base.includes(name)),
];
