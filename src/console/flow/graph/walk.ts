import type { Edge } from '../document/targets.ts';
import type { Graph } from './nodes.ts';

/** How somebody walks on the graph by keys: along its edges and across them. */

/** The ways out of a step or trigger, by which a number takes one: the one at the head first, then in the order of its rows. */
export const waysOut = ({ edges }: Graph, from: string): Edge[] => {
  const ways = edges.filter((edge) => edge.from === from);
  return [...ways.filter(({ kind }) => kind === 'main'), ...ways.filter(({ kind }) => kind !== 'main')];
};

/** Steps from which somebody came, by where they came to: the way back leads there. */
export type Trail = Map<string, string>;

/**
 * The step to which a key leads: to the right along an edge and to the left back, up and down to what stands nearest there, and by a number
 * along the edge with that number.
 * @param key the `code` of the key
 */
export function walked(
  graph: Graph,
  from: string | undefined,
  key: string,
  trail: Trail,
): string | undefined {
  const { positions } = graph.layout;
  const number = Number(/^Digit([1-9])$/.exec(key)?.[1]);
  if (!number && !/^Arrow(Left|Right|Up|Down)$/.test(key)) return undefined;
  if (from === undefined || !positions.has(from)) return positions.keys().next().value;
  if (key === 'ArrowLeft') {
    const into = graph.edges.filter(({ to }) => to === from);
    const before = trail.get(from);
    if (into.some((edge) => edge.from === before)) return before;
    return (into.find(({ kind }) => kind === 'main') ?? into[0])?.from;
  }
  if (number || key === 'ArrowRight') {
    const to = waysOut(graph, from)[(number || 1) - 1]?.to;
    if (to !== undefined && to !== from) trail.set(to, from);
    return to;
  }
  return nearest(positions, from, key === 'ArrowDown' ? 1 : -1);
}

function nearest(
  positions: Graph['layout']['positions'],
  from: string,
  direction: 1 | -1,
): string | undefined {
  const here = positions.get(from)!;
  let found: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [other, { x, y }] of positions) {
    const down = (y - here.y) * direction;
    if (down <= 0) continue;
    // What stands in the same column is nearer than what stands beside it.
    const distance = down + 4 * Math.abs(x - here.x);
    if (distance < least) [found, least] = [other, distance];
  }
  return found;
}
