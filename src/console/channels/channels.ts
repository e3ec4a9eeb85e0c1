import { renew } from '../api/cache.ts';
import { queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';

const channelsPath = '/api/owner/projects/{project_id}/channels';
export const channelPath = '/api/owner/projects/{project_id}/channels/{channel_id}';
export const rotatePath = '/api/owner/projects/{project_id}/channels/{channel_id}/rotate';
export const trialPath = '/api/owner/projects/{project_id}/channels/{channel_id}/test';

/** Reads anew what is shown of channels. */
export const renewChannels = () => renew(channelsPath, channelPath);

/** The same, and asks the other side again: after a change of what connects a channel to it. */
export const renewConnection = () => renew(channelsPath, channelPath, trialPath);

/** The parameters of the path of a channel, for requests. */
export const ofChannel = (project_id: string, channel_id: string) => ({
  params: { path: { project_id, channel_id } },
});

/** Not everybody is told of messages, so what may change is looked at now and then. */
const lookEveryMs = { waiting: 4000, otherwise: 30_000 };

/** Reads anew what is shown of channels when something happens to them, or comes through them. */
const useNews = () => useRenewals(useProjectId(), /^(?:channel|message)\./, channelsPath, channelPath);

/** The channels of the project, live. */
export function useChannels() {
  useNews();
  return queries.useQuery('get', channelsPath, below(useProjectId()), {
    refetchInterval: lookEveryMs.otherwise,
  });
}

/**
 * A channel, live. While nobody has written yet, it is looked at more often.
 * @param isEnding it is being deleted here: nobody asks for it again, whatever is told of it
 */
export function useChannel(channelId: string, isEnding: boolean) {
  useNews();
  return queries.useQuery('get', channelPath, ofChannel(useProjectId(), channelId), {
    enabled: !isEnding,
    refetchInterval: ({ state }) => {
      const isWaiting = state.data?.activity?.last_received_at === null;
      return isWaiting ? lookEveryMs.waiting : lookEveryMs.otherwise;
    },
  });
}
