import '@xyflow/react/dist/base.css';
import {
  type Connection,
  MiniMap,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../kit/button.tsx';
import { Loading } from '../../kit/states.tsx';
import { t } from '../../text/text.ts';
import type { View } from '../document/history.ts';
import type { JsonObject, Path } from '../document/json.ts';
import { begin, showAll } from './begin.ts';
import { FrameNode, NoteNode } from './element-nodes.tsx';
import { FlowEdge } from './flow-edge.tsx';
import css from './graph.module.css';
import type { Layout } from './layout.ts';
import {
  drawnEdges,
  type GraphEdge,
  type GraphNode,
  graphOf,
  keptEdges,
  type Marks,
  pathOfHandle,
  selectedNode,
} from './nodes.ts';
import { Spoken } from './spoken.tsx';
import { BoxNode, StepNode, TriggerNode } from './step-node.tsx';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { type Moved, useDrag } from './use-drag.ts';
import { useLayout } from './use-layout.ts';
import { useShown } from './use-shown.ts';

/** What somebody does on the graph, if they may change it. */
export interface GraphEdits {
  /** Things were dragged to other places. */
  onMove(moved: Moved): void;
  /** Alt and an arrow: what is selected goes a little in that direction, or, if it has a size of its own and Shift is held, gets larger. */
  onNudge(by: readonly [x: number, y: number], isSize: boolean): void;
  /** A handle was dragged to a step. */
  onConnect(from: string, path: Path, to: string): void;
  /** A handle was dragged to where nothing stands. */
  onDrop(from: string, path: Path): void;
}

export interface FlowGraphProps {
  definition: JsonObject;
  view?: View | undefined;
  /** What is shown of steps (by id) and triggers (`@0`) besides what they are. */
  marks?: Marks | undefined;
  selected?: readonly string[];
  onSelect?(keys: string[]): void;
  /** Enter on the canvas, or two presses on a node. */
  onOpen?(key: string): void;
  /** Absent: for reading only. */
  edits?: GraphEdits | undefined;
  /** What the graph shows, for readers of screens. */
  label: string;
  /** Gets where everything stands whenever that changes; undefined: it is not laid out yet. */
  onLayout?(layout: Layout | undefined): void;
  /** More buttons at the bottom. */
  tools?: ReactNode;
}

const nodeTypes = { step: StepNode, trigger: TriggerNode, box: BoxNode, note: NoteNode, frame: FrameNode };
const edgeTypes = { flow: FlowEdge };
const nothing: readonly string[] = [];
const noView: View = {};

/** A definition as a graph: nodes of a fixed size, laid out by themselves. The whole canvas is one stop for the keyboard; arrows go along edges. */
export function FlowGraph(props: FlowGraphProps) {
  const { definition, view, onLayout } = props;
  const layout = useLayout(definition, view);
  useEffect(() => onLayout?.(layout), [layout, onLayout]);
  if (!layout) return <Loading label={t('flow.arranging')} rows={6} />;
  return (
    <ReactFlowProvider>
      <Canvas {...props} layout={layout} />
    </ReactFlowProvider>
  );
}

function Canvas(props: FlowGraphProps & { layout: Layout }) {
  const { definition, view = noView, layout, marks, selected = nothing } = props;
  const { onSelect, onOpen, edits, label, tools } = props;
  const isEditable = edits !== undefined;
  const graph = useMemo(
    () => graphOf(definition, layout, { marks, isEditable }),
    [definition, layout, marks, isEditable],
  );
  const drag = useDrag(graph, view, isEditable, edits?.onMove);
  const [hovered, setHovered] = useState<string>();
  const canvas = useRef<HTMLDivElement>(null);
  const wanted = useMemo(() => new Set(selected), [selected]);
  const nodes = useMemo(
    () => drag.nodes.map((node) => (wanted.has(node.id) ? selectedNode(node) : node)),
    [drag.nodes, wanted],
  );
  const drawn = useRef<GraphEdge[]>([]);
  const edges = useMemo(() => {
    const lit = new Set(hovered === undefined ? wanted : [...wanted, hovered]);
    drawn.current = keptEdges(drawn.current, drawnEdges(graph, lit, marks));
    return drawn.current;
  }, [graph, wanted, hovered, marks]);
  const zoom = useStore(({ transform }) =>
    transform[2] < 0.25 ? 'blocks' : transform[2] < 0.5 ? 'names' : 'all',
  );
  useShown(selected.at(-1), graph, drag.elements, view);
  const change = (changes: NodeChange<GraphNode>[]) => {
    drag.change(changes);
    if (changes.some((each) => each.type === 'dimensions' && each.resizing === false)) drag.end();
    const chosen = changes.filter((each) => each.type === 'select');
    if (chosen.length === 0) return;
    const now = new Set(wanted);
    for (const each of chosen) {
      if (each.selected) now.add(each.id);
      else now.delete(each.id);
    }
    onSelect?.([...now]);
  };
  const connect = ({ source, sourceHandle, target }: Connection) => {
    edits?.onConnect(source, pathOfHandle(sourceHandle ?? 'next'), target);
  };
  const press = useCanvasKeys({ graph, selected, onSelect, onOpen, edits });
  return (
    // One stop for the keyboard; arrows go along the edges.
    <div
      ref={canvas}
      className={css.canvas}
      data-zoom={zoom}
      role="application"
      aria-label={label}
      tabIndex={0}
      onKeyDown={press}
    >
      <Spoken {...{ canvas, graph, definition }} current={selected.at(-1)} />
      <ReactFlow<GraphNode, GraphEdge>
        {...{ nodes, edges, nodeTypes, edgeTypes }}
        onNodesChange={change}
        onNodeDragStop={drag.end}
        onSelectionDragStop={drag.end}
        onNodeDoubleClick={(_, { id }) => onOpen?.(id)}
        onNodeMouseEnter={(_, { id }) => setHovered(id)}
        onNodeMouseLeave={() => setHovered(undefined)}
        onPaneClick={() => onSelect?.([])}
        onConnect={connect}
        onConnectEnd={(_, { fromNode, fromHandle, toNode }) => {
          if (fromNode && fromHandle?.type === 'source' && !toNode)
            edits?.onDrop(fromNode.id, pathOfHandle(fromHandle.id ?? 'next'));
        }}
        nodesDraggable={isEditable}
        nodesConnectable={isEditable}
        elementsSelectable={onSelect !== undefined}
        nodesFocusable={false}
        edgesFocusable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        // A frame must not be lifted above its steps.
        elevateNodesOnSelect={false}
        onlyRenderVisibleElements
        onInit={(flow) => begin(flow, graph.nodes, canvas.current)}
        minZoom={0.05}
        maxZoom={1.5}
        proOptions={proOptions}
      >
        <Tools canvas={canvas}>{tools}</Tools>
        {graph.nodes.length > 12 && (
          <MiniMap
            className={css.map ?? ''}
            ariaLabel={null}
            pannable
            style={mapSize}
            nodeColor="var(--edge)"
            maskColor="color-mix(in srgb, var(--sunken) 70%, transparent)"
            bgColor="var(--raised)"
          />
        )}
      </ReactFlow>
    </div>
  );
}

const mapSize = { width: 160, height: 110 };

/** React Flow asks for its name to be shown; its licence does not require it. */
const proOptions = { hideAttribution: true };

function Tools({ canvas, children }: { canvas: RefObject<HTMLElement | null>; children: ReactNode }) {
  const flow = useReactFlow<GraphNode, GraphEdge>();
  return (
    <div className={css.tools} role="toolbar" aria-label={t('flow.view')}>
      <IconButton label={t('flow.zoom_in')} onPress={() => void flow.zoomIn()}>
        <Plus size={16} />
      </IconButton>
      <IconButton label={t('flow.zoom_out')} onPress={() => void flow.zoomOut()}>
        <Minus size={16} />
      </IconButton>
      <IconButton label={t('flow.fit')} onPress={() => canvas.current && showAll(flow, canvas.current)}>
        <Maximize size={16} />
      </IconButton>
      {children}
    </div>
  );
}
