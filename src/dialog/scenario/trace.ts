import type { Json, JsonObject } from '../template/json.ts';
import { isEmpty } from './conditions.ts';
import { onRecord } from './given.ts';
import type { Placed } from './placed.ts';
import type { Fault, Inside, StepTrace } from './position.ts';
import { executionOf, type Walk } from './walk.ts';

/** What the trace says of a step that was carried out. */

/** Adds what a step did to the trace. */
export function tell(
  walk: Walk,
  { step: { id, type } }: Placed,
  {
    input,
    output,
    error,
    within,
  }: { input?: Json | undefined; output: Json; error: Fault | null; within: readonly Inside[] },
  status: StepTrace['status'] = 'succeeded',
): void {
  walk.trace.push({
    ...{ id, type, execution: executionOf(id, walk), status: error ? 'failed' : status },
    ...(input !== undefined && { input: onRecord(input) }),
    ...(within.length > 0 && { within }),
    ...{ output, error, at: walk.at },
  });
}

/** What a step said; undefined if it said nothing. */
export function wordsSince({ messages }: Walk, before: number): Json | undefined {
  const said = messages.slice(before).map(({ step: _, ...content }) => withoutEmpty(content as JsonObject));
  return said.length > 1 ? { messages: said } : said[0];
}

const withoutEmpty = (content: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(content).filter(([, field]) => !isEmpty(field)));
