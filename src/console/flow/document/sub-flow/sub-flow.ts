import { type JsonObject, startsWith } from '../json.ts';
import { placesOf } from '../places.ts';
import { type Chosen, isRefused, type Refused, refused } from './chosen.ts';
import { handedOver } from './handed-over.ts';
import { made, type SubFlow } from './made.ts';
import { wayIn, wayOut } from './ways.ts';

/** Makes a flow of its own of some steps, which a call carries out in their place. */

/** @param wanted how the flow and its call are called if nothing else is called so */
export function subFlow(document: JsonObject, keys: readonly string[], wanted: string): SubFlow | Refused {
  const places = placesOf(document);
  const named = places.filter(({ key }) => keys.includes(key));
  const steps = named.filter(
    ({ path }) => !named.some((other) => other.path.length < path.length && startsWith(path, other.path)),
  );
  const [first] = steps;
  if (!first) return refused('nothing');
  const apart = steps.filter(({ list }) => list.join('/') !== first.list.join('/'));
  if (apart.length > 0) return refused('lists', [first.key, apart[0]!.key]);
  const within = places.filter(({ path }) => steps.some((step) => startsWith(path, step.path)));
  const chosen: Chosen = { document, places, steps, keys: new Set(within.map(({ key }) => key)) };
  const entry = wayIn(chosen);
  if (typeof entry !== 'string') return entry;
  const exit = wayOut(chosen);
  if (isRefused(exit)) return exit;
  const handed = handedOver(chosen, entry, exit);
  if (isRefused(handed)) return handed;
  return made(chosen, { entry, exit, handed, wanted });
}
