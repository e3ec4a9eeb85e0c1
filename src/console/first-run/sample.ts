import { api } from '../api/client.ts';
import { loadTextsOf, t } from '../text/text.ts';
import { makeChat } from './chat.ts';
import { publishExample } from './examples.ts';
import { bringVisitors } from './sample-visitors.ts';

const replies = ['hello', 'wait', 'thanks'] as const;

/**
 * Makes a project to look around in: a web chat, a scenario with its answers, prepared replies, and visitors who have written.
 * @returns its id
 * @throws ApiProblem
 */
export async function makeSample(): Promise<string> {
  await loadTextsOf('sample');
  const { data } = await api.POST('/api/owner/projects', { body: { name: t('sample.name') } });
  const { id, name } = data!;
  const chat = await makeChat(id, name, 'live');
  await publishExample(id, 'faq', 'live');
  await Promise.all(
    replies.map((shortcut) =>
      api.PUT('/api/owner/projects/{project_id}/replies/{shortcut}', {
        params: { path: { project_id: id, shortcut } },
        body: { title: t(`sample.reply_${shortcut}_title`), text: t(`sample.reply_${shortcut}`) },
      }),
    ),
  );
  // Without visitors it is a sample all the same.
  await bringVisitors(chat.id).catch(() => {});
  return id;
}
