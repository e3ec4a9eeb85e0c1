import dagre from '@dagrejs/dagre';
import type { Corner } from '../document/elements.ts';
import { grouped } from '../document/json.ts';
import type { Plan, PlannedEdge, PlannedStep } from './plan.ts';
import { frameHead, framePadding, nodeWidth, stackGap, triggerHeight } from './sizes.ts';

/** Where everything stands on the graph. */
export interface Layout {
  /** The left upper corners of steps and triggers, by key. */
  positions: Map<string, Corner>;
  /** Around the steps inside a step, and around those of a named flow. */
  boxes: { key: string; x: number; y: number; width: number; height: number; flow: string | null }[];
  /** Steps that stand right below the one before them, so that no edge is drawn. */
  stacked: Set<string>;
}

/** Something of a size that is put somewhere. */
interface Unit {
  name: string;
  width: number;
  height: number;
}

/** Steps one below the other. */
interface Stack extends Unit {
  blocks: Block[];
}

/** A step with the lists inside it. */
interface Block {
  key: string;
  height: number;
  width: number;
  inner: { at: Corner; part: Part }[];
}

/** Stacks, laid out by themselves. */
interface Part {
  width: number;
  height: number;
  stacks: { stack: Stack; x: number; y: number }[];
}

/** Steps in a column at most: longer ones are hard to follow. */
const mostInStack = 7;
export const padding = 16;
const boxHead = 8;
const innerGap = 24;

/** Lays out a definition by itself; what was put somewhere by hand is not in it. 500 steps take about half a second. */
export function layoutOf({ lists, edges, triggers, flows, groups }: Plan): Layout {
  const stacked = new Set<string>();
  const into = grouped(edges, ({ to }) => to);
  const make = (list: string, more: readonly string[] = []): Part =>
    partOf(lists[list] ?? [], more, { edges, into, groups, stacked, make });
  const layout: Layout = { positions: new Map(), boxes: [], stacked };
  const main = make('steps', triggers);
  put(main, 0, 0, layout);
  let top = main.height + 64;
  for (const flow of flows) {
    const part = make(`flows/${flow}/steps`);
    put(part, padding, top + 40, layout);
    const box = { x: 0, y: top, width: part.width + 2 * padding, height: part.height + 40 + padding };
    layout.boxes.push({ key: `flow:${flow}`, ...box, flow });
    top += box.height + 48;
  }
  return layout;
}

interface Around {
  edges: readonly PlannedEdge[];
  /** The edges to each step. */
  into: ReadonlyMap<string, readonly PlannedEdge[]>;
  groups: Plan['groups'];
  stacked: Set<string>;
  make(list: string): Part;
}

/** The steps of a list: those of a group first, by themselves, and then the groups among the other steps. */
function partOf(steps: readonly PlannedStep[], triggers: readonly string[], around: Around): Part {
  const { groups, edges } = around;
  const alone = triggers.map((key): Stack => {
    const block: Block = { key, width: nodeWidth, height: triggerHeight, inner: [] };
    return { name: key, blocks: [block], width: nodeWidth, height: triggerHeight };
  });
  const units = grouped([...alone, ...stacksOf(steps, around)], ({ name }) =>
    groups[name] === undefined ? name : `group ${groups[name]}`,
  );
  const arranged = [...units].map(([name, stacks]) => {
    const [only] = stacks;
    if (only && only.name === name) return { name, width: only.width, height: only.height, stacks };
    const part = arrangedStacks(stacks, edges);
    const height = part.height + frameHead + framePadding;
    return { name, width: part.width + 2 * framePadding, height, stacks, part };
  });
  const home = new Map(
    arranged.flatMap(({ name, stacks }) => stacks.flatMap((stack) => homesOf(stack, name))),
  );
  const places = arrange(arranged, home, edges);
  const placed = arranged.flatMap(({ name, stacks, part }) => {
    const { x, y } = places.get(name)!;
    if (!part) return stacks.map((stack) => ({ stack, x, y }));
    return part.stacks.map((each) => ({
      ...{ stack: each.stack, x: x + framePadding + each.x, y: y + frameHead + each.y },
    }));
  });
  const right = Math.max(0, ...arranged.map(({ name, width }) => places.get(name)!.x + width));
  const low = Math.max(0, ...arranged.map(({ name, height }) => places.get(name)!.y + height));
  return { width: right, height: low, stacks: placed };
}

const homesOf = ({ blocks }: Stack, name: string) => blocks.map(({ key }) => [key, name] as const);

function arrangedStacks(stacks: readonly Stack[], edges: readonly PlannedEdge[]): Part {
  const home = new Map(stacks.flatMap((stack) => homesOf(stack, stack.name)));
  const places = arrange(stacks, home, edges);
  const placed = stacks.map((stack) => ({ stack, ...places.get(stack.name)! }));
  const width = Math.max(0, ...placed.map(({ x, stack }) => x + stack.width));
  const height = Math.max(0, ...placed.map(({ y, stack }) => y + stack.height));
  return { width, height, stacks: placed };
}

/** Puts units from left to right along the edges. @param home the unit of each step @returns their left upper corners */
function arrange(
  units: readonly Unit[],
  home: ReadonlyMap<string, string>,
  edges: readonly PlannedEdge[],
): Map<string, Corner> {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 32, ranksep: 72 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { name, width, height } of units) graph.setNode(name, { width, height });
  for (const { from, to } of edges) {
    const [source, target] = [home.get(from), home.get(to)];
    if (source !== undefined && target !== undefined && source !== target) graph.setEdge(source, target);
  }
  dagre.layout(graph);
  return new Map(
    units.map(({ name, width, height }) => {
      const { x, y } = graph.node(name) as Corner;
      return [name, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }];
    }),
  );
}

/** Joins steps to stacks whose only way in is the step before them. */
function stacksOf(steps: readonly PlannedStep[], { into, groups, stacked, make }: Around): Stack[] {
  const stacks: Stack[] = [];
  let before: string | undefined;
  for (const step of steps) {
    const { key } = step;
    const block = blockOf(step, make);
    const ways = into.get(key) ?? [];
    const last = stacks.at(-1);
    const isNext = ways.length === 1 && ways[0]!.from === before && ways[0]!.isMain;
    const isTogether = before !== undefined && groups[before] === groups[key];
    if (isNext && isTogether && last && last.blocks.length < mostInStack) {
      last.blocks.push(block);
      last.height += stackGap + block.height;
      last.width = Math.max(last.width, block.width);
      stacked.add(key);
    } else stacks.push({ name: key, blocks: [block], width: block.width, height: block.height });
    before = key;
  }
  return stacks;
}

function blockOf({ key, height: head, inner: lists }: PlannedStep, make: Around['make']): Block {
  if (lists.length === 0) return { key, width: nodeWidth, height: head, inner: [] };
  let left = padding;
  let low = 0;
  const inner = lists.map((list) => {
    const part = make(list);
    const at = { x: left, y: head + boxHead + innerGap };
    left += part.width + innerGap;
    low = Math.max(low, part.height);
    return { at, part };
  });
  const width = Math.max(nodeWidth, left - innerGap + padding);
  return { key, width, height: head + boxHead + innerGap + low + padding, inner };
}

function put({ stacks }: Part, left: number, top: number, layout: Layout): void {
  for (const { stack, x, y } of stacks) {
    let down = top + y;
    for (const { key, height, inner } of stack.blocks) {
      layout.positions.set(key, { x: left + x, y: down });
      for (const { at, part } of inner) put(part, left + x + at.x, down + at.y, layout);
      down += height + stackGap;
    }
  }
}
