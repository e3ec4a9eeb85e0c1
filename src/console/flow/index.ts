/** What other features show of definitions: `const FlowGraph = lazy(async () => ({ default: (await import('../flow/index.ts')).FlowGraph }))`. */
export type { JsonObject } from './document/json.ts';
export { FlowGraph, type FlowGraphProps } from './graph/flow-graph.tsx';
export type { Mark, Marks } from './graph/nodes.ts';
