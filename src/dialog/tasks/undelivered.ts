import type { Logger } from 'pino';
import { showId } from '../../platform/ids.ts';
import { seldomByKey } from '../../platform/seldom.ts';
import type { Pause, Task, TaskOutcome } from './task.ts';

/** Most keys with groups of their own, because codes come from other systems too. */
const maxCodes = 50;

const sentences: Record<string, string> = {
  queued: 'a message could not be handed to its channel; it is tried again',
  failed: 'a message could not be handed to its channel, and is not tried again',
  unknown: 'nobody can tell whether a message was taken by its channel; an owner settles it',
};

/**
 * Logs messages that were not delivered, so that an operator sees why nothing arrives: the first of each kind of fault at
 * once, and the number of further ones at the end of each interval. The audit log has all of them.
 * @returns a function to call with each written outcome and the new state of its task
 */
export function undeliveredNotes(
  log: Logger,
): (task: Task, outcome: TaskOutcome | Pause, became: string) => void {
  const note = newNote(log);
  const keys = new Set<string>();
  return (task, outcome, became) => {
    if (task.kind !== 'message' || outcome.state === 'succeeded' || outcome.state === 'paused') return;
    const own = `${outcome.error.code} ${became}`;
    const key = keys.has(own) || keys.size < maxCodes ? own : became;
    keys.add(key);
    note(key, task, outcome.error, became);
  };
}

function newNote(log: Logger) {
  return seldomByKey(
    (
      more,
      _key: string,
      { id, projectId }: Task,
      { code, message: said }: { code: string; message: string },
      became: string,
    ) => {
      const about = { code, said, message: showId('message', id), project: showId('project', projectId) };
      log.warn(more === 0 ? about : { ...about, times: more }, sentences[became]);
    },
  );
}
