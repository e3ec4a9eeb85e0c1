import type { Corner } from '../document/elements.ts';
import type { View } from '../document/history.ts';
import { grouped } from '../document/json.ts';
import { type Place, triggerIndex } from '../document/places.ts';
import { type Layout, padding } from './layout.ts';
import { nodeHeight, nodeWidth, triggerHeight } from './sizes.ts';

/** Where a step or trigger stands that a layout does not know yet: a little below what comes before it, until all is laid out anew. */
const belowBefore = { x: 24, y: 64 };

/**
 * Moves what was put somewhere by hand, with the steps inside it, and draws the boxes around what is inside.
 * @param auto as everything was laid out by itself, maybe of the document as it was a moment ago; it stays as it is
 */
export function placedByHand(
  auto: Layout,
  places: readonly Place[],
  triggers: readonly string[],
  { positions = {} }: View = {},
): Layout {
  const layout: Layout = {
    ...{ positions: new Map(), boxes: [...auto.boxes], stacked: new Set(auto.stacked) },
  };
  let last: Corner = { x: 0, y: 0 };
  const automatic = (key: string): Corner => {
    last = auto.positions.get(key) ?? { x: last.x + belowBefore.x, y: last.y + belowBefore.y };
    return last;
  };
  const byHand = (key: string): Corner | undefined => {
    const hand = positions[key];
    return hand && { x: hand[0], y: hand[1] };
  };
  for (const key of triggers) layout.positions.set(key, byHand(key) ?? automatic(key));
  const shifts = new Map<string, Corner>();
  /** The step before, in each list. */
  const before = new Map<string, string>();
  for (const { key, owner, list } of places) {
    const at = automatic(key);
    const shift = (owner !== null && shifts.get(owner)) || { x: 0, y: 0 };
    const hand = byHand(key);
    const now = hand ?? { x: at.x + shift.x, y: at.y + shift.y };
    const name = list.join('/');
    const previous = before.get(name);
    before.set(name, key);
    // A step below one that was moved does not follow it.
    if (hand || (previous !== undefined && positions[previous])) layout.stacked.delete(key);
    layout.positions.set(key, now);
    shifts.set(key, { x: now.x - at.x, y: now.y - at.y });
  }
  drawBoxes(layout, places);
  return layout;
}

/** Something on the canvas. */
export interface Area extends Corner {
  width: number;
  height: number;
}

/** The area around all of them; undefined around nothing. */
export function around(areas: readonly Area[]): Area | undefined {
  if (areas.length === 0) return undefined;
  const x = Math.min(...areas.map((area) => area.x));
  const y = Math.min(...areas.map((area) => area.y));
  const right = Math.max(...areas.map((area) => area.x + area.width));
  const low = Math.max(...areas.map((area) => area.y + area.height));
  return { x, y, width: right - x, height: low - y };
}

function drawBoxes(layout: Layout, places: readonly Place[]): void {
  const inside = grouped(places, ({ owner }) => owner ?? '');
  const boxes = new Map<string, Area>();
  for (const { key, step } of places.toReversed()) {
    const inner = key === '' ? undefined : inside.get(key);
    if (!inner) continue;
    const areas = [{ key, step }, ...inner].map(
      (each) => boxes.get(each.key) ?? areaOfStep(each, layout.positions),
    );
    const { x, y, width, height } = around(areas)!;
    const box = { x: x - 4, y: y - 4, width: width + 4 + padding, height: height + 4 + padding };
    boxes.set(key, box);
    layout.boxes.unshift({ key, ...box, flow: null });
  }
}

const areaOfStep = ({ key, step }: Pick<Place, 'key' | 'step'>, positions: Layout['positions']): Area => ({
  ...positions.get(key)!,
  width: nodeWidth,
  height: nodeHeight(step),
});

/** What each step and trigger takes up, a step with what is inside it. */
export function areasOf({ positions, boxes }: Layout, places: readonly Place[]): Map<string, Area> {
  const areas = new Map<string, Area>();
  for (const [key, at] of positions) {
    if (triggerIndex(key) !== undefined) areas.set(key, { ...at, width: nodeWidth, height: triggerHeight });
  }
  for (const place of places) areas.set(place.key, areaOfStep(place, positions));
  for (const { key, flow, ...area } of boxes) if (flow === null) areas.set(key, area);
  return areas;
}
