import { z } from 'zod';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Vault } from '../../platform/secrets.ts';
import { channelTypes } from '../content/content.ts';
import { defineKind } from '../tasks/kind.ts';
import { lanesOf } from '../tasks/lanes.ts';
import type { QueuedTask } from '../tasks/new-task.ts';
import { anyObject } from '../template/json.ts';
import { openSecrets } from './secrets.ts';
import { channelTypeByName } from './types.ts';

/** An account that must stop delivering, with the settings that the channel had. */
const leftAccount = z.object({
  channel_id: z.string(),
  type: z.enum(channelTypes),
  settings: anyObject,
  /** Sealed for the channel. */
  secrets: z.string(),
});
export type LeftAccount = z.infer<typeof leftAccount>;

const disconnectionLanes = lanesOf('disconnection');

export const disconnection = defineKind({
  name: 'disconnection',
  payload: leftAccount,
  lane: ({ payload }) => disconnectionLanes.of(payload.channel_id),
});

const disconnectWithinMs = 3600_000;

/** Makes the task that disconnects an account. */
export function disconnectionTask(
  projectId: string,
  requestId: string | null,
  left: LeftAccount,
): QueuedTask {
  return {
    projectId,
    task: disconnection.task({ payload: left, identityId: null, environment: 'live', target: null }),
    requestId,
    deadlineMs: disconnectWithinMs,
  };
}

/** Disconnects accounts. Repeating this does no harm, so the task is never marked as begun. */
export function disconnectionKind({ vault, http }: { vault: Vault; http: OutboundHttp }) {
  return disconnection.outer({
    record: 'disconnection',
    succeeded: 'succeeded',
    async run({ payload }) {
      const { channel_id: channelId, type, settings, secrets } = payload;
      const account = { settings, secrets: openSecrets(vault, channelId, secrets) };
      const outcome = await channelTypeByName[type].connector!.disconnect(account, http);
      if (outcome.state === 'unknown') return { state: 'retry', error: outcome.error };
      return outcome.state === 'succeeded' ? { state: 'succeeded' } : outcome;
    },
  });
}
