import { z } from 'zod';
import { defineKind } from '../tasks/kind.ts';
import { lanesOf } from '../tasks/lanes.ts';
import { anyJsonObject } from '../template/json.ts';
import type { RunnableOperation } from './store.ts';

/** What templates may read besides the input and the job. */
const jobScope = z.object({
  event: z.unknown(),
  state: z.unknown(),
  profile: z.unknown(),
  identity: z.unknown(),
});
export type JobScope = z.infer<typeof jobScope>;

/** The payload of a job, as it was accepted. */
const payload = z.object({
  /** The id of the definition that it runs, which never changes. */
  revision: z.string(),
  input: anyJsonObject,
  /** The published method, version and key through which it was requested, if any. */
  published: z.object({ method: z.string(), version: z.number(), key: z.string().optional() }).optional(),
  /**
   * The input must still be checked against the revision's schema before the run begins, because the caller held locks and
   * could not wait for a thread.
   */
  unchecked: z.literal(true).optional(),
  /** What the calling flow knew. Absent for a client, whose run reads the customer when it begins. */
  scope: jobScope.optional(),
});
export type JobPayload = z.infer<typeof payload>;

const jobLanes = lanesOf('job');

/** A job runs an operation. Jobs run in parallel, so each has its own lane. */
export const job = defineKind({ name: 'job', payload, lane: ({ id }) => jobLanes.of(id) });

/** The target whose limits apply to the runs of an operation. */
export const targetOf = ({ connectionId: id }: RunnableOperation): { id: string } | null =>
  id === null ? null : { id };
