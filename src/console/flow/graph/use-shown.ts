import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { elementOf } from '../document/elements.ts';
import type { View } from '../document/history.ts';
import { begin } from './begin.ts';
import type { Graph, GraphEdge, GraphNode } from './nodes.ts';
import { nodeWidth } from './sizes.ts';

/**
 * Brings into sight what was selected elsewhere, or has moved because everything was laid out anew; and where the flow begins, if
 * after that nothing would be in sight.
 */
export function useShown(
  key: string | undefined,
  { nodes, layout: { positions } }: Graph,
  elements: readonly GraphNode[],
  view: View | undefined,
): void {
  const flow = useReactFlow<GraphNode, GraphEdge>();
  const { width, height } = useStore(({ width: w, height: h }) => ({ width: w, height: h }), isSameSize);
  const last = useRef<{ key: string | undefined; place: string | undefined; positions: typeof positions }>(
    undefined,
  );
  useEffect(() => {
    if (width === 0) return;
    const at =
      key === undefined ? undefined : (positions.get(key) ?? elements.find(({ id }) => id === key)?.position);
    const place = at && `${key} ${at.x} ${at.y}`;
    const before = last.current;
    last.current = { key, place, positions };
    const { x, y, zoom } = flow.getViewport();
    const isInSight = (left: number, top: number, high: number) =>
      left > 0 && top > 0 && left + nodeWidth * zoom < width && top + high * zoom < height;
    // Who has put it somewhere by hand sees it.
    const isPut =
      key !== undefined &&
      key === before?.key &&
      (elementOf(key) !== undefined || view?.positions?.[key] !== undefined);
    if (at) {
      if (isPut || place === before?.place || isInSight(at.x * zoom + x, at.y * zoom + y, 90)) return;
      void flow.setCenter(at.x + nodeWidth / 2, at.y + 60, { zoom: Math.max(zoom, 0.6) });
    } else if (before && before.positions !== positions) {
      const isSeen = nodes.some(
        ({ position }) =>
          position.x * zoom + x < width &&
          position.y * zoom + y < height &&
          (position.x + nodeWidth) * zoom + x > 0 &&
          (position.y + 90) * zoom + y > 0,
      );
      if (!isSeen) begin(flow, nodes, { clientWidth: width, clientHeight: height });
    }
  }, [key, positions, nodes, elements, view, flow, width, height]);
}

const isSameSize = (one: { width: number; height: number }, other: typeof one) =>
  one.width === other.width && one.height === other.height;
