import { useEffect, useMemo, useState } from 'react';
import type { View } from '../document/history.ts';
import type { JsonObject } from '../document/json.ts';
import { placesOf } from '../document/places.ts';
import { placedByHand } from './by-hand.ts';
import { type Layout, layoutOf } from './layout.ts';
import { Layouter } from './layouter.ts';
import { type Plan, planOf } from './plan.ts';

/** Up to so many steps a layout takes less than a frame or two, and stands at once. */
const fewSteps = 60;

/** Where everything stands: at once for small flows, and by a worker for large ones. Until it answers, what was there before stays. @returns undefined until the first answer */
export function useLayout(definition: JsonObject, view?: View): Layout | undefined {
  const places = useMemo(() => placesOf(definition), [definition]);
  // What is typed changes no plan, so that nothing is laid out anew.
  const written = JSON.stringify(useMemo(() => planOf(definition, view, places), [definition, view, places]));
  const plan = useMemo<Plan>(() => JSON.parse(written), [written]);
  const auto = useAutomatic(plan, places.length <= fewSteps);
  return useMemo(() => auto && placedByHand(auto, places, plan.triggers, view), [auto, places, plan, view]);
}

function useAutomatic(plan: Plan, isSmall: boolean): Layout | undefined {
  const small = useMemo(() => (isSmall ? layoutOf(plan) : undefined), [plan, isSmall]);
  const [latest, setLatest] = useState<Layout>();
  const [layouter] = useState(() => new Layouter());
  useEffect(() => () => layouter.stop(), [layouter]);
  useEffect(() => {
    // It stays until the worker has answered, if the flow grows.
    if (small) return setLatest(small);
    layouter.ask(plan, (layout) => setLatest(layout ?? layoutOf(plan)));
  }, [plan, small, layouter]);
  return small ?? latest;
}
