import { getViewportForBounds, type ReactFlowInstance } from '@xyflow/react';
import type { GraphEdge, GraphNode } from './nodes.ts';

/** How the whole graph is brought into the canvas. */
const fitting = { padding: 0.12, maxZoom: 1 };
/** From farther away nothing can be read at the beginning. */
const leastAtFirst = 0.3;
const leastZoom = 0.05;
const readable = 0.6;
const margin = 24;

type Canvas = Pick<Element, 'clientWidth' | 'clientHeight'>;

/** The part of the canvas in which all nodes are. React Flow waits until all were drawn, and those out of sight never are. */
function whole(
  flow: ReactFlowInstance<GraphNode, GraphEdge>,
  nodes: GraphNode[],
  canvas: Canvas,
  least: number,
) {
  const { clientWidth: width, clientHeight: height } = canvas;
  const { padding, maxZoom } = fitting;
  return getViewportForBounds(flow.getNodesBounds(nodes), width, height, least, maxZoom, padding);
}

/** Brings all of it into sight. */
export function showAll(flow: ReactFlowInstance<GraphNode, GraphEdge>, canvas: Canvas): void {
  void flow.setViewport(whole(flow, flow.getNodes(), canvas, leastZoom));
}

/** All of it if that can be read, or else where it begins. The sizes are known, so nothing has to be drawn before. */
export function begin(
  flow: ReactFlowInstance<GraphNode, GraphEdge>,
  nodes: GraphNode[],
  canvas: Canvas | null,
): void {
  const [first] = nodes;
  if (!first || !canvas) return;
  const bounds = flow.getNodesBounds(nodes);
  const all = whole(flow, nodes, canvas, leastAtFirst);
  const zoom = 0.75;
  const place = {
    x: margin - bounds.x * zoom,
    y: canvas.clientHeight / 2 - (first.position.y + 60) * zoom,
    zoom,
  };
  void flow.setViewport(all.zoom >= readable ? all : place);
}
