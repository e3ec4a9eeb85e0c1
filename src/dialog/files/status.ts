import { z } from 'zod';
import type { FileState } from './schema.ts';

/** States in which a record may be seen. */
export const shownStates = ['awaited', 'fetching', 'stored', 'failed'] as const satisfies FileState[];

/** How far a file has come, for people. */
const statuses = ['stored', 'waiting', 'failed'] as const;
export type FileStatus = (typeof statuses)[number];

export const shownFileStatus = z
  .enum(statuses)
  .describe(
    '`waiting`: its bytes are still to be fetched. `failed`: they could not be, and `error` says why.',
  );

/** The status of a file that may be seen. */
export function statusOf(state: FileState): FileStatus {
  return state === 'failed' || state === 'stored' ? state : 'waiting';
}
