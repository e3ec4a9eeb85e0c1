import { api } from '../api/client.ts';
import { below, type Environment } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { t } from '../text/text.ts';

/** How long a visitor who asked for a person waits for one; nobody may look, and then the scenario answers again. */
const callMinutes = 30;

/** Makes a web chat. Pages of this server may always show it; websites are named later. @throws ApiProblem */
export async function makeChat(
  projectId: string,
  title: string,
  environment: Environment,
): Promise<Shape<'Channel'>> {
  const { data } = await api.POST('/api/owner/projects/{project_id}/channels', {
    ...below(projectId),
    body: {
      type: 'webchat',
      name: t('guide.chat_name'),
      environment,
      settings: { title, allowed_domains: [], call_minutes: callMinutes },
    },
  });
  return data!;
}

/** The page that has only the chat. */
export const chatAddress = (channelId: string) => `/chat/${channelId}`;
