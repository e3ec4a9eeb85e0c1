import { z } from 'zod';
import { defineKind } from '../tasks/kind.ts';
import { lanesOf } from '../tasks/lanes.ts';
import type { NewTask } from '../tasks/new-task.ts';

const fetchLanes = lanesOf('fetch');

/** Where the channel has the bytes of a file. Only its type of channel reads this. */
const fileSource = z.record(z.string(), z.string());
export type FileSource = z.output<typeof fileSource>;

/**
 * The kind of task that fetches a file which a customer sent. The task has the id of its file. Whatever was done of it may be done
 * again, so it never begins, and its outcome is never unknown.
 */
export const fetchFile = defineKind({
  name: 'fetch',
  payload: z.object({ channel_id: z.string(), source: fileSource }),
  needsIdentity: true,
  lane: ({ id }) => fetchLanes.of(id),
});

/** The task that fetches an awaited file. */
export function fetchTask(
  file: { projectId: string; id: string; identityId: string },
  channelId: string,
  source: FileSource,
): NewTask {
  return fetchFile.task({
    id: file.id,
    payload: { channel_id: channelId, source },
    identityId: file.identityId,
    environment: null,
    // As if the project were a target of its own: slow files must not hold back the messages of their channel.
    target: { id: file.projectId },
  });
}

/** Its kind decides by itself when it gives up, and then says so on the file's record. In milliseconds: a century. */
export const fetchDeadlineMs = 100 * 365 * 24 * 3_600_000;
