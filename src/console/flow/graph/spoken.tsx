import { type RefObject, useEffect, useState } from 'react';
import hidden from '../../kit/spoken.module.css';
import { t, word } from '../../text/text.ts';
import { isObject, type JsonObject } from '../document/json.ts';
import { placeOf, triggerIndex, triggersOf } from '../document/places.ts';
import { summaryOf, triggerSummary } from '../look/summary.ts';
import type { Graph } from './nodes.ts';
import { waysOut } from './walk.ts';

interface SpokenProps {
  canvas: RefObject<HTMLElement | null>;
  graph: Graph;
  definition: JsonObject;
  current: string | undefined;
}

/** Tells readers of screens to which step somebody has come on the canvas, and where its ways lead. The list tells its own. */
export function Spoken({ canvas, graph, definition, current }: SpokenProps) {
  const [said, say] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed into a step is not read out again.
  useEffect(() => {
    if (current === undefined || document.activeElement !== canvas.current) return;
    const ways = waysOut(graph, current).map(({ to }, i) => `${i + 1} ${to}`);
    const leads = ways.length > 0 && t('flow.leads', { ways: ways.join(', ') });
    say([...about(definition, current), leads].filter(Boolean).join('. '));
  }, [current]);
  return (
    <p className={hidden.spoken} aria-live="polite">
      {said}
    </p>
  );
}

/** What a step or trigger is called, and what it does. */
function about(definition: JsonObject, key: string): string[] {
  const index = triggerIndex(key);
  const trigger = index === undefined ? undefined : triggersOf(definition)[index];
  if (isObject(trigger)) return [word('flow_trigger', String(trigger.type ?? '')), triggerSummary(trigger)];
  const place = placeOf(definition, key);
  return place ? [key, word('flow_step', place.type), summaryOf(place.step)] : [key];
}
