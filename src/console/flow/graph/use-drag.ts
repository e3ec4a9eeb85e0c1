import type { NodeChange } from '@xyflow/react';
import { useMemo, useState } from 'react';
import { elementOf, type Note, stepsOfGroup } from '../document/elements.ts';
import type { View } from '../document/history.ts';
import type { Place } from '../document/places.ts';
import { areasOf } from './by-hand.ts';
import {
  areasWhile,
  type Dragged,
  elementNodes,
  type FrameNodeType,
  type NoteNodeType,
  nearest,
  nothingDragged,
} from './elements.ts';
import type { Graph, GraphNode } from './nodes.ts';

/** Where things were put by hand. */
export interface Moved {
  positions: Record<string, [x: number, y: number]>;
  /** Of notes, by id. */
  notes: Record<string, Omit<Note, 'text'>>;
}

interface Drag {
  /** The nodes as they stand at this moment. */
  nodes: GraphNode[];
  /** Notes and frames among them. */
  elements: readonly (NoteNodeType | FrameNodeType)[];
  change(changes: readonly NodeChange<GraphNode>[]): void;
  /** It was let go. */
  end(): void;
}

/** Follows what is dragged or made larger, and tells where it was put when it is let go. Steps inside a step, and those of a group, go along. */
export function useDrag(
  graph: Graph,
  view: View,
  isEditable: boolean,
  onMove: ((moved: Moved) => void) | undefined,
): Drag {
  const { layout, places } = graph;
  const [dragged, setDragged] = useState<Dragged>(nothingDragged);
  const resting = useMemo(
    () => elementNodes(view, areasOf(layout, places), nothingDragged, isEditable),
    [layout, places, view, isEditable],
  );
  const areas = useMemo(() => areasWhile(layout, places, dragged), [layout, places, dragged]);
  const elements = useMemo(
    () => (dragged.size === 0 ? resting : elementNodes(view, areas, dragged, isEditable)),
    [resting, areas, dragged, view, isEditable],
  );
  const nodes = useMemo(() => {
    const steps = graph.nodes.map((node) => {
      const at = dragged.get(node.id);
      return at ? ({ ...node, position: { x: at.x, y: at.y } } as GraphNode) : node;
    });
    return [...steps, ...elements];
  }, [graph, dragged, elements]);
  const startOf = (key: string) =>
    (elementOf(key) ? resting : graph.nodes).find(({ id }) => id === key)?.position;

  /** Takes along what goes with a thing, each from where it stood. */
  const takeAlong = (now: Map<string, DraggedTo>, key: string, to: { x: number; y: number }) => {
    const from = startOf(key);
    if (!from) return;
    for (const follower of followersOf(key, view, places)) {
      const at = startOf(follower);
      if (at) now.set(follower, { x: at.x + to.x - from.x, y: at.y + to.y - from.y });
    }
  };

  const change = (changes: readonly NodeChange<GraphNode>[]) => {
    const moves = changes.flatMap((each) =>
      each.type === 'position' && each.position ? [{ id: each.id, to: each.position }] : [],
    );
    const sizes = changes.flatMap((each) =>
      each.type === 'dimensions' && each.resizing === true && each.dimensions ? [each] : [],
    );
    if (moves.length + sizes.length === 0) return;
    setDragged((before) => {
      const now = new Map(before);
      // What goes along comes first, so that what is dragged itself counts.
      for (const { id, to } of moves) takeAlong(now, id, to);
      for (const { id, to } of moves)
        if (elementOf(id)?.kind !== 'group') now.set(id, { ...now.get(id), ...to });
      for (const { id, dimensions } of sizes) {
        const at = now.get(id) ?? startOf(id);
        if (at && dimensions) now.set(id, { x: at.x, y: at.y, ...dimensions });
      }
      return now;
    });
  };

  const end = () => {
    if (dragged.size === 0) return;
    const moved: Moved = { positions: {}, notes: {} };
    for (const [key, { x, y }] of dragged) {
      const at: [number, number] = [Math.round(x), Math.round(y)];
      const element = elementOf(key);
      if (element) moved.notes[element.id] = putNote(elements, key, at, areas);
      else if (!key.startsWith('box ') && !goesAlong(key, view, places, dragged)) moved.positions[key] = at;
    }
    onMove?.(moved);
    setDragged(nothingDragged);
  };
  return { nodes, elements, change, end };
}

type DraggedTo = { x: number; y: number; width?: number; height?: number };

/** A note at its new place, and the step by which it stands there. */
function putNote(
  elements: Drag['elements'],
  key: string,
  [x, y]: [number, number],
  areas: ReturnType<typeof areasOf>,
): Omit<Note, 'text'> {
  const { width = 0, height = 0 } = elements.find(({ id }) => id === key) ?? {};
  return notePlace({ x, y, width: Math.round(width), height: Math.round(height) }, areas);
}

/** How the place of a note is kept. */
export function notePlace(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  areas: ReturnType<typeof areasOf>,
): Omit<Note, 'text'> {
  const beside = nearest({ x, y, width, height }, areas);
  const step = beside === undefined ? undefined : areas.get(beside);
  return {
    ...{ at: [x, y], size: [width, height] },
    ...(beside !== undefined && step && { beside, by: [x - step.x, y - step.y] }),
  };
}

/** The steps and boxes that go where something goes: those inside a step, and all of a group. */
export function followersOf(key: string, view: View, places: readonly Place[]): string[] {
  const element = elementOf(key);
  if (element?.kind === 'note') return [];
  if (element)
    return stepsOfGroup(view, element.id).flatMap((step) => [step, ...followersOf(step, view, places)]);
  const path = places.find((place) => place.key === key)?.path;
  if (!path) return [];
  const inside = places.filter(
    (place) => place.path.length > path.length && path.every((part, i) => part === place.path[i]),
  );
  return [`box ${key}`, ...inside.flatMap((place) => [place.key, `box ${place.key}`])];
}

/** Whether a step stands where it stands because of the one around it. */
function goesAlong(key: string, { positions }: View, places: readonly Place[], dragged: Dragged): boolean {
  const owner = places.find((place) => place.key === key)?.owner;
  return owner !== null && owner !== undefined && dragged.has(owner) && !positions?.[key];
}
