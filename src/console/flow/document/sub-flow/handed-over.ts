import { isObject, type Json, type JsonObject } from '../json.ts';
import { freeId, type Place } from '../places.ts';
import { edgesOf } from '../targets.ts';
import { readsIn } from '../templates.ts';
import { type Chosen, type Refused, refused } from './chosen.ts';
import type { WayOut } from './ways.ts';

export interface HandedOver {
  /** What the call gives to the flow, by name. */
  input: Record<string, string>;
  /** The names of the same inside: `steps.ask` is `input.ask`. */
  inside: ReadonlyMap<string, string>;
  /** The steps whose outputs are read behind the call. */
  outputs: readonly string[];
  /** The variables that are the flow's own. */
  vars: readonly string[];
}

/** A flow reads nothing of its caller but its input, and its caller nothing of it but its output. */
export function handedOver(
  { document, places, steps, keys }: Chosen,
  entry: string,
  exit: WayOut,
): HandedOver | Refused {
  const { flow } = steps[0]!;
  const ofFlow = places.filter((place) => place.flow === flow);
  const own = steps.map(({ step }) => step as Json);
  const others = ofFlow.filter(({ key }) => !keys.has(key)).map(({ step }) => withoutChosen(step, keys));
  const [reads, elsewhere] = [readsIn(own), readsIn(others)];
  const setHere = new Set(ofFlow.filter(({ key }) => keys.has(key)).flatMap(varsOf));
  const setElsewhere = ofFlow.filter(({ key }) => !keys.has(key)).flatMap(varsOf);
  if (reads.isComputed || elsewhere.isComputed) return refused('computed');
  const shared = [...setHere].filter((name) => elsewhere.vars.has(name) || setElsewhere.includes(name));
  // What comes here again would begin with other values than it left.
  const isAgain = typeof exit.to === 'string' && isReached(document, exit.to, entry);
  if (shared.length > 0 || (isAgain && setHere.size > 0))
    return refused('vars', shared.length > 0 ? shared : setHere);
  const wanted = [
    ...[...reads.input].map((name) => ['input', name] as const),
    ...[...reads.steps].filter((name) => !keys.has(name)).map((name) => ['steps', name] as const),
    ...[...reads.vars].filter((name) => !setHere.has(name)).map((name) => ['vars', name] as const),
  ];
  const input: Record<string, string> = {};
  const inside = new Map<string, string>();
  for (const [from, name] of wanted) {
    const given = freeId(name, new Set(Object.keys(input)));
    input[given] = `{{ ${from}.${name} }}`;
    inside.set(`${from}.${name}`, `input.${given}`);
  }
  return {
    input,
    inside,
    outputs: [...elsewhere.steps].filter((name) => keys.has(name)),
    vars: [...setHere],
  };
}

/** A step without what is written in the chosen ones inside it. */
function withoutChosen(step: JsonObject, keys: ReadonlySet<string>): Json {
  const keep = (value: Json): Json => {
    if (Array.isArray(value))
      return value.filter((each) => !(isObject(each) && keys.has(String(each.id)))).map(keep);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, keep(each)]));
  };
  return keep(step);
}

const varsOf = ({ step }: Place): string[] => [
  ...(typeof step.var === 'string' ? [step.var] : []),
  ...(step.type === 'set' && isObject(step.vars) ? Object.keys(step.vars) : []),
];

function isReached(document: JsonObject, from: string, wanted: string): boolean {
  const seen = new Set([from]);
  for (const at of seen) {
    if (at === wanted) return true;
    for (const edge of edgesOf(document)) if (edge.from === at) seen.add(edge.to);
  }
  return false;
}
