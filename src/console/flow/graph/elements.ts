import type { Node as FlowNode } from '@xyflow/react';
import { type Corner, cornerOfNote, elementKey, groupsOf, notesOf } from '../document/elements.ts';
import type { View } from '../document/history.ts';
import type { Place } from '../document/places.ts';
import { type Area, areasOf, around } from './by-hand.ts';
import css from './elements.module.css';
import type { Layout } from './layout.ts';
import { frameHead, framePadding } from './sizes.ts';

/** Notes and groups as they stand on the canvas, also while something is dragged. */

export interface NoteData extends Record<string, unknown> {
  text: string;
  isEditable: boolean;
}
export interface FrameData extends Record<string, unknown> {
  title: string;
  count: number;
}
export type NoteNodeType = FlowNode<NoteData, 'note'>;
export type FrameNodeType = FlowNode<FrameData, 'frame'>;

/** What is being dragged or made larger: where it stands at this moment, by key; of the box around the steps inside a step `box …`. */
export type Dragged = ReadonlyMap<string, Corner & { width?: number; height?: number }>;
export const nothingDragged: Dragged = new Map();

/** What steps take up while something is dragged. */
export function areasWhile(layout: Layout, places: readonly Place[], dragged: Dragged): Map<string, Area> {
  const areas = areasOf(layout, places);
  for (const [key, { x, y }] of dragged) {
    const area = areas.get(key);
    const from = layout.positions.get(key);
    if (area && from) areas.set(key, { ...area, x: area.x + x - from.x, y: area.y + y - from.y });
  }
  return areas;
}

/** The frame around steps. */
function frameAround(keys: readonly string[], areas: ReadonlyMap<string, Area>): Area | undefined {
  const area = around(keys.flatMap((key) => areas.get(key) ?? []));
  return (
    area && {
      ...{ x: area.x - framePadding, y: area.y - frameHead },
      width: area.width + 2 * framePadding,
      height: area.height + frameHead + framePadding,
    }
  );
}

/** Groups whose steps are there, and all notes. */
export function elementNodes(
  view: View,
  areas: ReadonlyMap<string, Area>,
  dragged: Dragged,
  isEditable: boolean,
): (NoteNodeType | FrameNodeType)[] {
  const frames = groupsOf(view).flatMap(([id, { title, steps }]): FrameNodeType[] => {
    const frame = frameAround(steps, areas);
    if (!frame) return [];
    const { x, y, width, height } = frame;
    return [
      {
        ...{ id: elementKey('group', id), type: 'frame', position: { x, y }, width, height, zIndex: -2 },
        // What stands in it, and the canvas between, is meant by presses there.
        ...{ dragHandle: `.${css.frameHead}`, style: { pointerEvents: 'none' } },
        data: { title, count: steps.length },
      },
    ];
  });
  const notes = notesOf(view).map(([id, note]): NoteNodeType => {
    const key = elementKey('note', id);
    const {
      x,
      y,
      width = note.size[0],
      height = note.size[1],
    } = {
      ...cornerOfNote(note, (step) => areas.get(step)),
      ...dragged.get(key),
    };
    return {
      ...{ id: key, type: 'note', position: { x, y }, width, height, zIndex: 1 },
      // What makes it larger begins with this.
      measured: { width, height },
      data: { text: note.text, isEditable },
    };
  });
  return [...frames, ...notes];
}

/** How far off a note may be from a step that it belongs to. */
const near = 160;

/** The step by which something stands; undefined if it stands by itself. */
export function nearest(area: Area, areas: ReadonlyMap<string, Area>): string | undefined {
  let found: string | undefined;
  let least = near;
  for (const [key, step] of areas) {
    const right = Math.max(step.x - (area.x + area.width), area.x - (step.x + step.width), 0);
    const down = Math.max(step.y - (area.y + area.height), area.y - (step.y + step.height), 0);
    const distance = Math.hypot(right, down);
    if (distance < least) [found, least] = [key, distance];
  }
  return found;
}

/** A place beside a step where nothing stands yet, or in the last resort right of it. */
export function freeBeside(
  key: string,
  [width, height]: readonly [number, number],
  taken: ReadonlyMap<string, Area>,
): Corner {
  const step = taken.get(key) ?? { x: 0, y: 0, width: 0, height: 0 };
  const gap = 16;
  const places = [0, 1, 2, 3].flatMap((times) => [
    { x: step.x, y: step.y - (times + 1) * (height + gap) },
    { x: step.x, y: step.y + step.height + gap + times * (height + gap) },
    { x: step.x + step.width + gap + times * (width + gap), y: step.y },
    { x: step.x - (times + 1) * (width + gap), y: step.y },
  ]);
  const areas = [...taken.values()];
  const isFree = ({ x, y }: Corner) =>
    areas.every(
      (area) =>
        x + width <= area.x || area.x + area.width <= x || y + height <= area.y || area.y + area.height <= y,
    );
  return places.find(isFree) ?? { x: step.x + step.width + gap, y: step.y };
}
