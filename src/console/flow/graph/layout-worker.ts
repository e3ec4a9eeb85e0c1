import { layoutOf } from './layout.ts';
import type { Plan } from './plan.ts';

/** Lays out large flows beside the page, which takes input meanwhile. */

interface Scope {
  onmessage: ((event: MessageEvent<Plan>) => void) | null;
  postMessage(answer: { layout: ReturnType<typeof layoutOf>; ms: number }): void;
}

const scope = globalThis as unknown as Scope;
scope.onmessage = ({ data }) => {
  const since = performance.now();
  const layout = layoutOf(data);
  scope.postMessage({ layout, ms: performance.now() - since });
};
