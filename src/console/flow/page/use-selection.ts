import { useEffect, useRef, useState } from 'react';
import { useAddress, wordAt } from '../../kit/address.ts';
import type { JsonObject, Path } from '../document/json.ts';
import { placesOf } from '../document/places.ts';

/** Whoever walks through steps changes the address where they stop. */
const stopsMs = 150;

/** What is selected; the last of it stands in the address. */
export function useSelection(definition: JsonObject): [readonly string[], (keys: readonly string[]) => void] {
  const [search, change] = useAddress();
  const step = wordAt(search, 'step');
  const [selected, setSelected] = useState<readonly string[]>(step ? [step] : []);
  const last = selected.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection changes the address.
  useEffect(() => {
    if (last === (step || undefined)) return;
    const stops = setTimeout(() => change({ step: last }), stopsMs);
    return () => clearTimeout(stops);
  }, [last]);
  // A step that is called differently after a step back, or back again, stays selected.
  const place = useRef<{ key: string; path: Path }>(undefined);
  useEffect(() => {
    if (last === undefined || last.startsWith('@')) return;
    const places = placesOf(definition);
    const now = places.find(({ key }) => key === last);
    if (now) place.current = { key: last, path: now.path };
    else if (place.current?.key === last) {
      const stands = places.find(({ path }) => path.join('/') === place.current!.path.join('/'));
      if (stands) setSelected([stands.key]);
    }
  }, [definition, last]);
  return [selected, setSelected];
}
