import { useReactFlow } from '@xyflow/react';
import { type KeyboardEvent, useRef } from 'react';
import { showAll } from './begin.ts';
import type { GraphEdits } from './flow-graph.tsx';
import type { Graph, GraphEdge, GraphNode } from './nodes.ts';
import { nodeWidth } from './sizes.ts';
import { type Trail, walked } from './walk.ts';

/** By the name of an arrow key. */
export const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ...{ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] },
};

/** By how much a key brings the graph closer. */
const zooms: Readonly<Record<string, number>> = {
  ...{ Equal: 1.25, NumpadAdd: 1.25, Minus: 0.8, NumpadSubtract: 0.8 },
};

interface CanvasKeys {
  graph: Graph;
  selected: readonly string[];
  onSelect?: ((keys: string[]) => void) | undefined;
  onOpen?: ((key: string) => void) | undefined;
  edits: GraphEdits | undefined;
}

/** The keys of the canvas while it has the focus: a walk along the edges, what is selected opened or moved, and the zoom. */
export function useCanvasKeys({ graph, selected, onSelect, onOpen, edits }: CanvasKeys) {
  const flow = useReactFlow<GraphNode, GraphEdge>();
  const trail = useRef<Trail>(new Map());
  const current = selected.at(-1);
  const zoom = (by: number) => {
    const { zoom: now } = flow.getViewport();
    const at = current === undefined ? undefined : graph.layout.positions.get(current);
    // What is selected stays in sight.
    if (at) void flow.setCenter(at.x + nodeWidth / 2, at.y + 60, { zoom: now * by });
    else void (by > 1 ? flow.zoomIn() : flow.zoomOut());
  };
  const act = ({ key, code, altKey, shiftKey, currentTarget }: KeyboardEvent): boolean => {
    const by = altKey ? directions[key] : undefined;
    const closer = zooms[code];
    if (key === 'Enter' && current !== undefined) onOpen?.(current);
    else if (by) edits?.onNudge(by, shiftKey);
    else if (closer) zoom(closer);
    else if (code === 'Digit1' && shiftKey) showAll(flow, currentTarget);
    else {
      const to = walked(graph, current, code, trail.current);
      if (to === undefined) return false;
      onSelect?.(shiftKey && current !== undefined ? [...new Set([...selected, to])] : [to]);
    }
    return true;
  };
  return (event: KeyboardEvent) => {
    const isOthers = event.ctrlKey || event.metaKey || event.target !== event.currentTarget;
    if (!isOthers && act(event)) event.preventDefault();
  };
}
