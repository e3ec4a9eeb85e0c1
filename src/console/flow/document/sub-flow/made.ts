import { endHere, insertSteps } from '../edits.ts';
import { isObject, type Json, type JsonObject, type Path, startsWith, valueAt, withValue } from '../json.ts';
import { namingPaths } from '../names.ts';
import { freeId, idsOf, ownerOf, placesOf } from '../places.ts';
import { goesOn } from '../targets.ts';
import { withReads } from '../templates.ts';
import { type Chosen, isButton } from './chosen.ts';
import type { HandedOver } from './handed-over.ts';
import type { WayOut } from './ways.ts';

export interface SubFlow {
  definition: JsonObject;
  /** The step that calls it. */
  call: string;
  /** The steps that are in it now. */
  steps: readonly string[];
}

interface Plan {
  entry: string;
  exit: WayOut;
  handed: HandedOver;
  wanted: string;
}

export function made({ document, steps, keys }: Chosen, { entry, exit, handed, wanted }: Plan): SubFlow {
  const flows = isObject(document.flows) ? document.flows : {};
  const taken = idsOf(document);
  const call = freeId(wanted, taken);
  const flow = freeId(wanted, new Set(Object.keys(flows)));
  const endId = freeId('end', new Set([...taken, call]));
  const inOrder = [...steps].sort((one, other) => Number(other.key === entry) - Number(one.key === entry));
  const last = inOrder.at(-1)!;
  const hasOutput = handed.outputs.length > 0;
  let needsEnd = hasOutput;
  const moved = inOrder.map((place, i) => {
    let step: JsonObject = place.step;
    const set = (path: Path, to: string) => {
      if (to === endId) needsEnd = true;
      step = withValue(step, path, to);
    };
    for (const field of exit.fields.filter((each) => startsWith(each, place.path))) {
      const path = field.slice(place.path.length);
      if (place === last && path.join() === 'next') step = withValue(step, path, undefined);
      else set(path, endId);
    }
    if (place.step.next === undefined && goesOn(place.step)) {
      const next = place.following !== null && keys.has(place.following) ? place.following : undefined;
      const natural = inOrder[i + 1]?.key;
      if (next !== natural) set(['next'], next ?? endId);
    }
    return withReads(step, (from, name) => handed.inside.get(`${from}.${name}`)) as JsonObject;
  });
  const { list, flow: around } = steps[0]!;
  const scope: Path = around === null ? [] : ['flows', around];
  const before = valueAt(document, [...scope, 'vars']);
  const vars = isObject(before) ? Object.entries(before).filter(([name]) => handed.vars.includes(name)) : [];
  let own: JsonObject = {
    steps: needsEnd ? [...moved, { id: endId, type: 'end' }] : moved,
    ...(vars.length > 0 && { vars: Object.fromEntries(vars) }),
  };
  const output = Object.fromEntries(handed.outputs.map((key) => [key, `{{ steps.${key} }}`]));
  for (const { path, type } of hasOutput ? placesOf(own) : []) {
    if (type === 'end') own = withValue(own, [...path, 'output'], output);
  }
  const calling: JsonObject = {
    ...{ id: call, type: 'call', flow },
    ...(Object.keys(handed.input).length > 0 && { input: handed.input }),
  };
  // Without the steps, and with the call where flows came to them.
  const at = steps.find(({ key }) => key === entry)!.index;
  const index = at - steps.filter((step) => step.index < at).length;
  let changed = withValue(
    document,
    list,
    (valueAt(document, list) as readonly Json[]).filter((_, i) => !steps.some((step) => step.index === i)),
  );
  const rename = (from: string, name: string) =>
    from === 'steps' && handed.outputs.includes(name) ? `steps.${call}.output.${name}` : undefined;
  changed = withScope(changed, scope, (value) => withReads(value, rename));
  for (const [name] of vars) changed = withValue(changed, [...scope, 'vars', name], undefined);
  changed = insertSteps(changed, list, index, [calling]);
  changed = ledToCall(withValue(changed, ['flows', flow], own), entry, call, flow);
  return { definition: ledOn(changed, call, exit.to), call, steps: moved.map(({ id }) => String(id)) };
}

/** Changes what belongs to a flow: for that of the document, all but the named ones. */
function withScope(document: JsonObject, scope: Path, change: (value: Json) => Json): JsonObject {
  if (scope.length > 0) return withValue(document, scope, change(valueAt(document, scope)!));
  const { flows, ...own } = document;
  return { ...(change(own) as JsonObject), ...(flows !== undefined && { flows }) };
}

/** Whatever led to the first of the steps leads to their call, buttons among them too. */
function ledToCall(document: JsonObject, entry: string, call: string, flow: string): JsonObject {
  let changed = document;
  const places = placesOf(document);
  for (const at of namingPaths(document)) {
    const owner = ownerOf(places, at);
    const isInside = owner?.flow === flow && !isButton(owner, at);
    if (valueAt(document, at) === entry && !isInside) changed = withValue(changed, at, call);
  }
  return changed;
}

/** The call goes on where the steps did. */
function ledOn(document: JsonObject, call: string, to: WayOut['to']): JsonObject {
  const { path, following } = placesOf(document).find(({ key }) => key === call)!;
  if (to === undefined || to === following) return document;
  return to === null ? endHere(document, [...path, 'next']) : withValue(document, [...path, 'next'], to);
}
