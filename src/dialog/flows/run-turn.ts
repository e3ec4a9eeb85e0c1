import { z } from 'zod';
import { defineKind } from '../tasks/kind.ts';
import { lanesOf } from '../tasks/lanes.ts';
import { told, wakeUp } from '../tasks/waiters.ts';
import { anyJsonObject } from '../template/json.ts';

/** The lanes of workflow runs: the turns of a run happen one after the other. */
export const runLanes = lanesOf('run');

/**
 * The origin of a run's turns: its workflow, so that one workflow with many runs does not delay the others.
 */
export const originOfRun = (workflow: string): string => `workflow:${workflow}`;

/** The payload of the task that starts a run; the task has the run's id. */
const start = z.object({
  type: z.literal('start'),
  workflow: z.string(),
  version: z.number(),
  /** The step at which its trigger starts; if absent, the first one. */
  step: z.string().optional(),
  input: anyJsonObject.nullable(),
  event: anyJsonObject.nullable(),
  /** What an earlier run had when it came to the step. */
  kept: z.object({ steps: anyJsonObject, vars: anyJsonObject }).optional(),
  /** Outputs by step that stand in for doing the step. */
  pinned: anyJsonObject.optional(),
  /** What came of the step, which is then not carried out. */
  outcome: anyJsonObject.optional(),
  /** What started it, such as `schedule` or `receiver orders`; absent in tasks of earlier versions. */
  started_by: z.string().optional(),
  /** The run that this one is carried out in place of. */
  rerun_of: z.string().optional(),
  /** The number of flows before it in a chain; 0 if absent. */
  depth: z.number().optional(),
  /** When the first flow of the chain was started, RFC 3339. */
  root_at: z.string().optional(),
  /** The key by which later starts find it until it begins. */
  debounce: z.string().optional(),
  /** The published method, version and key through which it was requested, if any. */
  published: z.object({ method: z.string(), version: z.number(), key: z.string().optional() }).optional(),
});
export type RunStart = z.infer<typeof start>;

/** Cancels a run after the turns before it in its lane: one whose first turn is running now does not exist yet. */
const cancel = z.object({
  type: z.literal('cancel'),
  id: z.string(),
  /** Why, if it was not an owner. */
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

/** Begins a run that has waited for a slot. */
const admitted = z.object({ type: z.literal('admitted'), id: z.string() });

const payload = z.union([z.discriminatedUnion('type', [start, wakeUp, cancel, admitted]), told]);
export type RunPayload = z.infer<typeof payload>;

/** A turn of a workflow run. */
export const runTurn = defineKind({
  name: 'run',
  payload,
  lane: (task) => runLanes.of(runIdOf(task)),
});

/** The id of the run that a task moves. */
export function runIdOf({
  id,
  payload,
}: {
  id: string;
  payload: { type?: string } | { id: string };
}): string {
  return 'id' in payload ? payload.id : id;
}
