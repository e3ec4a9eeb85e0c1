import type { StepCount } from '../audit/schema.ts';
import type { Position, StepTrace } from '../scenario/position.ts';
import { numberOf } from '../scenario/walk.ts';

/**
 * Counts what a turn did at each step: how many of its executions began, how many were done, and how many failed. An execution
 * that waits is counted as begun in this turn, and as done or failed in a later one, or never if the flow is led elsewhere.
 * @param before the position before the turn; null if the flow begins
 */
export function countSteps(
  flow: string,
  version: number,
  before: Position | null,
  trace: readonly StepTrace[],
): StepCount[] {
  const taken = before?.taken ?? 0;
  const last = new Map<string, StepTrace>();
  for (const entry of trace) if (entry.type !== 'unknown') last.set(entry.execution, entry);
  const counts = new Map<string, StepCount>();
  for (const { id, execution, status } of last.values()) {
    const [, , , reached, left, failed] = counts.get(id) ?? [flow, version, id, 0, 0, 0];
    counts.set(id, [
      ...([flow, version, id] as const),
      reached + Number(numberOf(execution) > taken),
      left + Number(status === 'succeeded'),
      failed + Number(status === 'failed'),
    ]);
  }
  // An execution that waited before and still waits counts nothing.
  return [...counts.values()].filter(([, , , ...figures]) => figures.some((figure) => figure > 0));
}
