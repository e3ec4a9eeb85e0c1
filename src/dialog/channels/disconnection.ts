import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Vault } from '../../platform/secrets.ts';
import type { ChannelTypeName } from '../messages/content.ts';
import type { NewTask } from '../tasks/insert.ts';
import type { OuterKind } from '../tasks/kinds.ts';
import { openSecrets } from './secrets.ts';
import { channelTypeByName } from './types.ts';

/** An account that is no longer to hand over what its customers say, as it was when the channel let go of it. */
export interface LeftAccount {
  channel_id: string;
  type: ChannelTypeName;
  settings: Record<string, unknown>;
  /** Sealed for the channel. */
  secrets: string;
}

const disconnectWithinMs = 3600_000;

/** The task that disconnects an account. */
export function disconnectionTask(projectId: string, requestId: string | null, left: LeftAccount): NewTask {
  return {
    projectId,
    kind: 'disconnection',
    lane: `disconnection:${left.channel_id}`,
    environment: 'live',
    identityId: null,
    target: null,
    requestId,
    payload: left,
    deadlineMs: disconnectWithinMs,
  };
}

/** Disconnects accounts. To do that twice does no harm, so it is never said to have begun. */
export function disconnectionKind({ vault, http }: { vault: Vault; http: OutboundHttp }): OuterKind {
  return {
    record: 'disconnection',
    succeeded: 'succeeded',
    async run({ payload }) {
      const { channel_id: channelId, type, settings, secrets } = payload as LeftAccount;
      const account = { settings, secrets: openSecrets(vault, channelId, secrets) };
      const outcome = await channelTypeByName[type].connector!.disconnect(account, http);
      if (outcome.state === 'unknown') return { state: 'retry', error: outcome.error };
      return outcome.state === 'succeeded' ? { state: 'succeeded' } : outcome;
    },
  };
}
