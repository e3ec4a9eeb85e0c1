import type { Edge as FlowEdge, Node as FlowNode, NodeHandle } from '@xyflow/react';
import { Position } from '@xyflow/react';
import { isObject, isSame, type JsonObject, type Path } from '../document/json.ts';
import { type Place, placesOf, triggerKey, triggersOf } from '../document/places.ts';
import { remembered } from '../document/remembered.ts';
import { type Edge, edgesOf, type Outcome } from '../document/targets.ts';
import type { FrameNodeType, NoteNodeType } from './elements.ts';
import type { Layout } from './layout.ts';
import { handleTop, nodeHeight, nodeWidth, rowsOf, triggerHeight } from './sizes.ts';

/** What is shown of a step besides what it is: its state in a run, how many came by, what differs. */
export interface Mark {
  /** Drawn as a colour at its side, with a sign and the words of `title`. */
  state?: 'good' | 'bad' | 'warn' | 'running' | 'added' | 'changed' | 'removed';
  /** Stands at the head: `412`, `1.2 s`. */
  count?: string | number;
  /** What the state or the count means, for readers of screens and as a tooltip. */
  title?: string;
  isDimmed?: boolean;
  /** An output stands in for the step while the draft is tried. */
  isPinned?: boolean;
}
export type Marks = ReadonlyMap<string, Mark>;

export interface StepData extends Record<string, unknown> {
  step: JsonObject;
  rows: Outcome[];
  isStacked: boolean;
  mark: Mark | undefined;
  isEditable: boolean;
}
export interface TriggerData extends Record<string, unknown> {
  trigger: JsonObject;
  mark: Mark | undefined;
  isEditable: boolean;
}
export interface BoxData extends Record<string, unknown> {
  flow: string | null;
}
export interface EdgeData extends Record<string, unknown> {
  kind: Outcome['kind'];
  isBack: boolean;
  isLit: boolean;
  isDimmed: boolean;
  to: string;
}

export type StepNodeType = FlowNode<StepData, 'step'>;
export type TriggerNodeType = FlowNode<TriggerData, 'trigger'>;
export type BoxNodeType = FlowNode<BoxData, 'box'>;
export type GraphNode = StepNodeType | TriggerNodeType | BoxNodeType | NoteNodeType | FrameNodeType;
export type GraphEdge = FlowEdge<EdgeData, 'flow'>;

/** How the handle of an outcome is called. */
export const handleOf = (path: Path | null): string => (path === null ? 'next' : path.join('/'));

/** The parts of a path again. */
export const pathOfHandle = (handle: string): Path =>
  handle.split('/').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

const size = 10;
const leaves = (id: string, y: number): NodeHandle => ({
  ...{ id, type: 'source', position: Position.Right },
  ...{ x: nodeWidth - size / 2, y: y - size / 2, width: size, height: size },
});
const enters: NodeHandle = {
  ...{ id: 'in', type: 'target', position: Position.Left },
  ...{ x: -size / 2, y: handleTop(undefined) - size / 2, width: size, height: size },
};

interface Shown {
  marks: Marks | undefined;
  isEditable: boolean;
}

/** The handle of an outcome that leaves at the head. */
export const mainHandle = (step: JsonObject): string => (step.type === 'goto' ? 'to' : 'next');
const hasMain = (step: JsonObject) => step.type !== 'end';

/** The nodes that were made last. What stays as it is stays the same object, so that only what changes is drawn anew. */
const nodesOfSteps = new WeakMap<JsonObject, StepNodeType>();

function stepNode({ key, step }: Place, layout: Layout, { marks, isEditable }: Shown): StepNodeType {
  const position = layout.positions.get(key)!;
  const mark = marks?.get(key);
  const isStacked = layout.stacked.has(key);
  const before = nodesOfSteps.get(step);
  const { data } = before ?? {};
  const isAsBefore = before?.id === key && data?.isStacked === isStacked && data.isEditable === isEditable;
  if (isAsBefore && isSame(before.position, position) && isSame(data.mark, mark)) return before;
  const rows = rowsOf(step);
  const at = rows.map(({ path }, i) => leaves(handleOf(path), handleTop(i)));
  const node: StepNodeType = {
    ...{ id: key, type: 'step', position, width: nodeWidth, height: nodeHeight(step) },
    handles: [enters, ...(hasMain(step) ? [leaves(mainHandle(step), handleTop(undefined))] : []), ...at],
    data: { step, rows, isStacked, mark, isEditable },
  };
  nodesOfSteps.set(step, node);
  return node;
}

/** A node that is selected. */
export const selectedNode = remembered((node: GraphNode): GraphNode => ({ ...node, selected: true }));

/** Edges, of which those that are as before are the same objects. */
export function keptEdges(before: readonly GraphEdge[], edges: GraphEdge[]): GraphEdge[] {
  const known = new Map(before.map((edge) => [edge.id, edge]));
  return edges.map((edge) => {
    const last = known.get(edge.id);
    return last && isSame(last, edge) ? last : edge;
  });
}

function triggerNode(
  trigger: JsonObject,
  index: number,
  layout: Layout,
  { marks, isEditable }: Shown,
): TriggerNodeType {
  const key = triggerKey(index);
  return {
    ...{ id: key, type: 'trigger', position: layout.positions.get(key)! },
    ...{ width: nodeWidth, height: triggerHeight },
    handles: [leaves('start', handleTop(undefined))],
    data: { trigger, mark: marks?.get(key), isEditable },
  };
}

/** What the graph shows of a definition. */
export interface Graph {
  nodes: GraphNode[];
  edges: readonly Edge[];
  layout: Layout;
  places: readonly Place[];
}

export function graphOf(definition: JsonObject, layout: Layout, shown: Shown): Graph {
  const places = placesOf(definition);
  const boxes = layout.boxes.map(
    ({ key, x, y, width, height, flow }): BoxNodeType => ({
      ...{ id: `box ${key}`, type: 'box', position: { x, y }, width, height, data: { flow } },
      ...{ zIndex: -1, selectable: false, draggable: false, focusable: false },
    }),
  );
  const triggers = triggersOf(definition).map((trigger, i) =>
    triggerNode(isObject(trigger) ? trigger : {}, i, layout, shown),
  );
  const steps = places.map((place) => stepNode(place, layout, shown));
  return { nodes: [...boxes, ...triggers, ...steps], edges: edgesOf(definition), layout, places };
}

/** The edges that are drawn: not those between steps of a stack. @param lit steps at which all edges are drawn in full */
export function drawnEdges(
  { edges, layout }: Graph,
  lit: ReadonlySet<string>,
  marks: Marks | undefined,
): GraphEdge[] {
  return edges.flatMap(({ from, to, path, kind }): GraphEdge[] => {
    if (layout.stacked.has(to) && kind === 'main') return [];
    const [source, target] = [layout.positions.get(from)!, layout.positions.get(to)!];
    const handle = from.startsWith('@') ? 'start' : handleOf(path);
    const isDimmed = Boolean(marks?.get(from)?.isDimmed || marks?.get(to)?.isDimmed);
    return [
      {
        ...{ id: `${from} ${handle}`, type: 'flow', source: from, target: to },
        ...{ sourceHandle: handle, targetHandle: 'in', focusable: false },
        data: {
          ...{ kind, to, isDimmed, isBack: target.x <= source.x },
          isLit: lit.has(from) || lit.has(to),
        },
      },
    ];
  });
}
